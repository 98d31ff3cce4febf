from __future__ import annotations

from collections.abc import Iterator

import pytest

from persona.store import Store


@pytest.fixture
def store(db_url: str) -> Iterator[Store]:
    """An empty store that takes back every connection."""
    opened = Store(db_url)
    yield opened
    assert opened.connections_in_use == 0, "a connection was not given back"
    opened.close()
