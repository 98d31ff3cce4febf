from __future__ import annotations

import copy
from typing import Any, Literal

import pytest
from pydantic import BaseModel

from persona.agent.arguments import ArgumentsError, check_arguments, read_arguments
from persona.agent.schema import with_items
from persona.agent.tools import ASK_USER, Tool, lint, tool, toolbox
from persona.errors import UsageError


class Range(BaseModel):
    """A range of dates."""

    start: str
    end: str


def report(
    region: str,
    months: list[int],
    kind: Literal["sum", "mean"] = "sum",
    range: Range | None = None,
    secret: str = "",
) -> str:
    """Reports sales of a region. Not for single orders.

    Example:
        report("north", [1, 2])

    Args:
        region: name of the region, for example "north".
        months: numbers of months,
            such as [1, 2].
        kind: what to compute.
        range: of dates.
        secret: of the server.

    Returns:
        The report.
    """
    return f"{region} {months} {kind} {range} {secret}"


def test_a_tool_from_types_and_docstring() -> None:
    made = tool(report, bound={"secret": "s"})
    assert made.name == "report"
    assert made.description.startswith("Reports sales of a region. Not for single orders.")
    assert "report(" in made.description
    properties = made.parameters["properties"]
    assert list(properties) == ["region", "months", "kind", "range"]
    assert properties["months"] == {
        "description": "numbers of months, such as [1, 2].",
        "items": {"type": "integer"},
        "type": "array",
    }
    assert properties["kind"]["enum"] == ["sum", "mean"]
    assert made.required == ("region", "months")
    assert made.parameters["additionalProperties"] is False
    assert "title" not in str(made.parameters)


def test_arguments_are_checked_and_made_what_the_function_takes() -> None:
    made = tool(report, bound={"secret": "s"})
    given = {"region": "north", "months": ["1", 2], "range": {"start": "a", "end": "b"}}
    checked = check_arguments(made, given)
    assert checked["months"] == [1, 2]
    assert checked["range"] == Range(start="a", end="b")
    with pytest.raises(ArgumentsError) as error:
        check_arguments(made, {"region": 5, "months": "x", "secret": "mine"})
    for name in ("region", "months", "secret"):
        assert name in str(error.value)


@pytest.mark.parametrize(
    ("raw", "arguments"),
    [
        (None, {}),
        ("", {}),
        ('{"a": 1}', {"a": 1}),
        ({"a": 1}, {"a": 1}),
        ("{'a': 1,}", {"a": 1}),
        ('{"a": "x\ny"}', {"a": "x\ny"}),
        ('{"城市": "杭州"}', {"城市": "杭州"}),
    ],
)
def test_arguments_are_read_and_repaired(raw: object, arguments: dict[str, Any]) -> None:
    assert read_arguments(raw) == arguments


@pytest.mark.parametrize("raw", ['{"town": "Mar', '{"a": [1, 2', "[1, 2]", "12", "text", 7])
def test_arguments_that_cannot_be_used(raw: object) -> None:
    with pytest.raises(ArgumentsError):
        read_arguments(raw)


def test_what_was_cut_off_is_named_so() -> None:
    with pytest.raises(ArgumentsError, match="cut off"):
        read_arguments('{"town": "Mar')


def test_a_plain_text_is_the_only_parameter() -> None:
    def search(words: str) -> str:
        """Searches."""
        return words

    def square(number: int) -> int:
        """Squares."""
        return number**2

    assert read_arguments("123", tool(search)) == {"words": "123"}
    assert read_arguments("西湖", tool(search)) == {"words": "西湖"}
    assert read_arguments("12", tool(square)) == {"number": 12}
    assert read_arguments(12, tool(square)) == {"number": 12}
    assert read_arguments('{"words": "x"}', tool(search)) == {"words": "x"}


def test_arrays_say_what_is_in_them_and_nothing_is_changed() -> None:
    given = {"type": "object", "properties": {"a": {"type": "array", "items": {"type": "array"}}}}
    before = copy.deepcopy(given)
    inner = with_items(given)["properties"]["a"]["items"]
    assert inner == {"type": "array", "items": {"type": "string"}}
    assert given == before
    data = {"type": ["array", "null"], "default": {"type": "array"}}
    assert with_items(data) == {**data, "items": {"type": "string"}}
    named = {"properties": {"default": {"type": "array"}, "type": {"type": "string"}}}
    assert "items" in with_items(named)["properties"]["default"]


def test_tools_that_cannot_be_meant() -> None:
    def untyped(x) -> str:  # type: ignore[no-untyped-def]
        return str(x)

    def spread(*x: int) -> str:
        return str(x)

    for wrong in (untyped, spread, lambda: 1):
        with pytest.raises(UsageError):
            tool(wrong)
    with pytest.raises(UsageError, match="two tools"):
        toolbox([ASK_USER, ASK_USER])
    with pytest.raises(UsageError, match="needs"):
        toolbox([Tool("a", "", print, needs=("b",))])


def test_what_a_description_lacks() -> None:
    def bare(x: int) -> int:
        return x

    assert len(lint(tool(bare))) == 2
    found = lint(tool(report))
    assert found == []
    assert lint(ASK_USER) == []


def test_a_strict_tool_says_so_and_has_no_parameter_that_may_be_left_out() -> None:
    def move(place: str, hours: list[int]) -> str:
        """Moves."""
        return place

    told = tool(move, strict=True).spec["function"]
    assert told["strict"] is True
    assert told["parameters"]["additionalProperties"] is False
    assert "strict" not in tool(move).spec["function"]
    with pytest.raises(UsageError, match="kind, range, secret"):
        tool(report, strict=True)


def test_a_type_that_is_not_known_is_said_in_a_sentence() -> None:
    def plan(stop: Any) -> str:
        """Plans."""
        return ""

    plan.__annotations__["stop"] = "Nowhere"
    with pytest.raises(UsageError, match="top of the module"):
        tool(plan)
