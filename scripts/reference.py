"""Writes what would rot if people wrote it: the command reference, the map of the tree, the README's example.

python scripts/reference.py           write them
python scripts/reference.py --check   fail when they are not what would be written
"""

from __future__ import annotations

import ast
import re
import sys
from pathlib import Path

import click

from segue import handoff
from segue.config import Settings
from segue.sources import reader_of
from segue.surfaces.cli._group import segue

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src" / "segue"
COMMAND_PAGE = ROOT / "docs" / "cli.md"
MAP_PAGE = ROOT / "ARCHITECTURE.md"
README = ROOT / "README.md"
SAMPLE = next((ROOT / "tests" / "fixtures" / "sample").glob("*.jsonl"))
_MAP = re.compile(r"(?<=<!-- tree -->\n).*?(?=<!-- /tree -->)", re.DOTALL)
_EXAMPLE = re.compile(r"(?<=<!-- example -->\n).*?(?=<!-- /example -->)", re.DOTALL)


def main() -> int:
    stale = [path for path, text in pages() if not path.exists() or path.read_text(encoding="utf-8") != text]
    if "--check" in sys.argv[1:]:
        for path in stale:
            sys.stderr.write(f"{path.relative_to(ROOT)} is not what scripts/reference.py writes; run `make format`\n")
        return bool(stale)
    for path, text in pages():
        path.write_text(text, encoding="utf-8")
    return 0


def pages() -> list[tuple[Path, str]]:
    return [
        (COMMAND_PAGE, command_page()),
        (MAP_PAGE, _MAP.sub(lambda _: f"```\n{tree()}\n```\n", MAP_PAGE.read_text(encoding="utf-8"))),
        (README, _EXAMPLE.sub(lambda _: f"````\n{example()}````\n", README.read_text(encoding="utf-8"))),
    ]


def example() -> str:
    """The brief of the bundled sample, as `segue brief` writes it."""
    evidence = handoff.gather(reader_of("claude"), SAMPLE, with_git=False)
    return handoff.write_brief(evidence, template="session", budget=Settings().budget)[1]


def command_page() -> str:
    parts = ["# Commands", "", "Written by `scripts/reference.py` from the commands themselves.", ""]
    for name, command in commands(segue, "segue"):
        context = click.Context(command, info_name=name, max_content_width=100)
        context.terminal_width = 100
        parts += [f"## {name}", "", "```", command.get_help(context).rstrip(), "```", ""]
    return "\n".join(parts)


def commands(command: click.Command, name: str) -> list[tuple[str, click.Command]]:
    found = [(name, command)]
    if isinstance(command, click.Group):
        context = click.Context(command, info_name=name)
        for inner in command.list_commands(context):
            one = command.get_command(context, inner)
            assert one is not None
            found += commands(one, f"{name} {inner}")
    return found


def tree() -> str:
    """Every folder and file of the package with the first sentence of its docstring."""
    rows = ["src/segue/", *rows_below(PACKAGE, 1)]
    return "\n".join(rows)


def rows_below(folder: Path, depth: int) -> list[str]:
    rows = []
    for path in sorted(folder.iterdir(), key=lambda p: (p.is_dir(), p.name)):
        if path.name.startswith("__"):
            continue
        if path.is_dir() and (path / "__init__.py").exists():
            rows.append(row(f"{path.name}/", path / "__init__.py", depth))
            rows += rows_below(path, depth + 1)
        elif path.suffix == ".py":
            rows.append(row(path.name, path, depth))
    return rows


def row(name: str, module: Path, depth: int) -> str:
    return f"{'  ' * depth + name:<28} {purpose(module)}".rstrip()


def purpose(module: Path) -> str:
    """The first sentence of a module's docstring."""
    text = ast.get_docstring(ast.parse(module.read_text(encoding="utf-8"))) or ""
    first = " ".join(text.split("\n\n")[0].split())
    return re.split(r"(?<=[.:])\s", first)[0].rstrip(".:")


if __name__ == "__main__":
    sys.exit(main())
