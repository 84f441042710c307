"""What a part is in a file's text: put in, taken out, and how it stands. Pure: a text in, a text out.

What is ours is known by what it runs (`segue hook`, `segue mcp`) or by its mark, so that it is found again without
any record of ours, and what only has the same name is refused."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Literal

from segue.errors import UsageError
from segue.install import table
from segue.install.merge import Json
from segue.install.records import MARK, Form, Hook, Hooks, Member, Table, Whole

Standing = Literal["absent", "installed", "stale", "foreign", "changed"]
TEMPLATES = Path(__file__).parent / "templates"
SIGNED = "installed by segue"
"""In every file that is all ours."""


class Maker:
    """Our own command, and the agent it speaks to."""

    def __init__(self, agent: str, command: Sequence[str]) -> None:
        self.agent = agent
        self.command = tuple(command)

    def value(self, value: Any) -> Any:
        """A value with our MCP server's command in it, its words apart."""
        program, *arguments = (*self.command, "mcp")
        if isinstance(value, dict):
            return {key: self.value(one) for key, one in value.items()}
        if isinstance(value, list):
            out: list[Any] = []
            for one in value:
                out += arguments if one == "{arguments}" else [self.value(one)]
            return out
        return program if value == "{program}" else value

    def hook(self, hook: Hook) -> str:
        """A hook's command for the shell that the agent runs it in: fixed words, quoted, nothing put in later."""
        return shlex.join((*self.command, "hook", hook.ours, self.agent))

    def whole(self, template: str) -> str:
        """A file of ours, signed. The prompt is the same for all of them; what an agent is to run is this segue."""
        text = (TEMPLATES / template).read_text(encoding="utf-8")
        prompt = (TEMPLATES / "document.md").read_text(encoding="utf-8").rstrip("\n")
        text = text.replace("@@COMMAND@@", json.dumps(self.command)).replace("`segue ", f"`{shlex.join(self.command)} ")
        text = text if SIGNED in text else f"{text}\n<!-- {SIGNED} -->\n"
        return text.replace('"@@PROMPT@@"', json.dumps(prompt)).replace("@@PROMPT@@", prompt)


def put(text: str, form: Form, maker: Maker) -> str:
    """The text with our part in it as it should be; the same text when it is there already."""
    if isinstance(form, Whole):
        if text and SIGNED not in text:
            raise UsageError("it is there already, and it is not segue's")
        return maker.whole(form.template)
    if isinstance(form, Hooks):
        return _hooks_in(text, form, maker)
    found = standing(text, form, maker)
    if found == "foreign":
        raise UsageError(f"{'.'.join(form.path)} is there already, and it is not segue's")
    if found == "installed":
        return text
    wanted = maker.value(form.value)
    if isinstance(form, Table):
        return (table.put if found == "absent" else table.renew)(text, form.path, wanted)
    made = Json(text, comments=form.comments)
    if found == "absent":
        return made.put(form.path, wanted).text
    for key, value in wanted.items():  # whatever else the user wrote beside them stays
        made = made if made.get((*form.path, key)) == value else made.put((*form.path, key), value)
    return made.text


def take(text: str, form: Form, maker: Maker, original: str | None = None) -> str | None:
    """The text without our part; None when nothing would be left of a file that is all ours.

    What we once made around it (`hooks`, `mcpServers`) goes too when it is empty and the original had none."""
    if isinstance(form, Whole):
        return None if text == maker.whole(form.template) else text
    if standing(text, form, maker) in ("absent", "foreign"):
        return text
    if isinstance(form, Table):
        return table.take(text, form.path)
    if isinstance(form, Member):
        made = Json(text, comments=form.comments).take(form.path)
        return _pruned(made, form.path[:-1], original).text
    return _hooks_out(text, form, original)


def standing(text: str, form: Form, maker: Maker) -> Standing:
    """How our part stands in a text; UsageError when the text cannot be read."""
    if isinstance(form, Whole):
        return _whole_stands(text, maker.whole(form.template))
    if isinstance(form, Hooks):
        commands = [[command for *_, command in _mine(Json(text), hook)] for hook in form.events]
        return _stands(any(commands), commands == [[maker.hook(hook)] for hook in form.events])
    found = value_in(text, form)
    if found is not None and not runs_us(found):
        return "foreign"
    wanted = maker.value(form.value)
    same = isinstance(found, dict) and all(found.get(key) == value for key, value in wanted.items())
    return _stands(found is not None, same)


