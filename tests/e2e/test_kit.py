"""The kit keeps its own promises: scripts are followed, installs are whole, fixtures are clean, nothing leaves."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

from tests.e2e.kit import install
from tests.e2e.kit.island import NoIslandError, island
from tests.e2e.kit.record import FIXTURES, fixture_name, fixture_of, lines_of
from tests.e2e.kit.scenarios import SCENARIOS
from tests.e2e.kit.script import Asked, Event, Reply, plan
from tests.e2e.kit.scrub import leftover, scrub_line
from tests.e2e.kit.vocabulary import BLOCKS, RAW, Call, Tools
from tests.e2e.proofs import proves

TOOLS: Tools = {
    "Bash": {"properties": {"command": {"type": "string"}}, "required": ["command"]},
    "Edit": {"properties": {"file_path": {}, "old_string": {}, "new_string": {}}},
    "apply_patch": RAW,
}
SCRIPT = "Go. [[bash one]]&[[bash two]] [[edit /w/a|x[0]|y[0]]] [[text Done\\nnow.]] [[usage 900]]"


def answer(results: int, prompt: str = SCRIPT, tools: Tools = TOOLS) -> Reply:
    return plan(Asked([Event("user", prompt), *[Event("result", "r")] * results], tools))


def test_the_model_follows_the_script_by_the_results_it_sees():
    """Two parallel calls, then an edit, then the closing words: told apart by nothing but the request."""
    assert answer(0).calls == (Call("Bash", {"command": "one"}), Call("Bash", {"command": "two"}))
    edit = {"file_path": "/w/a", "old_string": "x[0]", "new_string": "y[0]"}
    assert answer(2).calls == (Call("Edit", edit),)
    assert answer(3) == Reply(text="Done\nnow.", usage=900)


def test_an_edit_becomes_a_patch_where_the_client_has_only_that():
    (call,) = answer(2, tools={"Bash": TOOLS["Bash"], "apply_patch": RAW}).calls
    assert call.arguments == "*** Begin Patch\n*** Update File: /w/a\n@@\n-x[0]\n+y[0]\n*** End Patch\n"


def test_a_client_without_tools_gets_every_step_in_one_answer():
    """Edits in the form that its instructions name, commands as blocks of code, the closing words last."""
    said = answer(0, "Go. [[write a.py|x = 1]] [[edit b.py|old|new]] [[bash make]] [[text Done.]]", {BLOCKS: {}})
    assert said.calls == ()
    assert [part for part in said.text.split("\n") if part not in ("", "```", "```python")] == [
        *("All steps at once.", "a.py", "<<<<<<< SEARCH", "=======", "x = 1", ">>>>>>> REPLACE"),
        *("b.py", "<<<<<<< SEARCH", "old", "=======", "new", ">>>>>>> REPLACE", "```bash", "make", "Done."),
    ]


def test_a_sub_agents_script_waits_inside_its_parents():
    """The parent sees one step; the sub-agent, whose prompt holds only the inner script, sees its own."""
    inner = "Count. @@bash ls@@ @@text Counted.@@"
    outer = f'Delegate. [[tool Bash {{"command": "{inner}"}}]]'
    assert answer(0, outer).calls == (Call("Bash", {"command": inner}),)
    assert answer(0, inner).calls == (Call("Bash", {"command": "ls"}),)


def test_side_calls_get_a_summary_and_none_of_their_own_words():
    """Titles and summaries are asked for in the vendor's words, which must not come back into a recorded file."""
    asked = Asked([Event("user", SCRIPT), Event("user", "SUMMARIZE everything")], TOOLS)
    assert plan(asked).text == "SCRIPTED SUMMARY of 2 events"
    assert plan(asked._replace(tools={})).text == "SCRIPTED SUMMARY of 2 events"


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache, and an npm of ours that notes each call and installs what FAKE says."""
    npm = tmp_path / "bin" / "npm"
    npm.parent.mkdir()
    script = 'echo run >> "$LOG"; [ "$FAKE" = fail ] && { echo no such version >&2; exit 1; }\n'
    npm.write_text(f'#!/bin/sh\n{script}mkdir -p "$3/node_modules/.bin" && : > "$3/node_modules/.bin/$FAKE"\n')
    npm.chmod(0o755)
    env = {"PATH": f"{npm.parent}:/usr/bin:/bin", "SEGUE_TEST_CACHE": str(tmp_path / "cache")}
    monkeypatch.setattr(install, "OURS", {**env, "LOG": str(tmp_path / "log"), "FAKE": "codex"})
    return tmp_path


def test_a_client_is_installed_once_and_again_if_half(cache: Path):
    """A folder without its mark is half an installation, whatever is in it."""
    package = install.install("codex")
    install.install("codex")
    assert (cache / "log").read_text() == "run\n"
    package.done.unlink()
    install.install("codex")
    assert (cache / "log").read_text() == "run\nrun\n"


@pytest.mark.parametrize(("leaves", "why"), [("fail", "no such version"), ("other", "there is no program named codex")])
def test_a_client_that_cannot_be_had_says_why(cache: Path, leaves: str, why: str):
    install.OURS["FAKE"] = leaves
    with pytest.raises(install.NotInstalledError, match=why):
        install.install("codex")
    assert not install.PACKAGES["codex"].done.exists()


def test_a_program_in_python_comes_from_pypi_with_only_its_command_beside_it(cache: Path):
    """The first interpreter is a stand-in that does not run; the second one makes the environment."""
    stand_in, python = (cache / "bin" / name for name in install.PACKAGES["aider"].pythons[:2])
    stand_in.write_text("#!/bin/sh\nexit 127\n")
    python.write_text(
        '#!/bin/sh\ncase "$2" in venv) mkdir -p "$3/bin" && cp "$0" "$3/bin/python";; '
        'pip) echo "$5" >> "$LOG"; : > "$(dirname "$0")/aider";; esac\n'
    )
    for program in (stand_in, python):
        program.chmod(0o755)
    package = install.install("aider")
    assert [program.name for program in package.bin.iterdir()] == ["aider"]
    assert (cache / "log").read_text() == f"aider-chat=={package.version}\n"
    assert install.bin_path(package).split(":")[0] == str(package.bin)


def test_a_program_in_python_without_an_interpreter_says_so(cache: Path):
    for name in install.PACKAGES["aider"].pythons:
        (cache / "bin" / name).write_text("#!/bin/sh\nexit 127\n")
        (cache / "bin" / name).chmod(0o755)
    with pytest.raises(install.NotInstalledError, match="is on PATH"):
        install.install("aider")


def test_scrubbing_takes_the_vendors_texts_and_leaves_the_rows():
    """Same keys and types, our words untouched; and what it does not know is found."""
    prose = "You must always. " * 60
    row = {"type": "attachment", "attachment": {"type": "skills", "names": ["a"], "text": prose}, "uuid": "u"}
    clean = json.loads(scrub_line("claude", json.dumps(row)))
    assert clean == {**row, "attachment": {"type": "skills", "names": [], "text": "scrubbed"}}
    ours = json.dumps({"type": "user", "message": {"content": f"Do it. [[text {prose}]]"}})
    assert scrub_line("claude", ours) == ours
    assert leftover(ours) == []
    assert leftover(json.dumps({"type": "new-kind", "text": prose})) == [prose]


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda one: f"{one.client}-{one.name}")
def test_every_scenario_is_recorded_with_its_intent_and_without_foreign_texts(scenario):
    agent, _ = fixture_name(scenario)
    fixture = fixture_of(scenario)
    intents = json.loads((FIXTURES / agent / "real-intents.json").read_text(encoding="utf-8"))
    assert intents[fixture.name] == scenario.intent
    assert [line for line in lines_of(fixture) if leftover(line) or scrub_line(agent, line) != line] == []


@pytest.mark.e2e
def test_nothing_on_the_island_reaches_the_world(tmp_path: Path):
    """Only loopback is there, and on it only the model; the environment is what was given."""
    reach = "import socket; socket.create_connection(('192.0.2.1', 80), 5)"
    talk = "import urllib.request as u; print(u.urlopen('http://127.0.0.1:8099/c/me/v1/models').status)"
    try:
        with island(tmp_path / "logs") as shore:
            env = {"PATH": "/usr/bin:/bin", "ONLY": "this"}
            away = shore.run(["python3", "-c", reach], env=env, cwd=tmp_path)
            home = shore.run(["python3", "-c", talk], env=env, cwd=tmp_path)
            given = shore.run(["env"], env=env, cwd=tmp_path)
            asked = shore.requests("me")
    except NoIslandError as why:
        if os.environ.get("CI"):
            raise
        pytest.skip(str(why))
    assert "Network is unreachable" in away.err
    assert home.out == "200\n"
    assert sorted(given.out.split()) == ["ONLY=this", "PATH=/usr/bin:/bin"]
    assert [request["path"] for request in asked] == ["/c/me/v1/models"]


@pytest.mark.e2e
@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=proves(name, "version", install.PACKAGES[name].version)) for name in ("goose", "aider")],
)
def test_the_program_is_the_version_that_is_pinned(name: str, tmp_path: Path):
    """Of the agents into which nothing is installed no doctor tells it."""
    package = install.install(name)
    env = {"PATH": install.bin_path(package), "HOME": str(tmp_path)}
    told = subprocess.run([name, "--version"], env=env, capture_output=True, text=True, check=True, cwd=tmp_path)
    assert told.stdout.split()[-1] == package.version
