"""The document that an agent writes about its own session: six sections, checked, then joined with our findings.

Pure: it is given by whoever asked the agent (the MCP tool `handoff_document`, a watched pane) and stored by whoever
saves the brief. What an agent says of itself is stated, never verified: it stands beside what the session shows."""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec
from msgspec import Struct

from segue.brief.verify import PATH, Witness
from segue.distil.asked import asks
from segue.distil.channel import finding, to
from segue.distil.records import Finding, Kind
from segue.redact import secrets_in
from segue.session.records import Said, Session

ENOUGH = 2
"""Messages below which there is nothing to hand off."""
LONGEST = 40_000
"""Characters of the whole document."""
NOTHING = "Nothing to hand off (no messages yet)"
VERSION = 1


class Document(Struct, frozen=True, kw_only=True, rename="camel"):
    goal: str = ""
    constraints_and_preferences: tuple[str, ...] = ()
    progress: tuple[str, ...] = ()
    key_decisions: tuple[str, ...] = ()
    critical_context: tuple[str, ...] = ()
    next_steps: tuple[str, ...] = ()

    def of(self, field: str) -> tuple[str, ...]:
        """The statements of a section, blank ones left out."""
        value: str | tuple[str, ...] = getattr(self, field)
        return tuple(text for text in ((value,) if isinstance(value, str) else value) if text.strip())


class Written(Document, frozen=True, kw_only=True, rename="camel"):
    """A document as it is kept beside its brief."""

    schema_version: int = VERSION
    brief_id: str = ""
    channel_id: str = ""
    captured_at: str = ""
    captured_by_session_id: str = ""


class Section(Struct, frozen=True):
    field: str
    heading: str
    kind: Kind
    """What its statements are among our findings, and so under which of the five headings they stand."""
    lead: str


# A rule that is not in the user's own words is no constraint to a brief: it would stand as a conclusion.
SECTIONS = (
    Section("goal", "Goal", "fact", "Goal, as the agent has it:"),
    Section("constraints_and_preferences", "Constraints & Preferences", "fact", "Rule, as the agent has it:"),
    Section("progress", "Progress", "state", "Agent on progress:"),
    Section("key_decisions", "Key Decisions", "decision", "Agent decided:"),
    Section("critical_context", "Critical Context", "fact", "Agent on context:"),
    Section("next_steps", "Next Steps", "open_thread", "Agent's next step:"),
)
_HEADING = re.compile(r"(?:(#{1,6})\s+(.*?)|\*\*(.*?):?\*\*:?)\s*#*\s*")
_BULLET = re.compile(r"\s*(?:[-*+•]|\d{1,3}[.)])\s+(?:\[[ xX]\]\s+)?(.*)")
_FENCE = re.compile(r"\s*(?:```|~~~)")


def check(document: Document, session: Session) -> list[str]:
    """What is wrong with a document, in words for the agent that wrote it; empty when it may go on."""
    if messages(session) < ENOUGH:
        return [NOTHING]
    errors = [f"{one.heading} is empty" for one in SECTIONS if not document.of(one.field)]
    texts = [(one.heading, text) for one in SECTIONS for text in document.of(one.field)]
    for heading, text in texts:
        errors += [f"{heading} holds what looks like a secret ({secret.kind})" for secret in secrets_in(text)]
    length = sum(len(text) for _, text in texts)
    if length > LONGEST:
        errors.append(f"the document has {length} characters, more than {LONGEST}")
    return list(dict.fromkeys(errors))


def messages(session: Session) -> int:
    """How many messages were said before the handoff was asked for."""
    return sum(isinstance(item, Said) for item in session.items[: _request_at(session)])


def before_request(session: Session) -> Session:
    """The session up to our own request, to which the document is the answer."""
    return msgspec.structs.replace(session, items=session.items[: _request_at(session)])


def _request_at(session: Session) -> int:
    """Where the user asked for the handoff, if that is the last thing the user said; else the end."""
    said = [(n, item) for n, item in enumerate(session.items) if isinstance(item, Said) and item.role == "user"]
    return next((n for n, item in said[-1:] if asks(item)), len(session.items))


def findings_of(document: Document, session: Session | None, brief: str) -> tuple[Finding, ...]:
    """What the document says, as findings that point at it. A path that the session never named is said to be such; of
    a session that is gone nobody can say so."""
    return tuple(_findings(document, Witness(session.items) if session else None, brief))


def _findings(document: Document, witness: Witness | None, brief: str) -> Iterator[Finding]:
    for section in SECTIONS:
        for text in document.of(section.field):
            known = witness is None or all(witness.contains(path) for path in PATH.findall(text))
            lead = section.lead if known else f"{section.lead} [names a path that is not in the session]"
            yield finding(section.kind, lead, text, to("gap", brief))


def parsed(text: str) -> Document:
    """A document that came as markdown: our six headings in any spelling, statements as bullets or paragraphs.

    What stands before the first of them is left out; a heading below one becomes the beginning of its statements."""
    found: dict[str, list[str]] = {section.field: [] for section in SECTIONS}
    field = below = ""
    fenced = open_ = False
    for line in text.splitlines():
        fenced ^= bool(_FENCE.match(line))
        heading = None if fenced else _HEADING.fullmatch(line)
        if heading and (known := _field(heading[2] or heading[3] or "")):
            field, below, open_ = known, "", False
        elif heading and heading[1]:
            below, open_ = heading[2].strip(), False
        elif field:
            open_ = _take(found[field], line, below, open_)
    goal = " ".join(found.pop("goal"))
    return Document(goal=goal, **{name: tuple(texts) for name, texts in found.items()})


def _take(statements: list[str], line: str, below: str, open_: bool) -> bool:
    """One line more; whether the last statement goes on after it."""
    if not line.strip():
        return False
    bullet = _BULLET.fullmatch(line)
    if open_ and not bullet:
        statements[-1] += f" {line.strip()}"
        return True
    text = (bullet[1] if bullet else line).strip()
    statements.append(f"{below}: {text}" if below else text)
    return True


def _field(heading: str) -> str:
    name = _letters(heading)
    return next((one.field for one in SECTIONS if _letters(one.heading) == name), "")


def _letters(text: str) -> str:
    return "".join(c for c in text.lower().replace("&", "and") if c.isalpha())
