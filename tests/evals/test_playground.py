"""One case looked at: every missed thing has a cause, and the page can hold anything a session says."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest

from segue.evals.arms import Answer
from segue.evals.checks import Check
from segue.evals.dataset import load_set
from segue.evals.page import as_html
from segue.evals.playground import View, as_text, diagnosed, look
from tests.evals.conftest import CASE, MakeCase

EVIL = 'gist = "<script>alert(1)</script> & \\"quotes\\""'


@pytest.fixture
def view(make_case: MakeCase) -> View:
    text = CASE.replace('gist = "in-memory dict"', EVIL).replace('["dict"], ["worker"]', '["dict"], ["/var/cache"]')
    case = make_case(text)
    return look(load_set(case.folder.parents[1]), case)


def test_found_and_missed_stand_with_line_and_cause(view: View) -> None:
    """What is found names its line, what is missed its cause."""
    text = as_text(view)
    assert "found   constraint: not in /var/cache" in text
    assert "MISSED  dead_end" in text and "no rule finds it" in text


@pytest.mark.parametrize(
    ("dropped", "room", "cause"),
    [
        ((), True, "the budget left it out"),
        (
            ("constraint: no record L9: never write to /var/cache, the disk is full there",),
            False,
            "verification took it",
        ),
        ((), False, "no rule finds it"),
    ],
)
def test_the_three_causes_are_told_apart(make_case: MakeCase, dropped: tuple[str, ...], room: bool, cause: str) -> None:
    """Each is mended in another place."""
    check = Check(kind="constraint", wanted="not in /var/cache", found=False, why="nowhere")
    answer = Answer(text="", dropped=dropped)
    assert cause in diagnosed(check, make_case(), answer, found_with_room=room).why


class Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.words: list[str] = []
        self.targets: set[str] = set()
        self.links: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        given = dict(attrs)
        self.targets.add(given.get("id") or "")
        if href := given.get("href"):
            self.links.add(href)

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def test_the_page_is_one_file_without_script_or_address(view: View) -> None:
    """It can be mailed and opened anywhere; nothing of a session comes alive in it."""
    page = Page()
    page.feed(as_html(view))
    assert "script" not in page.tags and "img" not in page.tags and "link" not in page.tags
    assert '<script>alert(1)</script> & "quotes"' in page.words
    assert all(link.startswith("#") and link[1:] in page.targets for link in page.links)
    assert any(link.startswith("#L") for link in page.links)


def test_the_page_holds_the_whole_brief(view: View) -> None:
    """Every line, in order, under its number."""
    page = Page()
    page.feed(as_html(view))
    words = "".join(page.words)
    assert all(line in words for line in view.brief)
