"""The clauses of a user's message: where it is cut, what each of them is, and what it is worth."""

from __future__ import annotations

import pytest

from segue.distil.rules.clauses import clause_worth, clauses, declares, is_rule, nods, requests
from segue.session.records import Said, Via


@pytest.mark.parametrize("text", ["Do we always round?", "I don't know what it does", "I don't recall adding that"])
def test_a_question_or_a_doubt_is_no_rule(text):
    assert not is_rule(text)


def test_a_user_at_a_loss_binds_nothing():
    """It asks for patience; the same length of a plain wish says more."""
    assert clause_worth("i'm confused by the scale and its sums", 0) < clause_worth(
        "i go on with the scale and its sums", 0
    )


@pytest.mark.parametrize(
    "text",
    ["Feature flags default to off.", "config wins over environment", "Branch names begin with the ticket number."],
)
def test_a_plain_statement_of_the_users_is_how_things_shall_be(text):
    """Said alone, without an order in it: it is worth more than news, and more than a question."""
    assert clause_worth(text, 0) > clause_worth("the tests fail on the build server now", 0)
    assert clause_worth(text, 0) > clause_worth("what does the flag in the config do?", 0)


@pytest.mark.parametrize(
    "text", ["it works now", "the build failed again", "can you look at it", "I see the error too"]
)
def test_news_and_requests_declare_nothing(text):
    assert not declares(text)


def test_lines_of_a_log_declare_nothing_among_others():
    """A program states things too, but not in whole sentences."""
    assert not declares("Wrote new label: parcel.png", alone=False) and not declares(
        "Labels written to disk", alone=False
    )
    assert declares("Prices are gross in all shops.", alone=False)


def cut(text: str, via: Via = "typed") -> list[str]:
    return [clause.text for clause in clauses(Said(line=1, role="user", text=text, via=via))]


LONG = "The parcels of April were weighed twice by the scale at the gate, and both sums stand in the ledger. " * 2


def test_a_short_message_is_one_clause():
    """Whatever it is made of; white space is not."""
    assert cut("Sum them.  Then\n print the labels. Ok?") == ["Sum them. Then print the labels. Ok?"]
    assert cut("  \n ") == []


