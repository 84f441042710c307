"""What `segue handoff` refuses to write: too long, or with a secret in it (REQ-2.7)."""

from __future__ import annotations

from pathlib import Path

import pytest

from segue.brief.channel_template import PLANS
from segue.brief.tokens import tokens
from tests.channel.kit import AWS, OPENAI, decided, fed, session, ticketed
from tests.cli.handoff.kit import CHANNEL, briefs, gap

LONG = "Keep every word of this. " * 1600


def test_strict_refuses_a_brief_over_the_hard_cap_unless_forced(segue, app, channel):
    seen = segue("handoff", LONG, "--channel", CHANNEL, "--to", "claude", cwd=app)
    assert seen.code == 4 and "hard cap of 8000" in seen.err and not briefs(channel)
    forced = segue("handoff", LONG, "--channel", CHANNEL, "--to", "claude", "--force", cwd=app)
    assert forced.code == 0 and "warning" in forced.err and LONG.strip() in briefs(channel)[0].read_text()


def test_permissive_saves_a_brief_over_the_cap_and_warns(segue, app, channel):
    seen = segue("handoff", LONG, "--channel", CHANNEL, "--save", cwd=app)
    assert seen.code == 0 and "warning: the brief takes" in seen.err and len(briefs(channel)) == 1


def test_a_long_goal_of_a_session_is_saved_too(segue, work, home):
    seen = segue("handoff", LONG, "--save", cwd=work)
    assert seen.code == 0 and "warning" in seen.err and LONG.strip() in Path(seen.out.strip()).read_text()


def test_over_the_soft_cap_there_is_a_warning_only(segue, app, channel):
    seen = segue("handoff", LONG[:20_000], "--channel", CHANNEL, "--to", "claude", cwd=app)
    assert seen.code == 0 and "more than 4000" in seen.err


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        (("--print", "--json"), "segue brief --format json"),
        (("--sources", "--json"), "segue brief --format json"),
        (("--json",), "--json goes with --to or --save"),
        (("--access", "read"), "--access needs --to"),
        (("--access", "read", "--save"), "--access needs --to"),
        (("--edit",), "--edit changes what is sent or saved"),
        (("--edit", "--print", "--to", "claude"), "--edit changes what is sent or saved"),
        (("--to", "stdout", "--json"), "--save --json"),
        (("--headless", "--yes"), "--to claude"),
        (("--in", "tmux"), "--to claude"),
        (("--save", "--headless"), "--to claude"),
    ],
)
def test_what_could_only_be_ignored_is_refused(segue, app, channel, words, hint):
    seen = segue("handoff", "--channel", CHANNEL, *words, cwd=app)
    assert seen.code == 2 and hint in seen.err and seen.out == "" and not briefs(channel)


@pytest.mark.parametrize("secret", [AWS, OPENAI])
@pytest.mark.parametrize("mode", [("--save",), ("--to", "claude"), ("--to", "claude", "--force"), ("--print",)])
def test_a_secret_in_the_goal_stops_every_way_out(segue, app, channel, secret, mode):
    seen = segue("handoff", f"deploy with {secret}", "--channel", CHANNEL, *mode, cwd=app)
    assert seen.code == 4 and not briefs(channel) and secret not in seen.out + seen.err
    assert "the goal holds what looks like a secret (" in seen.err


@pytest.mark.parametrize("secret", [AWS, OPENAI])
@pytest.mark.parametrize("mode", [("--save",), ("--to", "claude", "--force"), ("--print",)])
def test_a_secret_in_the_feed_stops_it_until_it_is_redacted(segue, app, channel, secret, mode):
    """The way out is named; the value is not."""
    fed(channel, f"the key is {secret}")
    refused = segue("handoff", "--channel", CHANNEL, *mode, cwd=app)
    assert refused.code == 4 and not briefs(channel) and secret not in refused.out + refused.err
    assert "segue channel redact entry-1-abcdef" in refused.err
    assert segue("channel", "redact", "entry-1-abcdef", "--channel", CHANNEL, cwd=app).code == 0
    assert secret not in (channel / "feed.jsonl").read_text()
    assert segue("handoff", "--channel", CHANNEL, *mode, cwd=app).code == 0


@pytest.mark.parametrize("place", ["decision", "gap"])
def test_a_secret_in_a_decision_or_working_memory_stops_it_too(segue, app, channel, place):
    if place == "gap":
        gap(channel, "brief-1-abc", currentLineOfAttack=f"using {AWS}")
        record = "brief-1-abc"
    else:
        decided(channel, "Key", f"it is {AWS}", number=7)
        record = "decision-7-abcdef"
    refused = segue("handoff", "--channel", CHANNEL, "--save", cwd=app)
    assert refused.code == 4 and f"segue channel redact {record}" in refused.err and AWS not in refused.err
    assert segue("channel", "redact", record, "--channel", CHANNEL, cwd=app).code == 0
    saved = segue("handoff", "--channel", CHANNEL, "--save", cwd=app)
    assert saved.code == 0 and AWS not in Path(saved.out.strip()).read_text()


def test_a_secret_of_the_transcript_is_masked_and_told(segue, isolated, app):
    second = ("user", f"Always deploy with the key {AWS}, never without.")
    session(isolated, app, ("user", "Make the parser total."), ("agent", "Done."), second, ("agent", "Deployed."))
    seen = segue("handoff", "--save", cwd=app)
    assert seen.code == 0 and "masked: " in seen.err
    assert AWS not in Path(seen.out.strip()).read_text() + seen.err


def test_every_section_keeps_to_its_cap(segue, app, channel):
    """Each its own limit, with more of everything than fits."""
    fed(channel, *(f"message {n} " + "word " * 300 for n in range(30)))
    for number in range(2, 60):
        decided(channel, f"Decision {number}", "because " * 60, number=number)
    ticketed(channel, *({"ticketId": f"T-{n}", "title": "do it " * 30, "status": "ready"} for n in range(60)))
    gap(channel, "brief-1-abc", openQuestions=["why " * 100] * 40)
    text = Path(segue("handoff", "--channel", CHANNEL, "--save", cwd=app).out.strip()).read_text()
    sections = text.split("\n## ")[1:]
    assert len(sections) == 6
    for plan, section in zip(PLANS.values(), sections, strict=False):
        assert section.startswith(plan.heading) and tokens(f"## {section}") <= plan.cap
    assert "more did not fit" in text
