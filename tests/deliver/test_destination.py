"""Which command would run, for every agent: access is named or refused, ties are cut, keys are its own."""

from __future__ import annotations

import pytest

from segue.agents import AGENTS
from segue.channel.records import Channel
from segue.config import Profile
from segue.deliver.destination import TIES, Destination, resolve
from segue.errors import UsageError

ROWS = {agent.name: agent for agent in AGENTS}
CHANNEL = Channel(channel_id="channel-1-a")
PLAIN = {
    "claude": ["claude", "-p", "--append-system-prompt", "FRAME"],
    "codex": ["codex", "exec", "--sandbox", "workspace-write", "-"],
    "pi": ["pi", "-p", "--append-system-prompt", "FRAME"],
    "omp": ["omp", "-p", "--append-system-prompt", "FRAME"],
    "gemini": ["gemini"],
    "qwen": ["qwen"],
    "opencode": ["opencode", "run"],
    "copilot": ["copilot"],
    "goose": ["goose", "run", "-q", "-i", "-"],
    # By file: its message is a line that names it (test_send.py).
    "aider": ["aider", "--no-suggest-shell-commands", "--no-gitignore", "--read", "FILE", "--message", "BRIEF"],
}


@pytest.mark.parametrize("name", ROWS)
def test_a_headless_command_never_holds_the_brief(name):
    """Other users can read a command line; and no argument could hold a long one."""
    argv = Destination(name=name, agent=ROWS[name]).argv("BRIEF", headless=True, file="FILE")
    assert ["FRAME" if "segue" in word else word for word in argv] == PLAIN[name]


@pytest.mark.parametrize("name", [name for name in ROWS if name != "aider"])
def test_an_interactive_command_ends_with_the_brief_as_one_argument(name):
    argv = Destination(name=name, agent=ROWS[name]).argv("two words\n$(rm)")
    assert argv[-1] == "two words\n$(rm)"


@pytest.mark.parametrize("right", ["read", "write"])
@pytest.mark.parametrize("name", ROWS)
def test_a_right_is_passed_on_or_refused_and_never_widened(name, right):
    known = dict(ROWS[name].access)
    if right in known:
        found = resolve(name, {}, CHANNEL, "", right)
        assert set(known[right]) <= set(found.argv("x"))
    else:
        with pytest.raises(UsageError, match=f"holds it to {right}"):
            resolve(name, {}, CHANNEL, "", right)


def test_access_comes_from_flag_profile_or_channel_in_this_order():
    profiles = {"careful": Profile(agent="codex", access="read")}
    full = Channel(channel_id="channel-1-a", full_access=True)
    assert resolve("careful", profiles, full, "").access == "read"
    assert resolve("careful", profiles, full, "", "write").access == "write"
    assert resolve("codex", profiles, full, "").access == "full"
    assert resolve("codex", profiles, CHANNEL, "").access == ""


@pytest.mark.parametrize("headless", [True, False])
@pytest.mark.parametrize("name", ROWS)
def test_a_profiles_model_reaches_every_agent(name, headless):
    found = resolve("mine", {"mine": Profile(agent=name, model="small")}, CHANNEL, "")
    argv = found.argv("x", headless=headless, file="FILE")
    assert argv[argv.index("--model") + 1] == "small"


@pytest.mark.parametrize("headless", [True, False])
@pytest.mark.parametrize("name", ROWS)
def test_no_agent_inherits_what_ties_a_child_to_its_parent(name, headless):
    names = Destination(name=name, agent=ROWS[name]).environment(dict.fromkeys([*TIES, "PATH"], "x"), headless=headless)
    assert names == ["PATH"]


@pytest.mark.parametrize("name", ROWS)
def test_a_headless_agent_gets_its_own_keys_and_no_others(name):
    ours = dict.fromkeys(
        ["DB_PASSWORD", "AWS_SECRET_ACCESS_KEY", "SEGUE_DATABASE", "SSH_AUTH_SOCK", "PATH", "HOME"], "x"
    )
    names = Destination(name=name, agent=ROWS[name]).environment(ours, headless=True)
    assert names == ["HOME", "PATH"]


def test_every_agent_can_be_started_without_a_first_message():
    """Its input is then ours to fill. Where the option is a command of its own, another one opens it."""
    assert Destination(name="gemini", agent=ROWS["gemini"]).unseeded() == ["gemini"]
    assert Destination(name="codex", agent=ROWS["codex"]).unseeded()[-1] == "workspace-write"
    assert Destination(name="goose", agent=ROWS["goose"]).unseeded() == ["goose", "session"]
    assert not [name for name in ROWS if "{brief}" in Destination(name=name, agent=ROWS[name]).unseeded()]
