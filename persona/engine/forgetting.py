"""Forgetting: a message, a conversation, a name, what is old, or everything of a user.

Everything is worked out first (what goes, which answers showed it, what the views become without
it, asking no model), then done in one transaction, then swept out of the files. Afterwards the
store is as if it had never been said, but for tombstones and, with a model, for the windows that
have to be read again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from persona.config import Settings
from persona.engine.building import last_said, rules_answer
from persona.engine.clock import Clock
from persona.engine.filtering import filter_answer, shows, window_of
from persona.engine.lease import Lease
from persona.engine.matching import RULES, Reader, reader_for
from persona.engine.pages import remove_page
from persona.engine.receipts import ErasureReceipt, quoting, swept_note, traces
from persona.engine.review import rejection_id
from persona.engine.run import made_by, settings_digest
from persona.engine.scopes import Request, Target, find_stones, find_target
from persona.engine.standing import Standing, stand
from persona.engine.summarising import EXTRACTOR as SUMMARY
from persona.engine.summarising import kept_summary
from persona.extract.llm import NAME as LLM
from persona.extract.windows import content_key, windows
from persona.records import Correction, Entity, Fact, Message, Rejection, Window
from persona.redact import strike
from persona.store import Answer, Erasure, Store, UserState, Views
from persona.text import key_spellings, may_hold


@dataclass(frozen=True, slots=True)
class Before:
    """What the store holds of a user before something is forgotten."""

    state: UserState
    messages: tuple[Message, ...]
    answers: Mapping[str, Answer]
    aside: Mapping[str, Answer]
    corrections: tuple[Correction, ...]
    facts: tuple[Fact, ...]
    entities: tuple[Entity, ...]
    rejections: tuple[Rejection, ...]
    rebuilds: int = 0


def forget(
    store: Store,
    settings: Settings,
    model: Reader | None,
    user_id: str,
    request: Request,
    *,
    clock: Clock,
    sweep: bool = True,
) -> ErasureReceipt:
    """Forgets what a request asks for, and says what that came to.

    Args:
        store: of the user.
        settings: what the views are computed with.
        model: who would read windows now; None: the rules, or what a model left.
        user_id: whose.
        request: what.
        clock: the time now.
        sweep: take the bytes out of the files at once; else the next sweep does.

    Raises:
        UnknownNameError: no such user, message, conversation or entity.
        UsageError: a request that cannot be meant.
        BusyError: a rebuild of the user is running.
    """
    store.state(user_id)
    with Lease(store, f"user:{user_id}", clock):
        before = _before(store, user_id)
        target = find_target(store, user_id, request, before.messages, before.entities, clock())
        if request.everything:
            store.erase(user_id, Erasure(everything=True, stones=target.stones))
            receipt, words = _receipt_of_all(user_id, before)
        else:
            erasure, standing = _work_out(settings, model, user_id, before, target, clock())
            store.erase(user_id, erasure)
            receipt = _receipt(user_id, request, before, target, erasure, standing)
            words = _traces(before, target, erasure)
        remove_page(store, user_id)
    return _swept(store, receipt, words) if sweep else receipt


def _before(store: Store, user_id: str) -> Before:
    return Before(
        store.state(user_id),
        tuple(store.messages(user_id)),
        store.answers(user_id),
        store.answers(user_id, aside=True),
        store.corrections(user_id),
        store.facts(user_id),
        store.entities(user_id),
        store.rejections(user_id),
        len(store.rebuilds(user_id)),
    )


def _work_out(
    settings: Settings,
    model: Reader | None,
    user_id: str,
    before: Before,
    target: Target,
    now: datetime,
) -> tuple[Erasure, Standing]:
    remaining = [
        target.redacted.get(key, message)
        for message in before.messages
        if (key := (message.conversation_id, message.message_id)) not in target.forgotten
    ]
    reader = _reader_of(settings, model, before.answers)
    kept, made = _answers(user_id, before, target, remaining)
    corrections = [c for c in before.corrections if not _tells(c, before.rejections, target)]
    standing = stand(user_id, remaining, kept, reader, corrections)
    if reader == RULES and before.state.built_revision is not None:
        read = [rules_answer(item) for item in standing.unanswered]
        made = [*made, *read]
        kept = {**kept, **{answer.key: answer for answer in read}}
        standing = stand(user_id, remaining, kept, reader, corrections)
    built = before.state.built_revision is not None
    dropped = {c.number for c in before.corrections} - {c.number for c in corrections}
    views, summary = _views(standing, settings, before)
    live = {*standing.found.keys, *summary}.intersection(kept) if built else set(kept)
    return (
        Erasure(
            forgotten=tuple(target.forgotten),
            redacted=tuple(target.redacted.values()),
            stones=target.stones,
            live=tuple(sorted(live)),
            waiting=tuple(item.key for item in standing.unanswered),
            answers=tuple(answer for answer in made if answer.key in live),
            corrections=tuple(sorted(dropped)),
            views=views if built else None,
            pending=len(standing.unanswered),
            settings_digest=settings_digest(settings, reader),
            revision=before.state.revision,
            aside=_aside_kept(user_id, before, target),
            made=made_by(settings, reader, now),
        ),
        standing,
    )


def _reader_of(settings: Settings, model: Reader | None, answers: Mapping[str, Answer]) -> Reader:
    """Who read what is kept: forgetting is no reason to have it read by somebody else."""
    readers = {answer.extractor for answer in answers.values()}
    if LLM not in readers and (model is None or RULES.name in readers):
        return RULES
    return model or reader_for(settings.model_copy(update={"extractor": "auto"}), None, answers)


def _views(standing: Standing, settings: Settings, before: Before) -> tuple[Views, tuple[str, ...]]:
    """The views of what stays, and the key of a model's summary that is still one of them."""
    views = standing.views(settings, last_said(standing.messages))
    persona, keys = kept_summary(views.persona, before.answers)
    rejections = (*standing.found.rejections, *views.rejections)
    return replace(views, persona=persona, rejections=rejections), keys


