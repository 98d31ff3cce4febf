from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from persona.config import Settings
from persona.engine import PersonaEngine
from persona.errors import UsageError
from persona.jobs import daily_trigger, nightly
from persona.llm.testing import ScriptedServer


def test_it_fires_at_that_time_of_day_in_its_zone() -> None:
    trigger = daily_trigger("03:30", "Asia/Shanghai")
    noon = datetime(2026, 3, 1, 4, tzinfo=UTC)  # 12:00 in Shanghai
    assert trigger.get_next_fire_time(None, noon) == datetime(2026, 3, 1, 19, 30, tzinfo=UTC)


def test_it_stays_that_time_of_day_when_the_clocks_change() -> None:
    zone = ZoneInfo("Europe/Berlin")
    trigger = daily_trigger("04:00", "Europe/Berlin")
    before = trigger.get_next_fire_time(None, datetime(2026, 3, 28, 0, tzinfo=zone))
    after = trigger.get_next_fire_time(before, before + timedelta(seconds=1))
    assert (before.hour, after.hour) == (4, 4)
    assert after.astimezone(UTC) - before.astimezone(UTC) == timedelta(hours=23)


@pytest.mark.parametrize(
    ("at", "zone"), [("25:00", "UTC"), ("3am", "UTC"), ("03:00", "Nowhere"), ("03:00", "")]
)
def test_a_time_or_zone_that_is_none(at: str, zone: str) -> None:
    with pytest.raises(UsageError):
        daily_trigger(at, zone)


def test_a_night_rebuilds_who_is_due_and_says_whether_all_went_well() -> None:
    with PersonaEngine(settings=Settings(db="sqlite://", extractor="rules")) as engine:
        engine.add("ann", [{"role": "user", "content": "I love jazz", "timestamp": 1_767_225_600}])
        assert nightly(engine)
        assert engine.persona("ann").likes
    with (
        ScriptedServer(lambda _: "no JSON") as server,
        PersonaEngine(settings=Settings(db="sqlite://", retries=0), model=server.model()) as engine,
    ):
        engine.add("ann", [{"role": "user", "content": "我喜欢爵士", "timestamp": 1_767_225_600}])
        assert not nightly(engine)
