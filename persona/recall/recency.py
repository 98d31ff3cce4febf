"""How late each message was said, for questions that ask for the latest."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from persona.recall.pages import UNDATED


def recency_of(times: NDArray[np.int64], conversation_of: NDArray[np.intp]) -> NDArray[np.float64]:
    """For each message its rank in time, from 0, the first, to 1, the last.

    An undated message counts as said with the one before it in its conversation, else with the next;
    a conversation without any time, before all others. Of equal times the order given decides.

    Args:
        times: of the messages, conversation by conversation, in µs, or `UNDATED`.
        conversation_of: for each message the number of its conversation, ascending.
    """
    size = len(times)
    if size < 2:
        return np.zeros(size)
    filled = _filled(times, conversation_of)
    filled = _filled(filled[::-1], conversation_of[::-1])[::-1]
    ranks = np.empty(size)
    ranks[filled.argsort(kind="stable")] = np.arange(size)
    result: NDArray[np.float64] = ranks / (size - 1)
    return result


def _filled(times: NDArray[np.int64], conversation_of: NDArray[np.intp]) -> NDArray[np.int64]:
    """Times, where there is none that of the last one before in the same conversation."""
    places = np.arange(len(times))
    before = np.maximum.accumulate(np.where(times == UNDATED, -1, places))
    known = (before >= 0) & (conversation_of[before] == conversation_of)
    return np.where(known, times[before], times)
