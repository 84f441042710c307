"""What agents' hooks call: `segue hook EVENT AGENT`, with the event as JSON on standard input.

It must never cost the agent anything: it starts fast, so nothing heavy is imported before there is something to do;
it reads a bounded input; whatever goes wrong goes to a log of ours, and it leaves with 0 and says nothing."""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:  # the module typing would cost a tenth of the whole start
    from pathlib import Path
    from typing import Any

    from segue.session.records import Glance
    from segue.sources.base import Reader

MOST = 1 << 20
"""Bytes of input. Agents send a few hundred."""
SECONDS = {"session-start": 8, "pre-compact": 50, "stop": 8}
"""How long each may take; below the time after which the agents stop waiting."""
FRESH = ("", "startup", "clear", "new")
"""Where a waiting brief may go: into a session that begins, not into one that goes on."""
OFF = "SEGUE_HOOKS"


def main(words: list[str]) -> None:
    """The whole life of the process, up to its end."""
    event, agent = [*words, "", ""][:2]
    try:
        if os.environ.get(OFF) != "off" and event in SECONDS and agent.isalnum():
            answer = _answer(event, agent)
            if answer:
                sys.stdout.write(answer)
                sys.stdout.flush()
    except Exception as error:
        _log(event, agent, error)
    os._exit(0)  # no farewell of anybody's can change the code any more


def _answer(event: str, agent: str) -> str:
    if event == "session-start" and not _something_waits(agent):
        _input()  # whoever writes to us finds nobody gone
        return ""
    _alarm(SECONDS[event])
    from segue.start import light

    light()
    import json

    seen = json.loads(_input() or b"null")
    if not isinstance(seen, dict):
        return ""  # nothing was said: an agent that ended while it called us asks nothing of us
    does = {"session-start": session_start, "pre-compact": pre_compact, "stop": stop}[event]
    answer = does(agent, seen)
    return json.dumps(answer) if answer else ""


def session_start(agent: str, seen: dict[str, Any]) -> dict[str, Any]:
    """Gives a waiting brief to a session that begins."""
    from pathlib import Path

    from segue import waiting
    from segue.store.ids import now

    if _text(seen, "source") not in FRESH:
        return {}
    taken = waiting.take(agent, Path(_text(seen, "cwd") or "."), now().ms, _text(seen, "session_id"))
    if taken is None:
        return {}
    said = {"hookEventName": "SessionStart", "additionalContext": waiting.framed(taken)}
    return {"hookSpecificOutput": said}


def pre_compact(agent: str, seen: dict[str, Any]) -> dict[str, Any]:
    """Saves a brief of the whole session before the agent forgets most of it. Says nothing: Claude Code would take it
    for an instruction to its summary."""
    from pathlib import Path

    from segue import config, git, transfer
    from segue.channel import place
    from segue.channel.store import Channels
    from segue.choose import Choice
    from segue.store.ids import now

    reader, path = _session(agent, seen)
    chosen = Choice(reader=reader, path=path, why="the session that calls us")
    cwd = Path(_text(seen, "cwd") or ".").absolute()
    settings, moment, channels = config.load(git.find_root(cwd)), now(), Channels()
    channel, _ = place.found_or_made(channels, cwd, moment)
    wish = transfer.Wish(template=settings.template, budget=settings.budget)
    made = transfer.prepare(channels, channel, chosen, wish, moment)
    transfer.save_handoff(channels, made, moment)
    return {}


def stop(agent: str, seen: dict[str, Any]) -> dict[str, Any]:
    """Posts the thresholds of the context that this session has crossed, each once, and tells the user of those that
    the table does more about than posting. It runs after every turn: below them all it loads next to nothing."""
    from segue import config

    if _unwritten(_text(seen, "transcript_path")):
        return {}
    reader, path = _session(agent, seen)
    glance, table = reader.glance(path), config.load().thresholds
    percent = glance.usage.percent
    if percent is None or percent < min(map(int, table), default=101):
        return {}
    crossed = _reported(glance, percent, _text(seen, "cwd") or glance.cwd, table)
    if all(table.get(threshold) == "post" for threshold in crossed):
        return {}
    from segue.install.place import row_named

    use = row_named(agent).use
    return {"systemMessage": f"segue: the context is {percent} % full. {use} writes down what the next session needs."}


