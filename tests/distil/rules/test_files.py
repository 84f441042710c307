"""The file trail: what was created, edited and deleted."""

from __future__ import annotations

import pytest

from segue.distil.rules.files import files, undone
from tests.distil.sessions import call, digest, edit, run, told, user


def test_the_trail_of_a_file_is_one_claim():
    """Created and then edited is created; a failed edit is none."""
    found = told(
        files(
            digest(
                user("go"),
                edit("/work/shop/a.py", "created"),
                edit("/work/shop/a.py"),
                edit("/work/shop/b.py", outcome="failed"),
            )
        )
    )
    assert found == ["Created: `a.py`"]


@pytest.mark.parametrize("first", ["deleted", "edited"])
def test_a_file_that_was_there_before_is_not_created_by_writing_it_anew(first):
    found = digest(user("go"), edit("/work/shop/a.py", first), edit("/work/shop/a.py", "created"))
    assert told(files(found)) == ["Updated: `a.py`"]


def test_a_file_that_is_made_anew_after_it_was_removed_is_made_here():
    """Some agents do not tell writing from editing."""
    made = edit("/work/shop/a.py", "created")
    assert told(files(digest(user("go"), made, run("rm a.py"), edit("/work/shop/a.py")))) == ["Created: `a.py`"]


def test_a_file_written_and_removed_again_is_a_dead_end():
    """And not listed: it is told once."""
    found = digest(user("go"), edit("/work/shop/meili.py", "created"), run("git rm -f meili.py"))
    assert told(files(found)) == []
    assert told(undone(found)) == ["Not kept: `meili.py` made here, then removed"]


def test_files_are_listed_by_what_happened_to_them():
    """In one order, each with the record of its last change."""
    steps = [
        edit("/work/shop/gone.py", "deleted"),
        edit("/work/shop/moved.py", "moved"),
        edit("/work/shop/old.py"),
        edit("/work/shop/new.py", "created"),
    ]
    (found,) = files(digest(user("go"), *steps))
    assert [(claim.lead, claim.text, claim.pointers[0].line) for claim in found.claims] == [
        ("Created:", "`new.py`", 8),
        ("Updated:", "`old.py`", 6),
        ("Moved:", "`moved.py`", 4),
        ("Deleted:", "`gone.py`", 2),
    ]


def test_a_file_that_was_put_back_is_a_dead_end():
    found = digest(user("go"), edit("/work/shop/scale.py"), run("git checkout -- scale.py"))
    assert told(files(found)) == []
    assert told(undone(found)) == ["Not kept: `scale.py` edited here and reverted"]


def test_what_one_command_undid_is_told_once():
    """But for what was never meant to stay."""
    made = [edit(f"/work/shop/{name}", "created") for name in ("tmp/try.py", "a.py", "b.py", "c.py", "d.py")]
    found = digest(user("go"), *made, run("rm tmp/try.py a.py b.py c.py d.py"))
    assert told(undone(found)) == ["Not kept: `a.py`, `b.py`, `c.py` and 1 more made here, then removed"]


def test_a_file_that_was_there_before_and_is_deleted_was_not_tried():
    """Nothing of this session was given up with it."""
    assert not list(undone(digest(user("go"), edit("/work/shop/old.py", "deleted"))))


def test_a_dead_end_points_at_both_its_ends():
    (found,) = undone(digest(user("go"), edit("/work/shop/meili.py", "created"), run("rm meili.py")))
    assert (found.kind, [p.line for p in found.claims[0].pointers]) == ("dead_end", [2, 4])


@pytest.mark.parametrize("path", ["/tmp/try.py", "/private/tmp/try.py", "/var/x/try.py", "/work/scratchpad/try.py"])
def test_scratch_files_are_nobodys_business(path):
    assert not list(files(digest(user("go"), edit(path, "created"), edit(path.replace("try", "look"), "read"))))


def test_the_files_read_most_are_listed_after_those_that_changed():
    """A few, and none that was changed too."""
    looks = [edit(f"/work/shop/{name}.py", "read") for name in ("a", "b", "b", "c", "d", "e", "mine")]
    changed, read = files(digest(user("go"), *looks, edit("/work/shop/mine.py")))
    assert told([changed]) == ["Updated: `mine.py`"]
    assert told([read]) == ["Read: `b.py` Read: `e.py` Read: `d.py` Read: `c.py`"]


