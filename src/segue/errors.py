"""Every error we show to a person or an agent.

SegueError          exit 1   anything we expected that has no class of its own
├── UsageError      exit 2   a flag, an argument or a settings file is wrong
├── SourceError     exit 3   a session, or whatever else was asked for, could not be found or read
├── BriefError      exit 4   a brief, or an entry of a channel, failed its checks
└── DeliveryError   exit 5   a brief did not reach its destination
    ├── EmptyError  exit 6   it did, and nothing came back
    └── Cancelled   exit 130 the user stopped it

130 is Ctrl-C. 70 is a fault of ours: the traceback goes to the log, one line to the screen.
"""

from __future__ import annotations


class SegueError(Exception):
    """A failure we expected. `hint` is the next thing to try."""

    exit_code = 1

    def __init__(self, message: str, *, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


class UsageError(SegueError):
    exit_code = 2


class SourceError(SegueError):
    exit_code = 3


class BriefError(SegueError):
    exit_code = 4


class DeliveryError(SegueError):
    exit_code = 5


class EmptyError(DeliveryError):
    exit_code = 6


class Cancelled(DeliveryError):  # noqa: N818 (it is no error)
    """The user stopped it: neither a failure nor an empty answer."""

    exit_code = 130
