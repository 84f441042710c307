"""Whether a message of the user's overrules the agent."""

from __future__ import annotations

import re

from segue.distil import signals
from segue.distil.digest import Turn
from segue.distil.pasted import own_ends, pasted, voiced
from segue.distil.records import content
from segue.distil.rules.clauses import ASKS, PASTE, REQUESTS, WHOLE
from segue.distil.sentences import Sentence, sentences
from segue.distil.yielding import concedes, yielded
from segue.patterns import late

OVERRULES = 0.5
"""From here on a message counts as overruling the agent."""
DROPPED, SOLVED = "User set aside later:", "User, solved since:"
REVIEW, FIRST = 200, 24
"""Characters of a review at least, and of the words that a message opens with."""
_REFUSES = late(
    rf"\W*(?:{signals.NO}|nope|nah|not now|rather not|"
    r"(?:don'?t|dont)(?! (?:know|worry|mind|care|forget|hesitate|stop)))\b",
    re.I,
)
_DROPS = late(
    r"\W*(?:(?:ok(?:ay)?|yeah|yes|yep|hm+|actually|no|well|so|alright|oh|wait|nvm|never ?mind)\W+)*"
    r"(?:scra\w{1,3}h|scrap|drop|forget|ignore|never ?mind|nvm|abandon)(?: about)? "
    r"(?:(?:that|this|the) (?:idea|plan|thought|part)\b|"
    r"(?:that|it)(?=\W*$|[,.;:!?]|\W+(?:and|now|then|we|i|let'?s)\b))",
    re.I,
)
_TURNS_DOWN = late(
    r"\btoo (?:heavy|complex|complicated|big|slow|expensive|risky|fancy|clever|much (?:work|effort|magic))\b|"
    r"\boverkill\b|\bno appetite\b|\bnot (?:convinced|worth it|a fan|keen|for us|my thing)\b|"
    r"\btried (?:that|it|this)\b|\bleave .{2,40} out\b|\b(?:i'?d|would) rather\b|"
    r"\b(?:skip|shelve|park) (?:it|that|this)\b|\bput (?:it|that) away\b|"
    r"\b(?:don'?t|dont) (?:love|like) (?:it|that|this)\b|\bmaybe later\b|\bif ever\b",
    re.I,
)
_TURNING_DOWN = (
    "too ", "overkill", "appetite", "not ", "tried", "leave", "rather", "skip", "shelve", "park", "put ", "don't",
    "dont", "later", "ever",
)  # fmt: skip
"""One of them stands in every such message: looked for first."""
OF_WHICH = 600
"""Characters of a message within which it may quote what it then says is not true."""
TURNED_DOWN = 60
"""Characters of a message within which it turns a proposal down."""
_OBJECTS = (
    rf"(?<!oh )(?<!oh, ){signals.NO}|nope|wrong|actually|revert|undo|scratch|forget|never ?mind|ignore|instead|"
    r"(?:(?<!\w )|(?<=please )|(?<=ok )|(?<=okay )|(?<=just )|(?<=no )|(?<=wait ))stop(?! (?:for a|everything)\b)|"
    r"that'?s not|not|(?:don'?t|dont)(?! (?:know|recall|understand|have|think|forget|worry|mind|bother))"
)
_PRAISES = late(
    r"\W*(?:good (?:idea|job|work|point|catch)|awesome|wow\W+(?:ok|nice|great|cool|good|thanks)|works|thanks?|"
    r"thank you|perfect|great|ni+ce|cool|lgtm|"
    r"lovely|(?:sounds|looks) (?:good|great)|"
    r"(?:this|that)(?:'s| is) (?:very |really )?(?:good|great|nice|lovely|what i meant))\b"
    r"(?!.{0,60}\b(?:but|however|except|instead)\b)",
    re.I | re.S,
)
_HESITATES = r"wait|but|hmm+|why (?:did|are|not)"
_DENIES = (
    r"i meant|i mean|that'?s not(?! (?:ready|done|finished|there)\b)|"
    r"this is not|it'?s not|not what|i thought|shouldn'?t|isn'?t|isnt|doesn'?t|"
    r"too (?:much|many|long|strict)(?! (?:clients|connections|requests|files|open|arguments|redirects))|"
    r"still (?:not|fails|the)|i don'?t (?:want|like)|i dont (?:want|like)|"
    r"wasn'?t|aren'?t|we don'?t need|instead of|should not|on purpose|nobody asked|(?:did ?n['’]?t|never|not) ask for"
)
_SHOWS = late(r"\b(?:reports?|shows?|prints?|says?|returns?|gives?|gets?|displays?)\b[^.?!]{0,60}\binstead of\b", re.I)
"""A fault that the user saw, and nothing that the agent said."""
REVERTS = late(
    r"(?:^|[.!?,] |\bplease )(?:(?:put|change|move|turn) (?:it|that|this|them) back|take (?:it|that|this|them) out|"
    r"throw (?:it|that|this|them|all that) (?:away|out)|"
    r"(?:out with|get rid of) (?:it|that|this|them)|go back to (?:that|the (?:old|last|previous|original)|how|what))\b|"
    r"\bi (?:really |kind ?of |kinda )?hate (?:it|this|that|how)\b",
    re.I,
)
"""What was done is to be undone, wherever the message says so."""
_NUMBERED = late(r"\W*\d{1,2} ?[:.)]\s")
"""Answers to points, by their number."""
_WANTS = late(r"\W*(?:ok(?:ay)?|so|now|alright|great|cool|and)\W+(?:now |so )?i (?:need|want|would like)\b", re.I)
"""The next thing is asked for."""
_RESOLVED = late(
    r"\b(?:i see it|(?:it |that )?works|(?:it'?s )?working|got it) now\b|\b(?:i|we) (?:got it working|found it)\b",
    re.I,
)
"""What was wrong is no longer."""
_SEEN = late(r"^.{0,30}\bno\b.{0,20}\bi see (?:it|them) now\W*(?:\w+\W*){0,2}$", re.I)
"""The user's own mistake."""
_SLIP = late(r"(?:sorry\W+)?(?:\w+\W+){1,3}i meant?\W*|(?:sorry\W+)?i meant? (?:\w+\W*){1,2}", re.I)
"""The user puts a word of their own right."""
_UNTRUE = late(r"\b(?:not|isn['’]?t) (?:fully |quite |entirely |really |exactly )?(?:true|accurate)\b", re.I)
_QUESTION = late(r"\?$|\b(?:since when|why|how|when|where|which|what)\W*$", re.I)
_STOP = late(r"[.,;!](?=\s|$)")
FOLLOWS = late(r"\W*no\b[^,.;!?]{0,20}\bthen\b", re.I)
"""A no that does as the agent advised."""
_MEANT = late(r"\b(?:i meant?|i thought|that'?s not|thats not|not what|on purpose)\b", re.I)


