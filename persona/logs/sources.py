"""What a log is read from: a file (packed or not), a folder, a zip or a stream, as a list of files.

Nothing is unpacked to disk, no link is followed out of a folder, and an archive that would unfold
to far more than its size is refused before it is opened.
"""

from __future__ import annotations

import io
import lzma
import os
import stat
import struct
import tempfile
import weakref
import zipfile
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path, PurePosixPath
from typing import BinaryIO, Literal, cast

from persona.errors import LogFormatError
from persona.logs.content import clean
from persona.logs.gzipped import MAGIC, unpacked_name, unpacking

HEAD = 64 * 1024
"""How many bytes of a file the readers see when they say whether it is theirs."""

MAX_UNPACKED = 64 * 1024**3
"""Bytes of an archive, unpacked, above which it is refused."""

BROKEN = (OSError, EOFError, zlib.error, lzma.LZMAError, zipfile.BadZipFile)
"""What opening and reading a damaged or forbidden file may raise."""

_MAX_RATIO = 200  # chat logs deflate by 3 to 20; the format itself allows 1,032
_RATIO_FROM = 16 * 1024**2
_MAX_FILES = 200_000
_IN_MEMORY = 64 * 1024**2
_NOISE = ("__MACOSX/",)


@dataclass(frozen=True)
class Member:
    """One file of a source.

    Attributes:
        name: its path within the source, with ``/`` between the parts.
        opener: opens it for reading from its beginning.
    """

    name: str
    opener: Callable[[], BinaryIO]

    def open(self) -> BinaryIO:
        """The file from its beginning; the caller closes it."""
        return self.opener()

    @cached_property
    def head(self) -> bytes:
        """The first `HEAD` bytes."""
        with self.open() as stream:
            return stream.read(HEAD)

    def release(self) -> None:
        """Lets go of the head: a folder may hold many files."""
        self.__dict__.pop("head", None)

    @property
    def stem(self) -> str:
        """The name without its ending; names the conversations of a file that does not."""
        return str(PurePosixPath(self.name).with_suffix(""))

    @property
    def base(self) -> str:
        """The last part of the name."""
        return PurePosixPath(self.name).name


@dataclass(frozen=True)
class Source:
    """An opened source.

    Attributes:
        path: what it is called in messages to the person.
        kind: whether it is one file or holds several.
        members: the files to read, by name.
        beside: all its files, also those that are no log (a list of users, a profile).
        trouble: (reason, sentence) of each file that was left out for safety.
    """

    path: str
    kind: Literal["file", "folder", "zip"]
    members: tuple[Member, ...]
    beside: tuple[Member, ...] = ()
    trouble: tuple[tuple[str, str], ...] = ()
    keep: object = field(default=None, repr=False)

    @property
    def name(self) -> str:
        """The last part of the path, without its ending."""
        return PurePosixPath(self.path.replace("\\", "/")).stem

    def only(self, members: tuple[Member, ...]) -> Source:
        """The same source, with these files to read."""
        return Source(self.path, self.kind, members, self.beside, (), self.keep)

    def find(self, base: str) -> Member | None:
        """The first file called so, in whichever folder."""
        return next((member for member in self.beside if member.base == base), None)


def open_source(source: str | os.PathLike[str] | BinaryIO) -> Source:
    """Opens a path or a binary stream.

    Args:
        source: a file, a folder, a zip archive (told by its content), or a stream of bytes, which
            need not be seekable.

    Raises:
        LogFormatError: if there is no such file, or it cannot be opened, is empty, is not a
            regular file, or is an archive that is broken, locked or unfolds to too much.
    """
    if isinstance(source, str | os.PathLike):
        return _from_path(Path(source))
    return _from_stream(source)


def _from_path(path: Path) -> Source:
    try:
        mode = path.stat().st_mode
    except (OSError, ValueError) as error:
        raise LogFormatError(
            "there is no such file or folder; check the path", path=path
        ) from error
    if stat.S_ISDIR(mode):
        return _from_folder(path)
    if not stat.S_ISREG(mode):
        raise LogFormatError("this is not a regular file; give a file, folder or zip", path=path)
    return _from_file(str(path), Member(clean(path.name), _file_opener(path)), path)


def _from_stream(stream: BinaryIO) -> Source:
    """A stream is kept whole, so that it can be read twice: small in memory, large in a file."""
    head = stream.read(_IN_MEMORY)
    label = "standard input" if getattr(stream, "name", "") in {0, "<stdin>"} else "stream"
    name = "stdin" if label == "standard input" else "stream"
    if len(head) < _IN_MEMORY:
        return _from_file(label, Member(name, lambda: io.BytesIO(head)), io.BytesIO(head))
    handle, spool = tempfile.mkstemp(prefix="persona-")
    with os.fdopen(handle, "wb") as out:
        while head:
            out.write(head)
            head = stream.read(_IN_MEMORY)
    path = Path(spool)
    member = Member(name, _file_opener(path))
    weakref.finalize(member, path.unlink, missing_ok=True)
    return _from_file(label, member, path)


