"""Learns which words make a sentence a standing rule, from the sentences in `sentences/`.

    python evals/learn.py             writes src/segue/distil/rule_words.json
    python evals/learn.py --check     says whether that table is what the sentences give
    python evals/learn.py --measure [AUTHOR]
                                      learns without one author after the other, and is tried on what that one wrote

`sentences/NAME.rules` holds rules, `sentences/NAME.others` what is none, one a line; an author a name. The table is
plain logistic regression on words and pairs of words (`likeness.features`), always with the same result.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from binascii import crc32
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from segue.distil import likeness

SENTENCES = Path(__file__).with_name("sentences")
TABLE = Path(likeness.__file__).with_name("rule_words.json")
ROUNDS, STEP, SHRINK = 20, 0.4, 2e-6
OFTEN, LEAST = 2, 0.2
"""Sentences in which something must stand, and the weight it must have, to be in the table. What stands in one sentence
is learned with the rest, or the rest would be blamed for that sentence."""
OWN = 4
"""Times that a sentence of `own` counts: it was missed once, and adding it shall mend that."""
Example = tuple[tuple[str, ...], bool]


def authors() -> list[str]:
    return sorted(path.stem for path in SENTENCES.glob("*.rules"))


def lines(author: str, kind: str) -> list[str]:
    text = (SENTENCES / f"{author}.{kind}").read_text(encoding="utf-8")
    return [line.strip() for line in text.splitlines() if line.strip()]


def examples(names: Iterable[str]) -> list[Example]:
    return [
        (tuple(sorted(set(likeness.features(text)))), kind == "rules")
        for name in names
        for kind in ("rules", "others")
        for text in lines(name, kind) * (OWN if name == "own" else 1)
    ]


def learned(given: list[Example]) -> dict[str, int]:
    """Logistic regression by small steps, one sentence at a time; both kinds count the same in all. The order is each
    sentence's own, so that one more of them changes little."""
    seen = Counter(feature for found, _ in given for feature in found)
    known = list(given)
    share = sum(rule for _, rule in known) / len(known)
    weights = dict.fromkeys(seen, 0.0)
    moved = dict.fromkeys(weights, 1.0)
    for turn in range(ROUNDS):
        for found, rule in sorted(known, key=lambda one: crc32(f"{turn} {' '.join(one[0])}".encode())):
            total = sum(weights[f] for f in found)
            miss = (rule - 1 / (1 + math.exp(-total))) * (0.5 / share if rule else 0.5 / (1 - share))
            for f in found:
                pull = miss - SHRINK * len(known) * weights[f]
                moved[f] += pull * pull
                weights[f] += STEP * pull / math.sqrt(moved[f])
    kept = sorted(f for f, count in seen.items() if count >= OFTEN and abs(weights[f]) >= LEAST)
    return {f: round(weights[f] * likeness.TENTHS) for f in kept}


def written(weights: dict[str, int]) -> str:
    return json.dumps(weights, ensure_ascii=False, indent=0) + "\n"


def total(weights: dict[str, int], found: Iterable[str]) -> int:
    return sum(weights.get(f, 0) for f in found)


def measure(name: str) -> str:
    """Rules found, and others taken for one, among an author's sentences that were not learned from."""
    weights = learned(examples(other for other in authors() if other != name))
    tried = [(total(weights, found), rule) for found, rule in examples([name])]
    rules = sorted(score for score, rule in tried if rule)
    others = sorted(score for score, rule in tried if not rule)
    strict = others[int(0.95 * len(others))]
    right = sum(score > 0 for score in rules), sum(score > 0 for score in others)
    surely = sum(score > strict for score in rules)
    return (
        f"{name:16} {right[0]} of {len(rules)} rules, {right[1]} of {len(others)} others; "
        f"where 5 % of the others are taken for one: {surely}\n"
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--measure", nargs="?", const="", choices=("", *authors()), metavar="AUTHOR")
    given = parser.parse_args()
    if given.measure is not None:
        for name in [given.measure] if given.measure else authors():
            sys.stdout.write(measure(name))
        return 0
    made = written(learned(examples(authors())))
    if given.check:
        same = TABLE.read_text(encoding="utf-8") == made
        sys.stdout.write("" if same else f"{TABLE.name} is not what the sentences give: run `python evals/learn.py`\n")
        return 0 if same else 1
    TABLE.write_text(made, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
