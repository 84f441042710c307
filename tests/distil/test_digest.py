"""One walk over a session: turns, the trail of each file, what was read."""

from __future__ import annotations

import time

import pytest

from segue.distil.digest import one_line
from tests.distil.sessions import agent, digest, edit, interrupted, run, todos, user


def test_a_turn_is_what_the_user_said_and_all_until_the_user_speaks_again():
    found = digest(user("Sum"), run("make"), agent("Summed."), user("Print"), agent("I print."), interrupted())
    first, second = found.turns
    assert [turn.ask.text for turn in found.turns if turn.ask] == ["Sum", "Print"]
    assert (len(first.calls), [s.text for s in first.said]) == (1, ["Summed."])
    assert [s.text for s in second.before] == ["Summed."]
    assert first.interrupted is None and second.interrupted is not None


def test_words_of_the_agent_before_anyone_spoke_are_a_turn_without_a_request():
    found = digest(agent("Hello."), user("Sum"))
    assert [turn.ask is None for turn in found.turns] == [True, False] and len(found.asks) == 1


def test_a_turn_without_an_answer_is_held_against_the_words_before_it():
    """A refusal and the user's next message answer the same report."""
    found = digest(user("Sum"), agent("Summed."), user("no"), user("per parcel"), agent("Changed."))
    assert [s.text for s in found.turns[2].before] == ["Summed."]


def test_the_last_todo_list_counts():
    found = digest(user("go"), todos(("sum", "pending")), todos(("print", "pending")))
    assert found.listed is not None and found.listed.todos[0].text == "print"


def test_a_file_has_one_trail_under_the_name_that_the_project_gives_it():
    """A refused or a failed edit left no trace; one whose end is unknown may have."""
    found = digest(
        user("go"),
        edit("/work/shop/a.py", "created"),
        edit("/work/shop/a.py"),
        edit("/work/shop/b.py", outcome="rejected"),
        edit("/work/shop/c.py", outcome="failed"),
        edit("/work/shop/e.py", outcome="cancelled"),
        edit("/work/shop/d.py", outcome="unanswered"),
        edit("/elsewhere/e.py"),
    )
    assert {path: trail.how for path, trail in found.trails.items()} == {
        "a.py": "created",
        "d.py": "edited",
        "/elsewhere/e.py": "edited",
    }
    assert [call.line for call in found.trails["a.py"].calls] == [2, 4]


def test_a_command_that_removes_or_restores_ends_a_trail():
    """By the file's name or its path; a command that failed did nothing."""
    found = digest(
        user("go"),
        *(edit(f"/work/shop/src/{name}.py") for name in ("first", "second", "third", "fourth")),
        run("rm -f src/first.py && git checkout -- second.py"),
        run("git restore src/third.py"),
        run("rm src/fourth.py", "denied", "failed", 1),
    )
    how = {path.removeprefix("src/"): trail.how for path, trail in found.trails.items()}
    assert how["first.py"] == "deleted" and how["third.py"] == "reverted" and how["fourth.py"] == "edited"


def test_what_the_shell_reads_was_read():
    found = digest(user("go"), run("sed -n 1,9p src/scale.py | head -3"), run("cat > new.py < old.py"), run("ls a.py"))
    assert list(found.reads) == ["src/scale.py"]


def test_a_long_session_is_read_closely_where_it_matters():
    """The last turns, and of the others those that sound most like a rule."""
    chat = [step for n in range(150) for step in (user(f"look at parcel {n}"), agent("Looked."))]
    found = digest(user("You must never touch the sums."), agent("Noted."), *chat)
    assert 0 in found.considered and 150 in found.considered and len(found.considered) == 80
    assert found.is_recent(found.turns[-1]) and not found.is_recent(found.turns[0])


def test_one_line_is_not_cut_within_a_word():
    assert one_line("sum\n  all   parcels", 100) == "sum all parcels"
    assert one_line("sum all parcels", 10) == "sum all"


def test_one_line_without_spaces_is_no_longer_than_it_may_be():
    """Some languages write none; a hundred lines of them are no line."""
    assert one_line("重" * 500, 220) == "重" * 220


