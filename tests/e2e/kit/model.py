"""The scripted model as a server on loopback, and the whole life of a network namespace: it ends when we do.

    unshare -n python -m tests.e2e.kit.model LOGS

Every request becomes one JSON line in LOGS/<client>.jsonl, with the body as sent and the answer given, so that a
test can look at what a client really sent. A client is told from the others by its address, /c/<client>/....
Prints `ready` when it listens; ends when its standard input closes, so that no test leaves one behind.
"""

from __future__ import annotations

import json
import re
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from tests.e2e.kit import loopback
from tests.e2e.kit.script import Reply, plan
from tests.e2e.kit.vocabulary import NoSuchToolError
from tests.e2e.kit.wire import as_events, dialect_for

PORT = 8099
ADDRESS = f"http://127.0.0.1:{PORT}"
CLIENT = re.compile(r"^/c/([\w-]+)")
SECRET = {"authorization", "x-api-key", "x-goog-api-key", "cookie"}
MODELS = {"object": "list", "data": [{"id": "fake-model", "object": "model", "type": "model"}], "models": []}


class Model(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, logs: Path) -> None:
        super().__init__(("127.0.0.1", PORT), Handler)
        self.logs = logs
        self.lock = threading.Lock()
        self.failed: set[tuple[str, int]] = set()

    def note(self, client: str, record: dict[str, Any]) -> None:
        with self.lock, (self.logs / f"{client}.jsonl").open("a", encoding="utf-8") as log:
            log.write(json.dumps(record) + "\n")

    def fails_now(self, client: str, reply: Reply) -> bool:
        """A scripted error comes once, so that a retry or the next prompt goes through."""
        if reply.error is None or (client, reply.error) in self.failed:
            return False
        self.failed.add((client, reply.error))
        return True


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Model

    def do_GET(self) -> None:
        self.server.note(self._client(), {"method": "GET", "path": self.path})
        self._json(200, MODELS)

    def do_POST(self) -> None:
        body = json.loads(b"".join(self._body()) or b"{}")
        path = self.path.partition("?")[0]
        dialect = dialect_for(path)
        if dialect is None:
            self._side_call(path, body)
            return
        try:
            reply = plan(dialect.read(body))
        except NoSuchToolError as gone:
            reply = Reply(text=f"NO SUCH TOOL: {gone}")
        self._note(body, reply)
        if self.server.fails_now(self._client(), reply):
            self._json(reply.error or 500, dialect.failure(reply.error or 500))
        elif dialect.wants_stream(body, self.path):
            frames = dialect.stream(body, reply)
            self._stream(as_events(frames, named=dialect.EVENTS_ARE_NAMED, ends_with_done=dialect.ENDS_WITH_DONE))
        else:
            self._json(200, dialect.whole(body, reply))

    def _side_call(self, path: str, body: dict[str, Any]) -> None:
        self._note(body, None)
        tokens = len(json.dumps(body)) // 4
        if path.endswith("/count_tokens"):
            self._json(200, {"input_tokens": tokens})
        elif path.endswith(":countTokens"):
            self._json(200, {"totalTokens": tokens})
        else:
            self._json(404, {"error": {"message": "not scripted", "type": "not_found"}})

    def _body(self) -> Iterator[bytes]:
        if self.headers.get("Transfer-Encoding", "").lower() != "chunked":
            yield self.rfile.read(int(self.headers.get("Content-Length") or 0))
            return
        while size := int(self.rfile.readline().split(b";")[0], 16):
            yield self.rfile.read(size)
            self.rfile.readline()
        self.rfile.readline()

    def _client(self) -> str:
        named = CLIENT.match(self.path)
        return named[1] if named else "unnamed"

    def _note(self, body: dict[str, Any], reply: Reply | None) -> None:
        headers = {name: value for name, value in self.headers.items() if name.lower() not in SECRET}
        record = {"method": "POST", "path": self.path, "headers": headers, "body": body}
        self.server.note(self._client(), {**record, "reply": reply._asdict() if reply else None})

    def _json(self, status: int, answer: dict[str, Any]) -> None:
        text = json.dumps(answer).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def _stream(self, events: Iterator[bytes]) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")  # the end of the connection is the end of the stream
        self.end_headers()
        self.close_connection = True
        try:
            for event in events:
                self.wfile.write(event)
        except (BrokenPipeError, ConnectionResetError):
            pass  # the client was interrupted: that is what some tests are about

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 (the base class named it)
        """Our own log says more."""


def main(logs: Path) -> None:
    logs.mkdir(parents=True, exist_ok=True)
    loopback.bring_up()
    model = Model(logs)
    threading.Thread(target=model.serve_forever, daemon=True).start()
    print("ready", flush=True)
    sys.stdin.read()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
