"""The reader of Codex's rollouts, on files made by hand; each fixture's intent is in its intents.json."""

from __future__ import annotations

import json
import os
import random
import shutil
from pathlib import Path
from typing import Any

import pytest

from segue.errors import SourceError
from segue.session.records import Call, FileTouch, Gap, Mark, Said, Session, Thought, Todo, Usage
from segue.sources.codex import Codex
from tests import fixtures

FIXTURES = Path(fixtures.__file__).parent / "codex"
CODEX = Codex()
PARENT = "11111111-0000-7000-8000-000000000008"
CHILD = "11111111-0000-7000-8000-000000000009"


def read(name: str) -> Session:
    return CODEX.read(FIXTURES / f"{name}.jsonl")


def prompts(session: Session) -> list[tuple[str, str]]:
    return [(i.via, i.text) for i in session.items if isinstance(i, Said) and i.role == "user"]


def spoken(session: Session) -> list[tuple[bool, str]]:
    return [(i.final, i.text) for i in session.items if isinstance(i, Said) and i.role == "agent"]


def marks(session: Session) -> list[tuple[str, str]]:
    return [(i.kind, i.text) for i in session.items if isinstance(i, Mark)]


def calls(name: str) -> dict[str, Call]:
    return {i.id: i for i in read(name).items if isinstance(i, Call)}


@pytest.fixture(scope="module")
def tools() -> dict[str, Call]:
    return calls("tools")


def place(home: Path, name: str, thread: str, stamp: str = "2026-03-02T09-00-00", folder: str = "2026/03/02") -> Path:
    """A fixture under the name and in the folder that Codex would give it."""
    path = home / ".codex" / "sessions" / folder / f"rollout-{stamp}-{thread}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(FIXTURES / f"{name}.jsonl", path)
    return path


def row(kind: str, **payload: Any) -> dict[str, Any]:
    return {"timestamp": "2026-03-02T09:00:00.000Z", "type": kind, "payload": payload}


def written(path: Path, *rows: dict[str, Any]) -> Session:
    path.write_text("".join(json.dumps(r) + "\n" for r in rows))
    session = CODEX.read(path)
    assert CODEX.glance(path) == session.glance
    return session


def user_item(*texts: str) -> dict[str, Any]:
    content = [{"type": "input_text", "text": text} for text in texts]
    return row("response_item", type="message", role="user", content=content)


