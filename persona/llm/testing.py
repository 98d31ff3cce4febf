"""A scripted OpenAI-compatible server on loopback, for tests, notebooks and docs.

It speaks real HTTP to the real client: chat completions, completions, embeddings, JSON schema and JSON
mode, tools, streaming, stop sequences, usage, errors, delays and ``Retry-After``. What it answers is a
function of the request or a list of answers; what it was asked can be looked at.

::

    with ScriptedServer(["Hello!"]) as server:
        model = server.model()
        assert model.reply([{"role": "user", "content": "Hi"}]).text == "Hello!"
        assert server.requests[0]["messages"][0]["content"] == "Hi"
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from persona.llm.chat import OpenAIChat
from persona.tokens import estimate

Request = Mapping[str, Any]
CHAT, TEXT, VECTORS = "chat/completions", "completions", "embeddings"
"""The endpoints, as they stand after ``/v1/``."""


@dataclass(frozen=True, slots=True)
class Scripted:
    """One answer of the server.

    Attributes:
        text: content of the message.
        tool_calls: (name, arguments as JSON text) of tools to call.
        status: HTTP status; other than 200 it is an error with `text` as its message.
        retry_after: seconds, or an HTTP date as it is; sent as a header with an error.
        delay: seconds before the answer.
        hang_up: close the connection without an answer.
        finish_reason: default by content.
        chunk: characters of one streamed piece.
        usage: False: the server does not say what it counted.
    """

    text: str = ""
    tool_calls: tuple[tuple[str, str], ...] = ()
    status: int = 200
    retry_after: float | str | None = None
    delay: float = 0.0
    hang_up: bool = False
    finish_reason: str | None = None
    chunk: int = 16
    usage: bool = True


Answer = Scripted | str
Script = Sequence[Answer] | Callable[[Request], Answer]
Rows = Sequence[Sequence[float]]


class ScriptedServer:
    """The server; start it with ``with``.

    Args:
        script: answers in the order of the requests, or a function of the request. Requests beyond
            a list are answered with HTTP 500.
        refuses: kinds of ``response_format`` that are answered with 400, as real servers do.
        models: names that ``GET /v1/models`` lists.
        serves: endpoints that there are; the others are answered with 404.
        vectors: for a request for embeddings, a row for each of its texts, or a failure; without it
            there is no such endpoint.

    Attributes:
        requests: what it was asked; headers: with which; paths: at which endpoint.
    """

    __test__ = False  # pytest does not collect it

    def __init__(
        self,
        script: Script = (),
        *,
        refuses: Sequence[str] = (),
        models: Sequence[str] = ("scripted",),
        serves: Sequence[str] = (CHAT, TEXT),
        vectors: Callable[[Request], Rows | Scripted] | None = None,
    ) -> None:
        self._script = script
        self._refuses = frozenset(refuses)
        self._models = tuple(models)
        self._serves = frozenset(serves)
        self._vectors = vectors
        self._lock = threading.Lock()
        self._next = 0
        self.requests: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        self.paths: list[str] = []
        self._made: list[OpenAIChat] = []
        self.in_flight = 0
        self.most_in_flight = 0
        self._server = _Server(("127.0.0.1", 0), _Handler)
        self._server.script = self
        self._thread = threading.Thread(
            target=self._server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True
        )

    def __enter__(self) -> ScriptedServer:
        self._thread.start()
        return self

    def __exit__(self, *exception: object) -> None:
        for model in self._made:
            model.close()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    @property
    def url(self) -> str:
        """Base URL for a client, ending in ``/v1``."""
        return f"http://127.0.0.1:{self._server.server_address[1]}/v1"

    def model(self, name: str = "scripted", **settings: Any) -> OpenAIChat:
        """A chat model that calls this server."""
        made = OpenAIChat(name, base_url=self.url, api_key="none", **settings)
        self._made.append(made)
        return made

    def environment(self, name: str = "scripted") -> dict[str, str]:
        """Environment variables that make a process use this server."""
        return {"OPENAI_BASE_URL": self.url, "OPENAI_API_KEY": "none", "OPENAI_MODEL": name}

    @contextmanager
    def counted(self) -> Iterator[None]:
        """Counts a request as being in flight."""
        with self._lock:
            self.in_flight += 1
            self.most_in_flight = max(self.most_in_flight, self.in_flight)
        try:
            yield
        finally:
            with self._lock:
                self.in_flight -= 1

    def answer(
        self, request: dict[str, Any], headers: dict[str, str], path: str = CHAT
    ) -> Scripted:
        """The answer to a request, which is remembered."""
        kind = (request.get("response_format") or {}).get("type", "text")
        if "schema" in (request.get("response_format") or {}):
            kind += "_schema"
        with self._lock:
            self._remember(request, headers, path)
            if path not in self._serves:
                return Scripted(f"there is no {path} here", status=404)
            if kind in self._refuses:
                return Scripted(f"response_format {kind} is not supported", status=400)
            if callable(self._script):
                found: Answer = ""
            elif self._next < len(self._script):
                found = self._script[self._next]
                self._next += 1
            else:
                found = Scripted("the script has no further answer", status=500)
        if callable(self._script):
            found = self._script(request)
        return Scripted(found) if isinstance(found, str) else found

    def rows(self, request: dict[str, Any], headers: dict[str, str]) -> Rows | Scripted:
        """The vectors for a request for embeddings, which is remembered."""
        with self._lock:
            self._remember(request, headers, VECTORS)
        if self._vectors is None:
            return Scripted(f"there is no {VECTORS} here", status=404)
        return self._vectors(request)

    def _remember(self, request: dict[str, Any], headers: dict[str, str], path: str) -> None:
        self.requests.append(request)
        self.headers.append(headers)
        self.paths.append(path)

    @property
    def listing(self) -> dict[str, Any]:
        """What ``GET /v1/models`` answers."""
        return {"object": "list", "data": [{"id": m, "object": "model"} for m in self._models]}


class _Server(ThreadingHTTPServer):
    script: ScriptedServer
    daemon_threads = True
    request_queue_size = 256

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that went away is not worth a traceback."""