def corrective(turn: Turn) -> float:
    """How likely the message overrules the agent: by its own words, by how it came, by what the agent answered."""
    if turn.amends is None:
        turn.amends = _corrective(turn)
    return turn.amends


def _corrective(turn: Turn) -> float:
    ask = turn.ask
    if ask is None or not turn.before:
        return 0.0
    if ask.via == "rejection":
        return 1.0
    if _is_lost(ask.text) or (
        len(ask.text) < REVIEW and (_RESOLVED.search(ask.text) or _SLIP.fullmatch(ask.text.strip()))
    ):
        return 0.0
    score = _by_words(turn, ask.text)
    if turn.said and len(ask.text) < 1500:
        asks = REQUESTS.match(ask.text) or _WANTS.match(ask.text) or signals.AGREEMENT.match(ask.text)
        said = turn.said[0].text
        gives_way = concedes(said) if asks else yielded(said)  # "got it" is said to a request, too
        score += (0.3 if is_quoting(ask.text) else 0.5) * gives_way
    return min(score, 1.0)


def _by_words(turn: Turn, text: str) -> float:  # noqa: PLR0911 (a table of cases, the first that fits)
    if _is_denied(text[:OF_WHICH]):
        return 0.6
    if _answers(turn) or _NUMBERED.match(text) or FOLLOWS.match(text):
        return 0.3
    if ASKS.match(text) or is_quoting(text):
        return 0.1
    if _PRAISES.match(text):
        return 0.0
    if _only_asks(text):
        return 0.3
    if signals.says(_OBJECTS, _opening(text)) or signals.says(_DENIES, _SHOWS.sub("", text[:120])):
        return 0.3 if REQUESTS.match(text) or _WANTS.match(text) else 0.6
    if turns_down(turn) or REVERTS.search(text[:OF_WHICH]):
        return 0.6
    if signals.says(_HESITATES, _opening(text)):
        return 0.35
    return 0.2 if signals.says(signals.CORRECTION, text[:160]) else 0.0


