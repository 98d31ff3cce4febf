"""The extraction prompt: its versioned files, its canaries, and the schema that it asks for."""

from __future__ import annotations

import copy
import hashlib
from functools import cache
from importlib.resources import files
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

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

MAX_ENTITIES = 40
MAX_RELATIONS = 40


class RelationForm(BaseModel):
    """A relation as a model is asked for it: first the words that say it, then what they say.

    What is seldom said may be left out, since a model's time goes with what it writes.
    """

    model_config = ConfigDict(extra="forbid")

    evidence: list[str] = Field(max_length=8)
    quote: str = Field(max_length=200)
    source: str = Field(max_length=120)
    relation: str = Field(max_length=60)
    target: str = Field(max_length=120)
    polarity: Literal[1, 0, -1]
    kind: Literal[tuple(KINDS)]  # type: ignore[valid-type]  # the vocabulary is the one list of kinds
    weight: float
    slot: str | None = Field(default=None, max_length=60)
    source_qualifier: str | None = Field(default=None, max_length=60)
    target_qualifier: str | None = Field(default=None, max_length=60)


class EntityForm(BaseModel):
    """An entity as a model is asked for it."""

    model_config = ConfigDict(extra="forbid")

    name: str = Field(max_length=120)
    type: str | None = Field(max_length=40)
    aliases: list[str] = Field(default=[], max_length=6)
    qualifier: str | None = Field(default=None, max_length=60)


class AnswerForm(BaseModel):
    """An answer as a model is asked for it."""

    model_config = ConfigDict(extra="forbid")

    relations: list[RelationForm] = Field(max_length=MAX_RELATIONS)
    entities: list[EntityForm] = Field(max_length=MAX_ENTITIES)


@cache
def _schema() -> dict[str, Any]:
    return _inlined(AnswerForm.model_json_schema())


def answer_schema() -> dict[str, Any]:
    """The JSON schema of an answer, generated from `AnswerForm`, without references."""
    return copy.deepcopy(_schema())


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
    """Hash of the prompts and the schema: part of the key of an answer."""
    whole = instructions("en") + instructions("zh") + repr(_schema())
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
    """The estimated tokens of a window's request."""
    return fixed_tokens(language(window)) + estimate(render(window))


def request_messages(window: Window) -> list[dict[str, str]]:
    """The chat messages that ask for a window's answer."""
    return [
        {"role": "system", "content": instructions(language(window))},
        {"role": "user", "content": render(window)},
    ]


def retry_messages(window: Window, answer: str, errors: str) -> list[dict[str, str]]:
    """The chat messages that ask once more, with what was wrong with the answer."""
    lang = language(window)
    again = {
        "en": f"That answer cannot be used: {errors}. Answer again, with one JSON object of the form above.",
        "zh": f"这个回答无法使用：{errors}。请按上面的格式只回答一个 JSON 对象。",
    }
    return [
        *request_messages(window),
        {"role": "assistant", "content": answer[:4000] or "{}"},
        {"role": "user", "content": again[lang]},
    ]
