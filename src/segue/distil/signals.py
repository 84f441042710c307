"""What words give away, as tables: the user's corrections and rules, the agent's causes, choices and retreats.

A signal never decides alone: the rules weigh it with where the words stand."""

from __future__ import annotations

import re
from functools import cache

from segue.patterns import compiled, late

RULE = (
    r"must(?:n'?t)?|never|always|do ?n[o']?t|dont|don’t|only|make sure|ensure|should(?:n'?t)?|needs? to|has to|"
    r"have to|prefer\w*|avoid|keep|without|not allowed|at most|at least|no more than|required?|forbidden|"
    r"mandatory|stick (?:to|with)|leave .{1,40} alone|hands off|off.limits|under no circumstances|no longer|every|"
    r"any \w+ (?:must|has)|may not|can'?t|cannot|use \S+|refrain|as long as|unless|exactly|strictly|treat|limit|"
    r"no \w+ing|nothing .{1,30} (?:may|should)|until"
)
STRONG_RULE = (
    r"must(?:n'?t)?|never|always|do not|don[’']?t(?! (?:know|recall|understand|think|see|have|remember|get|mind|like))|"
    r"dont(?! (?:know|think|understand|like))|make sure|ensure|under no circumstances|(?:not|only) allowed|"
    r"forb(?:id|ade)\w*|prohibit\w*|banned|mandatory|off.limits|hands off|may not|no more than|at most|has to|have to|"
    r"only ever|stick to|strictly|refrain|without exception|every (?:new |single )?\w+ (?:must|needs|gets|has)|"
    r"leave .{1,40} alone|avoid|prefer|keep (?:the|all|every|it|this)|from (?:now|here) on|going forward|no.go|"
    r"nothing else|by default|should(?:n'?t)? (?:always|never|be|not|stay|go|use|live|have|remain)|"
    r"not (?:subject to|negotiable|up for)|stays? as is|(?:can'?t|cannot) (?:go|be|exceed|grow|take|have)|"
    r"stop \w+ing|absolutely (?:no|not|nothing)|ask (?:me|him|her|them|us|\w+) (?:before|first)|"
    r"(?:you|we|one) (?:can'?t|cannot|can ?not|may not|shall not)"
    r"(?! (?:see|find|tell|know|believe|imagine|get|reproduce|remember))|"
    r"(?:is|are|was) (?:not|no) (?:a |an )?(?:solution|option|acceptable|okay|ok|allowed|wanted)|"
    r"(?:it|that|this|they|those|everything|and) (?:stays?|remains?)(?! (?:broken|red|the problem))|"
    r"not (?:above|below|over|under|more than|less than|longer than|before|until|after)|"
    r"hard (?:limit|rule|requirement)|no (?:new|more|extra|other|additional|further) \w+|(?:please|pls) no|"
    r"nothing (?:with|that|which|in|against|on|to|from|before|after|may|should)"
)
ORDER = late(
    r"^\W*(?:please |also |and |but |ok(?:ay)?,? |then |so |btw,? |note:? |remember:? )*(?:use|put|write|leave|"
    r"treat|ask|name|store|return|skip|follow|wait|make|place|format|pin|respect|assume|stay|document|limit|"
    r"restrict|work|split|let|keep|avoid|prefer|stick|refrain|nothing|nobody|no one|no|only|never|always|all|every|"
    r"each|any|whatever|whenever|anything|everything|tell|show|check with|run|target|support)\b",
    re.I,
)
"""A sentence that begins like a rule."""
_BUT = {
    "never": "mind|seen?|saw|heard|had|got|knew|understood|been|ever|thought|did|would|could|again|in|used|a|an|the",
    "always": "nice|good|fun|happy|great|the|a|an|had|been|thought|forget|gets?|seems?|is|was|works?|fails?|crash\\w*",
    "(?:do not|don[’']?t|dont)": "know|worry|mind|think|see|get|understand|have|bother|forget|recall|remember|care|"
    "want|like|we|you|they|i|need|tell|believe|even|really|ask|laugh|just",
}
"""Words that open an order, and what follows them where they open something else."""
EXPLICIT = late(
    r"^\W*(?:(?:please|pls|also|and|but|so|ok(?:ay)?|oh|btw|note|remember|rule|one thing|reminder|important)\W+)*(?:"
    + "".join(rf"{word} (?!(?:{others})\b)[a-z]+|" for word, others in _BUT.items())
    + r"under no circumstances|no [\w -]{3,40} (?:without|unless|until|before|ever|anywhere)\b|"
    r"(?:every|all|each|any) [\w -]{2,40} (?:must|have to|has to|needs? to|go|goes|gets?|stays?)\b|"
    r"only (?:use|edit|change|touch|modify|commit|add)\b|"
    r"\w[\w-]* (?:must not|must never|may not|may never|should never)\b)",
    re.I,
)
"""A rule that says so in its first words; nearly nothing else begins like that."""
ABROAD = late(
    r"\b(?:niemals|nie|immer|bitte|keine[nrms]?|muss|müssen|darf|dürfen|soll(?:en|te|test|st)?|lieber|stets|"
    r"jamais|toujours|il faut|ne .{1,40} pas|doit|doivent|préf[éè]r\w+|évit\w+|uniquement|"
    r"nunca|siempre|deben?|hay que|no (?:toques|uses|hagas|cambies|borres|pongas|modifiques|añadas|elimines|subas)|"
    r"prefier\w+|preferir\w+|sin que|sempre|não|deve(?:m|mos)?|non (?:usare|toccare|modificare|cancellare)|"
    r"wenn möglich|am liebsten|gerne|wäre (?:gut|schön|besser)|si possible|j'aimerais|si es posible|me gustaría|"
    r"se possibile|mi piacerebbe|se possível|nooit|altijd|liever|graag|moet(?:en)?)\b|"
    r"ないで|必ず|絶対|禁止|てください|ようにして|ませんように|できれば|助かります|もらえると|不要|必须|务必|不能|只能|항상|절대|마세요",
)
"""Rules in other languages than English, by their most usual words; asked of small letters."""
RULE_HINTS = (
    "must", "never", "always", "don't", "don’t", "do not", "only", "under no", "may not", "has to", "have to", "keep ",
    "use ", "should", "avoid", "make sure", "every", "ensure", "prefer", "all ", "leave", "stick to", "at most",
    "no more", "without", "allowed", "forbid", "instead", "whatever", "limits", "require", "refrain", "i want", "no, ",
)  # fmt: skip
"""Stand in nearly every rule and correction: a long past is sifted by them before it is looked at."""
NO = (
    r"no(?! (?:problem|worries|idea|doubt|objections?|issues?|matter|more|rush|hurry|output|errors?|luck|news)\b)"
    r"(?! \w+ any ?more\b)"
)
"""The word that refuses, and not the one that consents."""
CORRECTION = (
    r"no|nope|not|wrong|actually|wait|hmm+|but|instead|rather|why (?:did|are|do|is|would|not)|isn'?t|doesn'?t|"
    r"didn'?t|don'?t|dont|shouldn'?t|wasn'?t|aren'?t|revert|undo|stop|i (?:meant|said|thought|don'?t|dont)|again|"
    r"still|scratch|forget|never ?mind|ignore|too (?:much|many|long|strict|complicated)|"
    r"over.?complicat\w+|missing|you (?:forgot|missed)|not what|incorrect|misunder\w+|remove|drop|on purpose|"
    r"out with|get rid of|(?:like|as it was|the way it was) before"
)
WISH = (
    r"i(?:'d| would) (?:like|rather|prefer|go)|i want|i need|let'?s|can we|could we|can you|could you|please|pls|plz|"
    r"we (?:need|want|should)|i (?:think|feel|guess)|goal|how about|what about|[\w.-]+ it is(?=\W*(?:[.!,;]|$))"
)
LOST = r"i (?:do ?n['’]?t|dont) (?:really )?(?:know|understand|get it)|confus\w*|overwhel\w*|not sure|no idea"
"""The user is at a loss: it asks for patience, and binds nothing."""
AGREEMENT = late(
    r"^\W*(?:yes|yeah|yep|yup|ok|okay|k|sure|go|go ahead|do it|sounds good|perfect|great|nice|cool|thanks?|"
    r"thank you|looks good|lgtm|good|correct|right|exactly|agreed?|continue|proceed|done|both|please do)\b",
    re.I,
)
OBJECTION = late(
    rf"\W*(?:hm+\W+|ok(?:ay)?\W+)?(?:{NO}|nope|wrong|revert|undo|stop(?! (?:for a|everything)\b)|that'?s not|not what|"
    r"don'?t(?! (?:forget|worry|mind|bother))|scratch|forget|never ?mind)\b",
    re.I,
)
NO_HELP = late(
    r"\bstill\b.{0,40}\b(?:not|\w*n['’]?t|fail\w*|same|errors?|broken|wrong|happen\w*|there|see\w*|get\w*|red|off|jump\w*|flicker\w*|"
    r"slow|crash\w*|hang\w*|stuck|missing|show\w*|this is)\b|\bnope\b|\bworse\b|\bnot (?:fixed|it|this|that)\b|"
    r"\b(?:does ?n['’]?t|does not|did ?n['’]?t|did not|is ?n['’]?t|not) (?:work|help|start|change|fix|do anything)\w*|"
    r"\bno (?:change|difference|effect|luck)\b|\bsame (?:thing|error|result|problem|issue|as before)\b|"
    r"\b(?:ugly|weird|hideous|awful)\b|"
    r"\b(?:says?|does|shows?|prints?) nothing\b|\bnothing (?:happens|happened|changed|comes|came|shows)\b|"
    r"\bcan['’]?t be (?:that|it|this)\b|\bunfortunately\b|"
    r"\b(?:geht|klappt|funktioniert|startet) (?:immer noch |noch |leider |so )?nicht\b|\bimmer noch\b",
    re.I,
)
"""What was done did not help: a user says so of a change."""
NO_HELP_HINTS = (
    "still", "nope", "worse", "not ", "n't", "n’t", "nt ", "no change", "no difference", "no effect",
    "no luck", "same ", "nothing", "unfortunately", "nicht", "noch", "ugly", "weird", "hideous", "awful",
)  # fmt: skip
CAUSE = (
    "because", "root cause", "the issue", "the problem", "the bug", "the cause", "caused by", "due to", "turns out",
    "turned out", "that's why", "that’s why", "the reason", "since ", "which means", "this means", "so that",
    "doesn't respect", "fatal flaw", "culprit", "explains", "the real ", "found it", "found the", "leads to",
    "results in", "happens when", "the error", "real cause", "really happens", "actually happens",
)  # fmt: skip
ADMITS = (
    "i was wrong", "explanation was wrong", "diagnosis was wrong", "theory was wrong", "wrong cause", "not the cause",
    "i had it wrong", "i misread", "i read past", "nothing to do with it", "forget what i said",
)  # fmt: skip
"""What the agent took to be so is not."""
NAMES_CAUSE = (
    *ADMITS, "root cause", "real cause", "actual cause", "true cause", "the cause is", "the cause was",
    "culprit", "really happens", "actually happens",
)  # fmt: skip
"""What it was, or was not, in so many words."""
CHOICE = (
    "instead of", "rather than", "changed ", "switched", "replaced", "now uses", "now use", "decided", "decision",
    "chose", "chosen", "recommend", "i'd go with", "approach", "option", "prefer", "keep ", "trade-off", "tradeoff",
    "over ", "simplest", "moved", "renamed", "no longer", "default", "should be", "must ", "canonical", "the fix",
    "fixed by", "the design", "policy", "so we", "i'd ", "best ", "not ",
)  # fmt: skip
RETREAT = (
    "won't work", "doesn't work", "didn't work", "not work", "wrong", "revert", "failed", "fails", "can't", "cannot",
    "could not", "couldn't", "abandon", "dropped", "rejected", "ruled out", "dead end", "incorrect", "wouldn't",
    "too strict", "flaw", "breaks", "break ", "broken", "unsafe", "invalid", "not supported", "unsupported",
    "doesn't exist", "does not exist", "not the cause", "wasn't", "overcomplicat", "unnecessary", "would not",
    "isn't valid", "won't", "removed", "lost", "not found", "no such", "mistake", "misleading", "inconsisten",
)  # fmt: skip
CAUSE_STRONG = (
    "root cause", "the issue", "the problem", "the bug", "the cause", "caused by", "turns out", "that's why",
    "that’s why", "the reason", "found it", "found the", "because", "due to", "this means", "which means", "culprit",
    "explains", "the real ", "real cause", "actual cause", "doesn't respect", "i see the",
)  # fmt: skip
NO_NEWS = (
    "as expected", "nothing surprising", "for completeness", "matches what i", "looks fine", "is harmless",
    "don't expect surprises", "not touched by", "isn't touched by", "out of scope here", "continuing to wait",
    "keep waiting", "i'll wait", "i’ll wait", "more time",
    "check status", "checking status", "taking longer", "monitoring", "hands-off", "not intervening", "let it run",
    "letting it ", "letting the ", "no intervention",
)  # fmt: skip
"""The agent looked or waited, and there was nothing to see."""
CONCLUDES = (
    "root cause", "the cause", "the bug was", "the bug is", "the issue was", "the issue is", "the problem was",
    "the problem is", "i decided", "decided to", "i chose", "we chose", "culprit",
)  # fmt: skip
GIVEN_UP = (
    "scrap that", "scrapped", "scrapping", "off the table", "n't on the table", "not on the table", "not an option",
    "n't an option", "a no-go", "i ruled out", "is ruled out", "was ruled out", "ruled it out", "ruled that out",
    "rules out ", "rules it out", "rules that out", "backing it out", "backing this out", "backing that out",
    "backed it out", "taken out again", "took it out again", "took it back", "taking it back", "made it worse",
    "made things worse", "made it slower", "false lead", "red herring", "wrong track", "wrong tree", "gave up on",
    "given up on", "not usable", "n't usable", "unusable", "not viable", "n't viable", "won't fly",
    "not going to work", "n't going to work", "route is closed", "shelved", "is parked", "parked on", "didn't help",
    "doesn't help", "did not help", "buys nothing", "bought nothing", "gains nothing", "gained nothing",
    "so out with it", "throwing it away", "threw it away", "this doesn't hold:", "this doesn't hold.",
    "forget what i said", "stash dropped", "change of plan", "new direction", "i uninstalled", "not pursue",
    "n't pursue", "not worth", "n't worth", "i undid", "i rolled back", "rolled it back", "i reverted", "was reverted",
    "i've undone", "undone my", "put the old", "off the list", "is out for", "wrong tool", "not for us,", "not for us.",
    "wouldn't continue", "second thought", "too optimistic", "diagnosis was wrong", "theory was wrong",
    "hypothesis is out", "theory is out", "is out again", "are out again", "out again, ", "hypothesis is dead",
    "idea is dead", "is dead:", "is not it.", "isn't it.", "was not it", "wasn't it.",
    "not our cause", "isn't the cause",
    "is not the cause", "wasn't the cause", "was not the cause", "has nothing to do with", "had nothing to do with",
    "put it back", "back as it was", "back to how it was", "back the way it was", "as it was before",
    "has the same flaw", "changed nothing", "fixed nothing", "had no effect",
    "never bites", "never bit", "disprove", "refute", "can't express", "cannot express",
)  # fmt: skip
"""What was tried or thought of is not done, in so many words: said of nothing else."""
RETREAT_STRONG = (
    *GIVEN_UP,
    "that is worse", "that's worse", "that’s worse", "worse:", "makes it worse", "is worse", "not enough",
    "has no effect", "doesn't fix", "didn't fix", "did not fix", "does not fix", "i was wrong",
    "won't work", "doesn't work", "didn't work", "not work ", "not work.", "not work,", "not work:",
    "that's wrong", "let me revert", "reverting",
    "does not work", "not acceptable", "dropping that", "i'm dropping", "i drop ", "backing out", "rolling back",
    "giving up on", "abandon", "i'll revert", "not the cause", "wasn't the", "breaks the", "too strict", "dead end",
    "was wrong", "my mistake", "can't use", "cannot use", "isn't supported", "not supported", "unsupported",
    "removing it entirely", "removing that", "wrong tradeoff", "wrong trade-off",
    "not possible", "n't possible", "don't go together", "can't get through", "can't survive", "hold on,",
    "going back to", "switching back to", "switched back to", "moved back to", "went back to",
    "thinking it through", "wrong approach", "wrong call", "is unstable", "ripping out", "backed out",
    "reverted that", "undoing",
)  # fmt: skip
TURNS = ("instead", "replacing", "switching", "too slow", "so i'm ", "so i’m ", "i'll use ", "i’ll use ", "decided")
"""On the way, the agent takes another way."""
OFFERS = (
    "want me to", "would you like", "should i", "shall i", "do you want", "let me know", "ready to", "which ",
    "want that", "want it", "want this",
)  # fmt: skip
"""How an agent's offer or question to the user begins."""
PROPOSES = ("should", "would", "could", "need to", "the fix", "option", "let me add", "i'll add", "i’ll add")
"""The agent says what might be done."""
ADVISES = (
    *PROPOSES, "i'd ", "i’d ", "recommend", "suggest", "i can ", "we can ", "ways to", "cleanest", "simplest",
    "proposal", "by the book",
)  # fmt: skip
"""The same, and what the agent would do itself."""
LOOSE = (
    "not yet", "still ", "remaining", "todo", "next step", "follow-up", "follow up", "pending", "untested",
    "not tested", "unverified", "not verified", "not implemented", "didn't", "did not", "haven't", "has not",
    "hasn't", "not committed", "uncommitted", "untracked", "not run", "open question", "unresolved", "blocked",
    "waiting", "want me to", "would you like", "should i ", "shall i", "let me know", "known issue", "limitation",
    "not done", "left ", "later", "deferred", "out of scope", "need to", "needs ", "will need", "you'll need",
)  # fmt: skip
LOOSE_STRONG = (
    "not yet", "left open", "still running", "still need", "still fail", "still to", "still open", "remaining work",
    "remaining task", "remaining step", "remaining issue", "remaining fail", "remains to", "remaining:", "todo:",
    "still a todo",
    "as a follow-up", "as a follow up", "follow-up:", "follow-ups", "in a follow-up", "is pending", "are pending",
    "still pending", "pending:", "untested",
    "half done", "half-done", "half finished", "half-finished", "halfway", "still red",
    "not tested", "unverified", "not verified", "not implemented", "haven't", "has not", "hasn't", "have not",
    "not committed", "was not run", "not been run", "open question", "unresolved", "blocked",
    "waiting for you", "waiting on",
    "still waiting", "waits for",
    "known issue", "known limitation",
    "not done", "deferred", "out of scope", "will need", "you'll need", "no tests",
    "only partially", "not started", "left to do", "didn't produce", "didn't run", "didn't modify", "did not run",
    "next steps:", "next step is", "not merged", "still draft", "couldn't fetch", "could not verify",
    "couldn't verify", "don't know why", "can't explain", "can't place", "unexplained", "not explained", "i owe you",
    "without an answer", "not right yet", "n't right yet", "none of these", "put a skip", "skipped for now", "xfail",
    "until you run", "till you run", "once it's merged", "once it is merged", "can't go out", "on hold", "lies ready",
    "there's still", "untried", "not tried", "n't tried", "need your word", "needs your", "still in use",
)  # fmt: skip
STATE = (
    "committed", "pushed", "merged", " pr ", "pull request", "tests pass", "all tests", "passes", "passing", "green",
    "clean", "deployed", "branch", "done", "created", "written", "implemented", "verified", "working", "now works",
    "complete", "lint",
)  # fmt: skip
NARRATION = late(
    r"^(?:(?:ok(?:ay)?|sorry|sure|understood|got it|right|yes|great|good|perfect)[,.! ]+|"
    r"(?:now|next|first|also),? |then |and |so )*"
    r"(?:let me|let['’]s|i['’]?ll|i will|i am (?:now )?\w+ing|i['’]m (?:now )?\w+ing|now (?:let|i)|"
    r"i need to (?:check|look|read|see|find)|i want to (?:check|see)|checking|looking|running|reading|time to|"
    r"here(?:['’]s| is| are)|try (?:it|running)|you can (?:now )?run|i can see)\b",
    re.I,
)
NOISE = late(
    r"^(?:\S+\s*=>|at \S+\(|File \"|Traceback|\$ |❯ |> |#!/|\{|\}|\[\d|//|from \S+ import|=== |"
    r"import (?:[{*\"'(]|[\w.]+;?$|\w+ from )|func (?:\w+)?\(|def \w+\(|class \w+ ?(?:[:({]|extends )|"
    r"(?:const|let|var) \w+(?:: ?\w+)? ?=)",
)


@cache
def _whole(table: str) -> re.Pattern[str]:
    return compiled(rf"(?<![\w-])(?:{table})(?![\w-])")


def says(table: str, text: str) -> bool:
    """A text holds one of the table's phrases as whole words, in capitals or not. Tables have small letters, and are
    asked of small letters: `re.I` takes twice as long, because every phrase is then tried at every place."""
    return _whole(table).search(text.lower()) is not None


def among(table: tuple[str, ...], low: str) -> int:
    """How many of the table's phrases a lower-case text holds."""
    found = 0
    for phrase in table:  # twice as fast as sum(), and asked of every turn
        if phrase in low:
            found += 1
    return found


def has(table: tuple[str, ...], low: str) -> bool:
    for phrase in table:  # noqa: SIM110 (twice as fast as any(), and asked of every sentence)
        if phrase in low:
            return True
    return False


def is_order(text: str) -> bool:
    """A sentence that begins like a rule, and binds."""
    return bool(ORDER.match(text)) and len(text) < 240
