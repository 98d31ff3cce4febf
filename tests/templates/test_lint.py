from __future__ import annotations

import pytest

from persona.templates import TemplateLibrary, shipped
from persona.templates.lint import Finding, lint
from tests.templates.conftest import BASE, atomic


def findings(*files: tuple[str, str]) -> list[Finding]:
    return list(lint(TemplateLibrary.from_layers([("test", {**BASE, **dict(files)})])).findings)


def rules(*files: tuple[str, str]) -> set[tuple[str, str]]:
    before = {(f.rule, f.message) for f in findings()}
    return {(f.rule, f.level) for f in findings(*files) if (f.rule, f.message) not in before}


def test_the_shipped_library_has_nothing_to_find() -> None:
    report = lint(shipped())
    assert report.findings == ()
    assert report.ok(strict=True)
    # two languages, with and without a persona: 36 points of finance, 18 of each of the others
    assert report.renders == (36 + 18 + 18) * 2 * 2


def test_a_translation_that_is_missing() -> None:
    found = {(f.rule, f.file, f.message) for f in findings()}  # of the small library
    assert found == {
        ("language", "atomic/example/dish.en.md", "it is missing in zh"),
        ("language", "composite/host.en.md", "it is missing in zh"),
    }


@pytest.mark.parametrize(
    ("file", "rule", "level"),
    [
        (atomic("role/cook", "{% if x %}"), "compose", "error"),
        (atomic("role/cook", "{{ gest }}"), "compose", "error"),
        (atomic("role/cook", "[constraint: safe]"), "nested", "error"),
        (atomic("role/cook", "key sk-proj-Zk3vJ8sQ1nYp4RtW7xLm2CdF"), "secret", "error"),
        (
            atomic("role/cook", "{{ k }}", inputs="{k: {secret: true, default: x}}"),
            "secret",
            "error",
        ),
        (atomic("role/new", "You are new."), "orphan", "warning"),
        (
            atomic("role/cook", "{{ guest }}", inputs="{guest: {sample: a}, b: {default: c}}"),
            "unused",
            "warning",
        ),
        (atomic("role/cook", "{{ guest }}", inputs="{guest: {}}"), "sample", "warning"),
        (("scene/x.yaml", "id: scene/x\ncomposite: composite/none\n"), "compose", "error"),
        (("composite/x.yaml", "id: composite/x\nparts: [composite/x]\n"), "compose", "error"),
        (
            (
                "scene/dinner.yaml",
                "id: scene/dinner\ncomposite: composite/cook\nvariables: {guest: a}\n"
                "grid: {gest: [a]}\n",
            ),
            "grid",
            "error",
        ),
        (
            (
                "scene/dinner.yaml",
                "id: scene/dinner\ncomposite: composite/cook\ngrid: {guest: [a, 3]}\n",
            ),
            "render",
            "error",
        ),
        (
            (
                "scene/dinner.yaml",
                "id: scene/dinner\ncomposite: composite/cook\nvariables: {guest: a}\n"
                "limits: {warn_tokens: 3}\n",
            ),
            "size",
            "warning",
        ),
        (
            ("composite/cook.yaml", "id: composite/cook\nparts: [role/cook, role/cook]\n"),
            "double",
            "warning",
        ),
    ],
)
def test_faults_are_found(file: tuple[str, str], rule: str, level: str) -> None:
    assert (rule, level) in rules(file)


def test_a_fault_that_only_one_point_of_the_grid_has_is_found() -> None:
    role = atomic(
        "role/cook",
        "{% if n == 2 %}{{ n.nothing }}{% endif %}{{ guest }}",
        inputs="{guest: {sample: a}, n: {type: int, default: 1}}",
    )
    scene = (
        "id: scene/dinner\ncomposite: composite/cook\nvariables: {guest: a}\ngrid: {n: [1, 2]}\n"
    )
    found = [f for f in findings(role, ("scene/dinner.yaml", scene)) if f.rule == "render"]
    assert found
    assert all("n=2" in f.message for f in found)
    assert any("role/cook.en.md, line 7" in f.message for f in found)


def test_errors_come_first_and_decide() -> None:
    files = {**BASE, **dict([atomic("role/new", "x"), atomic("role/cook", "{{ gest }}")])}
    report = lint(TemplateLibrary.from_layers([("test", files)]))
    assert report.findings[0].level == "error"
    assert not report.ok()
    assert str(report.findings[0]).startswith("error: ")
