"""Assertions for tests, dated by day."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from persona.records import USER, Assertion, Mention

START = datetime(2026, 1, 1, tzinfo=UTC)
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def at(day: float) -> datetime:
    """That many days after the start of the tests' calendar."""
    return START + timedelta(days=day)


def microseconds(time: datetime) -> int:
    return (time - _EPOCH) // timedelta(microseconds=1)


def said(
    target: str,
    kind: str = "likes",
    polarity: int = 1,
    *,
    day: float = 0,
    message: str | None = None,
    source: str = USER,
    label: str | None = None,
    slot: str | None = None,
    weight: float = 0.8,
    offset: int = 0,
    dated: bool = True,
    type: str | None = None,
    aliases: tuple[str, ...] = (),
    qualifier: str | None = None,
    declared_as: str | None = None,
    source_qualifier: str | None = None,
    quote: str | None = None,
) -> Assertion:
    """An assertion of a message of its day; undated ones keep the day's place in the order."""
    message_id = message or f"m{day}"
    declares = bool(type or aliases or qualifier or declared_as)
    return Assertion(
        source=source,
        target=target,
        label=label or kind,
        kind=kind,
        polarity=polarity,
        weight=weight,
        conversation_id="c",
        message_id=message_id,
        time=at(day) if dated else None,
        order=(microseconds(at(day)), 0, message_id),
        offset=offset,
        quote=quote if quote is not None else f"{kind} {target}",
        slot=slot,
        mention=Mention(declared_as or target, type, aliases, qualifier) if declares else None,
        source_mention=Mention(source, qualifier=source_qualifier) if source_qualifier else None,
    )
