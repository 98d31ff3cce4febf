"""The extraction prompt: its versioned files, its canaries, and the schema that it asks for."""

from __future__ import annotations

import copy
import hashlib
import re
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from persona.extract.numbering import VERSION, Numbered, numbered
from persona.extract.windows import render
from persona.records import Window
from persona.text import is_cjk
from persona.tokens import estimate
from persona.vocabulary import KINDS

CANARIES = (
    "Quillfern",
    "Brassmoth",
    "Tarnwick",
    "Velnook",
    "Ostrafell",
    "Zemmick",
    "Lanteris",
    "Corvaine",
    "Dunmere",
    "Fenwold",
    "Harrowen",
    "霜桥",
    "墨栈",
    "石隐",
    "鹿笺",
    "青芜",
    "松篱",
    "竹汀",
    "岚笔",
    "桐岸",
    "榆川",
    "雁炉",
)
"""Names that stand in the prompts' examples and nowhere else: an answer that has one was not read
from the log."""

_MARKS = re.compile(r"[,.;!?\n，。；！？、]+")
_CLAUSE_TOKENS = 6  # of the marks around a clause

MAX_ROWS = 8
"""Rows of a clause, and targets of a row, that are asked for."""

MAX_FORCED = 40
"""Numbered clauses up to which the schema wants each of them in the answer, empty or not.

In longer windows the model may leave out those without rows.
"""


class RowForm(BaseModel):
    """What a clause says, as a model is asked for it: first of which things, then what.

    What is seldom said may be left out, since a model's time goes with what it writes.
    """

    model_config = ConfigDict(extra="forbid")

    targets: list[Annotated[str, Field(max_length=80)]] = Field(min_length=1, max_length=MAX_ROWS)
    relation: str = Field(max_length=40)
    kind: Literal[tuple(KINDS)]  # type: ignore[valid-type]  # the vocabulary is the one list of kinds
    polarity: Literal[1, 0, -1]
    type: str = Field(max_length=24)
    source: str | None = Field(default=None, max_length=80)
    slot: str | None = Field(default=None, max_length=40)
    aliases: list[str] | None = Field(default=None, max_length=4)
    source_qualifier: str | None = Field(default=None, max_length=40)
    target_qualifier: str | None = Field(default=None, max_length=40)
    weight: float | None = Field(default=None)


class ClauseForm(BaseModel):
    """The rows of one numbered clause.

    Its words are copied because a small model otherwise loses count of the clauses.
    """

    model_config = ConfigDict(extra="forbid")

    n: int
    clause: str = Field(max_length=100)
    rows: list[RowForm] = Field(max_length=MAX_ROWS)


class AnswerForm(BaseModel):
    """An answer as a model is asked for it."""

    model_config = ConfigDict(extra="forbid")

    clauses: list[ClauseForm]


@cache
def _schema() -> dict[str, Any]:
    return _inlined(AnswerForm.model_json_schema())


def answer_schema(clauses: Sequence[str] | None = None) -> dict[str, Any]:
    """The JSON schema of an answer, generated from `AnswerForm`, without references.

    Args:
        clauses: the words of a window's clauses. Up to `MAX_FORCED` the schema wants as many parts
            and no other words, so that a small model neither leaves one out nor takes the
            assistant's for the user's.
    """
    schema = copy.deepcopy(_schema())
    if clauses is not None:
        wanted = schema["properties"]["clauses"]
        wanted["maxItems"] = len(clauses)
        if 0 < len(clauses) <= MAX_FORCED:
            wanted["minItems"] = len(clauses)
            wanted["items"]["properties"]["clause"] = {"enum": list(dict.fromkeys(clauses))}
    return schema


def _inlined(schema: dict[str, Any]) -> dict[str, Any]:
    """The schema with its definitions put in place: some servers do not follow references."""
    definitions = schema.pop("$defs", {})

    def walk(node: Any) -> Any:
        if isinstance(node, list):
            return [walk(item) for item in node]
        if not isinstance(node, dict):
            return node
        if "$ref" in node:
            return walk(definitions[node["$ref"].rsplit("/", 1)[1]])
        titles = ("title", "description", "default")
        return {
            name: walk(value)
            for name, value in node.items()
            if name not in titles or (name != "default" and not isinstance(value, str))
        }

    inlined: dict[str, Any] = walk(schema)
    return inlined


@cache
def instructions(lang: Literal["en", "zh"]) -> str:
    """The fixed part of the prompt in a language."""
    return files("persona.extract").joinpath("prompts", f"{lang}.md").read_text(encoding="utf-8")


@cache
def prompt_version() -> str:
    """Hash of the prompts, the schema and the way of numbering: part of the key of an answer."""
    whole = f"{instructions('en')}{instructions('zh')}{_schema()!r}{VERSION}"
    return "p" + hashlib.sha256(whole.encode()).hexdigest()[:10]


def language(window: Window) -> Literal["en", "zh"]:
    """The language of a window: Chinese where CJK characters outnumber the words of others."""
    text = " ".join(turn.text for turn in window.turns if turn.message.is_users)
    cjk = sum(map(is_cjk, text))
    words = len("".join(" " if is_cjk(c) else c for c in text).split())
    return "zh" if cjk > words else "en"


@cache
def fixed_tokens(lang: Literal["en", "zh"]) -> int:
    """The estimated tokens of the fixed part of a request."""
    return estimate(instructions(lang))


def request_tokens(window: Window) -> int:
    """The estimated tokens of a window's request.

    The user's words are shown twice, the second time clause by clause; a clause may end at any mark
    of punctuation.
    """
    texts = [turn.text for turn in window.turns if turn.message.is_users]
    clauses = sum(
        estimate(text) + _CLAUSE_TOKENS * (len(_MARKS.findall(text)) + 1) for text in texts
    )
    return fixed_tokens(language(window)) + estimate(render(window)) + clauses


def request_messages(window: Window, shown: Numbered | None = None) -> list[dict[str, str]]:
    """The chat messages that ask for a window's answer.

    Args:
        window: what is asked about.
        shown: the same with its clauses numbered, where that is at hand.
    """
    return [
        {"role": "system", "content": instructions(language(window))},
        {"role": "user", "content": (shown or numbered(window)).text},
    ]


def retry_messages(
    window: Window, answer: str, errors: str, shown: Numbered | None = None
) -> list[dict[str, str]]:
    """The chat messages that ask once more, with what was wrong with the answer."""
    lang = language(window)
    again = {
        "en": f"That answer cannot be used: {errors}. Answer again, with one JSON object of the form above.",
        "zh": f"这个回答无法使用：{errors}。请按上面的格式只回答一个 JSON 对象。",
    }
    return [
        *request_messages(window, shown),
        {"role": "assistant", "content": answer[:4000] or "{}"},
        {"role": "user", "content": again[lang]},
    ]
