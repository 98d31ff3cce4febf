"""Laws 6 and 11 with a model that says anything: every row is a fact or has a counted reason."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from persona.engine import Limits
from persona.extract.prompt import CANARIES
from persona.llm.testing import ScriptedServer
from persona.records import USER, Reason
from persona.text import holds_name, name_key
from tests.engine.test_llm_rebuild import engine_on, shown
from tests.strategies import ALL, DISLIKES, ENDED, LIKES, NO_SHRINKING, OTHERS, USES, Said, logs

NAMES = ("tea", "Vim", "jazz", "香菜", "火锅", "Python", "羽毛球", "Quux", CANARIES[0], "墨水鱼")
"""Of no two of these does one hold the other; the last three are in no log."""

TOLD = (*LIKES, *DISLIKES, *USES, *ENDED)

ENDS = ("USER", "USER", "我", "the user", "Go", "Paul")
KINDS = (
    "likes",
    "dislikes",
    "uses",
    "lives_in",
    "asks_about",
    "part_of",
    "friend_of",
    "no such",
    None,
)
BESIDE_A_FACT = {Reason.QUESTION, Reason.UNKNOWN_ID, Reason.ASSISTANT, Reason.UNGROUNDED}
"""A question is turned into a fact of its own kind; a wrong id is counted beside the right place."""

BROKEN: tuple[dict[str, Any], ...] = (
    {"weight": "high"},
    {"weight": None},
    {"polarity": 7},
    {"source": None},
    {"target": ""},
    {"evidence": {"id": "m0"}},
)


def random_rows(seed: int) -> list[dict[str, Any]]:
    """Rows of one answer, each with a target of its own; one in ten is broken."""
    drawn = random.Random(seed)  # a sample, not a secret
    made = []
    for target in drawn.sample(NAMES, 7):
        row: dict[str, Any] = {
            "source": drawn.choice(ENDS),
            "target": target,
            "relation": drawn.choice(["says", "says", "likes", "用", "null", ""]),
            "kind": drawn.choice(KINDS),
            "polarity": drawn.choice([1, -1, 0, None, "1"]),
            "weight": drawn.choice([0.9, 0, "0.5", 7, -1]),
            "evidence": drawn.choice(["holding", "holding", "holding", ["m99"], [], None]),
        }
        broken = drawn.choice(BROKEN) if drawn.random() < 0.1 else {}
        made.append({**row, **broken, "mark": target})
    return made


def once_where_it_stands(answer: list[dict[str, Any]], given_to: list[dict[str, Any]]) -> Any:
    """A model that gives each row once: in the first window that holds its target.

    Rows whose target no log holds are given in the first window. Evidence "holding" is the first
    message of the window that holds the target, else the window's last.
    """
    left = list(answer)

    def cited(row: dict[str, Any], items: list[dict[str, str]]) -> dict[str, Any]:
        if row["evidence"] != "holding":
            return row
        holding = [item["id"] for item in items if row["mark"] in item["text"]]
        return {**row, "evidence": [*holding, items[-1]["id"]][:1]}

    def model(request: Mapping[str, Any]) -> str:
        items = shown(request)
        text = "".join(item["text"] for item in items)
        due = [row for row in left if row["mark"] in text or row["mark"] in NAMES[-3:]]
        for row in due:
            left.remove(row)
        given_to.extend(due)
        rows = [cited(row, items) for row in due]
        return json.dumps({"entities": [], "relations": rows}, ensure_ascii=False)

    return model


@pytest.mark.slow
@settings(max_examples=25, phases=NO_SHRINKING)
@given(logs((*TOLD, *TOLD, *OTHERS), min_size=4, max_size=8), st.integers(0, 2**32))
def test_every_row_of_an_answer_is_a_fact_or_has_a_counted_reason(
    said: list[Said], seed: int
) -> None:
    given_rows: list[dict[str, Any]] = []
    with (
        ScriptedServer(once_where_it_stands(random_rows(seed), given_rows)) as server,
        engine_on(server) as made,
    ):
        made.add("ann", [s.as_dict() for s in said])
        (report,) = made.rebuild(["ann"], limits=Limits(concurrency=1)).users
        targets = {fact.target for fact in made.facts("ann")}
        for row in given_rows:
            reasons = {r.reason for r in report.rejections if row["mark"] in r.detail}
            if name_key(row["mark"]) in targets:
                assert reasons <= BESIDE_A_FACT, (row, report.rejections)
            else:
                assert reasons, (row, report.rejections)
        assert report.rejected == Counter(r.reason.value for r in report.rejections)
        assert made.store.rejections("ann") == report.rejections


ENDING = tuple(template for template in ALL if template[-1] in ".!?。！？")
"""What ends like a sentence: of two run together nobody could say where the second begins."""


def _sentences(templates: tuple[str, ...], name: str) -> list[str]:
    return [template.replace("{x}", name) for template in templates]


@pytest.mark.slow
@settings(max_examples=25, phases=NO_SHRINKING)
@given(
    logs(ENDING, max_size=8),
    st.sampled_from(["likes", "dislikes", "uses"]),
    st.sampled_from([1, -1]),
)
def test_a_model_that_claims_everything_gives_facts_of_what_the_user_said_alone(
    said: list[Said], kind: str, polarity: int
) -> None:
    def claims(request: Mapping[str, Any]) -> str:
        ids = [item["id"] for item in shown(request)]
        rows = [
            {"source": "USER", "target": name, "relation": "says", "kind": kind,
             "polarity": polarity, "weight": 0.9, "evidence": ids}
            for name in NAMES
        ]  # fmt: skip
        return json.dumps({"entities": [], "relations": rows}, ensure_ascii=False)

    with ScriptedServer(claims) as server, engine_on(server) as made:
        made.add("ann", [s.as_dict() for s in said])
        made.rebuild(["ann"])
        by_id = {m.message_id: m for m in made.store.messages("ann")}
        entities = {e.key: e for e in made.store.entities("ann")}
        for fact in made.facts("ann"):
            name = entities[fact.target].name
            for evidence in fact.evidence:
                message = by_id[evidence.message_id]
                assert fact.source == USER
                assert message.is_users
                assert holds_name(message.text, name)
                if fact.polarity:
                    plain = re.sub(r"\s+", " ", message.text)
                    assert any(sentence in plain for sentence in _sentences(TOLD, name))
                    assert not all(sentence in _sentences(OTHERS, name) for sentence in (plain,))
