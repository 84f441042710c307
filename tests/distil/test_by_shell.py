"""Files that commands wrote stand in the trail like those of an editing tool."""

from __future__ import annotations

import time

import pytest

from segue.distil.rules.episodes import episodes
from segue.distil.rules.files import files
from tests.distil.sessions import digest, edit, run, told, user

PYTHON = """python3 - <<'PY'
from pathlib import Path
p = Path('src/q.py')
p.write_text(p.read_text().replace('a', 'b'))
PY"""


SEVERAL = """python3 - <<'PY'
p='src/q.py'; s=open(p).read()
open(p,'w').write(s.replace('a', 'b'))
p='src/r.py'; s=open(p).read(); note = 'docs/r.md'
open(p,'w').write(s)
PY"""


def trails(*commands: str) -> dict[str, str]:
    return {path: trail.how for path, trail in digest(user("go"), *map(run, commands)).trails.items()}


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("sed -i 's/a/b/' src/a.py src/b.py", {"src/a.py": "edited", "src/b.py": "edited"}),
        ("sed -i '' -e 's/a/b/' src/a.py", {"src/a.py": "edited"}),
        ("sed -Ei.bak 's|x|y|g; s/a/b/' /work/shop/x.py", {"x.py": "edited"}),
        ("perl -0pi -e 's/a/b/' a.py", {"a.py": "edited"}),
        ("cd /work/shop && sed -i s/a/b/ src/c.py && git diff", {"src/c.py": "edited"}),
        ("cat > src/n.py <<'EOF'\nx > y.py\nsed -i s/a/b/ c.py\nEOF\npython src/n.py", {"src/n.py": "created"}),
        ("cat >> README.md <<'EOF'\nmore\nEOF", {"README.md": "edited"}),
        ("printf x | tee -a conf/a.toml >/dev/null", {"conf/a.toml": "edited"}),
        ("cp a.py b.py", {"b.py": "created"}),
        ("rm -f a.txt; echo x > a.txt", {"a.txt": "created"}),
        ("touch pkg/__init__.py", {"pkg/__init__.py": "created"}),
        ("mv draft.md docs/page.md", {"docs/page.md": "moved"}),
        ("echo '# a => b' > Makefile", {"Makefile": "created"}),
        (PYTHON, {"src/q.py": "edited"}),
        (SEVERAL, {"src/q.py": "edited", "src/r.py": "edited"}),
        (
            "python3 - <<'PY'\np = 'in.txt'; s = open(p).read(); p = 'out.txt'\nopen(p, 'w').write(s)\nPY",
            {"out.txt": "edited"},
        ),
        (
            "python3 - <<'PY'\np = Path('a.py'); s = p.read_text()\np = Path('b.py'); p.write_text(s)\nPY",
            {"b.py": "edited"},
        ),
        ("python3 -c \"p = 'c.py'; open(p, 'w').write('x')\"", {"c.py": "edited"}),
        ("python3 - <<'PY'\nrows = load(path='in.csv', n=3)\npath = 'o.csv'\nopen(path, 'w')\nPY", {"o.csv": "edited"}),
        ("python - <<'PY'\nwith open('data/x.json', 'w') as f:\n    f.write('1')\nPY", {"data/x.json": "edited"}),
        ("node -e \"require('fs').writeFileSync('a.txt', 'x')\"", {"a.txt": "edited"}),
    ],
)
def test_a_command_that_writes_a_file_is_in_its_trail(command: str, expected: dict[str, str]):
    assert trails(command) == expected


@pytest.mark.parametrize(
    "command",
    [
        "sed -n 1,3p a.py",
        "git commit -m 'x > y.py'",
        "for f in *.py; do sed -i s/a/b/ $f; done",
        "jq . a.json > b.json",
        "cat a.py > /tmp/x.py",
        "echo no >&2",
        "cp -r x y.d",
        "cp a.py lib/",
        "cd sub && sed -i s/a/b/ c.py",
        "cat > a.py <<'EOF'\nwithout an end",
        "python -c 'open(\"a.txt\").read()'",
        "python - <<'PY'\np = 'a.txt'\nprint(open(p, 'r').read())\nPY",
        "python - <<'PY'\np = 'in.txt'\np = p.replace('in', 'out')\nopen(p, 'w')\nPY",
        "python - <<'PY'\np = 'in.txt'\nfor p in names:\n    open(p, 'w')\nPY",
        "cat > try.test.py <<'EOF'\nx\nEOF\npytest try.test.py 2>&1; rm -f try.test.py",
        "sed -i s/a/b/",
        "mv",
        "tee",
    ],
)
def test_what_names_no_file_of_the_project_leaves_no_trail(command: str):
    """A pattern, a variable, a scratch file or one that is removed again, a name that nobody wrote whole; or it only
    looks."""
    assert trails(command) == {}


def test_a_command_that_failed_wrote_nothing():
    assert digest(user("go"), run("sed -i s/a/b/ a.py", outcome="failed")).trails == {}


def test_a_file_is_known_by_one_name_from_wherever_it_was_written():
    found = digest(user("go"), edit("/work/shop/sub/c.py"), run("cd sub && sed -i s/a/b/ c.py"))
    assert [len(trail.calls) for trail in found.trails.values()] == [2]


def test_a_new_text_moved_over_a_file_edits_it():
    assert trails("cat package.json", "jq . package.json > tmp.json && mv tmp.json package.json") == {
        "package.json": "edited"
    }


def test_a_file_that_was_made_and_moved_is_still_made_here():
    found = digest(user("go"), edit("/work/shop/a.md", "created"), run("mv /work/shop/a.md /work/shop/docs/a.md"))
    assert told(files(found)) == ["Created: `docs/a.md`"]


def test_what_a_turn_edited_by_command_is_told_with_the_request():
    steps = user("Rename the total everywhere, please"), run("sed -i s/sum/total/ src/a.py"), user("Now the docs")
    found = episodes(digest(*steps))
    assert "Edited: a.py" in "\n".join(told(found))


@pytest.mark.parametrize(
    "unit",
    [
        "\n",
        " ",
        "<<a\n",
        "<<a ",
        "cat > a.py <<'E'\n",
        "p = Path('a')\n",
        "cd a && ",
        ";rm a",
        "(",
        "'",
        "sed -i ",
        "> ",
    ],
)
def test_no_command_takes_long(unit: str):
    """Whatever a transcript holds as a command."""
    begun = time.process_time()
    digest(user("go"), run(f"python {unit * 30_000}"), run(f"sed -i s/a/b/ a.py; rm b.py{unit * 30_000}"))
    assert time.process_time() - begun < 5
