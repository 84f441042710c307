"""A brief that the user changed: it passes the gate again, as text, and says that it was changed."""

from __future__ import annotations

import os
import shlex
import subprocess
import tempfile
from pathlib import Path

from segue.brief.gate import TITLE
from segue.brief.stamp import HARD
from segue.brief.tokens import tokens
from segue.errors import BriefError, Cancelled, UsageError
from segue.redact import clean, secrets_in

EDITORS = ("VISUAL", "EDITOR")
MARK = "**Edited:** by the user, before it was sent  "


def edited(text: str, *, force: bool = False) -> str:
    """The text in the user's editor, and what came back: the same text, or one that passed and is marked."""
    return passed(_in_editor(text), text, force=force)


def passed(changed: str, before: str, *, force: bool = False) -> str:
    """The changed text, marked; BriefError for what may not go out, Cancelled when there is nothing left."""
    changed = clean(changed.replace("\r\n", "\n")).rstrip() + "\n"
    if changed == before:
        return before
    if not changed.strip():
        raise Cancelled("the edited brief is empty: nothing was sent")
    for secret in secrets_in(changed):
        line = changed.count("\n", 0, secret.at) + 1
        raise BriefError(f"line {line} of the edited brief holds what looks like a secret ({secret.kind})")
    if tokens(changed) > HARD and not force:
        raise BriefError(
            f"the edited brief takes {tokens(changed)} tokens, more than the hard cap of {HARD}",
            hint="--force sends it all the same",
        )
    return _marked(changed)


def _marked(text: str) -> str:
    """Below the first line of the head, or at the top when the user took that away."""
    if MARK in text:
        return text
    lines = text.split("\n")
    at = next((n for n, line in enumerate(lines) if line.startswith("**Brief:**")), None)
    if at is None:
        at = next((n for n, line in enumerate(lines) if line.startswith(TITLE)), -1)
    return "\n".join([*lines[: at + 1], MARK, *lines[at + 1 :]])


def _in_editor(text: str) -> str:
    command = next((os.environ[name] for name in EDITORS if os.environ.get(name)), "vi")
    with tempfile.TemporaryDirectory(prefix="segue-") as folder:
        file = Path(folder) / "brief.md"
        file.write_text(text, encoding="utf-8")
        try:
            done = subprocess.run([*shlex.split(command), str(file)], check=False)
        except OSError as error:
            raise UsageError(f"cannot start {command!r}", hint="set EDITOR") from error
        if done.returncode:
            raise UsageError(f"{command!r} ended with exit code {done.returncode}", hint="the brief is as it was")
        return file.read_text(encoding="utf-8", errors="replace")
