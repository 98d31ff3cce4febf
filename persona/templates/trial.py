"""Evaluating prompts: cases with what must hold, an agent that is driven, a pass rate with interval.

The agent is anything that can be called with a `Trial` and gives a text or a `Response`. Results of
earlier runs are known by the hash of all that they depend on, so that a change of a template tries
again only the cases that it touches.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from functools import lru_cache
from typing import Any

from persona.templates.cases import Case, Expectation
from persona.templates.definitions import content_hash
from persona.templates.experiment import Tally, wilson
from persona.templates.library import TemplateLibrary, shipped
from persona.tokens import estimate


@dataclass(frozen=True, slots=True)
class Trial:
    """What an agent is given.

    Attributes:
        case_id: which case.
        messages: the system prompt, if the case has a template, then what the user has said so far.
        repeat: number of the try, from 0; also a seed for the agent.
        steps: rounds that the scene allows, or None.
    """

    case_id: str
    messages: tuple[Mapping[str, str], ...]
    repeat: int
    steps: int | None = None


@dataclass(frozen=True, slots=True)
class ToolUse:
    """A tool that an agent called, with its arguments."""

    name: str
    arguments: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Response:
    """What an agent did.

    Attributes:
        text: the answer.
        tools: calls of tools, in order.
        steps: rounds that it took.
    """

    text: str
    tools: tuple[ToolUse, ...] = ()
    steps: int = 1


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
) -> EvalReport:
    """Drives an agent through cases.

    Args:
        cases: to try.
        agent: called once for each message of the user in each try.
        library: of the prompts; by default the shipped one.
        agent_name: what tells this agent from another: with the prompt and the case it is what a
            result depends on.
        known: results by key (`known_results`); a case that is among them is not tried again.

    Raises:
        TemplateError: a prompt that cannot be rendered. What the agent raises is not caught: a
            crash is no answer.
    """
    library = library or shipped()
    results = []
    for case in cases:
        prompt = _system(case, library)
        described = f"{agent_name}\n{prompt}\n{case.model_dump_json()}"
        key = content_hash(described)
        found = (known or {}).get(key)
        if found is None:
            results.append(_try(case, agent, prompt, library, key))
        else:
            results.append(CaseResult(**{**asdict(found), "cached": True}))
    return EvalReport(library.version, tuple(results))


def _system(case: Case, library: TemplateLibrary) -> str:
    if case.template is None:
        return case.persona or ""
    prompt = library.prompt(case.template, language=case.language)
    return prompt.render(case.values, persona=case.persona).text


def _try(case: Case, agent: Agent, system: str, library: TemplateLibrary, key: str) -> CaseResult:
    limits = library.prompt(case.template).limits if case.template else None
    good = 0
    failures: list[str] = []
    for repeat in range(case.repeats):
        response = _converse(case, agent, system, repeat, limits.steps if limits else None)
        faults = [fault for expected in case.expect for fault in _faults(expected, response)]
        good += not faults
        failures += [f"try {repeat + 1}: {fault}" for fault in faults]
    passed = good >= case.pass_rate * case.repeats
    return CaseResult(
        case.id, case.language, key, good, case.repeats, passed=passed, failures=tuple(failures)
    )


def _converse(case: Case, agent: Agent, system: str, repeat: int, steps: int | None) -> Response:
    """The last response, with the tools and steps of all."""
    messages: list[Mapping[str, str]] = [{"role": "system", "content": system}] if system else []
    tools: list[ToolUse] = []
    taken = 0
    response = Response("")
    for said in case.input:
        messages.append({"role": "user", "content": said})
        came = agent(Trial(case.id, tuple(messages), repeat, steps))
        response = Response(came) if isinstance(came, str) else came
        messages.append({"role": "assistant", "content": response.text})
        tools += response.tools
        taken += response.steps
    return Response(response.text, tuple(tools), taken)


def _faults(expected: Expectation, response: Response) -> Iterator[str]:
    folded = response.text.casefold()
    for text in expected.contains:
        if text.casefold() not in folded:
            yield f"the answer lacks {text!r}"
    for text in expected.not_contains:
        if text.casefold() in folded:
            yield f"the answer holds {text!r}"
    if expected.regex is not None and not re.search(expected.regex, response.text):
        yield f"the answer does not match {expected.regex!r}"
    if expected.json_schema is not None:
        yield from _schema_faults(response.text, expected.json_schema)
    yield from _tool_faults(expected, response)
    if expected.steps is not None and response.steps > expected.steps:
        yield f"{response.steps} steps, {expected.steps} are allowed"
    if expected.tokens is not None and estimate(response.text) > expected.tokens:
        yield f"{estimate(response.text)} tokens, {expected.tokens} are allowed"


def _tool_faults(expected: Expectation, response: Response) -> Iterator[str]:
    names = ", ".join(use.name for use in response.tools) or "none"
    if expected.no_tool is not None and bool(response.tools) == expected.no_tool:
        yield f"tools called: {names}"
    wanted = expected.tool_called
    if wanted is None:
        return
    fits = [
        use
        for use in response.tools
        if use.name == wanted.name
        and all(use.arguments.get(k) == v for k, v in wanted.arguments.items())
    ]
    if not fits or (wanted.times is not None and len(fits) != wanted.times):
        told = f" with {wanted.arguments}" if wanted.arguments else ""
        many = f" {wanted.times} times" if wanted.times else ""
        yield f"{wanted.name}{told} was not called{many}; called: {names}"


def _schema_faults(text: str, schema: Mapping[str, Any]) -> Iterator[str]:
    try:
        value = json.loads(text)
    except ValueError:
        yield "the answer is no JSON"
        return
    validator = _validator(json.dumps(schema, sort_keys=True))
    for error in sorted(validator.iter_errors(value), key=lambda e: list(map(str, e.path))):
        yield f"the answer is not of the schema at {error.json_path}: {error.message}"


@lru_cache(maxsize=256)
def _validator(schema: str) -> Any:
    from jsonschema import Draft202012Validator

    return Draft202012Validator(json.loads(schema))


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
