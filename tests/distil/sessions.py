"""Small sessions of our own, told as a list of what happened. Record numbers are given in order, results included."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from segue.distil.digest import Digest
from segue.distil.records import Evidence, Finding
from segue.distil.rules import find
from segue.git import Snapshot
from segue.session.records import Act, Call, FileTouch, Glance, Item, Mark, Outcome, Said, Session, Todo, Via

Step = tuple[str, dict[str, object]]
HEAD = "0123456789abcdef0123456789abcdef01234567"


def user(text: str, via: Via = "typed") -> Step:
    return "user", {"text": text, "via": via}


def agent(text: str) -> Step:
    return "agent", {"text": text}


def run(command: str, output: str = "", outcome: Outcome = "ok", code: int | None = None) -> Step:
    return "run", {"command": command, "output": output, "outcome": outcome, "exit_code": code}


def edit(path: str, how: str = "edited", outcome: Outcome = "ok", old: str = "", new: str = "") -> Step:
    return "edit", {"path": path, "how": how, "outcome": outcome, "old": old, "new": new}


def asked(question: str, answer: str) -> Step:
    """The agent's question tool; the answer stands in its result."""
    return "asked", {"question": question, "answer": answer}


def todos(*points: tuple[str, str] | tuple[str, str, int]) -> Step:
    return "todos", {"todos": tuple(Todo(*point) for point in points)}


def call(name: str, act: Act, about: str = "", outcome: Outcome = "ok") -> Step:
    """A tool of some other kind."""
    return "call", {"name": name, "act": act, "about": about, "outcome": outcome}


def interrupted() -> Step:
    return "interrupted", {}


def session(*steps: Step, cwd: str = "/work/shop", branch: str = "main") -> Session:
    items = tuple(_items(steps))
    glance = Glance(
        agent="claude",
        id="5e55104a-0000-4000-8000-000000000001",
        path="/nowhere.jsonl",
        cwd=cwd,
        branch=branch,
        title="A shop",
        started="2026-05-01T08:00:00Z",
        ended="2026-05-01T10:00:00Z",
        human_turns=sum(kind == "user" for kind, _ in steps),
    )
    return Session(glance=glance, items=items)


def _items(steps: Sequence[Step]) -> Iterator[Item]:
    line = 0
    for number, (kind, given) in enumerate(steps):
        line += 1
        follows = steps[number + 1][0] if number + 1 < len(steps) else "user"
        if kind == "user":
            yield Said(line=line, role="user", **given)  # type: ignore[arg-type]
        elif kind == "agent":
            yield Said(line=line, role="agent", final=follows in ("user", "interrupted"), **given)  # type: ignore[arg-type]
        elif kind == "interrupted":
            yield Mark(line=line, kind="interrupted")
        elif kind == "asked":
            question = str(given["question"])
            yield Call(line=line, name="Ask", act="ask", outcome="ok", result_line=line + 1, about=question)
            line += 1
            yield Said(line=line, role="user", text=str(given["answer"]), via="answer")
        else:
            call = _call(kind, line, given)
            line += call.result_line is not None
            yield call


def _call(kind: str, line: int, given: dict[str, object]) -> Call:
    result = None if given.get("outcome") == "unanswered" else line + 1
    if kind == "run":
        return Call(line=line, act="run", result_line=result, **{"name": "Bash", **given})  # type: ignore[arg-type]
    if kind == "call":
        return Call(line=line, result_line=result, **given)  # type: ignore[arg-type]
    if kind == "todos":
        return Call(line=line, name="TodoWrite", act="todo", outcome="ok", result_line=line + 1, **given)  # type: ignore[arg-type]
    touch = FileTouch(str(given["path"]), given["how"], str(given["old"]), str(given["new"]))  # type: ignore[arg-type]
    told = f"The file {touch.path} has been updated successfully."
    outcome: Outcome = given["outcome"]  # type: ignore[assignment]
    return Call(line=line, name="Edit", act="edit", files=(touch,), outcome=outcome, result_line=result, output=told)


def digest(*steps: Step, **more: object) -> Digest:
    return Digest(Evidence(session=session(*steps), **more))  # type: ignore[arg-type]


def snapshot(branch: str = "main", **more: object) -> Snapshot:
    """The shop's repository as git shows it."""
    return Snapshot(root="/work/shop", branch=branch, head=HEAD, head_subject="Round the weights", **more)  # type: ignore[arg-type]


def findings(*steps: Step, **more: object) -> tuple[Finding, ...]:
    return find(Evidence(session=session(*steps), **more))  # type: ignore[arg-type]


def told(found: Sequence[Finding] | Iterator[Finding]) -> list[str]:
    """Each finding as one line, for reading in an assertion."""
    return [" ".join(f"{claim.lead} {claim.text}".strip() for claim in finding.claims) for finding in found]
