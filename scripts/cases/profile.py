"""Cases of profiles: settings, the call, and what the prompts must hold.

A case has `config` (fields of `ProfileConfig`), `create_args`, `render_args` (for the system and the
user prompt) and `env`. Where `ours` is set only that is asserted, else the words of the case itself.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from persona.errors import PersonaError
from persona.profile import (
    CompositeProfileFactory,
    DatasetProfileFactory,
    DefaultProfile,
    DynConfig,
    LLMProfileFactory,
    Profile,
    ProfileConfig,
)
from persona.templates import TemplateLibrary
from scripts.cases import Outcome

_CHECKS = (
    "exact",
    "lenient",
    "raises",
    "same_as_language",
    "system_contains_in_order",
    "system_not_contains",
    "user_contains",
)
_INPUT = ("config", "create_args", "env", "id", "ours", "render_args")
_FOR_PEOPLE = ("expected", "note", "title", "why")
_STAGES = ("construct", "create", "render")


def run(path: Path) -> Iterator[Outcome]:
    """One outcome for each case of the file."""
    for case in json.loads(path.read_text("utf-8"))["cases"]:
        try:
            with _environment(case.get("env", {})):
                failures = tuple(_failures(case))
        except Exception as error:  # noqa: BLE001  # a crash is a failure of this case only
            failures = (f"came a crash: {type(error).__name__}: {error}",)
        yield Outcome(str(case["id"]), failures)


@contextmanager
def _environment(variables: Mapping[str, str]) -> Iterator[None]:
    before = {name: os.environ.get(name) for name in variables}
    os.environ.update(variables)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value


@dataclass(frozen=True)
class _Prompts:
    system: str
    user: str


@dataclass(frozen=True)
class _Raised:
    stage: str
    error: PersonaError


def _go(case: Mapping[str, Any], *, strict: bool = True, **create: Any) -> _Prompts | _Raised:
    """The case's call, up to its prompts or to the stage that raised."""
    stage = "construct"
    try:
        config = ProfileConfig(**{k: _value(v) for k, v in case["config"].items()})
        stage = "create"
        arguments = {**case.get("create_args", {}), **create}
        empty = TemplateLibrary(shipped=False)
        profile = config.create_profile(**arguments, prompt_manager=empty)
        stage = "render"
        render = case.get("render_args", {})
        return _Prompts(
            profile.format_system_prompt(**render.get("system", {}), strict=strict),
            profile.format_user_prompt(**render.get("user", {}), strict=strict),
        )
    except PersonaError as error:
        return _Raised(stage, error)


def _failures(case: Mapping[str, Any]) -> Iterator[str]:
    wanted = case.get("ours", {k: v for k, v in case.items() if k not in _INPUT})
    for word in (*wanted, *(k for k in case if k not in _INPUT)):
        if word not in (*_CHECKS, *_FOR_PEOPLE):
            yield f"the runner does not know the check {word!r}"
    came = _go(case)
    if "raises" in wanted:
        yield from _raised(wanted["raises"], came)
    elif isinstance(came, _Raised):
        yield f"wanted prompts, came at {came.stage} the error: {came.error}"
    else:
        yield from _prompts(wanted, came)
        if "same_as_language" in wanted:
            same = _go(case, prefer_prompt_language=wanted["same_as_language"])
            if same != came:
                yield f"wanted the prompts of {wanted['same_as_language']}: {same}, came {came}"
    if "lenient" in wanted:
        lenient = _go(case, strict=False)
        if isinstance(lenient, _Raised):
            yield f"lenient: wanted prompts, came at {lenient.stage} the error: {lenient.error}"
        else:
            yield from _prompts(wanted["lenient"], lenient)


def _raised(wanted: Mapping[str, Any], came: _Prompts | _Raised) -> Iterator[str]:
    if not isinstance(came, _Raised):
        yield f"wanted an error at {wanted['when']}, came {came}"
        return
    if _STAGES.index(came.stage) > _STAGES.index(wanted["when"]):
        yield f"wanted an error at {wanted['when']}, came one at {came.stage}: {came.error}"
    for name in wanted["names"]:
        if name not in str(came.error):
            yield f"wanted {name!r} in the error, came: {came.error}"


