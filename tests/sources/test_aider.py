"""What the reader makes of Aider's histories: who speaks, what was done, which chat is which, and what is damaged."""

from __future__ import annotations

import re
import shutil
import subprocess
import time
from pathlib import Path

import pytest

from segue import choose
from segue.errors import SourceError
from segue.session.records import Call, FileTouch, Said, Session, Usage
from segue.sources import base, reader_for
from segue.sources.aider import Aider
from tests.fixtures import HERE, of
from tests.sources.kit import marks, words

AIDER = Aider()
FIXTURES = HERE / "aider"
NAME = ".aider.chat.history.md"


def calls(session: Session, act: str) -> list[Call]:
    return [i for i in session.items if isinstance(i, Call) and i.act == act]


@pytest.fixture
def history(tmp_path: Path):
    """Writes a history and reads its newest chat; a list and a brief must agree."""

    def write(data: bytes | str) -> Session:
        path = tmp_path / "app" / NAME
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(data.encode() if isinstance(data, str) else data)
        session = AIDER.read(path)
        assert AIDER.glance(path) == session.glance
        "".join(words(session) + words(session, "agent")).encode("utf-8")
        return session

    return write


def chat(*lines: str, at: str = "2026-11-02 09:00:00") -> str:
    """A chat; Aider's two spaces are put behind what it marks."""
    ended = [f"{line}  " if line.startswith(("#### ", "> ")) else line for line in lines]
    return "\n".join(["", f"# aider chat started at {at}", "", *ended, ""])


# --- who speaks -----------------------------------------------------------------------------------------------------


def test_the_history_alone_is_its_newest_chat() -> None:
    """A quote and a heading of the model's are the model's: Aider's own lines end with two spaces."""
    session = AIDER.read(FIXTURES / "plain.md")
    assert words(session) == [
        "Retry the upload when the server says 503.\n\nAnd say how often.",
        "Twice is enough, and never for a POST.",
    ]
    first, second = words(session, "agent")
    assert first.startswith("Three times.\n\n> The server asked for patience.\n\n#### Why three\n")
    assert first.endswith("- a list\n> not Aider's") and second == "Twice, and only for GET."
    assert session.glance.id.endswith("-20261102-090000")


def test_what_the_chat_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """Times are this machine's, without a zone; a chat's end is the file's time, as long as no other followed."""
    monkeypatch.setenv("TZ", "America/New_York")
    time.tzset()
    try:
        glance = AIDER.glance(FIXTURES / "plain.md")
    finally:
        monkeypatch.undo()
        time.tzset()
    assert glance.title == "Retry the upload when the server says 503. And say how often."
    assert (glance.model, glance.usage) == ("anthropic/claude-sonnet-4-5", Usage(12_020, 200_000))
    assert glance.started == "2026-11-02T14:00:00.000Z" and glance.ended >= "2026-11-16"
    assert (glance.cwd, glance.helper, glance.parent) == (str(FIXTURES), False, "")


def test_without_the_two_spaces_marks_alone_count(history) -> None:
    """An editor that trims lines took them."""
    session = history(chat("#### Do it.", "", "Done.", "", "> Tokens: 2.1k sent, 9 received.").replace("  \n", "\n"))
    assert (words(session), words(session, "agent")) == (["Do it."], ["Done."])
    assert session.glance.usage.used == 2109


def test_times_of_prompts_come_from_the_file_beside_it(tmp_path: Path, history) -> None:
    """Aider writes most inputs twice, and those of every chat into one file."""
    (tmp_path / "app").mkdir()
    typed = (
        ("08:59:00.5", "Go on."),
        ("09:00:10.5", "Two\n+lines."),
        ("09:00:10.6", "Two\n+lines."),
        ("09:01:00", "/ask Why?"),
        ("nonsense", "x"),
        ("09:02:00", "Go on."),
    )
    inputs = "".join(f"\n# 2026-11-02 {at}\n+{text}\n" for at, text in typed)
    (tmp_path / "app" / ".aider.input.history").write_text(inputs)
    session = history(chat("#### Two", "#### lines.", "", "Yes.", "", "#### Go on.", "", "#### Not there."))
    times = [i.time for i in session.items if isinstance(i, Said) and i.role == "user"]
    assert times == ["2026-11-02T09:00:10.500Z", "2026-11-02T09:02:00.000Z", ""]


