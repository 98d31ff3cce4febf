from __future__ import annotations

from persona.resolve.known_aliases import known_groups
from persona.text import has_cjk, name_key


def test_every_key_is_in_one_group_and_keys_are_normalised() -> None:
    groups = known_groups()
    for key, group in groups.items():
        assert key == name_key(key)
        assert key in group
        assert len(group) > 1
        assert all(groups[other] == group for other in group)


def test_both_languages_have_names_in_it() -> None:
    groups = set(known_groups().values())
    assert sum(any(map(has_cjk, group)) for group in groups) >= 30
    assert sum(not any(map(has_cjk, group)) for group in groups) >= 15


def test_no_short_form_of_many_meanings_is_in_it() -> None:
    assert not {"ai", "us", "苹果", "go", "swift", "ml", "c"} & set(known_groups())
