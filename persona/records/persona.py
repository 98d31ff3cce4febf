"""The persona: the sectioned, ranked view of one user."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from html import escape
from typing import Any

from persona.errors import MissingExtraError
from persona.records.lines import Preference, Remark, iso
from persona.records.repeats import distinct


@dataclass(frozen=True, slots=True)
class Persona:
    """The sectioned, ranked view of one user as of one time.

    Attributes:
        as_of: the time that ages are measured from; None if no message has a time.
        extractor: what read the log ("rules", "llm:<model>", or both, joined by "+").
        sections: section name to its lines, best first; every section is there, in order.
        statistics: nodes, edges, user_connections, average_clustering.
        flags: what a reader should know ("pending", "outdated", ...).
        remarks: what the user said in more words than a name, in order of the log.
    """

    user_id: str
    as_of: datetime | None
    extractor: str
    sections: dict[str, tuple[Preference, ...]]
    ranking: tuple[Preference, ...]
    summary: str
    statistics: dict[str, float]
    flags: tuple[str, ...] = field(default=())
    remarks: tuple[Remark, ...] = field(default=())

    def top(self, n: int = 10) -> tuple[Preference, ...]:
        """The n highest scores among likes, uses, skills, learning, interests, goals and owns."""
        return self.ranking[:n]

    def distinct(self) -> dict[str, tuple[Preference, ...]]:
        """The sections as they are shown: without lines that others of theirs say (`distinct`)."""
        return {name: distinct(name, lines) for name, lines in self.sections.items()}

    def to_dict(self) -> dict[str, Any]:
        """The persona as plain JSON values; the same persona gives the same values."""
        return {
            "user_id": self.user_id,
            "as_of": iso(self.as_of),
            "extractor": self.extractor,
            "sections": {
                name: [line.to_dict() for line in lines] for name, lines in self.sections.items()
            },
            "top": [line.to_dict() for line in self.top()],
            "summary": self.summary,
            "statistics": {name: round(value, 9) for name, value in self.statistics.items()},
            "flags": list(self.flags),
        }

    def to_frame(self) -> Any:
        """The lines as a pandas DataFrame, one row a line, with its section.

        Raises:
            MissingExtraError: pandas is not installed.
        """
        try:
            import pandas
        except ImportError as error:
            raise MissingExtraError("Persona.to_frame", "notebook") from error
        rows = [
            {"section": name, **{k: v for k, v in line.to_dict().items() if k != "evidence"}}
            for name, lines in self.sections.items()
            for line in lines
        ]
        return pandas.DataFrame(rows)

    def _repr_html_(self) -> str:
        """A small table for notebooks, of what is `distinct`; every value is escaped."""
        cells = (
            (name, line.entity, line.relation, f"{line.score:.3f}", line.mentions, line.last_seen)
            for name, lines in self.distinct().items()
            for line in lines
        )
        body = "".join(
            "<tr>" + "".join(f"<td>{escape(_cell(value))}</td>" for value in row) + "</tr>"
            for row in cells
        )
        head = "".join(
            f"<th>{name}</th>"
            for name in ("section", "entity", "relation", "score", "mentions", "last seen")
        )
        caption = escape(f"{self.user_id}: {self.summary}")
        return (
            f"<table><caption>{caption}</caption><thead><tr>{head}</tr></thead>"
            f"<tbody>{body}</tbody></table>"
        )

    def __getattr__(self, name: str) -> tuple[Preference, ...]:
        """A section by its name: ``persona.likes``, ``persona.no_longer``."""
        if not name.startswith("_"):
            sections: dict[str, Any] = object.__getattribute__(self, "sections")
            if name in sections:
                found: tuple[Preference, ...] = sections[name]
                return found
        raise AttributeError(f"{type(self).__name__!r} object has no attribute or section {name!r}")


def _cell(value: object) -> str:
    if isinstance(value, datetime):
        return value.date().isoformat()
    return "" if value is None else str(value)
