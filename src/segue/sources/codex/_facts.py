"""What a list shows about one rollout, gathered row by row; reading and glancing both feed it, so they agree."""

from __future__ import annotations

from pathlib import Path

from segue.session.records import Glance, Said, Usage, Via
from segue.sources._text import title_of
from segue.sources.codex import _places
from segue.sources.codex._rows import Body, Row, decode, loose, mapping, parts, string
from segue.sources.codex._speech import Voices, shown, typed

_HEADLESS = {"exec", "subagent", "subAgent", "internal"}


class Facts:
    def __init__(self, path: Path) -> None:
        self.path = path
        self.id = self.parent = self.branch = ""
        self.helper = False
        self.prompts = Voices(near=2)
        self.cwd = self.model = self.name = self.first_time = self.last_time = ""
        self.used: int | None = None
        self.window: int | None = None
        self.cut_from = 0
        """The line from which the last rollback took everything away; 0 when it took nothing."""
        self._opened = self._in_turn = self._prompted = False

    def take(self, line: int, kind: str, row: Row, body: Body) -> None:
        self.at(row.timestamp)
        if kind == "event_msg":
            self._event(line, row, body)
        elif kind == "response_item":
            if body.type == "message" and body.role == "user" and (text := typed(body)):
                self.prompts.written(self._said(line, row, text, body.id))
        elif kind == "turn_context":
            self.cwd, self.model = body.cwd or self.cwd, body.model or self.model
            self.prompts.new_turn()
        elif kind == "compacted":
            self.used = None
        elif kind == "session_meta" and not self._opened:
            self._opens(body)

    def at(self, time: str | None) -> None:
        if time and is_time(time):
            self.first_time = self.first_time or time
            self.last_time = time

    def glance(self, titles: dict[str, str]) -> Glance:
        id_ = self.id or _places.thread_id(self.path)
        prompts = [said for said in self.prompts.said if said.text.strip()]
        title = titles.get(id_) or self.name or (prompts[0].text if prompts else "")
        return Glance(
            agent="codex",
            id=id_,
            path=str(self.path),
            cwd=self.cwd,
            title=title_of(title),
            model=self.model,
            branch=self.branch,
            started=self.first_time,
            ended=self.last_time,
            human_turns=len(self.prompts.said),
            usage=Usage(self.used, self.window),
            helper=self.helper,
            parent=self.parent,
        )

    def _opens(self, body: Body) -> None:
        """The first session_meta wins: a resumed or forked file repeats it with other values."""
        self._opened = True
        self.id, self.cwd = body.id or "", self.cwd or body.cwd or ""
        branch = mapping(body.git).get("branch")
        self.branch = branch if isinstance(branch, str) else ""
        if body.timestamp and is_time(body.timestamp):
            self.first_time, self.last_time = body.timestamp, self.last_time or body.timestamp
        source, thread_source = loose(body.source), loose(body.thread_source)
        kinds = {source} if isinstance(source, str) else set(source) if isinstance(source, dict) else set()
        self.helper = not _HEADLESS.isdisjoint(kinds) or thread_source not in (None, "", "user")
        base = mapping(body.history_base).get("thread_id")
        self.parent = (
            body.forked_from_id
            or body.parent_thread_id
            or _spawned_by(source)
            or (base if isinstance(base, str) else "")
        )

    def _event(self, line: int, row: Row, body: Body) -> None:
        match body.type:
            case "user_message":
                if text := shown(string(body.message), body.kind):
                    self.prompts.heard(self._said(line, row, text, body.id))
            case "item_completed":
                self._item(line, row, decode(body.item, Body))
            case "token_count":
                self.count(body)
            case "task_started" | "turn_started":
                self.window = body.model_context_window or self.window
                self._in_turn, self._prompted = True, False
                self.prompts.new_turn()
            case "task_complete" | "turn_complete" | "turn_aborted":
                self._in_turn = False
            case "thread_rolled_back":
                self.cut_from = self.prompts.roll_back(body.num_turns or 0)
            case "thread_name_updated":
                self.name = body.thread_name or self.name

    def _item(self, line: int, row: Row, item: Body) -> None:
        if item.type != "UserMessage":
            return
        if text := shown("".join(part.text or "" for part in parts(item.content)), None):
            self.prompts.heard(self._said(line, row, text, item.id))

    def count(self, body: Body) -> None:
        """Take a token count, as far as it says something."""
        if body.type != "token_count":
            return
        used, window = _token_count(body)
        self.used = self.used if used is None else used
        self.window = self.window if window is None else window

    def counts(self, body: Body) -> bool:
        """Whether a token count says everything, so that no earlier one matters."""
        return body.type == "token_count" and None not in _token_count(body)

    def _said(self, line: int, row: Row, text: str, uid: str | None) -> Said:
        via: Via = "queued" if self._in_turn and self._prompted else "typed"
        self._prompted = True
        return Said(line=line, role="user", text=text, time=row.timestamp or "", uid=uid or "", via=via)


def _token_count(body: Body) -> tuple[int | None, int | None]:
    info = mapping(body.info)
    last = info.get("last_token_usage")
    used = last.get("total_tokens") if isinstance(last, dict) else None
    window = info.get("model_context_window")
    return used if isinstance(used, int) else None, window if isinstance(window, int) else None


def is_time(text: str) -> bool:
    return text[4:5] == "-" and text[10:11] == "T"


def _spawned_by(source: object) -> str:
    """The parent's id inside `{"subagent": {"thread_spawn": {"parent_thread_id": …}}}`."""
    for key in ("subagent", "thread_spawn", "parent_thread_id"):
        source = source.get(key) if isinstance(source, dict) else None
    return source if isinstance(source, str) else ""