def _opening(text: str) -> str:
    """The first words, whole: of "not" cut short a no would be left."""
    return text if len(text) <= FIRST else text[: max(text.rfind(" ", 0, FIRST + 1), 0)]


def _answers(turn: Turn) -> bool:
    """The agent had asked something, other than whether to go on: a no is the answer."""
    said = turn.before[-1].text
    last = sentences(said)[-1:] if "?" in said else ()
    asked = bool(last) and last[0].text.endswith("?")
    return asked and offer_refused(turn) is None and not turns_down(turn)


def _is_lost(text: str) -> bool:
    """The user cannot follow, and says nothing against it."""
    said = text[:OF_WHICH]
    return signals.says(signals.LOST, said) and not signals.says(f"{_OBJECTS}|{_DENIES}", said)


def _only_asks(text: str) -> bool:
    """It ends in a question: it overrules only when the agent gives way to it."""
    return len(text.strip()) < 2 * WHOLE and asks(text)


def asks(text: str) -> bool:
    """It ends in a question, and says no no."""
    bare = text.strip()
    if not _QUESTION.search(bare):
        return False
    return not (_MEANT.search(bare) or signals.OBJECTION.match(bare) or _is_denied(bare[:OF_WHICH]))


def is_review(text: str) -> bool:
    """Nobody speaks in it, at some length: somebody's finding, handed on."""
    handed_on = len(text) > REVIEW and not voiced(text) and not _speaks_around(text)
    return handed_on and not _hesitates(text) and not _is_denied(text[:OF_WHICH])


def _speaks_around(text: str) -> bool:
    """What is another's stands between the marks of code, and the user's own words around it."""
    return "```" in text and bool(own_ends(text))


def is_quoting(text: str) -> bool:
    """A long message that opens in another's words: a review, a report. It objects to no word of the agent's."""
    if len(text) < PASTE / 2 or voiced(text[:160]) or signals.EXPLICIT.match(text):
        return False
    if pasted(text.strip()[:PASTE].split("\n", 1)[0]) or _speaks_around(text):
        return False
    return not _hesitates(text) and not signals.says(_DENIES, text[:60]) and not _is_denied(text[:OF_WHICH])


def _hesitates(text: str) -> bool:
    return signals.says(f"{_OBJECTS}|{_HESITATES}", _opening(text))


def drops(turn: Turn) -> bool:
    """The user gives up what they had asked or said before, or sees that it is well after all."""
    return turn.ask is not None and (bool(_DROPS.match(turn.ask.text)) or sees(turn))


def sees(turn: Turn) -> bool:
    """What the user had said was their own mistake, or is well after all."""
    return turn.ask is not None and len(turn.ask.text) < WHOLE and bool(_SEEN.search(turn.ask.text))


def offer_refused(turn: Turn) -> Sentence | None:
    """The agent's offer, at the end of its last words, that the user says no to."""
    if turn.ask is None or not turn.before or not _REFUSES.match(turn.ask.text):
        return None
    last = sentences(turn.before[-1].text)[-3:]
    return next((one for one in last if one.text.endswith("?") and one.text.lower().startswith(signals.OFFERS)), None)


def _is_denied(text: str) -> bool:
    return signals.has(("true", "accurate"), text) and bool(_UNTRUE.search(text))


def turns_down(turn: Turn) -> bool:
    """The user does not want what the agent has just proposed, without a no."""
    words = turn.ask.text[:TURNED_DOWN] if turn.ask and turn.before else ""
    declined = _TURNS_DOWN.search(words) if signals.has(_TURNING_DOWN, words.lower()) else None
    if declined is None or (content(declined[0]) and content(declined[0]) <= content(turn.before[-1].text)):
        return False  # in the agent's own words it takes what was proposed
    return not _takes_one(turn) and signals.has(signals.ADVISES, turn.before[-1].text.lower())


def _takes_one(turn: Turn) -> bool:
    """It opens with a few of the agent's own words: "substeps. the other one is overkill" takes what it names."""
    first = _STOP.split(turn.ask.text.strip(), maxsplit=1)[0] if turn.ask else ""
    named = content(first) if len(first) <= FIRST else frozenset()
    return bool(named) and named <= content(turn.before[-1].text)


def gave_way(turn: Turn) -> bool:
    """The agent's first words to the user's message give way to it."""
    return bool(turn.said) and yielded(turn.said[0].text) >= 1
