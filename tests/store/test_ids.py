"""Ids: made from what is passed in, and checked before a path is built."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from segue.errors import UsageError
from segue.store.ids import Moment, brief_id, iso, ms_of, now, segment


def test_an_id_is_kind_time_and_six_characters():
    assert Moment(1794736800000, "a1b2c3").id("brief") == "brief-1794736800000-a1b2c3"
    assert brief_id(now().id("brief")) and len(now().random) == 6


def test_two_moments_have_ids_of_their_own():
    assert len({now().id("entry") for _ in range(2000)}) == 2000


@pytest.mark.parametrize(
    "bad",
    [
        "",
        "brief-1",
        "brief--a",
        "brief-1-A",
        "brief-1-a/../b",
        "brief-1-a\n",
        "brief-١-a",
        "x-1-a",
        "brief-1-" + "a" * 200,
    ],
)
def test_what_is_no_id_of_a_brief(bad):
    with pytest.raises(UsageError):
        brief_id(bad)


@given(st.text())
def test_no_segment_can_leave_its_folder(text):
    try:
        assert set(segment(text)) <= set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-")
    except UsageError:
        return


def test_times_go_there_and_back():
    assert iso(1794736800123) == "2026-11-15T10:00:00.123Z" and ms_of("2026-11-15T10:00:00.123Z") == 1794736800123
    assert ms_of("2026-11-15T11:00:00.123+01:00") == 1794736800123 and ms_of("yesterday") is None
