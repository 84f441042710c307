"""The work between the words that matter: nine tenths of a real session. Which of it comes is decided by the seed."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

from making.talk import Step

FILES = (
    "config/settings.toml", "lib/text.py", "lib/paths.py", "tests/conftest.py", "scripts/dev.sh", "docs/setup.md",
    "lib/retry_policy.py", "tests/factories.py", "lib/logging_setup.py", "Makefile", "lib/dates.py", "docs/style.md",
)  # fmt: skip
SAYINGS = (
    "Let me check how {file} is used before I go on.",
    "I'll look at the callers of this next.",
    "The tests for this live next to the module, as everywhere in this repository.",
    "Nothing surprising in {file}: three small functions and a constant.",
    "Now let me see what the configuration says about it.",
    "{file} follows the usual pattern, so I leave it as it is.",
    "I decided to keep the import order as it stands, the formatter takes care of it.",
    "That warning appears because the virtual environment is older than the lock file; it is harmless.",
    "The reason for the second definition in {file} is a circular import, which is out of scope here.",
    "Okay, that matches what I expected from the name.",
    "Let me run a quick check that the working tree is clean.",
    "This helper fails only without a terminal, which does not concern us.",
    "I'm going to read {file} as well, to be sure about the naming.",
    "Good, the lint configuration already covers this folder.",
    "The docstring in {file} is out of date by one parameter; I leave it for another change.",
    "There is a TODO in {file} from two years ago, unrelated to this.",
    "Everything in place so far. I'll continue with the next step.",
    "The naming here is consistent: nouns for modules, verbs for functions.",
    "I've read {file}. It loads its table once at import time and keeps it in a module variable, which is fine for a "
    "command-line tool and for the tests, and the two functions below only look things up in it.",
    "Before changing anything I want to understand the layout: the library code is in lib, the scripts only call it, "
    "and the fixtures in the tests build small objects by hand instead of loading files.",
    "The history of {file} shows three small changes in the last year, all of them formatting, so it is a stable place "
    "and I don't expect surprises from it.",
    "Two functions in {file} look alike at first, but one works on bytes and the other one on text, so merging them "
    "would be wrong. I note it and move on.",
    "The search brought only hits in comments and in the changelog. There is no second caller, so the signature can be "
    "read as private even though it has no underscore.",
    "{file} has a fallback for systems without the locale database. It is covered by a test with a fake environment, "
    "and it isn't touched by what we do here.",
    "I compared the setup page with the scripts: both name the same steps in the same order, only the page still "
    "mentions an older version of the interpreter.",
    "For completeness I also looked at {file}; the constants there are documented, the limits are generous, and none "
    "of them is anywhere near what we need.",
    "The output is as expected. The listing has the same files as the manifest, and the sizes agree with what the last "
    "release notes say.",
    "Next I'll verify my understanding by reading {file} from top to bottom, because the names alone could mislead: "
    "`load` there reads a file and `load_words` a constant.",
)
COMMANDS = (
    ("git status --short", ""),
    ("git log --oneline -5", "a1b2c3d Merge branch 'cleanup'\n9f8e7d6 Bump version\n5d4c3b2 Fix typo in docs"),
    ("ls -la lib", "total 48\n-rw-r--r-- 1 dev dev 2210 text.py\n-rw-r--r-- 1 dev dev 1804 paths.py"),
    ('rg -n "def load" lib', "lib/paths.py:12:def load(path):\nlib/text.py:40:def load_words():"),
    ("wc -l lib/*.py", "  88 lib/text.py\n  61 lib/paths.py\n 149 total"),
    ("git diff --stat", ""),
    ("cat .editorconfig", "root = true\n[*]\nindent_style = space"),
    ('rg -n "TODO" lib docs', "lib/dates.py:7:# TODO: leap seconds"),
    ("which python3", "/usr/bin/python3"),
    ("head -20 docs/setup.md", "# Setup\n\nInstall the tools, then run the checks."),
    ("git branch --show-current", "main"),
    ("find tests -name '*.py' | head", "tests/conftest.py\ntests/factories.py"),
)
TEXT = "def load(path):\n    with open(path) as file:\n        return file.read()\n\n\nLIMIT = 80\n"


def busy(count: int, seed: str) -> Iterator[Step]:
    """So many calls that lead nowhere, with something said before every other one."""
    for n in range(count):
        dice = hashlib.sha256(f"{seed}/{n}".encode()).digest()
        file = FILES[dice[0] % len(FILES)]
        if dice[1] % 2:
            yield Step("agent", SAYINGS[dice[2] % len(SAYINGS)].format(file=file))
        if dice[3] % 3:
            command, output = COMMANDS[dice[4] % len(COMMANDS)]
            yield Step("run", command, result=Step("out", output))
        else:
            yield Step("read", file, result=Step("out", TEXT))
