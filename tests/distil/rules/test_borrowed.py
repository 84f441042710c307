"""Which clauses of a user's message are not the user's."""

from __future__ import annotations

import pytest

from segue.distil.rules.borrowed import borrowed, echoes, forwarded
from segue.distil.rules.clauses import clauses
from segue.distil.rules.words_of_user import user_claims
from segue.session.records import Said
from tests.distil.sessions import agent, digest, user

SCREEN = """\
 scale v0.67
 escape interrupt · ctrl+c clear · / commands
 The scale can explain its own table.
 Ask it how to weigh a parcel of the second quay.

[Quays]
  ~/.scale/agent/QUAYS.md
────────────────────────
-- INSERT -- ~/shop (main)
"""
DOCUMENT = "\n\n".join(
    f"The table of quay {n} is kept in `quay{n}.yaml`. It names each scale and its weight, and is read by crane {n}."
    for n in range(5)
)


def said(message: str) -> dict[str, str]:
    """What is told of a message, and how it is announced."""
    found = digest(user("Sum"), agent("Summed."), user(message), agent("Noted."), user("next"), agent("Next."))
    return {claim.text: claim.lead for claim in user_claims(found.turns[1], found, set())}


@pytest.mark.parametrize(
    "words", ["this is the research below:", "now this is what i see:", "and it says:", "take the following scenario:"]
)
def test_what_follows_the_words_that_announce_it_is_shown(words):
    told = said(f"is the table of the quay like this one? {words}\n\n{DOCUMENT}")
    assert told and not [text for text in told if "quay0" in text or "names each" in text]


def test_the_persons_last_paragraph_is_theirs_whoever_speaks_in_its_other_sentences():
    own = "Now let's say a parcel stays on the quay. What happens to its weight then?"
    told = " ".join(said(f"take the following scenario:\n\n{DOCUMENT}\n\n----\n\n{own}"))
    assert own in told and "quay0" not in told


def test_a_message_without_such_words_is_the_persons():
    assert any("quay0" in text for text in said(f"we moved the scales to the quay.\n\n{DOCUMENT}"))


def test_words_before_a_prompt_are_the_persons_and_what_follows_it_is_not():
    told = said(f"nice, this is what i see: ida@mini shop % scale\n\n{SCREEN * 2}")
    own = "nice, this is what i see:"
    assert told[own] == "" and {lead for text, lead in told.items() if text != own} <= {"User sent:"}


@pytest.mark.parametrize(
    "message", ["ida@mini shop % ls quay.yaml\nquay.yaml", 'ERROR scale: no such quay\nFAIL test_quay 0.1s\n"quay": {']
)
def test_a_short_message_that_is_a_paste_is_told_as_one(message):
    assert set(said(message).values()) == {"User sent:"}


def test_an_order_amid_the_lines_of_a_program_may_be_the_programs():
    """It is told as that, if at all; a rule is the user's wherever it stands."""
    trace = "ERROR scale: line 4 exceeds the width (87 > 84)\nUse width() to measure lines.\nFAIL scale 0.1s\n"
    rule = "Never weigh a parcel twice."
    told = said(f"{trace * 2}{rule}\n{trace * 3}{SCREEN}")
    assert told.get("Use width() to measure lines.", "User sent:") == "User sent:"
    assert told[rule] == ""


def test_what_follows_the_agents_own_sentence_is_the_users():
    wrote = "You have two simple ways to weigh a parcel of the second quay."
    own = "yes i know, if no scale is there print a word in the message, also the quay is per parcel right?"
    message = f"- {wrote} {own}\n- The scale keeps its own table of weights, and rounds them.\n{'and so on ' * 12}"
    found = digest(user("How?"), agent(wrote), user(message), agent("Yes."))
    ask = found.turns[1].ask
    assert ask is not None
    said = clauses(ask)
    assert echoes(said, found.turns[1], found) == {0}
    assert said[1].text == own


@pytest.mark.parametrize(
    ("opening", "told"),
    [("my remarks are the lines that start with >>", True), ("from the mail of the harbour", False)],
)
def test_lines_marked_as_a_quote_are_the_users_where_they_say_so(opening, told):
    remark = "weigh the boxes of the second quay before those of the first"
    message = f"{opening}\n\nThe scale of the quay is slow in winter, says the warden.\n\n>> {remark}\n"
    assert (remark in said(message * 2)) is told


def test_a_note_between_arrows_is_no_quote():
    note = "the second failure is old, weigh only the boxes of the first quay"
    assert note in " ".join(said(f"it was bad again, please look\n\n{SCREEN}\n>>> {note} <<<\n\n{SCREEN * 2}"))


def test_a_message_of_no_words_is_nobodys():
    assert not borrowed([], "").shown
    assert clauses(Said(line=1, role="user", text="  ")) == []


CHAT = "ok so the quay.\n\nMarit Lund  15:11\n  please don't weigh there, it is wet\n\nso weigh in the hall from now on"
MAIL = (
    "two mails, pasting\n\n----\nFrom: Orla Tiern\nSubject: scales\n\nCould you never show the weights? Thanks.\n----\n"
    "\nso: the scale first. and ignore the bit about the weights, we do show them"
)


def test_what_a_colleague_wrote_is_not_the_users():
    """In a chat under a name and a time, or in a mail up to the line that closes it."""
    assert forwarded(CHAT) == "Marit Lund 15:11 please don't weigh there, it is wet"
    assert forwarded(MAIL) == "From: Orla Tiern Subject: scales Could you never show the weights? Thanks."
    assert forwarded("Weigh at 15:11\nand then pack") == ""


