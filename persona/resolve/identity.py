"""Which names mean one thing: one function of the whole set of surface forms.

A *node* is the key of a name together with the parts of its qualifier ("同事/A公司" has two parts).
Nodes are joined, strongest reason first, by

1. a merge that the person asked for,
2. the table of known aliases,
3. qualifiers: a node attaches to the one fullest qualifier of its name that contains its own. A
   bare name has no parts, so with one homonym it attaches, with two it stays unresolved,
4. aliases that answers declared.

A join is refused where the person split the two, where it would put two different homonyms in one
class, and, for a declared alias, where the two are declared apart: one message speaks of both as
things of their own, or their keys differ in nothing but ``+`` and ``#`` (C, C++, C#).

Joins are tried in an order that depends on the set alone (number of messages that declare it, then
the names), so the result does not depend on the order in which anything arrived.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from persona.records import USER, Assertion, Correction, Entity, Mention
from persona.resolve.classes import Classes, fullest
from persona.resolve.known_aliases import known_groups
from persona.resolve.sightings import (
    MessageKey,
    Node,
    Order,
    Seen,
    Sightings,
    node_of,
    qualifier_parts,
    spelling,
)
from persona.text import name_key

Pair = tuple[Node, Node]

_QUALIFIED = re.compile(r"(?P<name>.*\S)\s*\((?P<qualifier>[^()]+)\)\s*")


def _find(name: str, nodes: Mapping[Node, object], by_key: Mapping[str, list[Node]]) -> Node | None:
    """The node that a correction means by a name, an alias, or the key of an entity."""
    text = unicodedata.normalize("NFKC", name)
    if match := _QUALIFIED.fullmatch(text):
        node = name_key(match["name"]), qualifier_parts(match["qualifier"])
        if node in nodes:
            return node
    key = name_key(text)
    bare = (key, frozenset[str]())
    if bare in nodes:
        return bare
    senses = fullest([parts for _, parts in by_key.get(key, [])])
    return (key, senses[0]) if len(senses) == 1 else None


@dataclass(slots=True)
class _Wishes:
    """What the person said of pairs of nodes; of each pair the last word.

    Attributes:
        merged: pairs that are one.
        split: pairs that are two.
        taken_off: the second of each split: an alias that goes its own way.
        unmatched: corrections whose names are not there.
    """

    merged: list[Pair] = field(default_factory=list)
    split: list[Pair] = field(default_factory=list)
    taken_off: set[Node] = field(default_factory=set)
    unmatched: list[Correction] = field(default_factory=list)


def _read_corrections(corrections: Sequence[Correction], nodes: Mapping[Node, object]) -> _Wishes:
    by_key: dict[str, list[Node]] = defaultdict(list)
    for node in nodes:
        by_key[node[0]].append(node)
    wishes = _Wishes()
    last: dict[Pair, tuple[str, Node]] = {}
    for correction in corrections:
        if correction.action not in ("merge", "split"):
            continue
        left = _find(correction.entity, nodes, by_key)
        right = _find(correction.other or "", nodes, by_key)
        if left is None or right is None or left == right:
            wishes.unmatched.append(correction)
        else:
            last[_pair(left, right)] = correction.action, right
    for pair, (action, alias) in sorted(last.items(), key=lambda item: _spellings(item[0])):
        if action == "merge":
            wishes.merged.append(pair)
        else:
            wishes.split.append(pair)
            wishes.taken_off.add(alias)
    return wishes


def _pair(left: Node, right: Node) -> Pair:
    one, other = sorted((left, right), key=spelling)
    return one, other


def _spellings(pair: Pair) -> tuple[str, str]:
    return spelling(pair[0]), spelling(pair[1])


def _known(nodes: Mapping[Node, object]) -> Iterator[Pair]:
    """Pairs of the table of known aliases."""
    groups = known_groups()
    for key, parts in sorted(nodes, key=spelling):
        for other in groups.get(key, ()):
            if other > key and (other, parts) in nodes:
                yield (key, parts), (other, parts)


def _attachments(nodes: Mapping[Node, object], classes: Classes) -> Iterator[Pair]:
    """Each node with a fuller one of its name, where only one entity has such."""
    by_key: dict[str, list[frozenset[str]]] = defaultdict(list)
    for key, parts in sorted(nodes, key=spelling):
        by_key[key].append(parts)
    for key, qualifiers in by_key.items():
        senses = fullest(qualifiers)
        for parts in qualifiers:
            holders = [(key, sense) for sense in senses if parts < sense]
            if len({classes.root(holder) for holder in holders}) == 1:
                yield (key, parts), holders[0]


def _declared(seen: Seen) -> list[Pair]:
    """Pairs that answers called one thing, those of most messages first."""
    rows = sorted(seen.aliases.items(), key=lambda row: (-len(row[1]), _spellings(row[0])))
    return [pair for pair, _ in rows]


@dataclass(frozen=True, slots=True)
class Identity:
    """Who is who.

    Attributes:
        entities: every entity, by its key, sorted.
        keys: node to the key of its entity.
        homonyms: keys of entities that share a name, each group sorted.
        split: pairs of keys that the person split.
        refused: pairs of keys that an answer called one thing, and that stayed two.
        unmatched: merges and splits whose names are not in the log (any more).
    """

    entities: dict[str, Entity]
    keys: dict[Node, str]
    homonyms: tuple[tuple[str, ...], ...]
    split: frozenset[tuple[str, str]]
    refused: tuple[tuple[str, str], ...]
    unmatched: tuple[Correction, ...]

    def key_of(self, name: str, mention: Mention | None) -> str:
        """The key of the entity that a name in an assertion means; `USER` for the person."""
        return USER if name == USER else self.keys[node_of(name, mention)]


def identify(assertions: Iterable[Assertion], corrections: Sequence[Correction] = ()) -> Identity:
    """Joins all names of a user's assertions into entities (see the module).

    Names of an assertion must have a key (`persona.text.name_key`) that is not empty.
    """
    seen = _see(assertions)
    wishes = _read_corrections(corrections, seen.nodes)
    return _name(seen, _join(seen, wishes), wishes)


def split_pairs(assertions: Iterable[Assertion], corrections: Sequence[Correction]) -> list[Pair]:
    """Pairs of nodes that the person split and did not merge again; names as in `identify`."""
    return _read_corrections(corrections, _see(assertions).nodes).split


def _see(assertions: Iterable[Assertion]) -> Seen:
    """Every name of the assertions."""
    seen = Seen()
    for assertion in assertions:
        if assertion.target != USER:
            seen.add(assertion.target, assertion.mention, assertion)
        if assertion.source != USER:
            seen.add(assertion.source, assertion.source_mention, assertion)
    _add_bare(seen)
    return seen


def _join(seen: Seen, wishes: _Wishes) -> Classes:
    """All joins, strongest reason first; aliases that were taken off come after all others."""
    classes = Classes(seen, wishes.split)
    for waiting in (wishes.taken_off, set[Node]()):
        for pair in _without(wishes.merged, waiting):
            classes.join(*pair, forced=True)
        for pair in _without(_known(seen.nodes), waiting):
            classes.join(*pair)
        for pair in _without(_attachments(seen.nodes, classes), waiting):
            classes.join(*pair)
        for pair in _without(_declared(seen), waiting):
            classes.join(*pair, alias=True)
    return classes


def _without(pairs: Iterable[Pair], waiting: Collection[Node]) -> Iterator[Pair]:
    return (pair for pair in pairs if pair[0] not in waiting and pair[1] not in waiting)


def _add_bare(seen: Seen) -> None:
    """Adds the bare node of every qualified name, so that aliases of bare names find the homonym."""
    groups = known_groups()
    for key, parts in list(seen.nodes):
        if parts and key in groups:
            seen.nodes[key, frozenset()]


def _name(seen: Seen, classes: Classes, wishes: _Wishes) -> Identity:
    keys: dict[Node, str] = {}
    entities: dict[str, Entity] = {}
    by_name: dict[str, set[str]] = defaultdict(set)
    for members in classes.members.values():
        if any(seen.nodes[node].forms for node in members):
            entity = _entity([seen.nodes[node] for node in members], members)
            entities[entity.key] = entity
            for node in members:
                keys[node] = entity.key
                if seen.nodes[node].forms:
                    by_name[node[0]].add(entity.key)
    homonyms = {tuple(sorted(group)) for group in by_name.values() if len(group) > 1}
    return Identity(
        entities=dict(sorted(entities.items())),
        keys=keys,
        homonyms=tuple(sorted(homonyms)),
        split=frozenset(_key_pairs(wishes.split, keys)),
        refused=tuple(sorted(set(_key_pairs(seen.aliases, keys)))),
        unmatched=tuple(wishes.unmatched),
    )


def _key_pairs(pairs: Iterable[Pair], keys: Mapping[Node, str]) -> Iterator[tuple[str, str]]:
    """Pairs of nodes as pairs of keys, each sorted, where they are two entities."""
    for one, other in pairs:
        if one in keys and other in keys and keys[one] != keys[other]:
            left, right = sorted((keys[one], keys[other]))
            yield left, right


def _entity(sightings: Sequence[Sightings], members: Sequence[Node]) -> Entity:
    forms = _most_frequent((s.forms, s.first) for s in sightings)
    types = _most_frequent((s.types, s.type_first) for s in sightings)
    name = forms[0]
    key, parts = max(
        (n for n, s in zip(members, sightings, strict=True) if name in s.forms), key=_fullness
    )
    most = max(members, key=_fullness)[1]
    written = {q for s in sightings for q in s.qualifiers if qualifier_parts(q) == most}
    declared = {form for s in sightings for form in s.declared}
    return Entity(
        key=spelling((key, parts)),
        name=name,
        type=types[0] if types else "unknown",
        aliases=tuple(sorted((declared | set(forms)) - {name})),
        qualifier=min(written) if written else None,
    )


def _fullness(node: Node) -> tuple[int, str]:
    return len(node[1]), spelling(node)


def _most_frequent(
    tables: Iterable[tuple[Mapping[str, set[MessageKey]], Mapping[str, Order]]],
) -> list[str]:
    """The words by number of messages, then first use, then the words themselves."""
    counts: Counter[str] = Counter()
    first: dict[str, Order] = {}
    for words, firsts in tables:
        for word, messages in words.items():
            counts[word] += len(messages)
            first[word] = min(first.get(word, firsts[word]), firsts[word])
    return sorted(counts, key=lambda word: (-counts[word], first[word], word))
