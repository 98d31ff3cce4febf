"""The languages that templates are written in, and how a language tag is read."""

from __future__ import annotations

from typing import Literal, get_args

from persona.errors import UnknownTemplateError

Language = Literal["en", "zh"]

LANGUAGES: tuple[Language, ...] = get_args(Language)
"""The supported languages; the first is the default."""


def read_language(tag: str | None) -> Language:
    """The supported language that a tag names.

    Case, region and script are not looked at: ``zh-CN``, ``zh_Hans`` and ``ZH`` are ``zh``. None
    and the empty string are the default, English.

    Raises:
        UnknownTemplateError: the language is not supported; the message names those that are.
    """
    if not tag or not tag.strip():
        return LANGUAGES[0]
    primary = tag.strip().casefold().replace("_", "-").split("-", 1)[0]
    if primary in LANGUAGES:
        return primary
    raise UnknownTemplateError(
        f"the language {tag!r} is not supported; the supported ones are {', '.join(LANGUAGES)}"
    )
