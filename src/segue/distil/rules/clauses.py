"""The clauses of a user's message: where it is cut, what each of them is, and what it is worth."""

from __future__ import annotations

import re
from functools import lru_cache

import msgspec

from segue.distil import signals
from segue.distil.likeness import LIKELY, SURELY, ruling
from segue.distil.pasted import pasted
from segue.distil.records import flat, words
from segue.distil.sentences import Sentence, sentences
from segue.patterns import late
from segue.session.records import BETWEEN_ANSWERS, Said

_ASIDE = late(
    r"^\W*(?:(?:oh|ah|wait|hm+|whoa\w*|well|ok|okay|actually|hey)\W+){1,3}no\b|"
    r"\b(?:ignore|never ?mind|not now|no need|(?:skip|forget|leave) (?:it|this|that|the))\b",
    re.I,
)
WHOLE = 200
"""A message of so many characters is one clause."""
CLAUSE = 320
"""A longer sentence is cut where its parts join."""
OPENING, FEW = 25, 40
"""Characters that say little alone, at the beginning and later on."""
PASTE = 450
"""A message of more may well hold a paste."""
LEARNED, STRONG, ORDER, WEAK = 0.95, 0.9, 0.6, 0.4
"""What is added to a clause's worth where it is surely a rule, by what was learned; and where a word says so, where it
begins like an order, or where a word may say so."""
NODS = frozenset(
    """
    yes yeah yep yup ok okay k sure go on ahead do it that sounds looks good great nice perfect cool thanks thank you
    lgtm continue proceed done correct right exactly agreed please now next works fine super
    alright mhm hm hmm by for with me sgtm all so then
    """.split()  # noqa: SIM905 (a list of words reads better so)
)
THANKS = frozenset(
    """
    thanks thank thx ty cheers bye goodbye perfect great awesome excellent lovely brilliant wanted meant needed
    appreciate appreciated all enough
    """.split()  # noqa: SIM905
)
PRAISE = frozenset("nice cool wow yay sweet super great good amazing lovely haha".split())  # noqa: SIM905
CLOSING = (
    NODS
    | THANKS
    | PRAISE
    | frozenset(
        """
    no is was it's that's what i asked exactly just wow job work well much a lot very your the help day have see later
    tomorrow everything night today we are happy one
    """.split()  # noqa: SIM905
    )
)
REQUESTS = late(
    r"^\W*(?:(?:ok(?:ay)?|oh|and|so|now|then|also|yes|yeah|right|great|alright|well|but|hm+)\W+)*(?:can|could|would) "
    r"(?:you|we)|^\W*(?:ok(?:ay)?\W+)?(?:let'?s|please)\b",
    re.I,
)
ASKS = late(
    r"^\W*(?:so |and |ok(?:ay)?,? |alright\W*|oh\W*|question:? ?)*(?:what|how|is there|are there|does|do i|do we|did|"
    r"where|which|when|who|why (?:is|does|do)(?! (?:there|it|this|that|the)\b)|can i)\b",
    re.I,
)
_PROMPT = late(r"(?<=\S )[\w.-]+@[\w.-]+ \S+ [%$#] ")
"""A shell's, in the line in which a person speaks."""
_NEWS = late(
    r"\?|^\W*(?:(?:ok(?:ay)?|and|but|so|well|oh|ah|hm+)\W+)*(?:it|that|this|these|those|they|there|same|still|now|here|what|"
    r"why|how|can|could|would|let'?s|do|did|is|are|yes|no|go|please|lets|try|check|look|add|make|fix|run|show|give|write|"
    r"not|\w+ed)\b|"
    r"\b(?:i|i'm|im|i'd|we|me|my|us|you|your|work(?:s|ing|ed)?|fail(?:s|ed|ing)?|broken|errors?|crash\w*|looks?|seems?|"
    r"was|were|did|got|went|done|just|again|yet|now|today|currently|\w+ing)\b",
    re.I,
)


_REFERS = late(
    r"\W*(?:and|but|so|then|because|or|which|it|its|it's|that|that's|thats|this|these|those|they|them|he|she|same|both)\b",
    re.I,
)
"""A sentence that means something of the one before it."""


def clauses(ask: Said) -> list[Sentence]:
    return list(_clauses(ask.text, answers=ask.via == "answer"))


@lru_cache(maxsize=64)
def _clauses(text: str, *, answers: bool) -> tuple[Sentence, ...]:
    """Remembered: several rules read the same messages."""
    whole = flat(text)
    if answers:
        return tuple(Sentence(part, 2 * n) for n, part in enumerate(whole.split(BETWEEN_ANSWERS), 1) if part)
    if len(whole) <= WHOLE and "```" not in text and not _holds_a_paste(text):
        return (Sentence(whole, 1),) if whole else ()
    lines = _PROMPT.sub(r"\n\g<0>", text) if "@" in text else text
    return tuple(_joined([s for s in sentences(lines, CLAUSE) if len(s.text) > 2]))


