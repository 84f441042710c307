"""The one map from our errors to what a model reads: a category, what is wrong, and what to try instead."""

from __future__ import annotations

from mcp.server.mcpserver.exceptions import ToolError
from pydantic import ValidationError

from segue.errors import BriefError, DeliveryError, SegueError, SourceError, UsageError
from segue.redact import clean, mask

CATEGORIES: tuple[tuple[type[SegueError], str], ...] = (
    (UsageError, "wrong use"),
    (SourceError, "not found"),
    (BriefError, "refused"),
    (DeliveryError, "not delivered"),
    (SegueError, "failed"),
)


def said(category: str, message: str, suggestion: str = "") -> str:
    """Names of sessions and the like may stand in an error: it is masked like everything that goes out."""
    text = f"{category}: {message}" + (f"\nsuggestion: {suggestion}" if suggestion else "")
    return mask(clean(text))[0]


def explained(error: BaseException | None) -> str:
    """What is said about an error. What we did not expect goes to the log, and only its kind is told."""
    if isinstance(error, SegueError):
        category = next(name for kind, name in CATEGORIES if isinstance(error, kind))
        return said(category, str(error), error.hint)
    if isinstance(error, ValidationError):
        return said("wrong use", "; ".join(_faults(error)), "nothing was done; look at the tool's input schema")
    return _confessed(error)


def unknown_arguments(names: set[str], known: list[str]) -> ToolError:
    listed = f"it takes {', '.join(known)}" if known else "it takes none"
    return ToolError(said("wrong use", f"there is no argument {min(names)!r}", f"nothing was done; {listed}"))


def _faults(error: ValidationError) -> list[str]:
    """Which argument, and why; never the value that was given."""
    return [f"{'.'.join(map(str, one['loc']))}: {one['msg']}" for one in error.errors(include_input=False)]


def _confessed(error: BaseException | None) -> str:
    from segue.surfaces.cli._ending import confess

    if isinstance(error, Exception):
        confess(error)
    return said(
        "fault", f"segue failed: {type(error).__name__}", "this is a fault of segue's, not of yours; go on without it"
    )
