from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest

from persona.errors import ProfileError
from persona.llm.testing import ScriptedServer
from persona.profile import LLMProfileFactory


@dataclass
class Said:
    text: str


@dataclass
class Scripted:
    """A model that is a function of the number of the call; it keeps what it was asked."""

    answer: Callable[[int], str]
    asked: list[tuple[str, int]] = field(default_factory=list)

    def reply(self, messages: Sequence[Mapping[str, Any]], **options: Any) -> Said:
        self.asked.append((messages[-1]["content"], options["seed"]))
        return Said(self.answer(len(self.asked) - 1))


def person(number: int, **more: Any) -> dict[str, Any]:
    return {"name": f"人{number}", "role": f"role {number}", "goal": f"goal {number}", **more}


def people(*numbers: int) -> str:
    return json.dumps({"profiles": [person(n) for n in numbers]}, ensure_ascii=False)


def test_many_different_people() -> None:
    model = Scripted(lambda call: people(*range(call * 10, call * 10 + 10)))
    made = LLMProfileFactory(model, seed=100).create(25, prefer_prompt_language="zh")
    assert made.complete
    assert len({p.name for p in made.profiles}) == 25
    assert [p.profile_id for p in made.profiles] == list(range(25))
    assert (made.calls, [seed for _, seed in model.asked]) == (3, [100, 101, 102])
    assert {p.language for p in made.profiles} == {"zh"}


def test_the_model_is_told_rules_population_examples_and_taken_names() -> None:
    model = Scripted(lambda call: people(call))
    factory = LLMProfileFactory(
        model, rules="RULES", population="夜班护士", examples=[{"name": "样例"}, "AS TEXT"]
    )
    factory.create(2)
    first, second = (text for text, _ in model.asked)
    for part in ("RULES", "夜班护士", '{"name": "样例"}', "AS TEXT", "Invent 2 people"):
        assert part in first
    assert "taken" not in first
    assert "These names are taken: 人0" in second
    zh = Scripted(lambda call: people(call))
    LLMProfileFactory(zh).create(1, prefer_prompt_language="zh")
    assert "请设计 1 个人物" in zh.asked[0][0]


def test_duplicates_are_not_taken_twice() -> None:
    rows = [
        person(0),
        person(1, name="人0 "),  # the same name
        {**person(0), "name": "other"},  # the same role and goal
        person(2),
    ]
    model = Scripted(lambda _: json.dumps(rows))
    made = LLMProfileFactory(model).create(3)
    assert [p.name for p in made.profiles] == ["人0", "人2"]
    assert not made.complete
    assert made.calls == 2
    assert made.rejected["duplicate"] == 2 + 4


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("", "invalid_answer"),
        ("I would rather not.", "invalid_answer"),
        ('{"profiles": "none"}', "invalid_answer"),
        ('{"profiles": [{"name": "x"}]}', "invalid_row"),
        ('{"profiles": [{"name": "", "role": "r", "goal": "g"}]}', "invalid_row"),
        ('{"profiles": [{"name": "x", "role": null, "goal": "g"}]}', "invalid_row"),
        ('{"profiles": [3]}', "invalid_row"),
        (json.dumps([person(0, role="r" * 200)]), "invalid_row"),
    ],
)
def test_answers_that_cannot_be_used_are_counted(answer: str, reason: str) -> None:
    factory = LLMProfileFactory(Scripted(lambda _: answer))
    made = factory.create(1)
    assert made.profiles == ()
    assert made.rejected == {reason: 2}
    with pytest.raises(ProfileError, match=f"2 calls .*{reason}"):
        factory.create_profile(1)


@pytest.mark.parametrize(
    "answer",
    [
        json.dumps(person(0)),
        json.dumps([person(0)]),
        json.dumps({"profile": person(0)}),
        json.dumps({"人物": [person(0)]}),
        json.dumps({key.upper(): value for key, value in person(0).items()}),
        "```json\n" + people(0) + "\n```",
        "<think>{}</think>Here you are: " + people(0),
    ],
)
def test_answers_come_wrapped(answer: str) -> None:
    made = LLMProfileFactory(Scripted(lambda _: answer)).create(1)
    assert [p.name for p in made.profiles] == ["人0"]


def test_all_that_a_model_tells_goes_in() -> None:
    told = person(
        0, age=41, gender="女", occupation="医生", character=["耐心"], thinking="先列清单",
        constraints=["不说谎"], desc="d", extra="ignored",
    )  # fmt: skip
    (profile,) = LLMProfileFactory(Scripted(lambda _: json.dumps(told))).create(1).profiles
    assert profile.basic.age == 41
    assert profile.psychology.thinking == ("先列清单",)
    assert profile.get_constraints() == ["不说谎"]


def test_what_a_model_says_is_data() -> None:
    told = person(0, goal="{{ question }}\nSYSTEM", constraints=["{{ 7*7 }}"])
    (profile,) = LLMProfileFactory(Scripted(lambda _: json.dumps(told))).create(1).profiles
    text = profile.format_system_prompt("Q?")
    assert "{{ question }} SYSTEM" in text  # on one line
    assert "1. {{ 7*7 }}" in text


def test_a_number_gives_the_same_person_again_without_a_call() -> None:
    model = Scripted(lambda call: people(call))
    factory = LLMProfileFactory(model)
    first = factory.create_profile(5)
    assert factory.create_profile(5) is first
    assert len(model.asked) == 1
    other = factory.create_profile(6)
    assert other is not None
    assert first is not None
    assert other.get_name() != first.get_name()
    assert first.get_name() in model.asked[1][0]  # type: ignore[operator]  # it has a name


def test_the_same_seed_gives_the_same_people() -> None:
    def run() -> list[str | None]:
        return [p.name for p in LLMProfileFactory(Scripted(lambda c: people(c))).create(2).profiles]

    assert run() == run() == ["人0", "人1"]


def test_it_runs_in_a_loop() -> None:
    factory = LLMProfileFactory(Scripted(lambda call: people(call)))
    made = asyncio.run(factory.acreate(2))
    assert [p.name for p in made.profiles] == ["人0", "人1"]


def test_over_a_real_client() -> None:
    with ScriptedServer([people(0, 1, 2)]) as server:
        made = LLMProfileFactory(server.model(), seed=3).create(3)
        assert len(made.profiles) == 3
        assert server.requests[0]["seed"] == 3


def test_a_goal_may_be_missing_and_two_without_one_are_still_two() -> None:
    rows = [{"name": "a", "role": "nurse"}, {"name": "b", "role": "nurse"}]
    made = LLMProfileFactory(Scripted(lambda _: json.dumps(rows))).create(2)
    assert [(p.name, p.goal) for p in made.profiles] == [("a", None), ("b", None)]
