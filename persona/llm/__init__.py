"""Calling a chat model: one method, over any OpenAI-compatible server.

`ChatModel` is the seam: whatever has `reply` (and `areply`, `stream` where they are needed) is a
model. `OpenAIChat` is the one that calls a server. `persona.llm.testing` has a scripted server for
tests, notebooks and docs; nothing here pretends to be a model.
"""

from __future__ import annotations

from persona.llm.chat import ChatModel, Delta, OpenAIChat, Reply, ToolCall, Usage
from persona.llm.structured import Structured, ask_json

__all__ = [
    "ChatModel",
    "Delta",
    "OpenAIChat",
    "Reply",
    "Structured",
    "ToolCall",
    "Usage",
    "ask_json",
]
