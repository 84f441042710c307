"""The queue of approvals in the state database. The first answer stands; what was asked once is not asked again."""

from __future__ import annotations

from typing import Any

import msgspec
from sqlalchemy import Engine, Row, insert, select, update
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from segue.approvals.records import Approval
from segue.errors import SourceError, UsageError
from segue.store.ids import Moment
from segue.store.state import approvals, cannot, opened, opened_to_look


class Queue:
    def __init__(self, engine: Engine | None = None) -> None:
        self._engine = engine or opened()

    def ask(self, once: str, draft: Approval, moment: Moment) -> Approval | None:
        """A new question; None when this one was asked before, answered or not."""
        made = msgspec.structs.replace(draft, id=moment.id("approval"), created_at=moment.iso, status="pending")
        row = {
            "id": made.id,
            "once": once,
            "session_id": made.session_id,
            "kind": made.kind,
            "payload": msgspec.json.encode(made.payload).decode(),
            "created_at": made.created_at,
            "status": made.status,
        }
        try:
            with self._engine.begin() as db:
                db.execute(insert(approvals).values(**row))
        except IntegrityError:
            return None
        except SQLAlchemyError as error:
            raise cannot(error) from error
        return made

    def all(self, *, pending: bool) -> list[Approval]:
        """Oldest first."""
        query = select(approvals).order_by(approvals.c.created_at, approvals.c.id)
        try:
            with self._engine.connect() as db:
                rows = db.execute(query.where(approvals.c.status == "pending") if pending else query)
                return [_approval(row) for row in rows]
        except SQLAlchemyError as error:
            raise cannot(error) from error

    def get(self, wanted: str) -> Approval:
        """One by its id or the beginning of it."""
        tail = wanted.removeprefix("approval-")
        found = [a for a in self.all(pending=False) if tail and a.id.removeprefix("approval-").startswith(tail)]
        if len(found) != 1:
            what = f"{len(found)} approvals begin" if found else "no approval begins"
            raise SourceError(f"{what} with {wanted!r}", hint="`segue approvals --all` lists them")
        return found[0]

    def answer(self, wanted: str, status: str, moment: Moment, feedback: str = "") -> Approval:
        """The answer, once: a second one is refused."""
        approval = self.get(wanted)
        change = update(approvals).where(approvals.c.id == approval.id, approvals.c.status == "pending")
        try:
            with self._engine.begin() as db:
                changed = db.execute(change.values(status=status, decided_at=moment.iso, feedback=feedback)).rowcount
        except SQLAlchemyError as error:
            raise cannot(error) from error
        now = self.get(approval.id)
        if not changed:
            raise UsageError(f"{now.id} is {now.status} already", hint="the first answer stands")
        return now


def asked() -> list[Approval]:
    """Everything that was ever asked, oldest first; only looked at."""
    engine = opened_to_look()
    return Queue(engine).all(pending=False) if engine else []


def _approval(row: Row[Any]) -> Approval:
    return Approval(
        id=row.id,
        session_id=row.session_id,
        kind=row.kind,
        payload=msgspec.json.decode(row.payload, type=dict[str, Any]),
        created_at=row.created_at,
        status=row.status,
        decided_at=row.decided_at,
        feedback=row.feedback,
    )
