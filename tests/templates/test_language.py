from __future__ import annotations

import pytest

from persona.errors import TemplateError
from persona.templates.language import read_language


@pytest.mark.parametrize("tag", ["zh", "zh-CN", "zh_Hans_SG", "ZH", " zh "])
def test_a_tag_is_read_by_its_language_alone(tag: str) -> None:
    assert read_language(tag) == "zh"


@pytest.mark.parametrize("tag", [None, "", "  ", "en", "en-GB"])
def test_english_is_the_default(tag: str | None) -> None:
    assert read_language(tag) == "en"


@pytest.mark.parametrize("tag", ["fr", "zhx", "english", "-"])
def test_another_language_is_an_error_that_names_the_supported_ones(tag: str) -> None:
    with pytest.raises(TemplateError, match="en, zh"):
        read_language(tag)
