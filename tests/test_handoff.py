"""The line itself, over stages: what only shows when they are joined."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from segue import handoff
from segue.sources import reader_of
from tests.channel.kit import git, session
from tests.fixtures import HERE


def test_a_fork_by_reference_brings_what_its_parent_settled(isolated: Path):
    """Codex copies nothing into a fork: the parent's words are pointed at in the parent's own file."""
    folder = isolated / ".codex" / "sessions" / "2026" / "03" / "02"
    folder.mkdir(parents=True)
    for name, number in (("paginated", 8), ("fork", 9)):
        thread = f"11111111-0000-7000-8000-00000000000{number}"
        shutil.copy(HERE / "codex" / f"{name}.jsonl", folder / f"rollout-2026-03-02T09-00-0{number}-{thread}.jsonl")
    evidence = handoff.gather(
        reader_of("codex"), folder / f"rollout-2026-03-02T09-00-09-{thread}.jsonl", with_git=False
    )
    brief, text = handoff.write_brief(evidence, template="session", budget=4000)
    pointers = [p for s in brief.sections for e in s.entries for c in e.claims for p in c.pointers if p.session]
    assert pointers and {p.session for p in pointers} == {"11111111-0000-7000-8000-000000000008"}
    assert "transcript:11111111-0000-7000:L" in text


RAN = (
    '{"type":"assistant","uuid":"u2","parentUuid":"u1","sessionId":"5e55a0c1-0000-4000-8000-000000000001","cwd":"CWD",'
)
RAN += '"timestamp":"2026-11-01T10:00:02Z","message":{"role":"assistant","model":"m","content":[{"type":"tool_use",'
RAN += '"id":"t1","name":"Bash","input":{"command":"pytest -q"}}]}}\n'
ENDED = '{"type":"user","uuid":"u3","parentUuid":"u2","sessionId":"5e55a0c1-0000-4000-8000-000000000001","cwd":"CWD",'
ENDED += '"timestamp":"2026-11-01T10:00:03Z","message":{"role":"user","content":[{"type":"tool_result",'
ENDED += '"tool_use_id":"t1","content":"3 passed"}]}}\n'


def code_state(file: Path, *, with_git: bool = True) -> list[str]:
    evidence = handoff.gather(reader_of("claude"), file, with_git=with_git)
    _, text = handoff.write_brief(evidence, template="session", budget=2000)
    return text.partition("## Code-state\n\n")[2].partition("\n\n")[0].splitlines()


def test_code_state_says_why_git_says_nothing(tmp_path: Path, isolated: Path, monkeypatch: pytest.MonkeyPatch):
    """No repository, a damaged one, no git, no folder: nobody must take silence for a clean tree."""
    work = tmp_path / "work"
    work.mkdir()
    file = session(isolated, work, ("user", "run the tests"))
    with file.open("a") as more:
        more.write((RAN + ENDED).replace("CWD", str(work)))
    why, entry = code_state(file)
    assert why == "Nothing from git: no git repository here." and entry.startswith("- ")
    assert code_state(file, with_git=False) == [entry]
    git(work, "init", "-q")
    (work / ".git" / "HEAD").write_text("damaged")
    assert code_state(file)[0].startswith("Nothing from git: ")
    (work / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert code_state(file)[0] == "Nothing from git: git is not installed."
    work.rename(tmp_path / "elsewhere")
    assert code_state(file)[0] == "Nothing from git: the directory is gone."