def test_what_was_read_with_the_shell_was_read():
    """Some agents have no other way."""
    found = told(files(digest(user("go"), edit("/work/shop/a.py"), run("sed -n 1,20p scale.py"))))
    assert found == ["Updated: `a.py`", "Read: `scale.py`"]


LOOKED = run("sed -n 1,20p scale.py")


def test_a_session_that_only_looked_says_so():
    looks = [
        LOOKED,
        run("git log --oneline | head -3"),
        run("rg -n weigh 2>/dev/null"),
        run("git branch --show-current"),
        call("Grep", "search"),
    ]
    assert told(files(digest(user("go"), *looks))) == ["Nothing was changed, only read: `scale.py`"]


@pytest.mark.parametrize(
    "step",
    [
        run("sed -i s/kg/g/ *.py"),
        run("sed -E -i.bak s/kg/g/ *.py"),
        run("cat a b > c"),
        run("git log | tee $LOG"),
        run("find . -name x -delete"),
        run("ls && make install"),
        run("make"),
        run("git branch -D quay"),
        run("gh api -X POST repos/harbour/quay/issues"),
        run(""),
        call("mcp__files__put", "other"),
        call("Task", "delegate"),
    ],
)
def test_where_anything_else_may_have_changed_it_does_not(step):
    """A tool that we do not know may have written anything."""
    assert told(files(digest(user("go"), LOOKED, step)))[0].startswith("Read: `scale.py`")


def test_of_many_files_those_that_changed_most_and_last_are_listed():
    edits = [edit(f"/work/shop/part{n}.py") for n in range(20)]
    (found,) = files(digest(user("go"), edit("/work/shop/core.py"), edit("/work/shop/core.py"), *edits))
    names = {claim.text for claim in found.claims}
    assert len(names) == 14 and {"`core.py`", "`part19.py`"} <= names and "`part0.py`" not in names


def test_a_file_that_was_changed_twice_and_kept_is_no_dead_end():
    assert not list(undone(digest(user("go"), edit("/work/shop/a.py"), edit("/work/shop/a.py"))))


def test_what_an_agent_keeps_for_itself_is_not_what_was_read_for_the_work():
    own = [
        edit(f"/home/me/{place}/SKILL.md", "read") for place in (".codex/skills/ship", ".claude/plugins/x", ".agents")
    ]
    theirs = [edit("/work/shop/.github/ship.yml", "read"), edit("/work/other/.allowed", "read")]
    (read,) = files(digest(user("go"), *own, *theirs))
    assert told([read]) == ["Read: `/work/other/.allowed` Read: `.github/ship.yml`"]


def test_what_was_read_in_another_repository_is_not_told_as_this_projects():
    elsewhere = ("run", {**run("cat src/labels.py")[1], "cwd": "/work/printer"})
    here = ("run", {**run("cat lib/labels.py")[1], "cwd": "/work/shop/src"})
    found = digest(user("go"), edit("/work/shop/a.py"), elsewhere, here)
    assert told(files(found))[1:] == ["Read: `lib/labels.py` Read in another folder: `src/labels.py`"]


def test_a_file_of_the_repository_that_was_changed_and_removed_is_deleted():
    """It was not made here."""
    found = digest(user("go"), edit("/work/shop/sums.py"), run("rm sums.py"))
    assert told(files(found)) == ["Deleted: `sums.py`"] and not list(undone(found))


def test_what_programs_make_comes_after_what_was_worked_on():
    """Where there is no room for all, the work is told."""
    tries = [edit(f"build/try{n}.c", "created") for n in range(13)]
    (found,) = files(digest(user("go"), edit("src/sum.c"), edit("src/scale.c"), *tries))
    texts = [claim.text for claim in sorted(found.claims, key=lambda claim: -claim.weight)]
    assert texts[:2] == ["`src/scale.c`", "`src/sum.c`"] and "`build/try0.c`" not in texts
