"""What the agent said and is no longer so: refused, given up, broken, said anew, or true only while it was said."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from segue.distil import signals
from segue.distil.digest import Digest, Turn, changed
from segue.distil.records import AGREED, AT_THE_TIME, BEFORE_EDIT, ON_THE_WAY, bare, content
from segue.distil.rules.checks import parts
from segue.distil.rules.clauses import nods
from segue.distil.rules.corrections import OVERRULES, corrective, drops, gave_way, is_quoting
from segue.distil.rules.last_checks import checked_at, passed_at
from segue.distil.rules.moved_on import moved_on
from segue.distil.rules.numbers import is_older
from segue.distil.rules.retried import in_vain
from segue.distil.rules.verdicts import ended
from segue.distil.sentences import sentences
from segue.distil.yielding import yielded
from segue.patterns import late
from segue.session.records import Call, Said

SHARED = 2
"""Words that a message shares with an objection to it, or with what replaces it; what shares none is beside it."""
SHORT = 50
"""Letters below which a sentence may stand in the user's message by chance."""
NAMED = 2
_NAMES = late(r"`([^`\n]{1,80})`")
"""What a message names in code, by more than so many letters."""
OPENING = 400
"""Characters of a message within which it takes an earlier one back."""
LOOKED_AT, LOOKED_INTO = 4000, 600
"""Characters of what the user says next, and of a message that may find a fault."""
_UNDER_WAY = late(r"(?:now,? |ok(?:ay)?,? )?i(?:['’]m| am) (?:now |also |just |still )?\w+ing\b", re.I)
_OF_THE_MOMENT = late(
    r"^(?:state|status|where we are|where things stand)(?: (?:right )?now)?\b|\b(?:right now|for the moment|so far)\b|"
    r"\b(?:not|nothing|never)\b[^.,;]{0,30}\byet\b|\bstill (?:waiting|running|in progress|under way|going|pending|"
    r"not (?:yet )?(?:based|merged|pushed|done|finished|there))\b|"
    r"\b(?:is|are) (?:now |still |currently )?(?:running|waiting)\b|\bcurrently (?:running|waiting|at|on)\b",
    re.I,
)
"""How something stood while it was said."""
_PASSING = ("yet", "now", "moment", "so far", "still", "running", "waiting", "currently", "stat", "where ")
_FOR_THE_USER = late(r"(?:now )?you(?:['’]ll| will)? (?:just |now )?(?:need to|have to|should now|can now)\b", re.I)
_GREEN = late(r"\b(?:tests?|checks?|suite|lint\w*|build)\b.{0,30}\b(?:pass(?:es|ed|ing)?|green|clean)\b", re.I)
_RED = late(
    r"\b(?:tests?|checks?|suite|lint\S*|build|step|task)\b.{0,40}\b(?:fails|is failing|are failing|still fail\w*)\b|"
    r"\bfailing (?:step|test|check)s?\b",
    re.I,
)
_BROKE = late(
    r"\bstill\b.{0,40}\b(?:not|fail\w*|see|same|error\w*|broken|wrong|happen\w*|get\w*)\b|"
    r"\b(?:does ?n['’]?t|does not|did ?n['’]?t|not|isn['’]?t) work|"
    r"Traceback|\bpanic:|^[ \t]*(?:--- )?FAIL\b|^[ \t]*\w{0,40}(?:Error|Exception): ",
    re.I | re.M,
)
"""What the user reports, or pastes, of something that does not work."""
_WRONG = late(
    r"\b(?:issues?|problems?|bugs?|culprit|cause[sd]?|wrong|broken|missing|fail\w*|crash\w*|error\w*|no|not|never|cannot|"
    r"only|still|inconsistent|noisy|stale|blocker)\b|n['’]t\b"
)
_WELL = ("pass", "green", "clean")
_HINTS = ("still", "work", "traceback", "panic", "fail", "error", "exception")
"""Looked for first: few messages hold one."""
_UNWANTED = late(r"(?i)\b(?:no|without|drop|remove|ditch|not) (?:the |that |any |more )?`?([\w./@-]*\w)")
"""What the user says no to, by its name."""
_PROMISES = late(
    r"\b(?:now (?:works?|uses?|shows?|has|have)|should (?:now|see|work|be)|will (?:now|be|see|work)|works? now|"
    r"no (?:new |more |longer any )?(?:\w+ )?(?:issues?|errors?|failures?)|pass(?:es)?|fixed|resolved|good to go)\b",
    re.I,
)


