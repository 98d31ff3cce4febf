"""Any bytes give messages or one `LogFormatError`, whichever reader gets them."""

from __future__ import annotations

import contextlib
import io
import json
from datetime import UTC
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from persona.errors import LogFormatError
from persona.logs import as_expected, formats, read
from persona.text import is_cjk

SAMPLES = Path(__file__).parent / "samples"
FILES = [
    path
    for path in sorted(SAMPLES.rglob("*"))
    if path.is_file() and not path.name.endswith(".expected.json")
]
NAMES = [each.name for each in formats()]

JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=True)
    | st.text(max_size=8)
    | st.sampled_from(["user", "assistant", "2024-01-01T00:00:00Z", "1714570000", "\ud800"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                [
                    "role",
                    "content",
                    "text",
                    "messages",
                    "id",
                    "uuid",
                    "mapping",
                    "message",
                    "author",
                    "parent",
                    "children",
                    "from",
                    "value",
                    "conversations",
                    "chat_messages",
                    "sender",
                    "data",
                    "type",
                    "kwargs",
                    "lc",
                    "query",
                    "answer",
                    "ts",
                    "user",
                    "chats",
                    "list",
                    "from_id",
                    "date",
                    "timestamp",
                    "current_node",
                    "parts",
                    "content_type",
                    "payload",
                    "sessionId",
                    "session_id",
                    "user_content",
                    "ai_content",
                    "chat",
                    "history",
                    "currentId",
                    "guild",
                    "channel",
                    "created_at",
                    "create_time",
                    "reference",
                    "attachments",
                    "files",
                ]
            ),
            inner,
            max_size=5,
        )
    ),
    max_leaves=25,
)


def consume(data: bytes, fmt: str) -> None:
    with contextlib.suppress(LogFormatError):
        log = read(io.BytesIO(data), fmt=fmt, user_id="u", tz=UTC, date_order="dmy")
        for message in log:
            assert message.text.strip()
            assert "\x00" not in message.text
            message.text.encode()
            message.conversation_id.encode()
            message.message_id.encode()
            assert message.time is None or message.time.tzinfo is UTC
            assert all(0 <= span.start < span.end <= len(message.text) for span in message.foreign)
            json.dumps(as_expected(message))
        for sentence in log.warnings:
            sentence.encode()


@settings(max_examples=25, deadline=None)
@given(data=st.binary(max_size=400))
@pytest.mark.parametrize("fmt", NAMES)
def test_any_bytes(fmt: str, data: bytes) -> None:
    consume(data, fmt)


@settings(max_examples=25, deadline=None)
@given(value=JSON)
@pytest.mark.parametrize("fmt", NAMES)
def test_any_json_of_known_words(fmt: str, value: object) -> None:
    text = json.dumps(value)
    consume(text.encode(), fmt)
    consume(f"[{text}]".encode(), fmt)


@settings(max_examples=15, deadline=None)
@given(cuts=st.data())
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_damaged_samples(path: Path, cuts: st.DataObject) -> None:
    data = bytearray(path.read_bytes())
    for _ in range(cuts.draw(st.integers(1, 3))):
        at = cuts.draw(st.integers(0, len(data) - 1)) if data else 0
        data[at : at + cuts.draw(st.integers(0, 20))] = cuts.draw(st.binary(max_size=6))
    consume(bytes(data), "auto")


ODD: tuple[Any, ...] = (
    None, [], {}, "x", "", 1e308, float("nan"), -1, True, "\ud800", 10**30, [[]], [None], {"type": []},
)  # fmt: skip


def disturbed(value: Any, random: Random) -> Any:
    """The value with some parts lost or turned into something of another kind."""
    if random.random() < 0.06:
        return random.choice(ODD)
    if isinstance(value, dict):
        return {
            key: disturbed(inner, random) for key, inner in value.items() if random.random() > 0.03
        }
    return [disturbed(inner, random) for inner in value] if isinstance(value, list) else value


@settings(max_examples=25, deadline=None)
@given(random=st.randoms(use_true_random=False), fmt=st.sampled_from(["auto", *NAMES]))
@pytest.mark.parametrize(
    "path", [path for path in FILES if path.suffix == ".json"], ids=lambda path: path.name
)
def test_fields_of_the_wrong_kind(path: Path, random: Random, fmt: str) -> None:
    try:
        document = json.loads(path.read_bytes())
    except ValueError:  # the torn sample
        return
    consume(json.dumps(disturbed(document, random)).encode(), fmt)
    consume(json.dumps(disturbed(document, random)).encode(), "auto")


@settings(max_examples=8, deadline=None)
@given(cut=st.integers(min_value=1, max_value=5000))
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_torn_file_keeps_what_came_before(path: Path, cut: int) -> None:
    consume(path.read_bytes()[:cut], "auto")


LONG = (
    "a" * 200_000 + "!",
    " " * 200_000 + ">",
    "<details type=reasoning " * 9_000,
    "<details " + "type=reasoning " * 9_000,
    "<title>" * 30_000,
    "<title>" + " " * 200_000,
    "On " + ":" * 160 + " " * 200_000 + "\n> ",
    "\ue200" * 100_000,
    "-" * 200_000,
    "<" * 200_000,
    '"""' + " " * 200_000,
)


@pytest.mark.parametrize("text", LONG, ids=lambda text: repr(text[:12]))
def test_long_texts_take_linear_time(text: str) -> None:
    """A quadratic pattern would take minutes for one of these; all together take a second."""
    turns = [{"role": role, "content": text} for role in ("user", "assistant")]
    consume(json.dumps({"messages": turns}).encode(), "openai-jsonl")
    consume(f"[13/02/2024, 21:05:10] Ann: {text}\n".encode(), "whatsapp")
    head = "localId,TalkerId,Type,SubType,IsSender,CreateTime,StrContent,Sender"
    cell = text.replace('"', '""')
    consume(f'{head}\n1,1,49,57,1,1,"<{cell}",w\n'.encode(), "wechat-memotrace")


def test_the_samples_have_chinese() -> None:
    assert any(is_cjk(c) for path in FILES for c in path.read_text("utf-8", errors="ignore"))
