from __future__ import annotations

import asyncio

import pytest

from persona.errors import ConfigError, ModelError
from persona.llm import Delta, OpenAIChat, Usage
from persona.llm.testing import Scripted, ScriptedServer

ASK = [{"role": "user", "content": "你好"}]


def test_a_reply_has_text_and_usage() -> None:
    with ScriptedServer(["你好！"]) as server:
        reply = server.model("m", options={"temperature": 0}).reply(ASK, seed=7)
    assert (reply.text, reply.finish_reason, reply.model) == ("你好！", "stop", "m")
    assert reply.usage.calls == 1
    assert reply.usage.prompt_tokens > 0
    assert reply.usage.seconds > 0
    request = server.requests[0]
    assert (request["temperature"], request["seed"]) == (0, 7)
    assert request["messages"] == ASK


def test_tools_are_called() -> None:
    with ScriptedServer([Scripted(tool_calls=(("look", '{"q": 1}'), ("look", "{}")))]) as server:
        reply = server.model().reply(
            ASK, tools=[{"type": "function", "function": {"name": "look"}}]
        )
    assert [(c.id, c.name, c.arguments) for c in reply.tool_calls] == [
        ("call_0", "look", '{"q": 1}'),
        ("call_1", "look", "{}"),
    ]
    assert reply.finish_reason == "tool_calls"


@pytest.mark.parametrize(
    ("scripted", "status", "retryable", "retry_after"),
    [
        (Scripted("slow down", status=429, retry_after=3), 429, True, 3.0),
        (Scripted("boom", status=500), 500, True, None),
        (Scripted("bad key", status=401), 401, False, None),
        (Scripted(hang_up=True), None, True, None),
    ],
)
def test_a_failure_is_one_sentence_and_one_call(
    scripted: Scripted, status: int | None, retryable: bool, retry_after: float | None
) -> None:
    with ScriptedServer([scripted]) as server, pytest.raises(ModelError) as caught:
        server.model().reply(ASK)
    error = caught.value
    assert (error.status, error.retryable, error.retry_after) == (status, retryable, retry_after)
    assert len(server.requests) == 1
    assert "\n" not in str(error)


def test_a_timeout_and_a_server_that_is_not_there() -> None:
    with ScriptedServer([Scripted("late", delay=1.0)]) as server:
        with pytest.raises(ModelError, match="in time"):
            server.model(timeout=0.1).reply(ASK)
        url = server.url
    model = OpenAIChat("m", base_url=url, api_key="x")
    with pytest.raises(ModelError, match="reached"):
        model.reply(ASK)
    model.close()


@pytest.mark.parametrize("key", [None, "", "  "])
def test_no_key(monkeypatch: pytest.MonkeyPatch, key: str | None) -> None:
    if key is not None:
        monkeypatch.setenv("OPENAI_API_KEY", key)
    with pytest.raises(ConfigError, match="OPENAI_API_KEY"):
        OpenAIChat("m")
    local = OpenAIChat("m", base_url="http://127.0.0.1:9/v1")  # asks for none
    local.close()


@pytest.mark.parametrize("key", ["sk-clé", "sk-0123\nsk-4567", "密钥", "sk-\u200b0123"])
def test_a_key_that_cannot_be_sent_is_refused_and_not_told(key: str) -> None:
    with pytest.raises(ConfigError, match="copy it again") as caught:
        OpenAIChat("m", api_key=key)
    assert key not in str(caught.value)


@pytest.mark.parametrize("variable", [None, "", " "])
def test_an_empty_address_counts_as_unset(
    monkeypatch: pytest.MonkeyPatch, variable: str | None
) -> None:
    if variable is not None:
        monkeypatch.setenv("OPENAI_BASE_URL", variable)
    model = OpenAIChat("m", api_key="x")
    assert model.endpoint == "https://api.openai.com/v1/"
    model.close()
    monkeypatch.setenv("OPENAI_BASE_URL", "http://localhost:9/v1")
    model = OpenAIChat("m", api_key="x")
    assert model.endpoint == "http://localhost:9/v1/"
    model.close()


def test_half_a_character_can_be_sent_and_comes_back() -> None:
    asked = [{"role": "user", "content": [{"type": "text", "text": "喜\ud800"}]}]
    with ScriptedServer([Scripted("茶\udfff")]) as server:
        assert server.model().reply(asked).text == "茶\udfff"
    assert server.requests[0]["messages"][0]["content"][0]["text"] == "喜?"


def test_many_at_once_without_blocking() -> None:
    async def ask_all(server: ScriptedServer) -> list[str]:
        model = server.model()
        replies = await asyncio.gather(*(model.areply(ASK) for _ in range(8)))
        await model.aclose()
        return [reply.text for reply in replies]

    with ScriptedServer(lambda _: Scripted("ok", delay=0.2)) as server:
        assert asyncio.run(ask_all(server)) == ["ok"] * 8
        assert server.most_in_flight >= 4


@pytest.mark.parametrize("chunk", [1, 3, 100])
def test_a_stream_is_the_same_reply_in_pieces(chunk: int) -> None:
    async def collect(server: ScriptedServer) -> list[Delta]:
        model = server.model()
        pieces = [piece async for piece in model.stream(ASK)]
        await model.aclose()
        return pieces

    scripted = Scripted(
        "我喜欢 Postgres", tool_calls=(("a", '{"x": 12345}'), ("b", "{}")), chunk=chunk
    )
    with ScriptedServer([scripted]) as server:
        *pieces, last = asyncio.run(collect(server))
    assert "".join(piece.text for piece in pieces) == "我喜欢 Postgres"
    assert last.reply is not None
    assert last.reply.text == "我喜欢 Postgres"
    assert [(c.name, c.arguments) for c in last.reply.tool_calls] == [
        ("a", '{"x": 12345}'),
        ("b", "{}"),
    ]
    assert last.reply.usage.completion_tokens > 0


def test_usage_adds() -> None:
    total = Usage(1, 10, 5, 2, 0.5) + Usage(1, 1, 1, 0, 0.25)
    assert total == Usage(2, 11, 6, 2, 0.75)
    assert total.tokens == 17


def test_a_request_beyond_the_script_is_an_error() -> None:
    with ScriptedServer([]) as server, pytest.raises(ModelError) as caught:
        server.model().reply(ASK)
    assert caught.value.status == 500
