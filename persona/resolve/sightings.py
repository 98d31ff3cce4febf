"""Names as they were seen: the nodes that identity joins, and what was seen of each."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass, field

from persona.records import Assertion, Mention
from persona.text import name_key, one_line

Order = tuple[int, int, str]
MessageKey = tuple[str, str]
Node = tuple[str, frozenset[str]]

_PARTS = re.compile(r"[/／、,，;；|]")
_NO_NAMES = frozenset((
    "i", "me", "my", "mine", "myself", "we", "us", "our", "you", "your", "he", "him", "his", "she",
    "her", "hers", "it", "its", "they", "them", "their", "this", "that", "these", "those", "one",
    "user", "someone", "something", "我", "我们", "咱们", "你", "你们", "您", "他", "她", "它", "他们",
    "她们", "它们", "这", "那", "这个", "那个", "这些", "那些", "自己", "用户", "某人", "对方", "人家",
    "大家",
))  # fmt: skip


def qualifier_parts(qualifier: str | None) -> frozenset[str]:
    """The parts of a qualifier, folded as names are; empty for None."""
    if not qualifier:
        return frozenset()
    keys = (name_key(part).replace("(", "[") for part in _PARTS.split(qualifier))
    return frozenset(key for key in keys if key)


def _written(name: str, mention: Mention | None) -> str:
    """The name, or what the answer declares in its place where it is a pronoun."""
    if mention and name_key(name) in _NO_NAMES and name_key(mention.name):
        return mention.name
    return name


def node_of(name: str, mention: Mention | None) -> Node:
    """The node that a name in an assertion stands for."""
    parts = qualifier_parts(mention.qualifier if mention else None)
    return name_key(_written(name, mention)), parts


def spelling(node: Node) -> str:
    """The key of an entity that a node stands for: the name's, and its qualifier in brackets."""
    key, parts = node
    return f"{key} ({'/'.join(sorted(parts))})" if parts else key


@dataclass(slots=True)
class Sightings:
    """What was seen of one node."""

    forms: dict[str, set[MessageKey]] = field(default_factory=lambda: defaultdict(set))
    first: dict[str, Order] = field(default_factory=dict)
    types: dict[str, set[MessageKey]] = field(default_factory=lambda: defaultdict(set))
    type_first: dict[str, Order] = field(default_factory=dict)
    declared: set[str] = field(default_factory=set)
    qualifiers: set[str] = field(default_factory=set)
    heads: set[MessageKey] = field(default_factory=set)


@dataclass(slots=True)
class Seen:
    """All sightings, and the aliases that answers declared with the messages they cite."""

    nodes: dict[Node, Sightings] = field(default_factory=lambda: defaultdict(Sightings))
    aliases: dict[tuple[Node, Node], set[MessageKey]] = field(
        default_factory=lambda: defaultdict(set)
    )

    def add(self, name: str, mention: Mention | None, assertion: Assertion) -> None:
        """Takes in one end of an assertion."""
        node = node_of(name, mention)
        message = assertion.conversation_id, assertion.message_id
        seen = self.nodes[node]
        form = one_line(_written(name, mention))
        seen.forms[form].add(message)
        seen.first[form] = min(seen.first.get(form, assertion.order), assertion.order)
        if mention is None:
            seen.heads.add(message)
            return
        if mention.qualifier:
            seen.qualifiers.add(one_line(mention.qualifier))
        kind = one_line(mention.type or "")
        if kind and kind.casefold() != "unknown":
            seen.types[kind].add(message)
            seen.type_first[kind] = min(seen.type_first.get(kind, assertion.order), assertion.order)
        self._declare(node, mention, message)

    def _declare(self, node: Node, mention: Mention, message: MessageKey) -> None:
        key, parts = node
        head = name_key(mention.name) or key
        self.nodes[head, parts].heads.add(message)
        if head in _NO_NAMES:
            return
        names = {name_key(name): one_line(name) for name in (mention.name, *mention.aliases)}
        for other in sorted({*names, key} - _NO_NAMES - {""}):
            if other in names:
                self.nodes[other, parts].declared.add(names[other])
            if other != head:
                one, two = sorted([(head, parts), (other, parts)], key=spelling)
                self.aliases[one, two].add(message)
