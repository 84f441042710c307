"""A table of ours in TOML: at the end, out again, and never at the cost of another byte."""

from __future__ import annotations

import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from segue.errors import UsageError
from segue.install import table

PATH = ("mcp_servers", "segue")
OURS = {"command": '/p "x"/python', "args": ["-P", "-m", "segue", "mcp"]}
NASTY = {
    "nothing": "",
    "comments": '# top\nmodel = "x" # why\n\n[a]\n# in a\nb = 1\n# end\n',
    "crlf": 'model = "x"\r\n[a]\r\nb = 1\r\n',
    "no end of line": "[a]\nb = 1",
    "byte order mark": '\ufeffmodel = "x"\n',
    "others": '[mcp_servers.x]\ncommand = "y"\n\n[mcp_servers.x.env]\nA = "1"\n',
    "array of tables": "[[a]]\nb = 1\n[[a]]\nb = 2\n",
    "what looks like ours": 'a = """\n[mcp_servers.segue]\ncommand = 1\n"""\nb = [\n[1],\n]\n',
    "blank lines at the end": "a = 1\n\n\n",
}


@pytest.mark.parametrize("text", [pytest.param(t, id=n) for n, t in NASTY.items()])
def test_in_is_only_more_and_out_is_the_same_values(text: str) -> None:
    made = table.put(text, PATH, OURS)
    assert made.startswith(text)
    assert table.get(made, PATH) == OURS
    assert ("\r\n" in text) == ("\r\n" in made)
    out = table.take(made, PATH)
    assert out == (text if text.endswith("\n") or not text else text + "\n")


def test_what_others_wrote_behind_ours_stays() -> None:
    """Codex itself writes tables below a server's; a comment behind ours belongs to what follows."""
    made = table.put("a = 1\n", PATH, OURS)
    more = made + '[mcp_servers.segue.tools.x]\napproval_mode = "auto"\n\n# about b\n[b]\nc = 1\n'
    assert table.take(more, PATH) == "a = 1\n\n\n# about b\n[b]\nc = 1\n"


def test_a_table_that_points_elsewhere_is_renewed_in_place() -> None:
    """What the user wrote beside our two lines stays."""
    old = table.put("a = 1\n", PATH, {"command": "/gone", "args": ["mcp"]}) + "startup_timeout_sec = 20\n[z]\ny = 1\n"
    assert table.renew(old, PATH, OURS) == old.replace('"/gone"', '"/p \\"x\\"/python"').replace(
        '["mcp"]', '["-P", "-m", "segue", "mcp"]'
    )


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("a = ", "no TOML"),
        ("mcp_servers = {x = {command = 'y'}}\n", "without touching the rest"),
        ("mcp_servers = 1\n", "no table"),
        ("a = 1\na = 2\n", "no TOML"),
    ],
)
def test_what_cannot_be_edited_safely_is_refused(text: str, why: str) -> None:
    with pytest.raises(UsageError, match=why):
        table.put(text, PATH, OURS)


def test_a_table_written_inline_is_not_taken_out_by_force() -> None:
    with pytest.raises(UsageError, match="without touching the rest"):
        table.take("mcp_servers = {segue = {command = 'y'}, x = {command = 'z'}}\n", PATH)


@given(
    st.dictionaries(
        st.text("abcdef", min_size=1, max_size=4), st.integers() | st.text(max_size=8) | st.booleans(), max_size=4
    ),
    st.sampled_from(["\n", "\r\n"]),
    st.sampled_from(["", "# c\n", "[t]\n"]),
)
def test_any_simple_file_is_given_back(values: dict[str, object], newline: str, tail: str) -> None:
    text = "".join(f"k{key} = {table._rendered(value)}\n" for key, value in values.items()) + tail
    text = text.replace("\n", newline)
    tomllib.loads(text)
    assert table.take(table.put(text, PATH, OURS), PATH) == text
