"""What `segue handoff` prints where it starts nothing: the brief, and the command that would start an agent with it."""

from __future__ import annotations

import json
import shlex

from segue.agents import AGENTS
from segue.deliver.launch import program
from segue.deliver.ledger import message_file
from segue.deliver.send import PLACEHOLDER, Parcel, Ready
from segue.errors import DeliveryError
from segue.surfaces.cli._output import note


def printed(parcel: Parcel, would: Ready | None, *, as_json: bool = False, dry_run: bool = False) -> str:
    if would:
        _check_installed(would)
    if as_json:
        return json.dumps(_report(parcel, would), ensure_ascii=False, indent=1) + "\n"
    return _shown(parcel, would, dry_run=dry_run) if would else f"{parcel.path}\n"


def _check_installed(would: Ready) -> None:
    """Only said: it may run on another machine, or later."""
    try:
        program(would.start)
    except DeliveryError as error:
        note(f"this will not start here: {error}")


def _report(parcel: Parcel, would: Ready | None) -> dict[str, object]:
    made = parcel.transfer
    report: dict[str, object] = {
        "brief": made.brief_id,
        "channel": made.channel_id,
        "path": str(parcel.path),
        "tokens": made.tokens,
        "resumedFrom": made.resumed_from,
    }
    if would:
        report["argv"] = list(would.start.argv)
        report["by"] = would.delivery.by
        report["message"] = str(message_file(made.brief_id))
        report["directory"] = would.elsewhere
        report["environment"] = sorted(would.start.environment)
    return report


def _shown(parcel: Parcel, would: Ready, *, dry_run: bool) -> str:
    """The exact command for a shell; the brief stands in it as the file that holds it."""
    file = shlex.quote(str(message_file(parcel.transfer.brief_id)))
    words = zip(would.delivery.argv, would.start.argv, strict=True)
    by_name = would.delivery.by == "file"
    line = " ".join(f'"$(cat {file})"' if w == PLACEHOLDER and not by_name else shlex.quote(real) for w, real in words)
    line = f"{line} < {file}" if would.delivery.by == "stdin" else line
    line = f"cd {shlex.quote(would.elsewhere)} && {line}" if would.elsewhere else line
    if not dry_run:
        label = next(agent.label for agent in AGENTS if agent.name == would.delivery.agent)
        note(f"the brief is {parcel.path}; --yes sends it, or this starts {label} with it:")
        return f"{line}\n"
    return f"brief: {parcel.path}\ncommand: {line}\nenvironment: {' '.join(sorted(would.start.environment))}\n"
