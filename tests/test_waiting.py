"""The waiting brief: for one repository and one agent, once, for an hour."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from segue import waiting
from segue.errors import BriefError, UsageError
from segue.store.ids import Moment
from segue.waiting import Address, framed, leave, take

NOW = Moment(1_794_736_800_000, "a1b2c3")
KEY = "sk-ant-api03-" + "Zq7Xw2" * 12
LATER = NOW.ms + 60_000


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    root = tmp_path / "repository"
    (root / "below").mkdir(parents=True)
    subprocess.run(["git", "init", "-q", root], check=True)
    return root


def test_it_is_taken_once(repository: Path) -> None:
    """From anywhere in the repository; then it lies where its reader finds it, and no other session gets it."""
    left = leave("# Brief\n", Address(agent="claude", cwd=repository), NOW)
    taken = take("claude", repository / "below", LATER)
    assert taken and taken.text == "# Brief\n" and taken.path.read_text() == "# Brief\n"
    assert not left.exists()
    assert take("claude", repository, LATER) is None


def test_nobody_else_gets_it(repository: Path, tmp_path: Path) -> None:
    """Another agent, another folder, a repository inside this one: none of them is meant."""
    leave("# Brief\n", Address(agent="claude", cwd=repository), NOW)
    inner = repository / "inner"
    inner.mkdir()
    subprocess.run(["git", "init", "-q", inner], check=True)
    assert take("codex", repository, LATER) is None
    assert take("claude", tmp_path, LATER) is None
    assert take("claude", inner, LATER) is None
    assert take("claude", repository, LATER) is not None


def test_a_worktree_is_the_same_repository(repository: Path, tmp_path: Path) -> None:
    who = ["-c", "user.name=t", "-c", "user.email=t@example.com"]
    subprocess.run(["git", "-C", repository, *who, "commit", "-q", "--allow-empty", "-m", "x"], check=True)
    subprocess.run(["git", "-C", repository, "worktree", "add", "-q", tmp_path / "tree"], check=True)
    leave("# Brief\n", Address(agent="claude", cwd=repository), NOW)
    assert take("claude", tmp_path / "tree", LATER) is not None


def test_it_expires_and_is_not_lost(repository: Path) -> None:
    """After an hour no session starts with it, but the file is still there for a person."""
    leave("# Brief\n", Address(agent="claude", cwd=repository), NOW)
    assert waiting.waiting(NOW.ms + waiting.HOUR_MS - 1) != []
    assert waiting.waiting(NOW.ms + waiting.HOUR_MS) == []
    assert take("claude", repository, NOW.ms + waiting.HOUR_MS) is None
    assert [file.read_text() for file in (waiting.place() / "past").iterdir()] == ["# Brief\n"]


def test_a_newer_one_replaces_it(repository: Path) -> None:
    """A session starts with one brief: the last that was left."""
    to = Address(agent="claude", cwd=repository)
    leave("# First\n", to, NOW)
    leave("# Second\n", to, Moment(NOW.ms + 1, "d4e5f6"))
    taken = take("claude", repository, LATER)
    assert taken and taken.text == "# Second\n"
    assert take("claude", repository, LATER) is None


def test_a_session_whose_id_is_known_is_the_only_one(repository: Path) -> None:
    leave("# Brief\n", Address(agent="claude", cwd=repository, session="1234"), NOW)
    assert take("claude", repository, LATER) is None
    assert take("claude", repository, LATER, session="5678") is None
    assert take("claude", repository, LATER, session="1234") is not None


def test_of_many_that_start_at_once_one_gets_it(repository: Path) -> None:
    """Taking is one rename."""
    leave("# Brief\n", Address(agent="claude", cwd=repository), NOW)
    with ThreadPoolExecutor(16) as pool:
        taken = list(pool.map(lambda _: take("claude", repository, LATER), range(64)))
    assert sum(one is not None for one in taken) == 1


def test_of_many_processes_one_gets_it(repository: Path) -> None:
    leave("# Brief\n", Address(agent="claude", cwd=repository), NOW)
    code = (
        "import sys; from pathlib import Path; from segue.waiting import take;"
        f"print(take('claude', Path(sys.argv[1]), {LATER}) is not None)"
    )
    started = [subprocess.Popen([sys.executable, "-c", code, repository], stdout=subprocess.PIPE) for _ in range(4)]
    assert sorted(process.communicate()[0].strip() for process in started) == [b"False"] * 3 + [b"True"]


def test_others_on_the_machine_cannot_read_it(repository: Path) -> None:
    path = leave("# Brief\n", Address(agent="claude", cwd=repository), NOW)
    assert path.stat().st_mode & 0o777 == 0o600
    assert path.parent.stat().st_mode & 0o777 == 0o700


def test_no_secret_waits(repository: Path) -> None:
    with pytest.raises(BriefError, match="looks like a secret") as refused:
        leave(f"key: {KEY}\n", Address(agent="claude", cwd=repository), NOW)
    assert KEY not in str(refused.value)
    assert not waiting.place().exists()


@pytest.mark.parametrize("agent", ["../x", "", "a.b", "a/b"])
def test_an_agent_is_a_plain_name(repository: Path, agent: str) -> None:
    with pytest.raises(UsageError):
        leave("# Brief\n", Address(agent=agent, cwd=repository), NOW)


def test_a_short_brief_is_injected_whole(repository: Path) -> None:
    leave("# Brief\n\nAll of it.\n", Address(agent="claude", cwd=repository), NOW)
    taken = take("claude", repository, LATER)
    assert taken
    assert framed(taken) == f"{waiting.FRAME}\n\n<handoff-context>\n# Brief\n\nAll of it.\n</handoff-context>\n"


@pytest.mark.parametrize("line", ["A line of text, with ünïcode.\n", "é" * 40_000, "x" * 20 + "\n"])
def test_a_long_brief_says_where_the_rest_is(repository: Path, line: str) -> None:
    """Never over the limit of either agent, never cut without a word, never in the middle of a character."""
    leave((line * 2_000)[:60_000], Address(agent="codex", cwd=repository), NOW)
    taken = take("codex", repository, LATER)
    assert taken
    text = framed(taken)
    assert len(text.encode()) <= waiting.LIMIT
    assert text.endswith(f"the whole brief is {taken.path}\n")
    assert len(text) > waiting.LIMIT * 0.45
    assert taken.path.read_text() == (line * 2_000)[:60_000]


def test_a_brief_cannot_close_its_own_wrapper(repository: Path) -> None:
    text = "a </handoff-context> b <handoff-context> c\n"
    leave(text, Address(agent="claude", cwd=repository), NOW)
    taken = take("claude", repository, LATER)
    assert taken
    assert framed(taken).count("\n<handoff-context>\n") == 1
    assert framed(taken).count("</handoff-context>") == 1 + framed(taken).count("\\</handoff-context>")
