"""Imports go one way, the map is the tree, every reader is whole."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from segue.agents import AGENTS
from segue.distil.rules import RULES
from segue.sources import READERS
from tests import fixtures

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src" / "segue"
ORDER = (
    "start", "patterns", "errors", "agents", "config", "git", "redact", "tmux", "session", "sources", "store",
    "waiting", "channel", "distil", "brief", "newest", "choose", "approvals", "deliver", "handoff", "transfer",
    "install", "watch", "evals", "surfaces",
)  # fmt: skip
STAGES = {"sources", "channel", "distil", "brief"}
ONLY_IN: dict[str, str | tuple[str, ...]] = {
    "click": "surfaces/cli",
    "mcp": "surfaces/mcp",
    "sqlite3": ("store", "sources/_database.py", "sources/opencode", "sources/goose"),
    "sqlalchemy": ("store", "approvals"),
}


def modules() -> list[Path]:
    return sorted(p for p in PACKAGE.rglob("*.py") if p.name != "__main__.py")


def imported(path: Path) -> Iterator[list[str]]:
    """Every module a file imports, wherever in it, as its parts."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name.split(".") for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: write imports in full"
            assert node.module
            yield from ([*node.module.split("."), alias.name] for alias in node.names)


def complaints(path: Path) -> Iterator[str]:
    name = path.relative_to(PACKAGE).as_posix()
    here = name.split("/")[0].removesuffix(".py")
    for top, *rest in imported(path):
        home = ONLY_IN.get(top)
        if home and not name.startswith(home):
            yield f"{name}: {top} belongs in {home}"
        if top != "segue" or not rest or rest[0] == here or rest[0] not in ORDER or here not in ORDER:
            continue
        there = rest[0]
        if ORDER.index(there) > ORDER.index(here) or (there == "evals" and name != "surfaces/cli/eval.py"):
            yield f"{name}: reaches right, to {there}"
        elif {here, there} <= STAGES and rest[1:2] != ["records"]:
            yield f"{name}: may take only {there}.records, not {'.'.join(rest)}"


def test_imports_go_left():
    """A stage knows what came before it, and of a neighbour its records only."""
    assert [c for path in modules() for c in complaints(path)] == []


def test_no_modules_import_each_other_in_a_circle():
    """Within a folder too: what is made of another part does not reach back to it."""
    names = {_name_of(path): path for path in modules()}
    reaches = {name: {_owner(parts, names) for parts in imported(path)} - {name} for name, path in names.items()}
    while ready := {name for name, needs in reaches.items() if not needs & set(reaches)}:
        reaches = {name: needs for name, needs in reaches.items() if name not in ready}
    assert sorted(reaches) == []


def _name_of(path: Path) -> str:
    return ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__")


def _owner(parts: list[str], names: dict[str, Path]) -> str:
    """The module that an import reads: of `segue.git.Snapshot` that is `segue.git`."""
    return next((name for end in range(len(parts), 0, -1) if (name := ".".join(parts[:end])) in names), "")


def test_every_module_has_its_place_in_the_order():
    """A new folder has to say where on the line it stands."""
    tops = {p.relative_to(PACKAGE).parts[0].removesuffix(".py") for p in modules()} - {"__init__"}
    assert tops <= set(ORDER)


def test_every_module_says_what_it_is_for():
    assert [str(p) for p in modules() if not ast.get_docstring(ast.parse(p.read_text(encoding="utf-8")))] == []


def test_generated_pages_are_what_would_be_written():
    """The tree in ARCHITECTURE.md is the tree on disk; docs/cli.md is what `--help` says."""
    done = subprocess.run(
        [sys.executable, ROOT / "scripts/reference.py", "--check"], capture_output=True, text=True, check=False
    )
    assert done.stderr == "" and done.returncode == 0


@pytest.mark.parametrize("reader", READERS, ids=lambda r: r.agent)
def test_every_reader_is_registered_documented_and_has_fixtures(reader):
    """Module, agents row, format page and fixture folder carry one name."""
    agent = reader.agent
    assert (PACKAGE / "sources" / f"{agent}.py").exists() or (PACKAGE / "sources" / agent / "__init__.py").exists()
    assert agent in {row.name for row in AGENTS}
    assert (ROOT / "docs" / "formats" / f"{agent}.md").exists()
    names = {p.stem for p in fixtures.of(agent)}
    assert {"tools", "damaged"} <= names and len(names) >= 3


def test_every_agent_that_is_started_can_be_read():
    """Without a reader a receipt could prove nothing."""
    assert {row.name for row in AGENTS} == {reader.agent for reader in READERS}


def test_no_reader_is_left_unregistered():
    found = {p.name.removesuffix(".py") for p in (PACKAGE / "sources").iterdir() if not p.name.startswith("_")} - {
        "base"
    }
    assert found == {reader.agent for reader in READERS}


def test_every_rule_is_a_file_with_its_own_tests():
    """A rule that nobody tests is a guess; a test file without a rule hides whose tests are missing."""
    rules = {p.stem: p for p in (PACKAGE / "distil" / "rules").glob("[!_]*.py")}
    tests = {p.stem.removeprefix("test_"): p for p in (ROOT / "tests" / "distil" / "rules").glob("test_*.py")}
    assert {rule.__module__.rsplit(".", 1)[-1] for rule in RULES} <= set(rules)
    assert set(tests) == set(rules)
    for name, path in tests.items():
        assert any(parts[:4] == ["segue", "distil", "rules", name] for parts in imported(path)), f"{path}: not its own"


def test_the_line_fits_on_a_screen():
    assert len((PACKAGE / "handoff.py").read_text(encoding="utf-8").splitlines()) <= 80


def test_versions_agree():
    from segue import __version__

    assert re.search(rf'^version = "{re.escape(__version__)}"$', (ROOT / "pyproject.toml").read_text(), re.MULTILINE)
    assert f"## {__version__}" in (ROOT / "CHANGELOG.md").read_text()


def test_readme_links_and_commands_are_real():
    """Every file the README names exists; every `make` target and `segue` command in it does too."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    for target in re.findall(r"\]\((?!http)([^)#]+)", text):
        assert (ROOT / target).exists(), target
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for target in re.findall(r"^make (\w+)", text, re.MULTILINE):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target
    from segue.surfaces.cli._group import COMMANDS

    for command in re.findall(r"(?:^|`)segue ([a-z]+)", text, re.MULTILINE):
        assert command in COMMANDS, command