def _completion(request: Request, scripted: Scripted) -> dict[str, Any]:
    calls = [
        {
            "id": f"call_{number}",
            "type": "function",
            "index": number,
            "function": {"name": name, "arguments": arguments},
        }
        for number, (name, arguments) in enumerate(scripted.tool_calls)
    ]
    message: dict[str, Any] = {"role": "assistant", "content": scripted.text or None}
    if calls:
        message["tool_calls"] = calls
    else:
        message["content"] = scripted.text
    answer: dict[str, Any] = {
        "id": "chatcmpl-scripted",
        "object": "chat.completion",
        "created": 0,
        "model": request.get("model", ""),
        "choices": [{"index": 0, "message": message, "finish_reason": _finish(scripted)}],
    }
    if scripted.usage:
        answer["usage"] = _counted(request, scripted)
    return answer


def _text_piece(request: Request, text: str, finish: str | None) -> dict[str, Any]:
    """What the completions endpoint gives: a whole answer, or a piece of one."""
    return {
        "id": "cmpl-scripted",
        "object": "text_completion",
        "created": 0,
        "model": request.get("model", ""),
        "choices": [{"index": 0, "text": text, "logprobs": None, "finish_reason": finish}],
    }


def _text_completion(request: Request, scripted: Scripted) -> dict[str, Any]:
    answer = _text_piece(request, scripted.text, _finish(scripted))
    return {**answer, "usage": _counted(request, scripted)} if scripted.usage else answer


def _text_pieces(request: Request, scripted: Scripted) -> Iterator[dict[str, Any]]:
    size = max(scripted.chunk, 1)
    for start in range(0, len(scripted.text), size):
        yield _text_piece(request, scripted.text[start : start + size], None)
    yield _text_piece(request, "", _finish(scripted))
    if scripted.usage and (request.get("stream_options") or {}).get("include_usage"):
        last = _text_piece(request, "", None)
        yield {**last, "choices": [], "usage": _counted(request, scripted)}


def _stopped(request: Request, scripted: Scripted) -> Scripted:
    """The answer up to the first of the request's stop sequences."""
    given = request.get("stop") or []
    found = [scripted.text.find(stop) for stop in ([given] if isinstance(given, str) else given)]
    ends = [place for place in found if place >= 0]
    return replace(scripted, text=scripted.text[: min(ends)]) if ends else scripted


def _finish(scripted: Scripted) -> str:
    return scripted.finish_reason or ("tool_calls" if scripted.tool_calls else "stop")


def _counted(request: Request, scripted: Scripted) -> dict[str, int]:
    asked = request.get("messages", request.get("prompt", []))
    prompt = estimate(json.dumps(asked, ensure_ascii=False))
    completion = estimate(scripted.text) + sum(estimate(a) for _, a in scripted.tool_calls)
    return {
        "prompt_tokens": prompt,
        "completion_tokens": completion,
        "total_tokens": prompt + completion,
    }


