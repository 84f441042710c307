"""The suite that every reader passes: any bytes in, a session out, gaps counted, nothing written."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

import pytest

from segue.brief.render import FRAME
from segue.session.records import Call, Said, Session
from segue.sources import DATABASES, PROSE, READERS, reader_for
from segue.sources._text import title_of
from segue.sources.base import Reader
from tests import fixtures

CASES = [pytest.param(r, p, id=f"{r.agent}-{p.stem}") for r in READERS for p in fixtures.of(r.agent)]
each_reader = pytest.mark.parametrize("reader", READERS, ids=lambda r: r.agent)
LINES = [r for r in READERS if r.agent not in (*DATABASES, *PROSE)]
each_reader_of_lines = pytest.mark.parametrize("reader", LINES, ids=lambda r: r.agent)
"""What can happen to lines happens in another way to databases (test_databases.py) and to prose (test_aider.py)."""
PLACE = rb'"cwd":\s*"[^"]*",?|Workspace Directories:[^"]*'


def user_words(session: Session) -> list[str]:
    return [i.text for i in session.items if isinstance(i, Said) and i.role == "user"]


def talk(reader: Reader) -> bytes:
    """A sound session of the reader's agent with a few turns."""
    return next(p for p in fixtures.of(reader.agent) if p.stem in ("plain", "tools", "real-work")).read_bytes()


@pytest.fixture
def saved(tmp_path: Path):
    """Writes bytes as a session file of an agent and reads them."""

    def save(reader: Reader, data: bytes) -> Session:
        model = next(iter(fixtures.of(reader.agent)))
        path = tmp_path / "sessions" / model.name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(data)
        session = reader.read(path)
        assert reader.glance(path) == session.glance, "a list and a brief must not disagree"
        return session

    return save


@pytest.mark.parametrize(("reader", "path"), CASES)
def test_a_glance_agrees_with_the_whole_session(reader: Reader, path: Path):
    """What a list shows is made another way, and must be the same."""
    assert reader.glance(path) == reader.read(path).glance


@pytest.mark.parametrize(("reader", "path"), CASES)
def test_the_right_reader_claims_a_file(reader: Reader, path: Path):
    """Files are told apart by their first records, without a hint."""
    assert reader_for(path).agent == reader.agent


@pytest.mark.parametrize(("reader", "path"), CASES)
def test_items_stand_in_order_under_numbers_of_the_file(reader: Reader, path: Path):
    """A record number is the physical line, or the ordinal where there are none: it exists and can be printed."""
    lines = max(number for number, _ in reader.raw(path, 1, 10_000))
    numbers = [i.line for i in reader.read(path).items]
    assert numbers == sorted(numbers) and all(1 <= n <= lines for n in numbers)
    for number in numbers[:5]:
        assert [n for n, _ in reader.raw(path, number, number)] == [number]


@pytest.mark.parametrize(("reader", "path"), CASES)
def test_gaps_only_where_the_intent_says_damage(reader: Reader, path: Path):
    """A sound file reads without a gap."""
    if path.stem not in ("damaged", "torn", "newer"):
        assert reader.read(path).gaps == ()


@pytest.mark.parametrize(("reader", "path"), CASES)
def test_reading_writes_nothing(reader: Reader, path: Path, tmp_path: Path):
    """Other tools' files are read-only to us: the tree is the same, byte for byte and name for name."""
    folder = tmp_path / "home"
    (folder / path.name).write_bytes(path.read_bytes())
    before = tree_hash(folder)
    reader.claims(folder / path.name)
    reader.glance(folder / path.name)
    reader.read(folder / path.name)
    list(reader.find(folder))
    assert tree_hash(folder) == before


def tree_hash(folder: Path) -> dict[str, str]:
    files = (p for p in folder.rglob("*") if p.is_file())
    return {str(p): hashlib.sha256(p.read_bytes()).hexdigest() + str(p.stat().st_mtime_ns) for p in files}


@each_reader_of_lines
def test_an_empty_file_is_an_empty_session(reader: Reader, saved):
    session = saved(reader, b"")
    assert session.items == () and session.gaps == ()
    assert session.glance.id


@each_reader_of_lines
def test_a_torn_last_line_is_one_gap_and_costs_nothing_else(reader: Reader, saved):
    """The writer was in the middle of an append."""
    whole = saved(reader, talk(reader))
    torn = saved(reader, talk(reader) + b'{"type":"mess')
    assert torn.items == whole.items
    assert len(torn.gaps) == 1


@each_reader_of_lines
def test_nul_bytes_before_lines_are_ignored(reader: Reader, saved):
    """Seen after a crash on some file systems."""
    whole = saved(reader, talk(reader))
    dirty = saved(reader, b"\n".join(b"\0\0" + line if line else line for line in talk(reader).split(b"\n")))
    assert dirty.items == whole.items and dirty.gaps == ()


@each_reader_of_lines
def test_null_and_lists_are_gaps(reader: Reader, saved):
    whole = saved(reader, talk(reader))
    odd = saved(reader, talk(reader).rstrip(b"\n") + b"\nnull\n[]\n5\n")
    assert odd.items == whole.items
    assert len(odd.gaps) == 3


