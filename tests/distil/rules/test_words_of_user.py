"""The user's own words: which clauses of a message are told."""

from __future__ import annotations

import pytest

from segue.distil.records import PASTED, Claim
from segue.distil.rules.words_of_user import user_claims
from segue.session.records import Via
from tests.distil.sessions import Step, agent, digest, edit, user


def test_each_point_of_a_review_is_told_by_its_first_sentence():
    """It names a file and a line, as a log does, and says what is wrong."""
    review = "\n".join(
        f"{n}. High: src/part{n}.go:4{n} drops the lock before the last write of part {n}. It was there for a reason "
        "that the comment above it explains at some length, and callers rely on it."
        for n in (1, 2, 3)
    )
    found = digest(user("Sum the parcels"), agent("Done."), user(review), agent("Fixed all three."))
    claims = user_claims(found.turns[1], found, set())
    heads = [claim.weight for claim in claims if claim.text.startswith("High")]
    assert len(heads) == 3 and min(heads) > max(c.weight for c in claims if not c.text.startswith("High"))


def test_a_pasted_document_does_not_fill_the_brief():
    """Each further clause of it is worth less, a rule hardly; the first is worth as much as ever. Whether it is the
    first message makes no difference."""
    told = [f"The crane on quay {n} was painted in the year {1900 + n}, and the paint held." for n in range(30)]
    rules = [f"Never ship parcel {n} before gate {n} is closed and label {n} is on it, please." for n in range(30)]
    for before in ((user("Sum"), agent("Summed.")), ()):
        first, *rest = (
            sorted((c.weight for c in user_claims(found.asks[-2], found, set())), reverse=True)
            for text in (told, rules)
            for found in [digest(*before, user("\n".join(text)), agent("Read."), user("next"))]
        )
        assert len(first) == len(told) and first[10] < 0.2 * first[0]
        assert len(rest[0]) == len(rules) and 0.8 * rest[0][2] < rest[0][10] < rest[0][2]


def test_a_short_rule_is_not_joined_to_what_follows_it():
    """Of a long message, "It must work offline." stands alone."""
    long = "The job ran at two and took a minute, as before. " * 8
    found = digest(user("go"), agent("Done."), user(f"{long}It must work offline. {long}"), agent("Noted."))
    assert "It must work offline." in [claim.text for claim in user_claims(found.turns[1], found, set())]


def claims(message: str, *after: Step, via: Via = "typed", **more: object) -> list[Claim]:
    """What is told of a message in the middle of a session."""
    steps = [user("Sum the parcels"), agent("Summed per day."), user(message, via), agent("Noted."), *after]
    found = digest(*steps, user("next"), agent("Next."), **more)
    return user_claims(found.turns[1], found, set())


def weight(found: list[Claim], text: str) -> float:
    return next(claim.weight for claim in found if claim.text == text)


def test_a_clause_is_the_users_word_to_the_letter():
    (claim,) = claims("Print the labels in two columns.")
    assert (claim.text, claim.verbatim, claim.standing) == ("Print the labels in two columns.", True, "stated")
    assert (claim.pointers[0].line, claim.place) == (3, 1)


def test_what_was_told_already_is_not_told_again():
    found = digest(user("Sum the parcels"), agent("Summed."), user("Sum the parcels"), agent("Again."))
    seen: set[str] = set()
    assert [len(user_claims(turn, found, seen)) for turn in found.turns] == [1, 0]


def test_what_the_user_takes_back_later_is_not_told():
    """The last word wins; a remark that binds nothing stays."""
    back = user("forget what I said about the labels")
    assert not claims("Always print the labels in two columns.", back, agent("Ok."))
    assert claims("The labels look good in two columns.", back, agent("Ok."))
    assert claims("Always print the labels in two columns.", user("forget it"), agent("Ok."))


COLOURS = ("blue", "green", "red")
OWN = "I think that the gate loses parcels when it rains, please look into it."
LOG = "10:00:01 gate opened\n10:00:02 parcel lost\n10:00:03 gate closed\n"


