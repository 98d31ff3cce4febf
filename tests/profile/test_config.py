from __future__ import annotations

import json
from typing import Any

import pytest

from persona.errors import ProfileError
from persona.profile import (
    DatasetProfileFactory,
    DefaultProfile,
    DynConfig,
    Profile,
    ProfileConfig,
)
from persona.templates import TemplateLibrary
from tests.profile.test_dynamic import Fixed

NAMED: dict[str, Any] = {"name": "Odette", "role": "Archivist"}


@pytest.mark.parametrize(
    ("config", "names"),
    [
        ({}, ["name", "role"]),
        ({"name": "O"}, ["role"]),
        ({**NAMED, "name": None}, ["name"]),
        ({**NAMED, "name": " "}, ["name"]),
        ({**NAMED, "foo": 1}, ["foo"]),
        ({**NAMED, "gaol": "x"}, ["gaol", "did you mean goal"]),
        ({**NAMED, "name": 3}, ["name"]),
        ({**NAMED, "constraints": [1]}, ["constraints"]),
        ({**NAMED, "system_prompt_template": "{% if x %}"}, ["system_prompt_template", "line 1"]),
        ({**NAMED, "user_prompt_template": "{{ x.__class__ }}"}, ["user_prompt_template"]),
        ({**NAMED, "write_memory_template": "{% include 'x' %}"}, ["write_memory_template"]),
        ({**NAMED, "constraints": ["a", "{{ b"]}, ["constraints[1]"]),
        ({**NAMED, "goal": "{% if %}"}, ["goal"]),
        ({**NAMED, "factory": 3}, ["factory"]),
        ({**NAMED, "name": DynConfig("d", key="K")}, ["name", "K"]),
        ({**NAMED, "goal": DynConfig("d", key="K", provider="redis")}, ["goal", "redis"]),
        ({**NAMED, "goal": DynConfig("{{ a", key="K", provider="env")}, ["goal"]),
        ({**NAMED, "basic": {"height": 3}}, ["basic"]),
        ({**NAMED, "social": [{"name": "x"}]}, ["social"]),
        ({"goal": "{{ a", "role": "x", "bar": 1}, ["bar"]),
    ],
)
def test_what_is_wrong_is_told_at_once_by_field(config: dict[str, Any], names: list[str]) -> None:
    with pytest.raises(ProfileError) as caught:
        ProfileConfig(**config)
    for name in names:
        assert name in str(caught.value)


def test_several_faults_are_told_together() -> None:
    with pytest.raises(ProfileError) as caught:
        ProfileConfig(goal="{{ a", constraints=["{% b"])
    for name in ("name", "role", "goal", "constraints[0]"):
        assert f"{name}" in str(caught.value)


@pytest.mark.parametrize("tag", ["fr", "xx-YY"])
def test_an_unsupported_language_names_the_supported_ones(tag: str) -> None:
    with pytest.raises(ProfileError, match=r"prefer_prompt_language: .*en, zh"):
        ProfileConfig(**NAMED).create_profile(prefer_prompt_language=tag)


def test_the_language_defaults_to_english() -> None:
    config = ProfileConfig(**NAMED)
    assert config.create_profile() == config.create_profile(prefer_prompt_language="en")
    assert config.create_profile(prefer_prompt_language="zh").get_language() == "zh"
    assert config.create_profile().get_language() == "en"


def test_settings_are_looked_up_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    config = ProfileConfig(
        **{**NAMED, "name": DynConfig("Odette", key="PROFILE_TEST_NAME", provider="env")}
    )
    monkeypatch.delenv("PROFILE_TEST_NAME", raising=False)
    assert config.create_profile().get_name() == "Odette"
    monkeypatch.setenv("PROFILE_TEST_NAME", "Basil")
    assert config.create_profile().get_name() == "Basil"


def test_all_that_cannot_be_looked_up_is_told_at_once() -> None:
    config = ProfileConfig(
        name=DynConfig(key="A", provider=Fixed(None)), role=DynConfig(key="B", provider=Fixed(None))
    )
    with pytest.raises(ProfileError) as caught:
        config.create_profile()
    for part in ("name", "'A'", "role", "'B'", "fixed"):
        assert part in str(caught.value)


