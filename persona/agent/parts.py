"""Parts of a user message: images and documents, shown in full once and as a note later."""

from __future__ import annotations

import base64
import mimetypes
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

from persona.agent.results import cap
from persona.errors import AgentError

Detail = Literal["low", "high", "auto"]
_MOST_BYTES = 20_000_000
DOCUMENT_TOKENS = 4000


def text(words: str) -> dict[str, Any]:
    """A text part."""
    return {"type": "text", "text": words}


def image(
    source: str | Path | bytes, *, detail: Detail = "low", mime: str | None = None
) -> dict[str, Any]:
    """An image part, from an address, a file or bytes.

    Args:
        source: an http(s) or data address, a path, or the image itself.
        detail: how finely the model looks; low costs least.
        mime: of bytes; by default guessed from the name or the first bytes.

    Raises:
        AgentError: the file cannot be read, is no image, or is too large.
    """
    if isinstance(source, str) and source.startswith(("http://", "https://", "data:image/")):
        address = source
    else:
        data, kind = _image_bytes(source, mime)
        address = f"data:{kind};base64,{base64.b64encode(data).decode('ascii')}"
    return {"type": "image_url", "image_url": {"url": address, "detail": detail}}


def _read(source: str | Path) -> bytes:
    try:
        path = Path(source)
        if path.stat().st_size > _MOST_BYTES:
            raise AgentError(
                f"{path}: a file of over {_MOST_BYTES} bytes cannot be sent; make it smaller"
            )
        return path.read_bytes()
    except OSError as error:
        raise AgentError(f"{source}: the file cannot be read ({error.strerror})") from error


def _image_bytes(source: str | Path | bytes, mime: str | None) -> tuple[bytes, str]:
    data = source if isinstance(source, bytes) else _read(source)
    kind = (
        mime
        or _kind(data)
        or ("" if isinstance(source, bytes) else mimetypes.guess_type(str(source))[0] or "")
    )
    if not kind.startswith("image/"):
        raise AgentError("the file is no image: PNG, JPEG, GIF and WebP can be sent")
    return data, kind


def _kind(data: bytes) -> str:
    heads = {b"\x89PNG": "png", b"\xff\xd8\xff": "jpeg", b"GIF8": "gif"}
    found = next((f"image/{name}" for head, name in heads.items() if data.startswith(head)), "")
    return "image/webp" if not found and data[:4] == b"RIFF" and data[8:12] == b"WEBP" else found


def document(source: str | Path, *, tokens: int = DOCUMENT_TOKENS) -> dict[str, Any]:
    """A document part: the text of a file, capped.

    Args:
        source: a text file in UTF-8 (also Markdown, CSV, JSON, source code).
        tokens: at most.

    Raises:
        AgentError: the file cannot be read or holds no text.
    """
    data = _read(source)
    try:
        words = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise AgentError(f"{source}: no text in UTF-8; convert the file to text first") from error
    if "\0" in words:
        raise AgentError(f"{source}: no text; convert the file to text first")
    return {"type": "document", "name": Path(source).name, "text": cap(words, tokens)}


def sent(parts: str | Sequence[Mapping[str, Any]], *, vision: bool) -> Any:
    """A message's content as it is sent: documents become text parts.

    Raises:
        AgentError: an image for a model that cannot see, or a part of an unknown kind.
    """
    if isinstance(parts, str):
        return parts
    made: list[dict[str, Any]] = []
    for part in parts:
        kind = part.get("type")
        if kind == "text":
            made.append(text(str(part.get("text", ""))))
        elif kind == "image_url":
            if not vision:
                raise AgentError(
                    "the model cannot see images: take one that can, or leave them out"
                )
            made.append(dict(part))
        elif kind == "document":
            name = str(part.get("name", "document"))
            made.append(text(f"[{name}]\n{part.get('text', '')}"))
        else:
            raise AgentError(
                f"a part of kind {kind!r} cannot be sent: text, image_url, document can"
            )
    return made


def noted(parts: str | Sequence[Mapping[str, Any]]) -> str:
    """A message's content in later rounds: its text, ``[image]`` for images, ``[file]`` for the rest."""
    if isinstance(parts, str):
        return parts
    return "\n".join(
        str(part.get("text", ""))
        if part.get("type") == "text"
        else ("[image]" if "image" in str(part.get("type")) else "[file]")
        for part in parts
    )
