"""Evaluating prompts: cases with what must hold, an agent that is driven, a pass rate with interval.

The agent is anything that can be called with a `Trial` and gives a text or a `Response`. Results of
earlier runs are known by the hash of all that they depend on, so that a change of a template tries
again only the cases that it touches.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from persona.errors import TemplateError
from persona.templates.cases import Case
from persona.templates.definitions import content_hash
from persona.templates.experiment import Tally, wilson
from persona.templates.language import Language
from persona.templates.library import TemplateLibrary, shipped
from persona.templates.prompt import Prompt
from persona.templates.stand_in import StandIn
from persona.templates.verdicts import Judge as Judge
from persona.templates.verdicts import Judged as Judged
from persona.templates.verdicts import Response as Response
from persona.templates.verdicts import ToolUse as ToolUse
from persona.templates.verdicts import Verdict as Verdict
from persona.templates.verdicts import faults, rubric_faults


@dataclass(frozen=True, slots=True)
class Trial:
    """What an agent is given.

    Attributes:
        case_id: which case.
        messages: the system prompt, if the case has a template, then what the user has said so far.
        repeat: number of the try, from 0; also a seed for the agent.
        steps: rounds that the scene allows, or None.
        tools: that the case declares; each answers a call.
        language: of the case.
    """

    case_id: str
    messages: tuple[Mapping[str, str], ...]
    repeat: int
    steps: int | None = None
    tools: tuple[StandIn, ...] = ()
    language: Language = "en"


Agent = Callable[[Trial], Response | str]


@dataclass(frozen=True, slots=True)
class CaseResult:
    """How a case went.

    Attributes:
        key: hash of all that the result depends on.
        tally: tries that passed.
        passed: whether enough did.
        failures: what did not hold, one sentence for each, with the number of the try.
        cached: whether it was known from an earlier run.
    """

    case_id: str
    language: str
    key: str
    good: int
    total: int
    passed: bool
    failures: tuple[str, ...] = ()
    cached: bool = False


@dataclass(frozen=True, slots=True)
class EvalReport:
    """How all cases went.

    Attributes:
        version: of the library.
        results: by case, in order.
    """

    version: str
    results: tuple[CaseResult, ...]

    @property
    def passed(self) -> bool:
        """Whether every case passed."""
        return all(result.passed for result in self.results)

    @property
    def tally(self) -> Tally:
        """Tries that passed, over all cases."""
        return Tally(sum(r.good for r in self.results), sum(r.total for r in self.results))

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the pass rate over all tries (`persona.templates.experiment.wilson`)."""
        return wilson(self.tally)

    def metrics(self) -> dict[str, float]:
        """Numbers for the changelog of a release."""
        low, high = self.interval
        passed = sum(result.passed for result in self.results)
        return {
            "cases": float(len(self.results)),
            "cases_passed": float(passed),
            "pass_rate": round(self.tally.rate, 4),
            "pass_rate_low": round(low, 4),
            "pass_rate_high": round(high, 4),
        }

    def to_dict(self) -> dict[str, Any]:
        """Plain data; `known_results` reads it again."""
        return {"version": self.version, "results": [asdict(r) for r in self.results]}


def known_results(data: Mapping[str, Any]) -> dict[str, CaseResult]:
    """Results of an earlier report (`EvalReport.to_dict`), by key."""
    rows = data.get("results", ())
    results = [CaseResult(**{**row, "failures": tuple(row["failures"])}) for row in rows]
    return {result.key: result for result in results}


