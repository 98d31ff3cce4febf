"""Graphs as files of other tools: node-link JSON, which reads back exactly, and GraphML."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from datetime import datetime
from typing import TYPE_CHECKING, Any, BinaryIO

from persona.records import Evidence, Interval

if TYPE_CHECKING:
    import networkx as nx

# What XML 1.0 cannot hold, even escaped.
_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_TIMES = ("first_seen", "last_seen", "valid_from", "valid_to")
_TUPLES = ("aliases", "quotes")


def _read_time(value: str | None) -> datetime | None:
    return None if value is None else datetime.fromisoformat(value)


def _plain(value: Any) -> Any:
    """A value as JSON knows it."""
    match value:
        case datetime():
            return value.isoformat()
        case Evidence() | Interval():
            return {name: _plain(part) for name, part in asdict(value).items()}
        case tuple() | list():
            return [_plain(part) for part in value]
        case _:
            return value


def to_node_link(graph: nx.MultiDiGraph[str]) -> dict[str, Any]:
    """The graph as plain JSON values, in the node-link form that networkx and D3 read.

    Nodes have their key as ``id``, edges have ``source``, ``target`` and ``key``; times are ISO
    strings, tuples lists. `from_node_link` gives the same graph back.
    """
    return {
        "directed": True,
        "multigraph": True,
        "graph": {name: _plain(value) for name, value in graph.graph.items()},
        "nodes": [{**_plain_dict(data), "id": node} for node, data in graph.nodes(data=True)],
        "edges": [
            {**_plain_dict(data), "source": source, "target": target, "key": key}
            for source, target, key, data in graph.edges(keys=True, data=True)
        ],
    }


def _plain_dict(data: Mapping[str, Any]) -> dict[str, Any]:
    return {name: _plain(value) for name, value in data.items()}


def from_node_link(data: Mapping[str, Any]) -> nx.MultiDiGraph[str]:
    """The graph that `to_node_link` wrote."""
    import networkx as nx

    about = dict(data["graph"])
    about["as_of"] = _read_time(about.get("as_of"))
    graph: nx.MultiDiGraph[str] = nx.MultiDiGraph(**about)
    for node in data["nodes"]:
        graph.add_node(node["id"], **_revived(node, leave=("id",)))
    for edge in data["edges"]:
        values = _revived(edge, leave=("source", "target", "key"))
        graph.add_edge(edge["source"], edge["target"], key=edge["key"], **values)
    return graph


def _revived(data: Mapping[str, Any], leave: tuple[str, ...]) -> dict[str, Any]:
    values = {name: value for name, value in data.items() if name not in leave}
    for name in _TIMES:
        if name in values:
            values[name] = _read_time(values[name])
    for name in _TUPLES:
        if name in values:
            values[name] = tuple(values[name])
    if "evidence" in values:
        values["evidence"] = tuple(_evidence(row) for row in values["evidence"])
        values["intervals"] = tuple(_interval(row) for row in values["intervals"])
    return values


def _evidence(row: Mapping[str, Any]) -> Evidence:
    time, position, message_id = row["order"]
    return Evidence(
        conversation_id=row["conversation_id"],
        message_id=row["message_id"],
        time=_read_time(row["time"]),
        quote=row["quote"],
        weight=row["weight"],
        order=(time, position, message_id),
        open=row["open"],
        support=tuple(row["support"]),
    )


def _interval(row: Mapping[str, Any]) -> Interval:
    return Interval(_read_time(row["start"]), _read_time(row["end"]), open=row["open"])


def _flat(data: Mapping[str, Any]) -> Iterator[tuple[str, str | int | float | bool]]:
    """Attributes that GraphML can hold: None is left out, what has parts becomes JSON."""
    for name, value in data.items():
        plain = _plain(value)
        if plain is None:
            continue
        if isinstance(plain, list | dict):
            yield name, json.dumps(plain, ensure_ascii=True)
        elif isinstance(plain, str):
            yield name, _NOT_XML.sub("\N{REPLACEMENT CHARACTER}", plain)
        else:
            yield name, plain


def write_graphml(graph: nx.MultiDiGraph[str], stream: BinaryIO) -> None:
    """Writes a graph as GraphML (for Gephi, yEd, Cytoscape) in UTF-8.

    Tuples are JSON strings, absent values are left out, and characters that XML cannot hold become
    U+FFFD; in ``evidence`` they stand exactly, as JSON escapes.
    """
    import networkx as nx

    flat: nx.MultiDiGraph[str] = nx.MultiDiGraph()
    flat.graph.update(_flat(graph.graph))
    names = {node: _NOT_XML.sub("\N{REPLACEMENT CHARACTER}", node) for node in graph}
    if len(set(names.values())) < len(names):  # two keys that only such characters tell apart
        names = {node: json.dumps(node, ensure_ascii=True) for node in graph}
    for node, data in graph.nodes(data=True):
        flat.add_node(names[node], **dict(_flat(data)))
    for source, target, key, data in graph.edges(keys=True, data=True):
        flat.add_edge(names[source], names[target], key=key, **dict(_flat(data)))
    nx.write_graphml_xml(flat, stream, encoding="utf-8")