# --- what was done --------------------------------------------------------------------------------------------------


def test_edits_stand_where_the_answer_has_them_and_end_as_aider_says() -> None:
    session = AIDER.read(FIXTURES / "tools.md")
    made, new, lost, kept, skipped = calls(session, "edit")
    assert made.files == (FileTouch("dates.py", "edited", "    return day", "    return iso(day)"),)
    assert new.files == (FileTouch("test_dates.py", "created", "", "def test_it(): ..."),)
    assert [call.outcome for call in (made, new, lost, kept, skipped)] == ["ok", "ok", "failed", "ok", "rejected"]
    assert (made.line, made.result_line) == (17, 46)
    assert "failed to exactly match" in lost.output


def test_commands_are_run_or_refused_and_how_they_ended_is_not_known() -> None:
    """But for `/test`, which puts the output into the chat only when it failed, and for Aider's own commits."""
    found = [(call.name, call.command, call.outcome) for call in calls(AIDER.read(FIXTURES / "tools.md"), "run")]
    assert found == [
        ("shell", "pytest -q", "unanswered"),
        ("shell", "git push", "unanswered"),
        ("commit", "git commit -m 'fix: dates are ISO'", "ok"),
        ("shell", "rm -rf build", "rejected"),
        ("user-bash", "make lint", "unanswered"),
        ("user-bash", "pytest -q", "ok"),
        ("user-bash", "make slow", "failed"),
    ]


def test_an_edit_is_no_word_of_the_agents_and_the_words_around_it_are() -> None:
    said = [(i.text, i.final) for i in AIDER.read(FIXTURES / "tools.md").items if isinstance(i, Said)]
    assert said[1:4] == [
        ("I look at the parser first.", False),
        ("Then run the tests:", False),
        ("That should be all.", True),
    ]


def test_commands_to_aider_are_no_prompts_and_prompts_are_there_once() -> None:
    """`/ask` writes its words down again; a question that was answered for all is none of the user's."""
    assert words(AIDER.read(FIXTURES / "tools.md")) == [
        "Fix the date parser.",
        "No, in none.py too.",
        "Why is it slow?",
        "Try once more.",
    ]


def test_stops_errors_undos_and_clearing_are_marks() -> None:
    """An error that is tried again is one error. After /clear nobody knows how full the context is."""
    session = AIDER.read(FIXTURES / "tools.md")
    assert [(kind, text[:24]) for _, kind, text in marks(session)] == [
        ("rewind", "commit f9d1164 feat: slo"),
        ("interrupted", ""),
        ("error", "litellm.InternalServerEr"),
        ("cleared", ""),
    ]
    assert session.glance.usage.used is None


def test_a_file_in_the_chat_was_read() -> None:
    (read,) = calls(AIDER.read(FIXTURES / "tools.md"), "read")
    assert read.files == (FileTouch("notes/plan.md", "read"),)


def test_a_restored_chat_goes_on_with_the_one_above(tmp_path: Path) -> None:
    """Started with a message it is a run without a terminal; nobody refused what nobody was asked."""
    session = AIDER.read(FIXTURES / "restored.md")
    assert (session.glance.helper, session.glance.cwd, session.glance.model) == (True, "/w/app", "gpt-5")
    (earlier,) = AIDER.before(FIXTURES / "restored.md")
    assert earlier.glance.id == session.glance.parent and words(earlier) == ["Remember the word walrus."]
    assert AIDER.before(FIXTURES / "restored.md" / earlier.glance.id) == ()
    assert calls(session, "run") == []