class TestWords:
    def test_only_what_a_person_typed_is_the_users_and_it_is_whole(self):
        """Instructions, environment and skills stand in the user's name; an editor adds its open files to a prompt."""
        assert prompts(read("plain")) == [
            ("typed", "Sort the jars by colour, please.\nKeep the lids.\n"),
            ("queued", "also: never touch the honey"),
            ("typed", "Now the cellar."),
        ]

    def test_words_stand_under_the_line_of_their_event(self):
        """Both copies hold the same text; the event's line is the one that proves a person or an agent said it."""
        rows = [json.loads(line) for line in (FIXTURES / "plain.jsonl").read_text().splitlines()]
        said = [i for i in read("plain").items if isinstance(i, Said)]
        assert {rows[i.line - 1]["payload"]["type"] for i in said} == {"user_message", "agent_message"}

    def test_the_last_words_of_a_turn_are_final_and_commentary_is_not(self):
        assert spoken(read("plain")) == [
            (False, "I'll look at the jars first."),
            (True, "Sorted by colour; the honey stays where it is."),
            (True, "The cellar is done."),
        ]

    def test_words_before_an_interruption_are_not_final(self):
        assert (False, "Starting it.") in spoken(read("tools"))

    def test_the_same_words_in_two_turns_are_two(self, tmp_path: Path):
        event = row("event_msg", type="user_message", message="again")
        start = row("event_msg", type="task_started", turn_id="t")
        session = written(tmp_path / "s.jsonl", start, user_item("again"), event, start, user_item("again"), event)
        assert [i.line for i in session.items] == [3, 6]

    def test_a_prompt_whose_event_was_lost_still_counts(self, tmp_path: Path):
        """A crash between two appends must not lose what the user asked for last."""
        event = row("event_msg", type="user_message", message="first")
        session = written(tmp_path / "s.jsonl", user_item("first"), event, row("turn_context"), user_item("second"))
        assert prompts(session) == [("typed", "first"), ("typed", "second")]

    def test_a_mention_that_was_expanded_for_the_model_is_not_a_second_prompt(self, tmp_path: Path):
        event = row("event_msg", type="user_message", message="use $tidy here")
        session = written(tmp_path / "s.jsonl", user_item("use [$tidy](/skills/tidy.md) here"), event)
        assert prompts(session) == [("typed", "use $tidy here")]

    def test_an_image_beside_the_words_changes_nothing(self, tmp_path: Path):
        event = row("event_msg", type="user_message", message="what is this?", images=["data:…"])
        item = user_item("<image name=[Image #1]>", "</image>", "what is this?")
        assert prompts(written(tmp_path / "s.jsonl", item, event)) == [("typed", "what is this?")]

    @pytest.mark.parametrize("tag", ["turn_aborted", "user_action", "a_tag_of_tomorrow"])
    def test_a_message_wrapped_in_a_tag_of_the_harness_is_not_human(self, tmp_path: Path, tag: str):
        assert prompts(written(tmp_path / "s.jsonl", user_item(f"<{tag}>\nnot human\n</{tag}>"))) == []

    def test_pasted_markup_is_human(self, tmp_path: Path):
        pasted = "<div>why is this red?</div>"
        assert prompts(written(tmp_path / "s.jsonl", user_item(pasted))) == [("typed", pasted)]

    def test_readable_thinking_is_kept(self):
        thoughts = [i.text for i in read("plain").items if isinstance(i, Thought)]
        assert thoughts == ["**Counting jars**\n\nThere may be twelve."]

    def test_provenance_decides_where_the_version_writes_it(self):
        """0.166 says of every text who wrote it: harness text needs no tag to be told apart."""
        assert prompts(read("paginated")) == [("typed", "Tune the piano."), ("typed", "And d4?")]
        assert spoken(read("paginated")) == [
            (False, "Listening first."),
            (True, "It is flat; I tightened c4."),
            (True, "d4 waits for your word."),
        ]


