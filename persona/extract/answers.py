"""An answer's JSON, validated row by row into an `Extraction`, and back.

One bad row does not cost the others: what can be read without guessing is read, what cannot is
counted as `invalid_row` and named.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping
from typing import Annotated, Any, Literal

import orjson
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from persona.errors import ExtractionError
from persona.records import Extraction, Mention, Reason, Rejection, Relation
from persona.text import is_cjk, one_line, storable

MAX_ROWS = 200
"""Relations (and entities) of one answer that are read; the rest is counted `too_many`."""

MAX_NAME = 80
"""Characters of a name or label; of a longer one only the beginning is read."""

MAX_ALIASES = 50
MAX_EVIDENCE = 500
"""Beyond these a row is no honest answer: it is counted as `invalid_row`."""

_READ = 2000  # characters of a name or quote that are looked at


def _id(value: Any) -> Any:
    if isinstance(value, str):
        return storable(value)
    if isinstance(value, int | float) and not isinstance(value, bool):
        return str(value)
    return value


def _name(value: Any) -> Any:
    line = _id(one_line(value[:_READ]) if isinstance(value, str) else value)
    return _capped(line) if isinstance(line, str) else line


_QUOTED = re.compile(
    r"[\"“”'‘’「『《〈](?P<name>[^\"“”「」『』《》〈〉]*\w[^\"“”「」『』《》〈〉]*)[\"“”'‘’」』》〉]"
)


def _bare(value: Any) -> Any:
    """A name without quotation marks around the whole of it."""
    name = _name(value)
    while isinstance(name, str) and (quoted := _QUOTED.fullmatch(name)):
        name = quoted["name"].strip()
    return name


def _capped(line: str) -> str:
    """At most `MAX_NAME` characters, without a part of a word at the end."""
    if len(line) <= MAX_NAME or is_cjk(line[MAX_NAME - 1]) or is_cjk(line[MAX_NAME]):
        return line[:MAX_NAME]
    return line[: MAX_NAME + 1].rpartition(" ")[0] or line[:MAX_NAME]


def _quote(value: Any) -> Any:
    return storable(value[:_READ]) if isinstance(value, str) else value


UNSAID_WEIGHT = 0.5
"""Weight of a row that gives none, or none that is a number: what it says of the person stands."""


def _weight(value: Any) -> Any:
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return UNSAID_WEIGHT
    try:
        weight = float(value)
    except (OverflowError, ValueError):
        return UNSAID_WEIGHT
    return min(max(weight, 0.0), 1.0) if math.isfinite(weight) else UNSAID_WEIGHT


def _polarity(value: Any) -> Any:
    return int(value) if isinstance(value, str) and value.strip("+") in ("1", "0", "-1") else value


Name = Annotated[str, BeforeValidator(_bare), Field(min_length=1)]
Line = Annotated[str, BeforeValidator(_name)]
Id = Annotated[str, BeforeValidator(_id)]


def _listed(value: Any) -> Any:
    """One text where a list of them is asked for is what it looks like."""
    if isinstance(value, str | int) and not isinstance(value, bool):
        return [value]
    return value


def _aliases(value: Any) -> Any:
    return [] if value is None else _listed(value)


def _via(value: Any) -> Any:
    return value if value in ("choice", "assent") else None


class EntityRow(BaseModel):
    """An entity: name, type, aliases, qualifier. Unknown fields (`mentions`) are ignored."""

    model_config = ConfigDict(extra="ignore")

    name: Name
    type: Line | None = None
    aliases: Annotated[list[Line], Field(max_length=MAX_ALIASES), BeforeValidator(_aliases)] = []
    qualifier: Line | None = None


class RelationRow(BaseModel):
    """A relation, in the full form or the short one (source, target, relation, weight)."""

    model_config = ConfigDict(extra="ignore")

    source: Name
    target: Name
    relation: Line
    kind: str | None = None
    slot: Line | None = None
    polarity: Annotated[Literal[1, 0, -1] | None, BeforeValidator(_polarity)] = None
    weight: Annotated[float, BeforeValidator(_weight)] = UNSAID_WEIGHT
    evidence: Annotated[
        Annotated[list[Id], Field(max_length=MAX_EVIDENCE)] | None, BeforeValidator(_listed)
    ] = None
    quote: Annotated[str, BeforeValidator(_quote)] | None = None
    source_qualifier: Line | None = None
    target_qualifier: Line | None = None
    via: Annotated[Literal["choice", "assent"] | None, BeforeValidator(_via)] = None


def read_answer(answer: Any, message_ids: tuple[str, ...]) -> tuple[Extraction, list[Rejection]]:
    """An answer's object as an `Extraction`, and a rejection for each row that cannot be used.

    Args:
        answer: the parsed JSON.
        message_ids: of the window, for the rejections.

    Raises:
        ExtractionError: it is no object, or has no list of relations.
    """
    if not isinstance(answer, Mapping):
        raise ExtractionError(f"the answer is {type(answer).__name__}, not an object")
    entities, relations = answer.get("entities") or [], answer.get("relations")
    if not isinstance(relations, list) or not isinstance(entities, list):
        raise ExtractionError("the answer has no lists of entities and relations")
    rejections: list[Rejection] = []

    def reject(reason: Reason, row: Any, why: str) -> None:
        shown = row if isinstance(row, str) else json.dumps(row, ensure_ascii=False, default=str)
        rejections.append(
            Rejection(reason, message_ids, f"{one_line(storable(shown))[:160]}: {why}")
        )

    def rows(items: list[Any]) -> list[Any]:
        for item in items[MAX_ROWS:]:
            reject(Reason.TOO_MANY, item, f"beyond {MAX_ROWS} rows")
        return items[:MAX_ROWS]

    mentions, found = [], []
    for item in rows(entities):
        try:
            row = EntityRow.model_validate(item)
        except ValidationError as error:
            reject(Reason.INVALID_ROW, item, _why(error))
            continue
        aliases = tuple(a for a in row.aliases if a)
        mentions.append(Mention(row.name, row.type or None, aliases, row.qualifier or None))
    for item in rows(relations):
        try:
            relation = RelationRow.model_validate(item)
        except ValidationError as error:
            reject(Reason.INVALID_ROW, item, _why(error))
            continue
        found.append(_relation(relation))
    return Extraction(tuple(mentions), tuple(found)), rejections


def _relation(row: RelationRow) -> Relation:
    return Relation(
        source=row.source,
        target=row.target,
        label=row.relation,
        kind=row.kind,
        polarity=row.polarity,
        weight=row.weight,
        evidence=None if row.evidence is None else tuple(row.evidence),
        quote=row.quote,
        slot=row.slot or None,
        source_qualifier=row.source_qualifier or None,
        target_qualifier=row.target_qualifier or None,
        via=row.via,
    )


def _why(error: ValidationError) -> str:
    first = error.errors()[0]
    return f"{'.'.join(map(str, first['loc']))}: {first['msg']}"


def answer_json(extraction: Extraction) -> str:
    """An extraction as the JSON of an answer, as it is kept; `read_answer` reads it back."""
    entities = [
        {"name": m.name, "type": m.type, "aliases": list(m.aliases), "qualifier": m.qualifier}
        for m in extraction.mentions
    ]
    relations = [
        {
            "source": r.source,
            "target": r.target,
            "relation": r.label,
            "kind": r.kind,
            "slot": r.slot,
            "polarity": r.polarity,
            "weight": r.weight,
            "evidence": None if r.evidence is None else list(r.evidence),
            "quote": r.quote,
            "source_qualifier": r.source_qualifier,
            "target_qualifier": r.target_qualifier,
            "via": r.via,
        }
        for r in extraction.relations
    ]
    return orjson.dumps({"entities": entities, "relations": relations}).decode()