def test_what_is_unknown_wrong_and_missing_is_told_at_once() -> None:
    with pytest.raises(ProfileError, match=r"constraints: .*foo: .*name: .*role: it is required"):
        ProfileConfig(foo=1, constraints=[1], name=" ")
    with pytest.raises(ProfileError) as caught:
        ProfileConfig(foo=1, factory=DatasetProfileFactory([]))
    assert "required" not in str(caught.value)
    with pytest.raises(ProfileError) as caught:
        ProfileConfig(name=3, role="园丁")
    assert "required" not in str(caught.value)


def test_a_required_setting_that_gives_nothing_names_field_key_and_provider() -> None:
    config = ProfileConfig(**{**NAMED, "role": DynConfig(None, key="B", provider=Fixed(None))})
    with pytest.raises(ProfileError, match="role: the key 'B' of fixed gives nothing"):
        config.create_profile()


@pytest.mark.parametrize("value", [3, ["a"], {"a": 1}])
def test_a_value_of_the_wrong_kind_names_the_field(value: Any) -> None:
    config = ProfileConfig(**NAMED, goal=DynConfig("d", key="k", provider=Fixed(value)))
    with pytest.raises(ProfileError, match="goal: a text is wanted"):
        config.create_profile()


def test_one_text_for_a_list_is_a_list_of_one() -> None:
    looked_up = DynConfig(None, key="k", provider=Fixed("one"))
    assert ProfileConfig(**NAMED, constraints=looked_up).create_profile().get_constraints() == [
        "one"
    ]
    assert ProfileConfig(**NAMED, constraints="one").create_profile().get_constraints() == ["one"]


@pytest.mark.parametrize("value", [3, {"a": 1}, [1, 2], True])
def test_a_list_that_is_none_names_the_field(value: Any) -> None:
    looked_up = DynConfig(["d"], key="k", provider=Fixed(value))
    with pytest.raises(ProfileError, match="constraints: a list of texts is wanted"):
        ProfileConfig(**NAMED, constraints=looked_up).create_profile()


def test_a_factory_is_not_asked_where_a_setting_is_broken() -> None:
    broken = DynConfig("d", key="k", provider=Fixed(RuntimeError("down")))
    factory = Selma(DefaultProfile(name="x", role="y"))
    with pytest.raises(ProfileError, match="down"):
        ProfileConfig(name=broken, factory=factory).create_profile()
    assert factory.asked == []


def test_a_text_from_outside_is_data_and_not_a_template() -> None:
    config = ProfileConfig(
        **NAMED,
        goal=DynConfig("d", key="k", provider=Fixed("{{ 7*7 }} {{ question }}")),
        constraints=DynConfig(["d"], key="k", provider=Fixed("{{ 7*7 }} {% if")),
    )
    text = config.create_profile().format_system_prompt("Q?")
    assert "{{ 7*7 }} {{ question }}" in text
    assert "1. {{ 7*7 }} {% if" in text


def test_a_template_from_outside_is_checked_when_it_comes() -> None:
    def config(text: str) -> ProfileConfig:
        setting = DynConfig("x", key="k", provider=Fixed(text))
        return ProfileConfig(**NAMED, system_prompt_template=setting)

    assert config("{{ role }}!").create_profile().format_system_prompt() == "Archivist!"
    with pytest.raises(ProfileError, match="system_prompt_template, line 2"):
        config("\n{% if %}").create_profile()


def test_a_default_for_a_template_is_honoured() -> None:
    setting = DynConfig("PLAIN {{ role }}", key="k", provider=Fixed(None))
    profile = ProfileConfig(**NAMED, system_prompt_template=setting).create_profile(
        prefer_prompt_language="zh"
    )
    assert profile.format_system_prompt() == "PLAIN Archivist"


def test_a_template_from_the_library_is_laid_out_as_there() -> None:
    body = "{% if role %}\n{{ role }}\n{% endif %}"
    text = f"---\nid: profile/mine\nkind: profile\ninputs: {{role: {{sample: a}}}}\n---\n{body}\n"
    library = TemplateLibrary.from_layers([("t", {"atomic/profile/mine.md": text})])
    setting = DynConfig("x", key="profile/mine", category="agent")
    profile = ProfileConfig(**NAMED, system_prompt_template=setting).create_profile(
        prompt_manager=library
    )
    assert profile.format_system_prompt() == "Archivist"


