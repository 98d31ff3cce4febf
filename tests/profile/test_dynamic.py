from __future__ import annotations

from typing import Any

import pytest

from persona.errors import ProfileError
from persona.profile.dynamic import DynConfig, EnvironmentProvider, Lookup
from persona.templates import TemplateLibrary, shipped

LOOKUP = Lookup("constraints", "en", "model-a")


class Fixed:
    """A provider of one value, which keeps what it was asked."""

    name = "fixed"

    def __init__(self, value: Any) -> None:
        self.value = value
        self.asked: list[tuple[str, Any, Any]] = []

    def query(
        self, key: str, *, prefer_prompt_language: Any = None, prefer_model: Any = None
    ) -> Any:
        self.asked.append((key, prefer_prompt_language, prefer_model))
        if isinstance(self.value, Exception):
            raise self.value
        return self.value


def asked(value: Any, **settings: Any) -> Any:
    return DynConfig(key="k", provider=Fixed(value), **settings).query(LOOKUP)[0]


def test_a_default_alone() -> None:
    assert DynConfig("x").query(LOOKUP) == ("x", "default")
    assert DynConfig(None).query(LOOKUP) == (None, "default")


def test_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    setting = DynConfig("d", key="PROFILE_TEST_KEY", provider="env")
    monkeypatch.delenv("PROFILE_TEST_KEY", raising=False)
    assert setting.query(LOOKUP) == ("d", "default")
    monkeypatch.setenv("PROFILE_TEST_KEY", "e")
    assert setting.query(LOOKUP) == ("e", "provider")  # at once: nothing is kept
    monkeypatch.setenv("PROFILE_TEST_KEY", "")
    assert setting.query(LOOKUP) == ("d", "default")
    monkeypatch.setenv("PROFILE_TEST_KEY", "小欧")
    assert setting.query(LOOKUP)[0] == "小欧"


def test_a_mapping_in_place_of_the_environment() -> None:
    provider = EnvironmentProvider({"K": "v"})
    assert DynConfig(key="K", provider=provider).query(LOOKUP)[0] == "v"


def test_an_object_is_given_key_language_and_model() -> None:
    provider = Fixed("v")
    assert DynConfig("d", key="k", provider=provider).query(LOOKUP) == ("v", "provider")
    assert provider.asked == [("k", "en", "model-a")]


def test_the_template_library_is_the_prompt_manager() -> None:
    setting = DynConfig("d", key="constraint/security", category="agent")
    zh = setting.query(Lookup("goal", "zh"))
    assert zh == (shipped().query("constraint/security", prefer_prompt_language="zh"), "library")
    assert "只读" in str(zh[0])
    empty = TemplateLibrary(shipped=False)
    assert setting.query(Lookup("goal", "zh", prompt_manager=empty)) == ("d", "default")
    named = DynConfig("d", key="constraint/security", provider="prompt_manager")
    assert named.query(Lookup("goal", "zh")) == zh


@pytest.mark.parametrize(
    ("text", "items"),
    [
        ("a[LIST_SEP]b", ["a", "b"]),
        (" a [LIST_SEP]\n b ", ["a", "b"]),
        ("a[LIST_SEP][LIST_SEP]", ["a"]),
        ("甲[LIST_SEP]乙", ["甲", "乙"]),
        ("one", ["one"]),
        (["a", "b"], ["a", "b"]),
    ],
)
def test_lists_are_split_and_stripped(text: Any, items: list[str]) -> None:
    assert asked(text, is_list=True) == items
    assert DynConfig(text, is_list=True).query(LOOKUP)[0] == items


@pytest.mark.parametrize("empty", ["", "  ", None, [], "[LIST_SEP]"])
def test_an_empty_value_counts_as_unset(empty: Any) -> None:
    assert asked(empty, default=["d"], is_list=True) == ["d"]


def test_a_list_as_default_makes_it_a_list() -> None:
    assert asked("a|b", default=["d"], separator="|") == ["a", "b"]


@pytest.mark.parametrize(
    ("kind", "text", "value"),
    [
        ("bool", "Yes", True),
        ("bool", "off", False),
        ("bool", " 1 ", True),
        ("int", "-12", -12),
        ("float", "0.5", 0.5),
        ("json", '{"a": ["中"]}', {"a": ["中"]}),
        ("str", " as is ", " as is "),
    ],
)
def test_texts_are_read_as_their_type(kind: str, text: str, value: Any) -> None:
    assert asked(text, type=kind) == value


@pytest.mark.parametrize(("kind", "text"), [("bool", "maybe"), ("int", "1.5"), ("json", "{")])
def test_a_text_of_the_wrong_type_names_field_key_and_provider(kind: str, text: str) -> None:
    with pytest.raises(ProfileError) as caught:
        asked(text, type=kind)
    for part in ("constraints", "'k'", "fixed", kind):
        assert part in str(caught.value)
    assert text not in str(caught.value) or text == "1.5"


def test_no_value_and_no_default_names_field_key_and_provider() -> None:
    with pytest.raises(ProfileError, match=r"constraints: the key 'k' of fixed has no value"):
        asked(None)


def test_a_provider_that_fails_names_field_key_and_provider() -> None:
    with pytest.raises(
        ProfileError, match=r"constraints: the key 'k' of fixed .*RuntimeError: down"
    ):
        asked(RuntimeError("down"), default="d")


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ({}, "a default or a key"),
        ({"key": "k"}, "'k' needs a provider"),
        ({"key": "k", "default": 1}, "'k' needs a provider"),
        ({"key": "k", "provider": "redis"}, "'redis'"),
        ({"key": "k", "provider": 3}, "no method 'query'"),
        ({"provider": "env"}, "a default or a key"),
    ],
)
def test_settings_that_can_never_work(settings: dict[str, Any], told: str) -> None:
    setting = DynConfig(**settings)
    assert told in str(setting.problem())
    with pytest.raises(ProfileError, match="constraints"):
        setting.query(LOOKUP)


@pytest.mark.parametrize("settings", [{"typo": 1}, {"type": "date"}, {"category": "other"}])
def test_settings_that_do_not_exist(settings: dict[str, Any]) -> None:
    with pytest.raises(ProfileError, match=next(iter(settings))):
        DynConfig("d", **settings)


def test_it_can_be_stored() -> None:
    for setting in (
        DynConfig("d", key="k", provider="env", type="int"),
        DynConfig(key="k", provider="env"),
        DynConfig(None),
        DynConfig(["a"], separator="|", description="rules"),
    ):
        again = DynConfig.model_validate_json(setting.model_dump_json())
        assert again.has_default == setting.has_default
        assert again.model_dump() == setting.model_dump()
    assert DynConfig.model_json_schema()["properties"]["separator"]["default"] == "[LIST_SEP]"


def test_an_object_as_provider_is_stored_by_name_and_not_taken_for_another() -> None:
    stored = DynConfig("d", key="k", provider=Fixed(1)).model_dump_json()
    again = DynConfig.model_validate_json(stored)
    assert "'object:fixed'" in str(again.problem())
