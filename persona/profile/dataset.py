"""Profiles from a table of people: CSV, JSON lines, a DataFrame, or any rows.

Which column is what is declared; rows are read one after the other, so that a file of many
thousand people never stands in memory as a whole.
"""

from __future__ import annotations

import csv
import json
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from persona.errors import ProfileError, TemplateError
from persona.profile.agent import DefaultProfile, Profile
from persona.profile.columns import FIELDS, field_of
from persona.profile.factory import BaseFactory
from persona.templates import compile_source, read_language
from persona.templates.program import nearest
from persona.text import one_line

Row = Mapping[str, Any]

_LISTS = ("constraints", "retry_constraints", "psychology.character", "psychology.thinking")


@dataclass(frozen=True, slots=True)
class Loaded:
    """Profiles of a table.

    Attributes:
        profiles: in the order of the rows.
        skipped: rows that gave none, by reason.
        rejects: one sentence for each of them, with its row, from 1.
    """

    profiles: tuple[DefaultProfile, ...]
    skipped: Counter[str] = field(default_factory=Counter)
    rejects: tuple[str, ...] = ()


class DatasetProfileFactory(BaseFactory):
    """Profiles from a table of people. What stands in the table is data, never a template.

    Args:
        data: a path to ``.csv``, ``.tsv`` or ``.jsonl`` (UTF-8), a DataFrame (pandas or polars),
            or rows that can be gone through again.
        mapping: field of a profile to what fills it: the name of a column, or a text with columns
            in it, ``"{{ job }} in {{ city }}"``. By default each column fills the field it is
            named after, in English or Chinese and in any case of letters (``age`` and 年龄 fill
            ``basic.age``); of two that fill one, the first. Other columns are not read.
        language: of the profiles, where a call names none.
        separator: between the items of a list in one cell.

    Raises:
        ProfileError: a file that is not there or of another kind, or a mapping that names no field.
    """

    def __init__(
        self,
        data: Any,
        mapping: Mapping[str, str] | None = None,
        *,
        language: str | None = None,
        separator: str = ";",
    ) -> None:
        self._rows = _reader(data)
        self._language = language
        self._separator = separator
        self._mapping = None if mapping is None else dict(mapping)
        for name, source in (mapping or {}).items():
            if name not in FIELDS:
                raise ProfileError(f"mapping: no profile has {name!r}{nearest(name, FIELDS)}")
            if "{" in source:
                _compiled(name, source)
        self._cursor = _Cursor(self._rows)

    def create_profile(
        self,
        profile_id: int,
        name: str | None = None,  # noqa: ARG002  the table says it
        role: str | None = None,
        goal: str | None = None,
        prefer_prompt_language: str | None = None,
        prefer_model: str | None = None,  # noqa: ARG002  no model is asked
    ) -> Profile | None:
        """The profile of the row ``profile_id`` modulo the number of rows; None without rows.

        What the table does not say, role and goal, is taken from the arguments; a role that those
        do not say either is the occupation.

        Raises:
            ProfileError: the row gives no valid profile.
        """
        size = self._cursor.size()
        if not size:
            return None
        number = profile_id % size
        row = self._cursor.row(number)
        fallback = {"role": role, "goal": goal}
        profile = self._profile(row, number + 1, prefer_prompt_language, fallback)
        return profile.model_copy(update={"profile_id": profile_id})

    def profiles(self, *, prefer_prompt_language: str | None = None) -> Iterator[DefaultProfile]:
        """The profile of each row, one after the other.

        Raises:
            ProfileError: at the first row that gives none; `load` goes on in its place.
        """
        for number, row in enumerate(self._rows(), 1):
            yield self._profile(row, number, prefer_prompt_language, {})

    def load(
        self, limit: int | None = None, *, prefer_prompt_language: str | None = None
    ) -> Loaded:
        """The profiles of the first rows, or of all; rows that give none are counted."""
        found: list[DefaultProfile] = []
        skipped: Counter[str] = Counter()
        rejects: list[str] = []
        for number, row in enumerate(islice(self._rows(), limit), 1):
            try:
                found.append(self._profile(row, number, prefer_prompt_language, {}))
            except ProfileError as error:
                skipped["invalid_row"] += 1
                rejects.append(str(error))
        return Loaded(tuple(found), skipped, tuple(rejects))

    def _profile(
        self, row: Row, number: int, language: str | None, fallback: Mapping[str, str | None]
    ) -> DefaultProfile:
        values: dict[str, Any] = {"profile_id": number}
        mapping = self._mapping
        if mapping is None:
            mapping = _by_name(row)
        for name, source in mapping.items():
            value = self._cell(name, source, row, number)
            if value is None:
                continue
            outer, _, inner = name.partition(".")
            if inner:
                values.setdefault(outer, {})[inner] = value
            else:
                values[outer] = value
        for name, value in fallback.items():
            if not values.get(name):
                values[name] = value
        if not values.get("role"):
            values["role"] = values.get("basic", {}).get("occupation")
        missing = [name for name in ("name", "role") if not values.get(name)]
        if missing:
            raise ProfileError(f"row {number}: {' and '.join(missing)} missing")
        tongue = read_language(language or self._language)
        try:
            return DefaultProfile(**values, language=tongue)
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            where = ".".join(map(str, first["loc"]))
            raise ProfileError(f"row {number}: {where}: {first['msg']}") from error

    def _cell(self, name: str, source: str, row: Row, number: int) -> Any:
        if "{" in source:
            try:
                value: Any = _compiled(name, source).render(row)
            except TemplateError as error:
                raise ProfileError(f"row {number}: {error}") from error
        elif source in row:
            value = row[source]
        else:
            raise ProfileError(f"row {number}: there is no column {source!r}{nearest(source, row)}")
        if _missing(value):
            return None
        if name in _LISTS:
            parts = value.split(self._separator) if isinstance(value, str) else value
            return tuple(one_line(str(part)) for part in parts if str(part).strip())
        if name in ("social", "profile_id"):
            return value
        return value if name == "basic.age" and isinstance(value, int) else str(value).strip()