class TestCalls:
    def test_a_command_is_what_was_run_whatever_carried_it(self, tools: dict[str, Call]):
        commands = {id_: tools[id_].command for id_ in ("ok1", "old1", "old2", "loc1")}
        assert commands == {
            "ok1": "pytest -q",
            "old1": "cat shelf.txt | head",
            "old2": "git commit -m 'two words'",
            "loc1": "ls -la",
        }

    @pytest.mark.parametrize(
        ("id_", "outcome", "code", "output"),
        [
            ("ok1", "ok", 0, "3 passed\n"),
            ("par1", "ok", 0, "clean\n"),
            ("par2", "failed", 2, "no rule docs\n"),
            ("old1", "failed", 1, "cat: shelf.txt: No such file\n"),
            ("old2", "ok", 0, "[shelves 1234abc] two words\n"),
            ("rej1", "rejected", None, "exec command rejected by user: keep the jars, move them to attic/"),
            ("int1", "interrupted", None, "aborted by user after 29.7s"),
            ("int2", "interrupted", None, ""),
            ("una1", "unanswered", None, ""),
            ("img1", "failed", None, "unable to locate image at `/w/pantry/shelf.png`"),
            ("mcp1", "failed", None, "salt: 2"),
            ("odd1", "ok", None, "done"),
        ],
    )
    def test_outcomes(self, tools: dict[str, Call], id_: str, outcome: str, code: int | None, output: str):
        """Codex has no error flag: header, JSON, words and events each tell it in some version."""
        call = tools[id_]
        assert (call.outcome, call.exit_code, call.output) == (outcome, code, output)

    def test_a_result_is_joined_by_its_id_and_knows_its_line(self, tools: dict[str, Call]):
        assert tools["par2"].result_line == tools["par1"].line + 2
        assert tools["par1"].result_line == tools["par1"].line + 3
        assert tools["una1"].result_line is None

    def test_a_command_that_was_left_running_has_no_end(self, tmp_path: Path):
        """The file ends before anyone looked at it again."""
        torn = tmp_path / "torn.jsonl"
        torn.write_bytes(b"".join((FIXTURES / "tools.jsonl").read_bytes().splitlines(keepends=True)[:29]))
        (left,) = [i for i in CODEX.read(torn).items if isinstance(i, Call) and i.id == "bg1"]
        assert (left.outcome, left.output) == ("unanswered", "running\n")

    def test_a_command_that_ran_on_gets_the_exit_code_of_a_later_look(self, tools: dict[str, Call]):
        """`npm test` came back as running; that it failed was said to write_stdin."""
        assert (tools["bg1"].outcome, tools["bg1"].exit_code) == ("failed", 1)
        assert tools["bg1"].output == "running\n1 failing\n"
        assert tools["bg1"].result_line == tools["bg2"].result_line
        assert (tools["bg2"].act, tools["bg2"].command) == ("run", "")

    def test_a_patch_names_every_file_and_how(self, tools: dict[str, Call]):
        assert tools["pat1"].files == (
            FileTouch("docs/jars.md", "created", "", "# Jars\nTwelve."),
            FileTouch("src/shelf.py", "edited", "    return 1", "    return 2"),
            FileTouch("old_name.py", "deleted"),
            FileTouch("new_name.py", "moved", "a = 1", "a = 2"),
            FileTouch("junk.txt", "deleted"),
        )
        assert (tools["pat1"].act, tools["pat1"].outcome) == ("edit", "ok")

    def test_a_patch_that_did_not_apply_failed(self, tools: dict[str, Call]):
        assert (tools["pat2"].act, tools["pat2"].outcome) == ("edit", "failed")

    def test_a_patch_in_a_heredoc_is_an_edit(self, tools: dict[str, Call]):
        call = tools["her1"]
        assert (call.act, call.outcome, call.exit_code) == ("edit", "ok", 0)
        assert call.files == (FileTouch("README.md", "edited", "old line", "new line"),)

    def test_a_plan_is_the_whole_list(self, tools: dict[str, Call]):
        assert tools["plan1"].todos == (
            Todo("Rename", "done"),
            Todo("Test", "active"),
            Todo("Write it down", "pending"),
        )

    def test_the_words_of_a_rejection_and_of_an_answer_are_the_users(self):
        said = prompts(read("tools"))
        assert ("rejection", "keep the jars, move them to attic/") in said
        assert ("answer", "Red; but only the round ones") in said

    def test_answers_are_no_turns(self):
        assert read("tools").glance.human_turns == 3

    def test_what_the_other_tools_were_for(self, tools: dict[str, Call]):
        told = {call.name: (call.act, call.about) for call in tools.values()}
        assert told["web_search"] == ("search", "how to label jars")
        assert told["request_user_input"] == ("ask", "Which lids?")
        assert told["view_image"] == ("read", "/w/pantry/shelf.png")
        assert told["mcp__store.lookup"] == ("other", "salt")
        assert told["gadget"] == ("other", "left")

    def test_what_no_response_item_asked_for_is_a_call_too(self):
        """A command typed by the user, and a patch made inside a script cell."""
        found = calls("paginated")
        assert (found["5d7e"].name, found["5d7e"].command, found["5d7e"].outcome) == (
            "user_shell",
            "echo by hand",
            "ok",
        )
        assert {t.path: t.how for t in found["cell-1"].files} == {
            "/w/pantry/piano.md": "edited",
            "/w/pantry/notes.md": "created",
        }

    def test_a_declined_command_was_rejected(self):
        assert calls("paginated")["c2"].outcome == "rejected"

    def test_a_sub_agent_is_one_line_with_its_last_words(self):
        sides = {call.id: call.side for call in calls("delegating").values() if call.side}
        assert {id_: (side.task, side.outcome) for id_, side in sides.items()} == {
            "sp1": ("Count the spoons in the drawer.", "Nine spoons."),
            "sp2": ("Count the forks.", "the drawer is locked"),
        }
        assert sides["sp1"].session == read("subagent").glance.id

    def test_a_long_output_is_bounded(self, tmp_path: Path):
        call = row("response_item", type="function_call", name="exec_command", arguments='{"cmd":"yes"}', call_id="c")
        result = row("response_item", type="function_call_output", call_id="c", output="y\n" * 100_000)
        (item,) = written(tmp_path / "s.jsonl", call, result).items
        assert isinstance(item, Call) and len(item.output) < 3000 and "left out" in item.output