def test_forms_that_send_whole_files_and_forms_we_do_not_know_touch_their_files() -> None:
    whole, unknown = calls(AIDER.read(FIXTURES / "restored.md"), "edit")
    assert whole.files == (FileTouch("notes/word.txt", "created", "", "walrus"),)
    assert unknown.files == (FileTouch("moved.py", "edited"),)


# --- what can be wrong with it --------------------------------------------------------------------------------------


def test_a_damaged_history_is_read_for_what_is_whole_in_it() -> None:
    session = AIDER.read(FIXTURES / "damaged.md")
    assert words(session) == ["Survive this file.", "CRLF before me."]
    assert words(session, "agent")[0].startswith("Wrong b��tes and a NUL here.")
    assert calls(session, "edit") == []


def test_an_empty_history_is_an_empty_session_and_nobodys(history, tmp_path: Path) -> None:
    session = history(b"")
    assert session.items == () and session.glance.id and session.glance.started == ""
    assert not AIDER.claims(tmp_path / "app" / NAME)
    assert list(AIDER.found_in(tmp_path / "app")) == []


@pytest.mark.parametrize("path", of("aider"), ids=lambda path: path.stem)
def test_a_torn_history_is_read_as_far_as_it_goes(history, path: Path) -> None:
    """The copy was cut short, anywhere: no prompt is lost that was whole, none is made up."""
    whole = path.read_bytes()
    known = words(history(whole))
    for length in range(0, len(whole), 37):
        history(whole[:length])
    assert words(history(whole + b"\n#### and torn")) == known


@pytest.mark.parametrize("path", of("aider"), ids=lambda path: path.stem)
def test_any_line_may_be_missing(history, path: Path) -> None:
    lines = path.read_bytes().split(b"\n")
    for at in range(len(lines)):
        history(b"\n".join(lines[:at] + lines[at + 1 :]))


def test_nul_bytes_before_lines_are_ignored(history) -> None:
    """Seen after a crash on some file systems."""
    data = (FIXTURES / "tools.md").read_bytes()
    whole = history(data)
    dirty = history(b"\n".join(b"\0\0" + line if line else line for line in data.split(b"\n")))
    assert dirty.items == whole.items


def test_wrong_utf8_keeps_the_rest_of_the_words(history) -> None:
    bad = history((FIXTURES / "tools.md").read_bytes().replace(b"Fix the date", b"Fix \xff\xfethe date"))
    assert words(bad)[0] == "Fix \ufffd\ufffdthe date parser."


def test_a_line_of_50_mb_is_read_past(history) -> None:
    data = (FIXTURES / "plain.md").read_bytes()
    huge = data.replace(b"Three times.", b"Three times.\n" + b"x" * (50 << 20))
    assert words(history(huge)) == words(history(data))


def test_marks_that_lead_nowhere_cost_no_more_than_their_lines(history) -> None:
    """A hostile answer: many beginnings of edits and of blocks, and no end. Looked for one by one they take hours."""
    session = history(chat("#### Go.", "", *["<<<<<<< SEARCH", "```python"] * 40_000))
    assert words(session) == ["Go."] and len(words(session, "agent")) == 1


def test_a_message_of_aiders_that_never_ends_ends_with_the_next_prompt(history) -> None:
    text = chat("#### Go.", "", "Gone.", "", "> Tokens: 1k sent, 1 received.", "@open", "", "and on", "", "#### Stop.")
    session = history(text.replace("@open", "> # 1 SEARCH/REPLACE block failed to match!"))
    assert words(session) == ["Go.", "Stop."] and words(session, "agent") == ["Gone."]


# --- which chat is which --------------------------------------------------------------------------------------------


