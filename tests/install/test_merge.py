"""Editing JSON in place: whatever the file looks like, only our bytes come and go."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from segue.errors import UsageError
from segue.install.merge import Json

OURS = {"command": "/p/python", "args": ["-P", "-m", "segue", "mcp"]}
NASTY = {
    "tabs": '{\n\t"a": {\n\t\t"b": [1, 2]\n\t},\n\t"mcpServers": {\n\t\t"x": {"command": "y"}\n\t}\n}\n',
    "crlf": '{\r\n    "mcpServers": {\r\n        "x": {"command": "y"}\r\n    }\r\n}\r\n',
    "one line": '{"mcpServers":{"x":{}},"z":[]}',
    "no end of line": '{\n  "a": 1\n}',
    "byte order mark": '\ufeff{\n  "a": 1\n}\n',
    "empty object": "{}",
    "empty object on two lines": "{\n}\n",
    "empty where ours goes": '{\n  "mcpServers": {},\n  "a": 1\n}\n',
    "odd spaces": '{ "a" :1 ,\n\n   "mcpServers":\n{ "x": {\n} }\n\n\n}  \n\n',
    "duplicates elsewhere": '{"a": 1, "a": 2, "b": {"c": 1, "c": 2}}',
    "escapes": '{"mcp\\u0053ervers": {"x": "\\u00e9\\n\\"}{"}, "é": "\u2028"}',
    "numbers": '{"a": 1.50, "b": 1e3, "c": -0, "d": 12345678901234567890}',
}
COMMENTED = {
    "behind the last": '{\n  "mcpServers": {\n    "x": {} // mine\n  }\n}\n',
    "behind a comma": '{\n  "mcpServers": {\n    "x": {}, // mine\n    /* and this */\n  },\n}\n',
    "between": (
        '// top\n{\n  // about a\n  "a": 1, /* b */\n  "mcpServers": { // servers\n    "x": {}\n    // end\n  }\n'
        '  // "no": 1\n}\n// bottom'
    ),
    "in an empty object": '{\n  "mcpServers": {\n    // none yet\n  }\n}\n',
    "block behind the last": '{"mcpServers": {"x": {} /* mine */}}',
    "what looks like one": '{"a": "// no", "b": "/* no */"}',
}


def subsequence(small: str, big: str) -> bool:
    rest = iter(big)
    return all(letter in rest for letter in small)


@pytest.mark.parametrize("text", [pytest.param(t, id=n) for n, t in NASTY.items()])
def test_putting_in_only_adds_and_taking_out_leaves_the_value_as_it_was(text: str) -> None:
    """No byte goes, whatever the style; the value differs by our member and nothing else."""
    before = Json(text)
    after = before.put(("mcpServers", "segue"), OURS)
    assert subsequence(text, after.text)
    assert after.get(("mcpServers", "segue")) == OURS
    assert ("\r\n" in text) == ("\r\n" in after.text) and after.text.replace("\r\n", "").count("\r") == 0
    out = after.take(("mcpServers", "segue"))
    assert out.value == {**before.value, "mcpServers": before.value.get("mcpServers", {})}


@pytest.mark.parametrize("text", [pytest.param(t, id=n) for n, t in COMMENTED.items()])
def test_comments_stay_with_what_they_speak_of(text: str) -> None:
    """A comment behind the last member stays on that member's line; in and out again is the same text."""
    made = Json(text, comments=True).put(("mcpServers", "segue"), OURS)
    assert subsequence(text, made.text)
    for line in text.splitlines():
        if "// mine" in line:
            assert line.partition("//")[0].strip().rstrip(",") in made.text.partition("// mine")[0].splitlines()[-1]
    if "mcpServers" in text and "none yet" not in text:
        assert made.take(("mcpServers", "segue")).text == text


@pytest.mark.parametrize(
    "text", [pytest.param(NASTY[name], id=name) for name in ("tabs", "crlf", "one line", "odd spaces", "escapes")]
)
def test_in_and_out_beside_other_members_is_the_same_text(text: str) -> None:
    """Where something stands beside ours, taking ours out is the exact inverse."""
    assert Json(text).put(("mcpServers", "segue"), OURS).take(("mcpServers", "segue")).text == text


