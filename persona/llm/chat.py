"""A chat model over an OpenAI-compatible server: a call, its reply, what it cost, how it failed."""

from __future__ import annotations

import os
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol
from urllib.parse import urlsplit

from persona.errors import ConfigError, MissingExtraError, ModelError
from persona.llm.failures import spoken
from persona.text import storable

if TYPE_CHECKING:
    import openai

ChatMessage = Mapping[str, Any]

TIMEOUT_SECONDS = 120.0
OPENAI_URL = "https://api.openai.com/v1"


def is_loopback(url: str) -> bool:
    """Whether an address is of this machine."""
    return urlsplit(url).hostname in ("localhost", "127.0.0.1", "::1")


def checked_key(key: str, url: str, whom: str, variable: str) -> str:
    """A key as a client takes it; a server on loopback needs none.

    Args:
        key: as given, or blank.
        url: of the server.
        whom: the model that it is for, in words.
        variable: of the environment that holds it.

    Raises:
        ConfigError: there is none and one is needed, or it cannot be one.
    """
    plain = key.strip()
    if not plain and not is_loopback(url):
        raise ConfigError(f"no key for {whom}: set {variable}")
    if not (plain.isascii() and plain.isprintable()):
        raise ConfigError(f"the key for {whom} has a character that no key has: copy it again")
    return plain or "none"


@dataclass(frozen=True, slots=True)
class Usage:
    """What calls took. Adds with ``+``.

    Attributes:
        calls: requests sent.
        prompt_tokens: of the requests, as the server counts them.
        completion_tokens: of the replies.
        cached_tokens: those of `prompt_tokens` that the server had in its cache.
        seconds: wall time from request to reply.
    """

    calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cached_tokens: int = 0
    seconds: float = 0.0

    @property
    def tokens(self) -> int:
        """Prompt and completion together."""
        return self.prompt_tokens + self.completion_tokens

    def __add__(self, other: Usage) -> Usage:
        return Usage(
            self.calls + other.calls,
            self.prompt_tokens + other.prompt_tokens,
            self.completion_tokens + other.completion_tokens,
            self.cached_tokens + other.cached_tokens,
            self.seconds + other.seconds,
        )


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A tool that the model wants called; `arguments` is its JSON as it came."""

    id: str
    name: str
    arguments: str


@dataclass(frozen=True, slots=True)
class Reply:
    """What a model answered.

    Attributes:
        text: "" where it only called tools.
        finish_reason: stop, length, tool_calls, content_filter, or what the server says.
    """

    text: str
    tool_calls: tuple[ToolCall, ...] = ()
    finish_reason: str = "stop"
    usage: Usage = field(default_factory=Usage)
    model: str = ""


@dataclass(frozen=True, slots=True)
class Delta:
    """A piece of a streamed reply: text as it comes; the whole reply in the last piece."""

    text: str = ""
    reply: Reply | None = None


class ChatModel(Protocol):
    """Anything that answers chat messages."""

    @property
    def name(self) -> str:
        """The model's name; part of the key of an answer."""
        ...

    def reply(self, messages: Sequence[ChatMessage], **options: Any) -> Reply:
        """Answers; options are those of `OpenAIChat.reply`."""
        ...

    async def areply(self, messages: Sequence[ChatMessage], **options: Any) -> Reply:
        """The same, without blocking."""
        ...


