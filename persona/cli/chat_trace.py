"""Looking at a trace of the agent: what happened, what was sent, and what the model says to it now."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Any

from persona.cli.output import emit, emit_json, say
from persona.errors import ConfigError

if TYPE_CHECKING:
    from persona.agent.trace import Line
    from persona.llm import OpenAIChat

_SHOWN = 100


def show_trace(path: Path, *, number: int, ask: bool, json: bool) -> None:
    """Shows the steps of a trace and one of its requests in full.

    Args:
        path: of the trace.
        number: of the request, from 0; negative from the end.
        ask: send it again to the configured model.
        json: print JSON.

    Raises:
        AgentError: no trace, or no such request in it.
        ConfigError: it is to be sent and no model is configured.
    """
    from persona.agent.trace import read, sent_in

    lines = read(path)
    request = sent_in(path, number=number)
    said = _asked(request) if ask else None
    if json:
        steps = [{"number": line.number, "kind": line.kind, "text": _gist(line)} for line in lines]
        emit_json({"steps": steps, "request": request, "reply": said})
        return
    for line in lines:
        emit(f"{line.number:>3} {line.kind}: {_gist(line)}")
    emit(f"\nthe request ({request['mode']}, {request['phase']}, {request['tokens']} tokens):")
    for message in request["messages"]:
        emit(f"--- {message['role']}")
        emit(_content(message))
    names = [tool["function"]["name"] for tool in request["tools"]]
    emit(f"--- tools: {', '.join(names) or '-'}")
    if said is not None:
        emit("--- the model says now:")
        emit(said["text"] or str(said["tool_calls"]))


def _gist(line: Line) -> str:
    from persona.guard import safe_line

    data = line.data
    texts: dict[str, Any] = {
        "state": f"{data.get('rounds')} rounds, mode {data.get('mode')}",
        "request": f"{data.get('phase')}, {data.get('tokens')} tokens",
        "reply": data.get("text") or data.get("tool_calls"),
        "summary": data.get("fault") or data.get("facts"),
        "result": data.get("result"),
        "stop": f"{data.get('reason')} {data.get('why', '')}",
    }
    return safe_line(str(texts.get(line.kind, "")), _SHOWN)


def _content(message: dict[str, Any]) -> str:
    calls = [
        f"calls {c['function']['name']} {c['function']['arguments']}"
        for c in message.get("tool_calls", ())
    ]
    content = message.get("content") or ""
    text = content if isinstance(content, str) else str(content)
    return "\n".join([text, *calls]).strip()


def _asked(request: dict[str, Any]) -> dict[str, Any]:
    from persona.config import load
    from persona.llm.configured import configured_model

    model = configured_model(load({}))
    if model is None:
        raise ConfigError("asking again needs a model: set OPENAI_MODEL (and OPENAI_API_KEY)")
    say(f"asking {model.name} again")
    return asyncio.run(_reply(model, request))


async def _reply(model: OpenAIChat, request: dict[str, Any]) -> dict[str, Any]:
    from persona.agent.trace import ask_again

    try:
        reply = await ask_again(model, request)
    finally:
        await model.aclose()
        model.close()
    calls = [{"name": c.name, "arguments": c.arguments} for c in reply.tool_calls]
    return {"text": reply.text, "tool_calls": calls, "finish_reason": reply.finish_reason}
