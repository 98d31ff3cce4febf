"""Coordinated claims taken apart: "I like tea, jazz and chess" is three claims with one head."""

from __future__ import annotations

import re

from persona.text import has_cjk

_CLAUSES = re.compile(r",?\s+(?:and|but)\s+(?=(?:i|my|we|our)\b)", re.IGNORECASE)
_LIST = re.compile(
    r"^(?P<head>[^,;]*?\b(?:like|love|enjoy|into|interested in|have|play|hate|prefer|collect|own)(?: to)?) (?P<items>[^.;]+?,? (?:and|or) [^,.;]+)$",
    re.IGNORECASE,
)
_BETWEEN = re.compile(r",\s*(?:and\s+|or\s+)?|\s+(?:and|or)\s+", re.IGNORECASE)
_CLAUSES_ZH = re.compile(r"[，,；;](?=(?:而且|并且|还有|但是?|不过|也|还)?我)")


def apart(claim: str) -> list[str]:
    """The claims that are joined in one: clauses with a subject of their own, items of a list.

    Args:
        claim: in the first person.
    """
    if has_cjk(claim):
        return [part for part in _CLAUSES_ZH.split(claim) if part.strip()]
    return [piece for part in _CLAUSES.split(claim) for piece in _listed(part)]


def _listed(clause: str) -> list[str]:
    match = _LIST.match(clause.rstrip(".!? "))
    if match is None or "," not in match["items"]:
        return [clause]
    items = [item for item in _BETWEEN.split(match["items"]) if item.strip()]
    return [f"{match['head']} {item}" for item in items]
