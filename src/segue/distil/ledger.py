"""The session's own books about git: what it committed and pushed, and which of its edits are still in the work tree.

What git last listed wins over what was edited: somebody may have committed outside the session.
"""

from __future__ import annotations

import posixpath
from bisect import bisect_left, bisect_right
from functools import cached_property
from itertools import islice

from msgspec import Struct

from segue.distil.acts import HEAD, MADE, Act, Order, clears, is_logged, is_of_head, pushes
from segue.distil.branches import Branches
from segue.distil.digest import Digest
from segue.distil.looks import Look, listed, looks
from segue.distil.trails import Trail
from segue.patterns import late
from segue.session.records import Call
from segue.session.steps import SCRATCH, asking, directory, is_home, steps

_NOTHING = ("nothing to commit", "nothing added to commit", "no changes added to commit")
_MOVING = frozenset(
    ("commit", "pull", "merge", "rebase", "switch", "checkout", "reset", "cherry-pick", "revert", "am", "pr checkout")
)
_RECUTTING = ("reset", "rebase", "filter-branch", "cherry-pick")
"""After them a commit that was made may be there no more, or twice."""
_STAGING = ("add", "rm", "mv", "stage")
_PLAIN = frozenset(("--", "-f", "--force", "-v", "--verbose", "-q", "--quiet", "-r", "--cached", "2>&1", "2>/dev/null"))
_PATTERN = late(r"[$*?\[{`~>]")
_ALL = late(r"-[b-ln-zA-Z]*a|--all|--include|--interactive|--patch|-[ip]$")
"""A commit that takes more than what was added before."""
LOOKED = 30
"""Looks back from the end that are asked about each file: the last one that tells of it wins."""
NEVER: Order = (-1, -1)


class Moved(Struct, frozen=True, gc=False):
    """A head that no command of the session's put there."""

    call: Call
    hash: str
    subject: str