def _reported(glance: Glance, percent: int, cwd: str, table: dict[str, Any]) -> list[str]:
    """The thresholds that are posted to the channel just now."""
    from pathlib import Path

    from segue.approvals import thresholds
    from segue.channel import place
    from segue.channel.store import Channels
    from segue.store.ids import now

    if not Path(cwd).is_dir():
        return []
    channels = Channels()
    channel, _ = place.found_or_made(channels, Path(cwd), now())
    used, window = glance.usage.used or 0, glance.usage.window or 0
    full = thresholds.Fullness(session_id=glance.id, used=used, total=window, percent=percent)
    return [str(e.metadata.get("threshold")) for e in thresholds.report(channels, channel.channel_id, full, table, now)]


def _session(agent: str, seen: dict[str, Any]) -> tuple[Reader, Path]:
    """The session that calls us: by its file, else by its id."""
    from pathlib import Path

    from segue.sources import reader_of

    reader, path = reader_of(agent), Path(_text(seen, "transcript_path"))
    if path.is_file() and reader.claims(path):
        return reader, path
    from segue.choose import choose

    chosen = choose(_text(seen, "session_id") or "no session", agents=(agent,))
    return chosen.reader, chosen.path


def _unwritten(named: str) -> bool:
    """Whether the agent names a transcript that it has yet to write: Claude Code does so some 0.1 s after the end of a
    turn, so that at the end of a first one there may be none. The next turn tells what this one cannot."""
    try:
        return bool(named) and os.path.getsize(named) == 0  # noqa: PTH202
    except FileNotFoundError:
        return True


def _something_waits(agent: str) -> bool:
    """Whether it is worth while to load anything: the names in one folder tell."""
    try:
        with os.scandir(f"{_home()}/waiting") as found:
            return any(entry.name.startswith(f"{agent}.") for entry in found)
    except OSError:
        return False


def _home() -> str:
    """What `config.home` says, without loading it."""
    if moved := os.environ.get("SEGUE_HOME"):
        return os.path.expanduser(moved)  # noqa: PTH111
    data = os.environ.get("XDG_DATA_HOME")
    return f"{data}/segue" if data else os.path.expanduser("~/.local/share/segue")  # noqa: PTH111


def _text(seen: dict[str, Any], name: str) -> str:
    value = seen.get(name)
    return value if isinstance(value, str) else ""


def _input() -> bytes:
    """All of it, or nothing when it is more than any agent sends."""
    if sys.stdin is None or sys.stdin.isatty():
        return b""
    data = sys.stdin.buffer.read(MOST + 1)
    return data if len(data) <= MOST else b""


def _alarm(seconds: int) -> None:
    import signal

    signal.signal(signal.SIGALRM, lambda *_: os._exit(0))
    signal.alarm(seconds)


def _log(event: str, agent: str, error: Exception) -> None:
    """One line: the kind of trouble, and where. Never what was in the input."""
    import time

    where = error.__traceback__
    while where and where.tb_next:
        where = where.tb_next
    line = f"{where.tb_frame.f_code.co_filename}:{where.tb_lineno}" if where else ""
    when = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    try:
        os.makedirs(_home(), mode=0o700, exist_ok=True)  # noqa: PTH103
        handle = os.open(f"{_home()}/hooks.log", os.O_CREAT | os.O_APPEND | os.O_WRONLY, 0o600)
        os.write(handle, f"{when} {event} {agent} {type(error).__name__} {line}\n".encode())
        os.close(handle)
    except OSError:
        pass
