"""How an agent gives way to what the user says: by its first words."""

from __future__ import annotations

from segue.distil.signals import has

YIELDED = (
    "you're right", "you’re right", "you are right", "good catch", "good point", "fair point", "great point",
    "my mistake", "my bad", "apolog", "sorry", "i misunderstood", "misread", "let me revert", "i'll revert",
    "reverting", "got it", "understood", "exactly", "correct", "agreed", "valid point", "i was wrong",
    "i overcomplicated", "fair enough", "right -", "right,", "ah,", "ah ", "oh,", "yes,", "yes -", "yep",
)  # fmt: skip
STRONG_YIELD = YIELDED[:17]
CONCEDED = (
    *YIELDED[:9],
    "i misunderstood",
    "i misread",
    "valid point",
    "i was wrong",
    "i overcomplicated",
    "was a mistake",
)
"""The agent says that the user is right, or that it was not."""
POLITE = ("right to ask", "right to question", "right to wonder", "right to check", "right to be ", "sorry to hear")
"""They give way to nothing."""


def concedes(text: str) -> bool:
    """An agent's answer says that it was wrong."""
    low = _opening(text)
    return has(CONCEDED, low) and not has(POLITE, low)


def _opening(text: str) -> str:
    """The first words of an agent's answer, without a draft for somebody else."""
    return "" if text.lstrip().startswith((">", '"', "“", "```")) else text[:90].lower().partition("\n>")[0]


def yielded(text: str) -> float:
    """How clearly an agent's answer gives way to an objection: 0, 0.5 or 1."""
    low = _opening(text)
    if has(STRONG_YIELD, low) and not has(POLITE, low):
        return 1.0
    return 0.3 if low.startswith(YIELDED) else 0.0
