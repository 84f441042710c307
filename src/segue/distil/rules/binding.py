"""Whether words hold beyond the turn they were said in, so that they may be called a rule.

Most messages with a "must" or a "never" in them do not: they report, guess, plan, or ask for one thing now."""

from __future__ import annotations

import re

from segue.distil import signals
from segue.distil.pasted import pasted
from segue.distil.rules.clauses import REQUESTS
from segue.patterns import late

BINDING = (
    r"must(?:n'?t)?|never|always|do not|don[’']?t|dont|under no circumstances|(?:not|only) allowed|forb(?:id|ade)\w*|"
    r"prohibit\w*|banned|mandatory|off.limits|hands off|may (?:not|only|never)|no more than|at most|only ever|strictly|"
    r"refrain|without exception|no exceptions?|every (?:new |single )?\w+ (?:must|needs|gets|has|should)|"
    r"leave .{1,40} alone|from (?:now|here) on|going forward|no.go|not (?:subject to|negotiable|up for)|stays? as is|"
    r"stop \w+ing|absolutely (?:no|not|nothing)|stick to|(?:has|have) to|avoid|should (?:always|never|only|not)|"
    r"shouldn'?t|keep (?:the|all|every|it|this)|nobody(?! knows)|"
    r"(?:can'?t|cannot) (?:go|be(?! right| true)|exceed|grow|take|have)|"
    r"niemals|immer(?! noch)|stets|jamais|toujours|nunca|siempre|sempre|nooit|altijd"
)
"""Words that bind, where nothing says that they only report, guess or ask."""
LIMITED = r"make sure|ensure|prefer\w*|should|by default|nothing else|treat|limit"
"""Words that bind only beside one that says how far."""
AT_LARGE = (
    r"every|each|all|any|anything|anywhere|everything|everywhere|always|never|ever|whenever|new \w+s|no|only|"
    r"in (?:this|our|the) (?:repo\w*|project|code ?base|code|app|monorepo)|from now on|by hand|at all times|"
    r"instead of|policy|read.only|wherever|no matter"
)
HERE = (
    r"in (?:this|our) (?:repo\w*|project|code ?base|app|package|monorepo|company|team|code)|"
    r"(?:my|our) (?:convention|rule|policy|style|standard)s?|(?:append|read|additions).only|(?:is|are) frozen|"
    r"out of bounds|one \w+ per \w+|needs? my (?:ok|okay|approval|sign.?off)|applies to (?:all|every)|"
    r"without (?:asking|my (?:ok|okay|approval))|no exceptions?|in that order|is required|are required|"
    r"(?:for|across|in) the whole (?:project|repo\w*)|for the record|"
    r"(?:house|general|one|hard) (?:rule|convention|constraint|requirement)|règle|regel|"
    r"(?:remember|note|merken):|remember that|keep in mind|that'?s (?:law|the rule|the bar|how (?:we|it))|"
    r"the (?:standard|norm|rule) here|nothing .{1,30} may|house style|reserved for"
)
"""How it is here: a rule without a word that binds."""
_NONE = late(
    r"^\W*(?:and |also |but |ok(?:ay)?,? )*no (?!problem|worries|idea|doubt|objections?|issues?|matter|need|way|luck)"
    r"[\w-]+(?:[ ,][\w-]+){0,4} (?:without|anywhere|ever|outside|unless|until|to (?:shared|main|master|prod\w*))\b",
    re.I,
)
"""No such thing in such a place."""
_OPENS = (
    r"(?:(?:ok(?:ay)?|but|and|so|hm+|wait|ah|oh|well|also|yeah|yes|no)\W+)*"
    r"(?:is|are|was|were|does|did|(?:do|don[’']?t) (?:you|we|i)|should(?:n[’']?t)?|can|could|would|feel|why|what|how|"
    r"which|who|where|looks?|seems?|apparently|maybe|probably|must (?:be|have)|never mind|nvm|always (?:good|nice)|"
    r"i (?:think|guess|never|always|thought|tried|had|believe|assume|hope|wonder|have|need)|i['’]?(?:ll|ve)|"
    r"you (?:never|always|did|already|still|should be|don[’']?t)|we (?:always |never )?(?:had|were|have|need)|"
    r"(?:it[’']?s?|this|that) (?:always|never|still|just|now|keeps?|only|looks|seems|must be|must have|avoids?))"
)
"""A question, a guess, a remark on the agent or on what was seen."""
_ONCE = (
    r"tomorrow|tonight|today|yesterday|right now|for now|not (?:now|yet)|this time|just once|step back|"
    r"(?:next|last) (?:week|time|month|night)|before you (?:finish|stop|go)|(?:i|we)(?:['’]ll| will|['’]d)? have to|"
    r"keep (?:it|this|the \w+(?: \w+)?) (?:up|going|running|coming|open)|keep it(?=[,.;]| and)"
)
"""It is about now, or about one time."""
_SEEN = (
    r"must (?:have (?:been|gone|broken|\w+ed)|be (?:an?|the|some\w*|because|due|related))|should be able|"
    r"(?:always|never|still|keeps?) (?:(?:crash|fail|br[eo]a?k|hang|hung|thr[eo]w|fr[eo]ez|stall|flak|finish|load|"
    r"happen)\w*|work(?:ed|s)|understood|knew|heard|would have|closed|answered|said|asked|had|got|called|"
    r"came|seen?|saw|return(?:s|ed)|time[sd]? out)|"
    r"(?:but|and) (?:now )?(?:it )?(?:isn'?t|doesn'?t|didn'?t|is not|does not|does)|"
    r"but (?:now|(?:i|it|we) (?:get|got|see|saw))|\S{0,40}(?:error|exception|warning):|i guess|i believe|"
    r"(?:i (?:don[’']?t|dont|do not)) (?!want\b)\w+|prefer (?:the )?(?:first|second|third|last|latter|former|option|"
    r"version)|(?:don[’']?t|dont) (?:know|recall|understand|think|see|have|remember|get|mind|like|worry|bother|forget|"
    r"stop|do (?:it|that|this))"
)
"""A report, a conjecture, an error, a choice among things shown."""
_PASSING = late(rf"^\W*{_OPENS}\b|(?<![\w-])(?:{_ONCE}|{_SEEN})(?!\w)", re.I)
"""What is said in passing, whatever words that bind are in it."""
_MEANS = late(
    r"^\W*(?:no|nope|nah|wait|hm+)\s*[,.!;:-]|\b(?:it|its|it's|that(?:'s| is| was|(?=\W*$))|this|these|those|them|they|"
    r"you(?:['’]ve| have| just| did)|again|still|why|wrong|i (?:meant?|thought|said)|actually|wait|revert|undo|back)\b",
    re.I,
)
"""It means something that was just done or said."""
_PART = late(r"[,;:.] ")


def is_standing(text: str) -> bool:
    """A rule that holds beyond the request it came with."""
    if text.rstrip().endswith("?") or REQUESTS.match(text) or pasted(text) or _PASSING.search(text):
        return False
    if signals.pattern(BINDING).search(text) or signals.pattern(HERE).search(text) or _NONE.match(text):
        return True
    if signals.pattern(LIMITED).search(text) and signals.pattern(AT_LARGE).search(text):
        return True
    return signals.is_order(text) and bool(signals.pattern(signals.BINDS).search(text))


def is_general(text: str) -> bool:
    """A rule that means nothing of what was just done: it objects to nothing."""
    first = _PART.split(signals.pattern(HERE).sub("", text), maxsplit=1)[0] + ","
    return is_standing(text) and not _MEANS.search(first)
