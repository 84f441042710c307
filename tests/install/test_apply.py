"""Installing into files that people already have, and taking it all back."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from segue.errors import SegueError, UsageError
from segue.install import apply, receipts
from segue.install.place import Place, file_of, for_project, for_user, row_named
from segue.install.records import ROWS
from segue.store.ids import Moment

COMMAND = ("/opt/my python/bin/python3", "-P", "-m", "segue")
MOMENT = Moment(1_794_736_800_000, "a1b2c3")
NAMES = [row.agent for row in ROWS]
OLD = {
    "claude": {
        ".claude/settings.json": '{\n\t"model": "x",\n\t"hooks": {\n\t\t"Stop": [\n\t\t\t{"hooks": []}\n\t\t]\n\t}\n}',
        ".claude.json": '{"numStartups":3,"mcpServers":{"other":{"command":"x","env":{"A_KEY":"b"}}},"projects":{}}\n',
    },
    "codex": {
        ".codex/config.toml": '# mine\r\nmodel = "x"\r\n\r\n[mcp_servers.other]\r\ncommand = "y"',
        ".codex/hooks.json": '{"hooks": {"SessionStart": [{"hooks": [{"type": "command", "command": "say hi"}]}]}}',
    },
    "gemini": {".gemini/settings.json": '// mine\n{\n  "theme": "x", // dark\n}\n'},
    "qwen": {".qwen/settings.json": "\ufeff{}\n"},
    "opencode": {".config/opencode/opencode.jsonc": '{\n    /* mine */ "model": "a/b"\n}\n'},
    "copilot": {".copilot/mcp-config.json": '{"mcpServers": {}}'},
    "omp": {".omp/agent/mcp.json": ""},
    "pi": {".pi/agent/settings.json": "{}"},
}


def put(home: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        (home / name).write_bytes(text.encode())


def everything(home: Path) -> dict[str, bytes | None]:
    return {str(p.relative_to(home)): p.read_bytes() if p.is_file() else None for p in sorted(home.rglob("*"))}


def install(place: Place, command: tuple[str, ...] = COMMAND) -> list[apply.Change]:
    changes = apply.planned(place, command)
    apply.apply(place, changes, MOMENT)
    return changes


def uninstall(place: Place, command: tuple[str, ...] = COMMAND) -> list[apply.Change]:
    changes = apply.planned_removal(place, command)
    apply.apply(place, changes, MOMENT, removing=True)
    return changes


@pytest.mark.parametrize("agent", NAMES)
@pytest.mark.parametrize("files", ["old", "none"])
def test_uninstalling_gives_back_every_byte_and_every_folder(isolated: Path, agent: str, files: str) -> None:
    """Over files in the oddest styles, and over nothing at all."""
    if files == "old":
        put(isolated, OLD[agent])
    before = everything(isolated)
    place = for_user(row_named(agent))
    assert all(not change.same for change in install(place))
    assert everything(isolated) != before
    assert all(not change.left for change in uninstall(place))
    assert everything(isolated) == before
    assert not list(receipts.home().glob("*.json"))


@pytest.mark.parametrize("agent", NAMES)
def test_a_second_run_changes_nothing(isolated: Path, agent: str) -> None:
    put(isolated, OLD[agent])
    place = for_user(row_named(agent))
    install(place)
    before = everything(isolated)
    assert all(change.same for change in install(place))
    assert everything(isolated) == before


@pytest.mark.parametrize("agent", NAMES)
def test_another_segue_takes_over_and_can_be_taken_back(isolated: Path, agent: str) -> None:
    """After segue moved, installing again mends the commands in place, and the way back is still the first one."""
    put(isolated, OLD[agent])
    before = everything(isolated)
    place = for_user(row_named(agent))
    install(place, ("/old/python", "-P", "-m", "segue"))
    install(place)
    after = everything(isolated)
    assert not any(b"/old/python" in (data or b"") for data in after.values())
    uninstall(place)
    assert everything(isolated) == before


def test_only_our_part_goes_when_others_wrote_since(isolated: Path) -> None:
    """A setting the user added, and a command they put into our own group of hooks, both stay."""
    put(isolated, OLD["claude"])
    place = for_user(row_named("claude"))
    install(place)
    file = isolated / ".claude/settings.json"
    seen = json.loads(file.read_bytes())
    seen["theme"] = "dark"
    seen["hooks"]["PreCompact"][0]["hooks"].append({"type": "command", "command": "theirs"})
    file.write_text(json.dumps(seen, indent=4))
    uninstall(place)
    theirs = {"PreCompact": [{"hooks": [{"type": "command", "command": "theirs"}]}], "Stop": [{"hooks": []}]}
    assert json.loads(file.read_bytes()) == {"model": "x", "theme": "dark", "hooks": theirs}


def test_what_we_made_around_ours_goes_and_what_was_empty_before_stays(isolated: Path) -> None:
    """`mcpServers` was there, empty: it stays. `hooks` was not: it goes."""
    put(isolated, {".claude.json": '{"mcpServers": {}}', ".claude/settings.json": "{}"})
    place = for_user(row_named("claude"))
    install(place)
    for name in (".claude.json", ".claude/settings.json"):
        file = isolated / name
        file.write_text(json.dumps({**json.loads(file.read_bytes()), "new": 1}))
    uninstall(place)
    assert json.loads((isolated / ".claude.json").read_bytes()) == {"mcpServers": {}, "new": 1}
    assert json.loads((isolated / ".claude/settings.json").read_bytes()) == {"new": 1}


def test_without_any_record_of_ours_it_is_still_found(isolated: Path) -> None:
    """SEGUE_HOME was lost: what is ours is known by what it runs."""
    put(isolated, OLD["codex"])
    place = for_user(row_named("codex"))
    install(place)
    for file in receipts.home().glob("*.json"):
        file.unlink()
    uninstall(place)
    assert (isolated / ".codex/config.toml").read_bytes() == OLD["codex"][".codex/config.toml"].encode() + b"\r\n"
    assert (isolated / ".codex/hooks.json").read_bytes() == OLD["codex"][".codex/hooks.json"].encode()
    assert not (isolated / ".codex/skills/handoff/SKILL.md").exists()


@pytest.mark.parametrize(
    ("name", "text", "why"),
    [
        (".claude/settings.json", '{"hooks": ', "value is missing"),
        (".claude/settings.json", '// Claude Code reads no comments\n{"a": 1}', "line 1: there is a comment, which"),
        (
            ".claude/settings.json",
            '{\n  // nor here\n  "a": 1\n}',
            "line 2: there is a comment, which the agent itself",
        ),
        (".claude/settings.json", '{"hooks": []}', "hooks is no object"),
        (".claude/settings.json", '{"hooks": {"Stop": {}}}', "Stop is no array"),
        (".claude.json", '{"mcpServers": {"segue": {"command": "other"}}}', "not segue's"),
        (".claude/commands/handoff.md", "My own command.\n", "not segue's"),
    ],
)
def test_one_refusal_leaves_everything_untouched(isolated: Path, name: str, text: str, why: str) -> None:
    """A broken file, or something of the user's under our name: said, and not a byte written anywhere."""
    put(isolated, {name: text})
    before = everything(isolated)
    with pytest.raises(UsageError, match=why) as refused:
        install(for_user(row_named("claude")))
    assert name in str(refused.value)
    assert everything(isolated) == before


