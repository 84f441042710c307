"""Nothing that a terminal, a reader or a model could be fooled with comes through."""

from __future__ import annotations

import unicodedata

import pytest

from segue.redact import clean, control


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("plain text\n\twith a tab", "plain text\n\twith a tab"),
        ("äöü 文件 🙂 ❤️", "äöü 文件 🙂 ❤️"),
        ("\x1b[31mred\x1b[0m", "red"),
        ("\x1b[38;2;1;2;3mtrue colour\x1b[K", "true colour"),
        ("\x1b]0;title\x07text", "text"),
        ("\x1b]8;;https://x\x1b\\link\x1b]8;;\x1b\\", "link"),
        ("\x1b]0;never ended\nnext line", "\nnext line"),
        ("\x1bPdevice\x1b\\text", "text"),
        ("\x1b(Btext\x1b=\x1b7", "text"),
        ("\x9b31mred", "red"),
        ("torn \x1b[31", "torn "),
        ("torn \x1b", "torn "),
        ("\x1b\x1b[31m[31mtwice", "[31mtwice"),
        ("bell\x07 nul\x00 del\x7f back\x08", "bell nul del back"),
        ("one\r\ntwo\rthree", "one\ntwo\nthree"),
        ("a\x0cb\x0bc\x85d\u2028e\u2029f", "a b c d e f"),
        ("user\u202egnp.exe\u2066x\u2069", "usergnp.exex"),
        ("zero\u200bwidth\ufeff\u2060", "zerowidth"),
        ("tags\U000e0041\U000e007f\U000e0101", "tags"),
        ("lone \ud83d end \udc00", "lone \ufffd end \ufffd"),
        ("\U0001f468\u200d\U0001f469", "\U0001f468\U0001f469"),
    ],
)
def test_each_kind_goes_and_the_text_stays(text: str, left: str) -> None:
    assert clean(text) == left
    assert clean(left) == left


def test_no_control_or_format_character_of_unicode_is_left() -> None:
    everything = "".join(map(chr, range(0x110000)))
    left = clean("".join(c + "x" for c in everything if c not in "\x1b\x90\x98\x9b\x9d\x9e\x9f"))
    controls = {c for c in left if unicodedata.category(c) in ("Cc", "Cs", "Zl", "Zp")}
    assert controls == {"\n", "\t"}
    bidi = {
        c
        for c in left
        if unicodedata.bidirectional(c) in {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}
    }
    assert not bidi
    left.encode("utf-8")


def test_what_is_let_through_at_a_glance_holds_nothing_unwanted():
    """Most texts are judged by two quick questions; no character may pass them that a close look would take out."""
    passed = "".join(c for c in map(chr, range(0x110000)) if clean(c) == c)
    assert len(passed) > 100_000 and control._UNWANTED.search(passed) is None
