"""Commands about prompt templates: lint, render, eval, release, rollback, diff."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import closing, nullcontext
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from persona.cli.options import Json, read_mode
from persona.cli.output import emit, emit_json, plain, say, table
from persona.errors import ConfigError, UsageError

if TYPE_CHECKING:
    from persona.llm import OpenAIChat
    from persona.templates.cases import Case
    from persona.templates.library import TemplateLibrary

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
    model: Annotated[
        str | None, typer.Option(help="A model's name: its variants and its size limit hold.")
    ] = None,
    library: Overlay = None,
    json: Json = False,
) -> None:
    """Renders a template; variables that are not set take their samples."""
    prompt = _library(library).prompt(template, language=lang, model=model)
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
    mode: Annotated[
        str,
        typer.Option(help="How cases with tools call them: auto, function, react or completion."),
    ] = "auto",
    judge: Annotated[
        str | None,
        typer.Option(metavar="MODEL", help="Judges rubrics; default the model itself."),
    ] = None,
    library: Overlay = None,
    store: Store = _DEFAULT_STORE,
    json: Json = False,
) -> None:
    """Drives the configured model through cases, and keeps the result for a release.

    A case with tools is run by the agent loop, with what the case says the tools answer.
    """
    way = read_mode(mode)
    from persona.agent.judging import case_judge
    from persona.agent.trying import case_agent
    from persona.templates.cases import load_cases, shipped_cases
    from persona.templates.trial import evaluate as drive
    from persona.templates.versions import Versions

    chosen = _library(library)
    tried = load_cases(*cases) if cases else shipped_cases()
    _check_tools(tried)
    with (
        closing(_model(None)) as tester,
        closing(_model(judge)) if judge else nullcontext() as other,
    ):
        referee = other or tester
        report = drive(
            tried,
            case_agent(tester, mode=way),
            library=chosen,
            agent_name=tester.name,
            model=tester.name,
            judge=case_judge(referee),
            judge_name=referee.name,
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


def _check_tools(cases: Iterable[Case]) -> None:
    """A case that waits for a call needs a tool to call.

    Raises:
        UsageError: it declares none.
    """
    for case in cases:
        wanted = [e.tool_called.name for e in case.expect if e.tool_called is not None]
        if wanted and not case.tools:
            raise UsageError(
                f"case {case.id}: it expects a call of {wanted[0]!r} and declares no tools"
            )


def _model(name: str | None) -> OpenAIChat:
    """The configured model, or another one of the same server.

    Raises:
        ConfigError: none is configured.
    """
    from persona.config import load
    from persona.llm.configured import configured_model

    chat = configured_model(load({"model": name}))
    if chat is None:
        raise ConfigError("an evaluation needs a model: set OPENAI_MODEL (and OPENAI_API_KEY)")
    return chat


def release(
    label: Annotated[str, typer.Argument(help="The pointer to move, such as production.")],
    reason: Annotated[str, typer.Option(help="One sentence for the changelog.")],
    tag: Annotated[
        bool, typer.Option(help="Make a git tag, where the library lies in a repository.")
    ] = True,
    library: Overlay = None,
    store: Store = _DEFAULT_STORE,
    json: Json = False,
) -> None:
    """Points a label at the library as it is; refused without an evaluation of it."""
    from persona.templates.versions import Versions

    done = Versions(store).release(
        _library(library), label, reason=reason, now=datetime.now(UTC), tag=tag
    )
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
        if done.tag:
            say(f"tag {done.tag} made")
    for note in done.notes:
        say(f"persona: {note}")


def diff(
    one: Annotated[str, typer.Argument(help="A version or a label.")],
    other: Annotated[str, typer.Argument(help="Another.")],
    store: Store = _DEFAULT_STORE,
) -> None:
    """Shows what differs between two versions."""
    from persona.templates.versions import Versions

    if found := Versions(store).diff(one, other):
        emit(found)
    else:
        say("nothing differs")
