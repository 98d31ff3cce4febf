from __future__ import annotations

from persona.extract.cues.needles import may_hold


def test_any_needle_is_enough() -> None:
    assert may_hold("i love it /s", ("/s", "反话"))
    assert may_hold("反话", ("/s", "反话"))
    assert not may_hold("i love it", ("/s", "反话"))
    assert not may_hold("i love it", ())
