"""The file trail: what was created, edited and deleted."""

from __future__ import annotations

from segue.distil.rules.files import files, undone
from tests.distil.sessions import digest, edit, run, told, user


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


def test_a_file_written_and_removed_again_is_a_dead_end():
    """And no longer listed as created."""
    found = digest(user("go"), edit("/work/shop/meili.py", "created"), run("git rm -f meili.py"))
    assert told(files(found)) == ["Deleted again: `meili.py`"]
    assert told(undone(found)) == ["Not kept: `meili.py` was written here and removed again"]
