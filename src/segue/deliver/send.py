"""One brief, already on disk, to one agent: the message is kept, the agent started, the receipt written.

Whatever happens after `ready`, the brief and the message are on disk and the ledger says what became of them."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import msgspec
from msgspec import Struct

from segue import waiting
from segue.channel.records import Transfer
from segue.channel.store import Channels
from segue.deliver import ledger, receipt, told
from segue.deliver.destination import Destination
from segue.deliver.launch import Ended, Start, headless, interactive, program
from segue.deliver.message import ARGUMENT, named, wrapped
from segue.deliver.records import By, Delivery, How, Standing
from segue.errors import Cancelled, DeliveryError, EmptyError, SegueError, UsageError
from segue.store.ids import Moment, now

PLACEHOLDER = "{brief}"
MISSED: tuple[Standing, ...] = ("not seen", "cancelled", "failed", "empty")
"""Receipts of a brief that nobody has."""
PASTE = 40_000
"""Bytes that go into an agent's input unsent; a longer paste some turn into a file or ask about."""


class Parcel(Struct, frozen=True, kw_only=True):
    """What is sent: a brief that is on disk."""

    transfer: Transfer
    text: str
    path: Path
    moment: Moment
    channels: Channels | None = None
    """Who is told what became of it."""


class Ready(Struct, frozen=True, kw_only=True):
    """A delivery that is on disk and can be started."""

    delivery: Delivery
    start: Start
    channels: Channels | None = None
    elsewhere: str = ""
    """The folder it starts in, when that is not where we stand."""
    typed: str = ""
    """What goes into its input once it is up: it takes no first message, or its first message waits for the user."""
    prompt: str = ""
    """How its input looks."""


def ready(to: Destination, parcel: Parcel, how: How, *, paste: bool = False) -> Ready:
    """Everything that has to be on disk before an agent starts. With `paste` it starts without the message."""
    made = planned(to, parcel, how)
    if paste and not made.typed:
        made = _unseeded(to, parcel, made)
    _check_program(made)
    waiting.withdraw(waiting.Address(agent=to.agent.name, cwd=Path(made.start.directory)))  # it starts with one brief
    ledger.keep_message(parcel.transfer.brief_id, _message(to, parcel))
    ledger.keep(made.delivery)
    return made


def laid_out(to: Destination, parcel: Parcel, how: How) -> Ready:
    """Everything but the start, for a user or a program that starts it: the message is on disk, and is looked for."""
    made = planned(to, parcel, how)
    ledger.keep_message(parcel.transfer.brief_id, _message(to, parcel))
    return msgspec.structs.replace(made, delivery=ledger.keep(msgspec.structs.replace(made.delivery, state="laid out")))


def planned(to: Destination, parcel: Parcel, how: How) -> Ready:
    """What would run; nothing is written."""
    quiet, transfer = how == "headless", parcel.transfer
    message, file = _message(to, parcel), ledger.message_file(transfer.brief_id)
    by = _way(to, message, quiet=quiet)
    argv = to.argv(PLACEHOLDER, headless=quiet, file=str(file), reach=str(file.parent) if by == "file" else "")
    first = named(str(file), transfer.brief_id) if by == "file" else message
    start = Start(
        argv=[first if word == PLACEHOLDER else word for word in argv],
        directory=to.directory or str(Path.cwd()),
        environment={name: os.environ[name] for name in to.environment(os.environ, headless=quiet)},
        text=message if by == "stdin" else "",
    )
    delivery = Delivery(
        brief_id=transfer.brief_id,
        channel_id=transfer.channel_id,
        from_agent=transfer.from_agent,
        from_session=transfer.from_session,
        to=to.name,
        agent=to.agent.name,
        how=how,
        by=by,
        argv=tuple(argv),
        directory=start.directory,
        brief=str(parcel.path),
        started_at=parcel.moment.iso,
        again=told.again(parcel.channels, transfer, how),
    )
    typed = "" if PLACEHOLDER in argv or by == "stdin" else first
    return Ready(
        delivery=delivery,
        start=start,
        channels=parcel.channels,
        elsewhere=to.directory,
        typed=typed,
        prompt=to.agent.prompt,
    )


