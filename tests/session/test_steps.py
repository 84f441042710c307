"""What of a shell command is asked of git."""

from __future__ import annotations

import pytest

from segue.session.records import Call
from segue.session.steps import asking, directory, is_home, steps


@pytest.mark.parametrize(
    ("command", "asked"),
    [
        ("git status", ["status"]),
        ("cd labels && git add -A && git commit -m 'weigh; git push'", ["add", "commit"]),
        (
            "git commit -m \"$(cat <<'EOF'\nSum (again)\n\ngit push && it's done\nEOF\n)\" && git log -1",
            ["commit", "log"],
        ),
        ("cat > task.md <<'EOF'\nRun git status.\ngit push\nEOF\nwc task.md", []),
        ("branch=$(git branch --show-current); git -c color.ui=never --no-pager diff --stat", ["diff"]),
        ("GIT_EDITOR=true git rebase main || (git rebase --abort; git status -s)", ["rebase", "rebase", "status"]),
        ("for d in a b; do git -C $d status; done", ["status"]),
        ("gh pr create --fill && glab mr create", ["pr create", "mr create"]),
        ("echo git status; gitk; make git", []),
        ("git \\\n  push", ["push"]),
        ("# don't git push yet\ngit status # it's short\necho 'done'", ["status"]),
    ],
)
def test_only_what_is_run_is_a_step(command, asked):
    """Messages, documents and substitutions only mention commands."""
    assert [step.verb for step in steps(command)] == asked


def test_calls_that_ask_nothing_are_passed_over():
    ran = ("make", "echo 'git push'", "glab mr list", "git add -A; git commit")
    calls = [Call(line=line, name="Bash", act="run", command=command) for line, command in enumerate(ran)]
    found = [(call.line, [step.verb for step in asked]) for call, asked in asking(calls)]
    assert found == [(2, ["mr list"]), (3, ["add", "commit"])]


def test_a_step_knows_what_its_output_went_through():
    (status,) = steps("git status -s 2>&1 | head -5")
    assert (status.words, status.piped) == (("-s", "2>&1"), ("head", "-5"))
    (quiet,) = steps("git status > before.txt")
    assert status.printed and not quiet.printed


@pytest.mark.parametrize(
    ("command", "place", "home"),
    [
        ("git status", "/work/shop", True),
        ("cd scales && git status", "/work/shop/scales", True),
        ("git -C /work/shop status", "/work/shop", True),
        ("cd .. && git status", "/work", True),
        ("cd ../labels && git -C print status", "/work/labels/print", False),
        ("cd .worktrees/rounding && git status", "/work/shop/.worktrees/rounding", False),
        ("git -C $dir status", "$dir", False),
    ],
)
def test_a_step_knows_where_it_ran(command, place, home):
    """Below the session's directory and above it is the same work tree, a work tree of its own is not."""
    call = Call(line=1, name="Bash", act="run", command=command)
    found = directory(call, steps(command)[0], "/work/shop")
    assert (found, is_home(found, "/work/shop")) == (place, home)


def test_a_call_may_name_its_directory_itself():
    call = Call(line=1, name="exec_command", act="run", command="git status", cwd="/work/labels")
    assert directory(call, steps(call.command)[0], "/work/shop") == "/work/labels"


@pytest.mark.parametrize(
    ("place", "cwd", "home"),
    [("/tmp/try", "/tmp/try", True), ("/tmp/try", "", False), ("/work/shop", "", True), ("", "", True)],
)
def test_a_session_may_be_a_try_itself_or_not_say_where_it_was(place, cwd, home):
    assert is_home(place, cwd) is home