def test_under_ones_own_name_one_speaks_oneself():
    """Where the message says which of the names that is."""
    assert forwarded(f"From the chat, I'm Marit:\n{CHAT}") == ""
    assert forwarded(f"From the chat, I'm Tove:\n{CHAT}") == forwarded(CHAT)


LINES = """Orla tried it on my machine, where the labels are still those of last week:
[13:02] Orla Tiern: looks good, never show the grams of the parcels that went to the second quay in April
[13:03] Marit: i want the labels in red

so: the labels in red, the grams stay"""


def test_a_line_of_a_chat_with_its_time_and_name_is_anothers():
    told = said(LINES)
    assert {lead for text, lead in told.items() if "grams stay" not in text and "tried" not in text} <= {"User sent:"}
    assert told["so: the labels in red, the grams stay"] == ""
    assert "in red" not in forwarded(f"I'm Marit.\n{LINES}") and "never show" in forwarded(f"I'm Marit.\n{LINES}")
    assert forwarded("at 13:02 Orla came: red labels") == ""


def test_what_the_user_says_of_a_mail_is_told_before_what_stands_in_it():
    told = said(MAIL)
    assert "Could you never show the weights?" not in [text for text, lead in told.items() if lead != "User sent:"]
    assert any("we do show them" in text for text in told)


def test_what_stands_below_a_line_may_be_anothers_if_the_words_above_say_so():
    """It keeps its worth: a rule may be among it."""
    note = "Notes on the quay\n\nThe ferry is not ours to change, it belongs to the harbour office and its crew."
    told = said(f"ole left me this handover for the week\n\n---\n\n{note}\n\n{DOCUMENT}")
    ferry = next(text for text in told if "not ours to change" in text)
    assert told[ferry] == "User sent:"
    plain = said(f"this is how i want the week\n\n---\n\n{note}\n\n{DOCUMENT}")
    assert plain[next(text for text in plain if "not ours to change" in text)] == ""


def test_the_remark_of_a_reviewing_program_is_not_the_users():
    """Its head tells it, to the end of the paragraph."""
    remark = (
        "Names are put into the label as they are, and long ones are cut. "
        "Use the table of labels for all names, in the hall and outside."
    )
    for head in (
        "⚠️ Potential issue | 🔴 Critical",
        "labels.ts, lines 29-42",
        "revu `labels.ts` line 34, severity: medium",
    ):
        told = said(f"second:\n\n{head}\n**{remark}**\n\nis it right, and what would you do about it in our hall?")
        assert {told[text] for text in told if "label" in text} == {"User sent:"}
        assert told[next(text for text in told if "is it right" in text)] == ""


@pytest.mark.parametrize("head", ["**Medium Severity** `src/scale.py`", "High severity: the scale", "bots commented:"])
def test_what_a_bot_remarks_is_not_the_users(head):
    """Though it says never, and the user says what they make of it below."""
    remark = (
        "The weight of a parcel is kept under its number. After a storm the number may belong to another parcel. "
        "The entry then stays in use forever, and the quay will never remove the parcel. Consider keeping the day. "
        "Below it, a sum is written without the name of the ferry, so that the office may read that of the day before. "
        "In the hall the same sum has another name, and is added to that of the week when the last wagon has left."
    )
    own = "the first one is valid i think, the second one not really, right?"
    told = said(f"pushed it, this came back.\n\n{head}\n{remark}\n\n{own}")
    assert told[own] == "" and {lead for text, lead in told.items() if "never remove" in text} <= {"User sent:"}


def test_emphasis_does_not_hide_that_a_line_is_a_quote():
    told = said("bot says:\n\n> **revu** found `labels.ts` too wide for the quay\n\nis it right about the quay?")
    assert not any("too wide" in text for text, lead in told.items() if lead == "")


LETTER = """From: Ida Quay <ida@quay.example>
Subject: scales

Dear Ben,

1. The scale of the second quay is too slow, make it faster.
2. I would like to see the weights of April in red.

{}
Ida"""


@pytest.mark.parametrize(
    "closing",
    ["Kind regards", "Best,", "Thanks for the quick answer,", "Viele Grüße", "met vriendelijke groet", "cheers!"],
)
def test_a_mail_ends_with_the_name_under_it(closing):
    """Its points are not the user's, and what the user makes of them is told first."""
    own = "there is no scale that is faster, so tell her when the weights are red"
    told = said(f"{LETTER.format(closing)}\n\n{own}")
    assert told.get(own) == "" and not {lead for text, lead in told.items() if text != own} - {"User sent:"}
    assert "tell her" not in forwarded(f"{LETTER.format(closing)}\n\n{own}")


def test_a_mail_without_an_end_is_not_known_as_one():
    assert forwarded(LETTER.format("Whoever reads this")) == ""


def test_a_few_own_words_below_a_paste_are_the_persons():
    """However short the message; a sentence that begins with a small letter is typed."""
    weighed = "scale1 561 kg/s\nscale2 602 kg/s\nscale3 203 kg/s\n\n"
    own = "scale2 it is. and not all of them in one night again, two thousand are fine"
    assert said(weighed + own)[own] == ""
    rows = "\n".join(f"quay{n} {n}18.40 14.21 3.20 2.63 33.71 122.93" for n in range(9))
    screen = f"worked. but the noise, all of it\n\nida@mini:~$ iostat -x quay | tail -n 9\n{rows}\n\n"
    assert said(f"{screen}14 kg/s. it was 90 when one was weighed at a time. out with it, one after the other")