class Ledger:
    def __init__(self, digest: Digest) -> None:
        self._session = digest.session
        self._cwd = digest.session.glance.cwd.rstrip("/")
        asked = list(asking(digest.commands))
        self.acts = [
            Act(call, step, (call.line, number), directory(call, step, self._cwd))
            for call, found in asked
            for number, step in enumerate(found)
        ]
        places = {a.place for a in self.acts}
        self._foreign = {place for place in places if place[:1] == "/" and not self._is_home(place)}
        self.looks = list(islice(looks(asked, self._cwd), LOOKED))[::-1]
        self._added = [a.order for a in self.acts if a.step.verb == "add"]
        self._staged = [a for a in self.acts if a.step.verb in _STAGING]
        self._staged_at = [a.order for a in self._staged]
        self._cleared = max((a.call.line for a in self.acts if clears(a.step) and self._ran_here(a)), default=-1)
        edited = [t for t in digest.trails.values() if not self._is_outside(t)]
        self._paths = {t.path: self._whole(t) for t in edited}
        self.commits = [a for a in self.acts if self._commits(a) and self._counts(a)]
        self._held = [self._holds(number) for number in range(len(self.commits))]
        self.trails = [t for t in edited if not self._is_undone(t)]

    def _is_home(self, place: str) -> bool:
        return is_home(place, self._cwd)

    def _is_outside(self, trail: Trail) -> bool:
        """In no repository, as far as names can tell: a scratch file, a file of the agent's own."""
        path = trail.path
        if path.startswith("/") and any(_is_in(path, place) for place in self._foreign):
            return path.startswith(SCRATCH)
        return path.startswith(SCRATCH) or (path.startswith("/") and "/." in path)

    def _whole(self, trail: Trail) -> str:
        return posixpath.normpath(posixpath.join(self._cwd, trail.path))

    def _commits(self, act: Act) -> bool:
        """It makes a commit: by itself, or by taking one back or over, as what it printed says."""
        other = act.step.verb in ("revert", "cherry-pick") and MADE.search(act.call.output)
        return act.step.program == "git" and (act.step.verb == "commit" or bool(other))

    def _counts(self, act: Act) -> bool:
        """A commit that was made, here or where the session edited; not one in a repository made for a try."""
        made = MADE.search(act.call.output) or is_logged(act)
        if not made and (act.call.outcome != "ok" or any(words in act.call.output for words in _NOTHING)):
            return False
        if "--dry-run" in act.step.words or any(step.verb == "init" for step in steps(act.call.command)):
            return False
        return self._is_home(act.place) or any(_is_in(path, act.place) for path in self._paths.values())

    def _is_undone(self, trail: Trail) -> bool:
        """Put back as it was, or made and removed again before anybody committed it."""
        first, last = trail.calls[0].line, trail.last.line
        kept = any(first <= commit.call.line < last for commit in self.commits)
        cleared = not trail.made and self._cleared >= last
        return cleared or trail.how == "reverted" or (trail.how == "deleted" and trail.made and not kept)

    def _ran_here(self, act: Act) -> bool:
        return act.call.outcome == "ok" and self._is_home(act.place)

    def is_scratch(self, place: str) -> bool:
        """A directory for a try, unless the whole session is one."""
        return place.startswith(SCRATCH) and not self._cwd.startswith(SCRATCH)

    def _holds(self, number: int) -> frozenset[str] | None:
        """The paths that were added to a commit one by one; None when it may hold anything."""
        commit = self.commits[number]
        since = self.commits[number - 1].order if number else NEVER
        first, end = bisect_right(self._staged_at, since), bisect_left(self._staged_at, commit.order)
        added = self._staged[first:end]
        if not added or any(map(_ALL.match, commit.step.words)):
            return None
        words = [(a.place, word) for a in added for word in a.step.words if word not in _PLAIN]
        if any(word.startswith("-") or word in (".", ":/") or _PATTERN.search(word) for _, word in words):
            return None
        return frozenset(posixpath.normpath(posixpath.join(place, word)) for place, word in words)

    def _committed(self, path: str) -> Order:
        """The last commit that holds a path."""
        mine = (c.order for c, held in zip(self.commits, self._held, strict=True) if self._commits_it(c, held, path))
        return max(mine, default=NEVER)

    def _commits_it(self, commit: Act, held: frozenset[str] | None, path: str) -> bool:
        if held is not None:
            return path in held or any(_is_in(path, folder) for folder in held)
        if self._is_home(commit.place):
            return not any(_is_in(path, place) for place in self._foreign)
        return _is_in(path, commit.place)

    def _shows_it(self, look: Look, path: str) -> bool:
        """It would list this path, were it not committed."""
        return not look.part and _is_in(path, look.place if look.place else self._cwd)

    @property
    def pending(self) -> list[Trail]:
        """What was edited and is not committed, the last edit first."""
        return self._standing["pending"]

    @property
    def gone(self) -> list[Trail]:
        """Edits that git did not list any more, though the session did not commit them."""
        return self._standing["gone"]

    @cached_property
    def _standing(self) -> dict[str, list[Trail]]:
        found: dict[str, list[Trail]] = {"pending": [], "committed": [], "gone": []}
        for trail in sorted(self.trails, key=lambda t: -t.last.line):
            found[self._stands(trail)].append(trail)
        return found

    def _stands(self, trail: Trail) -> str:
        path = self._paths[trail.path]
        edited = (trail.last.line, -1)
        committed = self._committed(path)
        if committed > edited and self._gone_before(trail, path, edited):
            return "gone"
        since = max(edited, committed)
        shown = self._shown(trail, path, since, committed)
        if shown:
            return "pending"
        if edited < committed:
            return "committed"
        return "pending" if shown is None else "gone"

    def _gone_before(self, trail: Trail, path: str, edited: Order) -> bool:
        """Git did not list the edit any more before the session's first commit after it: that one cannot hold it."""
        of_it = (c.order for c, held in zip(self.commits, self._held, strict=True) if self._commits_it(c, held, path))
        first = min(order for order in of_it if order > edited)
        later = (look for look in self.looks if edited[0] < look.order[0] and look.order < first)
        between = [look for look in later if self._shows_it(look, path)]
        return (
            bool(between)
            and not any(look.listing.has(path) for look in between)
            and all(self._would_list(look, trail, edited) for look in between)
        )

    def _shown(self, trail: Trail, path: str, since: Order, committed: Order) -> bool | None:
        """Whether the last look that tells of a file lists it; None when none does."""
        for look in reversed(self.looks):
            if look.order < since:
                return None
            if look.listing.has(path):
                return True
            if self._shows_it(look, path) and self._would_list(look, trail, committed):
                return False
        return None

    def _would_list(self, look: Look, trail: Trail, committed: Order) -> bool:
        """A diff knows nothing of new files, and unless it is against HEAD nothing of what was added."""
        added = any(committed < order < look.order for order in self._added)
        return look.whole or (not trail.made and (look.staged or not added))

    def name_of(self, place: str) -> str:
        """How a directory is told; the session's own has no name."""
        return "" if place == self._cwd or self._cwd.startswith(f"{place}/") else place.rsplit("/", 1)[-1]

    def not_edited(self, look: Look) -> list[str]:
        """The files it lists that the session did not edit itself."""
        alone = ((file, listed(look.place, (file,))) for file in look.files)
        return [file for file, listing in alone if not any(listing.has(path) for path in self._paths.values())]

    @cached_property
    def look(self) -> Look | None:
        """The last look at the session's own work tree since its last commit."""
        since = self.commits[-1].order if self.commits else NEVER
        mine = [k for k in self.looks if k.order > since and not k.part and self._is_home(k.place)]
        return mine[-1] if mine else None

    @cached_property
    def last(self) -> tuple[str, str, str]:
        """Branch, hash and subject of the last commit, by what it printed or, if it was quiet, a log after it; empty
        when neither tells."""
        if not self.commits:
            return "", "", ""
        commit = self.commits[-1]
        since = max((a.order for a in self.acts if a.step.verb in _RECUTTING), default=NEVER)
        for told in reversed([*MADE.finditer(commit.call.output)]) if since < commit.order else ():
            return told[1], told[2], told[3]
        since = max(since, commit.order)
        logs = (a for a in self.acts if a.order > since and a.step.verb == "log" and a.place == commit.place)
        heads = (HEAD.search(act.call.output) for act in logs if is_of_head(act.step))
        head = next(heads, None)
        where = self._branches.of(commit)
        return (where, head[1], head[2]) if head else (where, "", "")

    @cached_property
    def total(self) -> int | None:
        """Commits of the session; an amended one is not one more. None where somebody cut them anew, or tried one
        twice: what is left of them only git knows."""
        first = self.commits[0].order if self.commits else NEVER
        if any(a.order > first and a.step.verb in _RECUTTING for a in self.acts) or self._tried_twice:
            return None
        calls = {id(c.call): c.call for c in self.commits}.values()
        amended = sum("--amend" in commit.step.words for commit in self.commits)
        made = sum(max(len(MADE.findall(c.output)), sum(o.call is c for o in self.commits)) for c in calls)
        return made - amended

    @property
    def _tried_twice(self) -> bool:
        """Two commits say the same: a hook may have refused the first."""
        said = [words[words.index("-m") + 1 :][:1] for commit in self.commits if "-m" in (words := commit.step.words)]
        return len(set(said)) < len(said)

    @cached_property
    def branches(self) -> list[str]:
        """Where commits were made, as they printed it; of quiet ones, what had been taken before."""
        told = [found[1] for commit in self.commits for found in MADE.finditer(commit.call.output)]
        quiet = [c for c in self.commits if not MADE.search(c.call.output)]
        return [*dict.fromkeys([*told, *filter(None, map(self._branches.of, quiet))])]

    @cached_property
    def _branches(self) -> Branches:
        return Branches(self.acts, self._session)

    @cached_property
    def pushes(self) -> list[Act]:
        return [a for a in self.acts if a.call.outcome == "ok" and pushes(a.step)]

    def unseen(self, *, push: bool = False) -> Call | None:
        """The call that stopped in a commit, or in a push, and nothing after it tells what became of it."""
        since = max([c.order for c in self.commits] + ([self.look.order] if self.look else []), default=NEVER)
        since = max([since, *(p.order for p in self.pushes)]) if push else since
        stopped = [
            a.call
            for a in self.acts
            if a.call.outcome in ("unanswered", "interrupted")
            and (pushes(a.step) if push else a.step.verb == "commit")
            and a.order > since
        ]
        return stopped[-1] if stopped else None

    @cached_property
    def moved(self) -> Moved | None:
        """The head that a log shows last, when it is another one than before and no command moved it."""
        heads: list[Moved] = []
        for act in self.acts:
            if act.step.verb in _MOVING and act.step.program in ("git", "gh"):
                heads = []
            elif act.step.verb == "log" and self._is_home(act.place) and is_of_head(act.step):
                found = HEAD.search(act.call.output)
                heads += [Moved(act.call, found[1], found[2])] if found else []
        same = not heads or heads[0].hash.startswith(heads[-1].hash[:7])
        return None if same else heads[-1]


def _is_in(path: str, place: str) -> bool:
    return not place or path == place or path.startswith(f"{place}/")