def test_two_configs_share_nothing() -> None:
    one, two = ProfileConfig(**NAMED), ProfileConfig(**{**NAMED, "name": "Basil"})
    one.create_profile(prefer_prompt_language="zh")
    assert (
        two.create_profile().format_system_prompt()
        != one.create_profile(prefer_prompt_language="zh").format_system_prompt()
    )
    assert "Your role" in two.create_profile().format_system_prompt()
    assert one.create_profile() is not one.create_profile()


def test_a_list_given_is_not_kept() -> None:
    mine = ["a"]
    config = ProfileConfig(**NAMED, constraints=mine)
    profile = config.create_profile()
    mine.append("b")
    assert profile.get_constraints() == ["a"]


def test_it_can_be_stored_and_has_a_schema() -> None:
    config = ProfileConfig(
        **NAMED,
        goal=DynConfig("目标", key="K", provider="env"),
        constraints=["a"],
        basic={"age": 3},
        profile_id=7,
    )
    again = ProfileConfig.model_validate_json(config.model_dump_json())
    assert again == config
    assert again.create_profile() == config.create_profile()
    schema = ProfileConfig.model_json_schema()
    assert {"name", "role", "system_prompt_template", "factory"} <= set(schema["properties"])
    assert json.dumps(schema)


def test_a_wrong_one_that_was_stored_is_an_error_of_ours() -> None:
    with pytest.raises(ProfileError, match="role"):
        ProfileConfig.model_validate_json('{"name": "x"}')


class Selma:
    """A factory that keeps what it was asked."""

    def __init__(self, profile: Profile | None) -> None:
        self.profile = profile
        self.asked: list[tuple[Any, ...]] = []

    def create_profile(
        self,
        profile_id: int,
        name: str | None = None,
        role: str | None = None,
        goal: str | None = None,
        prefer_prompt_language: str | None = None,
        prefer_model: str | None = None,
    ) -> Profile | None:
        self.asked.append((profile_id, name, role, goal, prefer_prompt_language, prefer_model))
        return self.profile


def test_a_factory_comes_before_the_fields() -> None:
    selma = DefaultProfile(name="Selma", role="Warden")
    factory = Selma(selma)
    config = ProfileConfig(**NAMED, goal="g", factory=factory, profile_id=7)
    assert config.create_profile(42, "zh", "m") is selma
    assert factory.asked == [(42, "Odette", "Archivist", "g", "zh", "m")]
    assert ProfileConfig(factory=Selma(selma)).create_profile() is selma


def test_a_factory_is_given_none_for_what_is_unset() -> None:
    factory = Selma(DefaultProfile(name="x", role="y"))
    unset = DynConfig(key="k", provider=Fixed(None))
    ProfileConfig(name=unset, factory=factory, profile_id=7).create_profile()
    assert factory.asked == [(7, None, None, None, "en", None)]


def test_the_fields_hold_where_the_factory_gives_none() -> None:
    assert ProfileConfig(**NAMED, factory=Selma(None)).create_profile().get_name() == "Odette"
    with pytest.raises(ProfileError) as caught:
        ProfileConfig(factory=Selma(None)).create_profile()
    assert "name" in str(caught.value)
    assert "role" in str(caught.value)


def test_a_factory_is_stored_by_name_and_not_taken_for_one() -> None:
    stored = ProfileConfig(**NAMED, factory=Selma(None)).model_dump_json()
    assert "object:Selma" in stored
    with pytest.raises(ProfileError, match="factory"):
        ProfileConfig.model_validate_json(stored)


def test_a_name_may_be_a_template_only_if_the_developer_wrote_it() -> None:
    profile = ProfileConfig(name="{{ question }}", role="r").create_profile()
    assert "Your name: Q?" in profile.format_system_prompt("Q?")
    data = DefaultProfile(name="{{ question }}", role="r")
    assert "Your name: {{ question }}" in data.format_system_prompt("Q?")
