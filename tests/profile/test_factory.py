from __future__ import annotations

from typing import Any

import pytest

from persona.errors import ProfileError
from persona.profile import (
    BaseFactory,
    CompositeProfileFactory,
    DefaultProfile,
    Profile,
    ProfileConfig,
    ProfileFactory,
)


class Giving(BaseFactory):
    """A factory that gives what it was made with, or raises it."""

    def __init__(self, given: Profile | ProfileError | None) -> None:
        self.given = given
        self.asked: list[Any] = []

    def create_profile(self, profile_id: int, *arguments: Any, **more: Any) -> Profile | None:
        self.asked.append((profile_id, *arguments))
        if isinstance(self.given, ProfileError):
            raise self.given
        return self.given


SELMA = DefaultProfile(name="塞尔玛", role="看守")
FAILED = ProfileError("row 3: name missing")


def test_the_first_profile_of_the_chain_is_taken() -> None:
    first, last = Giving(None), Giving(SELMA)
    never = Giving(DefaultProfile(name="x", role="y"))
    chain = CompositeProfileFactory([first, last, never])
    assert chain.create_profile(7, "n", "r", "g", "zh", "m") is SELMA
    assert first.asked == last.asked == [(7, "n", "r", "g", "zh", "m")]
    assert never.asked == []


def test_a_chain_without_a_profile_leaves_it_to_the_fields() -> None:
    assert CompositeProfileFactory([Giving(None)]).create_profile(1) is None
    assert CompositeProfileFactory([]).create_profile(1) is None
    config = ProfileConfig(name="Odette", role="r", factory=CompositeProfileFactory([Giving(None)]))
    assert config.create_profile().get_name() == "Odette"


def test_a_failure_goes_up_or_on_to_the_next() -> None:
    parts = [Giving(FAILED), Giving(SELMA)]
    with pytest.raises(ProfileError, match="row 3"):
        CompositeProfileFactory(parts).create_profile(1)
    assert CompositeProfileFactory(parts, skip_failed=True).create_profile(1) is SELMA


def test_failures_are_not_lost_where_no_other_gives_one() -> None:
    chain = CompositeProfileFactory([Giving(FAILED), Giving(None)], skip_failed=True)
    with pytest.raises(ProfileError, match="row 3"):
        chain.create_profile(1)


def test_chains_may_be_chained() -> None:
    inner = CompositeProfileFactory([Giving(None)])
    assert isinstance(inner, ProfileFactory)
    assert CompositeProfileFactory([inner, Giving(SELMA)]).create_profile(1) is SELMA


def test_what_is_no_factory_is_refused() -> None:
    with pytest.raises(ProfileError, match=r"factories\[1\]"):
        CompositeProfileFactory([Giving(None), object()])  # type: ignore[list-item]  # the test


def test_a_base_without_its_method_cannot_be_made() -> None:
    with pytest.raises(TypeError, match="create_profile"):
        BaseFactory()  # type: ignore[abstract]  # that it cannot be is the test
