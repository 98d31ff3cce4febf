from __future__ import annotations

import logging

import pytest
from pydantic import SecretStr

from persona.config import Settings, load
from persona.errors import ConfigError
from persona.llm.configured import configured_model

KEY = {"OPENAI_API_KEY": "sk-test-0123456789abcdefghijklmn", "OPENAI_MODEL": "m"}


def named(settings: Settings, caplog: pytest.LogCaptureFixture) -> str:
    """What is said when the model of the settings is made."""
    caplog.clear()
    with caplog.at_level(logging.INFO):
        model = configured_model(settings)
    assert model is not None
    model.close()
    return caplog.text


def test_no_model_is_none() -> None:
    assert configured_model(Settings()) is None


def test_a_model_needs_a_key() -> None:
    with pytest.raises(ConfigError, match="OPENAI_API_KEY"):
        configured_model(Settings(model="m"))


def test_a_variable_or_file_that_sends_calls_elsewhere_is_named(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = load(environment={**KEY, "OPENAI_BASE_URL": "https://evil.example/v1"})
    said = named(settings, caplog)
    assert "evil.example" in said
    assert "OPENAI_BASE_URL" in said
    assert "sk-test" not in said
    monkeypatch.setenv("OPENAI_BASE_URL", "https://other.example/v1")
    assert "other.example" in named(Settings(model="m", api_key=SecretStr("k")), caplog)


@pytest.mark.parametrize(
    "environment",
    [
        {},
        {"OPENAI_BASE_URL": ""},
        {"OPENAI_BASE_URL": "https://api.openai.com/v1"},
        {"OPENAI_BASE_URL": "http://localhost:8000/v1"},
        {"OPENAI_BASE_URL": "http://[::1]:8000/v1"},
    ],
)
def test_openai_and_this_machine_need_no_word(
    caplog: pytest.LogCaptureFixture, environment: dict[str, str]
) -> None:
    assert named(load(environment={**KEY, **environment}), caplog) == ""


def test_what_the_program_itself_says_needs_no_word(caplog: pytest.LogCaptureFixture) -> None:
    settings = Settings(model="m", base_url="https://own.example/v1", api_key=SecretStr("k"))
    assert named(settings, caplog) == ""