def _pieces(request: Request, scripted: Scripted) -> Iterator[dict[str, Any]]:
    """The answer as the pieces of a stream."""

    def piece(delta: dict[str, Any], finish: str | None = None) -> dict[str, Any]:
        choice = {"index": 0, "delta": delta, "finish_reason": finish}
        return {
            "id": "chatcmpl-scripted",
            "object": "chat.completion.chunk",
            "created": 0,
            "model": request.get("model", ""),
            "choices": [choice],
        }

    yield piece({"role": "assistant", "content": ""})
    for start in range(0, len(scripted.text), max(scripted.chunk, 1)):
        yield piece({"content": scripted.text[start : start + max(scripted.chunk, 1)]})
    for number, (name, arguments) in enumerate(scripted.tool_calls):
        head = {"index": number, "id": f"call_{number}", "type": "function"}
        yield piece({"tool_calls": [{**head, "function": {"name": name, "arguments": ""}}]})
        for start in range(0, len(arguments), max(scripted.chunk, 1)):
            part = arguments[start : start + max(scripted.chunk, 1)]
            yield piece({"tool_calls": [{"index": number, "function": {"arguments": part}}]})
    yield piece({}, _finish(scripted))
    if scripted.usage and (request.get("stream_options") or {}).get("include_usage"):
        yield {**piece({}), "choices": [], "usage": _counted(request, scripted)}


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    @property
    def script(self) -> ScriptedServer:
        server = self.server
        assert isinstance(server, _Server)
        return server.script

    def do_GET(self) -> None:
        found = self.path.rstrip("/").endswith("/models")
        self._send(200 if found else 404, self.script.listing if found else _error("no such page"))

    def do_POST(self) -> None:
        with self.script.counted():
            length = int(self.headers.get("Content-Length") or 0)
            request = json.loads(self.rfile.read(length) or b"{}")
            path = self.path.split("?")[0].rstrip("/").removeprefix("/v1/")
            if path == VECTORS:
                self._embed(request)
                return
            scripted = self.script.answer(request, dict(self.headers), path)
            if scripted.delay:
                time.sleep(scripted.delay)
            self._respond(request, _stopped(request, scripted), path == TEXT)

    def _embed(self, request: dict[str, Any]) -> None:
        found = self.script.rows(request, dict(self.headers))
        if isinstance(found, Scripted):
            time.sleep(found.delay)
            self._respond(request, found, as_text=False)
            return
        rows = [
            {"object": "embedding", "index": number, "embedding": list(row)}
            for number, row in enumerate(found)
        ]
        used = sum(estimate(text) for text in request["input"])
        self._send(
            200,
            {
                "object": "list",
                "data": rows[::-1],  # a client sorts by index
                "model": request.get("model", ""),
                "usage": {"prompt_tokens": used, "total_tokens": used},
            },
        )

    def _respond(self, request: dict[str, Any], scripted: Scripted, as_text: bool) -> None:
        if scripted.hang_up:
            self.close_connection = True
            return
        if scripted.status != 200:
            self._send(scripted.status, _error(scripted.text), scripted.retry_after)
        elif request.get("stream"):
            made = _text_pieces if as_text else _pieces
            self._stream(made(request, scripted))
        else:
            whole = _text_completion if as_text else _completion
            self._send(200, whole(request, scripted))

    def _send(self, status: int, body: Any, retry_after: float | str | None = None) -> None:
        data = json.dumps(body).encode()  # escaped, so that a lone surrogate comes through
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        if retry_after is not None:
            wanted = retry_after if isinstance(retry_after, str) else f"{retry_after:g}"
            self.send_header("Retry-After", wanted)
        self.end_headers()
        self.wfile.write(data)

    def _stream(self, pieces: Iterator[dict[str, Any]]) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        for piece in pieces:
            self._chunk(f"data: {json.dumps(piece)}\n\n".encode())
        self._chunk(b"data: [DONE]\n\n")
        self._chunk(b"")

    def _chunk(self, data: bytes) -> None:
        self.wfile.write(f"{len(data):x}\r\n".encode() + data + b"\r\n")

    def log_message(self, format: str, *args: Any) -> None:
        """Nothing: a test's output is its own."""


def _error(message: str) -> dict[str, Any]:
    return {"error": {"message": message or "scripted error", "type": "scripted"}}