@each_reader_of_lines
def test_wrong_utf8_keeps_the_rest_of_the_words(reader: Reader, saved):
    words = user_words(saved(reader, talk(reader)))[0]
    first = re.match(r"[A-Za-z]{3,}", words)
    assert first
    bad = saved(
        reader, talk(reader).replace(words[:8].encode(), words[:4].encode() + b"\xff\xfe" + words[4:8].encode())
    )
    assert user_words(bad)[0].startswith(words[:4] + "\ufffd")
    assert bad.gaps == ()


@each_reader_of_lines
def test_lone_surrogates_can_be_written_again(reader: Reader, saved):
    r"""A cut emoji (`\ud83d`) is valid JSON and no valid text."""
    words = user_words(saved(reader, talk(reader)))[0]
    bad = saved(reader, talk(reader).replace(words[:8].encode(), words[:4].encode() + rb"\ud83d" + words[4:8].encode()))
    assert user_words(bad)[0].startswith(words[:4])
    "".join(user_words(bad)).encode("utf-8")
    assert bad.gaps == ()


@each_reader_of_lines
def test_glued_objects_are_both_read(reader: Reader, saved):
    """Two objects on one line without a newline between, seen in real files."""
    lines = talk(reader).split(b"\n")
    glued = b"\n".join([*lines[:-3], lines[-3] + lines[-2], b""])
    assert user_words(saved(reader, glued)) == user_words(saved(reader, talk(reader)))


@each_reader_of_lines
def test_a_line_of_50_mb_is_read_past(reader: Reader, saved):
    huge = b'{"type":"from-the-future","payload":{"blob":"' + b"x" * (50 << 20) + b'"}}\n'
    first, _, rest = talk(reader).partition(b"\n")
    session = saved(reader, first + b"\n" + huge + rest)
    assert user_words(session) == user_words(saved(reader, talk(reader)))


@each_reader_of_lines
def test_any_line_may_be_missing(reader: Reader, saved):
    """Orphan results, calls without results, lost parents: each is a normal day."""
    for path in fixtures.of(reader.agent):
        lines = path.read_bytes().split(b"\n")
        for at in range(len(lines)):
            saved(reader, b"\n".join(lines[:at] + lines[at + 1 :]))


@each_reader_of_lines
def test_no_cwd_is_unknown_and_nothing_else(reader: Reader, saved):
    session = saved(reader, re.sub(PLACE, b"", talk(reader)))
    assert session.glance.cwd == ""
    assert user_words(session)


@each_reader_of_lines
def test_a_newer_version_is_read_as_far_as_it_goes(reader: Reader, saved):
    newer = re.sub(rb'"(version|cli_version)":\s*("[^"]*"|\d+)', rb'"\1":"99.0"', talk(reader))
    assert user_words(saved(reader, newer)) == user_words(saved(reader, talk(reader)))


@each_reader_of_lines
def test_parents_that_form_a_cycle_do_not_hang(reader: Reader, saved):
    data = talk(reader)
    ids = re.findall(rb'"(?:uuid|id)":\s*"([0-9a-f-]{8,36})"', data)
    if ids:
        saved(reader, re.sub(rb'"(parentUuid|parentId)":\s*(?:null|"[^"]*")', rb'"\1":"' + ids[-1] + b'"', data))


@each_reader_of_lines
def test_values_of_every_wrong_type_raise_nothing(reader: Reader, saved):
    """Each scalar of a session in turn becomes a number, a list, null: fields are dropped, never the session."""
    for wrong in (b"5", b"[1]", b"null", b'{"a":1}', b"true"):
        data = re.sub(rb'(":\s*)"[^"\\]*"', rb"\g<1>" + wrong, talk(reader))
        saved(reader, data)
        for key in set(re.findall(rb'"(\w+)":', talk(reader))):
            saved(reader, re.sub(rb'("' + key + rb'":\s*)"[^"\\]*"', rb"\g<1>" + wrong, talk(reader)))


@each_reader
def test_every_outcome_is_joined_with_its_result(reader: Reader):
    """Over an agent's fixtures: calls that succeeded and failed, commands with exit codes, files with how."""
    calls = [i for p in fixtures.of(reader.agent) for i in reader.read(p).items if isinstance(i, Call)]
    assert {"ok", "failed"} <= {c.outcome for c in calls}
    assert any(c.command and c.outcome == "ok" and c.exit_code in (0, None) for c in calls)
    assert any(c.command and c.outcome == "failed" for c in calls)
    assert {"created", "edited"} <= {t.how for c in calls for t in c.files}


@each_reader
def test_every_fixture_has_its_intent(reader: Reader):
    """And no intent is left without its fixture."""
    named = {name for name in fixtures.intents(reader.agent) if "/" not in name}
    assert named == {p.name for p in fixtures.of(reader.agent)}
    assert len(fixtures.of(reader.agent)) >= 3


@pytest.mark.parametrize(
    ("goal", "title"), [("", "Handoff: Weigh the parcels"), ("\n\n## Goal\n\n> print the slips", "print the slips")]
)
def test_a_session_that_begins_with_a_brief_is_titled_by_what_it_was_handed_over_for(goal: str, title: str):
    """Not by the line that opens every brief."""
    brief = f"<handoff-context>\n{FRAME}\n\n# Handoff: Weigh the parcels\n\nclaude session 1{goal}\n</handoff-context>"
    assert title_of(brief) == title
    assert title_of("Weigh the parcels") == "Weigh the parcels"
