"""`segue handoff`: a session and its channel as a brief, for the next agent or for later."""

from __future__ import annotations

from pathlib import Path

import click

from segue import choose, config, git, transfer
from segue.channel import handoffs
from segue.channel.store import Channels
from segue.deliver.destination import Access, resolve
from segue.deliver.places import PLACES
from segue.deliver.send import Parcel, laid_out, planned
from segue.errors import UsageError
from segue.session.records import short_id
from segue.store.ids import now
from segue.surfaces.cli import _complete
from segue.surfaces.cli._channel import home_option, write_option
from segue.surfaces.cli._goal import check_vague
from segue.surfaces.cli._meant import check_goal, found, session_of
from segue.surfaces.cli._output import Phases, note, write
from segue.surfaces.cli._pick import nothing_asked, picked
from segue.surfaces.cli._printed import printed
from segue.surfaces.cli._review import changed, reviewed, taken_from
from segue.surfaces.cli._send import Way, check_way, on_terminal, placed, put, start


@click.command(
    "handoff",
    epilog="""\b
Examples:
  segue handoff                               asks: which session, where to, what next
  segue handoff "finish the parser, keep the API" --to codex
  segue handoff "fix the tests" --to claude --headless --yes
  segue handoff --save                        a brief on disk, for another day
  segue handoff --resume latest --to claude   the same working memory, today's state
  segue handoff --to codex --dry-run          which command would run, with which variables
""",
)
@click.argument("goal", nargs=-1)
@click.option(
    "--to",
    "to",
    default="",
    metavar="VALUE",
    shell_complete=_complete.destinations,
    help="A profile, an agent, or a repository of the channel.",
)
@click.option("--save", "save", is_flag=True, help="Write the brief and start nothing.")
@click.option("--resume", default="", metavar="BRIEF", help="Its working memory with today's state; or latest.")
@click.option("--print", "print_", is_flag=True, help="Print the brief and write nothing.")
@click.option("--sources", is_flag=True, help="Print each claim beside the records it was taken from.")
@click.option(
    "--from",
    "session",
    default="",
    metavar="SESSION",
    shell_complete=_complete.sessions,
    help="By default mine, as for `segue brief`.",
)
@click.option(
    "--channel",
    "wanted",
    default="",
    metavar="ID",
    shell_complete=_complete.channels,
    help="By default the one of this repository.",
)
@click.option(
    "--template",
    default="",
    metavar="NAME",
    shell_complete=_complete.templates_of_handoff,
    help="Which sections it has: session (the default) or channel.",
)
@click.option("--budget", type=click.IntRange(min=200), metavar="N", help="Tokens the brief may take (2000).")
@click.option(
    "--wait-gap", type=click.FloatRange(min=0), default=0.0, metavar="SECONDS", help="Wait for its working memory."
)
@click.option("--no-git", is_flag=True, help="Do not look at the repository.")
@click.option("--force", is_flag=True, help="Past the hard cap of 8,000 tokens. Never past a secret.")
@click.option("--access", type=click.Choice(["read", "write", "full"]), help="What the next agent may do.")
@click.option("--headless", is_flag=True, help="Start it without a terminal.")
@click.option("--in", "in_", type=click.Choice(["tmux"]), help="Start it in a tmux window of its own.")
@click.option("--prefill", is_flag=True, help="With --in tmux: put the brief into its input and do not send it.")
@click.option("-e", "--edit", "edits", is_flag=True, help="Change the brief in your editor first.")
@click.option("-y", "--yes", is_flag=True, help="Send without asking.")
@click.option("--anyway", is_flag=True, help="With a goal that says too little.")
@click.option("-o", "--output", type=click.Path(path_type=Path), metavar="FILE", help="With --to file: where.")
@click.option("--dry-run", is_flag=True, help="Write and start nothing: which command would run.")
@click.option("--json", "as_json", is_flag=True, help="For programs: one object about what was done.")
@home_option
@write_option
def command(
    goal: tuple[str, ...],
    to: str,
    save: bool,
    resume: str,
    print_: bool,
    sources: bool,
    session: str,
    wanted: str,
    template: str,
    budget: int | None,
    wait_gap: float,
    no_git: bool,
    force: bool,
    access: Access | None,
    headless: bool,
    in_: str | None,
    prefill: bool,
    edits: bool,
    yes: bool,
    anyway: bool,
    output: Path | None,
    dry_run: bool,
    as_json: bool,
    home: Path | None,
    write: bool,
) -> None:
    """Hand a session over: to an agent (--to), or to disk for later (--save).

    The brief is the session's own, joined with the decisions, tickets and working memory of its channel. GOAL is what
    the next agent is to do; it is kept word for word. Without --to or --save the brief is printed.

    On a terminal the brief is shown first, to be sent, edited, looked into or dropped; elsewhere --yes sends it, and
    without that the command is printed. VALUE may also be clipboard, file or stdout.
    """
    words = " ".join(goal)
    way = Way(
        headless=headless,
        tmux=in_ == "tmux",
        prefill=prefill,
        as_json=as_json,
        output=output,
        access=access or "",
        edits=edits,
    )
    _check_use(words, to, save, resume)
    check_way(way, to, only_print=print_ or sources or not (save or to))
    settings = config.load(git.find_root(Path.cwd()))
    if on_terminal() and nothing_asked():
        chosen_by_hand = picked(settings)
        session, to, words = chosen_by_hand.session, chosen_by_hand.to, chosen_by_hand.goal
    channels = Channels(home, write=write)
    moment = now()
    only_print = print_ or sources or not (save or to)
    with Phases() as phases:
        phases("finding the session")
        channel, chosen = found(channels, wanted, session, make=not (only_print or dry_run))
        if resume:
            resume = handoffs.chosen(handoffs.handoffs(channels, channel.channel_id), resume)
            chosen = chosen if session else session_of(channels, channel, resume)
        whither = None
        if to and (to not in PLACES or to in settings.profiles):
            whither = resolve(to, settings.profiles, channel, chosen.reader.agent if chosen else "", access or "")
            whither = placed(whither, chosen)
        check_vague(words, chosen, anyway=anyway)
        wish = transfer.Wish(
            goal=words,
            template=template or settings.template,
            budget=budget or settings.budget,
            to=to,
            resume=resume,
            wait_gap=wait_gap,
            with_git=not no_git,
            strict=bool(to),
            force=force,
        )
        phases("writing the brief")
        made = transfer.prepare(channels, channel, chosen, wish, moment)
    _tell(made, chosen)
    if only_print:
        _out(taken_from(made, chosen) if sources else made.bare)
        return
    asks = bool(to) and not (yes or dry_run or as_json) and on_terminal()
    if edits:
        made = changed(made, force=force)
    if asks:
        made = reviewed(made, chosen, to, force=force)
    keep = channels if channels.ours or write else Channels()
    parcel = Parcel(
        transfer=made.transfer,
        text=made.text,
        path=handoffs.text_file(handoffs.handoffs(keep, channel.channel_id), made.transfer.brief_id),
        moment=moment,
        channels=channels if keep is channels else None,
    )
    if dry_run:
        would = planned(whither, parcel, way.how) if whither else None
        _out(printed(parcel, would, as_json=as_json, dry_run=True))
        note("a dry run: nothing was written, nothing started")
        return
    transfer.save_handoff(keep, made, moment, tell=keep is channels)
    if keep is not channels:
        note(f"saved below {keep.home}: {channels.home} is only read, and was not told")
    if whither and (yes or asks):
        start(whither, parcel, way)
    elif to and not whither:
        put(to, parcel, way)
    else:
        _out(printed(parcel, laid_out(whither, parcel, way.how) if whither else None, as_json=as_json))


def _check_use(goal: str, to: str, save: bool, resume: str) -> None:
    if to and save:
        raise UsageError("--to and --save exclude each other", hint="--save now, then --resume ID --to VALUE")
    if resume and not to:
        raise UsageError("--resume needs --to", hint="who is to go on? for example --to claude")
    check_goal(goal)


def _tell(made: transfer.Prepared, chosen: choose.Choice | None) -> None:
    if chosen:
        note(f"session {short_id(made.transfer.from_session)} of {chosen.reader.agent}: {chosen.why}")
    for secret in made.brief.masked:
        note(f"masked: {secret.kind} at {secret.where}")
    for warning in made.warnings:
        note(warning)


def _out(text: str) -> None:
    write(text, None)
