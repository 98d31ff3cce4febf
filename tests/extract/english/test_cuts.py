"""Where a text without marks is cut into clauses."""

from __future__ import annotations

import pytest

from persona.extract.english.cuts import segments
from persona.extract.english.tokens import tokens


def _cut(text: str) -> list[str]:
    return [" ".join(token.norm for token in clause) for clause in segments(tokens(text))]


@pytest.mark.parametrize(
    ("text", "clauses"),
    [
        ("i like rye i hate naan", ["i like rye", "i hate naan"]),
        ("love plums hate figs", ["love plums", "hate figs"]),
        ("i love rowing my gf doesnt", ["i love rowing", "my girlfriend does not"]),
        ("since i moved i run", ["since i moved", "i run"]),
        ("i eat rice, and nuts give me hives", ["i eat rice", ",", "and nuts give me hives"]),
        ("I found it so boring", ["i found it so boring"]),
    ],
)
def test_clauses(text: str, clauses: list[str]) -> None:
    assert _cut(text) == clauses


@pytest.mark.parametrize(
    "text",
    ["i like the stew i cook every weekend", "i like people i work with", "I have a strong dislike of rain",
     "i love walking my dog"],
)  # fmt: skip
def test_what_belongs_to_its_noun_is_not_cut_off(text: str) -> None:
    assert len(_cut(text)) == 1
