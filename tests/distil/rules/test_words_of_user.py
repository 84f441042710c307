"""The user's own words: which clauses of a message are told."""

from __future__ import annotations

from segue.distil.rules.words_of_user import user_claims
from tests.distil.sessions import agent, digest, user


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
    """Each further rule of it is worth less; the first is worth as much as ever."""
    rules = [f"Never ship parcel {n} before gate {n} is closed and label {n} is on it, please." for n in range(30)]
    found = digest(user("Sum"), agent("Summed."), user("\n".join(rules)), agent("Read."), user("next"))
    weights = sorted((c.weight for c in user_claims(found.turns[1], found, set())), reverse=True)
    assert len(weights) == len(rules)
    assert weights[10] < 0.2 * weights[0]


def test_a_short_rule_is_not_joined_to_what_follows_it():
    """Of a long message, "It must work offline." stands alone."""
    long = "The job ran at two and took a minute, as before. " * 8
    found = digest(user("go"), agent("Done."), user(f"{long}It must work offline. {long}"), agent("Noted."))
    assert "It must work offline." in [claim.text for claim in user_claims(found.turns[1], found, set())]