def _by_name(row: Row) -> dict[str, str]:
    """Fields with the column that is named after each; the first of several."""
    found: dict[str, str] = {}
    for column in row:
        name = field_of(column)
        if name is not None:
            found.setdefault(name, column)
    return found


class _Cursor:
    """Rows by number: going forward reads each row once, going back begins again."""

    def __init__(self, rows: Callable[[], Iterator[Row]]) -> None:
        self._rows = rows
        self._lock = threading.Lock()
        self._size: int | None = None
        self._iterator: Iterator[Row] = iter(())
        self._next = -1  # nothing is read yet
        self._row: Row = {}

    def size(self) -> int:
        """Number of rows; the first call goes through all of them."""
        with self._lock:
            if self._size is None:
                self._size = sum(1 for _ in self._rows())
            return self._size

    def row(self, number: int) -> Row:
        """The row of a number from 0, which must be there."""
        with self._lock:
            if self._next < 0 or number < self._next - 1:
                self._iterator, self._next = self._rows(), 0
            while self._next <= number:
                self._row = next(self._iterator)
                self._next += 1
            return self._row


def _compiled(name: str, source: str) -> Any:
    try:
        return compile_source(source, f"mapping of {name}", trim=False)
    except TemplateError as error:
        raise ProfileError(str(error)) from error


def _missing(value: Any) -> bool:
    if value is None or (isinstance(value, str) and not value.strip()):
        return True
    return isinstance(value, float) and value != value


def _reader(data: Any) -> Callable[[], Iterator[Row]]:
    """A function that goes through the rows from the beginning."""
    if isinstance(data, (str, Path)):
        return _file_reader(Path(data))
    if hasattr(data, "iter_rows"):  # polars
        return lambda: iter(data.iter_rows(named=True))
    if hasattr(data, "itertuples"):  # pandas
        names = [str(column) for column in data.columns]
        return lambda: (
            dict(zip(names, row, strict=True)) for row in data.itertuples(index=False, name=None)
        )
    if isinstance(data, Iterable) and iter(data) is not data:
        return lambda: (_as_row(row, number) for number, row in enumerate(data, 1))
    raise ProfileError(
        "data: give a path, a DataFrame or a list of rows; an iterator can be read only once"
    )


def _as_row(row: Any, number: int) -> Row:
    if not isinstance(row, Mapping):
        raise ProfileError(f"row {number}: values by column are wanted, not {type(row).__name__}")
    return row


def _file_reader(path: Path) -> Callable[[], Iterator[Row]]:
    readers = {".csv": _csv_rows, ".tsv": _csv_rows, ".jsonl": _json_rows, ".ndjson": _json_rows}
    reader = readers.get(path.suffix.casefold())
    if reader is None:
        raise ProfileError(f"{path}: one of {', '.join(readers)} is wanted")
    if not path.is_file():
        raise ProfileError(f"{path}: there is no such file")
    return lambda: reader(path)


def _csv_rows(path: Path) -> Iterator[Row]:
    delimiter = "\t" if path.suffix.casefold() == ".tsv" else ","
    with path.open(encoding="utf-8-sig", newline="") as file:
        try:
            for row in csv.DictReader(file, delimiter=delimiter):
                yield {key: value for key, value in row.items() if key is not None}
        except (UnicodeDecodeError, csv.Error) as error:
            raise ProfileError(
                f"{path}: it cannot be read as a table in UTF-8 ({error})"
            ) from error


def _json_rows(path: Path) -> Iterator[Row]:
    with path.open(encoding="utf-8-sig") as file:
        try:
            for number, line in enumerate(file, 1):
                if line.strip():
                    yield _as_row(json.loads(line), number)
        except ValueError as error:  # JSON, or bytes that are no UTF-8
            raise ProfileError(f"{path}: it cannot be read as JSON lines ({error})") from error
