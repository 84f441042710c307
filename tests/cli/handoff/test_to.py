"""`segue handoff --to`: whom a brief goes to, and with which command (REQ-2.1, 2.2, 2.5, 2.6, A1)."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from tests.channel.kit import SESSION, channel_in, tree
from tests.cli.handoff.kit import CHANNEL, briefs, gap


def test_a_channel_becomes_a_brief_on_disk(segue, app, channel):
    """Given feed, decisions and tickets, `--to claude` leaves the brief with its schema version, and the command."""
    seen = segue("handoff", "--channel", CHANNEL, "--to", "claude", cwd=app)
    assert seen.code == 0
    [path] = briefs(channel)
    text = path.read_text()
    assert "**Schema version:** 1" in text and f"**Channel:** {CHANNEL} (Parser)" in text and "**To:** claude" in text
    assert [line[3:] for line in text.splitlines() if line.startswith("## ")] == [
        "Status", "Mission", "Tickets", "Recent decisions", "Files touched", "Working memory",
    ]  # fmt: skip
    assert "Make the parser total." in text and "the tokenizer is next" in text
    assert "why: errors must name the line; instead of: a rewrite" in text
    assert text.index("T-1 ready: tokenizer") < text.index("T-2 blocked: total parser; after T-1")
    message = path.parents[3] / "deliveries" / path.stem / "brief.md"
    assert f'"$(cat {message})"' in seen.out and seen.out.startswith("claude --append-system-prompt ")
    assert text in message.read_text()
    assert json.loads(path.with_suffix(".json").read_text())["schemaVersion"] == 1


def test_codex_gets_the_brief_as_its_first_turn_and_no_pipeline_flags(segue, app, channel):
    """By argument on a terminal; headless with `exec`, with the dash that stands for stdin."""
    args = ("handoff", "--channel", CHANNEL, "--to", "codex", "--json")
    plain = json.loads(segue(*args, cwd=app).out)
    assert plain["argv"][0] == "codex" and Path(plain["path"]).read_text() in plain["argv"][-1]
    headless = json.loads(segue(*args, "--headless", "--dry-run", cwd=app).out)
    assert headless["argv"][:2] == ["codex", "exec"]
    assert headless["argv"][-1] == "-" and headless["by"] == "stdin"
    for argv in (plain["argv"], headless["argv"]):
        assert "--sandbox" in argv and not {"--output-schema", "-o", "--ask-for-approval"} & set(argv)


def test_claude_gets_our_frame_as_system_prompt_and_the_brief_as_a_turn(segue, app, channel):
    """The brief holds other people's text: it never goes into a system prompt."""
    argv = json.loads(segue("handoff", "--channel", CHANNEL, "--to", "claude", "--json", cwd=app).out)["argv"]
    frame = argv[argv.index("--append-system-prompt") + 1]
    assert "tokenizer" not in frame and briefs(channel)[0].read_text() in argv[-1]


@pytest.mark.parametrize(("full", "argument"), [(True, "danger-full-access"), (False, "workspace-write")])
def test_the_channels_access_carries_over(segue, home, app, full, argument):
    channel_in(home, "channel-1-a", app, fullAccess=full)
    argv = json.loads(segue("handoff", "--channel", "channel-1-a", "--to", "codex", "--json", cwd=app).out)["argv"]
    assert argument in argv


def test_dry_run_prints_brief_command_and_names_of_variables(segue, app, channel):
    seen = segue("handoff", "--channel", CHANNEL, "--to", "codex", "--dry-run", cwd=app, DB_PASSWORD="canary-value")
    brief, command, environment = seen.out.splitlines()
    assert brief.startswith(f"brief: {channel}/handoffs/brief-") and brief.endswith(".md")
    assert command.startswith("command: codex --sandbox workspace-write ")
    assert "PATH" in environment and "canary-value" not in seen.out + seen.err


@pytest.mark.parametrize("to", [("--to", "codex"), ("--to", "codex", "--json"), ("--to", "file"), ("--save",)])
def test_a_dry_run_leaves_nothing_behind(segue, home, work, channel, to):
    """No brief, decision, entry or receipt; nor a first channel where there was none."""
    before = tree(home / "channels")
    seen = segue("handoff", *to, "--dry-run", cwd=work)
    assert seen.code == 0 and "nothing was written" in seen.err and tree(home / "channels") == before
    assert not (home / "deliveries").exists() and not list(work.glob("*.md"))
    shutil.rmtree(home / "channels")
    assert segue("handoff", *to, "--dry-run", cwd=work).code == 0 and not (home / "channels").exists()