def test_a_file_that_is_moved_goes_on_under_its_new_name():
    """It is not told as made where it is no longer."""
    for old, command, new in (
        ("docs/plan.md", "mkdir -p docs/notes && mv docs/plan.md docs/notes/", "docs/notes/plan.md"),
        ("docs/plan.md", "git mv docs/plan.md docs/way.md", "docs/way.md"),
        ("docs/plan.md", "mv /work/shop/docs/plan.md /work/shop/old", "old/plan.md"),
        ("docs/plan.md", "cd docs; mv plan.md way.md", "docs/way.md"),
        ("docs/plan.md", "cd docs; mv plan.md .. 2>/dev/null", "plan.md"),
        ("docs/plan.md", "mv docs/plan.md .", "plan.md"),
        ("docs/plan.md", "mv docs/plan.md ./old/", "old/plan.md"),
    ):
        found = digest(user("go"), edit(old, "created"), run(command), edit(new))
        (trail,) = found.trails.values()
        assert (trail.path, trail.how, trail.made) == (new, "created", True), command


def test_several_files_are_moved_into_a_folder():
    found = digest(user("go"), edit("a.py"), edit("b.py"), run("mv a.py b.py there/"))
    assert set(found.trails) == {"there/a.py", "there/b.py"}


def test_a_move_of_which_only_the_shell_knows_where_to_moves_nothing():
    found = digest(user("go"), edit("a.py"), edit("b.py"), run("mv a.py b.py there"))
    assert set(found.trails) == {"a.py", "b.py"}
    found = digest(user("go"), edit("a.py"), run("mv a.py $OLD/b.py"), run("mv a.py ~/b.py"))
    assert set(found.trails) == {"a.py"}


def test_a_quoted_name_is_moved_as_the_shell_reads_it():
    assert set(digest(user("go"), edit("a.py"), run("mv a.py 'b c.py'")).trails) == {"b c.py"}
    assert digest(user("go"), edit("b c.py"), run("rm 'b c.py'")).trails["b c.py"].how == "deleted"


def test_a_file_that_is_moved_over_another_and_on_is_one():
    found = digest(
        user("go"), edit("a.py"), edit("b.py"), run("mv a.py b.py"), run("mv b.py c.py"), run("mv c.py d.py")
    )
    assert set(found.trails) == {"d.py"}


def test_a_file_brought_from_another_commit_is_not_put_back():
    """It may be the very edit."""
    kept = digest(user("go"), edit("scale.py"), run("git checkout backup~1 -- scale.py"))
    back = digest(user("go"), edit("scale.py"), run("git checkout HEAD -- scale.py"))
    assert [t.how for d in (kept, back) for t in d.trails.values()] == ["edited", "reverted"]


def test_a_file_that_was_read_before_it_was_written_is_not_new():
    """Some agents write a whole file anew."""
    found = digest(user("go"), edit("scale.py", "read"), edit("scale.py", "created"), edit("new.py", "created"))
    assert {trail.path: (trail.how, trail.made) for trail in found.trails.values()} == {
        "scale.py": ("edited", False),
        "new.py": ("created", True),
    }


def test_what_was_committed_is_not_put_back_by_taking_back_a_later_edit():
    back = run("git checkout -- scale.py")
    kept = digest(user("go"), edit("scale.py", "created"), run("git commit -am a"), edit("scale.py"), back)
    gone = digest(user("go"), run("git commit -am a"), edit("scale.py"), back)
    assert [trail.how for d in (kept, gone) for trail in d.trails.values()] == ["created", "reverted"]


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ("See [scale.py](/work/shop/src/scale.py:18).", "See `src/scale.py:18`."),
        ("See [`src/scale.py`](/work/shop/src/scale.py#L18).", "See `src/scale.py:18`."),
        ("See [src/scale.py](<file:///work/shop/src/scale.py>).", "See `src/scale.py`."),
        ("See [the notes](https://example.com/a) and [#54](https://example.com/pull/54).", "See the notes and #54."),
        ("See [scale](/elsewhere/scale.py).", "See scale."),
        ("It calls `row[key](value)` and row[key](value).", "It calls `row[key](value)` and row[key](value)."),
    ],
)
def test_a_link_is_told_as_what_a_reader_needs_of_it(written, told):
    """Of a file here its path, which may be opened; of anything else its words. Code is no link."""
    assert digest(user("where?"), agent(written)).turns[0].said[0].text == told


