"""Samples of every format and a short way to read bytes."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from persona.logs import Log, read

Reads = Callable[..., Log]


@pytest.fixture
def samples() -> Path:
    return Path(__file__).parent / "samples"


@pytest.fixture
def read_text(tmp_path: Path) -> Reads:
    """Writes text to a file of the given name and opens it."""

    def read_it(text: str | bytes, name: str = "log.txt", **options: Any) -> Log:
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return read(path, **options)

    return read_it


@pytest.fixture
def read_stream() -> Reads:
    def read_it(data: bytes, **options: Any) -> Log:
        return read(io.BytesIO(data), **options)

    return read_it
