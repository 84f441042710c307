"""Read-only git: which repository a directory belongs to, and one frozen snapshot of its state.

A repository is not the user: its own configuration runs nothing here. Nothing is written, nothing is fetched.
Every text in a snapshot (paths, subjects, branch names) is the repository's: untrusted.
"""

from segue.git.look import look, snapshot, state_of
from segue.git.records import Change, Commit, Look, Snapshot, State
from segue.git.repository import find_root, identity
from segue.git.tracked import tracked

__all__ = [
    "Change",
    "Commit",
    "Look",
    "Snapshot",
    "State",
    "find_root",
    "identity",
    "look",
    "snapshot",
    "state_of",
    "tracked",
]