class TestTheConversation:
    def test_a_compaction_keeps_what_was_before_and_unsays_its_summary(self):
        session = read("compaction")
        assert marks(session) == [("compaction", "The fence is green. The gate is left."), ("compaction", "")]
        assert prompts(session) == [("typed", "Paint the fence green."), ("typed", "Now the gate.")]
        assert spoken(session) == [(True, "Painted green."), (True, "The gate is green too.")]

    def test_after_a_compaction_nobody_knows_how_full_the_context_is(self):
        assert read("compaction").glance.usage == Usage(None, 258400)

    def test_a_turn_taken_back_is_gone_and_leaves_a_mark(self):
        session = read("rollback")
        assert prompts(session) == [("typed", "Plant the beans."), ("typed", "Plant leeks instead.")]
        assert [text for _, text in spoken(session)] == ["Beans planted.", "Leeks planted."]
        assert marks(session) == [("rewind", "the last 1 user turns were taken back")]
        assert not any(isinstance(i, Call) for i in session.items)

    def test_interruptions_and_errors_are_marks(self):
        assert marks(read("tools")) == [("interrupted", ""), ("error", "stream disconnected")]

    def test_a_turn_that_ended_with_an_error_says_so(self, tmp_path: Path):
        """0.166 writes no error event: the end of the turn carries it."""
        session = written(
            tmp_path / "s.jsonl", row("event_msg", type="task_complete", error={"message": "high demand"})
        )
        assert marks(session) == [("error", "high demand")]

    def test_unwrapped_rows_of_0_20_are_read(self):
        session = read("old")
        assert prompts(session) == [("typed", "Dust the attic."), ("typed", "And the stairs.")]
        assert spoken(session) == [(True, "Dusted."), (True, "The stairs too.")]
        assert [i.command for i in session.items if isinstance(i, Call)] == ["ls attic"]
        assert (session.glance.branch, session.glance.started) == ("attic", "2025-08-01T10:00:00.000Z")

    def test_damage_is_counted_and_the_rest_is_read(self):
        session = read("damaged")
        assert [text for _, text in prompts(session)] == [
            "Mend the roof.",
            "Half an emoji: ?",
            "Wrong bytes: \ufffd\ufffd.",
            "Glued on.",
        ]
        assert [gap.what for gap in session.gaps] == [
            "not a record",
            "not a record",
            "not a record",
            "a result without its call",
            "unknown record type 'from_the_future', here for the first time",
            "unknown response item 'hologram', here for the first time",
            "a record without a type, here for the first time",
            "not JSON (torn or damaged)",
        ]
        assert session.glance.usage == Usage(4200, 100000)

    def test_an_unknown_record_type_is_one_gap_however_often_it_comes(self):
        assert read("newer").gaps == (Gap(2, "unknown record type 'dream', here for the first time"),)


