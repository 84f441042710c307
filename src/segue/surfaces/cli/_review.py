"""The brief before it is sent, on a terminal: shown, then send, edit, sources, copy or drop."""

from __future__ import annotations

import click
import msgspec

from segue import choose
from segue.brief.tokens import tokens
from segue.deliver import edit, places, preview
from segue.errors import BriefError, Cancelled, DeliveryError, UsageError
from segue.surfaces.cli._ending import complain
from segue.surfaces.cli._output import note
from segue.transfer import Prepared

KEYS = {"s": "send", "e": "edit", "o": "sources", "c": "copy", "d": "drop"}
MENU = "[s]end  [e]dit  s[o]urces  [c]opy  [d]rop"


def reviewed(made: Prepared, chosen: choose.Choice | None, to: str, *, force: bool) -> Prepared:
    """The brief that the user lets go, as it was made or as they changed it. Cancelled when they drop it."""
    note(made.text)
    while True:
        answer = _asked(f"{MENU}, {made.transfer.tokens} tokens to {to}")
        if answer == "send":
            return made
        if answer == "drop":
            raise Cancelled("dropped: nothing was sent, nothing was kept")
        try:
            made = changed(made, force=force) if answer == "edit" else _looked(answer, made, chosen)
            if answer == "edit":
                note(made.text)
        except (BriefError, DeliveryError, UsageError) as error:
            if isinstance(error, Cancelled):
                raise
            complain(error)


def _asked(question: str) -> str:
    while True:
        answer = click.prompt(question, default="", show_default=False, prompt_suffix=" > ", err=True).strip().lower()
        found = KEYS.get(answer, answer if answer in KEYS.values() else "")
        if found:
            return found


def _looked(answer: str, made: Prepared, chosen: choose.Choice | None) -> Prepared:
    """Sources and copy: the brief stays as it is."""
    if answer == "copy":
        note(f"copied by {places.copy(made.text)}")
    else:
        click.echo_via_pager(taken_from(made, chosen))
    return made


def taken_from(made: Prepared, chosen: choose.Choice | None) -> str:
    """Each claim of the brief beside its records."""
    session = chosen.reader.read(chosen.path) if chosen else None
    return "\n".join(preview.sources(made.brief, session)) + "\n"


def changed(made: Prepared, *, force: bool) -> Prepared:
    """The brief as the user changed it in their editor, checked and marked."""
    text = edit.edited(made.text, force=force)
    if text == made.text:
        note("nothing was changed")
        return made
    note(f"changed: {tokens(text)} tokens")
    record = msgspec.structs.replace(made.transfer, tokens=tokens(text), edited=True)
    return msgspec.structs.replace(made, text=text, transfer=record)
