"""Steering a channel: `new`, `link`, `redact` and `archive`."""

from __future__ import annotations

from pathlib import Path

import click

from segue import git
from segue.channel import place
from segue.channel import secrets as words
from segue.channel import write as channel_write
from segue.channel.mend import redact
from segue.channel.records import Ref, Repo, Run
from segue.channel.store import Channels
from segue.errors import UsageError
from segue.store.ids import now, segment
from segue.surfaces.cli import _complete
from segue.surfaces.cli._channel import channel_option, home_option, meant, plain, write_option
from segue.surfaces.cli._output import note, write


@click.command("new")
@click.argument("name", default="", metavar="[NAME]")
@click.option("--about", default="", metavar="TEXT", help="What the work is: the mission that its briefs open with.")
def new(name: str, about: str) -> None:
    """Make a channel for this repository; from then on it is the one that is meant here."""
    words.refuse([("the name", name), ("the description", about)])
    channels = Channels()
    with channels.alone():
        channel = place.draft(Path.cwd(), now(), name, about)
        channels.save(channel)
    write(channel.channel_id + "\n", None)


@click.command("link")
@channel_option
@click.option("--repo", type=click.Path(path_type=Path, exists=True, file_okay=False), metavar="DIR", help="A folder.")
@click.option("--alias", default="", metavar="NAME", help="What the repository is called here; by default its name.")
@click.option("--run", default="", metavar="ID", help="A run.")
@click.option(
    "--session",
    default="",
    metavar="ID",
    shell_complete=_complete.sessions,
    help="A session: the beginning of its id, or its file.",
)
def link(wanted: str, repo: Path | None, alias: str, run: str, session: str) -> None:
    """Link a repository, a run or a session to a channel."""
    if not (repo or run or session):
        raise UsageError("what is to be linked?", hint="--repo DIR, --run ID or --session ID")
    channels, moment = Channels(), now()
    channel = meant(channels, wanted)
    if repo:
        root = git.find_root(repo.resolve()) or repo.resolve()
        row = Repo(alias=alias or root.name, workspace_id=place.workspace_id(root), repo_path=str(root))
        channel_write.link_repo(channels, channel.channel_id, row)
        note(f"{plain(row.alias)} is {root}")
    if run:
        where = channel.primary_workspace_id
        channel_write.link_run(channels, channel.channel_id, Run(run_id=run, workspace_id=where, linked_at=moment.iso))
        note(f"run {plain(run)} is linked")
    if session:
        ref = _session(session, moment.iso)
        channel_write.link_session(channels, channel.channel_id, ref)
        note(f"session {plain(ref.target_id)} is linked")


def _session(wanted: str, when: str) -> Ref:
    from segue import choose

    chosen = choose.choose(wanted)
    seen = chosen.reader.glance(chosen.path)
    return Ref(
        type="session", target_id=segment(seen.id), label=f"{seen.agent}: {plain(seen.title, 80)}", added_at=when
    )


@click.command("redact")
@click.argument("entry")
@channel_option
@home_option
@write_option
def redact_(entry: str, wanted: str, home: Path | None, write: bool) -> None:
    """Take the secret out of a record: ENTRY is the id of an entry, a decision or a brief's working memory."""
    channels = Channels(home, write=write)
    kinds = redact(channels, meant(channels, wanted).channel_id, entry, now())
    what = ", ".join(sorted(set(kinds))) or "its whole text: no secret was recognised"
    note(f"redacted in {entry}: {what}")


@click.command("archive")
@click.argument("wanted", default="", metavar="[CHANNEL]", shell_complete=_complete.channels)
@click.option("--back", is_flag=True, help="Make it active again.")
def archive(wanted: str, back: bool) -> None:
    """Put a channel away: it is kept, and no longer meant by default."""
    channels = Channels()
    hint = "`segue channel list --all` shows all there are"
    channel = place.named(channels, wanted, archived=back) if wanted else place.required(channels, Path.cwd(), hint)
    channel_write.archive(channels, channel.channel_id, now(), back=back)
    note(f"{channel.channel_id} is {'active' if back else 'archived'}")


WORDS = (new, link, redact_, archive)