def since_of(turn: Turn, digest: Digest) -> Since:
    """What came after a turn, worked out once: several rules ask."""
    if turn.since is None:
        turn.since = Since(turn, digest)
    since: Since = turn.since
    return since


class Since:
    """What came after a turn, as far as it takes back what was said in it."""

    def __init__(self, turn: Turn, digest: Digest) -> None:
        self._turn = turn
        self._after = after = digest.turns[turn.index + 1] if turn.index + 1 < len(digest.turns) else None
        self._reply = reply = after.ask.text if after and after.ask else ""
        self.objected = bool(signals.OBJECTION.match(reply))
        """The user's next word refuses the report."""
        self.taken_up = content(reply)
        self._unwanted = set(_UNWANTED.findall(reply[:LOOKED_AT]))
        self._digest = digest
        self._admitted = digest.once(admitted)
        self._quoted = bare(reply)
        overruled = after is not None and not is_quoting(reply) and (drops(after) or corrective(after) >= OVERRULES)
        self._given_up = overruled and after is not None and gave_way(after)
        self._failed = in_vain(turn, after)
        self._broke = broke = self._failed or reports_failure(reply)
        self._opposed = overruled or broke

    def voids(self, text: str, line: int) -> bool:
        """Of any sentence: it was so while it was said, or the user's next word is about it, or how it stands is told
        by what was said or run last."""
        return (
            self.passed(text)
            or (bool(self._reply) and bool(_FOR_THE_USER.match(text)))
            or (len(text) > SHORT and bare(text) in self._quoted)
            or is_older(text, line, self._digest)
            or moved_on(text, line, self._digest)
            or (line < self._digest.once(passed_at) and "fail" in text.lower() and bool(_RED.search(text)))
            or (line < self._digest.once(checked_at) and signals.has(_WELL, text.lower()) and bool(_GREEN.search(text)))
        )

    def passed(self, text: str) -> bool:
        """It tells what was under way, or how something stood for the moment, and the session went on."""
        moment = self._after is not None and signals.has(_PASSING, text.lower())
        return bool(_UNDER_WAY.match(text) or (moment and _OF_THE_MOMENT.search(text)))

    def voice_of(self, said: Said) -> str:
        """How a message is announced, by where it stands: before something that took it back, before an edit, on the
        way to an answer, or as an offer which the user takes up. What says no more than who speaks is the last word
        on it, as far as can be seen."""
        if self._is_taken_back(said):
            return AT_THE_TIME
        if self._is_mended(said):
            return BEFORE_EDIT
        if self._is_worked_on(said):
            return AT_THE_TIME
        if not self._turn.reports(said):
            return ON_THE_WAY
        agreed = bool(self._reply) and nods(self._reply.lower())
        return AGREED if agreed and _offers(said) else ""

    def _is_taken_back(self, said: Said) -> bool:
        """It came to nothing, the user's next word is against it or names what they do not want, or another fault took
        its place."""
        about = len(content(said.text) & self.taken_up)
        return (
            self._failed
            or (self._opposed and about >= SHARED)
            or any(said.line < line and len(told & content(said.text)) > SHARED for line, told in self._admitted)
            or (bool(self._unwanted) and not self._unwanted.isdisjoint(_NAMES.findall(said.text)))
            or (_finds_fault(said.text[:LOOKED_INTO].lower()) and self._is_replaced(said))
        )

    def _is_mended(self, said: Said) -> bool:
        """An edit of what it names follows it in its turn."""
        return _touches(said, [call for call in self._turn.calls if call.line >= said.line])

    def _is_worked_on(self, said: Said) -> bool:
        """Its turn only looked, and a file that it names was changed in a later one."""
        last = {} if changed(self._turn.calls) else self._digest.once(last_changed)
        named = (name.rpartition("/")[2].partition(":")[0] for name in _NAMES.findall(said.text[:LOOKED_INTO]))
        return bool(last) and any(last.get(name, 0) > said.line for name in named)

    def _is_replaced(self, said: Said) -> bool:
        """What was changed for its sake did not pass, and something was changed again; or the agent names a fault of
        the same thing anew before it changed anything."""
        later = [call for call in self._turn.calls if call.line > said.line]
        edits = [call.line for call in later if changed([call])]
        check = next((call for call in later if edits and call.line > edits[0] and parts(call.command)), None)
        if check is not None and ended(check) == "failed" and edits[-1] > check.line:
            return True
        about = content(said.text[:LOOKED_INTO])
        heard = ((one.line, one.text[:LOOKED_INTO]) for one in self._turn.said if one.line > said.line)
        again = (line for line, text in heard if _finds_fault(text.lower()) and len(about & content(text)) >= SHARED)
        anew = next(again, 0)
        return anew > 0 and not any(line < anew for line in edits)

    def refutes(self, text: str) -> bool:
        """Of a sentence of the report: asked and answered, refused, given up (it is told with the correction, if at
        all), or promised and not so."""
        return (
            (bool(self._reply) and text.endswith("?"))
            or (self.objected and bool(content(text) & self.taken_up))
            or (self._given_up and signals.has(signals.ADVISES, text.lower()))
            or (self._broke and bool(_PROMISES.search(text)))
        )


