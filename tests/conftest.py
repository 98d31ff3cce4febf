"""What holds for every test: no settings from outside, and repeatable property tests."""

from __future__ import annotations

import os
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("here", deadline=None, max_examples=50)
settings.register_profile(
    "repeatable", deadline=None, max_examples=50, derandomize=True, database=None
)
settings.register_profile("quick", deadline=None, max_examples=15)
settings.load_profile(
    os.environ.get("HYPOTHESIS_PROFILE") or ("repeatable" if os.environ.get("CI") else "here")
)

_KEPT = "PERSONA_TEST_"  # where the tests find their services, see scripts/services


@pytest.fixture(scope="session", autouse=True)
def _no_settings_from_outside() -> Iterator[None]:
    """A developer's own key, model or store must not change a test, nor be used by one."""
    with pytest.MonkeyPatch.context() as patch:
        for name in list(os.environ):
            if name.startswith(("PERSONA_", "OPENAI_")) and not name.startswith(_KEPT):
                patch.delenv(name)
        yield


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def db_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The URL of an empty store, on SQLite and on PostgreSQL (see scripts/services)."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'store.db'}"
        return
    server = os.environ.get("PERSONA_TEST_POSTGRES")
    if not server:
        pytest.fail("no PostgreSQL: run by scripts/services, or leave out -m postgres")
    from sqlalchemy import create_engine, text

    name = f"persona_{uuid.uuid5(uuid.NAMESPACE_URL, str(tmp_path)).hex}"
    admin = create_engine(server, isolation_level="AUTOCOMMIT")
    with admin.connect() as connection:
        connection.execute(text(f"CREATE DATABASE {name}"))
    yield server.rsplit("/", 1)[0] + f"/{name}"
    with admin.connect() as connection:
        connection.execute(text(f"DROP DATABASE {name} WITH (FORCE)"))
    admin.dispose()
