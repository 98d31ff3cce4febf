"""Versions of a library: immutable snapshots, labels that point at them, releases and the way back.

In a folder: ``versions/<hash>.json`` is a snapshot, named by the hash of its content;
``versions/evaluations/<hash>.json`` what its evaluation gave; ``labels.json`` the labels, each with
where it pointed before; ``CHANGELOG.md`` why each release was made, with the metrics before and
after. A release without an evaluation is refused.
"""

from __future__ import annotations

import difflib
import json
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any

from persona.errors import TemplateError, UnknownTemplateError
from persona.templates import tagging
from persona.templates.library import TemplateLibrary
from persona.templates.program import nearest

_LABEL = re.compile(r"[a-z][a-z0-9_-]{0,39}")
_VERSION = re.compile(r"[0-9a-f]{16}")


@dataclass(frozen=True, slots=True)
class Release:
    """A label that was moved.

    Attributes:
        label: the pointer.
        version: where it points now.
        previous: where it pointed before, or None.
        before: metrics of the previous version, where it had been evaluated.
        after: metrics of this one.
        tag: the git tag that was made of it, or None.
        notes: what did not come off, such as a tag.
    """

    label: str
    version: str
    previous: str | None
    before: Mapping[str, float]
    after: Mapping[str, float]
    tag: str | None = None
    notes: tuple[str, ...] = ()


class Versions:
    """The versions kept in a folder; the folder is made when the first is kept."""

    def __init__(self, folder: str | Path) -> None:
        self._folder = Path(folder)

    def keep(self, library: TemplateLibrary) -> str:
        """Keeps a snapshot of a library, and gives its version. Keeping it again changes nothing.

        Raises:
            TemplateError: a snapshot of that name is there with other content.
        """
        version = library.version
        layers = library.to_dict()["layers"]
        data = {
            "version": version,
            "layers": [{"name": f"layer{i}", "files": la["files"]} for i, la in enumerate(layers)],
        }
        path = self._snapshot(version)
        if path.exists():
            if TemplateLibrary.from_dict(_read(path)).version != version:
                raise TemplateError(f"{path}: it was changed by hand; put back what was there")
        else:
            _write(path, data)
        return version

    def versions(self) -> tuple[str, ...]:
        """All versions that are kept, sorted by name."""
        return tuple(sorted(p.stem for p in (self._folder / "versions").glob("*.json")))

    def labels(self) -> dict[str, str]:
        """Where each label points."""
        return {name: str(entry["version"]) for name, entry in self._labels().items()}

    def library(self, name: str) -> TemplateLibrary:
        """The library of a version, or of the version that a label points at.

        Raises:
            TemplateError: there is neither, or the snapshot was changed.
        """
        version = self._resolve(name)
        library = TemplateLibrary.from_dict(_read(self._snapshot(version)))
        if library.version != version:
            raise TemplateError(f"{self._snapshot(version)}: it was changed by hand; put it back")
        return library

    def record(self, version: str, metrics: Mapping[str, float]) -> None:
        """Keeps what the evaluation of a version gave; a later one takes its place."""
        _write(self._evaluation(self._resolve(version)), {"version": version, **metrics})

    def metrics(self, version: str) -> dict[str, float] | None:
        """What the evaluation of a version gave, or None."""
        path = self._evaluation(version)
        if not path.exists():
            return None
        return {k: float(v) for k, v in _read(path).items() if k != "version"}

    def release(
        self,
        library: TemplateLibrary,
        label: str,
        *,
        reason: str,
        now: datetime,
        tag: bool = True,
    ) -> Release:
        """Points a label at a library, and writes down why.

        Where the library's own folder lies in a git repository, a tag ``prompts/<label>/<version>``
        is made there (`persona.templates.tagging`). That it could not be made is a note; the
        release stands.

        Args:
            library: as it is now; its snapshot is kept.
            label: ``production``, ``canary`` ...
            reason: one sentence for CHANGELOG.md.
            now: the date of the entry and of the tag.
            tag: whether to make the tag.

        Raises:
            TemplateError: no reason, no evaluation of exactly this content, or the label points
                there already.
        """
        if not _LABEL.fullmatch(label):
            raise TemplateError(f"the label {label!r} cannot be; use a-z, 0-9, - and _")
        if not reason.strip():
            raise TemplateError("a release needs a reason")
        version = library.version
        after = self.metrics(version)
        if after is None:
            raise TemplateError(
                f"{version} has not been evaluated; run the evaluation, then release it"
            )
        if self.labels().get(label) == version:
            raise TemplateError(f"{label} points at {version} already")
        self.keep(library)
        done = self._move(label, version, reason, now, "released")
        if not tag:
            return done
        tagged = tagging.tag(
            library,
            f"prompts/{label}/{version}",
            _entry(done, reason, now, "released") + "\n",
            now=now,
        )
        return replace(done, tag=tagged.name, notes=(tagged.note,) if tagged.note else ())

    def rollback(
        self, label: str, *, now: datetime, to: str | None = None, reason: str = "rolled back"
    ) -> Release:
        """Points a label at where it pointed before, or at another version it has pointed at.

        Raises:
            TemplateError: no such label, or nothing to go back to.
        """
        entry = self._labels().get(label)
        if entry is None:
            raise UnknownTemplateError(
                f"there is no label {label!r}{nearest(label, self._labels())}"
            )
        past = [str(v) for v in entry["history"]]
        if to is not None and to not in past:
            raise TemplateError(
                f"{label} has never pointed at {to}; it pointed at {past or 'none'}"
            )
        if not past:
            raise TemplateError(f"{label} has pointed at nothing before")
        return self._move(label, to or past[-1], reason, now, "rolled back")

    def diff(self, one: str, other: str) -> str:
        """The difference between two versions or labels, as a unified diff; "" if equal."""
        old, new = self.library(one).files(), self.library(other).files()
        return unified(old, new, one, other)

    def _move(self, label: str, version: str, reason: str, now: datetime, verb: str) -> Release:
        labels = self._labels()
        entry = labels.get(label, {"version": None, "history": []})
        previous = entry["version"]
        history = [v for v in entry["history"] if v != version]
        if previous is not None and previous != version:
            history = [*(v for v in history if v != previous), previous]
        before = (self.metrics(previous) if previous else None) or {}
        after = self.metrics(version) or {}
        labels[label] = {"version": version, "history": history}
        _write(self._folder / "labels.json", labels)
        release = Release(label, version, previous, before, after)
        self._note(release, reason, now, verb)
        return release

    def _note(self, release: Release, reason: str, now: datetime, verb: str) -> None:
        path = self._folder / "CHANGELOG.md"
        old = path.read_text(encoding="utf-8") if path.exists() else "# Changes of the templates\n"
        head, _, rest = old.partition("\n")
        entry = _entry(release, reason, now, verb)
        text = f"{head}\n\n## {entry}\n\n{rest.strip()}".rstrip() + "\n"
        _write_text(path, text)

    def _labels(self) -> dict[str, Any]:
        path = self._folder / "labels.json"
        return _read(path) if path.exists() else {}

    def _resolve(self, name: str) -> str:
        version = self.labels().get(name, name)
        if not _VERSION.fullmatch(version) or not self._snapshot(version).exists():
            known = (*self.labels(), *self.versions())
            raise UnknownTemplateError(
                f"there is no version or label {name!r}{nearest(name, known)}"
            )
        return version

    def _snapshot(self, version: str) -> Path:
        return self._folder / "versions" / f"{version}.json"

    def _evaluation(self, version: str) -> Path:
        return self._folder / "versions" / "evaluations" / f"{version}.json"


