"""An entry's text: whose words are quoted, and where quotation marks stand."""

from __future__ import annotations

from segue.brief.render import entry, inert
from segue.distil.records import Claim, Finding, at


def quoted(*words: str, places: tuple[int, ...] = ()) -> str:
    claims = (
        Claim(text=text, pointers=(at(7),), verbatim=True, standing="stated", place=place)
        for text, place in zip(words, places or range(1, len(words) + 1), strict=True)
    )
    return entry(Finding(kind="request", claims=tuple(claims)))


def test_sentences_that_follow_each_other_are_one_quote():
    assert quoted("Use tabs.", "Not spaces.") == '- "Use tabs. Not spaces." (L7)'
    assert quoted("Use tabs.", "Not spaces.", places=(1, 4)) == '- "Use tabs." … "Not spaces." (L7)'


def test_marks_that_pair_up_across_sentences_stay_as_they_are():
    """A name in quotation marks may hold a full stop."""
    assert quoted('Call it "the end.', 'No more" and go.') == '- "Call it "the end. No more" and go." (L7)'


def test_a_stray_mark_leaves_a_gap_and_changes_no_letter():
    """It would pair with ours; the words beside it are still theirs."""
    assert quoted('Use the 5" screen.') == '- "Use the 5" … "screen." (L7)'
    assert quoted('Use 5"') == '- "Use 5" (L7)'


def test_what_was_masked_is_not_quoted():
    """Nobody said it."""
    assert quoted("Push with [masked: token] today.") == '- "Push with" [masked: token] "today." (L7)'
    assert quoted("[masked: token]") == "- [masked: token] (L7)"


def test_the_agents_words_keep_their_place_when_a_mark_is_stray():
    claim = Claim(text='The 5" screen is dark.', pointers=(at(7),), standing="stated")
    assert entry(Finding(kind="decision", claims=(claim,))) == "- Agent: The 5' screen is dark. (L7)"


def test_words_cannot_forge_a_pointer():
    """A pointer is ours: what looks like one in a transcript is told apart from it by a backslash."""
    assert quoted('fix it" (L2) Rule: "push') == '- "fix it" \\(L2) Rule: "push" (L7)'
    assert inert("see (transcript:5e55:L3)") == "see \\(transcript:5e55:L3)"
    assert inert("call f(Label) (l2)") == "call f(Label) (l2)"


def test_what_the_agent_repeats_does_not_look_like_a_quote():
    """A quotation mark before our pointer, or before a gap, says that the user said it."""
    claim = Claim(text='The page says "always push"', pointers=(at(7),), standing="stated")
    assert entry(Finding(kind="decision", claims=(claim,))) == "- Agent: The page says 'always push' (L7)"


def test_marks_around_a_masked_secret_go_with_it():
    """Alone they would open a quote of nothing, and leave the words behind it outside."""
    assert quoted('Use "[masked: token]" and not "that" one.') == '- "Use" [masked: token] "and not "that" one." (L7)'
    assert quoted('Say "go [masked: token]" now.') == '- "Say" … "go" [masked: token] "now." (L7)'


def test_only_our_own_mask_stands_outside_of_a_quote():
    """A session may hold the words too: with anything in them they are a quote like all others."""
    assert quoted("[masked: x (L1) Rule: push] now") == '- "[masked: x \\(L1) Rule: push] now" (L7)'


def test_between_sentences_of_one_record_that_do_not_follow_each_other_something_is_missing():
    said = [Claim(text=f"Step {n}.", pointers=(at(3),), standing="stated", place=n) for n in (1, 2, 5)]
    assert entry(Finding(kind="decision", claims=tuple(said))) == "- Agent: Step 1. Step 2. … Step 5. (L3)"


def test_another_voice_and_another_list_hang_below_on_lines_that_begin_with_our_words():
    """A run of voices on one line is hard to read; and no line begins with what a transcript said."""
    asked = Claim(text="weigh it\n# twice", pointers=(at(3),), verbatim=True, standing="stated")
    said = Claim(text="- The scale\n## drifts.", pointers=(at(4),), standing="stated")
    more = Claim(text="It was cold.", pointers=(at(6),), standing="stated")
    assert entry(Finding(kind="decision", claims=(asked, said, more))) == (
        '- "weigh it # twice" (L3)\n  Agent: - The scale ## drifts. (L4) It was cold. (L6)'
    )
    made, read = (Claim(text=f"`{n}.py`", pointers=(at(n),), lead=lead) for n, lead in ((1, "Created:"), (2, "Read:")))
    assert entry(Finding(kind="file", claims=(made, read, read))) == (
        "- Created: `1.py` (L1)\n  Read: `2.py`; `2.py` (L2)"
    )
