"""A hijacked agent sees this repository only, names no file, and cannot widen what the user gave."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from tests.mcp_server.conftest import EARLIER, ELSEWHERE, GIT, MINE, SECRET, Hold, Open, Talk


def everything_said(here: Talk, session: str) -> str:
    """Every way to get at a session: by its id, by searching, by listing."""
    answers = [
        here.answer("handoff_brief", session=session),
        here.answer("handoff_save", session=session),
        here.answer("thread_read", pointer=f"transcript:{session[:8]}:L1"),
        here.answer("thread_read", pointer=f"{session}:L1-L9"),
        here.answer("thread_search", query="payroll budget retry"),
        here.answer("thread_search", query="payroll", session=session),
        here.answer("channel_status"),
    ]
    return "\n".join(answer.model_dump_json() for answer in answers)


def test_other_repositories_are_invisible(work: Path, talk: Open):
    """Neither what was said there nor that there is such a session."""
    said = everything_said(talk(CLAUDE_CODE_SESSION_ID=MINE), ELSEWHERE)
    assert "payroll is 7" not in said and "Noted: payroll" not in said
    assert f"this repository has no session '{ELSEWHERE}'" in said
    assert said.count(ELSEWHERE) == said.count(f"has no session '{ELSEWHERE}'")


def test_all_is_the_users_to_give(work: Path, talk: Open):
    said = everything_said(talk("--all", CLAUDE_CODE_SESSION_ID=MINE), ELSEWHERE)
    assert "The retry budget of the payroll is 7." in said


def test_a_caller_from_another_repository_is_not_let_in_through_its_id(work: Path, talk: Open):
    """A variable that was inherited from elsewhere opens nothing: the newest session here is taken."""
    made = talk(CLAUDE_CODE_SESSION_ID=ELSEWHERE).call("handoff_brief")
    assert (made["session"], made["why"]) == (MINE, "the newest claude session of this repository")


def test_worktrees_and_folders_of_one_repository_see_the_same(work: Path, talk: Open, tmp_path: Path):
    tree = tmp_path / "tree"
    subprocess.run([*GIT, "worktree", "add", "-q", str(tree)], cwd=work, check=True)
    (tree / "deep").mkdir()
    posted = talk().call("channel_post", text="from the main tree")
    seen = talk(cwd=tree / "deep").call("channel_status")
    assert [one["session"] for one in seen["sessions"]] == [MINE, EARLIER]
    assert (seen["channel"], seen["feed"][0]["text"]) == (posted["channel"], "from the main tree")


def test_briefs_and_records_of_other_channels_are_invisible(work: Path, talk: Open, tmp_path: Path):
    there = talk(cwd=tmp_path / "other")
    saved = there.call("handoff_save", session=ELSEWHERE)
    decided = there.call("channel_decide", title="pay on Friday", why="custom")
    here = talk()
    assert here.ask("list_resources").resources == []
    for uri in (saved["uri"], f"segue://briefs/{'../' * 3}x"):
        with pytest.raises(Exception, match=r"has no brief|Unknown resource|not found"):
            here.ask("read_resource", uri)
    assert "not found" in here.refused("thread_read", pointer=f"decision:{decided['decision']}")
    assert "not found" in here.refused("handoff_receipt", brief=saved["brief"], goal="g", next="n", pointers=["L1"])
    assert saved["brief"] in [one["brief"] for one in talk("--all").call("channel_status")["briefs"]]


NAMES = ("../../../etc/passwd", "/etc/passwd", "client.py", "~/.claude", "latest.jsonl", "a\0b", "..", "*", "-" * 200)


def test_nothing_that_is_said_becomes_a_path(work: Path, talk: Open, tmp_path: Path):
    """What looks like a file is refused before anything is opened; and no file appears anywhere."""
    here = talk(CLAUDE_CODE_SESSION_ID=MINE)
    before = sorted(path for path in tmp_path.rglob("*") if "segue-home" not in path.parts)
    said = [one for name in NAMES for one in _named_everywhere(here, name)]
    assert [one for one in said if not one.startswith(("wrong use: ", "not found: "))] == []
    assert "root:" not in "".join(said)
    assert sorted(path for path in tmp_path.rglob("*") if "segue-home" not in path.parts) == before


def _named_everywhere(here: Talk, name: str) -> list[str]:
    """What is answered wherever an agent can put a name."""
    return [
        here.refused("handoff_brief", session=name),
        here.refused("handoff_save", session=name),
        here.refused("thread_search", query="x", session=name),
        *(
            here.refused("thread_read", pointer=pointer)
            for pointer in (f"{name}:L1", f"decision:{name}", f"gap:{name}")
        ),
        here.refused("thread_read", pointer=f"file:{name}"),
        here.refused("handoff_receipt", brief=name, goal="g", next="n", pointers=["L1"]),
    ]


def test_a_session_file_outside_every_agents_home_cannot_be_named(work: Path, hold: Hold, talk: Open, tmp_path: Path):
    """`segue brief` takes a path from a person; an agent has no such way."""
    stray = tmp_path / "app" / "stray"
    stray.write_text(hold(work, EARLIER, "Stray words.", "Yes.").read_text(encoding="utf-8"), encoding="utf-8")
    said = talk().refused("handoff_brief", session="stray")
    assert said.startswith("not found: this repository has no session 'stray'")


def test_a_brief_that_was_changed_on_disk_is_masked_again(work: Path, talk: Open, kept):
    here = talk(CLAUDE_CODE_SESSION_ID=MINE)
    saved = here.call("handoff_save")
    (file,) = kept("channels/*/handoffs/*.md")
    file.write_text(file.read_text(encoding="utf-8") + f"key {SECRET} \x1b[31m\n", encoding="utf-8")
    (content,) = here.ask("read_resource", saved["uri"]).contents
    assert content.text.endswith("key [masked: Anthropic key] \n")


def test_a_secret_in_the_feed_blocks_the_brief_and_names_the_way_out(work: Path, talk: Open, kept):
    """One that got in some other way is shown masked, and no brief is made with it."""
    here = talk(CLAUDE_CODE_SESSION_ID=MINE)
    here.call("channel_post", text="fine")
    (feed,) = kept("channels/*/feed.jsonl")
    entry = json.loads(feed.read_text(encoding="utf-8")) | {"entryId": "entry-1-x", "content": f"key {SECRET}"}
    with feed.open("a", encoding="utf-8") as file:
        file.write(json.dumps(entry) + "\n")
    said = here.refused("handoff_save")
    assert "(Anthropic key)" in said and "segue channel redact entry-1-x" in said and SECRET not in said
    assert here.call("channel_status")["feed"][0]["text"] == "key [masked: Anthropic key]"
