"""The reader of oh-my-pi's sessions: what differs from pi's."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from segue.session.records import Call, FileTouch, Mark, Said, Session, Todo, Usage
from segue.sources.omp import OhMyPi

FIXTURES = Path(__file__).parents[1] / "fixtures" / "omp"
ALL = sorted(FIXTURES.glob("*.jsonl"))
OMP = OhMyPi()


def read(name: str) -> Session:
    return OMP.read(FIXTURES / f"{name}.jsonl")


def said(session: Session) -> list[tuple[int, str, str]]:
    return [(i.line, i.via, i.text) for i in session.items if isinstance(i, Said) and i.role == "user"]


def calls(session: Session) -> dict[str, Call]:
    return {i.id or f"L{i.line}": i for i in session.items if isinstance(i, Call)}


def test_all_files_are_claimed_and_none_of_pis() -> None:
    """The two write the same header, so each must leave the other's files alone."""
    assert all(OMP.claims(path) for path in ALL)
    assert not any(OMP.claims(path) for path in (FIXTURES.parent / "pi").glob("*.jsonl"))


def test_the_title_slot_is_a_line_of_its_own() -> None:
    """It takes 256 bytes and number 1; the header is line 2 and all record numbers follow from that."""
    first = (FIXTURES / "title-slot.jsonl").read_bytes().split(b"\n")[0]
    assert len(first) + 1 == 256
    glance = read("title-slot").glance
    assert (glance.agent, glance.title, glance.cwd) == ("omp", "Stairs and lamps", "/w/lamp")
    assert glance.id == "0190bbbb-0000-7000-8000-000000000001"


def test_a_title_cut_by_its_slot_is_taken_whole_from_the_change(tmp_path: Path) -> None:
    """The slot holds what fits; a slot that says something else is newer and wins."""
    lines = [
        '{"type":"title","v":1,"title":"A long","updatedAt":"2026-11-03T09:00:00.000Z","pad":""}',
        '{"type":"session","version":3,"id":"s","timestamp":"2026-11-03T09:00:00.000Z","cwd":"/w","title":"Old"}',
        '{"type":"title_change","id":"a","parentId":null,"title":"A long title","source":"user"}',
    ]
    path = tmp_path / "t_s.jsonl"
    path.write_text("\n".join(lines))
    assert OMP.glance(path).title == "A long title"
    path.write_text("\n".join(lines).replace('"A long"', '"Another"'))
    assert OMP.glance(path).title == "Another"


def test_prompts_are_told_from_what_omp_writes_by_itself() -> None:
    """Synthetic prompts and reports are not human; a skill the user called and a guest's prompt are."""
    assert said(read("title-slot")) == [
        (5, "typed", "Light the stairs."),
        (9, "queued", "dimmer please"),
        (10, "command", "/skill:dim to ten percent"),
        (11, "typed", "and the landing, says the guest"),
    ]


def test_the_model_is_the_main_one() -> None:
    """A model chosen for small work does not become the session's model."""
    glance = read("title-slot").glance
    assert (glance.model, glance.usage) == ("claude-opus-4-7", Usage(320_000, 1_000_000))


def test_clearing_leaves_a_mark_and_takes_nothing_away() -> None:
    """What stands before still counts; how full the context is, nobody knows."""
    session = read("reset")
    assert [text for _, _, text in said(session)] == ["Sort the bulbs by size.", "Now by colour."]
    assert [(i.line, i.kind) for i in session.items if isinstance(i, Mark)] == [(5, "cleared")]
    assert session.glance.usage == Usage(None, 200_000)


def test_edits_name_their_files_in_every_way_omp_edits() -> None:
    """A patch is in the arguments or only in the details; a replacement keeps its own two texts."""
    found = calls(read("tools"))
    assert found["t2"].files == (FileTouch("src/bell.ts", "edited", "rong()", "ring()"),)
    assert found["t3"].files == (FileTouch("src/door.ts", "edited", "shut", "open"),)
    assert [(file.path, file.how) for file in found["t5"].files] == [
        ("src/new.ts", "created"),
        ("src/a.ts", "deleted"),
        ("src/b.ts", "moved"),
        ("src/gone.ts", "deleted"),
    ]
    assert found["t1"].files == (FileTouch("src/bell.ts", "read"),)
    assert found["t12"].files == ()


def test_omps_own_tools_are_understood() -> None:
    """Phases of tasks, several sub-agents in one call, the intent as what a call was for, a denial by the user."""
    found = calls(read("tools"))
    assert found["t6"].todos == (Todo("wire", "done", 11), Todo("test", "active", 11), Todo("paint", "pending", 11))
    assert (found["t4"].about, found["t4"].exit_code, found["t4"].outcome) == ("Running the tests", 1, "failed")
    side = found["t9"].side
    assert side and (side.task, side.session) == ("Ring it.; Listen.", "Ringer, Listener")
    assert found["t12"].outcome == "rejected"
    assert (found["L18"].name, found["L18"].about) == ("user-python", "sum([1, 2])")


def test_an_answer_is_the_users_unless_a_timer_gave_it() -> None:
    """Nobody said yes to the second question."""
    session = read("tools")
    assert [s for s in said(session) if s[1] == "answer"] == [(12, "answer", "No"), (12, "answer", "rather brass")]
    assert session.glance.human_turns == 1


def test_a_compaction_that_says_how_full_it_left_the_context_is_believed() -> None:
    """pi does not say; oh-my-pi does."""
    assert read("tools").glance.usage == Usage(400, 200_000)


def test_a_sub_agents_file_is_a_helpers() -> None:
    """It is never chosen as the default, and its task is no human's prompt."""
    session = read("subagent")
    assert session.glance.helper and session.glance.human_turns == 0 and not said(session)
    assert session.glance.parent == "0190bbbb-0000-7000-8000-000000000003"


def test_a_damaged_file_loses_its_damaged_lines_only() -> None:
    """The same patience as for pi, behind a title slot."""
    session = read("damaged")
    assert [text for _, _, text in said(session)] == ["Dry the cellar.", "Is it dry?"]
    assert [gap.line for gap in session.gaps] == [5, 8]


def test_sessions_of_all_places_are_found_but_no_sub_agents(isolated: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The home, its profiles and the data directory of XDG; a renamed home moves the first two."""
    places = [
        ".omp/agent/sessions/-w/b",
        ".omp/profiles/work/agent/sessions/-w/a",
        "data/omp/sessions/-w/c",
        "data/omp/profiles/work/sessions/-w/d",
        ".omp/agent/sessions/-w/b/helper",
        ".other/agent/sessions/-w/e",
    ]
    for age, place in enumerate(places):
        path = isolated / f"{place}.jsonl"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
        os.utime(path, (1_000_000 - age, 1_000_000 - age))

    def names() -> list[str]:
        return [path.stem for path in OMP.find(isolated)]

    assert names() == ["b", "a"]
    monkeypatch.setenv("XDG_DATA_HOME", str(isolated / "data"))
    assert names() == ["b", "a", "c", "d"]
    monkeypatch.setenv("PI_CONFIG_DIR", ".other")
    assert names() == ["c", "d", "e"]