def test_a_file_that_is_no_text_is_refused(isolated: Path) -> None:
    put(isolated, {".claude/settings.json": ""})
    (isolated / ".claude/settings.json").write_bytes(b'{"a": "\xff"}')
    with pytest.raises(UsageError, match="no UTF-8"):
        install(for_user(row_named("claude")))


def test_a_link_is_followed_and_rights_are_kept(isolated: Path) -> None:
    """People keep their settings in a repository of their own."""
    dotfiles = isolated / "dotfiles"
    put(dotfiles, {"settings.json": '{"a": 1}\n'})
    (dotfiles / "settings.json").chmod(0o640)
    (isolated / ".claude").mkdir()
    (isolated / ".claude/settings.json").symlink_to(dotfiles / "settings.json")
    place = for_user(row_named("claude"))
    install(place)
    assert (isolated / ".claude/settings.json").is_symlink()
    assert "segue hook" in (dotfiles / "settings.json").read_text()
    assert (dotfiles / "settings.json").stat().st_mode & 0o777 == 0o640
    assert (isolated / ".claude.json").stat().st_mode & 0o777 == 0o600
    uninstall(place)
    assert (isolated / ".claude/settings.json").is_symlink()
    assert (dotfiles / "settings.json").read_text() == '{"a": 1}\n'


