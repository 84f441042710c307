"""Installing and uninstalling: first everything is planned, and one refusal stops all of it; then file after file.

Not here: how a text is edited (`forms.py`), where files stand (`place.py`), what the user is told."""

from __future__ import annotations

import difflib
import io
import os
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import msgspec
from msgspec import Struct

from segue.errors import SegueError, UsageError
from segue.install import receipts
from segue.install.forms import SIGNED, Maker, put, take
from segue.install.place import Place, file_of, followed
from segue.install.receipts import Kept, Receipt
from segue.install.records import Part, Whole
from segue.store.atomic import folder, lock, save
from segue.store.ids import Moment

PRIVATE, NEW = 0o600, 0o644
MINE = "you changed it, so it is yours now"


class Change(Struct, frozen=True, kw_only=True):
    """One file as it is and as it will be; None for a file that is not there."""

    what: str
    path: Path
    """As the agent names it."""
    real: Path
    before: bytes | None
    after: bytes | None
    left: str = ""
    """Why it is left as it is, when there was something to do."""

    @property
    def same(self) -> bool:
        return self.before == self.after


def planned(place: Place, command: Sequence[str]) -> list[Change]:
    """What installing would change. A file that cannot be edited safely refuses everything, untouched."""
    maker = Maker(place.row.agent, command)
    return [_into(place, part, maker) for part in place.row.parts]


def planned_removal(place: Place, command: Sequence[str]) -> list[Change]:
    """What uninstalling would change: the bytes of before where nobody else wrote since, else our part alone."""
    maker, receipt = Maker(place.row.agent, command), receipts.load(place)
    changes = {}
    for kept in receipt.files:
        part = next((one for one in place.row.parts if one.what == kept.what), None)
        if part:
            changes[kept.path] = _out_of(Path(kept.path), Path(kept.path), part, maker, kept)
    for part in place.row.parts:
        path = file_of(place, part)
        real = followed(path, place)
        if str(real) not in changes:
            changes[str(real)] = _out_of(path, real, part, maker, None)
    return list(changes.values())


def apply(place: Place, changes: Sequence[Change], moment: Moment, *, removing: bool = False) -> None:
    """Write what was planned. A file that changed since is not written."""
    with lock(receipts.lock_file()):
        receipt = receipts.load(place)
        todo = [change for change in changes if not change.same]
        for change in todo:
            if _read(change.real) != change.before:
                raise SegueError(f"{change.path} was changed just now", hint="run the same command again")
        if not removing:
            earlier, receipt = receipt, _noted(receipt, todo, moment)
            receipts.store(place, receipt)
        done: list[Change] = []
        try:
            for change in todo:
                done.append(change)
                _write(change, place)
        except BaseException:  # also Ctrl-C: all of it or nothing
            _undo(done, place)
            if not removing:
                receipts.store(place, earlier)
                _remove_folders(receipt)
            raise
        if removing:
            gone = {str(change.real) for change in changes if not change.left}
            _remove_folders(receipt)
            kept_on = tuple(kept for kept in receipt.files if kept.path not in gone)
            receipts.store(place, msgspec.structs.replace(receipt, files=kept_on))


def diff(changes: Sequence[Change]) -> str:
    """All changes as one unified diff."""
    out: list[str] = []
    for change in changes:
        before, after = _lines(change.before), _lines(change.after)
        old, new = (str(change.path) if side is not None else "/dev/null" for side in (change.before, change.after))
        for line in difflib.unified_diff(before, after, old, new):
            out.append(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n")
    return "".join(out)


def _into(place: Place, part: Part, maker: Maker) -> Change:
    path = file_of(place, part)
    real = followed(path, place)
    before = _read(real)
    try:
        text = "" if before is None else before.decode()
        made = put(text, part.form, maker)
    except UnicodeDecodeError as error:
        raise UsageError(f"{path} is no UTF-8 text", hint="it was left as it is") from error
    except UsageError as error:
        hint = "move it away first" if isinstance(part.form, Whole) else "mend it first; nothing was changed"
        raise UsageError(f"{path}: {error}", hint=hint) from error
    kept = receipts.load(place).of(real)
    mine = before is not None and isinstance(part.form, Whole) and kept and kept.after != receipts.digest(before)
    if mine and made.encode() != before:
        return Change(what=part.what, path=path, real=real, before=before, after=before, left=MINE)
    return Change(what=part.what, path=path, real=real, before=before, after=made.encode())


def _out_of(path: Path, real: Path, part: Part, maker: Maker, kept: Kept | None) -> Change:
    before = _read(real)
    base = Change(what=part.what, path=path, real=real, before=before, after=before)
    if before is None:
        return base
    if kept and receipts.digest(before) == kept.after:
        old = receipts.original(kept)
        if old is not None or not kept.before:
            return msgspec.structs.replace(base, after=old)
    try:
        old = receipts.original(kept)
        made = take(before.decode(), part.form, maker, old.decode() if old is not None else "" if kept else None)
    except (UsageError, UnicodeDecodeError) as error:
        raise UsageError(f"{path}: {error}", hint="mend it first; nothing was changed") from error
    if isinstance(part.form, Whole) and made is not None:
        return msgspec.structs.replace(base, left=MINE if kept or SIGNED in made else "")
    if made is not None and kept and not kept.before and made.strip("\ufeff \t\r\n") in ("", "{}"):
        made = None  # the file was ours, and nobody put anything into it
    return msgspec.structs.replace(base, after=None if made is None else made.encode())


def _noted(receipt: Receipt, changes: Sequence[Change], moment: Moment) -> Receipt:
    files = {kept.path: kept for kept in receipt.files}
    for change in changes:
        before, after = change.before, receipts.digest(change.after or b"")
        old = files.get(str(change.real))
        if old and before is not None and old.after == receipts.digest(before):
            files[old.path] = msgspec.structs.replace(old, after=after)
            continue
        files[str(change.real)] = Kept(
            path=str(change.real),
            what=change.what,
            before="" if before is None else receipts.digest(before),
            backup="" if before is None else receipts.back_up(change.real, before, moment),
            after=after,
            folders=tuple(str(one) for one in reversed(change.real.parents) if not one.exists()),
        )
    return msgspec.structs.replace(receipt, files=tuple(files.values()))


def _write(change: Change, place: Place) -> None:
    """The whole file or none of it, with the rights that it had."""
    if change.after is None:
        change.real.unlink(missing_ok=True)
        return
    new = PRIVATE if place.scope == "user" else NEW & ~_umask()
    mode = new if change.before is None else change.real.stat().st_mode & 0o7777
    folder(change.real.parent)
    save(change.real, change.after)
    change.real.chmod(mode)


def _undo(changes: Sequence[Change], place: Place) -> None:
    """What was written goes back, as far as it can."""
    for change in changes:
        with suppress(SegueError, OSError):
            if _read(change.real) == change.after:
                _write(msgspec.structs.replace(change, before=change.after, after=change.before), place)


def _remove_folders(receipt: Receipt) -> None:
    """The folders that were made for our files, unless something else is in them by now."""
    for kept in receipt.files:
        for name in reversed(kept.folders):
            with suppress(OSError):
                Path(name).rmdir()


def _read(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise UsageError(f"cannot read {path}: {error.strerror}") from error


def _lines(data: bytes | None) -> list[str]:
    return list(io.StringIO((data or b"").decode("utf-8", "replace"), newline="\n"))


def _umask() -> int:
    mask = os.umask(0o022)
    os.umask(mask)
    return mask
