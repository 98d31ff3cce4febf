"""Messages in the forms of vendors: the canonical form is OpenAI's, others are made from it and read.

A request of an Anthropic server has the system prompt apart, calls and results as blocks of content,
and turns of user and assistant one after the other.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from persona.agent.messages import Messages, check_pairs

_DATA = re.compile(r"data:(?P<mime>[\w/+.-]+);base64,(?P<data>.*)", re.DOTALL)


def to_anthropic(messages: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The fields ``system`` and ``messages`` of a request.

    A system message after the first turn becomes a text of the user's turn, where it stands.

    Raises:
        AgentError: calls and results do not belong together.
    """
    check_pairs(messages)
    system: list[str] = []
    turns: list[dict[str, Any]] = []
    for message in messages:
        if message["role"] == "system" and not turns:
            system.append(str(message["content"]))
            continue
        role = "assistant" if message["role"] == "assistant" else "user"
        blocks = list(_blocks(message))
        if turns and turns[-1]["role"] == role:
            turns[-1]["content"].extend(blocks)
        else:
            turns.append({"role": role, "content": blocks})
    return {**({"system": "\n\n".join(system)} if system else {}), "messages": turns}


def _blocks(message: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    content = message.get("content")
    if message["role"] == "tool":
        yield {"type": "tool_result", "tool_use_id": message["tool_call_id"], "content": content}
        return
    if isinstance(content, str) and content:
        yield {"type": "text", "text": content}
    elif content:
        yield from map(_part, content)
    for call in message.get("tool_calls") or ():
        given = json.loads(call["function"]["arguments"] or "{}")
        name = call["function"]["name"]
        yield {"type": "tool_use", "id": call["id"], "name": name, "input": given}


def _part(part: Mapping[str, Any]) -> dict[str, Any]:
    if part["type"] != "image_url":
        return dict(part)
    address = part["image_url"]["url"]
    found = _DATA.fullmatch(address)
    if found is None:
        return {"type": "image", "source": {"type": "url", "url": address}}
    source = {"type": "base64", "media_type": found["mime"], "data": found["data"]}
    return {"type": "image", "source": source}


def from_anthropic(request: Mapping[str, Any]) -> Messages:
    """The canonical messages of such a request; the detail of images is lost in it and becomes low."""
    made: Messages = []
    if request.get("system"):
        made.append({"role": "system", "content": request["system"]})
    for turn in request["messages"]:
        content = turn["content"]
        blocks = [{"type": "text", "text": content}] if isinstance(content, str) else content
        made.extend(_assistant(blocks) if turn["role"] == "assistant" else _user(blocks))
    return made


def _assistant(blocks: Sequence[Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
    text = "\n".join(b["text"] for b in blocks if b["type"] == "text")
    calls = [
        {
            "id": block["id"],
            "type": "function",
            "function": {
                "name": block["name"],
                "arguments": json.dumps(block["input"], ensure_ascii=False),
            },
        }
        for block in blocks
        if block["type"] == "tool_use"
    ]
    if calls:
        yield {"role": "assistant", "content": text or None, "tool_calls": calls}
    else:
        yield {"role": "assistant", "content": text}


def _user(blocks: Sequence[Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
    said: list[dict[str, Any]] = []
    for block in blocks:
        if block["type"] == "tool_result":
            identity = block["tool_use_id"]
            yield {"role": "tool", "tool_call_id": identity, "content": block["content"]}
        elif block["type"] == "image":
            said.append(_image(block["source"]))
        else:
            said.append(dict(block))
    if len(said) == 1 and said[0]["type"] == "text":
        yield {"role": "user", "content": said[0]["text"]}
    elif said:
        yield {"role": "user", "content": said}


def _image(source: Mapping[str, Any]) -> dict[str, Any]:
    address = (
        source["url"]
        if source["type"] == "url"
        else f"data:{source['media_type']};base64,{source['data']}"
    )
    return {"type": "image_url", "image_url": {"url": address, "detail": "low"}}
