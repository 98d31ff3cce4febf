"""The gate: what an answer says becomes an assertion only where the user's own words hold it.

Each evidence id is checked by itself. The target, or an alias declared in the same answer, must
stand in that message, in a clause that the person says of themself and means; or the person's words
must point to a shown message of the assistant that holds it. What fails is rejected with a reason;
nothing is dropped in silence.
"""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from persona.extract.naming import Names
from persona.extract.opinion import as_said
from persona.extract.places import Place, Places, clauses_of, not_users, spans
from persona.extract.rows import ASKS_ABOUT, Row, read_row
from persona.extract.signs import kinds_of
from persona.extract.slips import Slip, slips
from persona.records import Assertion, Extraction, Message, Reason, Rejection, Relation, Window
from persona.text import one_line
from persona.vocabulary import KINDS

__all__ = ["ASK_WEIGHT", "Grounded", "clauses_of", "ground"]

ASK_WEIGHT = 0.3
"""Weight of a question, whatever the answer says of it."""

MAX_DETAIL = 300
"""Characters of a rejection's detail."""

_SIGNED_FAMILIES = ("attitude", "practice", "interest", "safety")
"""Families in which a clause's own sign decides, in the short form, whether it is evidence."""

_ALIKE = {name: {"attitude", "safety"} for name in ("attitude", "safety")}
"""Families of which one is easily taken for the other: "never drinks X" for a dislike of X."""

_FEELING = re.compile(
    r"\b(?:lov|lik|enjoy|ador|prefer|hat|dislik|detest|loath)(?:e|es|ed|s|red|ing)?\b|\bfan of\b|\bfavou?rite"
    r"|\bcan(?:'|’)?t (?:stand|bear)\b|喜[欢歡]|[爱愛]|[讨討][厌厭]|[厌厭][恶惡]|受不了|恨",
    re.IGNORECASE,
)
"""Words of liking and disliking."""

_SLIP = "taken back as a slip"

_WHY = {
    Reason.UNGROUNDED: "no user message of the evidence holds the target",
    Reason.UNKNOWN_ID: "the message was not shown",
    Reason.ASSISTANT: "not said by the user",
    Reason.THIRD_PERSON: "said by or of somebody else",
}


_NEVER_TAKEN = frozenset({Reason.SENSITIVE, Reason.INSTRUCTION, Reason.CANARY, Reason.INVALID_ROW})
"""What the person cannot accept in review: of a sensitive row not even the words are kept."""


@dataclass(frozen=True, slots=True)
class Grounded:
    """What came through the gate, and what did not.

    Attributes:
        assertions: each with one evidence message, in order of the log.
        rejections: each with a reason; a question that was turned into `asks_about` stands here too,
            beside its assertion, so that it is counted.
    """

    assertions: tuple[Assertion, ...]
    rejections: tuple[Rejection, ...]


def ground(
    window: Window,
    extraction: Extraction,
    *,
    order: Mapping[str, tuple[int, int, str]],
    allow_sensitive: bool = False,
    canaries: Collection[str] = (),
) -> Grounded:
    """Grounds an answer in the messages of its window.

    Args:
        window: what was shown.
        extraction: what the answer says of it.
        order: sort key of each message id of the window, see `Assertion.order`.
        allow_sensitive: whether health, politics and the like are kept.
        canaries: names that stand in the prompt's examples and in no log.

    Returns:
        Every row in at least one assertion or rejection, each evidence id by itself. The result
        does not depend on the order of the rows.
    """
    names = Names.of(extraction)
    read = [
        (relation, read_row(relation, names, allow_sensitive=allow_sensitive, canaries=canaries))
        for relation in extraction.relations
    ]
    rows = [row for _, row in read if isinstance(row, Row)]
    taken_back = slips(window, rows)
    gate = _Gate(Places(window, names, allow_sensitive), order, taken_back)
    for relation, row in read:
        if isinstance(row, Row):
            gate.take(row)
        else:
            gate.reject(row, relation, relation.evidence or ())
    for row in _set_right(rows, taken_back, names):
        gate.take(row)
    assertions = sorted(dict.fromkeys(gate.assertions), key=_assertion_key)
    rejections = sorted(
        gate.rejections, key=lambda r: (r.reason, r.message_ids, r.detail, repr(r.row))
    )
    return Grounded(tuple(assertions), tuple(rejections))


def _set_right(rows: Sequence[Row], taken_back: Sequence[Slip], names: Names) -> list[Row]:
    """What was said of a slip, said of what is meant instead, where no row says that of it."""
    found = []
    for slip in taken_back:
        told = [row for row in rows if slip.is_meant(row)]
        if not any(row.polarity > 0 or slip.is_said(row) for row in told):
            meant = [slip.set_right(row, names) for row in rows if row.relation.evidence]
            found += [row for row in meant if row is not None]
    return sorted(dict.fromkeys(found), key=repr)


