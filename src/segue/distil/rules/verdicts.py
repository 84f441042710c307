"""How a check ended: by its exit code, or by what it printed where something after it hid the code."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise

from segue.distil.records import flat
from segue.distil.rules.checks import is_check
from segue.distil.rules.shell import Piece, pieces
from segue.distil.signals import has
from segue.patterns import late
from segue.session.records import Call, Outcome

_SHOWS = ("tail", "head", "cat", "tee", "less", "more")
"""They pass on what they get; anything else makes something of it that tells nothing of how it ended."""
_STYLE = late(r"\x1b\[[\d;]*m")
_KIND = r"(?:(?:unit|type|lint|fatal|test|tests|test suites?|suites?|specs?|examples?|checks?|packages?|targets?) )?"
_FAILED = late(
    r"(?<![\w.-])(?<!\b0 )FAIL(?:ED|URES?)?(?![\w.-])(?!\W{1,3}0(?![\d.]))|"
    rf"(?<![\w.,:/-])[1-9]\d* {_KIND}(?:failed|failing|failures?|errors?)\b|"
    r"(?<![\w.,:/-])[1-9]\d* (?:issues?(?=[:.]|$| found)|problems?\b(?! \(0 errors))|"
    r"\b(?i:failures?|errors?|failed)[:=] ?[1-9]|"
    r"^\s*[✗✘×❌]|^\s*✖(?! \d+ problems? \(0 errors)|^(?:not ok \d|# fail [1-9])|"
    r"\berror(?:\[E\d+\]| TS\d+)|^npm (?:ERR!|error)|\bERROR task failed|\*\*\* \[.*\] Error \d|"
    r"\b(?i:exit)(?: ?(?:code|status))?[:= ]{1,2}[1-9]\d*\b"
)
_GRIM = late(
    r"^(?:\[[\w:.-]+\] )?(?:ERROR|FATAL|Error|error|fatal)\b|^panic:|^Traceback |: error: |command not found$|"
    r"^(?:vet: )?\S+\.go:\d+:\d+: "
)
"""Lines of a failure, and of a test that tries one: they count where nothing says that it passed."""
_NO_PROGRAM = (
    "no such command", "no such subcommand", "command not found", "is not recognized as", "no module named",
    "could not determine executable", "error: unknown command",
)  # fmt: skip
LOOKED_AT = 300
_FINE = late(r"^\s*(?:[✓✔√]|ok\b|PASS\b|--- PASS|=== |\$ )|(?:\bPASSED|\.\.\. ok)(?:\s+\[.*\])?$")
"""A line about what passed, whatever its name holds."""
_PASSED = late(
    r"^ok\s|^# fail 0$|^PASS\b|\b[1-9]\d* (?:tests? )?pass(?:ed|ing)\b|\b100% tests passed\b|"
    r"(?<![\d.])0 (?:issues?|errors?|failed|failures?|failing)\b|"
    r"\btest result: ok\b|\b(?:[Nn]o (?:issues|errors|problems)|[Aa]ll \w+ (?:pass|passed|successfully|good))\b|"
    r"\b(?i:succe(?:ss|eded|ssfully))\b|[✓✔] ",
    re.M,
)
_JOINED = late(r"[|;\n]|[^&>]&[^&>]")
_LEAVES = ("exit", "return")
_CLOSES = ("done", "fi", "esac", "}", "exit")
_STRICT = late(r"\bset -\w*e")


def ended(call: Call) -> Outcome:
    """Ok, failed, or no end seen where a filter after it kept back what would tell."""
    if call.outcome not in ("ok", "failed") or not (hidden := _hidden_by(call.command)):
        return call.outcome
    if failing(call.output):
        return "failed"
    if call.outcome == "failed" and _code_is_anothers(call.command):
        return "ok" if _says_passed(call.output) else "unanswered"
    filtered = [program for program in hidden if program not in ("", *_SHOWS)]
    return "unanswered" if filtered and not _says_passed(call.output) else call.outcome


def is_missing(call: Call) -> bool:
    """There is no such program here: nothing was checked."""
    return call.outcome == "failed" and has(_NO_PROGRAM, call.output[:LOOKED_AT].lower())


def proven(call: Call) -> bool:
    """Its exit code, or its own words, say that it passed."""
    return not _hidden_by(call.command) or _says_passed(call.output)


def _says_passed(output: str) -> bool:
    return bool(_PASSED.search(_STYLE.sub("", output)))


@lru_cache(maxsize=256)
def failing(output: str) -> tuple[str, ...]:
    """The lines that say that it failed."""
    lines = [line.rstrip() for line in _STYLE.sub("", output).splitlines()]
    told = [line for line in lines if not _FINE.search(line)]
    failed = [line for line in told if _FAILED.search(line)]
    if not failed and not _PASSED.search("\n".join(lines)):
        failed = [line for line in told if _GRIM.search(line)]
    return tuple(map(flat, failed))


@lru_cache(maxsize=2048)
def _code_is_anothers(command: str) -> bool:
    """What was run after the only check, and not for its sake, is what the exit code tells of."""
    found = pieces(command)
    checks = [n for n, piece in enumerate(found) if is_check(piece.text)]
    if len(checks) != 1 or not any(piece.joint == ";" for piece in found[checks[0] : -1]):
        return False
    return not any(piece.text.split()[0] in _CLOSES for piece in found[checks[0] + 1 :])


@lru_cache(maxsize=2048)
def _hidden_by(command: str) -> tuple[str, ...]:
    """What stands between a check of the command and its exit code: the programs of a pipe, an empty name for another
    command after it; nothing where the code is the check's own."""
    if not _JOINED.search(command):
        return ()
    found = pieces(command)
    hiding = (_after(found[n:], command) for n, piece in enumerate(found) if is_check(piece.text))
    return tuple(program for programs in hiding for program in programs)


def _after(rest: tuple[Piece, ...], command: str) -> list[str]:
    if rest[0].joint == "|" and "pipefail" not in command:
        ends = next((n for n, piece in enumerate(rest) if piece.joint != "|"), len(rest) - 1)
        return [piece.text.split()[0] for piece in rest[1 : ends + 1]]
    for piece, follows in pairwise(rest):
        if piece.joint in ("&&", "|"):
            continue  # a failure goes past them
        strict = piece.joint == ";" and _STRICT.search(command)
        return [] if strict or follows.text.startswith(_LEAVES) else [""]
    return []