def _unseeded(to: Destination, parcel: Parcel, made: Ready) -> Ready:
    argv, message = to.unseeded(), _message(to, parcel)
    size = len(message.encode())
    if size > PASTE:
        raise UsageError(f"the brief has {size} bytes, too many for a paste", hint="leave out --prefill")
    delivery = msgspec.structs.replace(made.delivery, argv=tuple(argv), by="paste")
    start = msgspec.structs.replace(made.start, argv=argv)
    return msgspec.structs.replace(made, delivery=delivery, start=start, typed=message)


def _message(to: Destination, parcel: Parcel) -> str:
    return wrapped(parcel.text, parcel.transfer.brief_id, to.agent, goal=bool(parcel.transfer.goal))


def run(one: Ready) -> Delivery:
    """Start it, wait for it, and look whether the brief arrived. DeliveryError says what did not happen."""
    told.started(one.channels, one.delivery)
    try:
        quiet = one.delivery.how == "headless"
        ended = headless(one.start, sys.stdout.buffer) if quiet else interactive(one.start)
    except DeliveryError as error:
        raise not_started(one, error) from error
    seen = receipt.checked(ledger.keep(msgspec.structs.replace(one.delivery, exit_code=ended.code)), now())
    outcome = _outcome(ended) if quiet else None
    if outcome and seen.state != "read":
        seen = ledger.keep(msgspec.structs.replace(seen, state=outcome, why=_why(outcome, seen)))
    if seen.state in MISSED or (quiet and seen.state != "read"):
        told.failed(one.channels, seen)
    if quiet:
        _refuse(outcome, seen)
    return seen


def _check_program(made: Ready) -> None:
    """Before anything is written about a start."""
    try:
        program(made.start)
    except DeliveryError as error:
        raise not_started(made, error) from error


def not_started(one: Ready, error: DeliveryError) -> DeliveryError:
    """The same error, once the ledger and the channel know that nothing was handed over."""
    failed = ledger.keep(msgspec.structs.replace(one.delivery, state="failed", why=str(error)))
    told.failed(one.channels, failed)
    return DeliveryError(str(error), hint=f"{error.hint}; {_kept(failed)}" if error.hint else _kept(failed))


def not_put(parcel: Parcel, error: SegueError) -> SegueError:
    """The same error, once the ledger and the channel know that no place took the brief, or no agent could."""
    transfer = parcel.transfer
    failed = ledger.keep(
        Delivery(
            brief_id=transfer.brief_id,
            channel_id=transfer.channel_id,
            from_agent=transfer.from_agent,
            from_session=transfer.from_session,
            to=transfer.to,
            how="interactive",
            brief=str(parcel.path),
            started_at=parcel.moment.iso,
            state="failed",
            why=str(error),
            again=told.again(parcel.channels, transfer, "interactive"),
        )
    )
    told.failed(parcel.channels, failed)
    return type(error)(str(error), hint=f"{error.hint}; {_kept(failed)}" if error.hint else _kept(failed))


def _way(to: Destination, message: str, *, quiet: bool) -> By:
    if quiet and to.agent.by_stdin:
        return "stdin"
    if to.takes_file(headless=quiet) or len(message.encode()) > ARGUMENT:
        return "file"
    return "argument"


def _outcome(ended: Ended) -> Standing | None:
    """How a headless run went wrong, if it did: three things that are not the same."""
    if ended.cancelled:
        return "cancelled"
    if ended.code:
        return "failed"
    return None if ended.spoke else "empty"


def _why(outcome: Standing, seen: Delivery) -> str:
    """How it ended; and what the transcript tells, if the brief stands there."""
    ended = f"with exit code {seen.exit_code}" if outcome == "failed" else "without a word"
    how = "cancelled" if outcome == "cancelled" else f"{seen.agent} ended {ended}"
    return f"{how}: {seen.why}" if seen.state == "delivered" and seen.why else how


def _kept(seen: Delivery) -> str:
    return f"the brief is kept: {seen.brief}; send it again: {seen.again}"


def _refuse(outcome: Standing | None, seen: Delivery) -> None:
    if outcome == "cancelled":
        raise Cancelled(f"cancelled; {_kept(seen)}")
    if outcome == "failed":
        raise DeliveryError(f"{seen.agent} ended with exit code {seen.exit_code}", hint=_kept(seen))
    if outcome == "empty":
        raise EmptyError(f"{seen.agent} ended without a word", hint=_kept(seen))
    if seen.state != "read":  # some end with 0 though their model never answered
        raise DeliveryError(f"{seen.agent} ran, but {seen.why}", hint=_kept(seen))
