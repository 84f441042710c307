"""How the last request was answered."""

from __future__ import annotations

import pytest

from segue.distil.records import Evidence
from segue.distil.rules.reply import reply
from segue.handoff import write_brief
from tests.distil.sessions import agent, digest, session, user

REPORT = """Right, not 64. The limit is in the parser only:

1. `copy` adds a level
2. `move` adds two nodes

```c
depth++;
```
I'd check in `put_at`. Before that, or after?"""


def test_an_answer_that_is_not_long_is_told_whole():
    """Nothing came after it, so it is how things stand: of all sentences in a session the ones least left out. Only
    where code was, or an item has no full stop, there is a gap."""
    asked = [user("how deep can a tree of the quay get?"), agent(REPORT)]
    _, text = write_brief(Evidence(session=session(*asked)), template="session", budget=2000)
    assert (
        "Answered, no reaction yet: Right, not 64. The limit is in the parser only: `copy` adds a level … "
        "`move` adds two nodes … I'd check in `put_at`. Before that, or after? (L2)" in text
    )


def test_of_a_long_answer_the_first_sentence_and_the_best_one_are_told():
    rows = [f"The scale of quay {n} was oiled and stands where it stood." for n in range(40)]
    rows[20] = "The sums were wrong because `scale.py` rounds twice."
    first, best = reply(digest(user("Why are the sums wrong?"), agent(" ".join(rows))))
    assert (first.text, best.text) == (rows[0], rows[20])


def test_an_announcement_is_no_answer():
    assert not list(reply(digest(user("Add the date to the report"), agent("Let me look at the report."))))


@pytest.mark.parametrize("budget", [600, 1000, 2000])
def test_an_answer_leaves_room_for_the_rest(budget):
    """How it begins is told in any case."""
    rows = " ".join(f"The parcels of quay {n} are weighed by the scale with number {n}." for n in range(18))
    asked = [user("Never round the sums. Which scale weighs what?"), agent(f"Each has one. {rows}")]
    _, text = write_brief(Evidence(session=session(*asked)), template="session", budget=budget)
    _, _, answer = text.partition("Answered, no reaction yet: ")
    assert answer.startswith("Each has one. The parcels of quay")
    assert len(answer.partition("\n")[0]) < budget