def test_ours_looks_like_the_file_it_stands_in() -> None:
    made = Json(NASTY["tabs"]).put(("mcpServers", "segue"), {"a": [1]})
    assert '\t\t"x": {"command": "y"},\n\t\t"segue": {\n\t\t\t"a": [\n\t\t\t\t1\n\t\t\t]\n\t\t}\n\t}\n}\n' in made.text


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('{"a": 1', "comma is missing"),
        ('{"a": }', "value is missing"),
        ("{'a': 1}", "key is missing"),
        ('{"a": 1,}', "comma stands before the end"),
        ('// hi\n{"a": 1}', "there is a comment"),
        ("[1]", "holds no object"),
        ('{"a": 1} {"b": 2}', "something follows"),
        ('{"mcpServers": []}', "mcpServers is no object"),
        ('{"mcpServers": null}', "mcpServers is no object"),
        ('{"mcpServers": {}, "mcpServers": {}}', "stands there twice"),
        ('{"mcpServers": {"segue": 1, "segue": 2}}', "stands there twice"),
        ('{"a": "\n"}', "value is missing"),
        ('{"a": 01}', "comma is missing"),
        ('{"a": NaN}', "value is missing"),
        ("[" * 3000, "nested too deep"),
    ],
)
def test_what_cannot_be_edited_safely_is_refused(text: str, why: str) -> None:
    """Broken, ambiguous or of another shape: an error that says where, and no guess."""
    with pytest.raises(UsageError, match=why):
        Json(text).put(("mcpServers", "segue"), OURS)


KEYS = st.text(st.characters(codec="utf-8", exclude_categories=["Cs"]), max_size=6) | st.sampled_from(
    ["mcpServers", "segue", "hooks", "Stop"]
)
LEAVES = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | KEYS
VALUES = st.recursive(LEAVES, lambda kids: st.lists(kids, max_size=4) | st.dictionaries(KEYS, kids, max_size=4))
STYLES = st.sampled_from(
    [{"indent": None}, {"indent": 2}, {"indent": "\t"}, {"indent": 0}, {"separators": (",", ":")}, {"indent": 7}]
)


@st.composite
def files(draw: Any) -> str:
    """An object in some style, with white space of any kind between its tokens."""
    value = draw(st.dictionaries(KEYS, VALUES, max_size=5))
    value = {key: one for key, one in value.items() if key not in ("hooks", "mcpServers")}
    others = st.dictionaries(KEYS.filter(lambda key: key != "segue"), VALUES, min_size=1, max_size=3)
    value["mcpServers"] = draw(others)
    text = json.dumps(value, ensure_ascii=draw(st.booleans()), **draw(STYLES))
    if draw(st.booleans()):
        text = text.replace("\n", "\r\n")
    before, after = (
        draw(st.sampled_from(["", "\ufeff", "\n", "  "])),
        draw(st.sampled_from(["", "\n", "\r\n", " \n\n"])),
    )
    return f"{before}{text}{after}"


@given(files())
def test_any_file_keeps_every_byte_and_gets_it_back(text: str) -> None:
    """Over files of any style: in is only more, out is exactly what was."""
    made = Json(text).put(("mcpServers", "segue"), OURS)
    assert subsequence(text, made.text)
    assert made.take(("mcpServers", "segue")).text == text


@given(files(), st.lists(VALUES, max_size=3))
def test_an_array_of_others_keeps_its_items(text: str, others: list[Any]) -> None:
    """One more item at the end; dropped again, the array is the old text."""
    start = Json(text).put(("hooks", "Stop"), [*others, "theirs"])
    made = start.append(("hooks", "Stop"), {"ours": 1})
    assert made.get(("hooks", "Stop")) == [*others, "theirs", {"ours": 1}]
    assert made.drop(("hooks", "Stop"), len(others) + 1).text == start.text
