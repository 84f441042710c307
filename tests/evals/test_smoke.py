"""What CI holds about the quality of briefs: the smoke set meets its own goals."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path


def test_the_smoke_set_meets_its_goals() -> None:
    """`segue eval run --smoke` from a checkout; on failure its table and reasons are the message."""
    done = subprocess.run(
        [sys.executable, "-m", "segue", "eval", "run", "--smoke"],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"\n{done.stdout}\n{done.stderr}"
