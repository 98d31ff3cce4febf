from __future__ import annotations

from datetime import UTC, datetime

import pytest

from persona.config import Settings
from persona.engine import PersonaEngine
from persona.errors import UnknownNameError, UsageError
from persona.llm.testing import ScriptedServer
from tests.engine.test_llm_rebuild import engine_on, likes_what_stands_there, message


def test_a_plan_counts_windows_and_tokens_and_calls_nothing() -> None:
    with (
        ScriptedServer(likes_what_stands_there) as server,
        engine_on(server, price_prompt=2.0) as made,
    ):
        made.add("ann", [message(n, "我喜欢火锅") for n in range(3)])
        (plan,) = made.plan()
        assert (plan.user_id, plan.due, plan.windows, plan.to_ask) == ("ann", True, 3, 3)
        assert plan.extractor == "llm:scripted"
        assert server.requests == []
        made.rebuild(["ann"])
        sent = [m["content"] for r in server.requests for m in r["messages"]]
        # one token a CJK character, one for every four begun others, over whole requests
        cjk = sum("一" <= c <= "鿿" or c in "，。、（）：；“”？《》" for text in sent for c in text)
        assert cjk <= plan.tokens <= cjk + sum(map(len, sent)) / 2
        assert plan.cost == pytest.approx(plan.tokens * 2 / 1_000_000)
        (after,) = made.plan()
        assert (after.due, after.to_ask, after.tokens) == (False, 0, 0)
        (again,) = made.plan(refresh=True)
        assert (again.due, again.to_ask, again.tokens) == (True, 3, plan.tokens)


def test_a_plan_of_the_rules_takes_no_tokens() -> None:
    with PersonaEngine(settings=Settings(db="sqlite://")) as made:
        made.add("ann", [message(1, "I like tea")])
        (plan,) = made.plan()
        assert (plan.extractor, plan.to_ask, plan.tokens) == ("rules", 1, 0)
        with pytest.raises(UnknownNameError):
            made.plan(["bob"])


def test_since_and_limit_choose_users() -> None:
    with PersonaEngine(settings=Settings(db="sqlite://")) as made:
        for day, user in enumerate(("ann", "bob", "cy"), 1):
            made.add(user, [message(1, "I like tea", day=day)])
        since = datetime(2026, 1, 3, tzinfo=UTC)  # day 2: bob's message, to the second
        assert [r.user_id for r in made.rebuild(since=since).users] == ["bob", "cy"]
        # ann is due, the others are not: the limit counts who is due
        assert [r.user_id for r in made.rebuild(limit=1).users] == ["ann"]
        assert made.rebuild(limit=1).users == ()
        with pytest.raises(UsageError, match="at least 1"):
            made.rebuild(limit=0)
        with pytest.raises(UsageError, match="zone"):
            made.rebuild(since=datetime(2026, 1, 3))  # noqa: DTZ001  # what is refused


def test_dead_windows_are_in_no_plan_unless_asked_for() -> None:
    with ScriptedServer(lambda _: "no") as server, engine_on(server, retries=0) as made:
        made.add("ann", [message(1, "I like jazz")])
        for _ in range(5):
            made.rebuild(["ann"])
        assert made.plan()[0].to_ask == 0
        assert made.plan(retry_dead=True)[0].to_ask == 1
