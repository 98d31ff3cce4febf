"""Cases of the ReAct parser, and of the loop around it.

Lists of stream cases (`chunks`, fed as they are) and a list `runner` of cases by `unit`. Where
`recommended` is set only that is asserted, else the fields of the case. A stream case must give the
same for its text whole, in its chunks and letter by letter.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from persona.agent import Agent, Limits, ReActParser, Result
from persona.agent.acting import prepare
from persona.agent.actions import is_final
from persona.agent.events import Note, ToolResult
from persona.agent.items import Action, Failed, Final, Item, Text
from persona.agent.messages import clean_history
from persona.agent.parts import noted
from persona.agent.schema import with_items
from persona.agent.templates import fill
from persona.agent.thinking import shown
from persona.agent.tools import Tool, toolbox
from persona.errors import PersonaError
from persona.llm import ToolCall
from persona.llm.testing import Scripted, ScriptedServer
from persona.tokens import estimate
from scripts.cases import Outcome

_ABOUT = ("about",)
_STREAM_FIELDS = (
    "actions", "text", "text_includes", "text_excludes", "final", "parse_failed", "events",
)  # fmt: skip
_OTHER_FIELDS = ("id", "chunks", "fed", "level", "recommended", "note", "why")


def run(path: Path) -> Iterator[Outcome]:
    """One outcome for each case of the file."""
    data = json.loads(path.read_text("utf-8"))
    for name, cases in data.items():
        if name in _ABOUT:
            continue
        judge = _runner if name == "runner" else _stream
        for case in cases:
            try:
                failures = tuple(judge(case))
            except Exception as error:  # noqa: BLE001  # a crash is a failure of this case only
                failures = (f"came a crash: {type(error).__name__}: {error}",)
            yield Outcome(str(case["id"]), failures)


# --- streams ------------------------------------------------------------------------------------


def _stream(case: Mapping[str, Any]) -> Iterator[str]:
    wanted = case.get("recommended", case)
    for word in wanted:
        if word not in (*_STREAM_FIELDS, *_OTHER_FIELDS):
            yield f"the runner does not know the check {word!r}"
    whole = "".join(chunk for chunk in case["chunks"] if isinstance(chunk, str))
    for name, pieces in (("chunks", case["chunks"]), ("whole", [whole]), ("letters", list(whole))):
        parser = ReActParser()
        items = [item for piece in pieces for item in parser.feed(piece)] + parser.close()
        if "".join(item.raw for item in items) != whole:
            yield f"{name}: characters were lost or doubled"
        yield from (f"{name}: {fault}" for fault in _differences(wanted, items))


def _differences(wanted: Mapping[str, Any], items: list[Item]) -> Iterator[str]:
    text = "".join(item.text for item in items if isinstance(item, Text))
    came = {
        "actions": [_as_json(item) for item in items if isinstance(item, Action)],
        "text": text,
        "final": "".join(item.text for item in items if isinstance(item, Final)),
        "parse_failed": sum(isinstance(item, Failed) for item in items),
        "events": _events(items),
    }
    for word, value in came.items():
        if word in wanted and wanted[word] != value:
            yield f"{word}: wanted {wanted[word]!r}, came {value!r}"
    for part in wanted.get("text_includes", ()):
        if part not in text:
            yield f"text: wanted {part!r} in it, came {text!r}"
    for part in wanted.get("text_excludes", ()):
        if part in text:
            yield f"text: {part!r} is not wanted, came {text!r}"


def _as_json(action: Action) -> dict[str, Any]:
    return {"name": action.name, "input": action.input}


def _events(items: list[Item]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for item in items:
        if isinstance(item, Action):
            found.append({"type": "action", **_as_json(item)})
        elif isinstance(item, Text) and item.text:
            if found and found[-1]["type"] == "text":
                found[-1]["text"] += item.text
            else:
                found.append({"type": "text", "text": item.text})
    return found


# --- the loop and its parts ---------------------------------------------------------------------


def _runner(case: Mapping[str, Any]) -> Iterator[str]:
    unit = _UNITS.get(case["unit"])
    if unit is None:
        yield f"the runner does not know the unit {case['unit']!r}"
        return
    if "recommended" in case:
        yield from unit(case["input"], case["recommended"])
    else:
        yield from unit(case["input"], {"result": case["expected"]})


class _Unprintable:
    def __str__(self) -> str:
        raise RuntimeError("no text form")


def _value(value: Any) -> Any:
    return _Unprintable() if isinstance(value, dict) and value.get("__unprintable__") else value


def _equal(wanted: Any, came: Any) -> Iterator[str]:
    if wanted != came:
        yield f"wanted {wanted!r}, came {came!r}"


def _fill(given: Any, wanted: Mapping[str, Any]) -> Iterator[str]:
    values = {name: _value(value) for name, value in given["inputs"].items()}
    try:
        came = fill(given["instruction"], values)
    except PersonaError as error:
        if "raises" not in wanted:
            yield f"wanted {wanted['result']!r}, came the error: {error}"
        for name in wanted.get("raises", ()):
            if name not in str(error).replace(",", " ").split():
                yield f"wanted {name!r} in the error, came: {error}"
        return
    if "raises" in wanted:
        yield f"wanted an error, came {came!r}"
    else:
        yield from _equal(wanted["result"], came)


def find(q: int = 0, n: int = 0, town: str = "") -> str:
    """Finds rows.

    Args:
        q: number of the query.
        n: number of rows.
        town: of the rows.
    """
    return f"row {q} {n} {town}"


def _named(name: str) -> Tool:
    return Tool(name, f"The tool {name}.", lambda **_: "a result")


def _scripted(answers: list[Any]) -> list[Scripted]:
    return [_answer(answer) for answer in answers]


def _answer(answer: Mapping[str, Any]) -> Scripted:
    calls = answer.get("calls") or ([answer["call"]] if "call" in answer else [])
    made = tuple((call["name"], _arguments(call["arguments"])) for call in calls)
    return Scripted(answer.get("text", ""), tool_calls=made)


def _arguments(given: Any) -> str:
    if given is None:
        return ""
    return given if isinstance(given, str) else json.dumps(given, ensure_ascii=False)


def _tool_call(given: Any, wanted: Mapping[str, Any]) -> Iterator[str]:
    calls = given.get("calls") or [given["call"]]
    tools = toolbox(_named(name) for name in given["tools"])
    script = [
        Scripted(tool_calls=tuple((c["name"], _arguments(c["arguments"])) for c in calls)),
        Scripted("done"),
    ]
    with ScriptedServer(script) as server:
        with Agent(server.model(), tools=list(tools.values())) as agent:
            result = agent.run("what is there?")
        sent = server.requests[-1]["messages"]
    results = [event for event in result.events if isinstance(event, ToolResult)]
    texts = " ".join(event.text for event in results)
    came: dict[str, Any] = {
        "tool_result_error": any(event.error for event in results),
        "goes_on": result.reason == "final" and result.answer == "done",
        "result_ids": [m["tool_call_id"] for m in sent if m["role"] == "tool"],
    }
    ids = {f"call_{number}": call["id"] for number, call in enumerate(calls)}
    came["result_ids"] = [ids.get(identity, identity) for identity in came["result_ids"]]
    yield from _words(wanted, came, ("names", "tool_called"))
    for name in wanted.get("names", ()):
        if name not in texts:
            yield f"wanted {name!r} in the result, came {texts!r}"


def _words(
    wanted: Mapping[str, Any], came: Mapping[str, Any], others: tuple[str, ...]
) -> Iterator[str]:
    for word, value in wanted.items():
        if word in came:
            if came[word] != value:
                yield f"{word}: wanted {value!r}, came {came[word]!r}"
        elif word not in (*others, "why", "note"):
            yield f"the runner does not know the check {word!r}"


def _history(given: Any, wanted: Mapping[str, Any]) -> Iterator[str]:
    kept, notes = clean_history(given["messages"])
    warning = notes[0].kind if notes else None
    yield from _words(wanted, {"roles": [m["role"] for m in kept], "warning": warning}, ())


def _images(given: Any, wanted: Mapping[str, Any]) -> Iterator[str]:
    yield from _equal(wanted["result"], noted(given))


def _tool_arguments(given: Any, wanted: Mapping[str, Any]) -> Iterator[str]:
    tools = (
        toolbox([find]) if isinstance(given, str) and "town" in given else toolbox([_named("find")])
    )
    prepared = prepare(ToolCall("c1", "find", _arguments(given)), tools, "en")
    if "result" in wanted:
        yield from _equal(wanted["result"], prepared.arguments)
        return
    script = [Scripted(tool_calls=(("find", _arguments(given)),)), Scripted("done")]
    with (
        ScriptedServer(script) as server,
        Agent(server.model(), tools=list(tools.values())) as agent,
    ):
        result = agent.run("what is there?")
    results = [event for event in result.events if isinstance(event, ToolResult)]
    came = {
        "validation_error_to_model": bool(results) and all(event.error for event in results),
        "tool_called": any(event.called for event in results),
        "goes_on": result.reason == "final",
    }
    yield from _words(wanted, came, ())


def _limit(given: Any, wanted: Mapping[str, Any]) -> Iterator[str]:
    told = given.get("tool_result", "nothing found")
    text = told if isinstance(told, str) else told["repeat"] * told["times"]
    limits = Limits(rounds=given["max_steps"], result_tokens=10**9)
    answers = iter(_scripted(given["answers"]))
    window = given.get("context_tokens", 32_768)
    tool = Tool("find", "Finds rows.", lambda **_: text)
    raised: str | None = None
    with ScriptedServer(lambda _request: next(answers, Scripted(""))) as server:
        try:
            with Agent(server.model(), tools=[tool], limits=limits, window=window) as agent:
                result: Result | None = agent.run("what is there?")
        except Exception as error:  # noqa: BLE001  whether anything is raised is what is asked
            raised, result = f"{type(error).__name__}: {error}", None
        most = max((_tokens(request) for request in server.requests), default=0)
    notes = [e for e in result.events if isinstance(e, Note)] if result is not None else []
    repeats = sum(bool(n.details.get("told")) for n in notes if n.kind == "repeated_call")
    came = {
        "stop_reason": result.reason if result is not None else None,
        "answer_nonempty": result is not None and bool(result.answer.strip()),
        "told_model_times": repeats,
        "raises": raised,
    }
    yield from _words(wanted, came, ("request_tokens_max",))
    if most > wanted.get("request_tokens_max", most):
        yield f"request_tokens_max: wanted {wanted['request_tokens_max']}, came {most}"


def _tokens(request: Mapping[str, Any]) -> int:
    return estimate(json.dumps(request["messages"], ensure_ascii=False))


def _schema(given: Any, wanted: Mapping[str, Any]) -> Iterator[str]:
    before = copy.deepcopy(given)
    yield from _equal(wanted["result"], with_items(given))
    if before != given:
        yield "the input was changed"


def _is_final(given: Any, wanted: Mapping[str, Any]) -> Iterator[str]:
    yield from _equal(wanted["result"], is_final(given["action"]))


def _thinking(given: Any, wanted: Mapping[str, Any]) -> Iterator[str]:
    yield from _equal(wanted["result"], shown((folded, text) for folded, text in given))


_UNITS: dict[str, Callable[[Any, Mapping[str, Any]], Iterator[str]]] = {
    "fill": _fill,
    "tool_call": _tool_call,
    "history": _history,
    "images": _images,
    "tool_arguments": _tool_arguments,
    "limit": _limit,
    "schema": _schema,
    "is_final": _is_final,
    "thinking_gate": _thinking,
}
