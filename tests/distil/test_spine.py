"""The spine is bounded, in order, and is cut at user turns only."""

from __future__ import annotations

from itertools import pairwise

from segue.distil.sentences import sentences
from segue.distil.spine import chunks, spine
from tests.distil.sessions import agent, run, session, user


def long_session(turns: int):
    steps = [s for n in range(turns) for s in (user(f"ask {n} " + "u" * 90), run(f"make step{n}"), agent("a" * 900))]
    return session(*steps)


def test_every_line_stands_under_its_record_number():
    lines = spine(session(user("go"), run("make test", "ok"), agent("Done.")))
    assert [str(line) for line in lines] == ["L1 user: go", "L2 call: Bash make test [ok]", "L4 agent: Done."]


def test_a_spine_never_exceeds_its_bound():
    """However small the bound is: beginning and end are left."""
    told = long_session(60)
    for most in (60_000, 8_000, 900):
        lines = spine(told, most)
        assert sum(len(str(line)) + 1 for line in lines) <= most
        assert lines[0].line == 1
        assert [line.line for line in lines] == sorted(line.line for line in lines)


def test_chunks_begin_with_a_user_turn_and_lose_nothing():
    lines = spine(long_session(30))
    pieces = list(chunks(lines, 3_000))
    assert len(pieces) > 5
    assert all(piece[0].turn for piece in pieces)
    assert [line for piece in pieces for line in piece] == list(lines)


def test_sentences_are_pieces_of_their_text():
    """Neighbours in number are neighbours in the text, so that they may be joined into one quote."""
    text = "First one. Second one..with a pause in it.. third one\n\n```\ncode\n```\n- a bullet. And more."
    found = list(sentences(text))
    told = ["First one.", "Second one..with a pause in it..", "third one", "a bullet.", "And more."]
    assert [s.text for s in found] == told
    for before, after in pairwise(found):
        if after.place == before.place + 1:
            assert f"{before.text} {after.text}" in " ".join(text.split())
