"""Makes `cases/*/session.jsonl` from the `talk.txt` beside it.

    python evals/make_cases.py            write them
    python evals/make_cases.py --check    say whether each is what its talk gives; exit code 1 when one is not
    python evals/make_cases.py --sessions DIR     write the labelled sessions of `sessions/`, as the judge reads them

The transcripts are committed: a case is plain files, and a talk is only how ours were written. A case that was added
from a real session has no talk and is left alone.
"""

from __future__ import annotations

import json
import sys
import tomllib
from pathlib import Path

from making.claude import Claude
from making.codex import Codex
from making.pi import Pi
from making.talk import steps
from making.writer import Writer

CASES = Path(__file__).parent / "cases"
SESSIONS = CASES.parent / "sessions"
NAMES = {"claude": "claude_code"}
"""How the judge calls an agent, where it does so by another name."""
WRITERS: dict[str, type[Writer]] = {"claude": Claude, "codex": Codex, "pi": Pi}


def transcript(folder: Path) -> str:
    case = tomllib.loads((folder / "case.toml").read_text(encoding="utf-8"))
    talk = steps((folder / "talk.txt").read_text(encoding="utf-8"))
    where = case.get("cwd", "/home/dev/src/" + folder.name.partition("-")[0])
    return WRITERS[case["agent"]](folder.name, where, case.get("branch", "main")).transcript(talk)


def laid_out(folder: Path) -> Path:
    """Our own labelled sessions as the judge reads them: a list, and of each the transcript and the labels."""
    folder.mkdir(parents=True, exist_ok=True)
    cases = []
    for case in sorted(path.parent for path in SESSIONS.glob("*/gold.json")):
        agent = tomllib.loads((case / "case.toml").read_text(encoding="utf-8"))["agent"]
        (folder / f"{case.name}.jsonl").write_text(transcript(case), encoding="utf-8")
        (folder / f"{case.name}.gold.json").write_bytes((case / "gold.json").read_bytes())
        cases.append({"case": case.name, "agent": NAMES.get(agent, agent)})
    (folder / "cases.json").write_text(json.dumps(cases), encoding="utf-8")
    return folder


def main() -> int:
    if sys.argv[1:2] == ["--sessions"]:
        laid_out(Path(sys.argv[2]))
        return 0
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
