"""Commands about prompt templates: lint, render, eval, release, rollback, diff."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from persona.cli.options import Json
from persona.cli.output import emit, emit_json, plain, say, table
from persona.errors import ConfigError, UsageError

if TYPE_CHECKING:
    from persona.templates.library import TemplateLibrary
    from persona.templates.trial import Trial

Overlay = Annotated[
    list[Path] | None,
    typer.Option("--library", help="Folders that go before the shipped library, first wins."),
]
Store = Annotated[
    Path, typer.Option("--store", help="Folder of versions, labels and their changelog.")
]
_DEFAULT_STORE = Path("prompts")

templates = typer.Typer(
    no_args_is_help=True, help="Lints, renders, evaluates and releases prompts."
)


def register(app: typer.Typer) -> None:
    """Adds the commands."""
    for command in (lint, render, evaluate, release, rollback, diff):
        name = "eval" if command is evaluate else command.__name__
        templates.command(name)(command)
    app.add_typer(templates, name="template")


def _library(folders: list[Path] | None) -> TemplateLibrary:
    from persona.templates import TemplateLibrary

    for folder in folders or ():
        if not folder.is_dir():
            raise UsageError(f"{folder} is no folder of templates")
    return TemplateLibrary(*(folders or ()))


def lint(
    library: Overlay = None,
    strict: Annotated[bool, typer.Option(help="A warning fails too.")] = False,
    json: Json = False,
) -> None:
    """Renders every scene over its variables; finds cycles, orphans, sizes and secrets."""
    from persona.templates.lint import lint as check

    report = check(_library(library))
    if json:
        emit_json(plain(report))
    else:
        rows = [(f.level, f.file, f.rule, f.message) for f in report.findings]
        if rows:
            table("findings", ("level", "file", "rule", "what"), rows)
        emit(f"{report.renders} prompts rendered, {len(rows)} findings")
    if not report.ok(strict=strict):
        raise typer.Exit(1)


def render(
    template: Annotated[str, typer.Argument(help="An id, such as scene/finance.")],
    source: Annotated[bool, typer.Option(help="Print the template itself.")] = False,
    values: Annotated[
        list[str] | None, typer.Option("--set", metavar="NAME=VALUE", help="A variable.")
    ] = None,
    lang: Annotated[str, typer.Option(help="en or zh.")] = "en",
    max_tokens: Annotated[int | None, typer.Option(min=1, help="Trim to this.")] = None,
    library: Overlay = None,
    json: Json = False,
) -> None:
    """Renders a template; variables that are not set take their samples."""
    prompt = _library(library).prompt(template, language=lang)
    if source:
        emit(prompt.source)
        return
    given = dict(_pair(item) for item in values or ())
    rendered = prompt.render({**prompt.samples, **given}, max_tokens=max_tokens)
    if json:
        shown = {"text": rendered.text, "tokens": rendered.tokens, "version": rendered.version}
        emit_json({**shown, "cut": plain(rendered.cut), "warnings": list(rendered.warnings)})
        return
    emit(rendered.text)
    for warning in rendered.warnings:
        say(f"persona: {warning}")


def _pair(item: str) -> tuple[str, Any]:
    import orjson

    name, equals, value = item.partition("=")
    if not equals:
        raise UsageError(f"--set takes NAME=VALUE, not {item!r}")
    try:
        return name, orjson.loads(value)
    except orjson.JSONDecodeError:
        return name, value


def evaluate(
    cases: Annotated[
        list[Path] | None, typer.Argument(help="YAML files or folders; default the shipped ones.")
    ] = None,
    library: Overlay = None,
    store: Store = _DEFAULT_STORE,
    json: Json = False,
) -> None:
    """Drives the configured model through cases, and keeps the result for a release."""
    from persona.templates.cases import load_cases, shipped_cases
    from persona.templates.trial import evaluate as drive
    from persona.templates.versions import Versions

    chosen = _library(library)
    name, agent = _agent()
    report = drive(
        load_cases(*cases) if cases else shipped_cases(), agent, library=chosen, agent_name=name
    )
    versions = Versions(store)
    versions.record(versions.keep(chosen), report.metrics())
    if json:
        emit_json({**report.to_dict(), "metrics": report.metrics()})
    else:
        rows = [
            (r.case_id, f"{r.good}/{r.total}", "; ".join(map(str, r.failures)))
            for r in report.results
        ]
        table("cases", ("case", "passed", "failures"), rows)
        low, high = report.interval
        emit(
            f"pass rate {report.tally.rate:.2f} ({low:.2f} to {high:.2f}), version {report.version}"
        )
    if not report.passed:
        raise typer.Exit(1)


def _agent() -> tuple[str, Any]:
    """The configured model as an agent of evaluations."""
    from persona.config import load
    from persona.llm.configured import configured_model

    chat = configured_model(load())
    if chat is None:
        raise ConfigError("an evaluation needs a model: set OPENAI_MODEL (and OPENAI_API_KEY)")

    def agent(trial: Trial) -> str:
        return chat.reply(trial.messages, seed=trial.repeat).text

    return chat.name, agent


def release(
    label: Annotated[str, typer.Argument(help="The pointer to move, such as production.")],
    reason: Annotated[str, typer.Option(help="One sentence for the changelog.")],
    library: Overlay = None,
    store: Store = _DEFAULT_STORE,
    json: Json = False,
) -> None:
    """Points a label at the library as it is; refused without an evaluation of it."""
    from persona.templates.versions import Versions

    done = Versions(store).release(_library(library), label, reason=reason, now=datetime.now(UTC))
    _show_release(done, json=json)


def rollback(
    label: Annotated[str, typer.Argument(help="The pointer to move back.")],
    to: Annotated[str | None, typer.Option(help="A version it pointed at.")] = None,
    store: Store = _DEFAULT_STORE,
    json: Json = False,
) -> None:
    """Points a label at where it pointed before."""
    from persona.templates.versions import Versions

    _show_release(Versions(store).rollback(label, now=datetime.now(UTC), to=to), json=json)


def _show_release(done: Any, *, json: bool) -> None:
    if json:
        emit_json(plain(done))
    else:
        emit(f"{done.label}: {done.previous or 'nothing'} -> {done.version}")


def diff(
    one: Annotated[str, typer.Argument(help="A version or a label.")],
    other: Annotated[str, typer.Argument(help="Another.")],
    store: Store = _DEFAULT_STORE,
) -> None:
    """Shows what differs between two versions."""
    from persona.templates.versions import Versions

    emit(Versions(store).diff(one, other))
