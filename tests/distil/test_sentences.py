"""Text into sentences that can be quoted."""

from __future__ import annotations

import itertools
import time

import pytest

from segue.distil.sentences import opening, sentences, shortened, split


def cut(text: str) -> list[str]:
    return [one.text for one in sentences(text)]


def test_prose_is_cut_where_a_sentence_ends():
    """Not at a point within a name, a number or an abbreviation that goes on in small letters."""
    assert cut("It rounds. Why? Because scale.py has 2.5 in it! So be it…") == [
        "It rounds.",
        "Why?",
        "Because scale.py has 2.5 in it!",
        "So be it…",
    ]
    assert cut("Use e.g. the old scale.") == ["Use e.g. the old scale."]


def test_a_language_without_spaces_is_cut_too():
    assert cut("重さを量る。合計を出す。") == ["重さを量る。", "合計を出す。"]


@pytest.mark.parametrize("marker", ["- ", "* ", "1. ", "2) ", "- [ ] ", "> - ", "3.2 ", "1.10.4. "])
def test_a_list_is_cut_into_its_points_without_their_markers(marker):
    (one,) = sentences(f"{marker}Sum **all** parcels")
    assert (one.text, one.bullet, one.heading) == ("Sum all parcels", True, False)


def test_headings_and_lead_ins_are_known():
    heading, lead_in, point = sentences("## Sums\nWhat I did:\n- rounded them")
    assert heading.heading and not heading.bullet
    assert lead_in.lead_in and not lead_in.heading
    assert point.bullet and not point.lead_in
    assert point.stem == "What I did:"


def test_a_list_ends_with_the_prose_after_it():
    found = sentences("There is no test for:\n- the scale\n\n- the gate\nAnd now the labels:\n\nPrinted.\n- stamps")
    assert [one.stem for one in found if one.bullet] == ["There is no test for:", "There is no test for:", ""]


def test_code_and_tables_are_passed_over_and_leave_a_gap():
    """Two sentences that stood apart are never joined as if they had stood together."""
    before, after = sentences("Sum them.\n```\nx = 1. Y = 2.\n```\n| a | b |\nThen print.")
    assert (before.text, after.text) == ("Sum them.", "Then print.")
    assert after.place > before.place + 1


def test_neighbours_have_neighbouring_places():
    first, second, point = sentences("Sum them. Then print.\n- all of them")
    assert second.place == first.place + 1 and point.place > second.place + 1


def test_a_line_that_an_editor_broke_is_one_sentence():
    """Long prose that goes on in small letters; a short line is left as it is."""
    assert cut("The scale at the gate weighs every parcel of the day once\nand writes it down.") == [
        "The scale at the gate weighs every parcel of the day once and writes it down."
    ]
    assert cut("sum them\nprint them") == ["sum them", "print them"]


def test_a_sentence_too_long_for_an_entry_is_cut_where_its_parts_join():
    """Nothing is lost, and no part is longer than it may be."""
    text = ", ".join(f"parcel number {n} of the day" for n in range(30))
    parts = [one.text for one in sentences(text, 100)]
    assert " ".join(parts) == text and max(map(len, parts)) <= 100
    assert all(part.endswith(",") for part in parts[:-1])
    endless = [one.text for one in sentences("x" * 250, 100)]
    assert "".join(endless) == "x" * 250 and max(map(len, endless)) <= 100


def test_lines_that_nobody_broke_stay_apart():
    """A chat: the next word would have fitted on the line before."""
    said = [
        "never weigh a parcel twice, the customs office counts every slip that we print",
        "ok so the scale in the yard shows eleven kilograms more than the one in the hall, since Monday at the latest",
    ]
    assert [one.text for one in sentences("\n".join(said))] == said


