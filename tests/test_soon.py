"""What an agent is about to write down is waited for, a moment."""

from __future__ import annotations

from segue import choose


def test_what_is_written_in_a_moment_is_found():
    answers = iter([None, None, "the session"])
    assert choose.soon(lambda: next(answers)) == "the session"


def test_what_is_never_written_is_not_waited_for_long(monkeypatch):
    monkeypatch.setattr(choose, "PATIENCE", 0.2)
    asked: list[int] = []

    def find() -> None:
        asked.append(1)

    assert choose.soon(find) is None
    assert 1 < len(asked) < 10
