"""Which commands test, lint or build."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from segue.distil.rules.shell import ASKING, KEEPING, LOOKING, core, is_routine, is_short, pieces, unadorned
from segue.distil.signals import has
from segue.patterns import late
from segue.session.steps import without_documents

HYPHENS = 2
"""A word with more of them is a name that someone gave: `nightly-stock-count-check` checks nothing."""
LOOKED_AT = 8
"""Words of a piece among which the one stands that names a check."""
CHECKS = (
    "test", "lint", "check", "build", "tsc", "mypy", "ruff", "clippy", "vet", "verify", "typecheck", "validate", "spec",
    "phpunit", "jest", "mocha", "tox", "nox", "cypress", "playwright", "flake8", "pylint",
)  # fmt: skip
_NO_CHECK = late(
    r"latest|contest|attest|inspect|checkout|checkpoint|checksum|checklist|testdata|builder|special|specific"
)
_FETCHES = frozenset(("install", "add", "i", "get", "remove", "uninstall", "update", "upgrade", "list", "mod", "info"))
"""Second words of a package manager: what it fetches may be called anything."""
_SERVES = (
    "git ", "aws ", "gcloud ", "az ", "curl ", "kubectl ", "psql ", "createdb ", "dropdb ", "export ", "source ",
    "kill ", "pkill ", "perl -", "tee ",
)  # fmt: skip
_RUNS = ("bash", "sh", "zsh", "python", "python3", "node", "ruby", "perl")
_TOOLS = ("/phpunit", "/pytest", "/jest", "/vitest", "/mocha", "/rspec", "/eslint", "/ruff", "/mypy", "/tsc")
"""A path among the words of a command that ends so is what it runs."""
_MOVES = tuple(f"git {verb}" for verb in ("stash", "checkout", "switch", "restore", "reset", "worktree", "bisect"))
_QUOTED = late(r"'[^']*'?|\"[^\"]*\"?")
_SOURCE = late(r"\.(?:go|tsx?|jsx?|rs|java|rb|c|h|cpp|md|json|ya?ml|toml|txt|html)$")
"""A file that is worked on, whatever it is called."""
_OPTIONS = (("--check", "lint"), ("-check", "lint"), ("--test", "test"))
_PARTS = late(r"[:=]")
_TOKENS = late(r"[-_.]")


@lru_cache(maxsize=2048)
def parts(command: str) -> tuple[str, ...]:
    """The checks that a command is made of, each without what stands around it. What comes after git has changed the
    files looks at another state of them."""
    if not has(CHECKS, command.lower()):
        return ()
    found = [unadorned(piece.text) for piece in pieces(command)]
    moved = next((n for n, part in enumerate(found) if part.startswith(_MOVES)), len(found))
    return tuple(dict.fromkeys(part for part in found[:moved] if kinds(part)))


@lru_cache(maxsize=2048)
def told_as(command: str) -> str:
    """How a check is told: its command, of a long one the last part that checks, of several lines if it stands in the
    last one; empty if that is long too."""
    first, last = command.partition("\n")[0], without_documents(command).rstrip().rpartition("\n")[2]
    lines = (last, first if "<<" in first else "")  # a commit's message may have many lines
    told = (part for part in parts(command)[-1:] if any(part in line for line in lines))
    return next(filter(is_short, (_bare(core(command)), *told)), "")


def _bare(command: str) -> str:
    """The command without what it looks at, or puts away, before and after it checks."""
    found = pieces(command)
    doing = [n for n, piece in enumerate(found) if not is_routine(piece.text)]
    if not doing or (doing[0], doing[-1]) == (0, len(found) - 1):
        return command
    first, last = found[doing[0]].text, found[doing[-1]].text
    return command[command.find(first) : command.rfind(last) + len(last)]


def is_check(command: str) -> bool:
    """The command tests, lints, builds or otherwise verifies."""
    return bool(parts(command))


@lru_cache(maxsize=2048)
def kinds(part: str) -> frozenset[str]:
    """What a piece of a command checks: `test`, `lint`, `build` and so on; nothing for most."""
    low = _QUOTED.sub("", part[:200]).lower()
    words = [word for word in low.split() if not word.startswith("-")][:LOOKED_AT]
    fetches = len(words) > 1 and words[1] in _FETCHES
    if not words or fetches or low.startswith((*LOOKING, *KEEPING, *_SERVES)) or low.endswith(ASKING):
        return frozenset()
    own = 2 if words[0] in _RUNS else 1
    names = [name for word in words[:own] for name in word.split("/")[-2:] if name != "build" or name == word]
    names += [word for word in words[own:] if "/" not in word or word.endswith(_TOOLS)]
    found = {kind for word in names for name in _PARTS.split(word) for kind in _named(name)}
    options = {*low.split()}
    return frozenset(found or (kind for option, kind in _OPTIONS if option in options))


def _named(name: str) -> Iterator[str]:
    """The checks that a name tells of: not one that somebody gave to something else."""
    if name.count("-") > HYPHENS or _SOURCE.search(name):
        return
    for token in _TOKENS.split(name):
        if not _NO_CHECK.match(token):
            yield from (kind for kind in CHECKS if token.startswith(kind) or token.endswith(kind))
