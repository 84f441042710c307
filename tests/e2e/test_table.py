"""The tables in docs/delivery.md say what the tests prove, and no more."""

from __future__ import annotations

import pytest

from tests.e2e import table
from tests.e2e.proofs import proven

pytest_plugins = ["pytester"]


def test_the_table_is_what_the_tests_prove() -> None:
    """`python -m tests.e2e.table` writes it. A cell is a proof or a word, never both and never neither."""
    assert table.PAGE.read_text(encoding="utf-8") == table.page()


def test_a_mark_on_a_test_or_on_one_of_its_cases_is_a_proof() -> None:
    cells = proven()
    assert cells["claude", "hooks"] == ["start", "compact", "stop"]
    assert cells["codex", "pairs"] == ["claude → codex", "codex → pi"]


@pytest.mark.parametrize(("agent", "column"), [("emacs", "hooks"), ("claude", "smells"), ("pi", "MCP")])
def test_a_proof_that_the_table_has_no_place_for_is_told(
    agent: str, column: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of an unknown agent, of an unknown column, or against a word that says why not."""
    cells = {**proven(), (agent, column): ["yes"]}
    monkeypatch.setattr(table, "proven", lambda: cells)
    with pytest.raises(ValueError, match=rf"{agent}.*{column}"):
        table.page()


def test_a_cell_that_nothing_proves_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    cells = {cell: told for cell, told in proven().items() if cell != ("pi", "tmux")}
    monkeypatch.setattr(table, "proven", lambda: cells)
    with pytest.raises(ValueError, match="pi, tmux: no test proves it"):
        table.page()


def test_a_proof_that_is_skipped_fails_and_another_test_does_not(pytester: pytest.Pytester) -> None:
    """In the test itself, in a fixture of it, or by a mark."""
    pytester.makeconftest("from tests.e2e.proofs import pytest_runtest_makereport")
    pytester.makepyfile(
        """
        import pytest
        from tests.e2e.proofs import each, proves

        @pytest.fixture
        def machine():
            pytest.skip("not installed")

        @each("name", ["claude"], "tmux")
        def test_case(name, machine): ...

        @proves("claude", "hooks")
        def test_body(): pytest.skip("no time")

        @proves("claude", "reads")
        @pytest.mark.skip(reason="never")
        def test_marked(): ...

        @proves("claude", "MCP")
        @pytest.mark.xfail(strict=False)
        def test_expected(): assert False

        def test_no_proof(machine): ...
        """
    )
    ended = pytester.runpytest("-p", "no:cacheprovider", "-o", "markers=proves: a proof")
    assert ended.ret == pytest.ExitCode.TESTS_FAILED
    assert sum(ended.parseoutcomes().get(word, 0) for word in ("failed", "errors", "error")) == 4
    assert ended.parseoutcomes()["skipped"] == 1
    ended.stdout.fnmatch_lines(["*proves a cell of docs/delivery.md, and was not run*not installed*"])
