"""PrefEval, multiple choice: which of four answers fits the person, decided without a model.

Option 0 is the right one. The engine reads the preference as a log and scores each option: what it
shares with what is liked counts for it, with what is disliked against it, and with the question a
little for it. Two controls use no person: the longest option, and the odd one out; a gain is a gain
only over them. The headline is over items whose right option is not the longest.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from persona.evaluate.encoding import Encoder
from persona.evaluate.measures import Tally, content_words, is_negative, tokens
from persona.evaluate.people import of_single_messages
from persona.evaluate.prefeval import topics
from persona.recall import Known
from persona.recall.deciding import option_scores

PART = "mcq_options"


def multiple_choice(
    data: Path, *, stride: int = 1, encoder: Encoder | None = None
) -> dict[str, Any]:
    """Accuracy by system: over all items, over positive and negated preferences, and the headline.

    With an encoder: ours with it, the cosine to the preference as a store without signs has it, the same
    with the sign of the preference as a whole, and the odd one out by cosine.
    """
    groups: dict[str, Tally] = {
        name: Tally() for name in ("gold not longest", "all", "positive", "negated")
    }
    rows = [row for _, found in topics(data, PART) for row in found][::stride]
    for number, row in enumerate(rows):
        options = row["classification_task_options"]
        person = of_single_messages([row["preference"]])
        other = of_single_messages([rows[(number + 1) % len(rows)]["preference"]])
        scores: dict[str, Sequence[float]] = {
            "persona": option_scores(person.known, row["question"], options),
            "control: longest": [float(tokens(option)) for option in options],
            "control: odd one out": oddness(options),
            "control: another's persona": option_scores(other.known, row["question"], options),
            "overlap, no sign": [_shared(option, row["preference"]) for option in options],
            "question only": [_shared(option, row["question"]) for option in options],
        }
        if encoder is not None:
            scores |= _encoded(encoder, person.known, row)
        longest = max(range(len(options)), key=lambda n: tokens(options[n]))
        names = ["all", "negated" if is_negative(row["preference"]) else "positive"]
        names += ["gold not longest"] if longest != 0 else []
        for system, found in scores.items():
            right = {"accuracy": _right(found, number)}
            for name in names:
                groups[name].add(system, right)
    made: dict[str, Any] = {name: tally.means() for name, tally in groups.items()}
    for name, tally in groups.items():
        for system, held in tally.intervals("accuracy").items():
            made[name][system]["interval"] = held["interval"]
    return made


def _encoded(encoder: Encoder, known: Known, row: Mapping[str, Any]) -> dict[str, Sequence[float]]:
    """The scores of the systems that use an encoder."""
    options, preference = row["classification_task_options"], row["preference"]
    alike: list[float] = encoder.alike(options, preference).tolist()
    sign = -1.0 if is_negative(preference) else 1.0
    rows = encoder.embedder.embed(options)
    odd: list[float] = (-(rows @ rows.T).sum(axis=1)).tolist()
    return {
        "persona_embeddings": option_scores(known, row["question"], options, encoder.embedder),
        "dense, no sign": alike,
        "dense, sign of the whole": [sign * score for score in alike],
        "control: odd one out, dense": odd,
    }


def _right(scores: Sequence[float], number: int) -> float:
    """Whether the best option is the right one; of equal ones one is drawn."""
    jitter = np.random.default_rng(number).random(len(scores)) * 1e-9
    return float(int(np.argmax(np.asarray(scores) + jitter)) == 0)


def _shared(option: str, text: str) -> float:
    own, other = set(content_words(option)), set(content_words(text))
    return len(own & other) / (len(own) ** 0.5 or 1)


def oddness(options: Sequence[str]) -> list[float]:
    """How little an option has in common with the others."""
    words = [set(content_words(option)) for option in options]
    return [
        -sum(
            len(words[n] & words[m]) / ((len(words[n]) * len(words[m])) ** 0.5 or 1)
            for m in range(len(words))
            if m != n
        )
        for n in range(len(words))
    ]
