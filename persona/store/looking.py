"""Looking through files for texts, byte by byte, many texts at once; and who has them open.

A text of eight bytes or more is met by its first eight as one number: those of every position of
the file are compared with those of all texts in one sort. Only what is met so, and what is shorter,
is then searched for as it stands. ASCII letters are compared without case.
"""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_CHUNK = 8 << 20
_HEAD = 8
_LETTER = re.compile(rb"[a-z0-9]")


def texts_in(path: Path, texts: Collection[str]) -> set[str]:
    """Those of some texts whose UTF-8 bytes stand in a file.

    A text that begins or ends in a Latin letter or a digit must stand as a word there.
    """
    wanted = {text: text.encode().lower() for text in texts}
    longest = max(map(len, wanted.values()), default=0)
    found: set[str] = set()
    for block in _blocks(path, longest + 1):
        open_ = {text: raw for text, raw in wanted.items() if text not in found}
        maybe = _met(block, open_)
        found |= {text for text in maybe if _stands(block, open_[text])}
    return found


def _blocks(path: Path, overlap: int) -> Iterator[bytes]:
    """The file in blocks, each beginning with the end of the one before."""
    with path.open("rb") as stream:
        before = b""
        while block := stream.read(_CHUNK):
            held = before + block.lower()
            yield held
            before = held[-overlap:]


def _met(block: bytes, texts: dict[str, bytes]) -> list[str]:
    """Texts that may stand in a block."""
    import numpy as np

    short = [text for text, raw in texts.items() if len(raw) < _HEAD]
    long = [text for text, raw in texts.items() if len(raw) >= _HEAD]
    if not long or len(block) < _HEAD:
        return short
    heads = np.array(
        [int.from_bytes(texts[text][:_HEAD], "little") for text in long], dtype=np.uint64
    )
    met = np.isin(heads, _numbers(block))
    return short + [text for text, hit in zip(long, met, strict=True) if hit]


def _numbers(block: bytes) -> NDArray[np.uint64]:
    """The eight bytes from each position on, as numbers."""
    import numpy as np

    raw = np.frombuffer(block, dtype=np.uint8)
    size = len(raw) - _HEAD + 1
    numbers = np.zeros(size, dtype=np.uint64)
    for at in range(_HEAD):
        numbers |= raw[at : at + size].astype(np.uint64) << np.uint64(8 * at)
    return numbers


def _stands(block: bytes, raw: bytes) -> bool:
    at = block.find(raw)
    while at >= 0:
        end = at + len(raw)
        begins = not (_LETTER.match(raw[:1]) and _LETTER.match(block[max(at - 1, 0) : at]))
        ends = not (_LETTER.match(raw[-1:]) and _LETTER.match(block[end : end + 1]))
        if begins and ends:
            return True
        at = block.find(raw, at + 1)
    return False


def holders(files: Collection[Path]) -> tuple[int, ...]:
    """Other processes that have one of these files open, where the system tells (Linux), sorted.

    Those of other people may be hidden from us, so none need not mean nobody.
    """
    wanted = {str(path.resolve()) for path in files}
    found = set()
    for link in Path("/proc").glob("[0-9]*/fd/*"):
        try:
            if str(link.readlink()) in wanted:
                found.add(int(link.parts[2]))
        except OSError:  # it ended, or is somebody else's
            continue
    return tuple(sorted(found - {os.getpid()}))