def _holds_a_paste(text: str) -> bool:
    """A paragraph of it is a program's and another one a person's, be it ever so short."""
    parts = [part.strip().split("\n") for part in text.split("\n\n") if part.strip()]
    return len(parts) > 1 and len({all(map(pasted, part)) for part in parts}) > 1


def _joined(found: list[Sentence]) -> list[Sentence]:
    """A few words with the sentence that follows, at the end with the one before: "Coordinate only." says little. What
    a message opens with stands alone sooner: it may be all that is asked for."""
    kept: list[Sentence] = []
    gone = 0
    """Sentences that are part of another one: the numbers close up, for a gap in them is a gap in the text."""
    for number, one in enumerate(found, 1):
        before = kept[-1] if kept and one.place - gone == kept[-1].place + 1 else None
        ends = number == len(found) or found[number].place > one.place + 1
        if before and (
            _hangs(before.text, OPENING if len(kept) == 1 else FEW)
            or (ends and _closes(one.text, before.text))
            or (len(before.text) + len(one.text) < WHOLE and not before.bullet and _refers(one.text))
        ):
            gone += 1
            kept[-1] = Sentence(f"{before.text} {one.text}", before.place)
        else:
            kept.append(msgspec.structs.replace(one, place=one.place - gone))
    return kept


def _refers(text: str) -> bool:
    """It means something of the sentence before it; a rule stands alone."""
    return bool(_REFERS.match(text)) and not signals.says(signals.STRONG_RULE, text)


def _hangs(text: str, few: int) -> bool:
    """Too short to stand alone, and neither a rule nor a program's."""
    return len(text) < few and not pasted(text) and not signals.says(signals.STRONG_RULE, text)


def _closes(text: str, before: str) -> bool:
    """A few words that end what was said before, if that is not a rule in as few."""
    return _hangs(text, FEW) and (len(before) >= FEW or _hangs(before, FEW))


def clause_worth(text: str, amends: float) -> float:
    count = max(len(words(text)), len(text.encode("utf-8", "replace")) // 12)  # some languages write no spaces
    if count == 0:
        return 0.0
    likely = ruling(text)
    said = signals.says(signals.STRONG_RULE, text)
    strong = said or likely > SURELY
    worth = 1.0 + 1.2 * amends + LEARNED * likely + (STRONG if said else _binding(text))
    if signals.says(signals.CORRECTION, text):
        worth += 0.6
    if signals.says(signals.WISH, text):
        worth += 0.6
    if ASKS.match(text) and not strong and amends < 0.5:
        worth *= 0.55
    if signals.says(signals.LOST, text) and not strong:
        worth *= 0.5
    if signals.AGREEMENT.match(text) and count <= 4:
        worth *= 0.25
    elif count <= 3 and not strong:
        worth *= 0.4
    return worth * float(max(len(text), 24) ** 0.6)


def _binding(text: str) -> float:
    """What its form adds, when no strong word says that it is a rule."""
    if signals.is_order(text):
        return ORDER
    return WEAK if signals.says(signals.RULE, text) else 0.0


def declares(text: str, *, alone: bool = True) -> bool:
    """A plain statement of how things are, with nobody in it and no news: said by a user, it is how they shall be.
    Among others, which may be a program's, only as a whole sentence."""
    if not alone and (":" in text or not text.endswith(".")):
        return False
    return 12 < len(text) < 110 and not _NEWS.search(text) and not pasted(text) and not signals.ORDER.match(text)


def is_rule(text: str) -> bool:
    """It rather binds beyond this turn than not; a question hardly ever does."""
    return ruling(text) > (SURELY if text.rstrip().endswith("?") else LIKELY)


def requests(text: str) -> bool:
    """It opens by asking for something to be done."""
    return bool(REQUESTS.match(text) or ASKS.match(text))


def nods(text: str) -> bool:
    """A word of consent or of thanks, and nothing else."""
    said = words(text)
    return (len(said) <= 5 and all(word in NODS for word in said)) or closes(text)


def sets_aside(text: str) -> bool:
    """It turns down what the agent just said to do, or puts it off."""
    return bool(signals.OBJECTION.match(text) or _ASIDE.search(text[:120]))


def closes(text: str) -> bool:
    """Thanks, praise said twice, or a goodbye: what was asked for is done."""
    if "?" in text or len(text) >= 80:
        return False
    said = words(text)
    thanks = bool(THANKS.intersection(said)) or (len(said) > 1 and PRAISE.issuperset(said))
    return thanks and CLOSING.issuperset(said)