def _from_file(label: str, member: Member, raw: Path | BinaryIO) -> Source:
    try:
        head = member.head
    except OSError as error:
        raise LogFormatError(
            "the file cannot be opened; check its permissions", path=label
        ) from error
    if not head:
        raise LogFormatError("the file is empty; export it again", path=label)
    if head.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        return _from_zip(label, raw)
    if head.startswith(MAGIC):
        member = _unpacked(member)
    return Source(label, "file", (member,), (member,))


def _unpacked(member: Member) -> Member:
    """What is in a file that gzip packed."""
    opener = unpacking(member.opener, member.name, _most_unpacked)
    return Member(unpacked_name(member.name), opener)


def _most_unpacked(packed: int) -> int:
    return min(MAX_UNPACKED, max(_RATIO_FROM, packed * _MAX_RATIO))


def _hidden(name: str) -> bool:
    return name.startswith(_NOISE) or any(part.startswith(".") for part in name.split("/"))


def _from_folder(root: Path) -> Source:
    members: list[Member] = []
    trouble: list[tuple[str, str]] = []
    for path in _walk(root):
        name = clean(path.relative_to(root).as_posix())
        if path.is_symlink():
            trouble.append(("link", f"{name}: a link, not followed (skipped)"))
        elif path.is_file() and not _hidden(name):
            member = Member(name, _file_opener(path))
            members.append(_unpacked(member) if name.endswith(".gz") else member)
    if not members:
        raise LogFormatError("the folder holds no files; check the path", path=root)
    if len(members) > _MAX_FILES:
        raise LogFormatError(f"the folder holds over {_MAX_FILES} files; give a part", path=root)
    found = tuple(members)
    return Source(str(root), "folder", found, found, tuple(trouble))


def _file_opener(path: Path) -> Callable[[], BinaryIO]:
    return lambda: path.open("rb")


def _walk(root: Path) -> Iterator[Path]:
    """All files and links below a folder, sorted by path; links are not walked into."""
    found: list[Path] = []
    for folder, folders, files in os.walk(root, followlinks=False):
        here = Path(folder)
        found += [here / name for name in files]
        found += [here / name for name in folders if (here / name).is_symlink()]
    yield from sorted(found, key=lambda path: path.relative_to(root).as_posix())


def _from_zip(label: str, raw: Path | BinaryIO) -> Source:
    try:
        archive = zipfile.ZipFile(raw)
        entries = [info for info in archive.infolist() if not info.filename.endswith("/")]
    except NotImplementedError as error:  # a later version of the format, or a way of packing
        raise LogFormatError(
            f"the zip is of a kind that is not read here ({error}); unpack it first", path=label
        ) from error
    except (*BROKEN, ValueError, OverflowError, struct.error) as error:
        raise LogFormatError("the zip is damaged; download it again", path=label) from error
    if len(entries) > _MAX_FILES:
        raise LogFormatError(f"the zip holds over {_MAX_FILES} files; give a part", path=label)
    _refuse_bombs(entries, label)
    members: list[Member] = []
    trouble: list[tuple[str, str]] = []
    for info in sorted(entries, key=lambda info: info.filename):
        name = clean(info.filename.replace("\\", "/"))
        if not name or name.startswith("/") or ".." in name.split("/") or name[1:2] == ":":
            trouble.append(("unsafe_name", f"{name!r}: the name leaves the archive (skipped)"))
        elif not _hidden(name):
            members.append(Member(name, _opener(archive, info)))
    if not members and not trouble:
        raise LogFormatError("the zip holds no files; check the path", path=label)
    found = tuple(members)
    return Source(label, "zip", found, found, tuple(trouble), archive)


def _opener(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> Callable[[], BinaryIO]:
    def opened() -> BinaryIO:
        try:
            return cast(BinaryIO, archive.open(info))
        except (ValueError, OverflowError, RuntimeError, struct.error) as error:
            raise zipfile.BadZipFile("the directory does not fit the files") from error

    return opened


def _refuse_bombs(entries: list[zipfile.ZipInfo], label: str) -> None:
    """Refuses an archive that is locked, or of which a file or the whole unfolds to too much."""
    if any(info.flag_bits & 1 for info in entries):
        raise LogFormatError("the zip has a password; unpack it first", path=label)
    sizes = [(repr(info.filename), info.file_size, info.compress_size) for info in entries]
    whole = (
        "the whole",
        sum(size for _, size, _ in sizes),
        sum(packed for _, _, packed in sizes),
    )
    for name, size, packed in (*sizes, whole):
        ratio = size / max(1, packed)
        if (size > _RATIO_FROM and ratio > _MAX_RATIO) or size > MAX_UNPACKED:
            raise LogFormatError(
                f"{name} would unfold to {size} bytes, {ratio:.0f} times its size in the zip; "
                "if you trust it, unpack it and give the file",
                path=label,
            )
