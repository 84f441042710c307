"""The page about settings says what the code has, and no more."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec

from segue.config import Profile, Settings

ROOT = Path(__file__).resolve().parent.parent
PAGE = (ROOT / "docs" / "settings.md").read_text(encoding="utf-8")
CODE = "\n".join(path.read_text(encoding="utf-8") for path in sorted((ROOT / "src").rglob("*.py")))


def rows(head: str) -> list[list[str]]:
    """The cells of the table whose first column is called so."""
    table = PAGE.partition(f"| {head} |")[2].partition("\n\n")[0]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines()[2:]]


def named(cell: str) -> set[str]:
    return set(re.findall(r"`([^`]+)`", cell))


def test_every_setting_is_listed_with_its_default():
    listed = {re.sub(r"[\[\]`]|\.NAME", "", setting): default for setting, default, _ in rows("setting")}
    assert set(listed) == {field.name for field in msgspec.structs.fields(Settings)}
    default = Settings()
    assert listed["budget"] == f"`{default.budget}`" and listed["template"] == f'`"{default.template}"`'
    assert listed["thresholds"] == ", ".join(f'`{at} = "{what}"`' for at, what in default.thresholds.items())
    assert listed["profiles"] == "none" and not default.profiles


def test_every_part_of_a_profile_is_listed():
    assert [cells[0].strip("`") for cells in rows("in a profile")] == [f.name for f in msgspec.structs.fields(Profile)]


def test_every_variable_of_ours_is_listed():
    ours = set(re.findall(r"(?<!_)SEGUE_[A-Z]+", CODE))
    assert {cells[0].strip("`") for cells in rows("variable")} == ours


def test_every_name_below_our_home_is_in_the_code():
    """And each folder or file that the code joins to the home is on the page."""
    told = {name.rstrip("/") for cells in rows("name") for name in named(cells[0])}
    folders = re.findall(r'config\.home\(\) / "([\w.]+)"', CODE)
    files = re.findall(r'\bhome / "(\w+\.db)"|_home\(\)\}/(\w+\.log)', CODE)
    assert told == {*folders, *(name for found in files for name in found if name)}
