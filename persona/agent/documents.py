"""The text of documents: plain text in the usual encodings, PDF and DOCX, each within its bounds.

A file is known by how it begins, not by its name. PDF is read by pypdf, an optional dependency. DOCX is
a zip of XML whose text is read here: libraries for it give the paragraphs of the body alone and leave
out text boxes, content controls and insertions.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterable
from typing import Any
from xml.parsers import expat

from persona.agent.results import cap
from persona.errors import AgentError, MissingExtraError
from persona.text import is_cjk
from persona.tokens import estimate

_MOST_UNPACKED = 50_000_000
_MOST_RATIO = 200
_SMALL = 1_000_000
_MOST_OF_A_PAGE = 10_000_000

_KINDS = (
    (b"%PDF-", "pdf"),
    (b"PK\x03\x04", "zip"),
    (b"PK\x05\x06", "zip"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old or encrypted Office file"),
    (b"{\\rtf", "an RTF file"),
    (b"\x89PNG", "an image"),
    (b"\xff\xd8\xff", "an image"),
    (b"GIF8", "an image"),
    (b"\x1f\x8b", "a packed file"),
    (b"7z\xbc\xaf", "a packed file"),
    (b"Rar!", "a packed file"),
)
_NO_TEXT = "it holds no text, perhaps only images: run text recognition over it first"
_BOMB = "it unpacks to far more than a document has, and is not read"


class _FaultError(Exception):
    """What is wrong with a document, in words."""


def read_text(data: bytes, name: str, *, tokens: int) -> str:
    """The text of a document, at most so many tokens of it.

    Args:
        data: the file.
        name: what it is called in an error.
        tokens: of the text; a longer one loses its middle, a longer PDF its last pages.

    Raises:
        AgentError: it has no text, is broken, encrypted or a bomb, or of a kind that is not read.
        MissingExtraError: it is a PDF and the extra `documents` is not installed.
    """
    begins = data[:1024].lstrip()
    kind = next((kind for head, kind in _KINDS if begins.startswith(head)), "text")
    readers = {"pdf": lambda: _pdf(data, tokens), "zip": lambda: _docx(data)}
    readers["text"] = lambda: _plain(data)
    if kind not in readers:
        raise AgentError(f"{name}: this is {kind}; save it as PDF, DOCX or text")
    try:
        text = readers[kind]().strip()
        if not text:
            raise _FaultError("it is empty" if kind == "text" else _NO_TEXT)
    except _FaultError as fault:
        raise AgentError(f"{name}: {fault}") from fault
    return cap(text, tokens)


# --- plain text -----------------------------------------------------------------------------------

_BINARY = re.compile(r"[\x00-\x08\x0e-\x1a\x1c-\x1f]")
_NO_PLAIN = "it is no text in UTF-8, UTF-16 or GB18030; convert it to text first"


def _plain(data: bytes) -> str:
    from persona.logs.shapes import encoding_of

    encoding = encoding_of(data)
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        raise _FaultError(_NO_PLAIN) from error
    if encoding == "gb18030" and not _reads_as_chinese(text):
        raise _FaultError(_NO_PLAIN)
    if _BINARY.search(text):
        raise _FaultError(_NO_PLAIN)
    return text.removeprefix("\ufeff")


def _reads_as_chinese(text: str) -> bool:
    """Whether the characters stand beside each other; bytes of another language give single ones.

    In such a text each stands between Latin letters: the first byte was a letter with an accent.
    """
    alone = together = 0
    for at, letter in enumerate(text):
        if letter.isascii():
            continue
        before, after = text[at - 1 : at], text[at + 1 : at + 2]
        if is_cjk(letter) and before.isascii() and before.isalpha() and after[:1].isascii():
            alone += 1
        else:
            together += 1
    return alone <= together


# --- PDF ------------------------------------------------------------------------------------------


def _pdf(data: bytes, tokens: int) -> str:
    try:
        import pypdf
    except ImportError as error:
        raise MissingExtraError("reading a PDF", "documents") from error
    try:
        reader = pypdf.PdfReader(io.BytesIO(data), strict=False)
        if reader.is_encrypted and not reader.decrypt(""):
            raise _FaultError("the PDF is encrypted; save it without its password first")
        return _pages(reader, tokens)
    except _FaultError:
        raise
    except pypdf.errors.DependencyError as error:
        raise _FaultError("the PDF is encrypted; save it without its password first") from error
    except pypdf.errors.LimitReachedError as error:
        raise _FaultError(_BOMB) from error
    except Exception as error:  # whatever a broken file makes the library raise
        raise _FaultError(f"the PDF is broken ({type(error).__name__}); save it anew") from error


def _pages(reader: Any, tokens: int) -> str:
    """The text of the pages, as many as the budget takes."""
    total = len(reader.pages)
    parts: list[str] = []
    size = 0
    for number in range(total):
        page = reader.pages[number]
        contents = page.get_contents()
        if contents is not None and len(contents.get_data()) > _MOST_OF_A_PAGE:
            raise _FaultError(_BOMB)
        said = page.extract_text().strip()
        if not said:
            continue
        parts.append(said)
        size += estimate(said)
        if size >= tokens and number + 1 < total:
            parts.append(f"[… {total - number - 1} further pages left out …]")
            break
    return "\n\n".join(parts)


# --- DOCX -----------------------------------------------------------------------------------------

_BODY, _NOTES = "word/document.xml", ("word/footnotes.xml", "word/endnotes.xml")
_OTHERS = {"xl/": "a spreadsheet", "ppt/": "a presentation"}


def _docx(data: bytes) -> str:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = {member.filename: member for member in archive.infolist()}
            if _BODY not in members:
                raise _FaultError(_other_zip(members))
            found = [members[name] for name in (_BODY, *_NOTES) if name in members]
            return "\n".join(_words(_unpacked(archive, member)) for member in found)
    except _FaultError:
        raise
    except expat.ExpatError as error:
        raise _FaultError("the DOCX is broken (its XML cannot be read); save it anew") from error
    except Exception as error:  # whatever a broken zip raises
        raise _FaultError(f"the DOCX is broken ({type(error).__name__}); save it anew") from error


def _other_zip(names: Iterable[str]) -> str:
    kind = next(
        (kind for head, kind in _OTHERS.items() if any(name.startswith(head) for name in names)),
        "a packed file",
    )
    return f"this is {kind}; save it as PDF, DOCX or text"


def _unpacked(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> bytes:
    if member.flag_bits & 1:
        raise _FaultError("the DOCX is encrypted; save it without its password first")
    ratio = member.file_size / max(member.compress_size, 1)
    if member.file_size > _MOST_UNPACKED or (member.file_size > _SMALL and ratio > _MOST_RATIO):
        raise _FaultError(_BOMB)
    with archive.open(member) as stream:
        return stream.read(_MOST_UNPACKED)


_WORD = (
    "http://schemas.openxmlformats.org/wordprocessingml/2006/main",
    "http://purl.oclc.org/ooxml/wordprocessingml/main",
)
_MATH = (
    "http://schemas.openxmlformats.org/officeDocument/2006/math",
    "http://purl.oclc.org/ooxml/officeDocument/math",
)
_ALTERNATE = "http://schemas.openxmlformats.org/markup-compatibility/2006"
_SKIPPED = frozenset({f"{uri} {name}" for uri in _WORD for name in ("moveFrom", "rt", "del")}) | {
    f"{_ALTERNATE} Fallback"
}
_TEXT = frozenset({f"{uri} t" for uri in (*_WORD, *_MATH)})
_EMPTY = {
    f"{uri} {name}": text
    for uri in _WORD
    for name, text in (("tab", "\t"), ("br", "\n"), ("cr", "\n"), ("noBreakHyphen", "-"))
}
_ENDS = {
    f"{uri} {name}": text
    for uri in _WORD
    for name, text in (("p", "\n"), ("tc", "\t"), ("tr", "\n"))
}


class _Words:
    """Gathers the text of a WordprocessingML part: a paragraph or a table's row a line."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self._skipped = 0
        self._text = 0
        self._cells = 0

    def start(self, name: str, _attributes: dict[str, str]) -> None:
        if self._skipped or name in _SKIPPED:
            self._skipped += 1
        elif name in _TEXT:
            self._text += 1
        elif name in _EMPTY:
            text = _EMPTY[name]
            self.parts.append(" " if self._cells and text == "\n" else text)
        elif name.endswith(" tc"):
            self._cells += 1

    def end(self, name: str) -> None:
        if self._skipped:
            self._skipped -= 1
            return
        if name in _TEXT:
            self._text -= 1
        elif name.endswith(" tc"):
            self._cells -= 1
        if name in _ENDS:
            if name.endswith(" tc") and self.parts[-1:] == [" "]:
                self.parts.pop()
            within = self._cells and name.endswith(" p")
            self.parts.append(" " if within else _ENDS[name])

    def data(self, text: str) -> None:
        if self._text and not self._skipped:
            self.parts.append(text)


def _words(xml: bytes) -> str:
    """The text of a part.

    Raises:
        _FaultError: it declares a document type, which no such file does but attacks do.
    """
    found = _Words()
    parser = expat.ParserCreate(namespace_separator=" ")

    def refuse(*_: object) -> None:
        raise _FaultError("the DOCX declares entities of its own, and is not read")

    parser.StartDoctypeDeclHandler = refuse
    parser.StartElementHandler = found.start
    parser.EndElementHandler = found.end
    parser.CharacterDataHandler = found.data
    parser.Parse(xml, True)  # noqa: FBT003  expat takes no keywords
    lines = "".join(found.parts).split("\n")
    return re.sub(r"\n{3,}", "\n\n", "\n".join(line.rstrip(" \t") for line in lines))
