"""The table in docs/delivery.md says what the tests do, and no more."""

from __future__ import annotations

from tests.e2e.table import PAGE, page


def test_the_table_is_what_the_tests_do():
    """`python -m tests.e2e.table` writes it."""
    assert PAGE.read_text(encoding="utf-8") == page()
