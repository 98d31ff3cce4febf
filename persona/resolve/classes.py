"""Classes of nodes that are one entity: a union-find that knows what must stay apart."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable

from persona.resolve.sightings import MessageKey, Node, Seen

_MARKS = str.maketrans("", "", "+#")


def fullest(qualifiers: Collection[frozenset[str]]) -> list[frozenset[str]]:
    """Those that are no part of another."""
    return [parts for parts in qualifiers if not any(parts < other for other in qualifiers)]


def _within(few: Collection[frozenset[str]], many: Collection[frozenset[str]]) -> bool:
    return all(any(parts <= other for other in many) for parts in few)


class Classes:
    """Union-find over nodes, with what forbids a union kept per class."""

    def __init__(self, seen: Seen, apart: Iterable[tuple[Node, Node]]) -> None:
        self.parent: dict[Node, Node] = {}
        self.members: dict[Node, list[Node]] = {}
        self.heads: dict[Node, set[MessageKey]] = {}
        self.seen = seen
        self.apart: dict[Node, set[Node]] = defaultdict(set)
        for left, right in apart:
            self.apart[left].add(right)
            self.apart[right].add(left)
        for node, sightings in list(seen.nodes.items()):
            self.parent[node] = node
            self.members[node] = [node]
            self.heads[node] = set(sightings.heads)

    def root(self, node: Node) -> Node:
        """The class of a node."""
        while self.parent[node] != node:
            self.parent[node] = node = self.parent[self.parent[node]]
        return node

    def join(self, left: Node, right: Node, *, forced: bool = False, alias: bool = False) -> None:
        """Makes two classes one, unless something forbids it."""
        one, other = self.root(left), self.root(right)
        if one == other or self._split(one, other):
            return
        if not forced and not self._one_homonym(one, other):
            return
        if alias and self._declared_apart(one, other):
            return
        if len(self.members[one]) < len(self.members[other]):
            one, other = other, one
        self.parent[other] = one
        self.members[one] += self.members.pop(other)
        self.heads[one] |= self.heads.pop(other)

    def _split(self, one: Node, other: Node) -> bool:
        members = set(self.members[other])
        return any(self.apart[node] & members for node in self.members[one] if node in self.apart)

    def _one_homonym(self, one: Node, other: Node) -> bool:
        """Whether the qualifiers of one class are all parts of those of the other."""
        few, many = self._senses(one), self._senses(other)
        return _within(few, many) or _within(many, few)

    def _senses(self, root: Node) -> list[frozenset[str]]:
        return fullest({parts for _, parts in self.members[root]})

    def _declared_apart(self, one: Node, other: Node) -> bool:
        if self.heads[one] & self.heads[other]:
            return True
        bare = {key.translate(_MARKS): key for key, _ in self.members[one]}
        return any(bare.get(key.translate(_MARKS), key) != key for key, _ in self.members[other])