def test_of_a_message_with_a_paste_the_users_own_words_are_told():
    """But for a rule, which may stand anywhere."""
    told = [claim.text for claim in claims(f"{OWN}\n{LOG}Never open the gate twice.\n{LOG * 4}")]
    assert told == [OWN, "Never open the gate twice."]


def test_a_scrap_of_a_long_message_that_says_nothing_is_not_told():
    """A post from the web has a line of its own for "and" between two names."""
    post = "Weigh like them:\n" + "Amazing scales for every harbour, said a postman who had seen many. " * 8
    assert "and" not in [claim.text for claim in claims(f"{post}\n@ferry\n and \n@quay\nfor scales.")]
    assert "and" in [claim.text for claim in claims("and")]
    rule = "計量器は絶対に変更しないでください。"
    assert rule in [claim.text for claim in claims(f"{post}\n{rule}\n{post}")]


POST = "\n".join(f"Scale {n} stands at quay {n}. Its label is read by postman {n} on the ferry." for n in range(9))


@pytest.mark.parametrize(
    "words",
    [
        "sort them like they do, here's an example",
        "a note on the quay that says this",
        "how would we weigh them? take the following scenario:",
    ],
)
def test_what_the_user_shows_is_not_what_they_say(words):
    """But for the words that announce it, and a person's at the end."""
    found = [claim.text for claim in claims(f"{words}\n\n{POST}\n\nplease make ours shorter than that")]
    assert found == [words, "please make ours shorter than that"]


def test_words_after_a_trace_are_told():
    trace = "\n".join(f"    at weigh{n} (scales.ts:{n}:5)" for n in range(12))
    words = "an empty scale is worse than a crash. weigh on the quay"
    assert [claim.text for claim in claims(f"ScaleError: no parcel\n{trace}\n\n{words}")][-1] == words


def test_lines_marked_as_a_quote_are_not_the_users():
    """Short ones too, which anybody might have written."""
    told = [
        claim.text
        for claim in claims(
            "> - Deleted the old labels\ngood, that one can go for all I care and the next release too\n"
            "> - Removed the second scale\nuff. that one is live in the harbour and nothing here says so, "
            "it is only read by the ferry, put it back please"
        )
    ]
    assert told[0].startswith("good") and told[1].startswith("uff") and not any("scale" in one[:20] for one in told)


def test_a_message_that_is_only_a_paste_is_told_for_little():
    """Something has to stand there."""
    found = claims(LOG * 4)
    assert found and max(claim.weight for claim in found) < 0.3 * claims(OWN)[0].weight


def test_of_what_a_program_printed_the_fault_is_told_first():
    """For that it was sent; what went well around it is not."""
    lines = ["--- FAIL: TestWeigh (0.2s)", *(f"Stored parcel {n} in the {n}. yard behind the gate" for n in range(5))]
    found = claims("\n".join([*lines, "weigh.go:43: cannot open the scale of the yard", "FAIL"]))
    assert max(found, key=lambda claim: claim.weight).text == "weigh.go:43: cannot open the scale of the yard"
    assert {claim.lead for claim in found} == {PASTED}


def test_what_the_agent_had_just_written_is_not_the_users():
    """People quote before they answer."""
    quote = "I moved the sums of the parcels into the ledger of the day, where the auditors read them."
    answer = f"{OWN} {OWN[:-1]} tomorrow."
    found = digest(user("Sum"), agent(quote), user(f"{quote}\n{answer}"), agent("Noted."), user("next"))
    assert quote not in [claim.text for claim in user_claims(found.turns[1], found, set())]


def test_lines_of_one_shape_are_a_programs():
    lines = "\n".join(f"The parcel {n} of the customer is waiting at the gate" for n in range(8))
    assert [claim.text for claim in claims(f"{OWN}\n{lines}")] == [OWN]


def test_the_middle_of_a_long_message_weighs_less():
    """What opens and ends it was meant; between, a person's words count for more than a description."""
    blue, green, red = (f"The gate of the yard was painted {colour} in April by two men." for colour in COLOURS)
    mine = "We paint the gate of the yard green again in May, as the men of the town do."
    filler = [f"The men of the town number {n} had looked at the gate and at the yard of it." for n in range(3)]
    found = claims("\n".join([blue, *filler, green, mine, *filler, red]))
    assert weight(found, green) < 0.5 * min(weight(found, blue), weight(found, red))
    assert weight(found, mine) > weight(found, green)


