from __future__ import annotations

from pathlib import Path

import pytest

from persona.config import Settings, check_user_id, load
from persona.errors import ConfigError, UserIdError


def test_a_flag_beats_the_environment_beats_the_file(tmp_path: Path) -> None:
    file = tmp_path / "persona.toml"
    file.write_text('db = "sqlite:///file.db"\nmodel = "file"\ntimezone = "Asia/Shanghai"\n')
    environment = {"PERSONA_DB": "sqlite:///env.db", "OPENAI_MODEL": "env", "PERSONA_TIMEZONE": " "}
    settings = load({"db": "sqlite:///flag.db", "model": None}, environment=environment, path=file)
    assert settings.db == "sqlite:///flag.db"
    assert settings.model == "env"
    assert settings.timezone == "Asia/Shanghai"


@pytest.mark.parametrize(
    ("environment", "words"),
    [
        ({"PERSONA_EXTRACTOR": "magic"}, ("PERSONA_EXTRACTOR", "extractor")),
        ({"PERSONA_WEIGHTS": "0.4,0.3"}, ("PERSONA_WEIGHTS", "weights")),
        ({"PERSONA_WEIGHTS": "nan,0.3,0.3"}, ("PERSONA_WEIGHTS", "finite")),
        ({"PERSONA_TIMEZONE": "Mars/Olympus"}, ("PERSONA_TIMEZONE", "Mars/Olympus")),
        ({"PERSONA_MAX_LOSS": "3"}, ("PERSONA_MAX_LOSS", "max_loss")),
    ],
)
def test_a_wrong_value_is_named_with_its_source(
    environment: dict[str, str], words: tuple[str, ...]
) -> None:
    with pytest.raises(ConfigError) as caught:
        load(environment=environment)
    assert all(word in str(caught.value) for word in words)
    assert "\n" not in str(caught.value)


def test_a_file_that_is_no_toml_or_has_unknown_names(tmp_path: Path) -> None:
    file = tmp_path / "persona.toml"
    file.write_text("db = ")
    with pytest.raises(ConfigError, match="TOML"):
        load(environment={}, path=file)
    file.write_text('databse = "x"')
    with pytest.raises(ConfigError, match="databse"):
        load(environment={}, path=file)
    with pytest.raises(ConfigError, match=r"absent\.toml"):
        load(environment={}, path=tmp_path / "absent.toml")


def test_the_key_is_never_printed() -> None:
    settings = load(environment={"OPENAI_API_KEY": "sk-very-secret"})
    assert "sk-very-secret" not in repr(settings) + str(settings) + settings.model_dump_json()


def test_the_digest_tells_what_changes_views() -> None:
    plain = load(environment={})
    assert plain.digest() == load({"db": "sqlite:///other.db"}, environment={}).digest()
    assert plain.digest() != load({"weights": (1, 0, 0)}, environment={}).digest()


@pytest.mark.parametrize("user_id", ["ann", "微信用户#1", "a b", "../x", "%", "f" * 128])
def test_printable_user_ids_are_taken_as_they_are(user_id: str) -> None:
    assert check_user_id(user_id) == user_id


@pytest.mark.parametrize(
    "user_id", ["", "  ", "\u3000", "a\nb", "a\x00", "f" * 129, None, 7, "\u202e"]
)
def test_other_user_ids_are_refused_in_one_sentence(user_id: object) -> None:
    with pytest.raises(UserIdError) as caught:
        check_user_id(user_id)
    assert "\n" not in str(caught.value)


def test_settings_know_where_they_came_from(tmp_path: Path) -> None:
    file = tmp_path / "c.toml"
    file.write_text('model = "m"\nbase_url = "http://a.example/v1"\n')
    settings = load({"db": "sqlite://"}, environment={"OPENAI_BASE_URL": "http://b/v1"}, path=file)
    assert settings.origin("model") == str(file)
    assert settings.origin("base_url") == "OPENAI_BASE_URL"
    assert settings.origin("db") is None  # the call's own word
    assert settings.origin("timeout") is None
    assert settings.model_copy(update={"db": "x"}).origin("model") == str(file)
    plain = Settings(db="sqlite://", model="m", base_url="http://b/v1")
    assert settings == plain
    assert settings != plain.model_copy(update={"model": "n"})


def test_printed_settings_hold_no_secret() -> None:
    environment = {
        "OPENAI_API_KEY": "sk-test-0123456789abcdefghijklmn",
        "PERSONA_DB": "postgresql://ann:S3cretWord@host/db",
        "OPENAI_BASE_URL": "https://user:An0therWord@proxy.example/v1",
    }
    settings = load(environment=environment)
    for shown in (str(settings), repr(settings), str(settings.shown())):
        assert not any(word in shown for word in ("sk-test", "S3cretWord", "An0therWord"))
        assert "proxy.example" in shown


def test_nothing_is_expanded_and_no_env_file_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".env").write_text("OPENAI_BASE_URL=http://evil.example/v1\n")
    (tmp_path / "persona.toml").write_text('model = "${OPENAI_API_KEY} $HOME {db}"\n')
    settings = load(environment={"OPENAI_API_KEY": "k"})
    assert settings.model == "${OPENAI_API_KEY} $HOME {db}"
    assert settings.base_url is None
