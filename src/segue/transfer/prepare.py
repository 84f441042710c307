"""The brief of a session and its channel, stamped and checked. Writes nothing."""

from __future__ import annotations

import msgspec

from segue import handoff
from segue.brief.channel_template import LINES, channel_brief, channel_markdown
from segue.brief.open_items import in_brief
from segue.brief.records import Brief
from segue.brief.render import headings
from segue.brief.stamp import Stamp, checked, stamped
from segue.brief.tokens import tokens
from segue.channel import secrets
from segue.channel.records import Channel, Transfer
from segue.channel.store import Channels
from segue.choose import Choice
from segue.distil.join import parts
from segue.store.ids import Moment
from segue.transfer.basis import basis_of
from segue.transfer.join import join_of
from segue.transfer.records import Basis, Prepared, Wish


def prepare(channels: Channels, channel: Channel, chosen: Choice | None, wish: Wish, moment: Moment) -> Prepared:
    """The brief of a session and its channel, checked as strictly as the wish says. Writes nothing."""
    secrets.refuse([("the goal", wish.goal)])
    evidence = handoff.gather(chosen.reader, chosen.path, goal=wish.goal, with_git=wish.with_git) if chosen else None
    basis = basis_of(channels, channel, evidence, wish, moment)
    brief, bare, lines = _brief(basis, wish)
    transfer = _transfer(basis, brief, wish, moment)
    text = stamped(bare, _stamp(basis, transfer))
    warnings = checked(text, headings(brief), lines, strict=wish.strict, force=wish.force)
    if basis.records.left_out:
        warnings.append(f"left out: {basis.records.left_out} records of {channels.home} that hold secrets")
    transfer = msgspec.structs.replace(transfer, tokens=tokens(text))
    return Prepared(
        brief=brief,
        bare=bare,
        text=text,
        transfer=transfer,
        memory=basis.memory,
        document=basis.document,
        warnings=tuple(warnings),
    )


def _brief(basis: Basis, wish: Wish) -> tuple[Brief, str, int]:
    """The brief, its text, and how many lines it may have."""
    if basis.evidence and wish.template != "channel":
        # A long goal rides on top of the budget: it is never cut.
        budget = wish.budget + max(0, tokens(wish.goal) - wish.budget // 2)
        brief, text = handoff.write_brief(basis.evidence, template=wish.template, budget=budget)
        return brief, text, text.count("\n")
    said = ((part.name, part.findings, part.empty) for part in parts(join_of(basis, with_git=wish.with_git)))
    brief = channel_brief(basis.state, said, wish.goal, wish.budget)
    return brief, channel_markdown(brief), LINES + wish.goal.count("\n")


def _transfer(basis: Basis, brief: Brief, wish: Wish, moment: Moment) -> Transfer:
    session, gap, brief_id = basis.session, basis.memory.gap, basis.brief_id
    items = in_brief(brief, brief_id, session, basis.fate.carried)
    return Transfer(
        brief_id=brief_id,
        channel_id=basis.state.channel.channel_id,
        created_at=moment.iso,
        template=brief.template,
        from_agent=session.glance.agent if session else "",
        from_session=session.glance.id if session else "",
        to=wish.to,
        goal=wish.goal,
        resumed_from=wish.resume,
        parent_brief=basis.parent,
        gap=gap.captured_by_session_id if gap else "",
        open_items=items,
        carried=tuple(item.text for item in items if item.since != brief_id),
        closed=basis.fate.closed,
        dropped=tuple(item.text for item in items if not item.shown),
    )


def _stamp(basis: Basis, transfer: Transfer) -> Stamp:
    who = f"{transfer.from_agent} session {transfer.from_session}" if transfer.from_session else "the channel"
    return Stamp(
        brief_id=transfer.brief_id,
        channel_id=transfer.channel_id,
        channel_name=basis.state.channel.name,
        from_=who,
        to=transfer.to,
        resumed_from=transfer.resumed_from,
        memory=basis.memory,
    )
