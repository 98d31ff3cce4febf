"""Rebuilding one user: which windows are asked, what is computed, whether it is swapped in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from persona.engine.asking import Outcome, ask_windows
from persona.engine.matching import (
    RULES,
    Matched,
    Reader,
    in_use,
    match_windows,
    reader_for,
    shown_reader,
)
from persona.engine.pipeline import compute_views
from persona.engine.reports import UserReport
from persona.engine.run import Run, made_by, settings_digest
from persona.engine.summarising import kept_summary, summarise
from persona.extract.answers import answer_json
from persona.extract.windows import windows
from persona.records import Correction, Entity, Fact, Message, Persona, Reason, Rejection, Window
from persona.resolve import named
from persona.store import Answer, Store, UserState, Views

_COMMIT_EVERY = 500


def last_said(messages: Sequence[Message]) -> datetime | None:
    """The time of the user's last dated message: what ages are measured from."""
    return max((m.time for m in messages if m.is_users and m.time is not None), default=None)


async def build_user(run: Run, user_id: str, *, on_commit: Callable[[], None]) -> UserReport:
    """Rebuilds a user: asks, computes, and swaps the views in unless too much would be lost.

    A refresh that the limits cut short swaps nothing; its answers wait for the next one.
    """
    store = run.store
    state = store.state(user_id)
    messages = store.messages(user_id)
    reader = reader_for(run.settings, run.reader, store.answers(user_id))
    todo = windows(user_id, messages)
    refreshing = run.options.refresh and reader != RULES
    outcome = await _answer(run, state, todo, reader, refreshing, on_commit)
    aside = refreshing or (run.options.accept_loss and state.refresh == "refused")
    kept = dict(store.answers(user_id))
    if aside:
        kept.update(store.answers(user_id, aside=True))
    found = in_use(match_windows(todo, kept, reader), kept, reader)
    views = compute_views(
        user_id,
        messages,
        found.pairs,
        settings=run.settings,
        extractor=shown_reader(reader),
        as_of=last_said(messages),
        corrections=store.corrections(user_id),
    )
    rejections = (*found.rejections, *outcome.rejections, *views.rejections)
    views = replace(views, rejections=rejections)
    summary_keys: tuple[str, ...] = ()
    if run.settings.summary:
        persona, summary_keys = kept_summary(views.persona, kept)
        views = replace(views, persona=persona)
    report = _report(user_id, reader, outcome, rejections)
    before = {fact.id: fact for fact in store.facts(user_id)}
    put_right = corrected(store.corrections(user_id), store.entities(user_id))
    if refreshing and outcome.statuses["pending"]:
        return report
    digest = settings_digest(run.settings, reader)
    replaced = refreshing or state.built_settings not in (None, digest)
    guarded = {
        fact_id: fact
        for fact_id, fact in before.items()
        if put_right.isdisjoint((fact.source, fact.target))
    }
    if replaced and not run.options.accept_loss and _too_much_lost(guarded, views, messages, run):
        if refreshing:
            store.refuse_refresh(user_id)
        return _refused(report, before, views)
    store.swap_views(
        user_id,
        views,
        revision=state.revision,
        settings_digest=digest,
        pending=outcome.statuses["pending"] + outcome.statuses["failed"] + outcome.cut,
        live_keys=(*found.keys, *summary_keys),
        made=made_by(run.settings, reader, run.clock()),
        promote=aside,
    )
    report.facts = fact_changes(before, views.facts)
    if run.settings.summary and not summary_keys:
        await add_summary(run, report, views.persona)
    return report


async def add_summary(run: Run, report: UserReport, persona: Persona) -> None:
    """Writes the summary of a committed persona, where a model may; its failure is only noted."""
    written = await summarise(run, report.user_id, persona)
    report.spend(written.usage)
    if written.error is not None:
        report.error = "; ".join(filter(None, (report.error, written.error)))


async def _answer(
    run: Run,
    state: UserState,
    todo: Sequence[Window],
    reader: Reader,
    refreshing: bool,
    on_commit: Callable[[], None],
) -> Outcome:
    """Sees to it that the windows have answers, as far as the run may; counts every window."""
    store, user_id = run.store, state.user_id
    if refreshing and state.refresh != "running":
        store.begin_refresh(user_id)
    if reader == RULES:
        kept = {} if run.options.refresh else store.answers(user_id)
        return _read_by_rules(store, user_id, match_windows(todo, kept, reader))
    matched = match_windows(todo, store.answers(user_id, aside=refreshing), reader)
    missing = [item for item in matched if item.answer is None]
    if run.extractor is None:
        outcome = Outcome(statuses=Counter(pending=len(missing)))
    else:
        outcome = await ask_windows(
            store,
            user_id,
            missing,
            run.extractor,
            run.limits,
            run.in_flight,
            aside=refreshing,
            retry_dead=run.options.retry_dead,
            on_commit=on_commit,
            on_window=run.on_window,
        )
    for item in matched:
        if item.answer is not None:
            outcome.statuses[_cached(item.answer)] += 1
            outcome.statuses["outdated"] += item.outdated
    return outcome


