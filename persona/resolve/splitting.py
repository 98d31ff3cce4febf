"""What a split gives back to a name: the assertions that were said with it.

An answer may write a relation under one name of a thing and declare the other, so what the person
said of 飞书 stands under Lark. Once they say that the two are not one, it is 飞书 that they spoke of
wherever the quote holds that name and not the other.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace

from persona.records import USER, Assertion, Correction, Mention
from persona.resolve.identity import split_pairs
from persona.resolve.sightings import Node, node_of
from persona.text import holds_name, name_key, one_line


def as_said(assertions: Sequence[Assertion], corrections: Sequence[Correction]) -> list[Assertion]:
    """The assertions, those of split names under the name that their quote holds.

    Args:
        assertions: whose names have a key.
        corrections: in the order in which they were made.
    """
    if not any(correction.action == "split" for correction in corrections):
        return list(assertions)
    others: dict[Node, set[Node]] = defaultdict(set)
    for one, other in split_pairs(assertions, corrections):
        others[one].add(other)
        others[other].add(one)
    return [_renamed(said, others) for said in assertions]


def _renamed(said: Assertion, others: Mapping[Node, set[Node]]) -> Assertion:
    target = _spoken(said.target, said.mention, said.quote, others)
    source = _spoken(said.source, said.source_mention, said.quote, others)
    if (target, source) == (said.target, said.source):
        return said
    return replace(said, target=target, source=source)


def _spoken(
    name: str, mention: Mention | None, quote: str, others: Mapping[Node, set[Node]]
) -> str:
    """The split name that a quote holds, where it holds no other of the thing; else the name."""
    if name == USER or mention is None:
        return name
    node = node_of(name, mention)
    if node not in others:
        return name
    forms = (mention.name, *mention.aliases)
    parted = [form for form in forms if (name_key(form), node[1]) in others[node]]
    own = {name, *forms}.difference(parted)
    if any(holds_name(quote, form) for form in own):
        return name
    return next((one_line(form) for form in parted if holds_name(quote, form)), name)
