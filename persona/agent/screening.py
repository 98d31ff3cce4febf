"""Which tools a round shows: the few that matter to the question, by BM25 over their descriptions."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence

from persona.agent.tools import Tool, tool

SHOWN = 5
FIND_TOOL = "find_tool"
FEWEST = 3
_K1, _B = 1.5, 0.75
_WORD = re.compile(r"[a-z0-9]+|[\u3400-\u9fff]+")
_EMPTY = frozenset(
    [
        "a",
        "an",
        "and",
        "are",
        "as",
        "at",
        "be",
        "by",
        "can",
        "do",
        "does",
        "for",
        "from",
        "give",
        "how",
        "i",
        "in",
        "is",
        "it",
        "its",
        "me",
        "my",
        "not",
        "of",
        "on",
        "or",
        "please",
        "show",
        "that",
        "the",
        "this",
        "to",
        "use",
        "was",
        "what",
        "when",
        "where",
        "which",
        "who",
        "with",
        "you",
        "your",
    ]
)
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


def terms(text: str) -> list[str]:
    """The words of a text, for matching: Latin words without a plural s, Chinese in pairs.

    Words that every description has are left out.
    """
    found: list[str] = []
    for run in _WORD.findall(_CAMEL.sub(" ", text).casefold().replace("_", " ")):
        if run[0] >= "\u3400":
            found.extend(run[i : i + 2] for i in range(max(len(run) - 1, 1)))
        elif run not in _EMPTY:
            found.append(run[:-1] if len(run) > 3 and run.endswith("s") else run)
    return found


def rank(query: str, documents: Sequence[str]) -> list[float]:
    """The BM25 score of each document for a query (Robertson and Zaragoza 2009; k1 1.5, b 0.75)."""
    counted = [Counter(terms(document)) for document in documents]
    lengths = [sum(counts.values()) for counts in counted]
    mean = sum(lengths) / len(lengths) if lengths else 0.0
    wanted = set(terms(query))
    holding = {term: sum(term in counts for counts in counted) for term in wanted}
    scores: list[float] = []
    for counts, length in zip(counted, lengths, strict=True):
        score = 0.0
        for term in sorted(wanted):
            times = counts[term]
            if times:
                rarity = math.log(
                    1 + (len(documents) - holding[term] + 0.5) / (holding[term] + 0.5)
                )
                share = 1 - _B + _B * length / mean if mean else 1.0
                score += rarity * times * (_K1 + 1) / (times + _K1 * share)
        scores.append(score)
    return scores


def told(tool: Tool) -> str:
    """What a tool is found by: its name twice, its description, its parameters."""
    properties: Mapping[str, Mapping[str, object]] = tool.parameters.get("properties", {})
    about = " ".join(f"{name} {about.get('description', '')}" for name, about in properties.items())
    return f"{tool.name} {tool.name} {tool.description} {about}"


def screen(
    tools: Mapping[str, Tool], query: str, *, used: Sequence[str] = (), most: int = SHOWN
) -> list[Tool]:
    """The tools that a round shows, in the order in which they were given.

    Always-included tools and the last one used come first, then those that match the question best,
    up to `most`; whatever a shown tool needs is shown as well, even beyond that number.

    Args:
        tools: by name.
        query: the question and what is thought at the moment.
        used: names of the tools called, oldest first.
        most: how many; all of them are shown where there are no more.
    """
    if len(tools) <= most:
        return list(tools.values())
    every = list(tools.values())
    scores = rank(query, [told(tool) for tool in every])
    chosen = [tool.name for tool in every if tool.always]
    chosen += [name for name in reversed(used) if name in tools][:1]
    order = sorted(range(len(every)), key=lambda i: (-scores[i], i))
    for index in order:
        if len(set(chosen)) >= (most if scores[index] > 0 else min(FEWEST, most)):
            break
        chosen.append(every[index].name)
    todo, shown = list(chosen), set[str]()
    while todo:
        name = todo.pop()
        if name not in shown:
            shown.add(name)
            todo.extend(tools[name].needs)
    return [tool for tool in every if tool.name in shown]


def closest(tools: Mapping[str, Tool], query: str, most: int = SHOWN) -> list[Tool]:
    """The tools that match a query, best first."""
    every = list(tools.values())
    scores = rank(query, [told(tool) for tool in every])
    order = sorted(range(len(every)), key=lambda i: (-scores[i], i))
    return [every[i] for i in order[:most] if scores[i] > 0]


def find_tool(tools: Mapping[str, Tool]) -> Tool:
    """A tool with which the model finds those that it is not shown; they are shown in the next round."""

    def find_tool(purpose: str) -> str:
        """Finds further tools by what they should do. Not for data: it only shows tools.

        Args:
            purpose: what the tool should do, for example "convert a currency".
        """
        found = closest(tools, purpose)
        return (
            "\n".join(f"{tool.name}: {tool.description.splitlines()[0]}" for tool in found)
            or "none"
        )

    return tool(find_tool, always=True)
