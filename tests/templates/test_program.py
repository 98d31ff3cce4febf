from __future__ import annotations

import time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from persona.errors import TemplateError
from persona.templates.budget import Limits
from persona.templates.program import Program, compile_source, nearest, render


def put(source: str, **values: Any) -> str:
    return compile_source(source, "t.md").render(values)


def test_values_are_put_in() -> None:
    source = "{% for x in xs %}<{{ loop.index }}/{{ loop.length }} {{ x ~ '!' }}>{% endfor %}"
    assert put(source, xs=["a", "b"]) == "<1/2 a!><2/2 b!>"


def test_chinese_is_put_in_as_it_is() -> None:
    assert put("你好，{{ 名字 }}！{{ 表 | tojson }}", 名字="小安", 表={"城": "杭州"}) == (
        '你好，小安！{"城": "杭州"}'
    )


def test_none_prints_nothing() -> None:
    assert put("a{{ x }}b{{ y ~ 'c' }}", x=None, y=None) == "abc"


@settings(max_examples=80, deadline=None)
@given(st.text())
def test_a_value_is_put_in_once_whatever_it_says(value: str) -> None:
    assert put("<{{ x }}>", x=value) == f"<{value}>".replace("\0", "")


@pytest.mark.parametrize(
    "value",
    ["{{ 7*7 }}", "{% raw %}", "{{ y }}", "{0.__class__}", "$HOME ${HOME} %(x)s", "{# #}", "\\n"],
)
def test_no_value_is_read_as_a_template(value: str) -> None:
    assert put("{{ x }}|{{ y }}", x=value, y="Y") == f"{value}|Y"


def test_all_missing_variables_are_named_at_once_with_place_and_nearest_name() -> None:
    program = Program("{{ rolle }}\n{{ name }}\n{% if nope %}{% endif %}", "a.md")
    with pytest.raises(TemplateError) as caught:
        program.render({"role": 1, "name": 2})
    told = str(caught.value)
    assert "rolle (a.md, line 1; did you mean role?)" in told
    assert "nope (a.md, line 3)" in told
    assert "2 variables are missing" in told


def test_a_variable_that_is_asked_about_may_be_missing() -> None:
    source = "{% if x is defined %}{{ x }}{% endif %}{{ y | default('-') }}"
    program = compile_source(source, "t")
    assert program.optional == {"x", "y"}
    assert program.render({}) == "-"
    assert program.render({"x": 1, "y": 2}) == "12"


def test_lenient_rendering_prints_nothing_for_what_is_missing() -> None:
    program = compile_source("[{{ nope }}][{{ role }}]", "t")
    assert program.render({"role": "r"}, strict=False) == "[][r]"


def test_a_variable_of_the_template_itself_is_not_missing() -> None:
    source = "{% set z = role %}{% for c in cs %}{{ z }}{{ c }}{% endfor %}"
    program = compile_source(source, "t")
    assert set(program.variables) == {"role", "cs"}


@pytest.mark.parametrize(
    ("source", "line"),
    [("a\nb\n{% if x %}", 3), ("a\n{{ x | nofilter }}", 2), ("\n{{ x y }}", 2)],
)
def test_a_syntax_error_names_file_and_line(source: str, line: int) -> None:
    with pytest.raises(TemplateError, match=rf"role/x\.md, line {line}"):
        Program(source, "role/x.md")


def test_an_error_while_rendering_names_file_and_line() -> None:
    with pytest.raises(TemplateError, match=r"t\.md, line 3: .*nothing_there"):
        put("a\nb\n{{ x.nothing_there }}", x={})


