"""Relations between two named things."""

from __future__ import annotations

import pytest

from persona.extract import english
from persona.records import USER


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Starlette is built on AnyIO.", ("Starlette", "part_of", "AnyIO")),
        ("Grafana sits on top of Prometheus.", ("Grafana", "part_of", "Prometheus")),
        ("Gyokuro is a kind of green tea.", ("Gyokuro", "kind_of", "green tea")),
        ("Celery uses Redis as its broker.", ("Celery", "used_with", "Redis")),
        ("Airflow and Spark work well together.", ("Airflow", "used_with", "Spark")),
        ("We use Airflow together with dbt.", ("Airflow", "used_with", "dbt")),
    ],
)
def test_links(text: str, wanted: tuple[str, str, str]) -> None:
    found = [(s.source, s.kind, s.target) for s in english.statements(text) if s.source != USER]
    assert found == [wanted]


@pytest.mark.parametrize(
    "text",
    [
        "My day is built around coffee.",
        "It is a kind of magic.",
        "Anna works with Tom.",
        "I use it with care.",
    ],
)
def test_no_link_without_two_names(text: str) -> None:
    assert all(s.source == USER for s in english.statements(text))


def test_a_clause_about_two_things_says_nothing_of_the_person() -> None:
    assert all(s.source != USER for s in english.statements("FastAPI is built on Starlette."))
