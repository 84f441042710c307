"""`segue show`: what stands behind a pointer, readable, masked."""

from __future__ import annotations

import json
import re

import click

from segue import choose
from segue.choose import Choice
from segue.errors import SourceError, UsageError
from segue.redact import clean, mask
from segue.session.records import Call, Item, Mark, Said, Session, Thought, short_id
from segue.surfaces.cli import _complete
from segue.surfaces.cli._behind import BEHIND, behind
from segue.surfaces.cli._output import note, write

_POINTER = re.compile(r"(?:(?P<session>.+):)?L(?P<first>\d+)(?:-L?(?P<last>\d+))?")


@click.command(
    "show",
    epilog="""\b
Examples:
  segue show 3f2a9c:L1840            record 1840 of a session and its neighbours
  segue show transcript:L1840        of the session that `segue brief` would take
  segue show 3f2a9c:L10-L20 --raw    the JSON of a range
  segue show commit:b02eb84          what git tells of a commit of this repository
""",
)
@click.argument("pointer")
@click.option(
    "--around", type=click.IntRange(min=0), default=2, show_default=True, metavar="N", help="Neighbours shown."
)
@click.option("--raw", is_flag=True, help="The records' JSON, masked too.")
@_complete.of_agents
@click.option("--json", "as_json", is_flag=True, help="For programs: one array of objects.")
def command(pointer: str, around: int, raw: bool, agents: tuple[str, ...], as_json: bool) -> None:
    """Print the record that a pointer names, and its neighbours.

    POINTER is SESSION:L<n>, SESSION:L<n>-L<m>, or any that a brief has: transcript:L<n>, commit:<hash>, file:<path>,
    decision:, ticket:, feed: or gap: with an id. Secrets are masked.
    """
    kind, _, ref = pointer.strip().strip("()`").partition(":")
    if kind in BEHIND:
        _show_behind(kind, ref, as_json=as_json)
        return
    session, first, last = parse(pointer)
    chosen = choose.choose(session, agents=agents)
    if raw:
        lines = [
            (n, mask(line.decode("utf-8", "replace"))[0]) for n, line in chosen.reader.raw(chosen.path, first, last)
        ]
        if not lines:
            raise SourceError(f"{chosen.path.name} has no record L{first}")
        write("".join(clean(text) + "\n" for _, text in lines), None)
        return
    read = chosen.reader.read(chosen.path)
    shown = [(n, kind, text) for n, kind, text in records(read) if first - around <= n <= last + around]
    if not any(first <= n <= last for n, _, _ in shown):
        raise _nothing_at(chosen, read, pointer, first, last)
    if not session:
        note(f"session {short_id(read.glance.id)} of {read.glance.agent}: {chosen.why}")
    if as_json:
        rows = [{"line": n, "kind": kind, "text": mask(clean(text))[0]} for n, kind, text in shown]
        write(json.dumps(rows, ensure_ascii=False, indent=1) + "\n", None)
        return
    write("\n".join(_block(n, kind, text, marked=first <= n <= last) for n, kind, text in shown), None)


def _show_behind(kind: str, ref: str, *, as_json: bool) -> None:
    text = mask(clean(behind(kind, ref)))[0].rstrip("\n")
    rows = [{"pointer": f"{kind}:{ref}", "kind": kind, "text": text}]
    write(json.dumps(rows, ensure_ascii=False, indent=1) + "\n" if as_json else text + "\n", None)


def parse(pointer: str) -> tuple[str, int, int]:
    """Session and range of a pointer; an empty session means mine."""
    found = _POINTER.fullmatch(pointer.strip().strip("()`"))
    if not found:
        raise UsageError(f"{pointer!r} is no pointer", hint="a pointer looks like 3f2a9c:L1840 or transcript:L1840")
    session = (found["session"] or "").removeprefix("transcript:")
    first, last = int(found["first"]), int(found["last"] or found["first"])
    if not first:
        raise UsageError(f"{pointer!r}: records are numbered from L1")
    if last < first:
        raise UsageError(f"{pointer!r} ends before it begins", hint=f"L{last}-L{first} is that range")
    return ("" if session == "transcript" else session), first, last


def _nothing_at(chosen: Choice, read: Session, pointer: str, first: int, last: int) -> SourceError:
    where = f"session {short_id(read.glance.id)}"
    if next(chosen.reader.raw(chosen.path, first, last), None):
        return SourceError(
            f"L{first} of {where} holds nothing that was said or done",
            hint=f"`segue show {pointer} --raw` prints the record as it stands in the file",
        )
    end = max((number for number, _, _ in records(read)), default=0)
    return SourceError(f"{where} has no record L{first}", hint=f"the last one that says something is L{end}")


def records(session: Session) -> list[tuple[int, str, str]]:
    """What was said and done, a record at a time, in the order of the file."""
    out: list[tuple[int, str, str]] = []
    for item in session.items:
        out += _texts(item)
    return sorted(out, key=lambda row: row[0])


def _texts(item: Item) -> list[tuple[int, str, str]]:
    if isinstance(item, Said):
        return [(item.line, item.role if item.via == "typed" else f"{item.role} ({item.via})", item.text)]
    if isinstance(item, Thought):
        return [(item.line, "thinking", item.text)]
    if isinstance(item, Mark):
        return [(item.line, item.kind, item.text)]
    assert isinstance(item, Call)
    given = "\n".join(filter(None, (item.command or item.about, *(f"{t.how} {t.path}" for t in item.files))))
    code = "" if item.exit_code is None else f", exit code {item.exit_code}"
    out = [(item.line, f"call {item.name}", given)]
    if item.result_line is not None:
        out.append((item.result_line, f"result of {item.name} at L{item.line}: {item.outcome}{code}", item.output))
    return out


def _block(line: int, kind: str, text: str, *, marked: bool) -> str:
    body = "\n".join(f"    {row}" for row in mask(clean(text))[0].split("\n"))
    return f"{'>' if marked else ' '} L{line}  {kind}\n{body}\n"
