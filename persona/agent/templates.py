"""Filling a prompt template in one pass: what is put in is never read as a template again."""

from __future__ import annotations

import re
from collections.abc import Mapping

from persona.errors import TemplateError

_PLACEHOLDER = re.compile(r"\{\{\s*(\w+)\s*\}\}")


def placeholders(template: str) -> list[str]:
    """The variables of a template, each once, in order."""
    return list(dict.fromkeys(_PLACEHOLDER.findall(template)))


def fill(template: str, values: Mapping[str, object]) -> str:
    """A template with ``{{name}}`` replaced by values; None is put in as nothing.

    Raises:
        TemplateError: variables that nobody gives, or values that have no text form; all are named.
    """
    wanted = placeholders(template)
    missing = [name for name in wanted if name not in values]
    if missing:
        raise TemplateError(f"missing variables: {', '.join(missing)}")
    texts: dict[str, str] = {}
    faults: list[str] = []
    for name in wanted:
        value = values[name]
        try:
            texts[name] = "" if value is None else str(value)
        except Exception as error:  # noqa: BLE001  whatever a foreign __str__ raises
            faults.append(f"{name} ({type(error).__name__})")
    if faults:
        raise TemplateError(f"variables without a text form: {', '.join(faults)}")
    return _PLACEHOLDER.sub(lambda found: texts[found[1]], template)