def _entry(release: Release, reason: str, now: datetime, verb: str) -> str:
    """What the changelog says of a release."""
    names = sorted({*release.before, *release.after})
    lines = [
        f"{release.label}: {verb} {release.version}, {now.date().isoformat()}",
        "",
        f"{' '.join(reason.split())} (before: {release.previous or 'nothing'})",
        "",
        *(
            f"- {n}: {_shown(release.before.get(n))} -> {_shown(release.after.get(n))}"
            for n in names
        ),
    ]
    return "\n".join(lines).rstrip()


def unified(old: Mapping[str, str], new: Mapping[str, str], one: str, other: str) -> str:
    """A unified diff of two sets of files."""
    lines: list[str] = []
    for file in sorted({*old, *new}):
        a, b = old.get(file), new.get(file)
        if a != b:
            lines += difflib.unified_diff(
                [] if a is None else a.splitlines(),
                [] if b is None else b.splitlines(),
                "nothing" if a is None else f"{one}/{file}",
                "nothing" if b is None else f"{other}/{file}",
                lineterm="",
            )
    return "\n".join(lines)


def _shown(value: float | None) -> str:
    return "-" if value is None else f"{value:g}"


def _read(path: Path) -> dict[str, Any]:
    try:
        value = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise TemplateError(f"{path}: it cannot be read as JSON ({error})") from error
    if not isinstance(value, dict):
        raise TemplateError(f"{path}: a JSON object is wanted")
    return value


def _write(path: Path, data: Mapping[str, Any]) -> None:
    _write_text(path, json.dumps(data, ensure_ascii=False, indent=1, sort_keys=True) + "\n")


def _write_text(path: Path, text: str) -> None:
    """Writes a file as a whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(path.name + ".part")
    part.write_text(text, encoding="utf-8")
    os.replace(part, path)
