"""Has the real clients write sessions and keeps them as fixtures: tests/fixtures/<agent>/real-<scenario>.jsonl.

    python -m tests.e2e.kit.record [CLIENT or SCENARIO ...]

Home and working directory have neutral names, so that nothing of this machine is in the files. Times and ids are
the run's own. What each file is for stands in real-intents.json beside it.
"""

from __future__ import annotations

import fcntl
import json
import shutil
import sqlite3
import sys
import tempfile
from contextlib import closing
from pathlib import Path
from typing import Any

from tests.e2e.kit.desk import open_desk
from tests.e2e.kit.island import ROOT, island
from tests.e2e.kit.scenarios import SCENARIOS, Scenario
from tests.e2e.kit.scrub import leftover, scrub_line

PLACE = Path("/tmp/segue-kit")
FIXTURES = ROOT / "tests" / "fixtures"
BELONGS = "belongs to {}"
TABLES: dict[str, dict[str, tuple[str, ...]]] = {
    "opencode": {"session": (), "message": ("data",), "part": ("data",)},
    "goose": {"sessions": (), "messages": ("content_json",), "schema_version": ()},
}
"""What a reader looks at in a database, and which columns of it are records."""
BLANK = {"extension_data": "{}"}
"""Columns that hold the vendor's texts and nothing of the session."""


def record(scenario: Scenario) -> list[Path]:
    """Play it and keep what it wrote; returns the new fixtures."""
    shutil.rmtree(PLACE, ignore_errors=True)
    with tempfile.TemporaryDirectory() as logs, island(Path(logs)) as shore:
        desk = open_desk(scenario.client, shore, PLACE)
        transcript = scenario.play(desk)
        agent, name = fixture_name(scenario)
        forget(agent, name)
        save = keep_database if agent in TABLES else keep
        kept = [save(agent, transcript, fixture_of(scenario))]
        for side in sorted(transcript.with_suffix("").rglob("*.json*")):
            kept.append(keep(agent, side, FIXTURES / agent / name / side.relative_to(transcript.with_suffix(""))))
        if agent == "codex":  # a fork there holds only its own part: the rest is in its parent's file
            kept += [keep(agent, other, FIXTURES / agent / other.name) for other in desk.transcripts() - {transcript}]
    shutil.rmtree(PLACE, ignore_errors=True)
    note(agent, {kept[0].name: scenario.intent, **{_below(agent, path): BELONGS.format(name) for path in kept[1:]}})
    return kept


def fixture_name(scenario: Scenario) -> tuple[str, str]:
    """The agent's folder, and the fixture's name without its ending."""
    agent, _, old = scenario.client.partition("-")
    return agent, f"real-{old}-{scenario.name}" if old else f"real-{scenario.name}"


def keep(agent: str, transcript: Path, fixture: Path) -> Path:
    fixture.parent.mkdir(parents=True, exist_ok=True)
    with transcript.open(encoding="utf-8", newline="\n") as lines:
        scrubbed = [scrub_line(agent, line.rstrip("\n").replace(sys.executable, "python3")) for line in lines]
    for number, line in enumerate(scrubbed, start=1):
        if left := leftover(line):
            raise ValueError(f"{transcript}:{number}: a text that is not ours is left: {left[0][:200]}")
    fixture.write_text("\n".join(scrubbed) + "\n", encoding="utf-8")
    return fixture


def keep_database(agent: str, transcript: Path, fixture: Path) -> Path:
    """What a reader looks at, in a database of its own: the tables of sessions, with the agent's own definitions."""
    fixture.unlink(missing_ok=True)
    there = sqlite3.connect(f"{transcript.as_uri()}?mode=ro", uri=True)
    with closing(there), closing(sqlite3.connect(fixture)) as here:
        made = there.execute("select tbl_name, sql from sqlite_master where sql is not null order by type desc")
        for statement in [sql for table, sql in made if table in TABLES[agent]]:
            here.execute(statement)
        for table, columns in TABLES[agent].items():
            for row in _rows(there, table):
                kept = {name: scrub_line(agent, text) if name in columns else text for name, text in row.items()}
                values = tuple({**kept, **{name: blank for name, blank in BLANK.items() if name in kept}}.values())
                here.execute(f"insert into {table} values ({', '.join('?' for _ in values)})", values)
        here.commit()
        here.execute("vacuum")
    for line in lines_of(fixture):
        if left := leftover(line):
            raise ValueError(f"{transcript}: a text that is not ours is left: {left[0][:200]}")
    return fixture


def _rows(db: sqlite3.Connection, table: str) -> list[dict[str, Any]]:
    found = db.execute(f"select * from {table}")
    names = [column[0] for column in found.description]
    return [dict(zip(names, values, strict=True)) for values in found]


def lines_of(fixture: Path) -> list[str]:
    """The records of a fixture, whatever it is."""
    tables = TABLES.get(fixture.parent.name)
    if tables is None:
        return fixture.read_text(encoding="utf-8").rstrip("\n").split("\n")
    with closing(sqlite3.connect(f"{fixture.as_uri()}?mode=ro", uri=True)) as db:
        columns = [(table, column) for table, several in tables.items() for column in several]
        return [data for table, column in columns for (data,) in db.execute(f"select {column} from {table}")]


def fixture_of(scenario: Scenario) -> Path:
    """Where a scenario's session is kept."""
    agent, name = fixture_name(scenario)
    ending = ".db" if agent in TABLES else ".md" if agent == "aider" else ".jsonl"
    return FIXTURES / agent / f"{name}{ending}"


def forget(agent: str, name: str) -> None:
    """Take away what an earlier recording left beside this one, under names that change with every run."""
    file = FIXTURES / agent / "real-intents.json"
    known = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    for other, text in known.items():
        if text == BELONGS.format(name):
            (FIXTURES / agent / other).unlink(missing_ok=True)


def note(agent: str, intents: dict[str, str]) -> None:
    """Enter these files into the list of intents, and take out those that are no longer there."""
    file = FIXTURES / agent / "real-intents.json"
    known = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    all_of_them = {name: text for name, text in {**known, **intents}.items() if (FIXTURES / agent / name).exists()}
    file.write_text(
        json.dumps(dict(sorted(all_of_them.items())), indent=2, ensure_ascii=False) + "\n", encoding="utf-8"
    )


def _below(agent: str, path: Path) -> str:
    return path.relative_to(FIXTURES / agent).as_posix()


def main(asked: list[str]) -> int:
    wanted = [one for one in SCENARIOS if not asked or {one.client, one.name} & set(asked)]
    with PLACE.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # the place has one name for all, so there is one recorder at a time
        for scenario in wanted:
            for path in record(scenario):
                print(f"{path.relative_to(ROOT)} {path.stat().st_size}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