@pytest.mark.parametrize(
    "source",
    [
        "{{ ''.__class__.__mro__ }}",
        "{{ x['__class__'] }}",
        "{{ x.__init__.__globals__ }}",
        "{{ cycler.__init__.__globals__.os }}",
        "{{ lipsum() }}",
        "{{ namespace(a=1) }}",
        "{{ x | attr('__class__') }}",
        "{{ '{0.__class__}'.format(x) }}",
        "{{ '%s' % x }}",
        "{% include 'a' %}",
        "{% import 'a' as b %}",
        "{% extends 'a' %}",
        "{% block a %}{% endblock %}",
        "{{ call_me() }}",
        "{{ x.encode() }}",
        "{% for i in tree recursive %}{{ loop(i) }}{% endfor %}",
        "{{ xs.append(1) }}",
        "{{ self }}",
    ],
)
def test_what_leads_out_of_the_sandbox_is_refused(source: str) -> None:
    with pytest.raises(TemplateError):
        put(source, x="v", xs=[], tree=[], call_me=lambda: "called")


def test_an_attribute_by_way_of_map_gives_nothing() -> None:
    assert "<class" not in put("{{ xs | map(attribute='__class__') | list }}", xs=["a"])


NESTED = "{% for i in range(9999) %}{% for j in range(9999) %}{% endfor %}{% endfor %}"
DOUBLED = "{% set a = 'aaaaaaaa' %}" + "{% set a = a ~ a %}" * 60
LISTS = "{% set a = ['aaaaaaaa'] %}" + "{% set a = [a, a] %}" * 60 + "{{ a }}"
MACROS = (
    "{% macro f(n) %}{% if n %}{{ f(n - 1) }}{{ f(n - 1) }}{% endif %}{% endmacro %}{{ f(60) }}"
)
BLOCKS = "{% set x %}aaaaaaaa{% endset %}" + "{% set x %}{{ x }}{{ x }}{% endset %}" * 60


@pytest.mark.parametrize(
    "source",
    [
        NESTED,
        DOUBLED,
        LISTS,
        LISTS.replace("{{ a }}", "{{ a | tojson }}"),
        LISTS.replace("{{ a }}", "{{ a | join('') | upper }}"),
        MACROS,
        BLOCKS,
        "{% macro f() %}{{ f() }}{% endmacro %}{{ f() }}",
        "{{ 'a' * 10 ** 9 }}",
        "{{ [1] * 10 ** 9 }}",
        "{{ 9 ** 9999 }}",
        "{{ range(10 ** 9) | list }}",
        "{{ 'x' | replace('', 'y' * 9999) | replace('y', 'z' * 9999) }}",
        "{{ 'x' | indent(10 ** 9) }}",
        "{{ 'x'.ljust(10 ** 9) }}",
        "{{ 'x' | truncate(10 ** 9) }}",
        "{{ '{:>999999999}'.format(1) }}",
        "{{ '%999999999d' % 1 }}",
        "{% for i in range(9999) %}" + "x" * 1000 + "{% endfor %}",
        "{% set a = 'a' * 99999 %}{% for i in range(9999) %}{{ a }}{% endfor %}",
        "{% filter upper %}{% for i in range(9999) %}" + "x" * 1000 + "{% endfor %}{% endfilter %}",
    ],
)
def test_endless_loops_and_huge_values_are_refused_in_time(source: str) -> None:
    start = time.monotonic()
    with pytest.raises(TemplateError):
        put(source)
    assert time.monotonic() - start < 5


def test_the_limits_can_be_set() -> None:
    program = compile_source("{% for i in range(10) %}ab{% endfor %}", "t")
    # a step for the call of range, and one for each round
    assert program.render({}, limits=Limits(steps=11, characters=20)) == "ab" * 10
    with pytest.raises(TemplateError, match="10 steps"):
        program.render({}, limits=Limits(steps=10))
    with pytest.raises(TemplateError, match="19 characters"):
        program.render({}, limits=Limits(characters=19))


def test_time_is_a_limit_of_its_own() -> None:
    with pytest.raises(TemplateError, match="seconds"):
        compile_source(NESTED, "t").render({}, limits=Limits(steps=10**9, seconds=0.05))


def test_a_source_that_is_too_long_or_holds_a_nul_is_refused() -> None:
    with pytest.raises(TemplateError, match="200001 characters"):
        Program("a" * 200_001, "t")
    with pytest.raises(TemplateError, match="NUL"):
        Program("a\0b", "t")


