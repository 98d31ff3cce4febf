from __future__ import annotations

import time
from datetime import UTC, datetime
from email.utils import format_datetime

import pytest

from persona.errors import ModelError
from persona.llm.failures import retry_after_seconds
from persona.llm.testing import Scripted, ScriptedServer

DATE = "Wed, 21 Oct 2026 07:28:00 GMT"


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({}, None),
        ({"retry-after": "7"}, 7.0),
        ({"retry-after": "-7"}, 0.0),
        ({"retry-after": "nan"}, None),
        ({"retry-after": "soon"}, None),
        ({"retry-after": "稍后"}, None),
        ({"retry-after": "Wed, 21 Oct 2026 07:29:30 GMT", "date": DATE}, 90.0),
        ({"retry-after": "Wed, 21 Oct 2026 07:27:00 GMT", "date": DATE}, 0.0),
        ({"retry-after": "Wednesday, 21-Oct-26 07:28:05 GMT", "date": DATE}, 5.0),
        ({"retry-after": "Wed Oct 21 07:28:05 2026", "date": DATE}, 5.0),
        ({"retry-after": "Wed, 21 Oct 2026 09:28:05 +0200", "date": DATE}, 5.0),
        ({"retry-after": "Wed, 32 Oct 2026 07:28:05 GMT", "date": DATE}, None),
        ({"retry-after": "Wed, 21 Oct 2015 07:28:00 GMT", "date": "?"}, 0.0),  # long ago here too
    ],
)
def test_how_long_a_server_wants_a_client_to_wait(
    headers: dict[str, str], seconds: float | None
) -> None:
    assert retry_after_seconds(headers) == seconds


def test_a_date_to_wait_for_comes_with_the_error() -> None:
    until = format_datetime(datetime.fromtimestamp(time.time() + 600, UTC), usegmt=True)
    with (
        ScriptedServer([Scripted("slow down", status=503, retry_after=until)]) as server,
        pytest.raises(ModelError) as caught,
    ):
        server.model().reply([{"role": "user", "content": "你好"}])
    assert caught.value.retry_after == pytest.approx(600, abs=30)
