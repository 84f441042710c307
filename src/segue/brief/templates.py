"""Which sections a brief has, in which order, with which headings. Data, not code."""

from __future__ import annotations

from msgspec import Struct

from segue.distil.records import Kind
from segue.errors import UsageError


class SectionPlan(Struct, frozen=True, kw_only=True):
    name: str
    heading: str
    kinds: tuple[Kind, ...]
    empty: str
    by_time: bool = False
    """Entries in the order of the session; otherwise kind by kind, in the order of `kinds`."""


class Template(Struct, frozen=True, kw_only=True):
    name: str
    sections: tuple[SectionPlan, ...]
    lines: int = 400


SESSION = Template(
    name="session",
    sections=(
        SectionPlan(
            name="convergence",
            heading="Convergence",
            kinds=("decision", "root_cause"),
            by_time=True,
            empty="No conclusion was put into words.",
        ),
        SectionPlan(
            name="dead_ends",
            heading="Dead-ends",
            kinds=("dead_end", "correction"),
            by_time=True,
            empty="None found.",
        ),
        SectionPlan(
            name="code_state",
            heading="Code-state",
            kinds=("state", "file", "command"),
            empty="Nothing was changed or run.",
        ),
        SectionPlan(
            name="open_threads",
            heading="Open-threads & conflicts",
            kinds=("open_thread", "todo", "interrupted", "conflict", "injection", "request"),
            empty="None found.",
        ),
        SectionPlan(
            name="basics",
            heading="Basics",
            kinds=("constraint", "fact"),
            empty="No rule besides what is quoted above.",
        ),
    ),
)
SMALL = 900
"""Tokens that a small brief has for its entries: the user's words and the state of the work above all."""
POOLS: tuple[tuple[str, float, float], ...] = (
    ("state", 0.28, 0.28),
    ("user", 0.62, 0.36),
    ("file", 0.13, 0.13),
    ("command", 0.06, 0.06),
    ("recent", 0.04, 0.12),
    ("cause", 0.05, 0.2),
    ("retreat", 0.02, 0.1),
    ("agent", 0.18, 0.18),
    ("user", 1.0, 1.0),
    ("plain", 1.0, 1.0),
    ("recent", 1.0, 1.0),
    ("retreat", 1.0, 1.0),
    ("agent", 1.0, 1.0),
    ("cause", 1.0, 1.0),
    ("aside", 1.0, 1.0),
    ("agent", 1.0, 1.0),
)
"""Who takes how much of the room, in turn, of the first so many tokens and of what is beyond: what is left goes on to
the next. Last, what hangs on an aside."""
SHORTEST, LONGEST = 100, 450
"""Characters of an entry that is good to read: a shorter one is joined with others, a longer one is parted."""
TEMPLATES = {template.name: template for template in (SESSION,)}


def template_named(name: str) -> Template:
    if name not in TEMPLATES:
        raise UsageError(f"there is no template {name!r}", hint=f"known templates: {', '.join(TEMPLATES)}")
    return TEMPLATES[name]