def test_the_first_and_the_last_message_weigh_more():
    text = "Print the labels in two columns."
    found = digest(*[step for _ in range(4) for step in (user(text), agent("Printed."))])
    first, second, third, last = (user_claims(turn, found, set())[0].weight for turn in found.turns)
    assert first > second < third < last


def test_the_words_of_a_slash_command_weigh_half():
    text = "Print the labels in two columns."
    assert claims(text, via="command")[0].weight == claims(text)[0].weight / 2


def test_the_goal_lifts_the_clauses_that_speak_of_it():
    text = "Print the labels in two columns."
    assert claims(text, goal="Mend the labels")[0].weight > claims(text)[0].weight
    assert claims(text, goal="Mend the gate")[0].weight == claims(text)[0].weight


QUOTED = "**The ledger holds every parcel**, whatever `scale.py` reads. Nobody should ever print a label twice a day."


def test_what_the_agent_had_written_is_not_the_users_word_even_if_it_reads_like_a_rule():
    """They copy it from the terminal, without its marks, to ask about it; turns later, too."""
    bare = QUOTED.replace("*", "").replace("`", "")
    asks = "I do not see why, so explain it with an example of two parcels on one day, and of a third that came late."
    message = f"{bare}\n\n{asks}"
    found = digest(user("Sum"), agent(QUOTED), user("and?"), agent("Done."), user(message), agent("It means two sums."))
    told = " ".join(claim.text for claim in user_claims(found.turns[2], found, set()))
    assert "I do not see why" in told and "every parcel" not in told and "print a label" not in told


def test_a_message_that_only_repeats_the_agent_is_told_all_the_same():
    bare = QUOTED.replace("*", "").replace("`", "")
    found = digest(user("Sum"), agent(QUOTED), user(f"{bare} {bare.replace('parcel', 'label')}"), agent("Yes."))
    assert user_claims(found.turns[1], found, set())


def test_a_short_rule_that_the_agent_happens_to_have_written_is_the_users_all_the_same():
    """Few words may be said by two."""
    said = agent("I do not print it, as you said: never print twice. It is done.")
    rest = "The sums of the other days are right, and the labels of the week too, as far as I can see from here. " * 2
    found = digest(user("Sum"), said, user(f"{rest}\nnever print twice.\n{rest}"), agent("Ok."))
    assert "never print twice." in [claim.text for claim in user_claims(found.turns[1], found, set())]


def test_words_that_announce_a_block_weigh_less():
    """ "I see people use the below:" says little without it."""
    rest = "The parcels of the island go by ship, and those of the hills by mule. " * 4
    found = claims(f"I see people use the below:\n\n{rest}\n\nI see people use the one below.\n\n{rest}")
    assert weight(found, "I see people use the below:") < 0.6 * weight(found, "I see people use the one below.")


def test_what_was_to_wait_weighs_less_once_something_was_changed():
    """Somebody said go."""
    waits, plain = "find out why, and don't change anything yet", "find out why, and weigh the parcels again"
    before = digest(user(waits), agent("It rounds."), user(plain), agent("Ok."))
    after = digest(user(waits), agent("It rounds."), user(plain), edit("scale.py"), agent("Ok."))
    (early,), (late,) = (user_claims(found.turns[0], found, set()) for found in (before, after))
    assert late.weight < 0.6 * early.weight


def test_a_plan_that_is_asked_for_every_time_is_no_word_for_now():
    """Once something was changed, "plan first" was answered; "with every plan first the list" was not."""
    weights = []
    for text in ("with every plan first give me the list of parcels", "now make a plan first of the list of parcels"):
        steps = [user("go"), agent("ok"), user(text), edit("/work/shop/a.py"), agent("done"), user("next")]
        found = digest(*steps)
        weights += [claim.weight for claim in user_claims(found.turns[1], found, set())]
    assert weights[0] > 1.5 * weights[1]
