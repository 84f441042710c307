"""`handoff_document`: what `/handoff` asks the agent for, checked, kept, and waiting for the next session."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

from mcp.server.mcpserver import Context, MCPServer
from pydantic import Field

from segue import config, git, transfer, waiting
from segue.agents import AGENTS
from segue.choose import Choice
from segue.deliver.document import NOTHING, SECTIONS, Written, check
from segue.errors import BriefError, SegueError
from segue.install.checkup import runs_us_at_start
from segue.store.ids import Moment, now
from segue.surfaces.mcp.caller import Caller, caller
from segue.surfaces.mcp.framing import line
from segue.surfaces.mcp.hints import ADDS
from segue.surfaces.mcp.resources import uri
from segue.surfaces.mcp.results import Documented
from segue.surfaces.mcp.view import View

ABOUT = """\
Hand your session over with a document in your own words: goal, constraints, progress, decisions, context, next steps. \
It is checked, joined with what the transcript, git and the channel show, and saved as a brief; the next session of \
this repository begins with it.
Call it once, when the user asks for a handoff; then tell the user `tell` of the answer, word for word, and stop. To \
save without a document use handoff_save. Every section needs at least one statement; a secret is refused."""
AGAIN = "nothing was written; mend it and call handoff_document again"
SECRET = "nothing was written; say where a secret is kept instead of what it is, and call handoff_document again"
Statements = list[str]


def register(mcp: MCPServer, view: View) -> None:
    @mcp.tool(title="Hand over with a document", description=ABOUT, annotations=ADDS)
    def handoff_document(
        context: Context[Any, Any],
        goal: Annotated[str, Field(description="What the user wants, in their words.")],
        constraintsAndPreferences: Annotated[
            Statements, Field(description="Rules, limits and tastes that the user stated, one each.")
        ],
        progress: Annotated[
            Statements, Field(description="What is done, what is half done, what was tried and did not work.")
        ],
        keyDecisions: Annotated[Statements, Field(description="What was decided and why, and what was rejected.")],
        criticalContext: Annotated[
            Statements, Field(description="Files, commands, errors and facts that the next agent cannot do without.")
        ],
        nextSteps: Annotated[Statements, Field(description="What to do next, the most urgent first.")],
    ) -> Documented:
        moment = now()
        chosen = _mine(view, caller(context))
        session = chosen.reader.read(chosen.path)
        document = Written(
            goal=goal,
            constraints_and_preferences=tuple(constraintsAndPreferences),
            progress=tuple(progress),
            key_decisions=tuple(keyDecisions),
            critical_context=tuple(criticalContext),
            next_steps=tuple(nextSteps),
            captured_at=moment.iso,
            captured_by_session_id=session.glance.id,
        )
        _refuse(check(document, session))
        settings = config.load(git.find_root(view.cwd))
        # The session's own template, whatever is set: a warm handoff reads like a cold one.
        wish = transfer.Wish(template="session", budget=settings.budget, document=document)
        made = transfer.prepare(view.channels, view.channel_of(chosen, make=True), chosen, wish, moment)
        transfer.save_handoff(view.channels, made, moment)
        return _answer(view, chosen, made, moment)


def _mine(view: View, who: Caller) -> Choice:
    """The caller's own session: a document about one is never kept for another, be that the newest."""
    if not who.session:
        return view.session("", who)
    return view.written(who) or view.session(who.session, who)


def _refuse(faults: list[str]) -> None:
    if faults == [NOTHING]:
        raise BriefError(NOTHING, hint="nothing was written; tell the user so, and stop")
    if faults:
        hint = SECRET if any("secret" in fault for fault in faults) else AGAIN
        raise BriefError("; ".join(faults), hint=hint)


def _answer(view: View, chosen: Choice, made: transfer.Prepared, moment: Moment) -> Documented:
    record, agent = made.transfer, chosen.reader.agent
    trouble = _left(view, chosen, made, moment)
    waits = "" if trouble or not runs_us_at_start(agent, git.find_root(view.cwd)) else agent
    resume = f"segue handoff --resume {record.brief_id} --to {agent}"
    return Documented(
        brief=record.brief_id,
        channel=record.channel_id,
        uri=uri(record.brief_id),
        session=line(record.from_session),
        why=chosen.why,
        tokens=record.tokens,
        left_out=[line(text, 200) for text in _left_out(made)],
        waits_for=waits,
        warnings=[*made.warnings, *([line(trouble)] if trouble else [])],
        resume=resume,
        tell=_told(record.brief_id, waits, resume),
    )


def _left(view: View, chosen: Choice, made: transfer.Prepared, moment: Moment) -> str:
    """Leaves the brief for the next session of the same agent here; what went wrong, for the brief is safe already."""
    held = Path(made.brief.header.project or view.cwd)
    where = held if view.everything and held.is_dir() else view.cwd
    try:
        waiting.leave(made.text, waiting.Address(agent=chosen.reader.agent, cwd=where), moment)
    except SegueError as error:
        return f"the brief is saved but does not wait for the next session: {error}"
    return ""


def _left_out(made: transfer.Prepared) -> list[str]:
    """The statements of the document that do not stand in the brief."""
    assert made.document
    said = {claim.text for section in made.brief.sections for entry in section.entries for claim in entry.claims}
    stated = (text for section in SECTIONS for text in made.document.of(section.field))
    return [text for text in stated if " ".join(text.split()) not in said]


def _told(brief: str, waits: str, resume: str) -> str:
    if not waits:
        return f"The handoff is saved as {brief}. To start the next session with it, run: {resume}"
    label = next((agent.label for agent in AGENTS if agent.name == waits), waits)
    return (
        f"The handoff is saved as {brief}. The next {label} session that begins in this repository within an hour "
        f"gets it; or start one with it now, in any agent: {resume}"
    )