def test_a_link_to_nowhere_is_refused(isolated: Path) -> None:
    (isolated / ".claude").mkdir()
    (isolated / ".claude/settings.json").symlink_to(isolated / "gone" / "settings.json")
    with pytest.raises(UsageError, match="link to nowhere"):
        install(for_user(row_named("claude")))


@pytest.mark.parametrize("linked", [".claude", ".claude/commands", ".mcp.json"])
def test_a_project_leads_us_nowhere_else(isolated: Path, tmp_path: Path, linked: str) -> None:
    """A cloned repository's link out of it is not followed: it is not the user's."""
    project, outside = tmp_path / "project", tmp_path / "outside"
    project.mkdir()
    outside.mkdir()
    (outside / "file").write_text("{}")
    (project / linked).parent.mkdir(parents=True, exist_ok=True)
    (project / linked).symlink_to(outside / "file" if linked == ".mcp.json" else outside)
    with pytest.raises(UsageError, match="leads out of the project"):
        install(for_project(row_named("claude"), project))
    assert [p.name for p in outside.iterdir()] == ["file"]


@pytest.mark.parametrize("agent", NAMES)
def test_a_project_has_its_own_and_gets_it_back(isolated: Path, tmp_path: Path, agent: str) -> None:
    project = tmp_path / "project"
    project.mkdir()
    place = for_project(row_named(agent), project)
    install(place)
    assert everything(isolated) == {}
    assert all(file_of(place, part).is_file() for part in place.row.parts)
    uninstall(place)
    assert everything(project) == {}


def test_a_backup_is_kept_for_its_owner_only(isolated: Path, tmp_path: Path) -> None:
    put(isolated, OLD["claude"])
    install(for_user(row_named("claude")))
    backups = list((tmp_path / "segue-home/backups").iterdir())
    assert {file.read_bytes().decode() for file in backups} == set(OLD["claude"].values())
    assert {file.stat().st_mode & 0o777 for file in (*backups, *receipts.home().glob("*.json"))} == {0o600}


def test_a_file_of_ours_that_the_user_changed_is_theirs(isolated: Path) -> None:
    """Neither a new version nor uninstalling takes their words away."""
    place = for_user(row_named("claude"))
    install(place)
    file = isolated / ".claude/commands/handoff.md"
    file.write_text(file.read_text() + "And be brief.\n")
    assert [change.left for change in install(place)] == [apply.MINE, "", "", ""]
    assert [change.left for change in uninstall(place)] == [apply.MINE, "", "", ""]
    assert file.read_text().endswith("And be brief.\n")


def test_a_file_that_changes_while_we_plan_is_not_written(isolated: Path) -> None:
    put(isolated, OLD["claude"])
    place = for_user(row_named("claude"))
    changes = apply.planned(place, COMMAND)
    (isolated / ".claude.json").write_text("{}")
    with pytest.raises(SegueError, match="changed just now"):
        apply.apply(place, changes, MOMENT)
    assert (isolated / ".claude.json").read_text() == "{}"
    assert "segue" not in (isolated / ".claude/settings.json").read_text()


@pytest.mark.parametrize("dies_at", [1, 2, 3, 4])
def test_killed_between_two_files_it_can_be_taken_back(isolated: Path, dies_at: int) -> None:
    """The receipt is on disk before the first file is touched."""
    put(isolated, OLD["claude"])
    before = everything(isolated)
    place = for_user(row_named("claude"))
    child = os.fork()
    if child == 0:
        real, count = apply._write, [0]

        def dying(change: apply.Change, place: Place) -> None:
            count[0] += 1
            if count[0] == dies_at:
                os._exit(9)
            real(change, place)

        apply._write = dying
        install(place)
        os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 9
    uninstall(place)
    assert everything(isolated) == before


def test_a_place_that_cannot_be_written_undoes_the_rest(isolated: Path) -> None:
    """A file stands where a folder has to be, which stops root too."""
    put(isolated, OLD["claude"])
    (isolated / ".claude" / "commands").write_text("not a folder")
    before = everything(isolated)
    with pytest.raises(SegueError, match="cannot write"):
        install(for_user(row_named("claude")))
    assert everything(isolated) == before


