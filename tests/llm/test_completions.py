from __future__ import annotations

import asyncio
from typing import Any

import pytest

from persona.errors import ModelError
from persona.llm import Delta, Reply
from persona.llm.completions import OpenAICompletions
from persona.llm.testing import CHAT, TEXT, Scripted, ScriptedServer
from persona.tokens import estimate

ASKED = [{"role": "system", "content": "请续写"}, {"role": "user", "content": "从前"}]


def test_the_messages_are_one_text_and_what_only_chat_takes_is_left_out() -> None:
    with ScriptedServer(["有一座山"]) as server:
        model = OpenAICompletions(server.model(), defaults={"max_tokens": 50, "stop": ["x"]})
        reply = model.reply(ASKED, temperature=0, tools=[], response_format={"type": "text"})
    assert reply.text == "有一座山"
    assert model.name == "scripted"
    assert server.paths == [TEXT]
    assert server.requests == [
        {
            "model": "scripted",
            "prompt": "请续写\n\n从前",
            "max_tokens": 50,
            "stop": ["x"],
            "temperature": 0,
        }
    ]
    assert reply.usage.prompt_tokens == estimate('"请续写\\n\\n从前"')  # as the server counts
    assert reply.usage.calls == 1


def test_the_models_own_options_come_before_the_defaults() -> None:
    with ScriptedServer(["a"]) as server:
        chat = server.model(options={"max_tokens": 7})
        OpenAICompletions(chat, defaults={"max_tokens": 50}).reply(ASKED)
    assert server.requests[0]["max_tokens"] == 7


def streamed(server: ScriptedServer, **options: Any) -> list[Delta]:
    chat = server.model()

    async def gather() -> list[Delta]:
        found = [d async for d in OpenAICompletions(chat).stream(ASKED, **options)]
        await chat.aclose()
        return found

    return asyncio.run(gather())


def test_a_text_streams_and_the_whole_reply_comes_last() -> None:
    with ScriptedServer([Scripted("有一座山，山上有一座庙", chunk=4)]) as server:
        *pieces, last = streamed(server)
    assert [piece.text for piece in pieces] == ["有一座山", "，山上有", "一座庙"]
    assert last.reply is not None
    assert (last.reply.text, last.reply.finish_reason) == ("有一座山，山上有一座庙", "stop")
    assert last.reply.usage.completion_tokens == 11


def test_it_ends_before_a_stop_sequence() -> None:
    with ScriptedServer(["答案是七。\n问题：还有呢？"] * 2) as server:
        whole = OpenAICompletions(server.model()).reply(ASKED, stop=["\n问题："])
        *pieces, _ = streamed(server, stop="\n问题：")
    assert whole.text == "".join(piece.text for piece in pieces) == "答案是七。"


def test_it_does_not_block() -> None:
    with ScriptedServer(["a"]) as server:
        chat = server.model()

        async def ask() -> Reply:
            reply = await OpenAICompletions(chat).areply(ASKED)
            await chat.aclose()
            return reply

        assert asyncio.run(ask()).text == "a"


def test_a_server_without_the_endpoint_and_one_that_hangs_up() -> None:
    with ScriptedServer(["a"], serves=[CHAT]) as server:
        with pytest.raises(ModelError) as caught:
            OpenAICompletions(server.model()).reply(ASKED)
        assert (caught.value.status, caught.value.retryable) == (404, False)
    with ScriptedServer([Scripted(hang_up=True)]) as server, pytest.raises(ModelError):
        streamed(server)
