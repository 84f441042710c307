"""What a brief leaves open, and hands down."""

from __future__ import annotations

from segue.brief.open_items import in_brief
from segue.brief.records import Brief, Header, Section
from segue.distil.records import LISTED, Claim, Finding, at


def test_the_ways_that_a_question_means_are_not_handed_down():
    asked = Claim(text="I would take the first. Which one do you want?", pointers=(at(9),))
    ways = Claim(lead=LISTED, text="weigh twice; leave it to the ferry", pointers=(at(9),))
    section = Section(name="open", heading="Open-threads", entries=(Finding(kind="open_thread", claims=(ways, asked)),))
    brief = Brief(header=Header(agent="claude", session="s"), template="session", budget=2000, sections=(section,))
    assert [item.text for item in in_brief(brief, "brief-1-a", None, ())] == [asked.text]
