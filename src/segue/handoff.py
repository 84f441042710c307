"""THE LINE: evidence in, a brief that may be shown out. Every surface comes through here."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from segue import git
from segue.brief import gate, templates
from segue.brief.assemble import assemble
from segue.brief.records import Brief
from segue.brief.render import headings, markdown
from segue.brief.verify import Witness, verified
from segue.distil.records import Evidence, Finding, elsewhere
from segue.distil.rules import find
from segue.errors import SourceError
from segue.session.branch import branch_at_end
from segue.session.records import Call, Session
from segue.sources.base import Reader

LASTING = ("correction", "constraint", "decision", "root_cause", "dead_end", "file", "fact")
"""Kinds of findings that hold on in a session that continues another; what was open there went on here."""
Progress = Callable[[str], None]


def gather(reader: Reader, path: Path, *, goal: str = "", with_git: bool = True) -> Evidence:
    """Everything a brief of this session may draw on: the session, and the repository it worked in as it is now."""
    session = reader.read(path)
    joined = _earlier(reader, path)
    if session.silent and not joined:
        raise SourceError(f"{path} holds no word and no call that could be read", hint=_gaps(session))
    snapshot, note = _snapshot(session) if with_git else (None, "git was not read by segue.")
    branch = "" if snapshot else branch_at_end(session)
    return Evidence(
        session=session, git=snapshot, git_note=note, git_asked=with_git, branch=branch, goal=goal, joined=joined
    )


def write_brief(
    evidence: Evidence, *, template: str, budget: int, progress: Progress = lambda _: None
) -> tuple[Brief, str]:
    """The brief of this evidence, as records and as the markdown that passed the gate."""
    plan = templates.template_named(template)
    progress("looking for what matters")
    findings = find(evidence)
    progress("checking every claim against its record")
    witness = Witness(evidence.session.items)
    kept, dropped = verified(findings, evidence, witness)
    brief = assemble((*kept, *evidence.joined), evidence, plan, budget, dropped, witness=witness)
    text = gate.passed(markdown(brief), headings(brief), budget=budget, lines=plan.lines)
    return brief, text


def _earlier(reader: Reader, path: Path) -> tuple[Finding, ...]:
    """What still holds of the sessions that this one continues without a copy, under their own names."""
    found: list[Finding] = []
    for session in reader.before(path):
        evidence = Evidence(session=session)
        kept, _ = verified(find(evidence), evidence)
        found += [elsewhere(finding, session.glance.id) for finding in kept if finding.kind in LASTING]
    return tuple(found)


def _snapshot(session: Session) -> tuple[git.Snapshot | None, str]:
    if not session.glance.cwd:
        return None, "The session does not say where it worked."
    found = git.look(Path(session.glance.cwd), since=session.glance.started, paths=touched(session))
    return found.snapshot, found.why


def _gaps(session: Session) -> str:
    unread = [f"L{gap.line} ({gap.what})" for gap in session.gaps[:3]]
    return f"could not be read: {', '.join(unread)}" if unread else "`segue sessions --all` lists every session"


def touched(session: Session) -> tuple[str, ...]:
    """The paths of every file that the session changed, as it named them, each once."""
    changed = (t.path for i in session.items if isinstance(i, Call) for t in i.files if t.how != "read")
    return tuple(dict.fromkeys(changed))