@pytest.mark.parametrize(
    "source",
    [
        "{{ " + "(" * 5000 + "1" + ")" * 5000 + " }}",
        "{% if x %}" * 150 + "{% endif %}" * 150,
        "{% for i in x %}" * 40 + "{% endfor %}" * 40,
        "{{ " + "-" * 5000 + "1 }}",
        "{{ " + "[" * 5000 + "]" * 5000 + " }}",
    ],
)
def test_a_source_that_is_nested_too_deeply_is_refused(source: str) -> None:
    with pytest.raises(TemplateError, match=r"t\.md"):
        put(source, x=[])


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("{{ xs | join(', ', attribute='n') }}", "1, 2"),
        ("{{ 'a' | indent(2, true) }}|{{ 'a\nb' | indent(1) }}", "  a|a\n b"),
        ("{{ xs | map(attribute='n') | sum }}", "3"),
        ("{{ xs | tojson(indent=1) }}", '[\n {\n  "n": 1\n },\n {\n  "n": 2\n }\n]'),
        ("{{ xs[0].get('m', 'none') }} {{ 'A b'.split() | first }}", "none A"),
        ("{% for x in xs %}{{ loop.cycle('a', 'b') }}{% endfor %}", "ab"),
        (
            "{% macro m(a) %}<{{ a }}{{ caller() }}>{% endmacro %}{% call m(1) %}x{% endcall %}",
            "<1x>",
        ),
        ("{% filter upper %}ab{% endfilter %}{% set b %}c{% endset %}{{ b }}", "ABc"),
        ("{{ none | default('d', true) }}{{ 7 // 2 + 1 }}{{ 'a' + 'b' * 2 }}", "d4abb"),
        (
            "{{ xs | length }}{{ [3, 1] | sort | join }}{{ {'a': 1}.items() | list }}",
            "213[('a', 1)]",
        ),
    ],
)
def test_what_templates_have(source: str, text: str) -> None:
    assert put(source, xs=[{"n": 1}, {"n": 2}]) == text


@pytest.mark.parametrize(
    "source", ["{{ x.upper }}", "{{ x | map('upper') }}", "{{ o }}", "{{ f }}", "{{ range }}"]
)
def test_what_has_no_text_is_not_printed(source: str) -> None:
    with pytest.raises(TemplateError, match="has no text"):
        put(source, x="a", o=object(), f=len)


def test_a_value_that_cannot_be_gone_through_names_the_line() -> None:
    with pytest.raises(TemplateError, match=r"t\.md, line 2: .*not iterable"):
        put("\n{% for x in n %}{% endfor %}", n=3)
    assert put("{% for x in xs %}a{% else %}b{% endfor %}", xs=[]) == "b"


def test_lenient_loops_over_nothing() -> None:
    program = compile_source("{% for x in nope %}a{% endfor %}b", "t")
    assert program.render({}, strict=False) == "b"


def test_a_value_cannot_forge_the_border_between_parts() -> None:
    program = Program("\0a{{ x }}\0b", "t", marked=True)
    parts = program.render({"x": "1\0002"}).split("\0")
    assert parts == ["", "a12", "b"]


def test_the_environment_cannot_be_reached(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET_OF_THIS_TEST", "s3cr3t")
    for source in ("$SECRET_OF_THIS_TEST", "{{ x }}", "{0.__class__.__init__.__globals__}"):
        told = render(source, {"x": "${SECRET_OF_THIS_TEST}"})
        assert "s3cr3t" not in told
        assert "<class" not in told


def test_text_given_as_template_keeps_its_layout() -> None:
    assert render("{% if x %}\n  {{ x }}\n{% endif %}\n", {"x": 1}) == "\n  1\n"


def test_lines_of_statements_leave_no_line_behind_in_files() -> None:
    assert put("{% if x %}\n  {{ x }}\n{% endif %}\n", x=1) == "  1\n"


def test_nearest() -> None:
    assert nearest("dialekt", ["dialect", "tables"]) == "; did you mean dialect?"
    assert nearest("zzz", ["dialect"]) == ""
