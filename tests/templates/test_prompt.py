from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from persona.errors import TemplateError
from persona.templates import TemplateLibrary
from persona.templates.definitions import Input
from persona.templates.prompt import HIDDEN, block_text, wrong_value
from tests.templates.conftest import BASE, atomic

BLOCK = "<user_persona>\n- likes: tea\n</user_persona>"


@dataclass(frozen=True)
class Block:
    text: str


def library(*files: tuple[str, str]) -> TemplateLibrary:
    return TemplateLibrary.from_layers([("test", {**BASE, **dict(files)})])


def test_a_scene_is_rendered(library: TemplateLibrary) -> None:
    rendered = library.prompt("scene/dinner").render()
    assert rendered.text == (
        "You cook for Ada.\n\nRules:\n- No nuts.\n\nSuch as:\nRice.\nBeans.\nBread."
    )
    assert rendered.tokens == 17  # 17+2+6+1+10+2+8+1+19 = 66 characters, four a token
    assert [p.name for p in rendered.pieces] == ["role/cook", "constraint/safe", "example/dish"]
    assert rendered.warnings == ()


@pytest.mark.parametrize("persona", [BLOCK, Block(BLOCK)])
def test_the_persona_has_its_place(library: TemplateLibrary, persona: object) -> None:
    told = library.prompt("scene/dinner", language="zh").render(persona=persona).text
    assert told.startswith(f"你为小安做饭。\n\n{BLOCK}\n\n规则：")


def test_the_persona_may_be_given_among_the_values(library: TemplateLibrary) -> None:
    prompt = library.prompt("scene/dinner")
    rendered = prompt.render({"persona": BLOCK}, unknown="error")
    assert rendered.text == prompt.render(persona=BLOCK).text
    assert BLOCK in rendered.text


@settings(max_examples=40, deadline=None)
@given(st.text(min_size=1).filter(lambda t: bool(t.replace("\0", "").strip())))
def test_a_persona_is_text_and_never_a_template(persona: str) -> None:
    prompt = TemplateLibrary.from_layers([("test", BASE)]).prompt("scene/dinner")
    assert persona.replace("\0", "").strip("\n") in prompt.render(persona=persona).text


def test_what_is_no_block_is_refused() -> None:
    assert block_text(None) == ""
    with pytest.raises(TemplateError, match="not int"):
        block_text(3)


def test_all_that_is_missing_or_wrong_is_named_at_once() -> None:
    inputs = "{guest: {sample: a}, hour: {type: int}, style: {enum: [plain, rich], default: plain}}"
    role = atomic("role/cook", "{{ guest }}\n{{ hour }}\n{{ style }}", inputs=inputs)
    prompt = library(role).prompt("role/cook")
    with pytest.raises(TemplateError) as caught:
        prompt.render({"guest": 3, "stile": "rich", "style": "odd"}, unknown="error")
    told = str(caught.value)
    assert "missing: hour (atomic/role/cook.en.md, line 8)" in told
    assert "guest: str is wanted, not int" in told
    assert "style: 'odd' is none of plain, rich" in told
    assert "no part reads 'stile'; did you mean style?" in told


def test_an_unknown_variable_is_a_warning(library: TemplateLibrary) -> None:
    rendered = library.prompt("scene/dinner").render({"gest": "x"})
    assert rendered.warnings == ("no part reads 'gest'; did you mean guest?",)


def test_a_secret_is_not_shown() -> None:
    role = atomic("role/cook", "{{ token }}", inputs="{token: {secret: true, enum: [a, b]}}")
    prompt = library(role).prompt("role/cook")
    rendered = prompt.render({"token": "a"})
    assert rendered.values == {"token": HIDDEN}
    with pytest.raises(TemplateError) as caught:
        prompt.render({"token": "my-own-key"})
    assert "my-own-key" not in str(caught.value)


def test_trimming_reports_what_it_cut() -> None:
    prompt = library().prompt("scene/dinner")
    rendered = prompt.render(max_tokens=15)
    # 36 characters before "Such as:", 2 + 8 + 1 with it: 47; with "Rice.\n…" 54, 14 tokens; with
    # "Rice.\nBeans.\n…" 61, 16 tokens
    assert rendered.text.endswith("- No nuts.\n\nSuch as:\nRice.\n…")
    assert [(c.name, c.tokens, c.kept) for c in rendered.cut] == [("example/dish", 5, 2)]
    with pytest.raises(TemplateError, match="budget of 5"):
        prompt.render(max_tokens=5)


def test_the_persona_goes_as_a_whole_or_not_at_all() -> None:
    prompt = library().prompt("scene/dinner")
    rendered = prompt.render(persona=BLOCK, max_tokens=12)
    assert "persona" not in rendered.text
    assert [c.name for c in rendered.cut] == ["example/dish", "persona"]


def test_the_budget_of_the_scene_holds() -> None:
    scene = (
        "id: scene/dinner\ncomposite: composite/cook\nvariables: {guest: a}\nlimits: {tokens: 10}\n"
    )
    assert library(("scene/dinner.yaml", scene)).prompt("scene/dinner").render().tokens <= 10


def test_another_counter_can_count() -> None:
    rendered = library().prompt("scene/dinner").render(max_tokens=70, count=len)
    assert len(rendered.text) <= 70


def test_a_long_prompt_is_warned_of() -> None:
    scene = (
        "id: scene/dinner\ncomposite: composite/cook\nvariables: {guest: a}\n"
        "limits: {warn_tokens: 5}\n"
    )
    (warning,) = library(("scene/dinner.yaml", scene)).prompt("scene/dinner").render().warnings
    assert warning.startswith("16 tokens, more than 5")  # 66 - 2 characters


def test_the_source_is_the_real_one_with_its_places(library: TemplateLibrary) -> None:
    source = library.prompt("scene/dinner").source
    assert "{# role/cook: atomic/role/cook.en.md #}\nYou cook for {{ guest }}." in source


def test_the_version_is_that_of_all_parts() -> None:
    one = library().prompt("scene/dinner")
    two = library(atomic("example/dish", "Soup.")).prompt("scene/dinner")
    assert one.version != two.version
    assert one.render().version == one.version == library().prompt("scene/dinner").version


@pytest.mark.parametrize(
    ("kind", "value", "fine"),
    [
        ("str", "a", True),
        ("str", 1, False),
        ("int", 1, True),
        ("int", True, False),
        ("int", 1.0, False),
        ("float", 1, True),
        ("float", True, False),
        ("bool", True, True),
        ("bool", "yes", False),
        ("list", ["a"], True),
        ("list", ("a",), True),
        ("list", "a", False),
        ("json", {"a": 1}, True),
    ],
)
def test_types_of_values(kind: Any, value: object, *, fine: bool) -> None:
    assert (wrong_value("x", value, Input(type=kind)) is None) is fine


def test_an_optional_input_takes_none() -> None:
    assert wrong_value("x", None, Input(default="a")) is None
    assert wrong_value("x", None, Input()) is not None
