from __future__ import annotations

import pytest

from persona.errors import TemplateError
from persona.templates import TemplateLibrary
from persona.templates.definitions import validate
from persona.templates.lint import lint
from persona.templates.sizes import WARN_TOKENS, SceneLimits
from tests.templates.conftest import BASE, atomic

SCENE = "id: scene/dinner\ncomposite: composite/cook\nvariables: {guest: a}\n"


def library(*files: tuple[str, str]) -> TemplateLibrary:
    return TemplateLibrary.from_layers([("test", {**BASE, **dict(files)})])


def read(**values: object) -> SceneLimits:
    return validate(SceneLimits, values, "scene/x.yaml")


def test_the_first_pattern_that_fits_decides() -> None:
    limits = read(
        warn_tokens=1200,
        models={"qwen-mini": 300, "*-mini": 500, "qwen*": {"window": 32768, "share": 0.1}},
    )
    assert limits.most("qwen-mini") == 300
    assert limits.most("gpt-mini") == 500
    assert limits.most("Qwen-Max") == 3277  # 32768 / 10
    assert limits.most("通义-mini") == 500
    assert limits.most("other") == limits.most(None) == 1200
    assert limits.pattern("Qwen-Max") == "qwen*"
    assert read(models={"a": {"window": 8000}}).most("a") == 1600  # a fifth
    assert read(models={"a": {"window": 2}}).most("a") == 1
    assert read(models={"a": 5}).most("b") == WARN_TOKENS


@pytest.mark.parametrize(
    "models",
    [
        {"a": 0},
        {"a": True},
        {"a": {}},
        {"a": {"warn_tokens": 5, "window": 8000}},
        {"a": {"warn_tokens": 5, "share": 0.5}},
        {"a": {"window": 8000, "share": 0}},
        {"a": {"window": 8000, "share": 1.5}},
        {"a": {"windw": 8000}},
        {" ": 5},
        ["a"],
    ],
)
def test_a_limit_that_cannot_be_meant_names_the_file(models: object) -> None:
    with pytest.raises(TemplateError, match=r"scene/x\.yaml: .*models"):
        read(models=models)


def test_a_scene_goes_before_what_it_extends() -> None:
    files = (
        ("scene/dinner.yaml", SCENE + "limits: {steps: 5, models: {'a*': 100, 'b*': 200}}\n"),
        (
            "scene/feast.yaml",
            "id: scene/feast\nextends: scene/dinner\nlimits: {warn_tokens: 7, models: {'ab': 300}}\n",
        ),
        ("scene/snack.yaml", "id: scene/snack\nextends: scene/dinner\nlimits: {tokens: 50}\n"),
    )
    made = library(*files)
    feast = made.prompt("scene/feast").limits
    assert (feast.steps, feast.warn_tokens) == (5, 7)
    assert [feast.most(m) for m in ("ab", "ac", "b", "c")] == [300, 100, 200, 7]
    snack = made.prompt("scene/snack").limits
    assert (snack.tokens, snack.most("ab")) == (50, 100)


def test_a_render_names_the_model_that_it_warns_of() -> None:
    made = library(
        ("scene/dinner.yaml", SCENE + "limits: {models: {'small-*': 5, 'large-*': 5000}}\n")
    )
    prompt = made.prompt("scene/dinner", model="small-1")
    (warning,) = prompt.render().warnings
    assert warning.startswith("16 tokens, more than 5 for small-1; ")
    assert made.prompt("scene/dinner", model="large-1").render().warnings == ()
    assert made.prompt("scene/dinner", model="other").render().warnings == ()
    assert made.prompt("scene/dinner").render().warnings == ()
    assert made.prompt("scene/dinner", model="small-1") is prompt
    assert made.prompt("scene/dinner", model="other") is made.prompt("scene/dinner")


def test_a_chinese_render_is_warned_of_by_its_own_size() -> None:
    made = library(
        atomic("role/cook", "你为{{ guest }}做饭，菜要清淡，少放油盐。", "zh", inputs="{guest: {sample: 小安}}"),
        ("scene/dinner.yaml", SCENE + "limits: {models: {'小模型*': 20}}\n"),
    )  # fmt: skip
    (warning,) = made.prompt("scene/dinner", language="zh", model="小模型-1").render().warnings
    assert "more than 20 for 小模型-1" in warning
    assert made.prompt("scene/dinner", language="en", model="小模型-1").render().warnings == ()


def test_lint_warns_for_each_sort_of_model() -> None:
    made = library(
        ("scene/dinner.yaml", SCENE + "limits: {models: {'small-*': 5, 'large-*': 5000}}\n")
    )
    found = [f for f in lint(made).findings if f.rule == "size"]
    assert {(f.level, f.file) for f in found} == {("warning", "scene/dinner.yaml")}
    assert all("more than 5 for models named small-*" in f.message for f in found)
    assert {f.message[:3] for f in found} == {"en:", "zh:"}