@lru_cache(maxsize=256)
def reports_failure(text: str) -> bool:
    """The user says, or pastes, that something does not work. Remembered: of each message it is asked twice."""
    reported = text[:LOOKED_AT]
    return signals.has(_HINTS, reported.lower()) and bool(_BROKE.search(reported))


def admitted(digest: Digest) -> list[tuple[int, frozenset[str]]]:
    """Where the agent says that it was wrong about something, and the words that tell what."""
    openings = ((one.line, one.text[:OPENING]) for turn in filter(digest.is_recent, digest.turns) for one in turn.said)
    return [(line, content(told)) for line, told in openings if signals.has(signals.ADMITS, told.lower())]


def last_changed(digest: Digest) -> dict[str, int]:
    """Where each file was changed last, by the last part of its path."""
    return {path.rpartition("/")[2]: trail.last.line for path, trail in digest.trails.items()}


def _touches(said: Said, calls: Sequence[Call]) -> bool:
    """They change something that the message names, or the next thing done is a change."""
    named = [name.strip("()") for name in _NAMES.findall(said.text[:LOOKED_INTO])]
    for number, call in enumerate(calls):
        if not changed([call]):
            continue
        if number == 0 or not named:
            return True
        told = "\n".join(f"{touch.path}\n{touch.old}\n{touch.new}" for touch in call.files)
        if any(name in told or name.rpartition("/")[2] in told for name in named if len(name) > NAMED):
            return True
    return False


def _finds_fault(low: str) -> bool:
    """It says what is wrong and why; giving way to the user, it says what was."""
    return signals.has(signals.CAUSE_STRONG, low) and bool(_WRONG.search(low)) and yielded(low) < 1


def _offers(said: Said) -> bool:
    """It says what might be done, and ends with an offer to do so."""
    found = sentences(said.text)
    if not found or not found[-1].text.endswith("?") or not signals.has(signals.OFFERS, found[-1].text.lower()):
        return False
    return any(signals.has(signals.ADVISES, one.text.lower()) for one in found[:-1])
