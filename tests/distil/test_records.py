"""Texts as they are compared."""

from __future__ import annotations

import pytest

from segue.distil.records import flat


@pytest.mark.parametrize(
    ("text", "on_one_line"),
    [
        ("plain  text\n\twith a tab", "plain text with a tab"),
        ("> quoted\n  > indented\n>close", "quoted indented close"),
        ("> > twice", "> twice"),
        ("a -> b\n=> c > d", "a -> b => c > d"),
        ("\n\n > after blank lines\r\n>\r\nend", "after blank lines end"),
    ],
)
def test_a_text_is_put_on_one_line_without_the_marks_of_quoted_lines(text: str, on_one_line: str) -> None:
    assert flat(text) == on_one_line
