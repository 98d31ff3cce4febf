from __future__ import annotations

from typing import Any

import pytest

from persona.errors import UsageError
from persona.profile.block import Block, render
from persona.profile.injecting import as_messages, inject
from tests.profile.test_block import ANN, 安

TALK = [
    {"role": "system", "content": "Be kind."},
    {"role": "system", "content": "Be brief."},
    {"role": "user", "content": "hi"},
]


@pytest.mark.parametrize("role", ["system", "developer", "user"])
def test_the_block_goes_after_the_leading_system_messages(role: Any) -> None:
    block = render(ANN)
    given = [dict(message) for message in TALK]
    assert inject(given, block, role) == [
        *TALK[:2], {"role": role, "content": block.text}, TALK[2]
    ]  # fmt: skip
    assert given == TALK


def test_without_a_system_message_the_block_comes_first() -> None:
    assert inject(TALK[2:], render(ANN))[1:] == TALK[2:]


def test_an_earlier_block_is_replaced() -> None:
    old, new = render(ANN), render(安, lang="zh")
    assert inject(inject(TALK, old), new) == inject(TALK, new)
    assert inject(inject(TALK, old, "user"), new) == inject(TALK, new)
    assert inject(inject(TALK, new), new) == inject(TALK, new)


def test_an_earlier_block_within_a_system_message_is_cut_out() -> None:
    old, new = render(ANN), render(安)
    given = [{"role": "system", "content": f"Be kind.\n\n{old.text}"}, *TALK[2:]]
    assert inject(given, new) == [TALK[0], *as_messages(new), TALK[2]]


def test_a_person_may_quote_a_block() -> None:
    quoted = {"role": "user", "content": f"what is this? {render(ANN).text}"}
    assert inject([quoted], render(安))[-1] == quoted


def test_an_empty_block_takes_an_earlier_one_away() -> None:
    assert inject(inject(TALK, render(ANN)), Block("", 0, (), ())) == TALK
    assert as_messages(Block("", 0, (), ())) == []


def test_messages_of_parts_and_of_tools_pass_unchanged() -> None:
    odd: list[dict[str, Any]] = [
        {"role": "user", "content": [{"type": "text", "text": "hi"}]},
        {"role": "assistant", "content": None, "tool_calls": []},
    ]
    assert inject(odd, render(ANN))[1:] == odd


def test_only_roles_before_the_conversation_may_carry_the_block() -> None:
    with pytest.raises(UsageError):
        as_messages(render(ANN), "assistant")  # type: ignore[arg-type]
