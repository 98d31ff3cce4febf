"""How a server's client fails, in our words: a sentence, a status, and how long to wait."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING

from persona.errors import ModelError

if TYPE_CHECKING:
    import openai


@contextmanager
def spoken() -> Iterator[None]:
    """Turns what the client raises into a `ModelError` in one sentence."""
    import openai

    try:
        yield
    except openai.APITimeoutError as error:
        raise ModelError("the model's server did not answer in time") from error
    except openai.APIConnectionError as error:
        raise ModelError("the model's server cannot be reached") from error
    except openai.APIStatusError as error:
        raise ModelError(
            f"the model's server answered {error.status_code}: {_one_sentence(error)}",
            status=error.status_code,
            retry_after=retry_after_seconds(error.response.headers),
            retryable=error.status_code in (408, 409, 425, 429) or error.status_code >= 500,
        ) from error
    except openai.OpenAIError as error:
        raise ModelError(f"the model's server gave no usable reply ({error})") from error


def _one_sentence(error: openai.APIStatusError) -> str:
    body = error.body
    message = body.get("message") if isinstance(body, dict) else None
    return " ".join(str(message or error.message).split())[:200]


def retry_after_seconds(headers: Mapping[str, str]) -> float | None:
    """The seconds that a server wants a client to wait, which it says as a number or as a date.

    A date is compared with the time of the reply by the server's own clock, where it says it (RFC
    9110, sections 10.2.3 and 5.6.7), so that a clock that is wrong here does no harm.
    """
    wanted = headers.get("retry-after")
    if wanted is None:
        return None
    try:
        seconds = float(wanted)
    except ValueError:
        until, now = _http_date(wanted), _http_date(headers.get("date", ""))
        if until is None:
            return None
        seconds = until - (time.time() if now is None else now)
    return max(seconds, 0.0) if math.isfinite(seconds) else None


def _http_date(text: str) -> float | None:
    """A date of a header as seconds since 1970, or None where it is none."""
    try:
        moment = parsedate_to_datetime(text)
    except (ValueError, OverflowError):
        return None
    return moment.replace(tzinfo=moment.tzinfo or UTC).timestamp()
