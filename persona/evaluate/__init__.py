"""Measures recall, selection and extraction on public sets, beside baselines; the data are not shipped.

`measure` runs one set from a folder of its files and gives plain JSON values: system to measure to
mean, with 95 % intervals by bootstrap.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from persona.errors import UsageError

if TYPE_CHECKING:
    from persona.evaluate.encoding import Encoder

__all__ = ["GENERATED", "SETS", "measure"]


@dataclass(frozen=True, slots=True)
class How:
    """How a set is measured.

    Attributes:
        stride: take every so many items only.
        embeddings: add the systems that use an encoder, where there is one.
        ablate: leave out each part of recall in turn, in place of the comparison.
    """

    stride: int = 1
    embeddings: bool = True
    ablate: bool = False

    def encoder(self) -> Encoder | None:
        """The encoder, where one is wanted and there."""
        from persona.evaluate.encoding import local_encoder

        return local_encoder() if self.embeddings else None


def _prefeval(data: Path, how: How) -> dict[str, Any]:
    from persona.evaluate import hinted
    from persona.evaluate.choices import choices
    from persona.evaluate.encoding import close_from, percentiles
    from persona.evaluate.options import multiple_choice
    from persona.evaluate.prefeval import explicit, explicit_items

    encoder = how.encoder()
    found: dict[str, Any] = {}
    close = 1.0
    if encoder is not None:
        by_topic: dict[str, list[str]] = {}
        for item in explicit_items(data):
            by_topic.setdefault(item.topic, []).append(item.preference)
        often, seldom = percentiles(encoder, by_topic)
        close = close_from(encoder, often)
        told = {"cosine, 95th": often, "cosine, 99th": seldom, "close from": close}
        found["encoder"] = {encoder.name: told}
    if (data / hinted.PART).is_dir():
        found["persona-driven"] = hinted.hinted(
            data, stride=how.stride, encoder=encoder, threshold=close
        )
    return {
        "explicit": explicit(data, stride=how.stride, encoder=encoder, threshold=close),
        "choice": choices(data, stride=how.stride),
        "mcq": multiple_choice(data, stride=how.stride, encoder=encoder),
        **found,
    }


def _halumem(data: Path, how: How) -> dict[str, Any]:
    from persona.evaluate.halumem import talks

    return talks(data, stride=how.stride)


def _longmemeval(data: Path, how: How) -> dict[str, Any]:
    from persona.evaluate.longmemeval import sessions

    return sessions(data, stride=how.stride)


def _personamem(data: Path, how: How) -> dict[str, Any]:
    from persona.evaluate.personamem import replies

    return replies(data, stride=how.stride, encoder=how.encoder())


def _locomo(data: Path, how: How) -> dict[str, Any]:
    from persona.evaluate.facts import observations
    from persona.evaluate.locomo import evidence

    if how.ablate:
        from persona.evaluate.ablating import ablation

        return ablation(data, stride=how.stride)
    return {**evidence(data, stride=how.stride), "observations": observations(data)}


def _spc(data: Path, how: How) -> dict[str, Any]:
    from persona.evaluate.facts import persona_chat

    return persona_chat(data, stride=how.stride)


def _crosswoz(data: Path, how: How) -> dict[str, Any]:
    from persona.evaluate.crosswoz import values_given

    return values_given(data, stride=how.stride)


def _dulemon(data: Path, how: How) -> dict[str, Any]:
    from persona.evaluate.dulemon import grounding

    return grounding(data, encoder=how.encoder())


def _updates(_: Path, how: How) -> dict[str, Any]:
    from persona.evaluate.updates import updates

    return updates(max(1, 20 // how.stride))


_RUNS: dict[str, Callable[[Path, How], dict[str, Any]]] = {
    "prefeval": _prefeval,
    "locomo": _locomo,
    "crosswoz": _crosswoz,
    "dulemon": _dulemon,
    "spc": _spc,
    "halumem": _halumem,
    "longmemeval": _longmemeval,
    "personamem": _personamem,
    "updates": _updates,
}

GENERATED = ("updates",)
"""Sets that are made here and need no folder."""

SETS = tuple(_RUNS)
"""Names of the sets that can be measured."""


def measure(
    name: str,
    data: str | Path,
    *,
    stride: int = 1,
    embeddings: bool = True,
    ablate: bool = False,
) -> dict[str, Any]:
    """Measures one set.

    Args:
        name: of `SETS`.
        data: the folder with the set's files, as they are published, or one that has it as a folder of
            the set's name; a generated set ignores it.
        stride: take every so many items only, for a quick look.
        embeddings: measure with an encoder too, where one is set or the extra `embeddings` is installed.
        ablate: of "locomo" only: recall without each of its parts, in place of the baselines.

    Raises:
        UsageError: an unknown set, one without an ablation, a folder without its files, or a stride
            below 1.
    """
    if name not in _RUNS:
        raise UsageError(f"there is no set {name!r}: the sets are {', '.join(SETS)}")
    if ablate and name != "locomo":
        raise UsageError(f"the set {name!r} has no ablation: locomo has one")
    if stride < 1:
        raise UsageError(f"a stride is at least 1, not {stride}")
    folder = Path(data)
    if name not in GENERATED and not folder.is_dir():
        raise UsageError(f"{folder}: no such folder; --data names the folder of the set's files")
    within = folder / name
    return _RUNS[name](within if within.is_dir() else folder, How(stride, embeddings, ablate))