@pytest.mark.parametrize("removing", [False, True])
def test_interrupted_between_two_files_it_undoes_the_rest(
    isolated: Path, monkeypatch: pytest.MonkeyPatch, removing: bool
) -> None:
    """All of it or nothing, in both directions; and afterwards it works."""
    put(isolated, OLD["claude"])
    place = for_user(row_named("claude"))
    if removing:
        install(place)
    before = everything(isolated)
    real, count = apply._write, [0]

    def stopped(change: apply.Change, where: Place) -> None:
        count[0] += 1
        if count[0] == 3:
            raise KeyboardInterrupt
        real(change, where)

    with monkeypatch.context() as patched:
        patched.setattr(apply, "_write", stopped)
        with pytest.raises(KeyboardInterrupt):
            (uninstall if removing else install)(place)
    assert everything(isolated) == before
    (uninstall if removing else install)(place)
    assert everything(isolated) != before


def test_an_agent_whose_home_was_moved_is_found_there(isolated: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Claude Code's own state file moves with its home."""
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(isolated / "elsewhere"))
    install(for_user(row_named("claude")))
    assert {p.name for p in (isolated / "elsewhere").iterdir()} == {
        "commands",
        "skills",
        "settings.json",
        ".claude.json",
    }
    assert not (isolated / ".claude.json").exists()


def test_qwens_home_is_where_its_variable_says(isolated: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is left behind in the usual place, where it would never be read."""
    monkeypatch.setenv("QWEN_HOME", str(isolated / "elsewhere"))
    install(for_user(row_named("qwen")))
    assert {p.name for p in (isolated / "elsewhere").iterdir()} == {"commands", "settings.json"}
    assert not (isolated / ".qwen").exists()


def test_the_diff_is_one_that_a_person_can_read(isolated: Path) -> None:
    put(isolated, {".codex/config.toml": 'model = "x"'})
    shown = apply.diff(apply.planned(for_user(row_named("codex")), COMMAND))
    assert '-model = "x"\n\\ No newline at end of file\n+model = "x"\n+\n+[mcp_servers.segue]\n' in shown
    assert "--- /dev/null\n" in shown


def test_nothing_that_is_installed_goes_through_a_shell_unquoted(isolated: Path) -> None:
    """A path with a space stays one word, and no file of ours hands arguments to a shell."""
    import shlex

    install(for_user(row_named("claude")))
    hooks = json.loads((isolated / ".claude/settings.json").read_bytes())["hooks"]
    for event in ("SessionStart", "PreCompact", "Stop"):
        words = shlex.split(hooks[event][0]["hooks"][0]["command"])
        assert tuple(words[:4]) == COMMAND and words[4] == "hook" and words[6] == "claude"
    for agent in NAMES:
        for change in apply.planned(for_user(row_named(agent)), COMMAND):
            text = (change.after or b"").decode()
            assert "!`" not in text and "!{" not in text and "shell: true" not in text


SETTINGS = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=6),
    lambda kids: st.lists(kids, max_size=3) | st.dictionaries(st.text(max_size=6), kids, max_size=3),
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=40, deadline=None)
@given(
    st.dictionaries(st.text(max_size=8), SETTINGS, max_size=4),
    st.sampled_from([None, 2, "\t", 0]),
    st.booleans(),
    st.sampled_from(["", "\n", "\n\n", "\r\n"]),
)
def test_any_settings_are_given_back(
    tmp_path_factory: pytest.TempPathFactory,
    isolated: Path,
    values: dict[str, object],
    indent: int | None,
    crlf: bool,
    end: str,
) -> None:
    """Install and uninstall together are nothing, byte for byte, also when the receipt is of no help."""
    text = json.dumps(values, indent=indent) + end
    data = (text.replace("\n", "\r\n") if crlf else text).encode()
    home = tmp_path_factory.mktemp("any")
    os.environ["HOME"] = str(home)
    put(home, {".claude/settings.json": "", ".claude.json": ""})
    for name in (".claude/settings.json", ".claude.json"):
        (home / name).write_bytes(data)
    place = for_user(row_named("claude"))
    install(place)
    again = (home / ".claude/settings.json").read_bytes()
    uninstall(place)
    assert (home / ".claude/settings.json").read_bytes() == data == (home / ".claude.json").read_bytes()
    (home / ".claude/settings.json").write_bytes(again)
    uninstall(place)
    assert json.loads((home / ".claude/settings.json").read_bytes().decode("utf-8-sig")) == values
