"""Whole processes, timed: the best of several runs, and the most memory any of them took."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Mapping, Sequence
from typing import NamedTuple


class Measured(NamedTuple):
    seconds: float
    megabytes: float


def best(argv: Sequence[str], *, runs: int, environment: Mapping[str, str]) -> Measured:
    """The fastest of some runs of a command; its failure is an error here."""
    seen = [once(argv, environment) for _ in range(runs)]
    return Measured(min(s.seconds for s in seen), max(s.megabytes for s in seen))


def once(argv: Sequence[str], environment: Mapping[str, str]) -> Measured:
    begun = time.perf_counter()
    process = subprocess.Popen(argv, env=dict(environment), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    assert process.stderr
    complaint = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    seconds = time.perf_counter() - begun
    if process.returncode:
        raise SystemExit(f"{' '.join(argv)} failed with {process.returncode}: {complaint.decode()[-500:]}")
    return Measured(seconds, usage.ru_maxrss / (1 << 20 if os.uname().sysname == "Darwin" else 1 << 10))
