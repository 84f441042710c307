"""Goals that say too little to start an agent with, and an example of a better one, made from the session itself."""

from __future__ import annotations

import re

from segue.distil.asked import own_work
from segue.distil.rules.clauses import nods
from segue.redact import clean, mask
from segue.session.records import Call, Said, Session

SHORTEST = 12
"""Characters of a goal that can say something."""
EMPTY = frozenset(
    """
    a all and as before better bug bugs carry clean code complete continue do done error errors everything finish fix
    from go going i improve issue issues it just keep left let lets make me my next now of off ok okay on our pick
    please pls problem problems proceed rest resume same session so start started step steps stuff task tasks thanks
    that the them then these things this to today too up we what where with work working works wrap yesterday you your
    """.split()  # noqa: SIM905 (words, as one reads them)
)
"""A goal of these words alone names nothing that could be done or looked at."""
LONGEST = 70


def vague(goal: str) -> bool:
    """Whether a goal leaves the next agent guessing. No goal at all is fine: the last open request stands."""
    words = re.findall(r"\w+", goal.lower().replace("'", ""))
    return bool(goal.strip()) and (len(goal.strip()) < SHORTEST or EMPTY.issuperset(words))


def guidance(session: Session | None) -> str:
    """What a goal should say, with one that would have worked here."""
    say = "say what is to be done and what must stay, in a sentence"
    return f"{say}, for example:\n  {example(session)}\nor give no goal, or --anyway"


def example(session: Session | None) -> str:
    """A goal in the session's own words: what is open, in which file."""
    if session is None:
        return 'segue handoff "make the parser accept empty input, keep its public API"'
    what = _open_todo(session) or _last_request(session) or "what is still open"
    file = _last_file(session)
    where = f" in {file}" if file and file not in what else ""
    return f'segue handoff "{_plain(what)}{where}; do not change anything else"'


def _open_todo(session: Session) -> str:
    lists = [item.todos for item in session.items if isinstance(item, Call) and item.todos]
    waiting = [todo.text for todo in lists[-1] if todo.status != "done"] if lists else []
    return waiting[0] if waiting else ""


def _last_request(session: Session) -> str:
    said = [item.text for item in own_work(session.items) if isinstance(item, Said) and item.role == "user"]
    clear = [text for text in said if not vague(text) and not nods(text)]
    return re.split(r"(?<=[.!?])\s|\n", clear[-1].strip())[0] if clear else ""


def _last_file(session: Session) -> str:
    touched = [t.path for i in session.items if isinstance(i, Call) for t in i.files if t.how in ("created", "edited")]
    return _plain(touched[-1].rsplit("/", 1)[-1]) if touched else ""


def _plain(text: str) -> str:
    line = " ".join(clean(mask(text)[0]).split()).replace('"', "'").rstrip(".!? ")
    return line if len(line) <= LONGEST else line[: LONGEST - 1].rstrip() + "…"
