"""Makes `cases/*/session.jsonl` from the `talk.txt` beside it.

    python evals/make_cases.py            write them
    python evals/make_cases.py --check    say whether each is what its talk gives; exit code 1 when one is not

The transcripts are committed: a case is plain files, and a talk is only how ours were written. A case that was added
from a real session has no talk and is left alone.
"""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

from making.claude import Claude
from making.codex import Codex
from making.pi import Pi
from making.talk import steps
from making.writer import Writer

CASES = Path(__file__).parent / "cases"
WRITERS: dict[str, type[Writer]] = {"claude": Claude, "codex": Codex, "pi": Pi}


def transcript(folder: Path) -> str:
    agent = tomllib.loads((folder / "case.toml").read_text(encoding="utf-8"))["agent"]
    talk = steps((folder / "talk.txt").read_text(encoding="utf-8"))
    return WRITERS[agent](folder.name, "/home/dev/src/" + folder.name.partition("-")[0], "main").transcript(talk)


def main() -> int:
    check = "--check" in sys.argv[1:]
    stale = []
    for talk in sorted(CASES.glob("*/talk.txt")):
        target = talk.parent / "session.jsonl"
        text = transcript(talk.parent)
        if not target.exists() or target.read_text(encoding="utf-8") != text:
            stale.append(talk.parent.name)
            if not check:
                target.write_text(text, encoding="utf-8")
    sys.stdout.write("".join(f"{'stale' if check else 'written'}: {name}\n" for name in stale))
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