@pytest.mark.parametrize("unit", ["a few words\n\n", "\n", "x", "abc ", "so it goes on, "])
def test_no_message_takes_long(unit: str):
    """The bound is processor time, far above what it takes and far below what grows with the square of a length."""
    text = unit * (1_000_000 // len(unit))
    start = time.process_time()
    sentences(text)
    assert time.process_time() - start < 5


def test_words_that_stand_together_elsewhere_are_no_neighbours():
    """Each place is where the sentence itself stands: a quote joins neighbours only."""
    found = sentences("Stop. Weigh it (again.) Stop.\nStop.")
    assert [one.text for one in found] == ["Stop.", "Weigh it (again.", "Stop.", "Stop."]
    assert [b.place - a.place for a, b in itertools.pairwise(found)] == [1, 2, 2]


def test_no_cut_falls_into_code():
    """An ellipsis in a command ends no sentence; a stray backtick does not glue the rest together."""
    assert [one.text for one in sentences("Run `scale ...weigh` twice. Then print.")] == [
        "Run `scale ...weigh` twice.",
        "Then print.",
    ]
    stray = "A ` stands alone. " + "The scale is read again by the gate at night. " * 4
    assert len(sentences(stray)) == 5


def test_a_stray_backtick_does_not_take_long():
    """The bound is processor time."""
    start = time.process_time()
    sentences("A ` stands alone. " + "It is read. " * 40_000)
    assert time.process_time() - start < 2


def test_a_run_of_words_is_not_cut_behind_one_that_belongs_to_the_next():
    """Of dictated speech without a sign in it."""
    before, after = "weigh the parcels of the island " * 9, "never name the island in the ledger of the quay"
    first, second = split(f"{before}and we {after}", len(before) + 8)
    assert (first, second) == (before.strip(), f"and we {after}")
    assert list(split("the " * 30, 40))  # nothing else to cut at


def test_the_opening_of_a_text_is_as_many_sentences_as_fit():
    """Or the words that do."""
    assert opening("The sums\nare right. So are the labels.", 40) == "The sums are right. So are the labels."
    assert opening("The sums are right. So are the labels.", 30) == "The sums are right."
    assert opening("The sums of every parcel are right", 20) == "The sums of every"
    assert opening("合計は正しい" * 5, 8) == "合計は正しい合計"


def test_people_without_capitals_end_their_sentences_too():
    """But not behind what is short for something."""
    assert [s.text for s in sentences("the sums are right. so are the labels, e.g. on the quay etc. and so on.")] == [
        "the sums are right.",
        "so are the labels, e.g. on the quay etc. and so on.",
    ]
    assert [s.text for s in sentences("Ask Prof. Lund or Dr. Berg.")] == ["Ask Prof. Lund or Dr. Berg."]


def test_what_was_said_in_one_go_is_cut_where_one_takes_breath():
    said = "the scale on the quay shows the weight of the parcel that was there before it in the morning "
    said += "and never ever delete a label of the table that the customs people read on every other day of the week "
    said += "and the hall is closed"
    parts = [s.text for s in sentences(said)]
    assert " ".join(parts) == said and len(parts) > 1
    assert any(part.startswith("and never ever delete a label") for part in parts)


def test_what_underlines_an_error_is_no_fence():
    """All after it would be taken for code."""
    trace = "out = a - b\n      ~~^~~~\nTypeError: no\n\nWe do not use floats for money."
    assert sentences(trace)[-1].text == "We do not use floats for money."


def test_two_stars_within_code_are_code():
    """And marks of emphasis anywhere else."""
    (one,) = sentences("In **every** case `{**,a}/x` is wrong.")
    assert one.text == "In every case `{**,a}/x` is wrong."


def test_no_breath_is_taken_between_two_words_that_belong_together():
    said = (
        "from now on with every plan first you give me the list by name of what gets destroyed "
        "or replaced and if its nothing you say nothing and then i say go or not and we do it like that on every "
        "quay of the harbour from today"
    )
    assert sentences(said)[0].text.endswith("destroyed or replaced")


def test_a_sentence_begins_anew_where_nothing_ends_the_one_before():
    """People leave out the full stop; a name with a capital begins nothing."""
    said = "never delete the raw weights of the quay, nobody can weigh that night again Could you see the rest first"
    assert [one.text for one in sentences(said)] == [
        "never delete the raw weights of the quay, nobody can weigh that night again",
        "Could you see the rest first",
    ]
    name = "the ferry called The Old Lady is weighed on Tuesdays at the big scale of the quay"
    assert [one.text for one in sentences(name)] == [name]


def test_what_is_shortened_is_cut_between_words_only():
    assert shortened("weigh the parcels twice", 16) == "weigh the…"
    assert shortened("weigh it", 16) == "weigh it"
    token = "x" * 60
    assert shortened(f"{token} opens the quay", 16) == f"{token}…" and shortened(token, 16) == f"{token}…"


def test_a_number_in_front_is_no_sentence():
    assert [s.text for s in sentences("**1. Hearts**\nWe are done with 7. Next come the tabs.")] == [
        "1. Hearts", "We are done with 7.", "Next come the tabs.",
    ]  # fmt: skip
