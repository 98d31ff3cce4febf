"""A small library of two layers, as texts."""

from __future__ import annotations

from typing import Any

import pytest

from persona.templates import TemplateLibrary


def atomic(template_id: str, body: str, language: str = "en", **front: Any) -> tuple[str, str]:
    """A file of an atomic: its path and its text. Values of `front` are YAML."""
    kind, name = template_id.split("/")
    lines = [f"id: {template_id}", f"kind: {kind}", f"language: {language}"]
    lines += [f"{key.rstrip('_')}: {value}" for key, value in front.items()]
    return f"atomic/{kind}/{name}.{language}.md", "\n".join(["---", *lines, "---", body]) + "\n"


BASE = dict(
    [
        atomic("role/cook", "You cook for {{ guest }}.", inputs="{guest: {sample: Ada}}"),
        atomic("role/cook", "你为{{ guest }}做饭。", "zh", inputs="{guest: {sample: 小安}}"),
        atomic("constraint/safe", "- No nuts.", start="rules", end="rules"),
        atomic("constraint/safe", "- 不放坚果。", "zh", start="rules", end="rules"),
        atomic(
            "example/dish",
            "Rice.\nBeans.\nBread.",
            trimmable="tail",
            priority="5",
            start="examples",
            end="examples",
        ),
        (
            "composite/cook.yaml",
            "id: composite/cook\nparts: [role/cook, persona, constraint/safe, example/dish]\n",
        ),
        (
            "composite/host.en.md",
            "---\nid: composite/host\nlanguage: en\n---\n"
            "[role: cook]\n\nSeat everybody.\n[constraint: safe]\n",
        ),
        (
            "scene/dinner.yaml",
            "id: scene/dinner\ncomposite: composite/cook\nvariables: {guest: {en: Ada, zh: 小安}}\n",
        ),
        (
            "joints.yaml",
            '- {ended: "*", begins: rules, en: "Rules:", zh: "规则："}\n'
            '- {ended: "*", begins: examples, en: "Such as:", zh: "例如："}\n',
        ),
    ]
)


@pytest.fixture
def base() -> dict[str, str]:
    """The files of the lower layer; a copy."""
    return dict(BASE)


@pytest.fixture
def library(base: dict[str, str]) -> TemplateLibrary:
    """A library of the lower layer alone."""
    return TemplateLibrary.from_layers([("base", base)])