class TestTheGlance:
    def test_the_last_turn_says_where_and_with_what(self):
        glance = read("plain").glance
        assert (glance.cwd, glance.model, glance.branch) == ("/w/pantry/cellar", "gpt-script-2", "shelves")
        assert glance.usage == Usage(6300, 258400)
        assert (glance.started, glance.ended) == ("2026-03-02T08:59:59.000Z", "2026-03-02T09:00:30.000Z")
        assert glance.human_turns == 3
        assert glance.title == "Sort the jars by colour, please. Keep the lids."

    def test_the_first_session_meta_wins(self):
        glance = read("rollback").glance
        assert (glance.id, glance.cwd) == ("11111111-0000-7000-8000-000000000004", "/w/pantry")

    def test_a_name_given_to_the_thread_is_its_title(self):
        assert read("rollback").glance.title == "The garden"

    def test_the_index_of_names_wins_and_its_last_line_most(self, isolated: Path):
        path = place(isolated, "plain", "11111111-0000-7000-8000-000000000001")
        index = isolated / ".codex" / "session_index.jsonl"
        names = [
            {"id": "11111111-0000-7000-8000-000000000001", "thread_name": name} for name in ("Jars", "Better jars")
        ]
        index.write_text("".join(json.dumps(name) + "\n" for name in names))
        assert CODEX.glance(path).title == CODEX.read(path).glance.title == "Better jars"

    def test_a_sub_agent_is_a_helper_and_names_its_parent(self):
        glance = read("subagent").glance
        assert (glance.helper, glance.parent) == (True, "11111111-0000-7000-8000-000000000006")

    @pytest.mark.parametrize(
        ("meta", "helper"),
        [
            ({"source": "cli"}, False),
            ({"source": "vscode", "thread_source": "user"}, False),
            ({"source": "exec", "thread_source": "user"}, True),
            ({"source": "cli", "thread_source": "memory_consolidation"}, True),
        ],
    )
    def test_headless_runs_are_helpers(self, tmp_path: Path, meta: dict[str, str], helper: bool):
        assert written(tmp_path / "s.jsonl", row("session_meta", id="x", **meta)).glance.helper is helper

    def test_a_newer_window_of_the_next_turn_counts(self, tmp_path: Path):
        """The skim passes token counts over and must still take them in order."""
        info = {"last_token_usage": {"total_tokens": 10}, "model_context_window": 100}
        count = row("event_msg", type="token_count", info=info)
        start = row("event_msg", type="task_started", model_context_window=200)
        assert written(tmp_path / "s.jsonl", count, start).glance.usage == Usage(10, 200)

    def test_however_a_file_is_damaged_a_list_and_a_reading_agree(self, tmp_path: Path):
        """The skim passes most rows over by their first bytes; what it passes must never matter."""
        dice = random.Random(5)
        path = tmp_path / "s.jsonl"
        for _ in range(300):
            data = bytearray(dice.choice(fixtures.of("codex")).read_bytes())
            for _ in range(dice.randint(1, 6)):
                at = dice.randrange(len(data))
                data[at : at + dice.choice((0, 1, 30))] = dice.choice(
                    (b"", b"}{", b"\n", b"\0", b"\xff", b'"', b"\\ud800")
                )
            path.write_bytes(data[: dice.randint(1, len(data))])
            assert CODEX.glance(path) == CODEX.read(path).glance

    def test_the_end_is_the_last_whole_row(self, tmp_path: Path):
        """Also when the skim passed that row over, and when what looks like a row is none."""
        output = row("response_item", type="function_call_output", call_id="c", output="x")
        late = json.dumps(output, separators=(",", ":")).replace("09:00:00", "09:30:00")
        path = tmp_path / "s.jsonl"
        path.write_text(json.dumps(row("session_meta", id="x")) + "\n" + late + "\n")
        assert CODEX.glance(path).ended == CODEX.read(path).glance.ended == "2026-03-02T09:30:00.000Z"
        path.write_text(path.read_text() + late.replace("09:30", "09:45").replace('"x"}}', '"x}}'))
        assert CODEX.glance(path).ended == CODEX.read(path).glance.ended == "2026-03-02T09:30:00.000Z"


