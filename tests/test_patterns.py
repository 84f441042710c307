"""Patterns that are compiled when first used."""

from __future__ import annotations

import importlib
import marshal
import os
import pkgutil
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import segue
from segue.patterns import Kept, Late, compiled, late
from segue.store.atomic import save


def test_a_late_pattern_answers_as_a_compiled_one_does():
    words = late(r"(?P<first>\w+) (\w+)", re.IGNORECASE)
    now = re.compile(r"(?P<first>\w+) (\w+)", re.IGNORECASE)
    text = "one two, three four"
    assert words.findall(text) == now.findall(text)
    assert words.sub(r"\2", text) == now.sub(r"\2", text)
    assert words.match(text, 3) is None and words.search(text, 3)
    assert words.groupindex == now.groupindex and words.flags == now.flags


def test_a_pattern_is_compiled_when_it_is_asked_and_not_before():
    wrong = late("(")
    with pytest.raises(re.error):
        wrong.search("")


@pytest.fixture
def run_segue():
    session = Path(__file__).parent / "fixtures" / "claude" / "tools.jsonl"

    def run(place: Path) -> str:
        environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
        return subprocess.run(
            [sys.executable, "-m", "segue", "brief", str(session)],
            env={**environment, "PYTHONPYCACHEPREFIX": str(place)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout

    return run


def ours() -> list[tuple[str | bytes, int]]:
    modules = (info.name for info in pkgutil.walk_packages(segue.__path__, "segue."))
    return [
        value._made_of
        for name in modules
        if name != "segue.__main__"
        for value in vars(importlib.import_module(name)).values()
        if isinstance(value, Late)
    ]


def test_every_late_pattern_of_ours_is_the_same_when_it_comes_from_an_earlier_run(tmp_path):
    """Patterns are equal when the engine was given the same code for them."""
    found = ours()
    first, file = Kept(tmp_path / "kept"), tmp_path / "kept"
    fresh = {one: first.pattern(*one) for one in found}
    assert len(fresh) > 50
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "dont_write_bytecode", False)
        first.save(save)
    later = Kept(file)
    for one in found:
        pattern, flags = one
        assert later.pattern(*one) == fresh[one] == re.compile(pattern, flags), pattern
        assert later.pattern(*one).groupindex == re.compile(pattern, flags).groupindex
    assert not later.new


BROKEN: dict[str, Callable[[bytes], bytes]] = {
    "torn": lambda whole: whole[: len(whole) // 2],
    "empty": lambda _: b"",
    "foreign": lambda _: b"not ours at all",
    "of another Python": lambda whole: marshal.dumps(("3.0", marshal.loads(whole)[1])),
    "of another shape": lambda _: marshal.dumps((sys.version, ["a"])),
    "overgrown": lambda _: marshal.dumps((sys.version, {(str(n), 0): () for n in range(1000)})),
}


@pytest.mark.parametrize("how", BROKEN)
def test_a_file_that_is_not_what_we_wrote_is_as_none(how, tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    file = tmp_path / "kept"
    first = Kept(file)
    first.pattern("a+b", re.I)
    first.save(save)
    file.write_bytes(BROKEN[how](file.read_bytes()))
    assert Kept(file).pattern("a+b", re.I) == re.compile("a+b", re.I)


@pytest.mark.parametrize("wrong", [(), (0, [1, 2, 3], 0, {}, (None,)), ("x", "y", "z", 0)])
def test_code_that_the_engine_refuses_is_made_anew(wrong, monkeypatch):
    pattern = "never seen " + "x" * len(wrong)
    monkeypatch.setattr("segue.patterns._KEPT.made", {(pattern, 0): wrong})
    assert compiled(pattern) == re.compile(pattern)


def test_nothing_is_kept_where_python_keeps_nothing(tmp_path, monkeypatch):
    for file, quiet in ((tmp_path / "kept", True), (tmp_path / "nowhere" / "kept", False), (None, False)):
        monkeypatch.setattr(sys, "dont_write_bytecode", quiet)
        kept = Kept(file)
        kept.pattern("a", 0)
        kept.save(save)
    assert not list(tmp_path.rglob("kept*"))


def test_a_command_keeps_its_patterns_beside_its_modules_and_says_the_same_with_them(tmp_path, run_segue):
    """In a folder of its own, so that the first run finds nothing."""
    first = run_segue(tmp_path)
    (kept,) = Path(tmp_path).rglob("*.patterns")
    assert len(marshal.loads(kept.read_bytes())[1]) > 20
    written = kept.stat().st_mtime_ns
    assert run_segue(tmp_path) == first
    assert kept.stat().st_mtime_ns == written
    kept.write_bytes(os.urandom(5000))
    assert run_segue(tmp_path) == first
