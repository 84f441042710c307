"""What git showed of a work tree."""

from __future__ import annotations

import pytest

from segue.distil.looks import Look, listed, looks
from segue.session.records import Call, Outcome
from segue.session.steps import asking


def look(command: str, output: str, outcome: Outcome = "ok") -> Look | None:
    call = Call(line=1, name="Bash", act="run", command=command, output=output, outcome=outcome, result_line=2)
    return next(looks(list(asking([call])), "/work/shop"), None)


@pytest.mark.parametrize(
    ("command", "output", "files"),
    [
        ("git status -s", "R  tare.py -> src/net.py\n?? docs/\nUU scale.py\n", ("src/net.py", "docs/", "scale.py")),
        ("git status -s", '?? "two words.txt"\n', ("two words.txt",)),
        (
            "git status",
            "On branch main\nChanges to be committed:\n\trenamed:    tare.py -> net.py\n\n"
            "Changes not staged for commit:\n"
            '  (use "git add ...")\n\tdeleted:    scale.py\n\tmodified:   sub (new commits)\n\n'
            'Untracked files:\n  (use "git add ...")\n\tnotes.txt\n\tdocs/\n\nno changes added',
            ("net.py", "scale.py", "sub", "notes.txt", "docs/"),
        ),
        (
            "git diff --stat",
            " src/{old => new}/scale.py | 2 +-\n logo.png | Bin 0 -> 9 bytes\n",
            ("src/new/scale.py", "logo.png"),
        ),
        ("git diff --name-status HEAD", "M\tscale.py\nR100\ttare.py\tnet.py", ("scale.py", "net.py")),
    ],
)
def test_the_listed_files_are_read(command, output, files):
    found = look(command, output)
    assert found
    assert found.files == files


@pytest.mark.parametrize(
    ("command", "output", "outcome"),
    [
        ("git status", "fatal: not a git repository", "ok"),
        ("git status -s", "", "failed"),
        ("git status --porcelain=v2", "1 .M N... scale.py", "ok"),
        ("git diff", "diff --git a/scale.py b/scale.py", "ok"),
        ("git diff && git status -s", "diff --git a/scale.py b/scale.py\n M scale.py", "ok"),
        ("git -C a status -s; git -C b status -s", " M scale.py", "ok"),
        ("git commit -am x", "[main 1a2b3c4] Round the weights", "ok"),
    ],
)
def test_what_cannot_be_told_apart_is_no_look(command, output, outcome):
    assert look(command, output, outcome) is None


@pytest.mark.parametrize(
    ("command", "file", "path", "same"),
    [
        ("git status -s", "scale.py", "/work/shop/scale.py", True),
        ("git status -s", "scale.py", "/work/shop/docs/scale.py", False),
        ("cd src && git status -s", "../scale.py", "/work/shop/scale.py", True),
        ("cd src && git status --porcelain", "src/scale.py", "/work/shop/src/scale.py", True),
        ("git diff --stat", ".../deep/scale.py", "/work/shop/src/deep/scale.py", True),
        ("git status -s", "docs/", "/work/shop/docs/print/scale.md", True),
        ("git status -s", "docs/", "/work/shop/docs.md", False),
    ],
)
def test_a_listed_name_means_one_file(command, file, path, same):
    """Names are told from the directory or from the root of the work tree."""
    found = look(command, "")
    assert found
    assert listed(found.place, (file,)).has(path) is same


@pytest.mark.parametrize(
    ("output", "part"),
    [
        (" M scale.py\n[12 lines Truncated]\n", True),
        (" M scale.py\n… Left out: 3 lines\n", True),
        (" M truncated.py\n", False),
    ],
)
def test_an_output_that_was_cut_lists_a_part(output, part):
    found = look("git status -s", output)
    assert found
    assert found.part is part


def test_the_last_look_comes_first():
    """Who wants the last ones need not read the others."""
    ran = ("git status -s", "make", "git diff --stat && git status -s")
    calls = [Call(line=n, name="Bash", act="run", command=c, outcome="ok", result_line=n) for n, c in enumerate(ran)]
    found = looks(list(asking(calls)), "/work/shop")
    assert [(each.order, each.verb) for each in found] == [((2, 1), "status"), ((2, 0), "diff"), ((0, 0), "status")]
