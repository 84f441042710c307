"""`make bench`: every number of speed that we promise, measured, with the promise beside it."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
import venv
from collections.abc import Callable, Mapping
from pathlib import Path

from benchmarks.generate import session
from benchmarks.measure import Measured, best

RUNS = 3
TURNS = 9
"""Runs of each side where two are compared: where others use the machine too, the least of three wavers by a tenth."""
MB = 1_000_000
PEER = "claude-handoff==0.20.0"
CACHE = Path(os.environ.get("SEGUE_BENCH_CACHE") or Path(tempfile.gettempdir()) / "segue-bench")
SEGUE = str(Path(sys.executable).with_name("segue"))


def main() -> int:
    compiled(Path(sys.executable).parent.parent, Path(__file__).resolve().parent.parent / "src")
    chf = peer()
    home = CACHE / "home"
    environment = {"PATH": os.environ["PATH"], "HOME": str(home), "SEGUE_HOME": str(CACHE / "segue"), "LANG": "C.UTF-8"}

    def timed(*argv: str, runs: int = RUNS) -> Measured:
        return best(argv, runs=runs, environment=environment)

    bare = timed(sys.executable, "-c", "pass", runs=10)
    rows = [("python -c pass", f"{bare.seconds * 1000:.0f} ms", "", "")]
    rows += start(timed, bare)
    rows += sizes(timed, chf)
    rows += listing(timed, home)
    rows += real(timed, chf)
    for name, value, promise, verdict in rows:
        print(f"{name:<44} {value:>26}  {promise:<18} {verdict}")
    return any(verdict == "MISSED" for *_, verdict in rows)


Timed = Callable[..., Measured]
Row = tuple[str, str, str, str]


def row(name: str, shown: str, ratio: float, limit: float, unit: str = "×") -> Row:
    return name, f"{shown} = {ratio:.2f} {unit}", f"at most {limit:g} {unit}", "ok" if ratio <= limit else "MISSED"


def start(timed: Timed, bare: Measured) -> list[Row]:
    small = session(CACHE / "small.jsonl", 500_000, seed=5)
    version, brief = timed(SEGUE, "--version", runs=10), timed(SEGUE, "brief", str(small), runs=10)
    return [
        row("segue --version", f"{version.seconds * 1000:.0f} ms", version.seconds / bare.seconds, 7),
        row("segue brief, 500 KB", f"{brief.seconds * 1000:.0f} ms", brief.seconds / bare.seconds, 12),
    ]


def side_by_side(timed: Timed, ours: tuple[str, ...], theirs: tuple[str, ...]) -> tuple[Measured, Measured]:
    """Each the least of runs that take turns: a machine that slows down slows both."""
    rounds = [(timed(*ours, runs=1), timed(*theirs, runs=1)) for _ in range(TURNS)]
    return min((a for a, _ in rounds), key=_seconds), min((b for _, b in rounds), key=_seconds)


def _seconds(one: Measured) -> float:
    return one.seconds


def sizes(timed: Timed, chf: str) -> list[Row]:
    """1, 10 and 91 MB: against the peer, against memory, and against a straight line."""
    files = {size: session(CACHE / f"{size}mb.jsonl", size * MB, seed=size) for size in (1, 10, 91)}
    ours = {size: timed(SEGUE, "brief", str(path)) for size, path in files.items()}
    peers = (chf, str(files[91]), "--fit", "2000", "--no-cache", "-o", "-")
    ours[91], theirs = side_by_side(timed, (SEGUE, "brief", str(files[91])), peers)
    reading = read_alone(files[91])
    step_small, step_large = (ours[10].seconds - ours[1].seconds) / 9, (ours[91].seconds - ours[10].seconds) / 81
    rate = 91 / ours[91].seconds
    return [
        row(
            "91 MB to a brief, against chf",
            f"{ours[91].seconds:.3f} s / {theirs.seconds:.3f} s",
            ours[91].seconds / theirs.seconds,
            0.5,
        ),
        row(
            "91 MB to a brief, memory",
            f"{ours[91].megabytes:.0f} MB (chf {theirs.megabytes:.0f})",
            ours[91].megabytes,
            100,
            "MB",
        ),
        ("91 MB to a brief, rate", f"{rate:.0f} MB/s", f"reading alone {91 / reading:.0f} MB/s", ""),
        ("1 MB, 10 MB", f"{ours[1].seconds:.3f} s, {ours[10].seconds:.3f} s", "", ""),
        row(
            "cost per MB, 10 to 91 against 1 to 10",
            f"{step_large * 1000:.2f} / {step_small * 1000:.2f} ms",
            step_large / step_small,
            1.3,
        ),
    ]


def read_alone(path: Path) -> float:
    buffer, times = bytearray(1 << 20), []
    for _ in range(RUNS):
        begun = time.perf_counter()
        with path.open("rb", buffering=0) as file:
            while file.readinto(buffer):
                pass
        times.append(time.perf_counter() - begun)
    return min(times)


def listing(timed: Timed, home: Path) -> list[Row]:
    """1,000 sessions of 300 KB: the first time, and after that."""
    for n in range(1000):
        folder = home / ".claude" / "projects" / f"-w-app{n % 20}"
        session(folder / f"5e55abec-0000-4000-8000-{n:012d}.jsonl", 300_000, seed=n, cwd=f"/w/app{n % 20}")
    index = CACHE / "segue" / "index.db"
    cold = []
    for _ in range(RUNS):
        for stale in index.parent.glob("index.db*"):
            stale.unlink()
        cold.append(timed(SEGUE, "sessions", "--all", runs=1).seconds)
    warm = timed(SEGUE, "sessions", "--all")
    return [
        row("segue sessions, 1,000 × 300 KB, first", f"{min(cold):.2f} s", min(cold), 2, "s"),
        row("segue sessions, after that", f"{warm.seconds:.2f} s", warm.seconds, 0.3, "s"),
    ]


def real(timed: Timed, chf: str) -> list[Row]:
    """The transcripts of the evaluation set, where it is at hand."""
    folder = Path(__file__).resolve().parent.parent.parent / "shared" / "eval" / "dev"
    files = sorted(folder.glob("cli-*.jsonl"))
    if not files:
        return []
    ours = sum(timed(SEGUE, "brief", str(f)).seconds for f in files)
    theirs = sum(timed(chf, str(f), "--fit", "2000", "--no-cache", "-o", "-").seconds for f in files)
    return [(f"{len(files)} real sessions", f"{ours:.2f} s / {theirs:.2f} s = {ours / theirs:.2f} ×", "", "")]


def peer() -> str:
    """The peer in an environment of its own, installed once."""
    folder = CACHE / PEER.replace("==", "-")
    if not (folder / "done").exists():
        venv.create(folder, with_pip=True)
        subprocess.run([folder / "bin" / "pip", "install", "--quiet", PEER], check=True)
        compiled(folder)
        (folder / "done").touch()
    return str(folder / "bin" / "chf")


def compiled(*folders: Path) -> None:
    """Byte code beside the source, as an installer leaves it: a first start would measure the compiler."""
    plain: Mapping[str, str] = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    for folder in folders:
        subprocess.run([sys.executable, "-m", "compileall", "-q", str(folder)], env=plain, check=False)


if __name__ == "__main__":
    sys.exit(main())
