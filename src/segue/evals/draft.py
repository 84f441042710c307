"""A new case from one's own session: the transcript masked, and a `case.toml` filled in for its owner to edit.

What is proposed comes from the session itself and not from an engine: a case that an engine wrote could only agree
with it.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from typing import Any

from segue.distil.rules.clauses import nods
from segue.evals.words import plain
from segue.handoff import touched
from segue.redact import clean, mask
from segue.session.records import Call, Said, Session

FILES, COMMANDS, WORDS, LEFT = 8, 6, 12, 4
QUOTE = 200
COMMAND = 120
SET = """\
# What is enough, for a case and for the whole set. evals/README.md of segue explains every field.
name = {name}
budget = 2000

[goals]
pass_rate = 0.85
"""
CASE = """\
# A proposal, made from the session. Keep what the next agent must know and delete the rest: a case is as good as
# its owner's judgement. `segue eval case {name}` shows what a brief makes of it.
intent = "What this case is there to prove, in one sentence."
kind = "usual"  # usual, edge, hostile, regression
agent = {agent}
goal = ""  # what the next agent is asked to do, if the brief is written for that

files = {files}
commands = {commands}
"""


def masked_transcript(data: bytes) -> tuple[bytes, int]:
    """The file line by line with every secret replaced, record numbers unchanged; and how many there were."""
    lines, found = [], 0
    for line in data.decode("utf-8", "replace").split("\n"):
        text, secrets = _masked_line(line)
        lines.append(text)
        found += secrets
    return "\n".join(lines).encode("utf-8", "replace"), found


def _masked_line(line: str) -> tuple[str, int]:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        text, secrets = mask(line)
        return text, len(secrets)
    counted: list[int] = []
    safe = _masked(value, counted)
    return (json.dumps(safe, ensure_ascii=False, separators=(",", ":")), sum(counted)) if sum(counted) else (line, 0)


def _masked(value: Any, counted: list[int]) -> Any:
    if isinstance(value, str):
        text, secrets = mask(value)
        counted.append(len(secrets))
        return text
    if isinstance(value, list):
        return [_masked(inner, counted) for inner in value]
    if isinstance(value, dict):
        return {_masked(key, counted): _masked(inner, counted) for key, inner in value.items()}
    return value


def case_text(session: Session, name: str) -> str:
    """A `case.toml` with everything that could matter, the latest first."""
    text = CASE.format(
        name=name,
        agent=quoted(session.glance.agent),
        files=_array(_files(session)),
        commands=_array(_commands(session)),
    )
    facts = [*_users_words(session), *_left_open(session), *_last_words(session)]
    return text + "".join(f"\n[[fact]]\nkind = {quoted(k)}\ngist = {quoted(g)}\n{how}\n" for k, g, how in facts)


def set_text(name: str) -> str:
    return SET.format(name=quoted(name))


def _files(session: Session) -> list[str]:
    cwd = session.glance.cwd.rstrip("/") + "/"
    times = Counter(t.path for i in session.items if isinstance(i, Call) for t in i.files)
    changed = sorted(touched(session), key=lambda path: -times[path])[:FILES]
    return [path.removeprefix(cwd) for path in changed]


def _commands(session: Session) -> list[str]:
    ran = [i.command for i in session.items if isinstance(i, Call) and i.command]
    short = Counter(c for c in ran if "\n" not in c and len(c) <= COMMAND)
    return [command for command, _ in short.most_common(COMMANDS)]


def _users_words(session: Session) -> Iterable[tuple[str, str, str]]:
    """The user's own messages but for thanks and consent: which of them still hold is for their owner to say."""
    said = [i for i in session.items if isinstance(i, Said) and i.role == "user" and not nods(i.text)]
    for item in said[-WORDS:]:
        words = _clause(item.text)
        if len(plain(words)) >= 12:
            kind = "correction" if item.via == "rejection" else "constraint"
            yield kind, shortened(words, 80), f"verbatim = {quoted(words)}"


def _left_open(session: Session) -> Iterable[tuple[str, str, str]]:
    lists = [item for item in session.items if isinstance(item, Call) and item.todos]
    open_ones = [t for t in lists[-1].todos if t.status != "done"] if lists else []
    for todo in open_ones[:LEFT]:
        yield "open_thread", shortened(todo.text, 80), f"verbatim = {quoted(_clause(todo.text))}"


def _last_words(session: Session) -> Iterable[tuple[str, str, str]]:
    finals = [item for item in session.items if isinstance(item, Said) and item.role == "agent" and item.final]
    if finals:
        words = _clause(finals[-1].text)
        yield "state", "where the work stands: " + shortened(words, 60), f"verbatim = {quoted(words)}"


def _clause(text: str) -> str:
    """The first line with words in it, as far as a quote may go."""
    line = next((line.strip() for line in text.split("\n") if line.strip(" #>*-`\t")), "")
    return line if len(line) <= QUOTE else line[:QUOTE].rsplit(" ", 1)[0]


def shortened(text: str, limit: int) -> str:
    line = " ".join(text.split())
    return line if len(line) <= limit else line[:limit].rsplit(" ", 1)[0] + "…"


def _array(values: Iterable[str]) -> str:
    inner = "".join(f"  {quoted(value)},\n" for value in values)
    return f"[\n{inner}]" if inner else "[]"


def quoted(text: str) -> str:
    """A TOML string. JSON's escapes are TOML's too, but for DEL."""
    return json.dumps(clean(text), ensure_ascii=False).replace("\x7f", "\\u007f")
