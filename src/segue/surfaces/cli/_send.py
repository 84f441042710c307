"""The end of `segue handoff`: the brief is on disk, now it goes to an agent or to a place."""

from __future__ import annotations

import io
import os
import sys
from contextlib import redirect_stdout
from pathlib import Path

import click
import msgspec

from segue import choose
from segue.agents import AGENTS
from segue.deliver import places, window
from segue.deliver.destination import Destination
from segue.deliver.message import opening, wrapped
from segue.deliver.records import Delivery, How
from segue.deliver.send import MISSED, Parcel, Ready, not_put, not_started, ready, run
from segue.errors import DeliveryError, SegueError, UsageError
from segue.session.records import short_id
from segue.surfaces.cli._output import note, write


class Way(msgspec.Struct, frozen=True, kw_only=True):
    """How the user wants it to go."""

    headless: bool = False
    tmux: bool = False
    prefill: bool = False
    as_json: bool = False
    output: Path | None = None
    access: str = ""
    edits: bool = False

    @property
    def how(self) -> How:
        return "headless" if self.headless else "tmux" if self.tmux else "interactive"


def check_way(way: Way, to: str, *, only_print: bool) -> None:
    """What excludes each other is said before anything is read."""
    if way.headless and way.tmux:
        raise UsageError("--headless and --in exclude each other", hint="--in tmux gives it a terminal of its own")
    if way.prefill and not way.tmux:
        raise UsageError("--prefill needs --in tmux", hint="no agent takes a first message that it does not send")
    if (way.headless or way.tmux or way.access) and not to:
        asked = "--headless" if way.headless else "--in" if way.tmux else "--access"
        raise UsageError(f"{asked} needs --to", hint="who is to be started? for example --to claude")
    if way.edits and only_print:
        raise UsageError(
            "--edit changes what is sent or saved, and this only prints", hint="--edit --save, or --to VALUE"
        )
    if way.as_json and only_print:
        raise UsageError(
            "--json tells what was done with a brief, and this only prints one",
            hint="`segue brief --format json` prints a brief for programs; --json goes with --to or --save",
        )
    if way.as_json and to in places.PLACES:
        raise UsageError(f"--json and --to {to} exclude each other", hint="--save --json names the file of the brief")
    if way.output and to != "file":
        raise UsageError("--output belongs to --to file", hint="segue handoff --to file -o brief.md")


def on_terminal() -> bool:
    return sys.stdin.isatty() and sys.stderr.isatty()


def placed(to: Destination, chosen: choose.Choice | None) -> Destination:
    """The destination in the right directory: where we stand if that is the session's repository, else there."""
    cwd = chosen.reader.glance(chosen.path).cwd if chosen and not to.directory else ""
    if not cwd or not Path(cwd).is_dir() or choose.Place(Path.cwd()).holds(cwd):
        return to
    note(f"{to.agent.label} starts in {cwd}, where the session worked")
    return msgspec.structs.replace(to, directory=cwd)


def put(place: str, parcel: Parcel, way: Way) -> None:
    """To the clipboard, a file or stdout; what did not get there is told as such."""
    try:
        _put(place, parcel, way)
    except SegueError as error:
        raise not_put(parcel, error) from error


def _put(place: str, parcel: Parcel, way: Way) -> None:
    brief = parcel.transfer.brief_id
    text = wrapped(parcel.text, brief, AGENTS[0], goal=bool(parcel.transfer.goal))
    if place == "clipboard":
        note(f"{brief} is on the clipboard, by {places.copy(text)}")
    else:
        write(text, (way.output or Path(f"{brief}.md")) if place == "file" else None)


def start(to: Destination, parcel: Parcel, way: Way) -> None:
    """Start the next agent, wait for it, tell how it went; leaves with the agent's exit code."""
    if way.how == "interactive" and not (sys.stdin.isatty() and sys.stdout.isatty()):
        why = f"{to.agent.label} needs a terminal, and there is none"
        raise not_put(parcel, UsageError(why, hint="--headless runs it without one, --in tmux gives it one"))
    one = ready(to, parcel, way.how, paste=way.prefill)
    note(f"starting {to.agent.label} with {parcel.transfer.brief_id} ({parcel.path})")
    if way.tmux:
        _in_tmux(one, way)
        return
    if one.typed:
        note(f"{to.agent.label} takes no first message: it has the brief, and waits for what you say")
    if way.as_json:
        _as_json(one)
        return
    seen = run(one)
    _tell(seen)
    if seen.exit_code:
        raise click.exceptions.Exit(seen.exit_code)


def _in_tmux(one: Ready, way: Way) -> None:
    try:
        opened = window.open_window(one, inside=bool(os.environ.get("TMUX")))
    except DeliveryError as error:
        raise not_started(one, error) from error
    if opened.attach:
        write(f"{opened.attach}\n", None)
    if one.typed:
        window.type_in(opened.pane, one.typed, one.prompt, sent=not way.prefill)
    note("`segue receipts` tells whether the brief was read")


def _as_json(one: Ready) -> None:
    out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", errors="replace")
    with redirect_stdout(out):
        seen = run(one)
    out.flush()
    out.seek(0)
    row = {**msgspec.to_builtins(seen), "answer": out.read()}
    write(msgspec.json.format(msgspec.json.encode(row), indent=1).decode() + "\n", None)


def _tell(seen: Delivery) -> None:
    why = f" ({seen.why})" if seen.why else ""
    who = f" by {seen.agent} session {short_id(seen.session)}" if seen.session else ""
    note(f"receipt: {seen.state}{who}{why}")
    if seen.state != "read":
        note(f"the brief is kept: {seen.brief}; {opening(seen.brief_id)} marks it in a transcript")
    if seen.state in MISSED:
        note(f"send it again: {seen.again}")
