"""What is left open: the last todo list, the action that was under way, the agent's last words."""

from __future__ import annotations

from collections.abc import Iterator

from segue.distil.records import Claim, Evidence, Finding, at
from segue.session.records import Call, Said


def threads(evidence: Evidence) -> Iterator[Finding]:
    items = evidence.session.items
    listed = [i for i in items if isinstance(i, Call) and i.todos]
    if listed:
        for todo in listed[-1].todos:
            if todo.status != "done":
                claim = Claim(
                    lead=f"{todo.status}:", text=todo.text, pointers=(at(listed[-1].line),), standing="verified"
                )
                yield Finding(kind="todo", claims=(claim,), weight=2.5)
    for item in items[-6:]:
        if isinstance(item, Call) and item.outcome in ("interrupted", "unanswered"):
            what = item.command or (item.files[0].path if item.files else item.about)
            claim = Claim(
                lead=f"{item.name} was {item.outcome}:", text=what, pointers=(at(item.line),), standing="verified"
            )
            yield Finding(kind="interrupted", claims=(claim,), weight=3)
    final = [i for i in items if isinstance(i, Said) and i.role == "agent"]
    if final:
        text = " ".join(final[-1].text.split())[:400]
        yield Finding(
            kind="state",
            claims=(
                Claim(
                    lead="The agent's last words:",
                    text=text,
                    pointers=(at(final[-1].line),),
                    verbatim=True,
                    standing="stated",
                ),
            ),
            weight=3,
        )
