from __future__ import annotations

import pytest

from persona.templates import LANGUAGES, Language, shipped
from scripts.bench_prompt import BLOCK, SCENE, VALUES, bare, main, measure, normal


@pytest.mark.parametrize("language", LANGUAGES)
def test_both_renders_give_the_same_text(language: Language) -> None:
    prompt = shipped().prompt(SCENE, language=language)
    ours = prompt.render(VALUES, persona=BLOCK[language])
    assert normal(bare(prompt, VALUES, BLOCK[language])()) == normal(ours.text)
    assert ours.cut == ()
    assert BLOCK[language] in ours.text


def test_times_are_of_one_call() -> None:
    one, many = measure([lambda: sum(range(100)), lambda: sum(range(10_000))], rounds=5)
    assert 0 < one < many


def test_the_limit_decides(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--rounds", "2", "--limit", "1000"]) == 0
    assert main(["--rounds", "2", "--limit", "0.001"]) == 1
    assert capsys.readouterr().out.count("bare Jinja2") == 4


@pytest.mark.slow
def test_it_renders_a_full_scene_and_a_bare_one_and_compares_them() -> None:
    assert main(["--rounds", "20", "--limit", "1000"]) == 0