def test_a_dry_run_is_never_the_latest_brief(segue, work, channel):
    gap(channel, "brief-1-abc")
    saved = Path(segue("handoff", "--save", cwd=work).out.strip()).stem
    segue("handoff", "--to", "codex", "--dry-run", cwd=work)
    resumed = json.loads(segue("handoff", "--resume", "latest", "--to", "codex", "--json", cwd=work).out)
    assert resumed["resumedFrom"] == saved and "bisecting the tokenizer" in Path(resumed["path"]).read_text()


def test_a_command_that_cannot_run_here_is_told_of(segue, work, tmp_path):
    """Also where it is only printed: whoever copies it would find out in a shell."""
    bare = {"PATH": f"{tmp_path}:/usr/bin:/bin"}
    for dry in ((), ("--dry-run",)):
        seen = segue("handoff", "--to", "codex", *dry, cwd=work, **bare)
        assert seen.code == 0 and "there is no program 'codex' on PATH" in seen.err
    (tmp_path / "codex").write_text("#!/bin/sh\n")
    (tmp_path / "codex").chmod(0o755)
    assert "no program" not in segue("handoff", "--to", "codex", "--dry-run", cwd=work, **bare).err


def test_a_headless_child_gets_its_own_keys_and_what_the_profile_names(segue, home, app, channel):
    (home / "config.toml").write_text('[profiles.fast]\nagent = "codex"\nenvironment = ["MY_PROXY"]\n')
    ours = {"OPENAI_API_KEY": "x", "ANTHROPIC_API_KEY": "x", "DB_PASSWORD": "x", "MY_PROXY": "x"}
    seen = segue("handoff", "--channel", CHANNEL, "--to", "fast", "--headless", "--json", cwd=app, **ours)
    names = json.loads(seen.out)["environment"]
    assert {"OPENAI_API_KEY", "MY_PROXY", "PATH"} <= set(names)
    assert not {"DB_PASSWORD", "ANTHROPIC_API_KEY"} & set(names)


def test_an_interactive_child_is_cut_loose_from_its_parent(segue, app, channel):
    ties = {"CLAUDECODE": "1", "CLAUDE_CODE_CHILD_SESSION": "1", "DB_PASSWORD": "x"}
    names = json.loads(segue("handoff", "--channel", CHANNEL, "--to", "claude", "--json", cwd=app, **ties).out)
    assert "DB_PASSWORD" in names["environment"] and not {"CLAUDECODE", "CLAUDE_CODE_CHILD_SESSION"} & set(
        names["environment"]
    )


def test_to_is_a_profile_then_an_agent_then_a_repository(segue, home, app, channel):
    """Each layer is asked only when the one before knows nothing of the word."""
    (home / "config.toml").write_text('[profiles.app]\nagent = "codex"\nmodel = "small"\narguments = ["--search"]\n')
    by_profile = json.loads(segue("handoff", "--channel", CHANNEL, "--to", "app", "--json", cwd=app).out)
    assert by_profile["argv"][0] == "codex" and {"small", "--search"} <= set(by_profile["argv"])
    (home / "config.toml").unlink()
    by_alias = json.loads(segue("handoff", "--channel", CHANNEL, "--to", "app", "--json", cwd=app).out)
    assert by_alias["argv"][0] == "claude" and by_alias["directory"] == str(app)


def test_an_unknown_value_lists_what_would_have_worked(segue, home, app, channel):
    (home / "config.toml").write_text('[profiles.fast]\nagent = "codex"\n')
    seen = segue("handoff", "--channel", CHANNEL, "--to", "nobody", cwd=app)
    assert seen.code == 2 and not briefs(channel)
    assert "one of: fast, claude, codex, " in seen.err and seen.err.endswith(", app\n")


def test_a_profile_may_not_be_named_like_an_agent(segue, home, app, channel):
    (home / "config.toml").write_text('[profiles.claude]\nagent = "codex"\n')
    seen = segue("handoff", "--channel", CHANNEL, "--to", "claude", cwd=app)
    assert seen.code == 2 and "named like an agent" in seen.err


def test_a_repository_can_name_no_profile(segue, home, app, channel):
    """A cloned repository is not the user."""
    (app / ".segue.toml").write_text('[profiles.mine]\nagent = "codex"\narguments = ["--yolo"]\n')
    seen = segue("handoff", "--channel", CHANNEL, "--to", "mine", cwd=app)
    assert seen.code == 2 and "a repository may set" in seen.err


@pytest.mark.parametrize(
    ("goal", "option"),
    [
        ("brief-1-abc", "--resume brief-1-abc"),
        (CHANNEL, f"--channel {CHANNEL}"),
        (SESSION[:10], f"--from {SESSION[:10]}"),
    ],
)
def test_an_id_is_no_goal(segue, work, channel, goal, option):
    seen = segue("handoff", goal, "--to", "claude", cwd=work)
    assert seen.code == 2 and option in seen.err and not briefs(channel)
