"""Commands that write: ingest, rebuild, schedule."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from persona.cli.options import Db, Json, open_engine, read_start
from persona.cli.output import counted, emit, emit_json, say
from persona.errors import LogFormatError, PersonaError, UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from persona.engine import IngestReport, PersonaEngine, Plan, RebuildReport, UserReport

_SHOWN_WARNINGS = 20


def register(app: typer.Typer) -> None:
    """Adds the commands."""
    app.command()(ingest)
    app.command()(rebuild)
    app.command()(schedule)


def ingest(
    paths: Annotated[list[str], typer.Argument(help="Files, folders or zips; - for stdin.")],
    user: Annotated[
        str | None, typer.Option("--user", help="Whose log it is, where it does not say.")
    ] = None,
    me: Annotated[
        str | None, typer.Option("--me", help="In a group chat, the author who is the user.")
    ] = None,
    fmt: Annotated[str, typer.Option("--format", help="See `persona formats`.")] = "auto",
    tz: Annotated[
        str | None, typer.Option("--tz", metavar="ZONE", help="Zone of times without one.")
    ] = None,
    date_order: Annotated[
        str | None, typer.Option("--date-order", help="dmy or mdy, where dates leave it open.")
    ] = None,
    encoding: Annotated[
        str | None, typer.Option(help="How the text is encoded, where the bytes do not say.")
    ] = None,
    group_name: Annotated[
        str | None,
        typer.Option("--group-name", help="The group, where a WhatsApp log has it as a sender."),
    ] = None,
    dry_run: Annotated[bool, typer.Option(help="Read and report; keep nothing.")] = False,
    strict: Annotated[
        bool, typer.Option(help="Exit 1 if a record was skipped or could not be read.")
    ] = False,
    db: Db = None,
    json: Json = False,
) -> None:
    """Reads conversation logs and keeps their messages."""
    if date_order not in (None, "dmy", "mdy"):
        raise UsageError(f"--date-order is dmy or mdy, not {date_order!r}")
    options: dict[str, Any] = {
        "user_id": user,
        "me": me,
        "fmt": fmt,
        "tz": tz,
        "date_order": date_order,
        "encoding": encoding,
        "group_name": group_name,
        "dry_run": dry_run,
    }
    reports, failed = [], []
    with open_engine("sqlite://" if dry_run else db) as engine:
        for path in paths:
            try:
                reports.append(_ingest_one(engine, path, options))
            except PersonaError as error:
                if len(paths) == 1:
                    raise
                failed.append(error)
                say(f"persona: {error}")
    for report in reports:
        _show_ingest(report, json=json, dry_run=dry_run)
    if failed and not reports:
        raise typer.Exit(failed[0].exit_code)
    if failed or (strict and any(report.skipped or report.unreadable for report in reports)):
        raise typer.Exit(1)


def _ingest_one(engine: PersonaEngine, path: str, options: dict[str, Any]) -> IngestReport:
    if path != "-":
        return engine.ingest(path, **options)
    if sys.stdin is None or sys.stdin.isatty():
        raise LogFormatError("nothing is piped in", path="-")
    return engine.ingest(sys.stdin.buffer, **options)


def _show_ingest(report: IngestReport, *, json: bool, dry_run: bool) -> None:
    from persona.logs import as_expected

    for warning in report.warnings[:_SHOWN_WARNINGS]:
        say(f"persona: {warning}")
    if len(report.warnings) > _SHOWN_WARNINGS:
        say(f"persona: and {len(report.warnings) - _SHOWN_WARNINGS} more warnings (--json has all)")
    if json:
        shown = report.to_dict()
        if dry_run:
            shown["messages"] = [as_expected(message) for message in report.messages]
        emit_json(shown)
        return
    counts = report.counts
    aside = sorted((report.skipped + report.noted).items())
    skipped = "".join(f", {n} {reason}" for reason, n in aside)
    kept = (
        f"{counted(len(report.messages), 'messages')} read, none kept"
        if dry_run
        else f"{counted(counts.added, 'messages')} added, {counts.updated} updated, "
        f"{counts.unchanged} there already"
    )
    emit(
        f"{report.format}: {kept}, in {counted(report.conversations, 'conversations')} of "
        f"{', '.join(report.users) or 'nobody'}{f' ({skipped[2:]})' if skipped else ''}"
    )


def rebuild(
    user: Annotated[
        list[str] | None, typer.Option("--user", help="Whom; may be given several times.")
    ] = None,
    all_users: Annotated[bool, typer.Option("--all", help="Everybody who is due.")] = False,
    extractor: Annotated[str | None, typer.Option(help="auto, llm or rules; default auto.")] = None,
    refresh: Annotated[bool, typer.Option(help="Ask every window again.")] = False,
    retry_dead: Annotated[
        bool, typer.Option(help="Ask again about windows that failed in five runs.")
    ] = False,
    accept_loss: Annotated[
        bool, typer.Option(help="Take a result that the loss guard refuses.")
    ] = False,
    since: Annotated[
        str | None,
        typer.Option(metavar="TIME", help="Only users with a message at or after it."),
    ] = None,
    limit: Annotated[
        int | None, typer.Option(metavar="N", help="At most N users who are due.")
    ] = None,
    concurrency: Annotated[
        int | None, typer.Option(metavar="N", help="Calls of the model in flight; default 8.")
    ] = None,
    max_calls: Annotated[
        int | None, typer.Option(metavar="N", help="Calls of the model in this run.")
    ] = None,
    max_tokens: Annotated[
        int | None, typer.Option(metavar="N", help="Tokens of this run, in and out.")
    ] = None,
    max_cost: Annotated[
        float | None, typer.Option(metavar="X", help="Cost of this run at the configured prices.")
    ] = None,
    fail_fast: Annotated[bool, typer.Option(help="Stop at the first user that fails.")] = False,
    dry_run: Annotated[
        bool, typer.Option(help="Say what would be asked, and what it takes; call nothing.")
    ] = False,
    db: Db = None,
    json: Json = False,
) -> None:
    """Extracts what is new and recomputes the personas of users who are due."""
    if user and all_users:
        raise UsageError("--user and --all exclude each other")
    if extractor not in (None, "auto", "llm", "rules"):
        raise UsageError(f"--extractor is auto, llm or rules, not {extractor!r}")
    chosen: dict[str, Any] = {"since": read_start(since), "limit": limit}
    chosen |= {"refresh": refresh, "retry_dead": retry_dead}
    with open_engine(db, extractor=extractor) as engine:
        if dry_run:
            _show_plan(engine.plan(user or None, **chosen), json=json)
            return
        shown = Progress(quiet=json)
        report = engine.rebuild(
            user or None,
            **chosen,
            accept_loss=accept_loss,
            fail_fast=fail_fast,
            limits=engine.limits(
                concurrency=concurrency,
                max_calls=max_calls,
                max_tokens=max_tokens,
                max_cost=max_cost,
            ),
            progress=shown.user,
            on_window=shown.window,
        )
    _say_pending(report)
    if json:
        emit_json(report.to_dict())
    else:
        for item in report.users:
            emit(_rebuild_line(item))
        if not report.users:
            emit("nobody to rebuild")
    if report.failed:
        raise typer.Exit(1)


class Progress:
    """How a rebuild goes on, on stderr: a line for each user and, on a terminal, a count of windows."""

    def __init__(self, *, quiet: bool) -> None:
        self._quiet = quiet
        self._counts: dict[str, int] = {}

    def window(self, status: str) -> None:
        """Counts a window that was asked about."""
        self._counts[status] = self._counts.get(status, 0) + 1
        if not self._quiet and sys.stderr.isatty():
            counts = ", ".join(f"{n} {name}" for name, n in sorted(self._counts.items()))
            print(f"\rwindows asked: {counts} ", end="", file=sys.stderr, flush=True)

    def user(self, report: UserReport) -> None:
        """Names a user who is done."""
        if self._quiet:
            return
        if self._counts and sys.stderr.isatty():
            say("")
        say(f"{report.user_id}: {report.status}")


def _show_plan(plans: Sequence[Plan], *, json: bool) -> None:
    due = [plan for plan in plans if plan.due]
    totals: dict[str, Any] = {
        "users": len(due),
        "to_ask": sum(plan.to_ask for plan in due),
        "tokens": sum(plan.tokens for plan in due),
        "cost": round(sum(plan.cost for plan in due), 6),
    }
    if json:
        emit_json({"users": [plan.to_dict() for plan in plans], "totals": totals})
        return
    for plan in plans:
        what = f"{plan.to_ask} of {plan.windows} windows to ask" if plan.due else "unchanged"
        emit(f"{plan.user_id}: {what} by {plan.extractor}, about {plan.tokens} prompt tokens")
    emit(
        f"{counted(totals['users'], 'users')} due, {counted(totals['to_ask'], 'windows')} to ask, "
        f"about {totals['tokens']} prompt tokens, cost of these {totals['cost']:g}"
    )


def _say_pending(report: RebuildReport) -> None:
    """Windows left for want of a model or by a limit are no error, and are named."""
    for item in report.users:
        if item.windows["pending"]:
            number = item.windows["pending"]
            wait = "waits" if number == 1 else "wait"
            say(
                f"persona: {item.user_id}: {counted(number, 'windows')} {wait} for a model's answer"
            )
        if item.windows["dead"]:
            say(
                f"persona: {item.user_id}: {counted(item.windows['dead'], 'windows')} that failed in "
                "five runs left alone; --retry-dead asks again"
            )
        if item.error:
            say(f"persona: {item.user_id}: {item.error}")


def _rebuild_line(report: UserReport) -> str:
    windows = ", ".join(f"{n} {name}" for name, n in report.windows.items() if n)
    facts = report.facts
    rejected = sum(report.rejected.values())
    calls = f"; {counted(report.calls, 'calls')}, {report.tokens} tokens" if report.calls else ""
    return (
        f"{report.user_id}: {report.status} by {report.extractor}; windows: {windows or 'none'}; "
        f"facts +{facts['added']} ~{facts['superseded']} -{facts['removed']}; {rejected} rejected"
        f"{calls}"
    )


def schedule(
    at: Annotated[str, typer.Option(metavar="HH:MM", help="Time of day.")] = "03:00",
    tz: Annotated[
        str | None, typer.Option("--tz", metavar="ZONE", help="IANA zone of the time of day.")
    ] = None,
    db: Db = None,
) -> None:
    """Rebuilds every night, until interrupted."""
    import logging

    from persona.jobs import run_schedule

    logging.basicConfig(level=logging.INFO, stream=sys.stderr, format="%(asctime)s %(message)s")
    with open_engine(db) as engine:
        zone = tz or engine.settings.timezone
        if zone is None:
            raise UsageError(
                "schedule needs a zone: --tz Asia/Shanghai, or timezone in persona.toml"
            )
        run_schedule(engine, at=at, zone=zone, announce=say)
