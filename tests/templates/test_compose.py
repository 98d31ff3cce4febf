from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from persona.errors import TemplateError
from persona.templates import TemplateLibrary
from persona.templates.compose import parts_of
from persona.templates.definitions import read_document
from tests.templates.conftest import BASE, atomic


def library(*files: tuple[str, str]) -> TemplateLibrary:
    return TemplateLibrary.from_layers([("test", {**BASE, **dict(files)})])


def composite(body: str, name: str = "c", front: str = "") -> tuple[str, str]:
    return f"composite/{name}.md", f"---\nid: composite/{name}\n{front}---\n{body}\n"


def test_a_list_and_tags_compose_alike() -> None:
    listed = library(("composite/c.yaml", "id: composite/c\nparts: [role/cook, constraint/safe]\n"))
    tagged = library(composite("[role: cook]\n[constraint: safe]"))
    included = library(composite('{% include "role/cook" %}\n{% include "constraint/safe" %}'))
    values = {"guest": "Ada"}
    texts = {lib.prompt("composite/c").render(values).text for lib in (listed, tagged, included)}
    assert texts == {"You cook for Ada.\n\nRules:\n- No nuts."}


def test_tags_are_read_in_chinese_too() -> None:
    tagged = library(composite("[角色：cook]\n\n请大家入座。\n[约束: safe]"))
    told = tagged.prompt("composite/c", language="zh").render({"guest": "小安"}).text
    assert told == "你为小安做饭。\n\n请大家入座。\n\n规则：\n- 不放坚果。"


@pytest.mark.parametrize(
    "value", ["[constraint: safe]", "{% include 'constraint/safe' %}", "[persona]", "[约束：safe]"]
)
def test_a_value_cannot_name_a_template(value: str) -> None:
    told = library(composite("[role: cook]")).prompt("composite/c").render({"guest": value}).text
    assert told == f"You cook for {value}."


@settings(max_examples=40, deadline=None)
@given(st.text(alphabet="[]rolecnstraint: sfk{}%|\n", max_size=40))
def test_no_text_of_a_user_adds_a_part(value: str) -> None:
    prompt = library(composite("[role: cook]")).prompt("composite/c")
    assert [p.name for p in prompt.render({"guest": value}).pieces] == ["role/cook"]


def test_a_tag_has_a_line_of_its_own_or_is_escaped() -> None:
    with pytest.raises(TemplateError, match=r"composite/c\.md, line 5: \[role: cook\] must stand"):
        library(composite("a\nSee [role: cook] here")).prompt("composite/c")
    told = library(composite(r"See \[role: cook] here")).prompt("composite/c").render().text
    assert told == "See [role: cook] here"


def test_a_part_has_a_condition() -> None:
    conditional = library(
        composite(
            "[role: cook]\n[constraint: safe | when: strict]",
            front="inputs: {strict: {type: bool, default: false}}\n",
        )
    )
    prompt = conditional.prompt("composite/c")
    assert "nuts" not in prompt.render({"guest": "a"}).text
    assert "nuts" in prompt.render({"guest": "a", "strict": True}).text


def test_an_optional_part_may_be_missing_any_other_not() -> None:
    optional = "id: composite/c\nparts: [role/cook, {use: role/none, optional: true}]\n"
    told = library(("composite/c.yaml", optional)).prompt("composite/c").render({"guest": "a"}).text
    assert told == "You cook for a."
    with pytest.raises(TemplateError, match=r"composite/c\.md: there is no template 'role/none'"):
        library(composite("[role: none]")).prompt("composite/c")


def test_a_circle_is_an_error_that_shows_it() -> None:
    circle = library(composite("[composite: d]"), composite("[composite: c]", "d"))
    with pytest.raises(TemplateError, match="composite/c > composite/d > composite/c"):
        circle.prompt("composite/c")


def test_an_undeclared_variable_names_file_line_and_nearest_input() -> None:
    file, text = atomic("role/cook", "You\ncook for {{ gest }}.", inputs="{guest: {sample: a}}")
    with pytest.raises(
        TemplateError, match=r"role/cook\.en\.md, line 8: 'gest' .*did you mean guest"
    ):
        library((file, text)).prompt("scene/dinner")