def _cached(answer: Answer) -> str:
    return "cached" if answer.status == "done" else answer.status


def _read_by_rules(store: Store, user_id: str, matched: Sequence[Matched]) -> Outcome:
    """Answers the windows that have none; the rules cost nothing, so many to a commit."""
    outcome = Outcome()
    fresh: list[Answer] = []
    for item in matched:
        if item.answer is not None and not item.outdated:
            outcome.statuses[_cached(item.answer)] += 1
            continue
        fresh.append(rules_answer(item))
        outcome.statuses[fresh[-1].status] += 1
        if len(fresh) >= _COMMIT_EVERY:
            store.put_answers(user_id, fresh)
            fresh = []
    store.put_answers(user_id, fresh)
    return outcome


def rules_answer(item: Matched) -> Answer:
    """What the rules say of a window, as it is kept."""
    from persona.extract import rules  # heavy; a run whose answers are kept needs none

    extraction = rules.extract(item.window)
    return Answer(
        key=item.key,
        content=item.content,
        conversation_id=item.window.conversation_id,
        message_ids=item.window.message_ids,
        extractor=RULES.name,
        version=RULES.version,
        model="",
        status="done" if extraction.relations else "empty",
        body=answer_json(extraction),
    )


def _report(
    user_id: str, reader: Reader, outcome: Outcome, rejections: tuple[Rejection, ...]
) -> UserReport:
    counts = outcome.statuses
    answered = counts["done"] + counts["cached"] + counts["empty"] + counts["partial"]
    status = "pending" if counts["pending"] else "ok"
    if counts["failed"] or counts["dead"]:
        status = "partial" if answered else "failed"
    report = UserReport(
        user_id,
        status,
        shown_reader(reader),
        windows=counts,
        rejected=Counter(rejection.reason.value for rejection in rejections),
        rejections=rejections,
        error="; ".join(outcome.errors) or None,
    )
    report.spend(outcome.usage)
    return report


def corrected(corrections: Iterable[Correction], entities: Sequence[Entity]) -> set[str]:
    """Keys of entities that the person put right: what goes of them is no loss."""
    return {
        entity.key
        for correction in corrections
        if correction.action in ("wrong", "instead", "merge", "split")
        for name in (correction.entity, correction.other)
        if name
        for entity in named(entities, name)
    }


def _too_much_lost(
    before: Mapping[str, Fact], views: Views, messages: Sequence[Message], run: Run
) -> bool:
    """Whether more than the set share of the facts would go that are still said."""
    said = {(m.conversation_id, m.message_id) for m in messages}
    standing = [
        fact.id
        for fact in before.values()
        if any((e.conversation_id, e.message_id) in said for e in fact.evidence)
    ]
    ids = {fact.id for fact in views.facts}
    lost = sum(fact_id not in ids for fact_id in standing)
    return bool(standing) and lost / len(standing) > run.settings.max_loss


def _refused(report: UserReport, before: Mapping[str, Fact], views: Views) -> UserReport:
    ids = {fact.id for fact in views.facts}
    lost = sorted(f"{fact.label} {fact.target}" for i, fact in before.items() if i not in ids)
    rejection = Rejection(Reason.LOSS_GUARD, (), f"{len(lost)} facts would go")
    report.status = "refused"
    report.rejections = (*report.rejections, rejection)
    report.rejected[Reason.LOSS_GUARD.value] += 1
    report.error = (
        f"{len(lost)} of {len(before)} facts would be lost ({'; '.join(lost[:20])}): "
        "the old persona stays; --accept-loss takes the new one"
    )
    return report


def fact_changes(before: Mapping[str, Fact], now: Sequence[Fact]) -> Counter[str]:
    """Facts added, superseded (closed, that were open) and removed."""
    ids = {fact.id for fact in now}
    return Counter(
        added=sum(fact.id not in before for fact in now),
        superseded=sum(
            fact.id in before and before[fact.id].is_open and not fact.is_open for fact in now
        ),
        removed=sum(fact_id not in ids for fact_id in before),
    )
