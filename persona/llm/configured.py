"""The chat model that the settings name, and a word where calls go if not to OpenAI."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from persona.config import Settings
from persona.llm.chat import OPENAI_URL, OpenAIChat, is_loopback
from persona.text import one_line

_LOG = logging.getLogger(__name__)


def configured_model(
    settings: Settings, *, options: Mapping[str, Any] | None = None
) -> OpenAIChat | None:
    """The model of the settings; None where they name none.

    A file in the working folder or a variable of the environment may come with a project that
    somebody else wrote. Where such a one sends the calls, with the key and what users said, to
    another server than OpenAI's or one on this machine, a warning names its host: by default on
    stderr, before the first call.

    Args:
        settings: where the model is named.
        options: sent with every call.

    Raises:
        MissingExtraError: the extra `llm` is not installed.
        ConfigError: no key for a server that needs one.
    """
    if settings.model is None:
        return None
    chat = OpenAIChat(
        settings.model,
        base_url=settings.base_url,
        api_key=None if settings.api_key is None else settings.api_key.get_secret_value(),
        timeout=settings.timeout,
        options=options,
    )
    origin = "OPENAI_BASE_URL" if settings.base_url is None else settings.origin("base_url")
    warn_elsewhere(f"the model {settings.model}", chat.endpoint, origin)
    return chat


def warn_elsewhere(whom: str, endpoint: str, origin: str | None) -> None:
    """Names the host of a server that is neither OpenAI's nor on this machine.

    Args:
        whom: what is called there, in words.
        endpoint: the server's address.
        origin: the file or variable that names it; None: the program itself, which needs no word.
    """
    host = one_line(urlsplit(endpoint).hostname or endpoint)
    elsewhere = host != urlsplit(OPENAI_URL).hostname and not is_loopback(endpoint)
    if origin is not None and elsewhere:
        _LOG.warning("%s is called at %s, as %s says", whom, host, origin)
