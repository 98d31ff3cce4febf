"""What a message's content says: its text, what is attached, its role, its ids."""

from __future__ import annotations

import codecs
import re
from typing import Any

from persona.records import Role

_SURROGATE = re.compile("[\ud800-\udfff]")
_THINKING = re.compile(
    r"<think(?:ing)?>.*?(?:</think(?:ing)?>|\Z)"
    r"|<details\b[^<>]{0,200}?\btype=.?(?:reasoning|tool_calls|code_interpreter)[^<>]{0,400}>.*?(?:</details>|\Z)"
    r"|<details[^<>]{0,400}>\s{0,20}<summary>\s{0,20}Think.*?(?:</details>|\Z)",
    re.DOTALL | re.IGNORECASE,
)

_ROLES: dict[str, Role] = {
    **dict.fromkeys(("user", "human", "customer", "用户", "用戶", "客户", "顾客", "我"), "user"),
    **dict.fromkeys(
        ("assistant", "ai", "gpt", "bot", "chatgpt", "bing", "bard", "claude", "model", "agent",
         "助手", "客服", "机器人", "機器人", "智能助手", "模型"),
        "assistant",
    ),
    **dict.fromkeys(("system", "developer", "系统", "系統"), "system"),
    **dict.fromkeys(("tool", "function", "function_call", "observation", "ipython", "工具"), "tool"),
}  # fmt: skip

_KINDS = {
    "image": "image",
    "image_url": "image",
    "input_image": "image",
    "image_file": "image",
    "input_audio": "audio",
    "audio": "audio",
    "output_audio": "audio",
    "video": "video",
    "video_url": "video",
    "input_video": "video",
    "file": "file",
    "input_file": "file",
    "document": "file",
}
_TEXTS = {"text", "input_text", "output_text"}


def role_of(word: Any) -> Role | None:
    """The role that a source's word means ("human", "客服"), in any case; None if unknown."""
    if not isinstance(word, str):
        return None
    return _ROLES.get(word) or _ROLES.get(word.strip().lower())


def clean(text: str) -> str:
    """The text as the store can hold it: no NUL, a lone surrogate replaced by U+FFFD."""
    if text.isascii():
        return text.replace("\x00", "") if "\x00" in text else text
    try:
        # As `encode`, but CPython keeps the bytes with the text, and masking and SQLite take them there.
        data, _ = codecs.readbuffer_encode(text)
    except UnicodeEncodeError:
        return _SURROGATE.sub("\ufffd", text).replace("\x00", "")
    # A NUL is found faster in bytes than in characters of two bytes, of which half are zero.
    return text.replace("\x00", "") if b"\x00" in data else text


def identifier(value: Any) -> str | None:
    """An id as text: never a float, never blank, at most 400 characters; None if it is none.

    Numbers of over 15 digits stay whole because they are kept as text from the start.
    """
    if isinstance(value, str):
        return clean(value).strip()[:400] or None
    if not isinstance(value, int) or isinstance(value, bool):
        return None
    try:
        return str(value)[:400]
    except ValueError:  # an integer of over 4,300 digits
        return None


def shown(value: Any) -> str:
    """The beginning of a value as text, for a sentence about it."""
    try:
        return str(value)[:40]
    except ValueError:  # an integer of over 4,300 digits
        return "a number too long"


def first_id(record: dict[str, Any], *names: str) -> str | None:
    """The first of these fields that holds an id."""
    for name in names:
        value = record.get(name)
        if value is not None and (found := identifier(value)) is not None:
            return found
    return None


def read_parts(content: Any, *, joint: str = "\n") -> tuple[str, tuple[str, ...]]:
    """The text of a content and the kinds of what is attached to it.

    Args:
        content: text, None, or a list of parts: text, or objects with ``type`` (the parts of the
            OpenAI, Anthropic and LangChain interfaces).
        joint: what stands between two parts of text.

    Returns:
        The text ("" if there is none) and the kinds, in order. What is neither text nor an
        attachment (a tool call, reasoning) adds to neither.
    """
    if isinstance(content, str):
        return content, ()
    if isinstance(content, dict):
        content = [content]
    if not isinstance(content, list):
        return "", ()
    texts: list[str] = []
    kinds: list[str] = []
    for part in content:
        if isinstance(part, str):
            texts.append(part)
        elif isinstance(part, dict):
            _read_part(part, texts, kinds)
    return joint.join(text for text in texts if text), tuple(kinds)


def _read_part(part: dict[str, Any], texts: list[str], kinds: list[str]) -> None:
    word = part.get("type")
    kind = word if isinstance(word, str) else ""
    if kind in _TEXTS or (word is None and "text" in part):
        text = part.get("text")
        if isinstance(text, dict):  # the assistants interface: {"text": {"value": ...}}
            text = text.get("value")
        texts.append(text if isinstance(text, str) else "")
    elif kind == "refusal":
        refusal = part.get("refusal")
        texts.append(refusal if isinstance(refusal, str) else "")
    elif kind in _KINDS:
        kinds.append(_KINDS[kind])


def without_thinking(text: str) -> str:
    """An assistant's text without its reasoning (``<think>`` and folded ``<details>``)."""
    if "<" not in text or ("<think" not in text and "<details" not in text):
        return text
    return _THINKING.sub("", text).strip()