def evaluate(
    cases: Iterable[Case],
    agent: Agent,
    *,
    library: TemplateLibrary | None = None,
    agent_name: str = "agent",
    known: Mapping[str, CaseResult] | None = None,
    judge: Judge | None = None,
    judge_name: str = "judge",
    model: str | None = None,
) -> EvalReport:
    """Drives an agent through cases.

    Args:
        cases: to try.
        agent: called once for each message of the user in each try.
        library: of the prompts; by default the shipped one.
        agent_name: what tells this agent from another: with the prompt and the case it is what a
            result depends on.
        known: results by key (`known_results`); a case that is among them is not tried again.
        judge: asked for each rule of a rubric.
        judge_name: what tells this judge from another.
        model: name of the model that is tried: variants of prompts that are made for it are taken.

    Raises:
        TemplateError: a prompt that cannot be rendered, or a rubric without a judge. What the agent
            raises is not caught: a crash is no answer.
    """
    library = library or shipped()
    tried = list(cases)
    for case in tried:
        if judge is None and any(expected.rubric for expected in case.expect):
            raise TemplateError(f"case {case.id}: it has a rubric, and there is no judge")
    results = []
    for case in tried:
        prompt = _prompt(case, library, model)
        system = _system(case, prompt)
        judged = f"{judge_name}\n" if any(expected.rubric for expected in case.expect) else ""
        described = f"{agent_name}\n{judged}{system}\n{case.model_dump_json()}"
        key = content_hash(described)
        found = (known or {}).get(key)
        if found is None:
            steps = None if prompt is None else prompt.limits.steps
            results.append(_try(case, agent, system, steps, key, judge))
        else:
            results.append(CaseResult(**{**asdict(found), "cached": True}))
    return EvalReport(library.version, tuple(results))


def _prompt(case: Case, library: TemplateLibrary, model: str | None) -> Prompt | None:
    if case.template is None:
        return None
    return library.prompt(case.template, language=case.language, model=model)


def _system(case: Case, prompt: Prompt | None) -> str:
    if prompt is None:
        return case.persona or ""
    return prompt.render(case.values, persona=case.persona).text


def _try(
    case: Case,
    agent: Agent,
    system: str,
    steps: int | None,
    key: str,
    judge: Judge | None,
) -> CaseResult:
    good = 0
    failures: list[str] = []
    for repeat in range(case.repeats):
        response, said = _converse(case, agent, system, repeat, steps)
        found = [fault for expected in case.expect for fault in faults(expected, response)]
        if judge is not None:
            asked = Judged("", said, response.text, case.language, repeat)
            found += [f for expected in case.expect for f in rubric_faults(expected, asked, judge)]
        good += not found
        if found and response.why:
            found.append(response.why)
        failures += [f"try {repeat + 1}: {fault}" for fault in found]
    passed = good >= case.pass_rate * case.repeats
    return CaseResult(
        case.id, case.language, key, good, case.repeats, passed=passed, failures=tuple(failures)
    )


def _converse(
    case: Case, agent: Agent, system: str, repeat: int, steps: int | None
) -> tuple[Response, tuple[Mapping[str, str], ...]]:
    """The last response, with the tools and steps of all, and what was said before it."""
    prompt: list[Mapping[str, str]] = [{"role": "system", "content": system}] if system else []
    said: list[Mapping[str, str]] = []
    declared = tuple(StandIn(tool) for tool in case.tools)
    tools: list[ToolUse] = []
    taken = 0
    response = Response("")
    for text in case.input:
        said.append({"role": "user", "content": text})
        messages = (*prompt, *said)
        came = agent(Trial(case.id, messages, repeat, steps, declared, case.language))
        response = Response(came) if isinstance(came, str) else came
        said.append({"role": "assistant", "content": response.text})
        tools += response.tools
        taken += response.steps
    return Response(response.text, tuple(tools), taken, response.why), tuple(said[:-1])


@dataclass(frozen=True, slots=True)
class Change:
    """How a case went before and after."""

    case_id: str
    language: str
    before: float | None
    after: float | None


def compare(old: EvalReport, new: EvalReport) -> tuple[Change, ...]:
    """Cases whose pass rate differs between two reports, the worst change first."""
    rates = [
        {(r.case_id, r.language): r.good / r.total for r in report.results} for report in (old, new)
    ]
    changes = [
        Change(
            case_id, language, rates[0].get((case_id, language)), rates[1].get((case_id, language))
        )
        for case_id, language in sorted({*rates[0], *rates[1]})
    ]
    moved = [c for c in changes if c.before != c.after]
    return tuple(sorted(moved, key=lambda c: (c.after or 0) - (c.before or 0)))
