from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from persona.agent import Agent
from persona.agent.team import LIBRARY, Capability, Team, TeamResult, shipped
from persona.engine.loop import LoopThread
from persona.llm.testing import Scripted, ScriptedServer
from persona.templates import TemplateLibrary
from persona.templates.lint import lint

PLAN = {
    "tasks": [
        {
            "id": "t1",
            "description": "查一月的销售额",
            "capability": "figures",
            "expected": "a number",
        },
        {
            "id": "t2",
            "description": "查二月的销售额",
            "capability": "figures",
            "expected": "a number",
        },
        {"id": "t3", "description": "compare both", "capability": "words", "needs": ["t1", "t2"]},
    ]
}
CALM = json.dumps(
    {"verdict": "no_change", "risks": ["none"], "checkpoints": ["t1"], "way_back": "-"}
)


class Figure(BaseModel):
    amount: int


def secret_lookup(month: str) -> int:
    """Reads the ledger of the vault."""
    return {"一月": 1000, "二月": 1200}[month]


def figures(request: Any) -> Scripted:
    said = str(request["messages"])
    month = "一月" if "一月" in said else "二月"
    tools = [m for m in request["messages"] if m["role"] == "tool"]
    if not tools:
        return Scripted(tool_calls=(("secret_lookup", json.dumps({"month": month})),))
    return Scripted(json.dumps({"amount": int(tools[-1]["content"])}))


def words(request: Any) -> Scripted:
    both = "1000" in str(request["messages"]) and "1200" in str(request["messages"])
    return Scripted("二月多 200" if both else "?")


class Stage:
    def __init__(self, servers: dict[str, ScriptedServer], run: Callable[[], TeamResult]) -> None:
        self.servers, self.run = servers, run

    def asked(self, name: str) -> list[str]:
        return [json.dumps(r, ensure_ascii=False) for r in self.servers[name].requests]


@contextmanager
def stage(
    planner: Any, reviewer: Any, *, worker: Any = figures, **settings: Any
) -> Iterator[Stage]:
    scripts = {"planner": planner, "reviewer": reviewer, "figures": worker, "words": words}
    with ExitStack() as stack:
        servers = {n: stack.enter_context(ScriptedServer(s)) for n, s in scripts.items()}
        models = {n: server.model() for n, server in servers.items()}
        capabilities = [
            Capability(
                "figures", "looks up sales", Agent(models["figures"], tools=[secret_lookup]), Figure
            ),
            Capability("words", "writes a sentence", Agent(models["words"])),
        ]
        team = Team(models["planner"], models["reviewer"], capabilities, **settings)
        loop = LoopThread()

        async def work() -> TeamResult:
            try:
                return await team.arun("一月和二月相比如何？")
            finally:
                for model in models.values():
                    await model.aclose()

        yield Stage(servers, lambda: loop.run(work()))
        loop.close()


def test_plan_work_review_answer() -> None:
    with stage([json.dumps(PLAN), "二月比一月多 200。"], [CALM, CALM], language="zh") as scene:
        result = scene.run()
    assert (result.reason, result.answer) == ("converged", "二月比一月多 200。")
    assert [card.status for card in result.cards] == ["done", "done", "done"]
    assert result.cards[2].result == "二月多 200"
    assert len(result.verdicts) == 2
    assert result.usage.calls == sum(len(s.requests) for s in scene.servers.values())
    first, *_, last = result.history
    assert first.id == "t1"
    assert last.parent == result.history[2].digest
    assert {m.status for m in result.messages} == {"asked", "done"}


def test_each_role_sees_only_what_it_is_to_see() -> None:
    with stage([json.dumps(PLAN), "done"], [CALM, CALM]) as scene:
        scene.run()
    [plan, answer] = scene.asked("planner")
    assert "looks up sales" in plan
    for text in (plan, answer, *scene.asked("reviewer")):
        assert "secret_lookup" not in text
        assert "vault" not in text
    for text in scene.asked("figures"):  # side by side, each only with its own
        assert ("一月" in text) != ("二月" in text)
        assert "compare both" not in text
        assert "相比如何" not in text
    [only] = scene.asked("words")
    assert "looks up sales" not in only
    assert "1000" in only
    assert all("a number" in text for text in scene.asked("reviewer"))


