"""The completions endpoint: for models that go on with one text and know no turns.

`OpenAICompletions` has the methods of a chat model, so whoever calls one can call it as well. Its
messages become one text; tools and formats of a reply are no part of this endpoint and are left out.
"""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Any

from persona.errors import ModelError
from persona.llm.chat import ChatMessage, Delta, OpenAIChat, Reply, read_usage
from persona.llm.failures import spoken
from persona.text import storable

_CHAT_ONLY = frozenset({"tools", "tool_choice", "parallel_tool_calls", "response_format"})


class OpenAICompletions:
    """The server of a chat model, asked by its completions endpoint.

    Args:
        chat: whose server, name, options and connections are used; close that one.
        defaults: fields of each request that neither the chat model's options nor a call's give.
    """

    def __init__(self, chat: OpenAIChat, *, defaults: Mapping[str, Any] | None = None) -> None:
        self._chat = chat
        self._defaults = dict(defaults or {})

    @property
    def name(self) -> str:
        """The model's name."""
        return self._chat.name

    def reply(self, messages: Sequence[ChatMessage], **options: Any) -> Reply:
        """Sends a text and waits for what follows it.

        Args:
            messages: their texts, one below the other, are the prompt.
            options: further fields of the request (``stop``, ``max_tokens`` ...). Servers stop after
                very few tokens where ``max_tokens`` is not given.

        Raises:
            ModelError: no reply.
        """
        started = time.perf_counter()
        with spoken():
            client = self._chat._client
            answer = client.completions.create(**self._request(messages, options))
        return _read(answer, time.perf_counter() - started)

    async def areply(self, messages: Sequence[ChatMessage], **options: Any) -> Reply:
        """Sends a text without blocking; as `reply`."""
        started = time.perf_counter()
        with spoken():
            client = self._chat._async_client()
            answer = await client.completions.create(**self._request(messages, options))
        return _read(answer, time.perf_counter() - started)

    async def stream(self, messages: Sequence[ChatMessage], **options: Any) -> AsyncIterator[Delta]:
        """Sends a text and gives what follows it as it comes, the whole reply last.

        Raises:
            ModelError: no reply, or one that broke off.
        """
        started = time.perf_counter()
        request = self._request(messages, options)
        request.setdefault("stream_options", {"include_usage": True})
        said: list[str] = []
        finish, usage, model = "", None, ""
        with spoken():
            client = self._chat._async_client()
            pieces = await client.completions.create(stream=True, **request)
            async with pieces:
                async for piece in pieces:
                    usage, model = piece.usage or usage, piece.model or model
                    for choice in piece.choices[:1]:
                        finish = choice.finish_reason or finish
                        if choice.text:
                            said.append(choice.text)
                            yield Delta(choice.text)
        if not finish:
            raise ModelError("the model's reply broke off")
        seconds = time.perf_counter() - started
        whole = Reply("".join(said), (), finish, read_usage(usage, seconds), model)
        yield Delta(reply=whole)

    def _request(
        self, messages: Sequence[ChatMessage], options: Mapping[str, Any]
    ) -> dict[str, Any]:
        fields = {**self._defaults, **self._chat._options, **options}
        kept = {k: v for k, v in fields.items() if v is not None and k not in _CHAT_ONLY}
        prompt = "\n\n".join(storable(str(message.get("content") or "")) for message in messages)
        return {"model": self._chat.name, "prompt": prompt, **kept}


def _read(answer: Any, seconds: float) -> Reply:
    """A reply of the client as ours.

    Raises:
        ModelError: it has no choices.
    """
    if not getattr(answer, "choices", None):
        raise ModelError("the model's server answered without a choice")
    choice = answer.choices[0]
    usage = read_usage(answer.usage, seconds)
    return Reply(choice.text or "", (), choice.finish_reason or "stop", usage, answer.model or "")
