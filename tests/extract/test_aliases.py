"""Two names of one thing, given together."""

from __future__ import annotations

import pytest

from persona.extract.aliases import aliases


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("we run Postgres (pg) in production", [("Postgres", "pg")]),
        ("Kubernetes (k8s)", [("Kubernetes", "k8s")]),
        ("JS, I mean JavaScript", [("JavaScript", "JS")]),
        ("I live in Leiden (Netherlands)", []),
        ("北京大学（简称北大）", [("北京大学", "北大")]),
        ("", []),
    ],
)
def test_declared_aliases(text: str, wanted: list[tuple[str, str]]) -> None:
    assert list(aliases(text)) == wanted
