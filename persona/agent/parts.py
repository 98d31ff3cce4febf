"""Parts of a user message: images and documents, shown in full once and as a note later."""

from __future__ import annotations

import base64
import mimetypes
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

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


def document(
    source: str | Path | bytes, *, tokens: int = DOCUMENT_TOKENS, name: str | None = None
) -> dict[str, Any]:
    """A document part: the text of a file, capped.

    Args:
        source: a path, or the file itself: PDF, DOCX, or text (Markdown, CSV, JSON, source code) in
            UTF-8, UTF-16 or GB18030.
        tokens: at most.
        name: that the model is told; by default the file's.

    Raises:
        AgentError: the file cannot be read, holds no text, is broken or encrypted, or of another kind.
        MissingExtraError: it is a PDF and the extra `documents` is not installed.
    """
    from persona.agent.documents import read_text

    if isinstance(source, bytes):
        data, called = source, name or "document"
    else:
        data, called = _read(source), name or Path(source).name
    return {"type": "document", "name": called, "text": read_text(data, called, tokens=tokens)}


def attached(path: Path) -> dict[str, Any]:
    """A file as a part: an image where it begins as one, else a document.

    Raises:
        AgentError: as of `image` and `document`.
        MissingExtraError: as of `document`.
    """
    data = _read(path)
    return image(data) if _kind(data) else document(data, name=path.name)


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
            made.append(text(_headed(part)))
        else:
            raise AgentError(
                f"a part of kind {kind!r} cannot be sent: text, image_url, document can"
            )
    return made


def noted(parts: str | Sequence[Mapping[str, Any]]) -> str:
    """A message's content in later rounds: its text, ``[image]`` for images, ``[file]`` for the rest."""
    return told(parts, documents=False)


def has_images(parts: str | Sequence[Mapping[str, Any]]) -> bool:
    """Whether there is an image in a message's content."""
    return not isinstance(parts, str) and any("image" in str(part.get("type")) for part in parts)


def told(parts: str | Sequence[Mapping[str, Any]], *, documents: bool) -> str:
    """A message's content as one text: ``[image]`` for images; documents whole, or ``[file]``."""
    if isinstance(parts, str):
        return parts
    return "\n".join(_told(part, documents) for part in parts)


def _told(part: Mapping[str, Any], documents: bool) -> str:
    kind = str(part.get("type"))
    if kind == "text":
        return str(part.get("text", ""))
    if documents and kind == "document":
        return _headed(part)
    return "[image]" if "image" in kind else "[file]"


def _headed(part: Mapping[str, Any]) -> str:
    return f"[{part.get('name', 'document')}]\n{part.get('text', '')}"