def test_an_input_declared_in_two_ways_is_an_error() -> None:
    other = atomic("constraint/safe", "{{ guest }}", inputs="{guest: {type: int, sample: 1}}")
    with pytest.raises(TemplateError, match="'guest' is declared otherwise in atomic/role/cook"):
        library(other).prompt("scene/dinner")


def test_a_scene_gives_values_by_language(library: TemplateLibrary) -> None:
    assert "You cook for Ada." in library.prompt("scene/dinner").render().text
    assert "你为小安做饭。" in library.prompt("scene/dinner", language="zh").render().text


def test_a_scene_extends_another() -> None:
    text = (
        "id: scene/late\nextends: scene/dinner\nvariables: {guest: Eve}\ndrop: [example/dish]\n"
        "limits: {tokens: 50}\n"
    )
    prompt = library(("scene/late.yaml", text)).prompt("scene/late")
    assert prompt.render().text == "You cook for Eve.\n\nRules:\n- No nuts."
    assert prompt.limits.tokens == 50


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("extends: scene/x", "extends itself"),
        ("extends: role/cook", "which is no scene"),
        ("composite: composite/none", "there is no template 'composite/none'"),
        ("title: x", "it needs a composite"),
        ("composite: composite/cook\nvariables: {gest: a}", "'gest'; did you mean guest"),
        ("composite: composite/cook\nvariables: {guest: 3}", "guest: str is wanted, not int"),
    ],
)
def test_scenes_that_cannot_be(text: str, told: str) -> None:
    with pytest.raises(TemplateError, match=told):
        library(("scene/x.yaml", f"id: scene/x\n{text}\n")).prompt("scene/x")


def test_what_one_part_sets_does_not_reach_the_next() -> None:
    one = atomic("role/cook", "{% set a = 1 %}{{ a }}", inputs="{}")
    two = atomic("constraint/safe", "{{ a | default('unset') }}", inputs="{a: {default: unset}}")
    told = library(one, two, composite("[role: cook]\n[constraint: safe]")).prompt("composite/c")
    assert told.render().text == "1\n\nunset"


def test_a_part_that_is_no_template_of_its_own_is_an_error() -> None:
    with pytest.raises(TemplateError, match=r"role/cook\.en\.md, line 6"):
        library(atomic("role/cook", "{% endwith %}{% with %}")).prompt("scene/dinner")


def test_an_atomic_named_twice_stands_once() -> None:
    told = library(composite("[role: cook]\n[role: cook]")).prompt("composite/c")
    assert told.render({"guest": "a"}).text == "You cook for a."


def test_parts_know_their_lines() -> None:
    file, text = composite("a\n\n[role: cook]\n\nb")
    segments = parts_of(read_document(file, text))
    assert [(s.use, s.line) for s in segments] == [(None, 4), ("role/cook", 6), (None, 7)]


def test_a_composite_of_nothing_is_nothing() -> None:
    empty = library(("composite/c.yaml", "id: composite/c\n"))
    assert empty.prompt("composite/c").render().text == ""


def test_a_scene_cannot_be_a_part_and_an_added_part_can() -> None:
    with pytest.raises(TemplateError, match="a scene cannot be a part"):
        library(composite("[role: cook]", front="parts: [scene/dinner]\n")).prompt("composite/c")
    text = "id: scene/x\nextends: scene/dinner\nadd: [{use: role/cook, when: guest == 'Eve'}]\n"
    added = library(("scene/x.yaml", text)).prompt("scene/x")
    assert added.render().text.count("You cook") == 1
    assert added.render({"guest": "Eve"}).text.count("You cook") == 2


def test_a_part_may_be_trimmed_otherwise_than_its_atomic_says() -> None:
    listed = "id: composite/c\nparts: [role/cook, {use: constraint/safe, trimmable: whole, priority: 1}]\n"
    prompt = library(("composite/c.yaml", listed)).prompt("composite/c")
    assert prompt.render({"guest": "a"}, max_tokens=5).text == "You cook for a."


@pytest.mark.parametrize("when", ["true %}x{% if true", "{{ 1 }}", "a\\nb"])
def test_a_condition_is_one_expression(when: str) -> None:
    listed = f'id: composite/c\nparts: [{{use: role/cook, when: "{when}"}}]\n'
    with pytest.raises(TemplateError, match="one expression"):
        library(("composite/c.yaml", listed))
