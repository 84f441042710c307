"""What an agent's first words give away."""

from __future__ import annotations

import pytest

from segue.distil.yielding import concedes, yielded


@pytest.mark.parametrize("draft", ["> good catch on the ferry, checked it", '"good catch, ole. it is blue now"'])
def test_a_draft_for_somebody_else_gives_way_to_nobody(draft):
    assert yielded(draft) == 0 and not concedes(draft)
    assert yielded("Good catch, it is blue now.") == 1 and concedes("Good catch, it is blue now.")
    assert yielded("Here you go.\n> good catch, ole") == 0
