"""The command itself: help, version, completion, and how it fails."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from segue import __version__
from segue.surfaces.cli._group import COMMANDS
from tests.channel.kit import channel_in


def test_version(segue):
    assert segue("--version").screen == f"segue {__version__}\n--- stderr\n--- exit code 0\n"
    assert segue("-V").out == segue("--version").out


def test_help_names_every_command_with_examples(segue):
    seen = segue("--help")
    assert seen.code == 0 and "Examples:" in seen.out and "Exit codes:" in seen.out
    for name in COMMANDS:
        assert f"\n  {name}" in seen.out
        own = segue(name, "--help")
        assert own.code == 0 and "Examples:" in own.out, name


def test_a_mistyped_command_is_told_the_near_one(segue):
    seen = segue("breif")
    assert seen.code == 2 and "Did you mean 'brief'?" in seen.err


def test_help_is_an_option(segue):
    seen = segue("help")
    assert seen.code == 2 and "Did you mean '--help'?" in seen.err


@pytest.mark.parametrize("words", [("brief", "latest"), ("sessions",), ("--version",), ("--help",)])
def test_a_closed_or_full_output_is_no_fault_of_ours(machine, words):
    machine("claude", "plain")
    for place in (">&-", ">/dev/full"):
        line = f"{sys.executable} -m segue {' '.join(words)} {place}"
        done = subprocess.run(["sh", "-c", line], capture_output=True, text=True, timeout=60, check=False)
        assert done.returncode in (0, 1) and "Traceback" not in done.stderr and "segue failed" not in done.stderr
        assert done.returncode == 0 or "standard output" in done.stderr or "no space is left" in done.stderr


def test_a_mistyped_option_is_told_the_near_one(segue):
    seen = segue("brief", "--budgt", "5")
    assert seen.code == 2 and "--budget" in seen.err


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_scripts(segue, shell):
    assert "_SEGUE_COMPLETE" in segue("completion", shell).out


def test_completion_completes(segue):
    seen = segue(COMP_WORDS="segue se", COMP_CWORD="1", _SEGUE_COMPLETE="bash_complete")
    assert "sessions" in seen.out


def test_start_up_loads_no_heavy_module():
    """The version, and every hook of an agent's, must start at once."""
    code = (
        "import sys; sys.argv[1:] = ['--version']; from segue.__main__ import main; main(); print(sorted(sys.modules))"
    )
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    for heavy in ("click", "msgspec", "asyncio", "sqlite3", "pydantic", "rich"):
        assert f"'{heavy}'" not in loaded


def test_a_brief_of_a_session_loads_no_parser(machine):
    """It is what agents ask for most, and the parser would be a fifth of its time."""
    path = machine("claude", "plain")
    code = (
        f"import os, sys; sys.argv = ['segue', 'brief', {str(path)!r}];"
        "os._exit = lambda code: (print(sorted(sys.modules)), sys.exit(code));"
        "from segue.__main__ import main; main()"
    )
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert "'segue.distil.rules.episodes'" in loaded
    for heavy in (
        "click",
        "inspect",
        "platform",
        "textwrap",
        "urllib.parse",
        "json",
        "sqlite3",
        "sqlalchemy",
        "threading",
    ):
        assert f"'{heavy}'" not in loaded, heavy


def test_what_is_kept_from_msgspec_is_there_for_everyone_else():
    """SQLAlchemy and MCP need the modules that a light start hides while msgspec is loaded; and what was put off
    comes when it is called."""
    code = (
        "from segue.start import light; light(); import typing_extensions, platform, uuid;"
        "assert platform.python_version() and str(uuid.uuid4());"
        "import pathlib, msgspec; assert pathlib.Path('/a b').as_uri() == 'file:///a%20b';"
        "assert msgspec.json.schema(int) == {'type': 'integer'}; import urllib.parse;"
        "assert urllib.parse.urlsplit('http://[::1]/a').hostname == '::1';"
        "from segue import config; config.load()"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, check=False).stderr == b""


def test_what_is_said_to_nobody_is_no_fault(machine, isolated, tmp_path):
    """The terminal was closed while it worked: the result is whole, and nothing is logged as ours."""
    machine("claude", "plain")
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        [sys.executable, "-m", "segue", "brief", "latest"],
        stdout=subprocess.PIPE,
        stderr=writer,
        text=True,
        check=False,
    )
    os.close(writer)
    assert done.returncode == 0 and done.stdout.startswith("> What follows")
    assert not (tmp_path / "segue-home" / "faults.log").exists()


