"""Which kept answer belongs to which window: the current one, an outdated one, or a stale one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import orjson

from persona.config import Settings
from persona.extract import RULES_VERSION
from persona.extract.answers import read_answer
from persona.extract.llm import NAME as LLM
from persona.extract.windows import answer_key, content_key
from persona.records import Extraction, Mention, Rejection, Relation, Window
from persona.store import Answer


@dataclass(frozen=True, slots=True)
class Reader:
    """What reads windows: the rules, or a model with a prompt. Its fields are part of a key.

    Attributes:
        name: "rules" or "llm".
        version: of the rules or the prompt.
        model: the model's name; "" for the rules.
    """

    name: str
    version: str
    model: str = ""


RULES = Reader("rules", RULES_VERSION)


def reader_for(settings: Settings, model: Reader | None, kept: Mapping[str, Answer]) -> Reader:
    """Who reads a user's windows: the model, the rules, or, without a model, what a model left.

    A user with answers of a model never gets the rules mixed in unasked: without a model the new
    windows stay pending.
    """
    if settings.extractor == RULES.name:
        return RULES
    if model is not None:
        return model
    left = [answer for answer in kept.values() if answer.extractor == LLM]
    if left:
        newest = max(left, key=lambda a: (a.version, a.model))
        return Reader(LLM, newest.version, newest.model)
    return RULES


def shown_reader(reader: Reader) -> str:
    """A reader as personas and reports name it."""
    return f"{reader.name}:{reader.model}" if reader.model else reader.name


@dataclass(frozen=True, slots=True)
class Matched:
    """A window and what is known of it.

    Attributes:
        key: of the answer that the reader would give.
        content: key of what the window shows.
        answer: the kept answer in use, if any.
        outdated: it is of an older prompt or another model.
        cut: the reader's own answer broke off: it stands in, as a stale one does, until the window
            has a whole one.
    """

    window: Window
    key: str
    content: str
    answer: Answer | None = None
    outdated: bool = False
    cut: bool = False


def match_windows(
    windows: Sequence[Window], kept: Mapping[str, Answer], reader: Reader
) -> list[Matched]:
    """Each window with its answer: the reader's own, else one of an older version or model.

    An answer of another extractor (rules and model) is never used.
    """
    by_content: dict[str, list[Answer]] = defaultdict(list)
    for answer in kept.values():
        if answer.extractor == reader.name:
            by_content[answer.content].append(answer)
    matched = []
    for window in windows:
        content = content_key(window)
        key = answer_key(content, extractor=reader.name, version=reader.version, model=reader.model)
        found = kept.get(key)
        older = sorted(by_content.get(content, ()), key=lambda a: (a.version, a.model, a.key))
        if found is not None and found.is_cut:
            matched.append(Matched(window, key, content, cut=True))
        elif found is None and older:
            matched.append(Matched(window, key, content, older[-1], outdated=True))
        else:
            matched.append(Matched(window, key, content, found))
    return matched


def stale_answers(
    unanswered: Iterable[Matched], kept: Mapping[str, Answer], used: Iterable[str], reader: Reader
) -> dict[str, list[Answer]]:
    """Old answers that stand in for windows without one, by the window's key.

    A window that grew or was cut anew keeps what was said of the messages it still shows, until its
    own answer commits.
    """
    taken = set(used)
    free = [a for a in kept.values() if a.key not in taken and a.extractor == reader.name]
    found: dict[str, list[Answer]] = {}
    for item in unanswered:
        ids = set(item.window.message_ids)
        overlapping = [
            answer
            for answer in free
            if answer.conversation_id == item.window.conversation_id
            and ids.intersection(answer.message_ids)
        ]
        if overlapping:
            found[item.key] = sorted(overlapping, key=lambda a: a.key)
    return found


def read_kept(answer: Answer) -> Extraction:
    """The extraction of a kept answer; it was validated when it was kept."""
    extraction, _ = read_answer(orjson.loads(answer.body), answer.message_ids)
    return extraction


def read_stale(answers: Sequence[Answer], window: Window) -> Extraction:
    """What old answers say of the messages that a window shows."""
    ids = set(window.message_ids)
    mentions: list[Mention] = []
    relations: list[Relation] = []
    for answer in answers:
        extraction = read_kept(answer)
        mentions += extraction.mentions
        for relation in extraction.relations:
            cited = answer.message_ids if relation.evidence is None else relation.evidence
            shown = tuple(i for i in cited if i in ids)
            if shown:
                kept = relation.evidence and replace(relation, evidence=shown)
                relations.append(kept or relation)
    return Extraction(tuple(dict.fromkeys(mentions)), tuple(dict.fromkeys(relations)))


@dataclass(frozen=True, slots=True)
class InUse:
    """What a build reads: windows with extractions, and the answers behind them.

    Attributes:
        pairs: windows that have something said of them, with it.
        rejections: rows of the answers that could not be used.
        keys: of the answers to keep.
    """

    pairs: tuple[tuple[Window, Extraction], ...]
    rejections: tuple[Rejection, ...]
    keys: tuple[str, ...]


def in_use(matched: Sequence[Matched], kept: Mapping[str, Answer], reader: Reader) -> InUse:
    """The answers in use for a user's windows, stale ones included; asks nothing."""
    answered = [item for item in matched if item.answer is not None]
    keys = [item.answer.key for item in answered if item.answer is not None]
    stale = stale_answers((m for m in matched if m.answer is None), kept, keys, reader)
    pairs: list[tuple[Window, Extraction]] = []
    rejections: list[Rejection] = []
    for item in matched:
        if item.answer is not None:
            pairs.append((item.window, read_kept(item.answer)))
            rejections += item.answer.rejected
        elif item.key in stale:
            pairs.append((item.window, read_stale(stale[item.key], item.window)))
            for answer in stale[item.key]:
                rejections += answer.rejected if answer.key == item.key else ()
    keys += [answer.key for answers in stale.values() for answer in answers]
    failed_keys = [item.key for item in matched if item.answer is None]
    return InUse(tuple(pairs), tuple(rejections), tuple(dict.fromkeys([*keys, *failed_keys])))
