"""Files that are packed by gzip, read as what is in them, up to a limit."""

from __future__ import annotations

import gzip
import io
from collections.abc import Callable
from typing import TYPE_CHECKING, BinaryIO, cast

from persona.errors import LogFormatError

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

MAGIC = b"\x1f\x8b\x08"
"""The first bytes of what gzip packed (RFC 1952)."""

_BUFFER = 256 * 1024


def unpacked_name(name: str) -> str:
    """The name of what is in a packed file."""
    return name.removesuffix(".gz")


def unpacking(
    opener: Callable[[], BinaryIO], name: str, limit: Callable[[int], int]
) -> Callable[[], BinaryIO]:
    """Opens what is in a packed file.

    A packed file does not say how much is in it, so it is counted while it is read.

    Args:
        opener: opens the packed file.
        name: of it, for the error.
        limit: how many bytes may come of so many packed ones.

    Returns:
        What opens the content; reading it raises `LogFormatError` once too much has come.
    """

    def opened() -> BinaryIO:
        packed = opener()
        unfolded = _Unfolded(packed, name, limit)
        return cast(BinaryIO, io.BufferedReader(unfolded, _BUFFER))

    return opened


class _Unfolded(io.RawIOBase):
    def __init__(self, packed: BinaryIO, name: str, limit: Callable[[int], int]) -> None:
        self._packed = packed
        self._content = gzip.GzipFile(fileobj=packed, mode="rb")
        self._name = name
        self._limit = limit
        self._given = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: WriteableBuffer) -> int:
        number = self._content.readinto(buffer)
        self._given += number
        if self._given > self._limit(self._packed.tell()):
            raise LogFormatError(
                "it unfolds to far more than its size; if you trust it, unpack it and give the file",
                path=self._name,
            )
        return number

    def close(self) -> None:
        if not self.closed:
            self._content.close()
            self._packed.close()
        super().close()