def _prompts(wanted: Mapping[str, Any], came: _Prompts) -> Iterator[str]:
    for which, text in wanted.get("exact", {}).items():
        if getattr(came, which) != text:
            yield f"{which}: wanted exactly {text!r}, came {getattr(came, which)!r}"
    at = 0
    for part in wanted.get("system_contains_in_order", ()):
        found = came.system.find(part["text"], at)
        if found < 0:
            yield f"system: wanted {part['what']} {part['text']!r} after {at}, came {came.system!r}"
        else:
            at = found + len(part["text"])
    for text in wanted.get("system_not_contains", ()):
        if text in came.system:
            yield f"system: {text!r} is not wanted, came {came.system!r}"
    for text in wanted.get("user_contains", ()):
        if text not in came.user:
            yield f"user: wanted {text!r}, came {came.user!r}"


def _value(value: Any) -> Any:
    if isinstance(value, dict) and "__DynConfig__" in value:
        settings = dict(value["__DynConfig__"])
        settings["provider"] = _PROVIDERS.get(settings.get("provider"), settings.get("provider"))
        return DynConfig(**settings)
    if isinstance(value, dict) and "__factory__" in value:
        return _factory(value["__factory__"], value)
    return value


class _CP:
    name = "CP"

    def query(self, key: str, **preferences: Any) -> str | None:
        language, model = preferences["prefer_prompt_language"], preferences["prefer_model"]
        return f"{key}/{language}/{model}"


class _CPN:
    name = "CPN"

    def query(self, _key: str, **_preferences: Any) -> str | None:
        return None


class _CPE:
    name = "CPE"

    def query(self, _key: str, **_preferences: Any) -> str | None:
        raise RuntimeError("the provider is down")


_PROVIDERS: dict[Any, Any] = {"CP": _CP(), "CPN": _CPN(), "CPE": _CPE()}

_Make = Callable[[int, str | None, str | None, str | None, str | None, str | None], Profile | None]


@dataclass(frozen=True)
class _Factory:
    make: _Make

    def create_profile(
        self,
        profile_id: int,
        name: str | None = None,
        role: str | None = None,
        goal: str | None = None,
        prefer_prompt_language: str | None = None,
        prefer_model: str | None = None,
    ) -> Profile | None:
        return self.make(profile_id, name, role, goal, prefer_prompt_language, prefer_model)


def _fixed(*_: Any) -> Profile:
    return DefaultProfile(name="Selma", role="Warden", goal="Guard the reading room.")


def _nothing(*_: Any) -> None:
    return None


def _echo(
    number: int,
    name: str | None,
    role: str | None,
    goal: str | None,
    language: str | None,
    model: str | None,
) -> Profile:
    told = f"{goal or '-'} [{number} {language} {model or '-'}]"
    return DefaultProfile(name=name or f"echo {number}", role=role or "echo", goal=told)


@dataclass(frozen=True)
class _Answer:
    text: str


@dataclass(frozen=True)
class _Model:
    """Answers every request with one text."""

    answer: str

    def reply(self, messages: Any, **options: Any) -> _Answer:  # noqa: ARG002  names of the protocol
        return _Answer(self.answer)


def _factory(name: str, settings: Mapping[str, Any]) -> Any:
    plain = {"F": _fixed, "FNone": _nothing, "FEcho": _echo}
    if name in plain:
        return _Factory(plain[name])
    if name == "LLMProfileFactory":
        answer = settings["answer"]
        text = answer if isinstance(answer, str) else json.dumps(answer, ensure_ascii=False)
        return LLMProfileFactory(_Model(text))
    if name == "DatasetProfileFactory":
        return DatasetProfileFactory(settings["rows"])
    if name == "CompositeProfileFactory":
        parts = [f if isinstance(f, dict) else {"__factory__": f} for f in settings["of"]]
        return CompositeProfileFactory([_factory(f["__factory__"], f) for f in parts])
    raise ValueError(f"the runner does not know the factory {name!r}")