@pytest.fixture
def app(isolated: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository below a home, with the fixture's three chats, on a machine where Aider ran."""
    app = isolated / "code" / "app"
    (app / "deep").mkdir(parents=True)
    (isolated / ".aider").mkdir()
    subprocess.run(["git", "init", "-q"], cwd=app, check=True)
    shutil.copy(FIXTURES / "plain.md", app / NAME)
    monkeypatch.chdir(app / "deep")
    return app


def test_a_chats_id_is_its_files_place_and_its_time(app: Path) -> None:
    """Stable while the file grows; another place, or a second chat in the same second, is another chat."""
    before = [base.session_id(AIDER, path) for path in AIDER.found_in(app)]
    with (app / NAME).open("a") as file:
        file.write(chat("#### Again.", at="2026-11-02 09:00:00"))
    after = [base.session_id(AIDER, path) for path in AIDER.found_in(app)]
    assert after[1:] == before and len(set(after)) == 3
    shutil.copy(app / NAME, app / "deep" / NAME)
    assert len({base.session_id(AIDER, path) for path in AIDER.found_in(app / "deep")}) == 6


def test_chats_are_found_where_the_work_is_and_near_home(app: Path, isolated: Path) -> None:
    """From a folder inside the repository; below a home two levels deep; one without a word is in no list."""
    names = [f"{base.session_id(AIDER, path)[-6:]}" for path in AIDER.found_in(app / "deep")]
    assert names == ["090000", "080000"]
    assert list(AIDER.find(isolated)) == list(AIDER.found_in(app))
    (isolated / ".aider").rmdir()
    assert list(AIDER.find(isolated)) == [], "Aider never ran here: nobody looks around"


def test_a_history_elsewhere_is_found_when_told(
    tmp_path: Path, isolated: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copy(FIXTURES / "plain.md", tmp_path / "chats.md")
    monkeypatch.setenv("AIDER_CHAT_HISTORY_FILE", str(tmp_path / "chats.md"))
    assert {path.parent for path in AIDER.find(isolated)} == {tmp_path / "chats.md"}


def test_a_history_that_the_repository_brought_is_read_only_when_it_is_named(app: Path) -> None:
    """Whoever wrote it was not the user here: its words must not become the user's by themselves."""
    subprocess.run(["git", "add", "-f", NAME], cwd=app, check=True)
    assert list(AIDER.found_in(app)) == []
    with pytest.raises(SourceError, match="no session was held"):
        choose.choose("", cwd=app)
    assert choose.choose(str(app / NAME)).reader.agent == "aider"


def test_a_chat_is_chosen_by_its_id_its_path_and_as_mine(app: Path) -> None:
    newest, older = AIDER.found_in(app)
    for wanted in (newest.name, newest.name[:8], str(newest), str(app / NAME), "latest", ""):
        chosen = choose.choose(wanted)
        assert chosen.reader.agent == "aider" and chosen.reader.glance(chosen.path).id == newest.name
    assert choose.choose(older.name).path == older


def test_an_identity_changes_with_its_own_chat_only(app: Path) -> None:
    newest, older = AIDER.found_in(app)
    before = [base.identity(AIDER, path) for path in (newest, older)]
    with (app / NAME).open("a") as file:
        file.write("\n#### One more.  \n")
    assert base.identity(AIDER, newest) != before[0]
    assert base.identity(AIDER, older) == before[1]
    assert base.changed(AIDER, newest) > base.changed(AIDER, older)


def test_what_is_not_there_is_an_error_with_a_hint(tmp_path: Path) -> None:
    for path in (tmp_path / NAME, tmp_path / NAME / "x", FIXTURES / "plain.md" / "nobody"):
        with pytest.raises(SourceError) as caught:
            AIDER.read(path)
        assert caught.value.hint
        assert base.identity(AIDER, path) == "" and base.changed(AIDER, path) == 0


def test_other_markdown_is_not_claimed(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("# Aider\n\nA chat begins with `# aider chat started at 2026-11-02 09:00:00`.\n")
    assert not AIDER.claims(page)
    with pytest.raises(SourceError):
        reader_for(page)


def test_records_are_lines_of_the_file_and_of_this_chat_only() -> None:
    raw = dict(AIDER.raw(FIXTURES / "plain.md", 1, 10_000))
    first = min(raw)
    assert raw[first] == b"# aider chat started at 2026-11-02 09:00:00" and first > 20
    assert re.match(rb"#### Twice", raw[52])
