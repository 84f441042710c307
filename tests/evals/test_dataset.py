"""Sets and cases are read strictly: a wrong case is refused with its place, never scored."""

from __future__ import annotations

from pathlib import Path

import pytest

from segue.errors import UsageError
from segue.evals.dataset import chosen, faults, load_set
from tests.evals.conftest import CASE, MakeCase


def test_a_set_is_read_with_its_cases(make_case: MakeCase) -> None:
    """What stands in the files is what the records say."""
    case = make_case()
    dataset = load_set(case.folder.parents[1])
    assert (dataset.about.name, dataset.about.budget) == ("test", 800)
    assert [c.name for c in dataset.cases] == ["one"]
    assert [f.kind for f in dataset.cases[0].expected.fact] == ["constraint", "dead_end"]


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (lambda t: t.replace('kind = "usual"', 'kind = "odd"'), "kind"),
        (lambda t: t + '\ncolour = "red"\n', "colour"),
        (lambda t: t.replace('anchors = [["dict"], ["worker"]]', ""), "verbatim or anchors"),
        (lambda t: t.replace('kind = "dead_end"', 'kind = "correction"'), "verbatim"),
        (lambda t: 'session = "../../../etc/passwd"\n' + t, "no session"),
        (lambda t: t.replace("intent =", "intent"), "cannot read"),
    ],
    ids=[
        "unknown kind",
        "unknown field",
        "no way to match",
        "correction without words",
        "session elsewhere",
        "no TOML",
    ],
)
def test_a_wrong_case_is_refused_with_its_file_and_reason(make_case: MakeCase, change, complaint: str) -> None:
    """A typo in a case must not turn into a silently easier case."""
    with pytest.raises(UsageError, match=complaint) as refused:
        make_case(change(CASE))
    assert "case.toml" in str(refused.value)


def test_a_demand_that_the_session_never_contained_is_a_fault(make_case: MakeCase) -> None:
    """Nobody can meet it, so it would only lower the score."""
    case = make_case(CASE.replace('"app/cache.py"', '"app/other.py"').replace('["worker"]', '["elephant"]'))
    assert len(faults(case)) == 2
    assert "app/other.py" in faults(case)[0] and "elephant" in faults(case)[1]


def test_a_sound_case_has_no_faults(make_case: MakeCase) -> None:
    """The same check passes on what the session does contain."""
    assert faults(make_case()) == []


def test_an_unknown_case_names_its_neighbours(make_case: MakeCase) -> None:
    """The error says what would have worked."""
    dataset = load_set(make_case(name="webhook-retry").folder.parents[1])
    with pytest.raises(UsageError) as refused:
        chosen(dataset, names=("webhook-rety",))
    assert "webhook-retry" in refused.value.hint


def test_smoke_leaves_out_the_others(make_case: MakeCase) -> None:
    """Only what is marked runs in CI."""
    make_case(CASE.replace("smoke = true\n", ""), name="two")
    dataset = load_set(make_case(name="one").folder.parents[1])
    assert [c.name for c in chosen(dataset, smoke=True)] == ["one"]
    assert len(chosen(dataset)) == 2


def test_a_folder_without_a_set_is_refused(tmp_path: Path) -> None:
    """Not an empty run with a perfect score."""
    with pytest.raises(UsageError, match="holds no set"):
        load_set(tmp_path)
