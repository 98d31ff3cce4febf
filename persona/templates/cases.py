"""Cases of an evaluation: what is said to an agent, and what must hold of what it does.

A case file is YAML: a list of cases, each with an input and a list of expectations; or ``tools`` that
all of its cases have, and ``cases``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

from persona.errors import TemplateError
from persona.templates.definitions import read_yaml, validate
from persona.templates.language import Language
from persona.templates.stand_in import CaseTool


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


def _several(value: object) -> object:
    return (value,) if isinstance(value, str) else value


class ToolWanted(_Model):
    """A tool that must have been called, and arguments that must be among those of the call."""

    name: str
    arguments: dict[str, Any] = Field(default_factory=dict)
    times: int | None = Field(default=None, ge=1)


class Expectation(_Model):
    """What must hold of a response. Each key given must.

    Attributes:
        contains: every text stands in the answer, in any case of letters.
        not_contains: none does.
        regex: is found in the answer.
        json_schema: the answer is JSON of this schema.
        tool_called: this tool was called.
        no_tool: no tool was called.
        steps: at most so many steps.
        tokens: the answer has at most so many tokens.
        rubric: rules in words, each of which a model as judge must find kept.
    """

    contains: tuple[str, ...] = ()
    not_contains: tuple[str, ...] = ()
    regex: str | None = None
    json_schema: dict[str, Any] | None = None
    tool_called: ToolWanted | None = None
    no_tool: bool | None = None
    steps: int | None = Field(default=None, ge=0)
    tokens: int | None = Field(default=None, ge=0)
    rubric: tuple[str, ...] = ()

    _contains = field_validator("contains", "not_contains", "rubric", mode="before")(_several)

    @field_validator("tool_called", mode="before")
    @classmethod
    def _named(cls, value: object) -> object:
        return {"name": value} if isinstance(value, str) else value

    @field_validator("regex")
    @classmethod
    def _compiles(cls, value: str | None) -> str | None:
        try:
            re.compile(value or "")
        except re.error as error:
            raise ValueError(f"it is no regular expression ({error})") from error
        return value

    @model_validator(mode="after")
    def _something(self) -> Expectation:
        if not self.model_fields_set:
            raise ValueError("it expects nothing")
        return self


class Case(_Model):
    """A conversation to try, and what must hold.

    Attributes:
        id: of the case; the same in both languages.
        language: of the case.
        template: scene, composite or atomic that the system prompt is rendered from, if any.
        values: of its variables.
        persona: the block about the user, if any.
        tools: that the agent has; the file's own come before them, unless this is an empty list.
        input: the user's message, or several, one after the other.
        repeats: how often it is tried.
        pass_rate: share of the tries that must pass for the case to pass, in [0, 1].
        expect: all of these must hold for a try to pass.
    """

    id: str = Field(min_length=1)
    language: Language = "en"
    template: str | None = None
    values: dict[str, Any] = Field(default_factory=dict)
    persona: str | None = None
    tools: tuple[CaseTool, ...] = ()
    input: tuple[str, ...]
    repeats: int = Field(default=1, ge=1, le=1000)
    pass_rate: float = Field(default=1.0, ge=0, le=1)
    expect: tuple[Expectation, ...] = Field(min_length=1)

    _input = field_validator("input", mode="before")(_several)


class _File(_Model):
    tools: tuple[CaseTool, ...] = ()
    cases: list[Any]


def read_cases(text: str, file: str = "cases") -> tuple[Case, ...]:
    """The cases of a YAML text.

    Raises:
        TemplateError: what is wrong, with the file and the case.
    """
    rows = read_yaml(text, file)
    shared: tuple[CaseTool, ...] = ()
    if isinstance(rows, dict) and "cases" in rows:
        whole = validate(_File, rows, file)
        rows, shared = whole.cases, whole.tools
    if not isinstance(rows, list) or not rows:
        raise TemplateError(f"{file}: a list of cases is wanted ('- id: ...')")
    cases = []
    seen: set[tuple[str, str]] = set()
    for number, row in enumerate(rows, 1):
        name = row.get("id", number) if isinstance(row, dict) else number
        case = _with_tools(validate(Case, row, f"{file}, case {name}"), shared)
        for fault in _tool_faults(case):
            raise TemplateError(f"{file}, case {name}: {fault}")
        if (case.id, case.language) in seen:
            raise TemplateError(f"{file}, case {name}: it is given twice in {case.language}")
        seen.add((case.id, case.language))
        cases.append(case)
    return tuple(cases)


def _with_tools(case: Case, shared: tuple[CaseTool, ...]) -> Case:
    """A case with the tools of its file; one of its own stands for the file's of that name."""
    if "tools" in case.model_fields_set and not case.tools:
        return case
    own = {tool.name for tool in case.tools}
    tools = (*(tool for tool in shared if tool.name not in own), *case.tools)
    return case.model_copy(update={"tools": tools})


def _tool_faults(case: Case) -> Iterator[str]:
    names = [tool.name for tool in case.tools]
    for name in sorted({name for name in names if names.count(name) > 1}):
        yield f"two tools are named {name!r}"
    for expected in case.expect:
        wanted = expected.tool_called
        if names and wanted is not None and wanted.name not in names:
            yield f"it expects a call of {wanted.name!r}, which is none of its tools"


def load_cases(*paths: str | Path) -> tuple[Case, ...]:
    """The cases of YAML files, and of those in folders.

    Raises:
        TemplateError: a file that cannot be read, a folder without one, or a case that is wrong.
    """
    cases: list[Case] = []
    for path in (file for given in paths for file in _case_files(Path(given))):
        try:
            text = path.read_text(encoding="utf-8")
        except OSError as error:
            raise TemplateError(f"{path}: it cannot be read ({error.strerror or error})") from error
        except UnicodeDecodeError as error:
            raise TemplateError(f"{path}: it is no UTF-8 text ({error})") from error
        cases += read_cases(text, str(path))
    return tuple(cases)


def _case_files(path: Path) -> list[Path]:
    if not path.is_dir():
        return [path]
    files = sorted(file for file in path.iterdir() if file.suffix in (".yaml", ".yml"))
    if not files:
        raise TemplateError(f"{path}: there is no .yaml file of cases in this folder")
    return files


def shipped_cases() -> tuple[Case, ...]:
    """The cases that come with the library: answer, refusal, self-repair, comparison in two steps."""
    folder = Path(__file__).parent / "library" / "cases"
    return load_cases(*sorted(folder.glob("*.yaml")))
