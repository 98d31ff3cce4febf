"""Which of several options fits a person: for what they like, against what they dislike."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from persona.recall.bm25 import Scores
from persona.recall.embedding import Embedder, deviations
from persona.recall.fields import fields_of
from persona.recall.index import Known, Line
from persona.recall.words import terms
from persona.records import Persona

QUESTION = 0.1
"""Weight of what an option shares with the question, against what it shares with the person."""

ASKED = 0.15
"""Weight of the cosine to the question, against those to what is liked and disliked."""

LATER = 0.8
"""Weight of a clause after the first."""

NARROW = 0.2
"""Weight of a narrow field that option and person share, against a shared word."""

_TURN = re.compile(
    r"\s*(?:[,;]\s*)?\b(?:but|and|while|rather than|instead of|over|unless|except|that (?:do not|don't|are not|aren't))\b\s*|[,;，；]\s*|而|但是?|不过",
    re.IGNORECASE,
)
_AGAINST = re.compile(
    r"\b(?:not|n't|no|never|avoid\w*|refus\w*|dislik\w*|hat(?:e|es)|can't|cannot|don't|doesn't|won't|detest\w*|despise\w*|allerg\w*"
    r"|against|intoleran\w*|averse|aversion|uncomfortable|loathe|object\w*|limit|struggle|difficult"
    r"|distract\w*|overwhelm\w*|ineffective|limited|fear|phobia|tedious|hard|boring|stressful|bother\w*|annoying)\b|不|没|讨厌|过敏|避免|拒绝|受不了|反感",
    re.IGNORECASE,
)
_FOR = re.compile(
    r"\b(?:prefer\w*|lik(?:e|es)|lov(?:e|es)|enjoy\w*|only|exclusively|favou?r\w*|passion\w*|interest\w*|need|want|adore|support|follow|diet|vegan"
    r"|vegetarian|thrive|best|always|strictly|use)\b|喜欢|爱|只|偏好",
    re.IGNORECASE,
)


def option_scores(
    known: Known, question: str, options: Sequence[str], embedder: Embedder | None = None
) -> list[float]:
    """A score for each option; the highest fits best.

    What all options share says nothing, so a word or field counts by how few of the options have it.
    What an option is without ("sugar-free") counts the other way round. With an embedder the likeness
    of meaning counts as much as the words do, with the same signs.

    Args:
        known: of the user.
        question: that the options answer.
        options: their texts.
        embedder: turns texts into vectors; None: words and fields alone.

    Raises:
        ModelError: the embedder gave no vectors.
    """
    by_words = _by_words(known, question, options)
    if embedder is None or len(options) < 2:
        return by_words
    by_meaning = _by_meaning(known, question, options, embedder)
    both: list[float] = (deviations(np.array(by_words)) + deviations(by_meaning)).tolist()
    return both


def _by_meaning(known: Known, question: str, options: Sequence[str], embedder: Embedder) -> Scores:
    """Cosines of options to what is liked, less those to what is disliked, clause by clause.

    An option's vector is taken less the mean of all options: what they share says nothing. A clause
    counts by how far it tells the options apart, so that of much that is known what is beside the
    question counts little.
    """
    made = embedder.embed(options)
    own = made - made.mean(axis=0)
    (asked,) = embedder.embed([question], question=True)
    scores = ASKED * own @ asked if asked.size else np.zeros(len(options))
    clauses = [part for line in known.lines for part in _parts(line)]
    if clauses:
        near = own @ embedder.embed([text for text, _, _ in clauses]).T
        weights = np.array([-weight if against else weight for _, against, weight in clauses])
        apart = near.std(axis=0)
        scores = scores + near @ (weights * apart / max(float(apart.max()), 1e-9))
    return scores


def _by_words(known: Known, question: str, options: Sequence[str]) -> list[float]:
    parts = [_parted(option) for option in options]
    held = [_features(has) for has, _ in parts]
    lacking = [_features(lacks) for _, lacks in parts]
    rarity = _rarity(held)
    liked, disliked = _sides(known)
    asked = _features(question)
    scores = []
    for has, lacks in zip(held, lacking, strict=True):
        length = sum(rarity[name] for name in has) ** 0.5 or 1.0
        taste = sum(rarity[n] * (liked.get(n, 0.0) - disliked.get(n, 0.0)) for n in has)
        spared = sum(disliked.get(n, 0.0) - liked.get(n, 0.0) for n in lacks)
        near = sum(rarity[name] for name in has if name in asked)
        scores.append((taste + spared + QUESTION * near) / length)
    return scores


_LACKS = re.compile(
    r"\b(?P<before>[\w']+)[- ]free\b|\b(?:without|no|non|zero|minimal|fewer|less|not|lack(?:s|ing)?(?: of)?)[- ]+(?:any |the |a |too |many |much |of )*(?P<after>[\w']+(?:[- ][\w']+)?)"
    r"|(?:不含|没有|无|免|少)(?P<zh>[\u4e00-\u9fff]{1,3})",
    re.IGNORECASE,
)


def _parted(text: str) -> tuple[str, str]:
    """A text as what it has and what it is without."""
    lacks = [next(group for group in match.groups() if group) for match in _LACKS.finditer(text)]
    return _LACKS.sub(" ", text), " ".join(lacks)


def _sides(known: Known) -> tuple[dict[str, float], dict[str, float]]:
    """What is liked and what is disliked, as features, clause by clause."""
    liked: dict[str, float] = {}
    disliked: dict[str, float] = {}
    for line in known.lines:
        for clause, against, weight in _parts(line):
            has, lacks = _parted(clause)
            for part, side in (
                (has, disliked if against else liked),
                (lacks, liked if against else disliked),
            ):
                for name, value in _features(part).items():
                    side[name] = max(side.get(name, 0.0), weight * value)
    return liked, disliked


def _parts(line: Line) -> Iterable[tuple[str, bool, float]]:
    """The clauses of a line, each with whether it speaks against its content, and its weight."""
    if line.remark is None:
        yield line.text, line.attitude == "dislikes", line.strength
        return
    for number, (clause, against) in enumerate(_clauses(line.text, line.attitude)):
        yield clause, against, line.strength * (1.0 if number == 0 else LATER)


def _clauses(text: str, attitude: str) -> Iterable[tuple[str, bool]]:
    """The clauses of a remark, each with whether it speaks against its content."""
    against = attitude == "dislikes"
    at = 0
    for match in [*_TURN.finditer(text), None]:
        end = len(text) if match is None else match.start()
        clause = text[at:end]
        if clause.strip():
            if _FOR.search(clause) and not _AGAINST.search(clause):
                against = False
            elif _AGAINST.search(clause):
                against = True
            yield clause, against
        if match is not None:
            if _INSTEAD.match(match[0]):
                against = not against
            at = match.end()


_INSTEAD = re.compile(r"\W*(?:rather than|instead of|over|except)", re.IGNORECASE)


def _features(text: str) -> Mapping[str, float]:
    """The terms and narrow fields of a text, with their weights."""
    found: dict[str, float] = dict.fromkeys(terms(text), 1.0)
    found.update((f"field:{field}", NARROW) for field in fields_of(text))
    return found


def _rarity(features: Sequence[Mapping[str, float]]) -> Mapping[str, float]:
    """1 for what one option has, down to 0 for what all have."""
    counts = Counter(name for feature in features for name in feature)
    most = len(features)
    return {
        name: (most - count) / (most - 1) if most > 1 else 1.0 for name, count in counts.items()
    }


def decide(
    persona: Persona, question: str, options: Sequence[str], embedder: Embedder | None = None
) -> int:
    """The number of the option that fits the person best; of equal ones the first.

    Args:
        persona: of the user.
        question: that the options answer.
        options: at least one.
        embedder: see `option_scores`.
    """
    scores = option_scores(Known(persona), question, options, embedder)
    return max(range(len(options)), key=lambda n: (round(scores[n], 9), -n))
