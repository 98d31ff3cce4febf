"""Cases of the readers: a log, and beside it the messages that are right.

The right answer of ``NAME`` (a file or a folder) stands in ``NAME.expected.json``: `format`,
`options` (what the reader is given), `messages` (in order, each as `persona.logs.as_expected` gives
it) and `skipped` (counts by reason). `warnings` and `notes` are for people: their wording is free.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from persona import logs
from persona.errors import PersonaError
from scripts.cases import Outcome

_SUFFIX = ".expected.json"
_CHECKED = ("format", "messages", "skipped")
_FOR_PEOPLE = ("warnings", "notes")


def run(path: Path) -> Iterator[Outcome]:
    """One outcome for each sample: the path itself where it is one, else those in the folder."""
    for sample in samples(path):
        try:
            failures = tuple(_failures(sample))
        except PersonaError as error:
            failures = (f"wanted messages, came the error: {error}",)
        except Exception as error:  # noqa: BLE001  # a crash is a failure of this case only
            failures = (f"wanted messages, came a crash: {type(error).__name__}: {error}",)
        yield Outcome(sample.name, failures)


def samples(path: Path) -> list[Path]:
    """The logs under a path that have an expected file beside them, by name."""
    if _expected(path).is_file():
        return [path]
    if not path.is_dir():
        return []
    return sorted(
        file.with_name(file.name.removesuffix(_SUFFIX)) for file in path.glob(f"*{_SUFFIX}")
    )


def _expected(sample: Path) -> Path:
    return sample.with_name(sample.name + _SUFFIX)


def _failures(sample: Path) -> Iterator[str]:
    right: dict[str, Any] = json.loads(_expected(sample).read_text("utf-8"))
    for word in right:
        if word not in (*_CHECKED, *_FOR_PEOPLE, "options"):
            yield f"the runner does not know the check {word!r}"
    log = logs.read(sample, **right.get("options", {}))
    messages = [logs.as_expected(message) for message in log]
    came = {"format": log.format, "messages": messages, "skipped": dict(+log.skipped)}
    for word in ("format", "skipped"):
        if word in right and right[word] != came[word]:
            yield f"{word}: wanted {_short(right[word])}, came {_short(came[word])}"
    if "messages" in right:
        yield from _differences(right["messages"], messages)


def _differences(wanted: list[Any], came: list[Any]) -> Iterator[str]:
    if len(wanted) != len(came):
        yield f"messages: wanted {len(wanted)}, came {len(came)}"
    for index in range(max(len(wanted), len(came))):
        left = wanted[index] if index < len(wanted) else None
        right = came[index] if index < len(came) else None
        if left != right:
            yield f"message {index}: wanted {_short(left)}, came {_short(right)}"


def _short(value: Any, limit: int = 400) -> str:
    text = json.dumps(value, ensure_ascii=False, sort_keys=True)
    return text if len(text) <= limit else text[: limit - 1] + "…"
