"""Commands that were really run, with their last outcome."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from segue.distil.digest import CHECKS, Digest
from segue.distil.records import Claim, Finding, at
from segue.patterns import late
from segue.session.records import Call

LONGEST = 140
SCRIPT = 2000
"""A longer command is a script: nobody is shown it, whatever its output went through."""
SHOWN = 12
CHECKED = 4
HYPHENS = 2
"""A word with more of them is a name that someone gave: `nightly-stock-count-check` checks nothing."""
_TAIL = late(
    r"\s*(?:2>&1|2>/dev/null|\|\s*(?:tail|head|grep|rg|sed|cat|less|wc|jq|sort|tee)\b.*|;\s*echo\b.*|"
    r"\|\| (?:true|echo.*))\s*$",
    re.S,
)
_QUOTED = late(r"'[^']*'?|\"[^\"]*\"?")
_SOURCE = late(r"\.(?:go|tsx?|jsx?|rs|java|rb|c|h|cpp|md|json|ya?ml|toml)$")
"""A file that is worked on, whatever it is called."""
_PARTS = late(r"[:/=]")
_ASKING = ("--help", "-h", "version", "--version")
_HEAD = late(r"^(?:cd \S+ && |export \S+ && |timeout \d+ |time )+")
_LOOKING = (
    "cat ", "ls", "rg ", "grep ", "sed ", "find ", "echo ", "head ", "tail ", "pwd", "wc ", "nl ", "which ", "cd ",
    "python3 - <<", "sleep", "jq ", "awk ", "test -", "[ ", "stat ", "file ",
    "tree", "type ", "command -v", "printenv", "whoami", "date", "ps ", "open ", "diff ",
    "git diff", "git log", "git show", "git status", "git branch", "git rev-parse", "git grep", "git blame",
    "git ls-files", "git check-ignore", "git remote", "git fetch",
    "git merge-base", "git rev-list", "git reflog", "git describe", "git worktree list", "git cat-file",
    "gh api", "gh pr view", "gh pr list", "gh pr diff", "gh pr checks", "gh issue view", "gh issue list", "gh run view",
    "gh run list", "gh repo view", "gh search", "gh auth",
)  # fmt: skip
_KEEPING = (
    "mkdir", "rm ", "chmod", "cp ", "mv ", "touch ", "ln ",
    "git add", "git commit", "git stash", "git config", "git tag",
)  # fmt: skip
"""They look, or keep house: nothing that the next agent must be told how to do."""


@lru_cache(maxsize=2048)
def core(command: str) -> str:
    """The command without where it ran and what its output went through; a piece of it, verbatim."""
    bare = _HEAD.sub("", command.strip())
    while len(bare) < SCRIPT and (shorter := _TAIL.sub("", bare)) != bare:
        bare = shorter
    return bare.strip()


def commands(digest: Digest) -> Iterator[Finding]:
    """One claim a family of commands: the one run most, and of those the last."""
    checks = last_checks(digest)
    families: dict[str, dict[str, list[Call]]] = {}
    for call in digest.commands:
        name = core(call.command)
        if name in checks or is_routine(name):
            continue
        if name and "\n" not in name and len(name) <= LONGEST:
            families.setdefault(" ".join(name.split()[:3]), {}).setdefault(name, []).append(call)
    claims = []
    for runs in families.values():
        total = sum(map(len, runs.values()))
        for name, calls in sorted(runs.items(), key=lambda r: (-len(r[1]), -r[1][-1].line))[:2]:
            worth = _worth(name, calls, total, digest)
            text = f"`{name}` {outcome(calls[-1])}"
            claims.append(Claim(text=text, pointers=(at(calls[-1].line),), standing="verified", weight=worth))
            total = 1
    claims.sort(key=lambda c: -c.weight)
    if claims:
        yield Finding(kind="command", claims=tuple(claims[:SHOWN]))


def looks(command: str) -> bool:
    """It only looks, or asks for help."""
    low = core(command).lower()
    return low.startswith(_LOOKING) or low.endswith(_ASKING)


def is_routine(command: str) -> bool:
    """It looks, or keeps house."""
    return looks(command) or core(command).lower().startswith(_KEEPING)


_ENDED = {
    "ok": "ok",
    "failed": "not ok",
    "rejected": "user said no",
    "interrupted": "cut off",
    "unanswered": "no end seen",
}
"""Short words: a record that shows how a command ended need not say so in ours."""


def outcome(call: Call) -> str:
    if call.outcome == "failed" and call.exit_code not in (None, 0):
        return f"not ok, exit {call.exit_code}"
    return _ENDED[call.outcome]


def _worth(name: str, calls: list[Call], total: int, digest: Digest) -> float:
    low = name.lower()
    worth = 1.0 + 0.5 * min(total, 6)
    if any(word in low for word in CHECKS):
        worth += 2.0
    worth *= 0.7 + 0.6 * digest.late(calls[-1].line)
    if calls[-1].outcome != "ok":
        worth *= 0.7
    return worth * 3


@lru_cache(maxsize=2048)
def is_check(command: str) -> bool:
    """The command tests, lints, builds or otherwise verifies."""
    low = _QUOTED.sub("", core(command)[:200]).lower()
    if low.startswith((*_LOOKING, *_KEEPING, "git ")) or low.endswith(_ASKING):
        return False
    names = (part for word in low.split() if not word.startswith("-") for part in _PARTS.split(word))
    return any(
        check in part for part in names if part.count("-") <= HYPHENS and not _SOURCE.search(part) for check in CHECKS
    )


def last_checks(digest: Digest) -> dict[str, Call]:
    """The last run of each of the newest checks, in order; the state of the work tells how they ended."""
    last: dict[str, Call] = {}
    for call in digest.commands:
        if is_check(call.command) and (name := core(call.command)) and "\n" not in name and len(name) <= LONGEST:
            last.pop(name, None)
            last[name] = call
    passed = {part: call.line for name, call in last.items() if call.outcome == "ok" for part in name.split(" && ")}
    return dict([one for one in last.items() if not _outdone(*one, passed)][-CHECKED:])


def _outdone(name: str, call: Call, passed: dict[str, int]) -> bool:
    """It failed, and later everything that it ran has passed by itself."""
    parts = name.split(" && ")
    return call.outcome == "failed" and len(parts) > 1 and all(passed.get(part, 0) > call.line for part in parts)


def checked_at(digest: Digest) -> int:
    """The record in which a check was last run; 0 when none was."""
    if digest.checked is None:
        digest.checked = max((call.line for call in last_checks(digest).values()), default=0)
    return digest.checked