def test_a_fault_of_ours_is_one_line_and_a_log(segue, machine, tmp_path):
    """The traceback is kept for the report, and never thrown at the user."""
    machine("claude", "plain")
    broken = tmp_path / "broken"
    broken.mkdir()
    (broken / "sitecustomize.py").write_text(
        "import segue.sources.claude as c\ndef boom(*a): raise ZeroDivisionError('boom')\nc.ClaudeCode.read = boom\n"
    )
    seen = segue("brief", "latest", PYTHONPATH=str(broken))
    assert seen.code == 70 and "Traceback" not in seen.err
    assert "ZeroDivisionError" in (tmp_path / "segue-home" / "faults.log").read_text()
    assert (tmp_path / "segue-home" / "faults.log").stat().st_mode & 0o777 == 0o600


def test_ctrl_c_leaves_nothing_half_done(machine, tmp_path):
    """Interrupted while it looks for the session, it says so in a line and writes no file."""
    out = tmp_path / "out.md"
    slow = (
        "import sys, time, segue.choose;"
        "segue.choose.choose = lambda *a, **k: (print('looking', flush=True), [time.sleep(0.1) for _ in range(3000)]);"
        "sys.argv = ['segue', 'brief', 'latest', '-o', sys.argv[1]]; from segue.__main__ import main; main()"
    )
    argv = [sys.executable, "-c", slow, str(out)]
    process = subprocess.Popen(argv, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout and process.stdout.readline() == "looking\n"
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "interrupted; nothing was changed" in err and "Traceback" not in err
    assert not out.exists()


@pytest.mark.parametrize(
    ("line", "values"),
    [
        ("brief --agent c", {"claude", "codex", "copilot"}),
        ("handoff --to f", {"fast", "file"}),
        ("handoff --to cl", {"claude", "clipboard"}),
        ("handoff --template ", {"session", "channel"}),
        ("brief --template ", {"session"}),
        ("install g", {"gemini"}),
        ("brief 5e55", {"5e55a001", "5e55a002"}),
        ("brief l", {"latest"}),
        ("handoff --from 5e55a002", {"5e55a002"}),
        ("search x --channel channel-1", {"channel-1-mine"}),
        ("channel show channel-1", {"channel-1-mine"}),
        ("eval run --engine t", {"tail"}),
        ("eval case hooks", {"hooks-retry-stdlib"}),
        ("eval run --case shop", {"shop-money-cents"}),
    ],
)
def test_values_are_completed_too(segue, machine, home, line, values):
    """From the tables that the commands themselves read, and from what is on this machine."""
    machine("claude", "plain")
    machine("codex", "plain")
    channel_in(home, "channel-1-mine")
    (home / "config.toml").write_text('[profiles.fast]\nagent = "claude"\n')
    assert set(completed(segue, line)) == values


def test_a_broken_settings_file_completes_nothing_and_says_nothing(segue, home):
    home.mkdir()
    (home / "config.toml").write_text("budget = [")
    assert completed(segue, "handoff --to c") == []


def completed(segue, line: str) -> list[str]:
    words = f"segue {line}"
    seen = segue(
        cwd=Path(__file__).parent,
        COMP_WORDS=words,
        COMP_CWORD=str(len(words.split()) - (not words.endswith(" "))),
        _SEGUE_COMPLETE="bash_complete",
    )
    assert (seen.code, seen.err) == (0, "")
    return [row.split(",")[1] for row in seen.out.splitlines() if row]


def test_ctrl_c_while_it_starts_is_one_line(tmp_path):
    """Before a command is known, in the middle of loading."""
    (tmp_path / "sitecustomize.py").write_text(
        "import sys, time\n"
        "class Slow:\n"
        "    def find_spec(self, name, path, target=None):\n"
        "        if name == 'segue.start':\n"
        "            print('loading', flush=True)\n"
        "            for _ in range(3000): time.sleep(0.1)\n"  # one long sleep would miss a signal just before it
        "sys.meta_path.insert(0, Slow())\n"
    )
    process = subprocess.Popen(
        [sys.executable, "-m", "segue", "sessions"],
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout and process.stdout.readline() == "loading\n"
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (130, "\ninterrupted; nothing was changed\n")