class TestPlaces:
    def test_sessions_come_newest_first_and_archived_ones_too(self, isolated: Path):
        old = place(isolated, "plain", "11111111-0000-7000-8000-000000000001")
        new = place(isolated, "tools", "11111111-0000-7000-8000-000000000002", folder="2026/01/01")
        archived = isolated / ".codex" / "archived_sessions" / old.name
        archived.parent.mkdir()
        shutil.copy(old, archived)
        for at, path in enumerate((old, archived, new)):
            os.utime(path, (at + 1, at + 1))
        (new.parent / "notes.jsonl").write_text("{}")
        assert list(CODEX.find(isolated)) == [new, archived, old]

    def test_codex_home_moves_the_place(self, isolated: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
        path = place(tmp_path / "other", "plain", "11111111-0000-7000-8000-000000000001")
        monkeypatch.setenv("CODEX_HOME", str(tmp_path / "other" / ".codex"))
        assert list(CODEX.find(isolated)) == [path]

    def test_a_home_without_codex_has_no_sessions(self, isolated: Path):
        assert list(CODEX.find(isolated)) == []

    def test_a_packed_rollout_gives_way_to_the_plain_one(self, isolated: Path):
        path = place(isolated, "plain", "11111111-0000-7000-8000-000000000001")
        path.with_name(path.name + ".zst").write_bytes(b"\x28\xb5\x2f\xfd")
        assert list(CODEX.find(isolated)) == [path]

    def test_a_packed_rollout_is_listed_and_refused_with_a_hint(self, isolated: Path):
        path = place(isolated, "plain", "11111111-0000-7000-8000-000000000001")
        packed = path.rename(path.with_name(path.name + ".zst"))
        assert list(CODEX.find(isolated)) == [packed]
        assert CODEX.claims(packed)
        assert CODEX.glance(packed).id == "11111111-0000-7000-8000-000000000001"
        with pytest.raises(SourceError) as refused:
            CODEX.read(packed)
        assert "zstd -d" in refused.value.hint

    def test_an_empty_rollout_keeps_its_id(self, tmp_path: Path):
        """A client that was killed early leaves one."""
        path = tmp_path / f"rollout-2026-03-02T09-00-00-{CHILD}.jsonl"
        path.touch()
        assert CODEX.claims(path)
        assert CODEX.read(path) == Session(glance=CODEX.glance(path))
        assert CODEX.glance(path).id == CHILD

    def test_a_fork_by_reference_names_its_parent_and_finds_its_file(self, isolated: Path):
        parent = place(isolated, "paginated", PARENT, folder="2026/02/01")
        child = place(isolated, "fork", CHILD)
        assert CODEX.glance(child).parent == PARENT
        (before,) = CODEX.before(child)
        assert before.glance.path == str(parent)
        assert CODEX.before(parent) == ()

    def test_a_fork_continues_its_parent_up_to_where_it_left(self, isolated: Path):
        """Rows that the parent wrote after the fork are not part of it."""
        parent = place(isolated, "paginated", PARENT, folder="2026/02/01")
        child = place(isolated, "fork", CHILD)
        whole = CODEX.before(child)[0].items
        child.write_text(child.read_text().replace('"end_ordinal_exclusive":18', '"end_ordinal_exclusive":8'))
        part = CODEX.before(child)[0].items
        assert whole == CODEX.read(parent).items[: len(whole)]
        assert 0 < len(part) < len(whole)

    def test_a_fork_holds_its_own_turn_only(self):
        assert prompts(read("fork")) == [("typed", "Try a lower pitch.")]

    def test_forks_that_refer_to_each_other_end(self, isolated: Path):
        child = place(isolated, "fork", CHILD)
        parent = place(isolated, "fork", PARENT)
        parent.write_text(parent.read_text().replace(PARENT, CHILD))
        assert [session.glance.path for session in CODEX.before(child)] == [str(parent)]

    def test_another_agents_file_is_not_ours(self):
        others = [path for agent in ("claude", "pi", "omp") for path in fixtures.of(agent)]
        assert others
        assert [path for path in others if CODEX.claims(path)] == []
