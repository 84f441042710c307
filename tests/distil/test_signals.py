"""What an agent's first words give away."""

from __future__ import annotations

import pytest

from segue.distil import signals


@pytest.mark.parametrize("draft", ["> good catch on the ferry, checked it", '"good catch, ole. it is blue now"'])
def test_a_draft_for_somebody_else_gives_way_to_nobody(draft):
    assert signals.yielded(draft) == 0 and not signals.concedes(draft)
    assert signals.yielded("Good catch, it is blue now.") == 1 and signals.concedes("Good catch, it is blue now.")
    assert signals.yielded("Here you go.\n> good catch, ole") == 0
