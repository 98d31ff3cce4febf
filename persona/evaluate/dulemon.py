"""DuLeMon: which of the user's facts does the next turn of the bot rest on?

The query is the two utterances before the turn, gold the facts that the turn is tagged with, ranked
among the user's own facts (about five) and among those of all users of the samples (Xu et al., DuLeMon,
Findings of ACL 2022). With 58 tagged turns this is a look for smoke: mind the intervals.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from persona.errors import UsageError
from persona.evaluate.baselines import PlainBM25, Scores, fused_ranks, order
from persona.evaluate.measures import Tally
from persona.recall.bm25 import Lexicon
from persona.recall.words import terms

if TYPE_CHECKING:
    from persona.evaluate.encoding import Encoder

Scorer = Callable[[str], Scores]
"""From a query to one score a fact."""

_POOLS = ("own facts", "all facts")
_MEASURES = ("R@1", "R@3", "R@5", "MRR")


@dataclass(frozen=True, slots=True)
class _Fact:
    session: int
    name: str
    text: str


def grounding(data: Path, *, encoder: Encoder | None = None) -> dict[str, Any]:
    """Ranks the facts for every tagged turn.

    Args:
        data: the folder with the samples, one JSON object a line.
        encoder: ranks too, alone and together with BM25 by reciprocal ranks.

    Returns:
        For ``own facts`` and ``all facts`` each system's R@1, R@3, R@5 and MRR; ``intervals`` of the
        same, and the number of ``turns``.

    Raises:
        UsageError: the folder holds no JSON file.
    """
    files = sorted(data.glob("*.json"))
    if not files:
        raise UsageError(f"{data}: no file of DuLeMon there")
    rows = [json.loads(r) for path in files for r in path.read_text(encoding="utf-8").splitlines()]
    facts = [fact for number, row in enumerate(rows) for fact in _facts(number, row)]
    tallies = {pool: Tally() for pool in _POOLS}
    turns = [(n, q, used) for n, row in enumerate(rows) for q, used in _tagged(row["conversation"])]
    pools = {"all facts": {0: list(range(len(facts)))}, "own facts": _by_session(facts)}
    for pool, tally in tallies.items():
        for session, members in pools[pool].items():
            asked = [t for t in turns if pool == "all facts" or t[0] == session]
            _rank_pool(
                tally,
                _systems([facts[at].text for at in members], members[0], encoder),
                facts,
                members,
                asked,
            )
    return {
        **{pool: tally.means() for pool, tally in tallies.items()},
        "intervals": {
            pool: {name: tally.intervals(name) for name in _MEASURES}
            for pool, tally in tallies.items()
        },
        "turns": len(tallies["all facts"].values.get("persona", {}).get("MRR", ())),
    }


def _by_session(facts: Sequence[_Fact]) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    for at, fact in enumerate(facts):
        found.setdefault(fact.session, []).append(at)
    return found


def _rank_pool(
    tally: Tally,
    systems: Mapping[str, Scorer],
    facts: Sequence[_Fact],
    pool: Sequence[int],
    turns: Iterable[tuple[int, str, set[str]]],
) -> None:
    """Adds what each system makes of the turns among the facts of one pool."""
    for session, query, used in turns:
        wanted = {
            n
            for n, at in enumerate(pool)
            if facts[at].session == session and facts[at].name in used
        }
        for system, scorer in systems.items() if wanted else ():
            ranking = order(scorer(query))
            found = {f"R@{k}": len(set(ranking[:k]) & wanted) / len(wanted) for k in (1, 3, 5)}
            tally.add(system, {**found, "MRR": max(1 / (1 + ranking.index(n)) for n in wanted)})


def _systems(texts: Sequence[str], seed: int, encoder: Encoder | None) -> dict[str, Scorer]:
    ours = Lexicon.of([terms(text) for text in texts])
    plain = PlainBM25([characters(text) for text in texts])
    rng = np.random.default_rng(seed)
    systems: dict[str, Scorer] = {
        "persona": lambda query: ours.scores(terms(query)),
        "bm25 characters": lambda query: plain.scores(characters(query)),
        "random": lambda _: rng.random(len(texts)),
    }
    if encoder is not None:
        systems["dense"] = lambda query: encoder.plain(texts, query)
        systems["bm25 + dense"] = lambda query: _by_rank(
            fused_ranks(order(plain.scores(characters(query))), order(encoder.plain(texts, query)))
        )
    return systems


def _by_rank(ranking: Sequence[int]) -> Scores:
    """Scores that give this order."""
    found = np.zeros(len(ranking))
    found[list(ranking)] = -np.arange(len(ranking))
    return found


def characters(text: str) -> list[str]:
    """Single characters and neighbouring pairs, marks left out."""
    plain = re.sub(r"[^\u4e00-\u9fffA-Za-z0-9]", "", text)
    return [plain[at : at + 2] for at in range(len(plain) - 1)] + list(plain)


def _facts(number: int, row: dict[str, Any]) -> Iterator[_Fact]:
    for text in (*row["user_said_persona"], *row["user_no_said_persona"]):
        name, said = text.split(":", 1)
        yield _Fact(number, name.strip(), re.sub(r"\s", "", said))


def _tagged(turns: Sequence[str]) -> Iterator[tuple[str, set[str]]]:
    """Turns of the bot that rest on facts of the user: the two turns before, and the facts' names."""
    for at in range(1, len(turns)):
        _, *tags = turns[at].split("\t")
        used = {u for tag in tags for u in re.findall(r"U\d+", tag)}
        if turns[at].startswith("Bot") and used:
            before = [t.split("\t")[0].split(":", 1)[1] for t in turns[max(0, at - 2) : at]]
            yield " ".join(re.sub(r"\s", "", text) for text in before), used
