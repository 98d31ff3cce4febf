"""Amounts in Chinese: prices, marks, durations, distances and ages of reach, with their bounds.

An amount is a number or a range with its unit and the words that bound it: 50-100元, 4.5分以上,
不超过200块, 两小时以内. Words that only blur (左右, 大概) are no part of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_N = r"(?:\d{1,7}(?:\.\d{1,2})?|[一二两三四五六七八九十百千半]{1,4})"
_TO = r"\s{0,2}(?:-|－|–|—|~|～|到|至|(?<=\d)、(?=\d))\s{0,2}"
_UNITS = {
    "money": r"(?:元|块钱?|人民币|rmb)",
    "marks": r"分(?![钟之店公类数期享开])",
    "time": r"(?:个?(?:半)?小时|个?钟头|分钟|天|日(?!本|常|式|料))",
    "distance": r"(?:公里|千米|km|米(?!饭|粉|线|其|兰|色|老))",
}
_OVER = r"(?:及?以上|以下|以内|之内|内(?![地容外])|起步?)"
_LIMIT = r"(?:不(?:超过|高于|低于|少于|多于|到|要?超过)|低于|高于|大于|小于|少于|多于|超过|至少|最多|最低|最高|顶多|起码)"
_AMOUNTS = {
    unit: re.compile(
        rf"(?<![\d.第])(?P<limit>{_LIMIT})?\s{{0,2}}(?P<v>{_N}(?:\s?{words})?(?:{_TO}{_N})?\s?{words}(?:{_OVER})?)",
        re.IGNORECASE,
    )
    for unit, words in _UNITS.items()
}
_BARE = re.compile(
    rf"(?<![\d.])(?P<limit>{_LIMIT})?\s{{0,2}}(?P<v>{_N}(?:{_TO}{_N})?(?:{_OVER})?)(?![\d.%a-z个位名人号楼月年岁层路])",
    re.IGNORECASE,
)
"""A number whose unit is understood, for use right after the word that tells what it measures."""


@dataclass(frozen=True, slots=True)
class Amount:
    """One amount of a text.

    Attributes:
        unit: "money", "marks", "time" or "distance".
        start: offset of its first character, with a bound before the number (不超过).
        end: offset after its last.
    """

    unit: str
    start: int
    end: int


def amounts(text: str, start: int, end: int) -> list[Amount]:
    """The amounts with a unit in ``text[start:end]``, in order."""
    found = [amount for unit in _UNITS for amount in _of_unit(text, start, end, unit)]
    return sorted(found, key=lambda amount: amount.start)


def bare_amount(text: str, start: int, end: int, unit: str) -> Amount | None:
    """A number without its unit that begins at `start`: 价格在(100-200)之间."""
    match = _BARE.match(text, start, end)
    return Amount(unit, *_span(match)) if match else None


def _of_unit(text: str, start: int, end: int, unit: str) -> Iterator[Amount]:
    for match in _AMOUNTS[unit].finditer(text, start, end):
        if unit != "marks" or _is_mark(match["v"]):
            yield Amount(unit, *_span(match))


def _span(match: re.Match[str]) -> tuple[int, int]:
    return (match.start("limit") if match["limit"] else match.start("v")), match.end("v")


def _is_mark(value: str) -> bool:
    """Whether a number can be the mark of a place or a film: on a scale that ends at ten."""
    digits = re.findall(r"\d+(?:\.\d+)?", value)
    return bool(digits) and all(float(number) <= 10 for number in digits)
