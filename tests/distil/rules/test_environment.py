"""What this machine lacks or refuses."""

from __future__ import annotations

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
