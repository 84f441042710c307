"""A question that the agent put with its own tool, and what the user chose."""

from __future__ import annotations

import msgspec

from segue.distil.digest import Digest
from segue.distil.records import Evidence
from segue.distil.rules.answers import answers
from segue.session.records import Call, Said
from tests.distil.sessions import session, told, user


def test_an_answer_is_told_with_its_question():
    """Two at once, each with its own; nothing is paired when the numbers differ."""
    asked = Call(
        line=2, name="AskUserQuestion", act="other", outcome="ok", result_line=3, about="Which scale? / Which unit?"
    )

    def found(reply: str) -> list[str]:
        said = Said(line=3, role="user", text=reply, via="answer")
        told_by = session(user("Weigh it"))
        items = (*told_by.items, asked, said)
        return told(answers(Digest(Evidence(session=msgspec.structs.replace(told_by, items=items)))))

    assert found("The old one; Kilograms") == [
        "Agent asked: Which scale? User chose: The old one",
        "Agent asked: Which unit? User chose: Kilograms",
    ]
    assert found("The old one") == []
