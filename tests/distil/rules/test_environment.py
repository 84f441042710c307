"""What this machine lacks or refuses."""

from __future__ import annotations

import pytest

from segue.distil.rules.environment import environment
from tests.distil.sessions import agent, digest, run, told, user


def test_what_the_machine_lacks_is_a_fact():
    found = told(
        environment(
            digest(
                user("go"),
                run("go test", "zsh: command not found: go", "failed", 127),
                agent("I use mise exec instead."),
            )
        )
    )
    assert found == ["This machine: zsh: command not found: go I use mise exec instead."]


@pytest.mark.parametrize(
    "error",
    [
        "ModuleNotFoundError: No module named 'scales'",
        "Error: Cannot find module 'scales'",
        "cp: /etc/scales: Permission denied",
        "mount: Operation not permitted",
        "curl: (6) Could not resolve host: scales.example",
        "connect: network is unreachable",
    ],
)
def test_what_is_missing_or_refused_is_told_in_the_machines_words(error):
    """At the record of the result, where it can be looked up."""
    (found,) = environment(digest(user("go"), run("ship", f"starting\n{error}\n", "failed", 1)))
    assert told([found]) == [f"This machine: {error}"]
    assert (found.kind, found.claims[0].pointers[0].line) == ("fact", 3)


def test_a_command_that_passed_tells_nothing_of_the_machine():
    """A log may speak of another one."""
    assert not list(environment(digest(user("go"), run("cat log", "zsh: command not found: go"))))


def test_a_plain_failure_is_no_fact_about_the_machine():
    assert not list(environment(digest(user("go"), run("make test", "1 failed: sums not found equal", "failed", 1))))


def test_each_lack_is_told_once_and_three_at_most():
    """More would be a log."""
    runs = [run(f"t{n}", f"zsh: command not found: t{n}", "failed", 127) for n in (1, 1, 2, 3, 4)]
    found = told(environment(digest(user("go"), *runs)))
    assert found == [f"This machine: zsh: command not found: t{n}" for n in (1, 2, 3)]


def test_words_that_come_much_later_are_about_something_else():
    """So are long ones."""
    failed = run("go test", "zsh: command not found: go", "failed", 127)
    for steps in ([*[run("make")] * 3, agent("The sums are right.")], [agent("The sums are right. " * 20)]):
        assert told(environment(digest(user("go"), failed, *steps))) == ["This machine: zsh: command not found: go"]


def test_what_was_missing_and_is_there_now_is_no_fact():
    """The same command went through later."""
    failed = run("python sums.py", "ModuleNotFoundError: No module named 'scales'", "failed", 1)
    assert not list(environment(digest(user("go"), failed, run("pip install scales"), run("python sums.py", "42"))))
    assert list(environment(digest(user("go"), run("python sums.py", "42"), failed)))