class OpenAIChat:
    """A model behind an OpenAI-compatible server, through the `openai` client.

    The client's own retries are off: who calls decides whether a call is worth a second one.

    Args:
        model: the model's name at the server.
        base_url: of the server, ending in ``/v1``; None: ``OPENAI_BASE_URL``, else OpenAI's.
        api_key: None: ``OPENAI_API_KEY``; a server on loopback needs none.
        timeout: seconds for one call.
        options: sent with every call (``temperature``, ``max_tokens``, ``seed`` ...).

    Raises:
        MissingExtraError: the extra `llm` is not installed.
        ConfigError: no key for a server that needs one, or one that cannot be sent.
    """

    def __init__(
        self,
        model: str,
        *,
        base_url: str | None = None,
        api_key: str | None = None,
        timeout: float = TIMEOUT_SECONDS,
        options: Mapping[str, Any] | None = None,
    ) -> None:
        try:
            import openai
        except ImportError as error:
            raise MissingExtraError("a chat model", "llm") from error
        self._model = model
        self._options = dict(options or {})
        # The client would take an empty variable for an address, and for a key.
        url = base_url or os.environ.get("OPENAI_BASE_URL", "").strip() or OPENAI_URL
        key = api_key or os.environ.get("OPENAI_API_KEY", "")
        key = checked_key(key, url, f"the model {model!r}", "OPENAI_API_KEY")
        settings: dict[str, Any] = {"base_url": url, "api_key": key, "timeout": timeout}
        self._client = openai.OpenAI(max_retries=0, **settings)
        self._settings = settings
        self._async: openai.AsyncOpenAI | None = None

    @property
    def name(self) -> str:
        """The model's name."""
        return self._model

    @property
    def endpoint(self) -> str:
        """Base URL of the server."""
        return str(self._client.base_url)

    def reply(self, messages: Sequence[ChatMessage], **options: Any) -> Reply:
        """Sends a chat completion and waits for it.

        Args:
            messages: in OpenAI's form.
            options: further fields of the request (``response_format``, ``tools`` ...).

        Raises:
            ModelError: no reply.
        """
        started = time.perf_counter()
        with spoken():
            answer = self._client.chat.completions.create(**self._request(messages, options))
        return read_reply(answer, time.perf_counter() - started)

    async def areply(self, messages: Sequence[ChatMessage], **options: Any) -> Reply:
        """Sends a chat completion without blocking; as `reply`."""
        started = time.perf_counter()
        with spoken():
            client = self._async_client()
            answer = await client.chat.completions.create(**self._request(messages, options))
        return read_reply(answer, time.perf_counter() - started)

    async def stream(self, messages: Sequence[ChatMessage], **options: Any) -> AsyncIterator[Delta]:
        """Sends a chat completion and gives its text as it comes, the whole reply last.

        Raises:
            ModelError: no reply, or one that broke off.
        """
        started = time.perf_counter()
        request = self._request(messages, options)
        request.setdefault("stream_options", {"include_usage": True})
        gathered = _Gathered()
        with spoken():
            pieces = await self._async_client().chat.completions.create(stream=True, **request)
            async with pieces:  # a reader who leaves early leaves no connection open
                async for piece in pieces:
                    text = gathered.take(piece)
                    if text:
                        yield Delta(text)
        yield Delta(reply=gathered.reply(time.perf_counter() - started))

    async def aclose(self) -> None:
        """Closes the connections of `areply` and `stream`, in the loop that they were made in."""
        if self._async is not None:
            await self._async.close()
            self._async = None

    def close(self) -> None:
        """Closes the connections of `reply`."""
        self._client.close()

    def _async_client(self) -> openai.AsyncOpenAI:
        if self._async is None:
            import openai

            self._async = openai.AsyncOpenAI(max_retries=0, **self._settings)
        return self._async

    def _request(
        self, messages: Sequence[ChatMessage], options: Mapping[str, Any]
    ) -> dict[str, Any]:
        fields = {**self._options, **options}
        kept = {name: value for name, value in fields.items() if value is not None}
        if "response_format" in kept:
            # As a part of the body it is sent as it is; as an argument the client would walk through
            # the whole schema again for every call.
            body = {"response_format": kept.pop("response_format")}
            kept["extra_body"] = {**body, **kept.get("extra_body", {})}
        return {"model": self._model, "messages": [_sendable(dict(m)) for m in messages], **kept}


def _sendable(value: Any) -> Any:
    """A message whose texts can be encoded: a lone surrogate is replaced."""
    if isinstance(value, str):
        return value if value.isascii() else storable(value)
    if isinstance(value, Mapping):
        return {name: _sendable(part) for name, part in value.items()}
    return [_sendable(part) for part in value] if isinstance(value, list | tuple) else value


def read_reply(answer: Any, seconds: float) -> Reply:
    """A reply of the client as ours.

    Raises:
        ModelError: it has no choices.
    """
    if not getattr(answer, "choices", None):
        raise ModelError("the model's server answered without a choice")
    choice = answer.choices[0]
    calls = tuple(
        ToolCall(call.id or f"call_{n}", call.function.name or "", call.function.arguments or "")
        for n, call in enumerate(choice.message.tool_calls or ())
        if getattr(call, "function", None) is not None
    )
    return Reply(
        text=choice.message.content or "",
        tool_calls=calls,
        finish_reason=choice.finish_reason or "stop",
        usage=read_usage(answer.usage, seconds),
        model=answer.model or "",
    )


def read_usage(usage: Any, seconds: float) -> Usage:
    """The usage that a server told of one call, as ours; what it did not tell is 0."""
    details = getattr(usage, "prompt_tokens_details", None)
    return Usage(
        calls=1,
        prompt_tokens=getattr(usage, "prompt_tokens", None) or 0,
        completion_tokens=getattr(usage, "completion_tokens", None) or 0,
        cached_tokens=getattr(details, "cached_tokens", None) or 0,
        seconds=seconds,
    )


class _Gathered:
    """The pieces of one streamed reply, put together."""

    def __init__(self) -> None:
        self._text: list[str] = []
        self._calls: dict[int, list[str]] = {}
        self._finish = ""
        self._usage: Any = None
        self._model = ""

    def take(self, piece: Any) -> str:
        """Adds a piece; gives its text."""
        self._usage = piece.usage or self._usage
        self._model = piece.model or self._model
        text = ""
        for choice in piece.choices[:1]:
            self._finish = choice.finish_reason or self._finish
            if choice.delta is None:
                continue
            text = choice.delta.content or ""
            self._text.append(text)
            for call in choice.delta.tool_calls or ():
                held = self._calls.setdefault(call.index, ["", "", ""])
                held[0] = call.id or held[0]
                if call.function is not None:
                    held[1] += call.function.name or ""
                    held[2] += call.function.arguments or ""
        return text

    def reply(self, seconds: float) -> Reply:
        """The whole reply.

        Raises:
            ModelError: the stream ended before the model had finished.
        """
        if not self._finish:
            raise ModelError("the model's reply broke off")
        calls = tuple(
            ToolCall(held[0] or f"call_{index}", held[1], held[2])
            for index, held in sorted(self._calls.items())
        )
        usage = read_usage(self._usage, seconds)
        return Reply("".join(self._text), calls, self._finish, usage, self._model)