def _answers(
    user_id: str, before: Before, target: Target, remaining: Sequence[Message]
) -> tuple[dict[str, Answer], list[Answer]]:
    """The answers that may stay, by key, and those of them that are new: filtered ones.

    An answer whose window is gone already (stale) is treated as if it had shown what goes, because
    nobody knows any more. What the rules said of a window that showed it goes: they read it again.
    """
    shown = _shown(user_id, before, target)
    kept: dict[str, Answer] = {}
    made: list[Answer] = []
    by_conversation: dict[str, dict[str, Message]] = {}
    for message in remaining:
        by_conversation.setdefault(message.conversation_id, {})[message.message_id] = message
    for key, answer in before.answers.items():
        window = shown.get(key)
        if window is None or answer.extractor == SUMMARY:
            kept[key] = answer
        elif answer.extractor != RULES.name:
            left = by_conversation.get(answer.conversation_id, {})
            gone = target.gone.get(answer.conversation_id, set())
            filtered = filter_answer(answer, window, left, gone)
            if filtered is not None:
                kept[filtered.key] = filtered
                made.append(filtered)
    return kept, made


def _shown(user_id: str, before: Before, target: Target) -> dict[str, Window]:
    """Windows that showed what goes, or whose answer names it, by the key of their answer."""
    answers = (*before.answers.values(), *before.aside.values())
    naming = {a.key for a in answers if target.names and _names(a.body, target)}
    where = {*target.touched, *(a.conversation_id for a in answers if a.key in naming)}
    held = [m for m in before.messages if m.conversation_id in where]
    by_content = {content_key(window): window for window in windows(user_id, held)}
    found: dict[str, Window] = {}
    for answer in answers:
        touched = target.touched.get(answer.conversation_id, set())
        window = by_content.get(answer.content)
        if answer.key in naming or (window is not None and shows(window, touched)):
            found[answer.key] = window or _old_window(user_id, answer, held)
        elif window is None and touched:
            found[answer.key] = _old_window(user_id, answer, held)
    return found


def _old_window(user_id: str, answer: Answer, held: Sequence[Message]) -> Window:
    return window_of(
        user_id, answer, [m for m in held if m.conversation_id == answer.conversation_id]
    )


def _aside_kept(user_id: str, before: Before, target: Target) -> tuple[str, ...]:
    """Answers of a refresh that did not show what goes; the others it asks again."""
    shown = _shown(user_id, replace(before, answers={}), target) if before.aside else {}
    return tuple(key for key in before.aside if key not in shown)