def value_in(text: str, form: Member | Table) -> Any:
    """What stands where our server is registered; None when nothing does."""
    if isinstance(form, Table):
        return table.get(text, form.path)
    return Json(text, comments=form.comments).get(form.path)


def _stands(there: bool, same: bool) -> Standing:
    return "absent" if not there else "installed" if same else "stale"


def _whole_stands(text: str, wanted: str) -> Standing:
    if text and SIGNED not in text:
        return "foreign"
    return "absent" if not text else "installed" if text == wanted else "changed"


def command_in(text: str, form: Form) -> list[str]:
    """The command that the installed part runs, its words apart; empty when there is none or it cannot be told."""
    if isinstance(form, Hooks):
        found = next((c for hook in form.events for *_, c in _mine(Json(text), hook)), "")
        return _words(found)[:-3] if found else []
    if isinstance(form, Whole):
        start = text.find(BRIDGE)
        line = text[start + len(BRIDGE) :].partition("\n")[0].rstrip("; ") if start >= 0 else ""
        return json.loads(line) if line.startswith("[") else []
    return words_of(value_in(text, form))[:-1]


BRIDGE = "const SEGUE: string[] = "


def words_of(value: Any) -> list[str]:
    """The words of a server's command, in whichever of the agents' shapes."""
    command = value.get("command") if isinstance(value, dict) else None
    words = [command] if isinstance(command, str) else command if isinstance(command, list) else []
    arguments = value.get("args") if isinstance(value, dict) else None
    return [str(word) for word in (*words, *(arguments if isinstance(arguments, list) else ()))]


def runs_us(value: Any) -> bool:
    words = words_of(value)
    return words[-1:] == ["mcp"] and any(Path(word).name == "segue" for word in words[:-1])


def _words(command: str) -> list[str]:
    try:
        return shlex.split(command)
    except ValueError:
        return []


def _hooks_in(text: str, form: Hooks, maker: Maker) -> str:
    made = Json(text)
    for hook in form.events:
        found, wanted = list(_mine(made, hook)), maker.hook(hook)
        if [command for *_, command in found] == [wanted]:
            continue
        made = _without(made, hook)
        entry: dict[str, Any] = {"type": "command", "command": wanted, "timeout": hook.seconds}
        matcher = {"matcher": hook.matcher} if hook.matcher else {}
        made = made.append(("hooks", hook.event), {**matcher, "hooks": [entry]})
    return made.text if made.text != Json(text).text else text


def _hooks_out(text: str, form: Hooks, original: str | None) -> str:
    made = Json(text)
    for hook in form.events:
        made = _pruned(_without(made, hook), ("hooks", hook.event), original)
    return made.text


def _mine(text: Json, hook: Hook) -> list[tuple[int, int, str]]:
    """Our commands among an event's: number of the group, number in the group, command."""
    return list(_commands(text.get(("hooks", hook.event)), hook))


def _commands(groups: Any, hook: Hook) -> Iterator[tuple[int, int, str]]:
    for number, group in enumerate(groups if isinstance(groups, list) else ()):
        entries = group.get("hooks") if isinstance(group, dict) else None
        for place, entry in enumerate(entries if isinstance(entries, list) else ()):
            command = entry.get("command") if isinstance(entry, dict) else None
            if isinstance(command, str) and f"{MARK}{hook.ours} " in f"{command} ":
                yield number, place, command


def _without(text: Json, hook: Hook) -> Json:
    """Without our commands; a group that held nothing else goes with its command."""
    path = ("hooks", hook.event)
    for number, place, _ in reversed(_mine(text, hook)):
        group = text.get(path)[number]
        text = text.drop(path, number) if len(group["hooks"]) == 1 else text.drop((*path, number, "hooks"), place)
    return text


def _pruned(text: Json, path: tuple[str, ...], original: str | None) -> Json:
    """Without the empty objects and arrays on a path that the original did not have."""
    before = Json(original, comments=text.comments) if original is not None else None
    while path and text.get(path) in ({}, []) and (before is None or before.get(path) is None):
        text = text.take(path)
        path = path[:-1]
    return text
