from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from persona.config import Settings
from persona.engine import PersonaEngine
from persona.errors import UnknownNameError, UsageError
from persona.llm.testing import ScriptedServer
from persona.store.rebuilds import KEPT
from tests.engine.test_forgetting import NOW, by_rules, bytes_of, said
from tests.engine.test_llm_rebuild import engine_on, likes_what_stands_there
from tests.strategies import NO_SHRINKING, Said, logs


class Clock:
    """A clock that moves on when it is told to."""

    def __init__(self) -> None:
        self.now = datetime(2026, 11, 1, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now


def test_two_rebuilds_in_words_in_both_languages() -> None:
    with by_rules() as made:
        made.add("ann", [said(1, "I love tea."), said(2, "我住在上海。")])
        made.rebuild(["ann"])
        made.add(
            "ann", [said(3, "I no longer like tea.", hours=48), said(4, "我搬到杭州了。", hours=49)]
        )
        made.rebuild(["ann"])
        changes = made.diff("ann", from_rebuild=1, to_rebuild=2)
        assert [(c.what, c.section, c.entity, c.before) for c in changes] == [
            ("changed", "attributes", "杭州", "上海"),
            ("ended", "likes", "tea", None),
            ("began", "dislikes", "tea", None),
        ]
        assert changes[0].zh == "现在住在杭州（此前是上海，自 2026-03-01）"
        assert changes[1].en == "no longer likes tea (was since 2026-03-01)"
        assert made.diff("ann", from_rebuild=1) == changes
        assert made.diff("ann", to_rebuild=2) == changes
        assert made.diff("ann", from_rebuild=2) == ()


def test_they_are_listed_with_when_and_how_they_were_made(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 's.db'}"
    clock = Clock()
    for weights in ((0.4, 0.3, 0.3), (1.0, 0.0, 0.0)):
        chosen = Settings(db=url, extractor="rules", weights=weights)
        with PersonaEngine(settings=chosen, clock=clock) as made:
            made.add("ann", [said(1, "I love tea."), said(2, "我喜欢火锅。")])
            made.rebuild(["ann"])
        clock.now += timedelta(days=1)
    with ScriptedServer(likes_what_stands_there) as server, engine_on(server, url) as made:
        made.rebuild(["ann"])
        first, second, third = made.rebuilds("ann")
        assert (first.number, first.time, first.changed) == (1, clock.now - timedelta(days=2), {})
        assert (first.facts, first.entities, first.lines) == (2, 2, 2)
        assert second.changed == {"weights": ([0.4, 0.3, 0.3], [1.0, 0.0, 0.0])}
        assert third.changed["extractor"] == ("rules", "llm:scripted")
        assert third.changed["version"][0] == second.version
        assert third.to_dict()["changed"]["weights"] == [[1.0, 0.0, 0.0], [0.4, 0.3, 0.3]]
        assert first.to_dict()["time"] == "2026-11-01T00:00:00Z"
        assert made.diff("ann", from_rebuild=1, to_rebuild=2) == ()


def test_the_same_log_again_is_no_new_row() -> None:
    rows = [said(1, "I love tea."), said(2, "我喜欢火锅。")]
    clock = Clock()
    with PersonaEngine(settings=Settings(db="sqlite://", extractor="rules"), clock=clock) as made:
        made.add("ann", rows)
        made.rebuild(["ann"])
        before = made.rebuilds("ann")
        clock.now += timedelta(days=1)
        made.add("ann", rows)
        made.rebuild(["ann"])
        made.rebuild(["ann"], refresh=True)
        made.add("ann", [said(9, "Good morning.", hours=24)])
        made.rebuild(["ann"])
        assert made.rebuilds("ann") == before


def test_a_correction_shows_as_what_it_changed() -> None:
    with by_rules() as made:
        made.add("ann", [said(1, "I use Vim."), said(2, "我喜欢火锅。")])
        made.rebuild(["ann"])
        made.correct("ann", "Vim", instead="Emacs")
        made.rebuild(["ann"])
        assert {(c.what, c.entity) for c in made.diff("ann", from_rebuild=1)} == {
            ("began", "Emacs"),
            ("ended", "Vim"),
        }


def test_a_refused_rebuild_leaves_no_row(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 's.db'}"
    with ScriptedServer(likes_what_stands_there) as server, engine_on(server, url) as made:
        made.add("ann", [said(1, "I like jazz"), said(2, "还有火锅")])
        made.rebuild(["ann"])
        before = made.rebuilds("ann")
    silent = '{"entities": [], "relations": []}'
    with ScriptedServer(lambda _: silent) as server, engine_on(server, url) as made:
        (report,) = made.rebuild(["ann"], refresh=True).users
        assert report.status == "refused"
        assert made.rebuilds("ann") == before
        made.rebuild(["ann"], accept_loss=True)
        assert len(made.rebuilds("ann")) == 2
        assert {c.what for c in made.diff("ann", from_rebuild=1)} == {"ended"}


def test_what_cannot_be_compared_is_said() -> None:
    with by_rules() as made:
        made.add("ann", [said(1, "I love tea.")])
        assert made.rebuilds("ann") == ()
        with pytest.raises(UsageError, match="never rebuilt"):
            made.diff("ann", from_rebuild=1)
        made.rebuild(["ann"])
        with pytest.raises(UnknownNameError, match=r"no rebuild 7 is kept of user 'ann': .* are 1"):
            made.diff("ann", from_rebuild=1, to_rebuild=7)
        with pytest.raises(UnknownNameError, match="no rebuild 9 is kept"):
            made.diff("ann", to_rebuild=9)
        with pytest.raises(UsageError, match="no rebuild before 1"):
            made.diff("ann", to_rebuild=1)
        with pytest.raises(UsageError, match="rebuild 3 is later than rebuild 1"):
            made.diff("ann", from_rebuild=3, to_rebuild=1)
        with pytest.raises(UsageError, match="not of both"):
            made.diff("ann", from_rebuild=1, since=NOW)
        for call in (made.rebuilds, lambda user: made.diff(user, from_rebuild=1)):
            with pytest.raises(UnknownNameError):
                call("bob")


def test_only_the_last_are_listed() -> None:
    with by_rules() as made:
        for number in range(KEPT + 2):
            made.add("ann", [said(number, f"我喜欢第{number}号茶。", hours=24 * number)])
            made.rebuild(["ann"])
        assert [each.number for each in made.rebuilds("ann")] == list(range(3, KEPT + 3))


# --- forgetting ----------------------------------------------------------------------------------


def test_forgetting_leaves_no_trace_in_earlier_personas(tmp_path: Path) -> None:
    with by_rules(f"sqlite:///{tmp_path / 's.db'}") as made, by_rules() as other:
        made.add("ann", [said(1, "I love jazz."), said(2, "我喜欢露营。")])
        made.rebuild(["ann"])
        made.add("ann", [said(3, "我不再喜欢露营了。", hours=24), said(4, "I love tea.", hours=25)])
        made.rebuild(["ann"])
        assert "露营".encode() in bytes_of(tmp_path)
        receipt = made.forget("ann", message_id=["m2", "m3"])
        assert (receipt.sweep, receipt.bytes_left) == ("done", ())
        assert receipt.removed["rebuilds"] == 1
        assert "露营".encode() not in bytes_of(tmp_path)
        other.add("ann", [said(1, "I love jazz."), said(4, "I love tea.", hours=25)])
        other.rebuild(["ann"])
        assert made.rebuilds("ann") == other.rebuilds("ann")
        assert made.store.rebuilt_persona("ann", 1) == other.store.rebuilt_persona("ann", 1)
        made.add("ann", [said(5, "I love chess.", hours=48)])
        made.rebuild(["ann"])
        assert [(c.what, c.entity) for c in made.diff("ann", from_rebuild=1)] == [
            ("began", "chess")
        ]
        assert made.forget("ann", everything=True).removed["rebuilds"] == 2
        assert b"chess" not in bytes_of(tmp_path)


def test_a_name_that_only_an_earlier_rebuild_holds_can_be_forgotten(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 's.db'}"
    answer = {
        "entities": [{"name": "Lapsang", "type": "tea", "aliases": ["正山小种"]}],
        "relations": [{"source": "USER", "target": "Lapsang", "relation": "likes", "kind": "likes",
                       "polarity": 1, "weight": 0.9, "evidence": ["m1"]}],
    }  # fmt: skip
    with ScriptedServer(lambda _: json.dumps(answer)) as server, engine_on(server, url) as made:
        made.add("ann", [said(1, "我喜欢正山小种")])
        made.rebuild(["ann"])
        assert [line.entity for line in made.persona("ann").likes] == ["Lapsang"]
    with by_rules(url) as made:
        made.rebuild(["ann"], accept_loss=True)
        assert made.diff("ann", from_rebuild=1) != ()
        with pytest.raises(UnknownNameError):
            made.forget("ann", entity="Oolong")
        assert len(made.rebuilds("ann")) == 2
        made.forget("ann", entity="lapsang")
        assert len(made.rebuilds("ann")) == 1
        assert b"lapsang" not in bytes_of(tmp_path).lower()
        assert [line.entity for line in made.persona("ann").likes] == ["正山小种"]


@pytest.mark.parametrize("scope", [{"entity": "露营"}, {"conversation_id": "c0"}])
def test_every_scope_drops_them(tmp_path: Path, scope: dict[str, Any]) -> None:
    with by_rules(f"sqlite:///{tmp_path / 's.db'}") as made:
        made.add("bob", [said(1, "我喜欢摄影。")])
        made.add("ann", [said(1, "我喜欢露营。"), said(2, "I love tea.", conversation="c1")])
        made.rebuild()
        bobs = made.rebuilds("bob")
        made.add("ann", [said(3, "我喜欢火锅。", conversation="c1")])
        made.rebuild(["ann"])
        assert len(made.rebuilds("ann")) == 2
        made.forget("ann", **scope)
        assert "露营".encode() not in bytes_of(tmp_path)
        assert [each.number for each in made.rebuilds("ann")] == [1]
        assert made.rebuilds("bob") == bobs


@pytest.mark.slow
@settings(max_examples=10, phases=NO_SHRINKING)
@given(logs(min_size=2), st.data())
def test_forget_is_as_if_it_had_never_been_said(log: list[Said], data: Any) -> None:
    rows = [s.as_dict() for s in log]
    cut = data.draw(st.integers(1, len(rows)))
    gone = data.draw(st.sets(st.integers(0, len(log) - 1), min_size=1, max_size=3))
    left = [row for n, row in enumerate(rows) if n not in gone]
    with by_rules() as made, by_rules() as other:
        for part in (rows[:cut], rows):
            made.add("ann", part)
            made.rebuild(["ann"])
        made.forget("ann", message_id=[f"m{n}" for n in sorted(gone)])
        if left:
            for row in left:
                other.add("ann", [row])
            other.rebuild(["ann"])
            assert made.rebuilds("ann") == other.rebuilds("ann")
            assert made.store.rebuilt_persona("ann", 1) == other.store.rebuilt_persona("ann", 1)


def test_earlier_rebuilds_do_not_travel(tmp_path: Path) -> None:
    file = tmp_path / "ann.json"
    with by_rules() as made, by_rules() as other:
        for number, text in enumerate(("我喜欢露营。", "I no longer like tea, I love jazz.")):
            made.add("ann", [said(number, text, hours=24 * number)])
            made.rebuild(["ann"])
        made.export("ann", file)
        other.import_(file, user_id="eve")
        (only,) = other.rebuilds("eve")
        assert (only.number, only.time) == (1, NOW)
        assert other.rebuild(["eve"]).users[0].status == "unchanged"
        assert other.rebuilds("eve") == (only,)