def _tells(correction: Correction, rejections: Sequence[Rejection], target: Target) -> bool:
    """Whether a correction names what is forgotten, or answers a question about it."""
    if correction.action in ("accept", "reject"):
        gone = {message_id for ids in target.gone.values() for message_id in ids}
        return any(
            rejection_id(rejection) == correction.entity
            and (gone & set(rejection.message_ids) or _names(rejection.detail, target))
            for rejection in rejections
        )
    return any(_names(name, target) for name in (correction.entity, correction.other or ""))


def _names(text: str, target: Target) -> bool:
    keys = {key for name in target.names for key in key_spellings(name)}
    if not may_hold(text, keys):
        return False
    return bool(strike(text, {len(key) for key in keys}, keys.__contains__).edits)


def _receipt(
    user_id: str,
    request: Request,
    before: Before,
    target: Target,
    erasure: Erasure,
    standing: Standing,
) -> ErasureReceipt:
    live = {*erasure.live, *erasure.aside}
    views = erasure.views
    facts = set() if views is None else {fact.id for fact in views.facts}
    entities = set() if views is None else {entity.key for entity in views.entities}
    pending = tuple(item.window.message_ids for item in standing.unanswered if views is not None)
    notes = list(target.notes)
    if pending:
        notes.append(
            f"{len(pending)} windows are to be read by the model again, because it had been shown "
            "what is forgotten or they are new: `persona rebuild` does it"
        )
    return ErasureReceipt(
        user_id,
        request.scope,
        removed={
            "messages": len(target.forgotten),
            "redacted": len(target.redacted),
            "answers": sum(key not in live for key in (*before.answers, *before.aside)),
            "facts": sum(fact.id not in facts for fact in before.facts),
            "entities": sum(entity.key not in entities for entity in before.entities),
            "corrections": len(erasure.corrections),
            "rebuilds": max(0, before.rebuilds - (views is not None)),
        },
        replies_that_quote=quoting(target.forgotten.values(), standing.messages),
        pending=pending,
        notes=tuple(notes),
    )


def _traces(before: Before, target: Target, erasure: Erasure) -> set[str]:
    """Texts and names that the files should hold no more."""
    views = erasure.views
    stay = set() if views is None else {entity.key for entity in views.entities}
    names = {n for e in before.entities if e.key not in stay for n in (e.name, *e.aliases)}
    return traces(m.text for m in target.forgotten.values()) | names | set(target.names)


def _receipt_of_all(user_id: str, before: Before) -> tuple[ErasureReceipt, set[str]]:
    receipt = ErasureReceipt(
        user_id,
        "everything",
        removed={
            "messages": len(before.messages),
            "redacted": 0,
            "answers": len(before.answers) + len(before.aside),
            "facts": len(before.facts),
            "entities": len(before.entities),
            "corrections": len(before.corrections),
            "rebuilds": before.rebuilds,
        },
        notes=("tombstones of the messages stay, so that the same log does not bring them back",),
    )
    names = {name for e in before.entities for name in (e.name, *e.aliases)}
    return receipt, traces(m.text for m in before.messages) | names


def _swept(store: Store, receipt: ErasureReceipt, words: set[str]) -> ErasureReceipt:
    swept = store.sweep()
    left = tuple(store.bytes_left(words))
    holders = store.held_open_by() if swept == "delayed" else ()
    notes = [*receipt.notes, swept_note(swept, holders)]
    if left and swept == "done":
        notes.append(f"{', '.join(left)} still hold a text or a name of it: report this as a fault")
    return replace(receipt, sweep=swept, bytes_left=left, notes=tuple(notes))


def restore(store: Store, user_id: str, request: Request) -> ErasureReceipt:
    """Lifts the tombstones of an earlier request: a later ingest may bring back what they name.

    Raises:
        UnknownNameError: nothing of that is forgotten.
    """
    times, messages = find_stones(store, user_id, request)
    lifted = store.lift(user_id, times, messages)
    return ErasureReceipt(
        user_id,
        request.scope,
        restored=True,
        lifted=lifted,
        notes=("nothing comes back by itself: ingest the log again",),
    )
