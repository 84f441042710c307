"""What agents' hooks call: fast, once, and never at the agent's cost."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from segue import config
from segue.install import hook
from segue.store.ids import now
from segue.waiting import Address, leave
from tests.fixtures import HERE

Call = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    root = tmp_path / "repository"
    root.mkdir()
    subprocess.run(["git", "init", "-q", root], check=True)
    return root


@pytest.fixture
def call(repository: Path) -> Call:
    """Runs a hook as an agent would: the event on standard input."""

    def run(event: str, agent: str = "claude", text: str | None = None, **fields: object):
        data = json.dumps({"session_id": "s1", "cwd": str(repository), **fields}) if text is None else text
        command = [sys.executable, "-P", "-m", "segue", "hook", event, agent]
        return subprocess.run(command, input=data, capture_output=True, text=True, timeout=60, check=False)

    return run


def test_a_session_that_begins_gets_the_waiting_brief_once(call: Call, repository: Path) -> None:
    """As the agents want it: one JSON object, with the brief as additional context."""
    leave("# Brief\n", Address(agent="claude", cwd=repository), now())
    first, second = call("session-start", source="startup"), call("session-start", source="startup")
    said = json.loads(first.stdout)["hookSpecificOutput"]
    assert said["hookEventName"] == "SessionStart"
    assert "<handoff-context>\n# Brief\n</handoff-context>" in said["additionalContext"]
    assert (first.returncode, first.stderr) == (0, "")
    assert (second.returncode, second.stdout, second.stderr) == (0, "", "")


@pytest.mark.parametrize("source", ["resume", "compact", "fork"])
def test_a_session_that_goes_on_leaves_it_waiting(call: Call, repository: Path, source: str) -> None:
    leave("# Brief\n", Address(agent="claude", cwd=repository), now())
    assert call("session-start", source=source).stdout == ""
    assert call("session-start", source="clear").stdout != ""


def test_before_compaction_a_brief_is_saved_and_nothing_is_said(call: Call, tmp_path: Path) -> None:
    """Claude Code would take words for an instruction to its summary; the brief is where `--resume latest` finds it."""
    done = call("pre-compact", transcript_path=str(HERE / "claude" / "tools.jsonl"), trigger="auto")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    (brief,) = (tmp_path / "segue-home" / "channels").glob("*/handoffs/*.md")
    assert "## Convergence" in brief.read_text()


def test_a_full_context_is_said_once_and_posted(call: Call, tmp_path: Path) -> None:
    """At 93 % of the window: one line for the user, one entry for each threshold, and silence after that."""
    transcript = tmp_path / "5e55a001-0000-4000-8000-000000000001.jsonl"
    rows = [json.loads(line) for line in (HERE / "claude" / "tools.jsonl").read_text().splitlines()]
    for row in rows:
        if usage := (row.get("message") or {}).get("usage"):
            usage |= {"input_tokens": 186_000, "cache_read_input_tokens": 0, "cache_creation_input_tokens": 0}
            row["message"]["model"] = "claude-sonnet-4-5"
    transcript.write_text("".join(json.dumps(row) + "\n" for row in rows))
    first = call("stop", transcript_path=str(transcript))
    assert json.loads(first.stdout) == {
        "systemMessage": "segue: the context is 93 % full. /handoff [focus] writes down what the next session needs."
    }
    assert call("stop", transcript_path=str(transcript)).stdout == ""
    (feed,) = (tmp_path / "segue-home" / "channels").glob("*/feed.jsonl")
    assert feed.read_text().count('"context_threshold"') == 4


def test_a_context_with_room_is_not_worth_a_word(call: Call, tmp_path: Path) -> None:
    done = call("stop", transcript_path=str(HERE / "claude" / "tools.jsonl"))
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert not (tmp_path / "segue-home" / "channels").exists()


@pytest.mark.parametrize("written", [False, True])
def test_the_end_of_a_turn_that_is_not_written_down_yet_is_no_trouble(
    call: Call, tmp_path: Path, written: bool
) -> None:
    """Claude Code writes its transcript a moment after the end of the turn."""
    transcript = tmp_path / "5e55a001-0000-4000-8000-000000000001.jsonl"
    if written:
        transcript.touch()
    call("stop", transcript_path=str(transcript))
    assert not (tmp_path / "segue-home" / "hooks.log").exists()
    transcript.write_text("not a session of Claude Code's\n")
    call("stop", transcript_path=str(transcript))
    assert "stop claude SourceError" in (tmp_path / "segue-home" / "hooks.log").read_text()


@pytest.mark.parametrize("event", hook.SECONDS)
def test_an_agent_that_ended_while_it_called_asks_nothing(
    call: Call, repository: Path, tmp_path: Path, event: str
) -> None:
    leave("# Brief\n", Address(agent="claude", cwd=repository), now())
    call(event, text="")
    assert not (tmp_path / "segue-home" / "hooks.log").exists()
    assert "# Brief" in call("session-start", source="startup").stdout


@pytest.mark.parametrize("event", [*hook.SECONDS, "unheard-of", ""])
@pytest.mark.parametrize("text", ["", "{", "[]", "null", '{"cwd": 7, "source": [], "transcript_path": {}}', "{}" * 10])
def test_no_input_hurts_the_agent(call: Call, repository: Path, event: str, text: str) -> None:
    """Whatever comes: exit code 0, not a word, and trouble in our own log only."""
    leave("# Brief\n", Address(agent="claude", cwd=repository), now())
    done = call(event, text=text)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_an_endless_input_is_not_read_to_its_end(repository: Path) -> None:
    leave("# Brief\n", Address(agent="claude", cwd=repository), now())
    command = f"yes | {sys.executable} -P -m segue hook session-start claude"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=30, check=False)
    assert (done.returncode, done.stdout) == (0, "")


def test_trouble_goes_to_the_log_without_a_word_of_the_input(call: Call, tmp_path: Path) -> None:
    call("pre-compact", session_id="0" * 36, transcript_path="/nowhere/hunter2-secret.jsonl")
    log = tmp_path / "segue-home" / "hooks.log"
    assert "pre-compact claude SourceError" in log.read_text() and "hunter2" not in log.read_text()
    assert log.stat().st_mode & 0o777 == 0o600


def test_a_home_that_cannot_be_written_hurts_nobody(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SEGUE_HOME", "/proc/nowhere")
    for event in hook.SECONDS:
        done = call(event, transcript_path=str(HERE / "claude" / "tools.jsonl"))
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_it_can_be_switched_off(call: Call, repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    leave("# Brief\n", Address(agent="claude", cwd=repository), now())
    monkeypatch.setenv("SEGUE_HOOKS", "off")
    assert call("session-start", source="startup").stdout == ""


def test_a_repository_cannot_put_its_own_segue_in_our_place(repository: Path, call: Call) -> None:
    """A hook runs in the directory of a cloned repository; what lies there must not be run."""
    (repository / "segue").mkdir()
    (repository / "segue" / "__init__.py").write_text("")
    (repository / "segue" / "__main__.py").write_text("print('owned')")
    (repository / "json.py").write_text("print('owned')")
    leave("# Brief\n", Address(agent="claude", cwd=repository), now())
    command = [sys.executable, "-P", "-m", "segue", "hook", "session-start", "claude"]
    data = json.dumps({"cwd": str(repository), "source": "startup"})
    done = subprocess.run(command, cwd=repository, input=data, capture_output=True, text=True, check=False)
    assert "owned" not in done.stdout and "# Brief" in done.stdout


def test_nothing_heavy_is_loaded_when_nothing_waits() -> None:
    """It runs at every start of an agent: only what Python itself loads, and two modules of ours."""
    code = (
        "import os, sys; sys.argv = ['segue', 'hook', 'session-start', 'claude'];"
        "os._exit = lambda code: (print(sorted(sys.modules)), sys.exit(code));"
        "from segue.__main__ import main; main()"
    )
    done = subprocess.run([sys.executable, "-c", code], input="{}", capture_output=True, text=True, check=True)
    for heavy in ("click", "msgspec", "pathlib", "json", "typing", "re", "signal", "segue.config"):
        assert f"'{heavy}'" not in done.stdout, heavy


def test_the_end_of_a_turn_loads_no_more_than_the_reader_needs() -> None:
    """It runs after every turn. Something else may have installed typing_extensions, which msgspec would take along."""
    code = (
        "import os, sys; sys.argv = ['segue', 'hook', 'stop', 'claude'];"
        "os._exit = lambda code: (print(sorted(sys.modules)), sys.exit(code));"
        "from segue.__main__ import main; main()"
    )
    event = json.dumps({"transcript_path": str(HERE / "claude" / "tools.jsonl"), "cwd": "/"})
    done = subprocess.run([sys.executable, "-c", code], input=event, capture_output=True, text=True, check=True)
    assert "'segue.sources.claude.read'" in done.stdout
    for heavy in ("click", "typing_extensions", "platform", "inspect", "subprocess", "sqlite3", "segue.distil"):
        assert f"'{heavy}'" not in done.stdout, heavy


@pytest.mark.parametrize(
    "environment",
    [{"SEGUE_HOME": "/a/b"}, {"SEGUE_HOME": "~/c"}, {"SEGUE_HOME": "", "XDG_DATA_HOME": "/d"}, {"SEGUE_HOME": ""}],
)
def test_it_agrees_with_the_settings_about_our_home(
    monkeypatch: pytest.MonkeyPatch, environment: dict[str, str]
) -> None:
    """The short way to the home, taken without loading the settings, leads to the same place."""
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert hook._home() == str(config.home())


def test_codex_is_found_by_its_id_when_it_names_no_file(call: Call, isolated: Path, tmp_path: Path) -> None:
    """Its `transcript_path` may be null."""
    session = "5e55a002-0000-4000-8000-000000000001"
    target = isolated / f".codex/sessions/2026/11/01/rollout-2026-11-01T10-00-00-{session}.jsonl"
    target.parent.mkdir(parents=True)
    shutil.copy(HERE / "codex" / "tools.jsonl", target)
    os.utime(target)
    assert call("pre-compact", "codex", session_id=session, transcript_path=None).returncode == 0
    assert list((tmp_path / "segue-home" / "channels").glob("*/handoffs/*.md"))
