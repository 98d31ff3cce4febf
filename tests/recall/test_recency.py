import numpy as np

from persona.recall.pages import UNDATED
from persona.recall.recency import recency_of


def recency(times: list[int], conversations: list[int]) -> list[float]:
    return list(recency_of(np.array(times), np.array(conversations)))


def test_ranks_by_time_and_not_by_conversation() -> None:
    # Said third, fourth, first, second, fifth: ranks 2, 3, 0, 1, 4 of 4.
    assert recency([30, 40, 10, 20, 50], [0, 0, 1, 1, 2]) == [0.5, 0.75, 0, 0.25, 1]


def test_of_equal_times_the_order_decides() -> None:
    assert recency([5, 5, 5], [0, 1, 2]) == [0, 0.5, 1]


def test_an_undated_message_goes_with_its_neighbours() -> None:
    # Conversation 0: 10, then one that counts as 10; conversation 1: one that counts as 7, then 7;
    # conversation 2 has no time at all and is the oldest. In order: c2, c1 twice, c0 twice.
    times = [10, UNDATED, UNDATED, 7, UNDATED]
    assert recency(times, [0, 0, 1, 1, 2]) == [0.75, 1, 0.25, 0.5, 0]


def test_one_message_and_none() -> None:
    assert recency([3], [0]) == [0]
    assert recency([], []) == []