def test_what_the_review_wants_changed_is_done_again_with_what_needs_it() -> None:
    change = {"verdict": "change", "changes": [{"task_id": "t1", "reason": "give the unit"}]}
    counted: list[int] = []

    def worker(request: Any) -> Scripted:
        if "give the unit" in str(request["messages"]):
            counted.append(1)
            return Scripted('{"amount": 1000, "unit": "EUR"}')
        return figures(request)

    script = [json.dumps(change), CALM, CALM]
    with stage([json.dumps(PLAN), "done"], script, worker=worker) as scene:
        result = scene.run()
    assert result.reason == "converged"
    assert counted == [1]
    assert [card.attempts for card in result.cards] == [2, 1, 2]
    assert "rejected" in [m.status for m in result.messages]


def test_a_review_without_end_is_bounded_and_one_that_changes_nothing_converges() -> None:
    change = json.dumps({"verdict": "change", "changes": [{"task_id": "t1", "reason": "more"}]})
    numbers = iter(range(100))

    def restless(request: Any) -> Scripted:
        return Scripted(json.dumps({"amount": next(numbers)}))

    with stage(
        [json.dumps(PLAN), "done"], lambda _: change, worker=restless, most_reviews=3
    ) as scene:
        result = scene.run()
    assert (result.reason, len(result.verdicts)) == ("bounded", 3)
    with stage([json.dumps(PLAN), "done"], lambda _: change, most_reviews=9) as scene:
        result = scene.run()
    assert (result.reason, len(result.verdicts)) == ("converged", 2)  # no result differed


def test_a_plan_that_cannot_be_used_is_told_to_the_planner_three_times() -> None:
    wrong = json.dumps({"tasks": [{"id": "t1", "description": "d", "capability": "fly"}]})
    with stage([wrong, json.dumps(PLAN), "done"], [CALM, CALM]) as scene:
        result = scene.run()
    assert result.reason == "converged"
    assert "no capability 'fly'" in scene.asked("planner")[1]
    with stage(lambda _: wrong, []) as scene:
        result = scene.run()
    assert result.reason == "plan_failed"
    assert "fly" in result.answer
    assert len(scene.asked("planner")) == 3


def test_a_broken_contract_is_in_the_report_of_the_reviewer() -> None:
    def worker(request: Any) -> Scripted:
        return Scripted('{"amount": "many"}')

    with stage([json.dumps(PLAN), "done"], [CALM, CALM], worker=worker) as scene:
        result = scene.run()
    assert "amount" in result.cards[0].report
    assert "valid integer" in scene.asked("reviewer")[0]


def test_what_needs_a_failed_task_is_not_done() -> None:
    with stage(
        [json.dumps(PLAN), "nothing"], [CALM, CALM], worker=lambda _: Scripted("no", status=401)
    ) as scene:
        result = scene.run()
    assert [card.status for card in result.cards] == ["failed", "failed", "failed"]
    assert scene.asked("words") == []
    assert result.answer == "nothing"


def test_a_reviewer_that_talks_nonsense_ends_it_with_the_results() -> None:
    with stage([json.dumps(PLAN)], lambda _: "I like it") as scene:
        result = scene.run()
    assert result.reason == "failed"
    assert "t3: 二月多 200" in result.answer


def test_a_task_card_fills_a_scene_that_can_be_replaced(tmp_path: Path) -> None:
    report = lint(shipped())
    assert [finding for finding in report.findings if "worker_task" in str(finding)] == []
    folder = tmp_path / "own"
    (folder / "atomic" / "task").mkdir(parents=True)
    text = (LIBRARY / "atomic" / "task" / "worker_task.en.md").read_text("utf-8")
    own = text.replace("Do the task with the number", "OUR HOUSE STYLE, task")
    (folder / "atomic" / "task" / "worker_task.en.md").write_text(own, encoding="utf-8")
    with stage(
        [json.dumps(PLAN), "fine"], [CALM, CALM], library=TemplateLibrary(folder, LIBRARY)
    ) as (found):
        found.run()
        assert all("OUR HOUSE STYLE, task t" in asked for asked in found.asked("figures"))
    with stage([json.dumps(PLAN), "fine"], [CALM, CALM], language="zh") as found:
        found.run()
        assert all("只做编号为 t" in asked for asked in found.asked("figures"))
        assert all("符合此模式" in asked for asked in found.asked("figures"))
