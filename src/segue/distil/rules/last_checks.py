"""The last run of each command, and of each check as far as it still tells how things stand."""

from __future__ import annotations

from collections.abc import Iterator

from segue.distil.digest import Digest
from segue.distil.rules.checks import kinds, parts, told_as
from segue.distil.rules.shell import pieces, unadorned
from segue.distil.rules.verdicts import ended, is_missing
from segue.session.records import Call

CHECKED = 4
_NOT_RUN = ("rejected", "cancelled")
Key = tuple[str, ...]


def last_runs(digest: Digest) -> dict[str, int]:
    """The record in which each piece of a command was last run."""
    return {unadorned(piece.text): call.line for call in digest.commands for piece in pieces(call.command)}


def standing_checks(digest: Digest) -> dict[Key, Call]:
    """The last run of each check, in order, without those of which every part was run again later. One of which no end
    was seen counts where there is no other."""
    last: dict[Key, Call] = {}
    ran: dict[str, int] = {}
    unseen: dict[Key, Call] = {}
    for call in reversed(digest.commands):  # from the end: of a check that was run often only the last time is asked
        found = parts(call.command) if call.outcome not in _NOT_RUN else ()
        if found and call.outcome == "unanswered":
            unseen.setdefault(found, call)
            continue
        if any(part not in ran for part in found):
            for part in found if ended(call) == "ok" else _surely_run(call.command, found):
                ran.setdefault(part, call.line)
        if found and found not in last and told_as(call.command) and not is_missing(call):
            last[found] = call
    known = {key: call for key, call in last.items() if min(ran.get(part, 0) for part in key) <= call.line}
    known |= {key: call for key, call in unseen.items() if key not in last and told_as(call.command)}
    return dict(sorted(known.items(), key=lambda one: one[1].line))


def _surely_run(command: str, found: Key) -> Iterator[str]:
    """Of a command that failed, the checks that had their turn: the first, and those that ask no other to pass."""
    for piece in pieces(command):
        if (part := unadorned(piece.text)) in found:
            yield part
            if piece.joint == "&&":
                return


def telling_checks(digest: Digest) -> list[Call]:
    """Those of them whose end still tells how things stand: nothing wider has passed since."""
    standing = digest.once(standing_checks)
    passed: dict[str, int] = {}
    for key, call in standing.items():
        if ended(call) == "ok":
            passed.update((name, call.line) for part in key for name in (part, *kinds(part)))
    return [call for key, call in standing.items() if not _outdone(key, call, passed)]


def last_checks(digest: Digest) -> dict[str, Call]:
    """The newest of them by what is shown of them; the state of the work tells how they ended."""
    return {told_as(call.command): call for call in digest.once(telling_checks)[-CHECKED:]}


def _outdone(key: Key, call: Call, passed: dict[str, int]) -> bool:
    """The same check with fewer arguments has passed since; of what failed, any check of its kind."""
    return all(_passed_since(part, call, passed) for part in key)


def _passed_since(part: str, call: Call, passed: dict[str, int]) -> bool:
    words = part.split()
    wider = (" ".join(words[:n]) for n in range(1, len(words)))
    names = (*wider, *(kinds(part) if ended(call) == "failed" else ()))
    return any(passed.get(name, 0) > call.line for name in names)


def passed_at(digest: Digest) -> int:
    """The record in which a check last passed, when none fails any more; else 0."""
    ends = [(ended(call), call.line) for call in digest.once(telling_checks)]
    return max((line for _, line in ends), default=0) if all(end == "ok" for end, _ in ends) else 0


def checked_at(digest: Digest) -> int:
    """The record in which a check was last run; 0 when none was."""
    return max((call.line for call in digest.once(last_checks).values()), default=0)
