"""Every error that Persona raises on purpose, sorted by whose fault it is.

::

    PersonaError
    ├── UsageError                 the call cannot be meant as it stands (exit 2)
    │   ├── UserIdError            a user id that is empty, blank, too long or not printable
    │   └── UnknownNameError       no such user, entity, message or conversation
    ├── LogFormatError             a log that cannot be read: path, line or record, what to do (exit 2)
    ├── ConfigError                a setting that is missing or has a wrong value (exit 3)
    │   └── MissingExtraError      a feature whose extra is not installed
    ├── ExtractionError            the model's fault: recorded, counted, the run goes on
    ├── ModelError                 the server's: unreachable, refused, timed out
    ├── TemplateError              a prompt template that is wrong: file, line, variable
    │   └── UnknownTemplateError   no such template, version or label (exit 2)
    ├── ProfileError               a profile that is wrong: the field and what it lacks
    ├── AgentError                 an agent's run that cannot go on
    └── StoreError                 the database refused or is not what we wrote
        └── BusyError              another run holds the lease (exit 75)

An error's text is one sentence: what is wrong, where, and what to do.
"""

from __future__ import annotations

from pathlib import Path


class PersonaError(Exception):
    """The root of all errors of this package."""

    exit_code = 1


class UsageError(PersonaError):
    """The call or command line cannot be meant as it stands."""

    exit_code = 2


class UserIdError(UsageError):
    """A user id that is refused: empty, blank, over 128 characters, or not printable."""


class UnknownNameError(UsageError):
    """No such user, entity, message or conversation."""


class LogFormatError(PersonaError):
    """A log that cannot be read.

    Attributes:
        path: the file or folder, or a word for what was given instead of one.
        where: the place in it (``line 6``, ``record 3``), or None for the whole.
    """

    exit_code = 2

    def __init__(self, what: str, *, path: str | Path, where: str | None = None) -> None:
        self.path = str(path)
        self.where = where
        place = self.path if where is None else f"{self.path}, {where}"
        super().__init__(f"{place}: {what}")


class ConfigError(PersonaError):
    """A setting that is missing or has a value that cannot be used."""

    exit_code = 3


class MissingExtraError(ConfigError):
    """A feature whose optional dependencies are not installed."""

    def __init__(self, feature: str, extra: str) -> None:
        self.extra = extra
        super().__init__(f"{feature} needs an extra: pip install 'persona-graph[{extra}]'")


class ExtractionError(PersonaError):
    """A model's answer that cannot be used; the window is kept and asked again later."""


class ModelError(PersonaError):
    """A call of a model that gave no reply: the server refused, timed out or is not there.

    Attributes:
        status: HTTP status, or None where there was no answer.
        retry_after: seconds to wait before the next try, where the server said so.
        retryable: whether the same call may go through later.
    """

    def __init__(
        self,
        what: str,
        *,
        status: int | None = None,
        retry_after: float | None = None,
        retryable: bool = True,
    ) -> None:
        self.status = status
        self.retry_after = retry_after
        self.retryable = retryable
        super().__init__(what)


class TemplateError(PersonaError):
    """A prompt template that is wrong."""


class UnknownTemplateError(TemplateError):
    """No such template, language of one, version or label."""

    exit_code = 2


class ProfileError(PersonaError):
    """A profile whose field is missing or wrong."""


class AgentError(PersonaError):
    """An agent's run that cannot go on."""


class StoreError(PersonaError):
    """The database refused, or does not hold what this version wrote."""


class BusyError(StoreError):
    """Another run holds the lease; try again when it has ended."""

    exit_code = 75
