from __future__ import annotations

from persona.records import Reason
from persona.resolve import resolve
from tests.resolve.said import at, said


def test_as_of_hides_what_was_said_later_but_not_what_has_no_date() -> None:
    rows = [said("茶", day=1), said("茶", "dislikes", -1, day=9), said("山", day=9, dated=False,
            message="x"), said("海", day=9)]  # fmt: skip
    then = resolve("u", rows, as_of=at(5))
    assert [(f.target, f.kind, f.is_open) for f in then.facts] == [
        ("山", "likes", True),
        ("茶", "likes", True),
    ]
    assert list(then.entities) == ["山", "茶"]


def test_identity_is_as_known_today_also_in_the_past() -> None:
    rows = [said("pg数据库", day=1), said("PostgreSQL", day=9, aliases=("pg数据库",))]
    (found,) = resolve("u", rows, as_of=at(5)).facts
    assert found.target in ("pg数据库", "postgresql")
    assert found.target == resolve("u", rows).facts[0].target


def test_a_loop_that_a_merge_makes_is_rejected_and_told() -> None:
    rows = [said("python", "other", source="Python", label="等于"), said("USER", "other"),
            said("Python", "mentions", 0)]  # fmt: skip
    resolution = resolve("u", rows)
    assert [f.target for f in resolution.facts] == ["python"]
    assert [r.reason for r in resolution.rejections] == [Reason.SELF_LOOP, Reason.SELF_LOOP]
    assert resolution.rejections[0].message_ids == ("m0",)
    assert "等于" in resolution.rejections[0].detail


def test_a_blank_name_is_rejected_and_told() -> None:
    resolution = resolve("u", [said(" \u200b", "likes"), said("茶")])
    assert [r.reason for r in resolution.rejections] == [Reason.INVALID_ROW]
    assert len(resolution.facts) == 1


def test_nothing_gives_nothing() -> None:
    resolution = resolve("u", [])
    assert (resolution.entities, resolution.facts, resolution.rejections) == ({}, (), ())


def test_an_unknown_kind_is_kept_under_other() -> None:
    (found,) = resolve("u", [said("茶", "juggles_with", label="耍")]).facts
    assert (found.kind, found.label) == ("other", "耍")


def test_an_entity_only_in_the_future_is_not_there_yet() -> None:
    rows = [said("茶", day=1), said("咖啡", day=9), said("山", "part_of", source="海", day=9)]
    assert list(resolve("u", rows, as_of=at(5)).entities) == ["茶"]
    assert list(resolve("u", rows).entities) == ["咖啡", "山", "海", "茶"]
