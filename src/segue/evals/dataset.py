"""A set of cases on disk: `set.toml` says what is enough, `cases/<name>/` holds a session and what its brief must say.

Reads and checks, and writes nothing. What a case demands must stand in its session: `faults` proves it.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Literal, TypeVar

import msgspec
from msgspec import Struct

from segue import config, git
from segue.errors import UsageError
from segue.evals.words import Corpus, corpus_of, holds, plain

SET_FILE = "set.toml"
CASE_FILE = "case.toml"
NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,60}")
USERS_WORD = ("correction", "constraint")

Kind = Literal["usual", "edge", "hostile", "regression"]
FactKind = Literal[
    "goal", "correction", "constraint", "decision", "root_cause", "dead_end", "open_thread", "state", "fact"
]


class Fact(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One thing the next agent must know: word for word, or told by anchors that stand together in one entry."""

    kind: FactKind
    gist: str
    verbatim: str = ""
    anchors: tuple[tuple[str, ...], ...] = ()
    """Every group must be met, by any one of its words."""


class MustNot(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Text that a brief of this session may not hold: a secret, a forged heading, a wish that was taken back."""

    text: str
    why: str
    unless: tuple[str, ...] = ()
    """Words that make it right again when they stand in the same entry ("superseded", "instead")."""
    as_structure: bool = False
    """Only where it would be structure: a tag without a backslash before it, a heading or fence that begins a line."""


class Expected(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A `case.toml`."""

    intent: str
    """What this case is there to prove, in one sentence."""
    kind: Kind
    agent: str
    goal: str = ""
    budget: int | None = None
    smoke: bool = False
    session: str = "session.jsonl"
    files: tuple[str, ...] = ()
    commands: tuple[str, ...] = ()
    fact: tuple[Fact, ...] = ()
    must_not: tuple[MustNot, ...] = ()


class Case(Struct, frozen=True, kw_only=True):
    name: str
    folder: Path
    expected: Expected

    @property
    def transcript(self) -> Path:
        return self.folder / self.expected.session


class Enough(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What one case needs to pass: shares that must be found, counts that may not be passed."""

    users_word: float = 1.0
    """Corrections and constraints, verbatim."""
    facts: float = 0.75
    files: float = 0.8
    commands: float = 0.75
    invented: int = 0
    forbidden: int = 0
    dump: int = 0
    """Entries so long that they only copy."""
    history: float = 0.15
    """Share of sentences that narrate instead of telling."""


class Goals(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the whole set needs for exit code 0. A mean that is not named is not asked for."""

    pass_rate: float = 0.85
    users_word: float = 0.0
    facts: float = 0.0
    files: float = 0.0
    commands: float = 0.0


class SetFile(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A `set.toml`."""

    name: str
    budget: int = 2000
    case: Enough = Enough()
    goals: Goals = Goals()


class Dataset(Struct, frozen=True, kw_only=True):
    folder: Path
    about: SetFile
    cases: tuple[Case, ...]


Shape = TypeVar("Shape", bound=Struct)


def load_set(folder: Path) -> Dataset:
    """The set in a folder, its cases by name."""
    if not (folder / SET_FILE).is_file():
        raise UsageError(
            f"{folder} holds no set of cases", hint=f"a set is a folder with {SET_FILE}; `segue eval add` makes one"
        )
    found = sorted(path.parent for path in (folder / "cases").glob(f"*/{CASE_FILE}"))
    return Dataset(
        folder=folder, about=_toml(folder / SET_FILE, SetFile), cases=tuple(load_case(path) for path in found)
    )


def load_case(folder: Path) -> Case:
    expected = _toml(folder / CASE_FILE, Expected)
    for fact in expected.fact:
        if bool(fact.verbatim) == bool(fact.anchors) or any(not group for group in fact.anchors):
            raise UsageError(
                f"{folder / CASE_FILE}: {fact.gist!r} needs either verbatim or anchors",
                hint="verbatim: the words themselves; anchors: groups of words, one of each group in one entry",
            )
        if fact.kind in USERS_WORD and not fact.verbatim:
            raise UsageError(f"{folder / CASE_FILE}: a {fact.kind} is matched verbatim: {fact.gist!r}")
    case = Case(name=folder.name, folder=folder, expected=expected)
    if Path(expected.session).name != expected.session or not case.transcript.is_file():
        raise UsageError(f"{folder / CASE_FILE}: there is no session {expected.session!r} beside it")
    return case


def chosen(dataset: Dataset, *, names: tuple[str, ...] = (), smoke: bool = False) -> tuple[Case, ...]:
    """The cases asked for; all of them when nothing is."""
    known = {case.name: case for case in dataset.cases}
    for name in names:
        if name not in known:
            import difflib

            near = difflib.get_close_matches(name, known, n=3) or list(known)[:8]
            raise UsageError(f"there is no case {name!r} in {dataset.folder}", hint=f"for example: {', '.join(near)}")
    picked = [known[name] for name in names] if names else list(dataset.cases)
    cases = tuple(case for case in picked if case.expected.smoke or not smoke)
    if not cases:
        what = "smoke cases" if smoke else "cases"
        raise UsageError(f"{dataset.folder} has no {what}", hint="`segue eval add SESSION --name N` makes a case")
    return cases


def faults(case: Case) -> list[str]:
    """What a case demands that its own session never contained; empty for a sound case."""
    corpus = corpus_of(case.transcript)
    wanted = [("file", path) for path in case.expected.files] + [("command", c) for c in case.expected.commands]
    wanted += [(fact.kind, fact.verbatim) for fact in case.expected.fact if fact.verbatim]
    bad = [f"{kind} is not in the session: {text!r}" for kind, text in wanted if not corpus.contains(text)]
    for fact in case.expected.fact:
        bad += [f"no word of {g!r} is in the session ({fact.gist})" for g in fact.anchors if not _met(g, corpus)]
    return bad


def _met(group: tuple[str, ...], corpus: Corpus) -> bool:
    return any(holds(corpus.text, plain(word)) for word in group)


def _toml(path: Path, shape: type[Shape]) -> Shape:
    import tomllib

    try:
        values: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise UsageError(f"cannot read {path}: {error}") from error
    try:
        return msgspec.convert(values, shape)
    except msgspec.ValidationError as error:
        raise UsageError(f"{path}: {error}", hint="evals/README.md lists every field") from error


def default_set() -> Path:
    """The set of the repository we stand in, else the user's own."""
    root = git.find_root(Path.cwd())
    if root and (root / "evals" / SET_FILE).is_file():
        return root / "evals"
    return config.home() / "evals"
