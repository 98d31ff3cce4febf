"""How large a scene's prompt may be, and above what it is warned of, model by model."""

from __future__ import annotations

from collections.abc import Mapping
from fnmatch import fnmatchcase
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

WARN_TOKENS = 2000
"""A system prompt above this is reported, unless its scene says otherwise."""

SHARE = 0.2
"""Of a model's context window: what a system prompt may take before it is reported."""


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class ModelLimits(_Model):
    """What one sort of model is warned of; give `warn_tokens` or `window`.

    Attributes:
        warn_tokens: above this the report warns.
        window: the model's context window, in tokens.
        share: of the window, above which the report warns, in (0, 1].
    """

    warn_tokens: int | None = Field(default=None, ge=1)
    window: int | None = Field(default=None, ge=1)
    share: float = Field(default=SHARE, gt=0, le=1)

    @model_validator(mode="after")
    def _one_of_both(self) -> ModelLimits:
        if (self.warn_tokens is None) == (self.window is None):
            raise ValueError("give either warn_tokens or window")
        if "share" in self.model_fields_set and self.window is None:
            raise ValueError("a share is of a window; give the window")
        return self

    @property
    def most(self) -> int:
        """Tokens above which the report warns; at least one."""
        if self.warn_tokens is not None:
            return self.warn_tokens
        return max(1, round((self.window or 0) * self.share))


class SceneLimits(_Model):
    """Limits of a scene.

    Attributes:
        tokens: budget of the rendered system prompt; parts are trimmed to it.
        warn_tokens: above this the report warns, whatever the model.
        models: by pattern of a model's name (``*`` and ``?``, in any case of letters), what is
            warned of in place of `warn_tokens`: tokens, or `ModelLimits`. The first pattern that
            fits is the one, in the order written; those of a scene before those that it extends.
        steps: rounds that an agent may take.
    """

    tokens: int | None = Field(default=None, ge=1)
    warn_tokens: int | None = Field(default=None, ge=1)
    models: dict[str, ModelLimits] = Field(default_factory=dict)
    steps: int | None = Field(default=None, ge=1, le=100)

    @field_validator("models", mode="before")
    @classmethod
    def _short(cls, value: object) -> object:
        if not isinstance(value, Mapping):
            return value
        return {
            pattern: {"warn_tokens": limit} if type(limit) is int else limit
            for pattern, limit in value.items()
        }

    @field_validator("models")
    @classmethod
    def _patterns(cls, value: dict[str, ModelLimits]) -> dict[str, ModelLimits]:
        if not all(pattern.strip() for pattern in value):
            raise ValueError("a pattern of a model's name is blank")
        return value

    def over(self, base: SceneLimits) -> SceneLimits:
        """These limits, and where there is none that of a scene which is extended."""
        own: dict[str, Any] = self.model_dump(exclude_none=True, exclude={"models"})
        models = self.models | {p: m for p, m in base.models.items() if p not in self.models}
        return base.model_copy(update={**own, "models": models})

    def most(self, model: str | None) -> int:
        """Tokens above which a prompt for a model is reported; None: for no model in particular."""
        pattern = self.pattern(model)
        return self.warn_tokens or WARN_TOKENS if pattern is None else self.models[pattern].most

    def pattern(self, model: str | None) -> str | None:
        """The first pattern that fits a model's name; None where none does."""
        if model is None:
            return None
        name = model.casefold()
        return next((p for p in self.models if fnmatchcase(name, p.casefold())), None)


def warning(tokens: int, most: int, whom: str = "") -> str | None:
    """What is said of a prompt of so many tokens, or None.

    Args:
        tokens: of the prompt.
        most: that are not warned of.
        whom: the model or models that the limit is of.
    """
    if tokens <= most:
        return None
    limit = f"{most} for {whom}" if whom else f"{most}"
    return f"{tokens} tokens, more than {limit}; a long prompt is read less well"