def _assertion_key(assertion: Assertion) -> tuple[object, ...]:
    return (
        assertion.order,
        assertion.offset,
        assertion.source,
        assertion.kind,
        assertion.target,
        assertion.polarity,
        assertion.label,
        repr(assertion),
    )


@dataclass(slots=True)
class _Gate:
    places: Places
    order: Mapping[str, tuple[int, int, str]]
    slips: Sequence[Slip] = ()
    assertions: list[Assertion] = field(default_factory=list)
    rejections: list[Rejection] = field(default_factory=list)

    def take(self, row: Row) -> None:
        """Passes one row through the gate."""
        evidence = row.relation.evidence
        if evidence is None:
            self._look_up(row)
        elif not evidence:
            self.reject(Reason.NULL_EVIDENCE, row.relation, ())
        else:
            self._check(row, tuple(dict.fromkeys(evidence)))

    def reject(self, reason: Reason, relation: Relation, ids: Sequence[str], why: str = "") -> None:
        """Lists a row, or one evidence of it; of a sensitive one nothing but that it was there."""
        if reason is Reason.SENSITIVE:
            detail = "a fact of a special category was dropped"
        else:
            said = f"{relation.source} – {relation.label} – {relation.target}"
            detail = one_line(f"{said}: {why}" if why else said)[:MAX_DETAIL]
        row = None if reason in _NEVER_TAKEN else relation
        self.rejections.append(Rejection(reason, tuple(ids), detail, row))

    def _check(self, row: Row, evidence: Sequence[str]) -> None:
        """The full form: each given id by itself."""
        asked: list[tuple[Message, Place]] = []
        taken = False
        for message_id in evidence:
            found = self._place(row, message_id)
            if isinstance(found, Reason):
                self.reject(found, row.relation, (message_id,), _WHY.get(found, ""))
                continue
            message = self.places.turns[message_id][0].message
            if self._is_slip(row, message_id) or self._is_meant(row, message_id, found):
                self.reject(Reason.UNGROUNDED, row.relation, (message_id,), _SLIP)
                continue
            if found.against is Reason.QUESTION and row.of_user:
                asked.append((message, found))
            elif found.against is not None:
                self.reject(found.against, row.relation, (message_id,), found.quote)
            else:
                taken = True
                self._assert(as_said(row, found, message), message, found)
        if not taken and not asked:
            self._find_elsewhere(row, evidence)
        for message, place in asked:
            if not taken:
                self._assert(row.as_question(), message, place)
            self.reject(Reason.QUESTION, row.relation, (message.message_id,), place.quote)

    def _find_elsewhere(self, row: Row, cited: Sequence[str]) -> None:
        """A row whose ids are all wrong, as small models give them, where the user's words say it.

        Only a message whose clauses have the row's polarity, and none the opposite, counts, and
        none that was cited and refused. Its words must say it plainly: they are words of liking or
        disliking, or the row quotes them, or the rules read the same in them.
        """
        if not row.of_user or not row.polarity:
            return
        for message_id, turns in self.places.turns.items():
            message = turns[0].message
            if message_id in cited or not message.is_users or self._is_slip(row, message_id):
                continue
            free = [p for p in self.places.find(row, message_id) if p.against is None]
            if not free or any(place.sign == -row.polarity for place in free):
                continue
            if (found := self._plain(row, message, free)) is not None:
                self._assert(row, message, found)
                return

    def _plain(self, row: Row, message: Message, free: Sequence[Place]) -> Place | None:
        """The place of an uncited message that plainly says what a row says."""
        agreeing = [place for place in free if place.sign == row.polarity]
        if row.family == "attitude" and (felt := [p for p in agreeing if _FEELING.search(p.quote)]):
            return felt[0]
        best = (agreeing or free)[0]
        quote = row.relation.quote or ""
        if len(quote) > len(row.target) and spans(message.text, [quote]):
            return best
        kinds = kinds_of(message.text, clauses_of(message), row.forms)
        alike = {KINDS[kind].family for kind, _ in kinds} <= _ALIKE.get(row.family, {row.family})
        return best if kinds and alike and {sign for _, sign in kinds} == {row.polarity} else None

    def _place(self, row: Row, message_id: str) -> Place | Reason:
        turns = self.places.turns.get(message_id)
        if turns is None:
            shown = self.places.is_context(message_id)
            return Reason.UNGROUNDED if shown else Reason.UNKNOWN_ID
        if (reason := not_users(turns[0].message)) is not None:
            return reason
        places = self.places.find(row, message_id)
        free = [place for place in places if place.against is None]
        agreeing = [p for p in free if p.sign == row.polarity] or [p for p in free if not p.sign]
        best = agreeing[0] if row.polarity and agreeing else _best(places, None)
        return best if isinstance(best, Place) else Reason.UNGROUNDED

    def _is_slip(self, row: Row, message_id: str) -> bool:
        """Whether what the row says of a message is taken back in it or after it."""
        place = self.places.place_of(message_id)
        return any(slip.takes_back(row, place) for slip in self.slips)

    def _is_meant(self, row: Row, message_id: str, place: Place) -> bool:
        """Whether a row takes the name that is put right for a thing disliked or given up.

        What was said so of the slip is meant so: an allergy to walnuts is one to cashews.
        """
        if row.polarity >= 0 or place.sign == -1:
            return False
        meant = [s for s in self.slips if s.message_id == message_id and s.is_meant(row)]
        return any(not slip.is_said(row) for slip in meant)

    def _look_up(self, row: Row) -> None:
        """The short form: the user messages whose own words hold the target with its sign."""
        signed = row.family in _SIGNED_FAMILIES and row.polarity != 0
        found: list[tuple[Message, Place]] = []
        refused: list[tuple[str, Reason]] = []
        for message_id, turns in self.places.turns.items():
            if not turns[0].message.is_users:
                continue
            best = _best(self.places.find(row, message_id), row.polarity if signed else None)
            if isinstance(best, Place) and best.against in (None, Reason.QUESTION):
                found.append((turns[0].message, best))
            elif best is not None:
                reason = best if isinstance(best, Reason) else best.against or Reason.UNGROUNDED
                refused.append((message_id, reason))
        said = [(m, p) for m, p in found if p.against is None]
        strong = [(m, p) for m, p in said if not signed or p.sign == row.polarity]
        asked = [(m, p) for m, p in found if p.against is Reason.QUESTION]
        for message, place in strong or said:
            self._assert(row, message, place)
        if not said:
            self._settle(row, asked, refused)

    def _settle(
        self,
        row: Row,
        asked: Sequence[tuple[Message, Place]],
        refused: Sequence[tuple[str, Reason]],
    ) -> None:
        """The short form where no statement holds the target."""
        if asked:
            for message, place in asked:
                if row.of_user:
                    self._assert(row.as_question(), message, place)
                self.reject(Reason.QUESTION, row.relation, (message.message_id,), place.quote)
        elif refused:
            reason = refused[0][1]
            ids = [message_id for message_id, other in refused if other is reason]
            self.reject(reason, row.relation, ids, _WHY.get(reason, ""))
        else:
            other = self.places.said_in(row)
            ids, reason = ([other[0]], other[1]) if other else ([], Reason.UNGROUNDED)
            self.reject(reason, row.relation, ids, _WHY[reason])

    def _assert(self, row: Row, message: Message, place: Place) -> None:
        shown = self.places.turns[message.message_id]
        quote = row.relation.quote
        if not quote or not any(spans(turn.text, [quote]) for turn in shown):
            quote = place.quote
        self.assertions.append(
            Assertion(
                source=row.source,
                target=row.target,
                label=one_line(row.relation.label),
                kind=row.kind,
                polarity=row.polarity,
                weight=ASK_WEIGHT if row.kind == ASKS_ABOUT else _clamped(row.relation.weight),
                conversation_id=message.conversation_id,
                message_id=message.message_id,
                time=message.time,
                order=self.order.get(message.message_id) or _own_order(message),
                offset=place.start,
                quote=one_line(quote),
                slot=row.slot,
                via=place.via,
                support=place.support,
                mention=row.mention,
                source_mention=row.source_mention,
            )
        )


def _best(places: Sequence[Place], sign: int | None) -> Place | Reason | None:
    """The place that speaks most for the row, a reason if all speak against it, None for no place.

    Args:
        places: in order of the text.
        sign: the row's polarity, where a clause of the opposite one is no evidence.
    """
    free = [p for p in places if p.against is None]
    if sign is not None:
        free = [p for p in free if p.sign == sign] or [p for p in free if p.sign is None]
    if free:
        return free[0]
    asked = [p for p in places if p.against is Reason.QUESTION]
    if asked:
        return asked[0]
    against = [p for p in places if p.against is not None]
    if sign is None:
        return against[0] if against else None
    if against:
        return against[0].against
    return Reason.UNGROUNDED if places else None


def _clamped(weight: float) -> float:
    return min(1.0, max(0.0, weight)) if math.isfinite(weight) else 0.5


def _own_order(message: Message) -> tuple[int, int, str]:
    time = 0 if message.time is None else int(message.time.timestamp() * 1_000_000)
    return time, message.position, message.message_id