def test_a_long_message_is_cut_into_its_sentences():
    """Code is passed over, however short the message is."""
    first, second = LONG.strip(), "Print the labels of May as soon as they are there."
    assert cut(f"{LONG}{second}") == [*[first[: len(first) // 2].strip()] * 2, second]
    assert cut("Make this faster, please:\n```\nsum(parcels)\n```") == ["Make this faster, please:"]


def test_a_sentence_too_short_to_stand_alone_goes_with_the_next():
    """Unless it is a rule, a program's line, or something stands between."""
    assert "Coordinate only. Write no code in the ledger." in cut(
        f"{LONG}Coordinate only. Write no code in the ledger."
    )
    assert "Never push." in cut(f"{LONG}Never push. Write the ledger.")
    assert "Ok so far." in cut(f"{LONG}\nOk so far.\n```\nx\n```\nWrite the ledger of the parcels.")


def test_a_few_words_at_the_end_go_with_what_they_end():
    ends = "The label of the second quay is not subject to change. it is as is."
    assert cut(f"{LONG}{ends}")[-1] == ends


def test_a_clause_of_two_sentences_is_still_next_to_its_neighbours():
    """Else a quote of the message would have "…" in it, where nothing was left out."""
    text = (
        "hmm. seeing it on the shelf i changed my mind about boxes, sorry. the shelf in the hall is ours, we fill it. "
        "the crates are the machine's, and with every delivery we would have to move them again. why not a cart?"
    )
    found = clauses(Said(line=1, role="user", text=text))
    assert len(found) > 1 and [clause.place - found[0].place for clause in found] == [*range(len(found))]


def test_answers_to_several_questions_are_clauses_of_their_own():
    assert cut("The old one; Kilograms", "answer") == ["The old one", "Kilograms"]


PLAIN = "the scale has the sums of the parcels of a day"


@pytest.mark.parametrize(
    "text",
    [
        "never touch the sums of the parcels of a day",
        "use the sums of the parcels of one day there",
        "only the sums of the parcels of the day stay",
        "i want the sums of the parcels of a day here",
        "the scale is missing the sums of the parcels",
        "the second scale it is, the sums of the day",
        "out with it, the sums of the parcels of a day",
        "the scale and the sums of the day like before",
    ],
)
def test_a_rule_an_order_a_wish_and_an_objection_are_worth_more_than_a_remark(text):
    assert clause_worth(text, 0) > clause_worth(PLAIN, 0)


@pytest.mark.parametrize("text", ["what are the sums of the parcels of the day", "ok, the scale", "the scale"])
def test_a_question_a_nod_and_a_fragment_are_worth_less_than_a_remark(text):
    """For their length, too."""
    assert clause_worth(text, 0) < 0.7 * clause_worth(PLAIN, 0)


def test_a_correction_lifts_all_that_is_said_in_it():
    assert clause_worth(PLAIN, 1.0) > clause_worth(PLAIN, 0.5) > clause_worth(PLAIN, 0.0)
    assert clause_worth("", 1.0) == 0.0


def test_an_order_that_binds_is_worth_more_than_one_for_now():
    assert clause_worth("use the old scale whenever it rains", 0) > clause_worth("use the old scale for the parcel", 0)


def test_a_language_without_spaces_has_its_words_too():
    """Its clauses are no fragments."""
    assert clause_worth("重さの合計を切り上げて請求書にも同じ値を使ってくださいお願いします", 0) > 0.7 * clause_worth(
        PLAIN, 0
    )


@pytest.mark.parametrize("text", ["Never push to main.", "use tabs", "Keep it small, please"])
def test_a_directive_is_a_rule(text):
    assert is_rule(text)


@pytest.mark.parametrize("text", ["ok", "yes please", "sounds good, go ahead"])
def test_consent_is_a_nod(text):
    assert nods(text)


@pytest.mark.parametrize("text", ["ok, but in cents", "yes yes yes yes yes yes", "print it"])
def test_consent_with_a_word_more_is_none(text):
    assert not nods(text)


def test_a_request_is_known_by_how_it_opens():
    assert requests("could you print it") and requests("let's print it") and requests("so what does it print")
    assert not requests("Print it, could you?")


def test_a_rule_holds_even_when_it_is_put_as_a_doubt():
    """A question of the same length that binds nothing is worth less."""
    assert clause_worth("what must never happen is a lost parcel", 0) > clause_worth(PLAIN, 0)
    assert clause_worth("not sure, but never lose a parcel there", 0) > clause_worth(PLAIN, 0)
    assert clause_worth("never lose it", 0) > 0.8 * clause_worth(PLAIN, 0)


@pytest.mark.parametrize(
    "text",
    [
        "ok, tabs.",
        "prices = gross + tax",
        "use the gross prices in all shops",
        f"Prices are gross in {'all of the very old ' * 6}shops.",
    ],
)
def test_a_fragment_code_an_order_and_a_long_story_declare_nothing(text):
    assert not declares(text)


@pytest.mark.parametrize(
    "text",
    [
        "Ideally the labels are short",
        "we usually weigh before we pack",
        "I lean towards the blue boxes for glass",
        "I'm not keen on a second scale here",
        "It'd be nice if slips fit on one page",
        "Niemals zwei Pakete auf einmal wiegen",
        "Il faut peser avant d'emballer",
        "Nunca pesar dos cajas a la vez",
        "荷物は必ず計ってから包んでください",
        "I want the sums to be those of the day, every single one.",
    ],
)
def test_a_preference_and_a_rule_in_another_language_bind(text):
    """Worth more than a remark of the same length."""
    assert is_rule(text)
    assert clause_worth(text, 0) / max(len(text), 24) ** 0.6 > clause_worth(PLAIN, 0) / len(PLAIN) ** 0.6


def test_a_question_is_no_preference():
    assert not is_rule("Is the blue box usually empty?")


def test_a_sentence_that_means_the_one_before_it_stays_with_it():
    """A rule stands alone, and so does what would be too long together."""
    blue = "Print the labels in blue. That is how the ferry wants them."
    assert blue in cut(f"{LONG}{blue}")
    assert "It must work offline." in cut(
        f"{LONG}The labels of the island are printed in blue on the ferry. It must work offline."
    )