def test_every_part_of_a_command_that_undoes_counts():
    """Also of one that ends by looking for something in vain."""
    back = "rm -f first.py && git checkout -- second.py third.py && git status --short"
    found = digest(user("go"), edit("first.py", "created"), edit("second.py"), edit("third.py"), run(back))
    assert {path: trail.how for path, trail in found.trails.items()} == {
        "first.py": "deleted",
        "second.py": "reverted",
        "third.py": "reverted",
    }
    moved = run("git mv second.py scale.py && grep -rn second .", "", "failed", 1)
    assert "scale.py" in digest(user("go"), edit("second.py"), moved).trails
    failed = run("git mv second.py scale.py", "", "failed", 1)
    assert "scale.py" not in digest(user("go"), edit("second.py"), failed).trails


def test_what_is_put_back_after_a_commit_stands_as_committed():
    """Its last edit is the one that was committed, and not the command that took the next one back."""
    steps = [edit("/work/shop/scale.py"), run("git commit -qam scale"), edit("/work/shop/scale.py")]
    trail = digest(user("go"), *steps, run("git checkout scale.py")).trails["scale.py"]
    assert (trail.how, trail.last.line) == ("edited", 2)


def test_what_git_brings_back_was_not_removed():
    """A folder is known by what was removed in it, too."""
    for back in ("git checkout -- src/billing", "git restore ."):
        steps = [edit("/work/shop/src/billing/sums.py"), run("rm src/billing/sums.py"), run(back)]
        assert [t.how for t in digest(user("go"), *steps).trails.values()] == ["reverted"]
        committed = [steps[0], run("git commit -qam sums"), *steps[1:]]
        assert [t.how for t in digest(user("go"), *committed).trails.values()] == ["edited"]
    elsewhere = digest(user("go"), edit("/work/shop/a.py"), run("rm -rf /tmp/x /"), run("rm -r ..")).trails
    assert [t.how for t in elsewhere.values()] == ["edited"]


def test_a_path_of_any_depth_takes_no_room():
    deep = f"/work/shop/{'a/' * 50_000}x.py"
    begun = time.process_time()
    assert len(digest(user("go"), edit(deep, "created")).trails) == 1
    assert time.process_time() - begun < 1


def test_two_folders_are_put_back_by_one_command():
    edits = [edit("/work/shop/src/billing/sums.py"), edit("/work/shop/docs/guide/sums.md")]
    said = "now\nUpdated 1 path from the index\nUpdated 1 path from the index"
    both = digest(user("go"), *edits, run("echo now; git checkout src/billing && git checkout docs/guide", said)).trails
    assert [t.how for t in both.values()] == ["reverted", "reverted"]


def test_a_folder_that_is_put_back_or_removed_takes_its_files_along():
    """But not what git does not know, nor what only its list of changes is told of; nor is a branch a folder."""
    steps = [edit("/work/shop/scale/a.py"), edit("/work/shop/scale/new.py", "created"), edit("/work/shop/label.py")]

    def how(command: str, said: str = "") -> list[str]:
        return [trail.how for trail in digest(user("go"), *steps, run(command, said)).trails.values()]

    assert how("git checkout scale", "Updated 1 path from the index") == ["reverted", "created", "edited"]
    for said in ("Switched to branch 'scale'\nUpdated 1 path from the index", "12 rows restored from the index"):
        assert how("git checkout scale", said) == ["edited", "created", "edited"]
    two = how("git checkout scale && git checkout -- label.py", "Updated 1 path from the index")
    assert two == ["edited", "created", "reverted"]
    assert how("git checkout -- scale") == how("git restore ./scale/") == ["reverted", "created", "edited"]
    assert how("git restore .") == ["reverted", "created", "reverted"]
    assert how("rm -r scale") == ["deleted", "deleted", "edited"]
    for other in ("git checkout scale", "git restore --staged .", "git checkout -- scal"):
        assert how(other) == ["edited", "created", "edited"]


@pytest.mark.parametrize(
    "went", ["cd /tmp/lab && ", "cd /tmp/lab\n", "make; cd ../other; ", "cd $LAB && ", "(cd ~/lab && "]
)
def test_what_is_removed_elsewhere_is_not_ours(went):
    """It may have the name of something here."""
    steps = [user("go"), edit("/work/shop/lib/a.py")]
    assert digest(*steps, run(f"{went}rm -rf lib state")).trails["lib/a.py"].how == "edited"
    for here in ("cd /work/shop && ", "make\n", "cd /work/shop\n"):
        assert digest(*steps, run(f"{here}rm -rf lib state")).trails["lib/a.py"].how == "deleted"
    written = run("cat > run.sh <<'EOF'\nrm -rf lib state\nEOF")
    assert digest(*steps, written).trails["lib/a.py"].how == "edited"
