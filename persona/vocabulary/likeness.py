"""Names that say nearly the same: spellings of one name, and a name that says another with more.

`gist` is what spellings have in common. `wider` tells what a name says with more beside it: "the old
harbour in Genoa" says "harbour", "老家的豆花" says 豆花. It takes off what only describes (an adjective,
a place, the words after a preposition, all before 的) or only says what is done with a thing
("playing chess"). A noun before a noun stays, because it may make another thing: peanut butter is no
butter. Nothing here is a merge: two names stay two entities, whatever they have in common.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from persona.text import has_cjk, name_key
from persona.vocabulary.words import words_of

_MARKS = re.compile(r"[^\w+#]+")
_PLURAL = re.compile(r"(?<=[a-z]{2}[a-rt-z])s\b")

_LONGEST = 80
"""Characters of a name that are looked at."""

_ARTICLES = frozenset(
    words_of("a, an, the, my, our, your, some, any, this, that, these, those, own, such")
)
_DESCRIBING = frozenset(
    words_of(
        "online, offline, live, new, old, young, good, great, best, better, nice, big, small,"
        " large, little, long, short, quick, slow, fast, cheap, expensive, fresh, raw, cold, cool,"
        " warm, spicy, mild, sweet, sour, salty, bitter, strong, weak, dark, light, bright, soft,"
        " hard, loud, quiet, simple, plain, rich, thick, thin, deep, early, late, local, foreign,"
        " modern, ancient, vintage, classic, homemade, handmade, grilled, fried, baked, roasted,"
        " steamed, smoked, iced, frozen, dried, daily, weekly, indoor, outdoor, solo, advanced,"
        " basic, beginner, intermediate, free, paid, public, private, american, british, english,"
        " french, german, spanish, dutch, greek, swiss, welsh, thai, creative, competitive,"
        " interactive, progressive, alternative, native, extra, other, different, various, many,"
        " several, all, every, morning, evening, weekend"
    )
)
_DESCRIBING_END = re.compile(r"\w{2,}(?:[^\W\d_](?:al|ic|ous|ful|ish|able|ible|ese|ian|ean|ern))")
_NOUNS = frozenset(
    words_of(
        "animal, capital, crystal, festival, hospital, journal, manual, material, meal, metal,"
        " mineral, rental, signal, animals, arsenal, cereal, coral, general, original, music,"
        " magic, garlic, tonic, comic, topic, fabric, traffic, clinic, critic, mosaic, picnic,"
        " public, basic, fish, dish, table, vegetable, cable, label, bean, ocean, guardian,"
        " custodian, librarian, vegetarian, pattern, lantern, cheese, geese, jean"
    )
)
_PREPOSITIONS = frozenset(
    words_of(
        "in, on, at, from, with, for, about, near, by, during, after, before, into, like, around"
    )
)
_DOING = frozenset(
    words_of(
        "play, playing, watch, watching, eat, eating, drink, drinking, do, doing, practise,"
        " practising, practice, practicing, read, reading, speak, speaking, ride, riding"
    )
)
_GERUND = re.compile(r"(?=[a-z]{2})[a-z]*[aeiouy][a-z]*ing")
_DOUBLED = re.compile(r"([b-df-hj-np-tv-z])\1")

_PLACES_ZH = (
    "北京|天津|上海|重庆|河北|山西|辽宁|吉林|黑龙江|江苏|浙江|安徽|福建|江西|山东|河南|湖北|湖南|广东|海南|四川|贵州"
    "|云南|陕西|甘肃|青海|台湾|内蒙古?|广西|西藏|宁夏|新疆|香港|澳门|成都|广州|深圳|杭州|南京|武汉|西安|苏州|长沙|昆明"
    "|厦门|青岛|大连|沈阳|哈尔滨|兰州|郑州|济南|福州|合肥|贵阳|潮汕|中国|日本|韩国|泰国|法国|意大利|美国|英国|德国|越南|印度"
)
_BEFORE_ZH = re.compile(
    rf"(?:{_PLACES_ZH}|[日中西法美英德韩泰港台欧广川粤湘][式系]|[川粤湘京闽]味"
    "|线上|线下|在线|网上|网络|户外|室内|新鲜|传统|正宗|地道|经典|古典|现代|流行|国产|进口|手工|自制|普通|高级|初级|入门"
    "|各种各样|各种|各类|所有|很多|一些|这种|那种|其他"
    "|[一两几这那][个只款种杯本场次条家台辆部块把双套件])(?P<rest>[^的].+)"
)
_DOING_ZH = re.compile(
    r"(?:(?:[打踢玩看喝吃听弹练学读骑]|练习|学习|观看|收听)[了着过]?)(?P<rest>[^的].+)"
)
_OTHER_ZH = re.compile("[假仿伪非无]|人造|别人|没有|不是")


@lru_cache(maxsize=65536)
def gist(text: str) -> str:
    """What spellings of one name have in common: width, hyphens, marks and the plural apart."""
    key = name_key(text)
    return _MARKS.sub("", _PLURAL.sub("", key.replace("-", " "))) or key


@lru_cache(maxsize=65536)
def wider(name: str) -> tuple[str, ...]:
    """Keys of what a name says with more beside it, sorted; never its own.

    One name may say several: "playing fast chess in the park" says "playing fast chess", "fast
    chess" and "chess".
    """
    own = name_key(name[:_LONGEST]) if has_cjk(name) else name[:_LONGEST]
    found = {own}
    todo = [own]
    while todo:
        for shorter in _shorter(todo.pop()):
            if shorter and shorter not in found:
                found.add(shorter)
                todo.append(shorter)
    keys = {name_key(each) for each in found}
    return tuple(sorted(key for key in keys if _MARKS.sub("", key) and gist(key) != gist(name)))


def _shorter(name: str) -> list[str]:
    """The name without what stands outermost in it."""
    found = _shorter_cjk(name) if has_cjk(name) else []
    words = name.split()
    if len(words) > 1:
        found += [" ".join(rest) for rest in _shorter_words(words)]
    return found


def _shorter_words(words: list[str]) -> list[list[str]]:
    found = []
    first, rest = words[0].casefold(), words[1:]
    if first in _ARTICLES or (first in _DOING and rest[0] != "to"):
        found.append(rest)
    elif first in ("listen", "listening") and rest[0] == "to":
        found.append(rest[1:])
    elif _describes(first) and not _are_proper(words[:2]):
        found.append(rest)
    at = next((at for at in range(1, len(words)) if words[at] in _PREPOSITIONS), 0)
    if at and not _are_proper((words[0], words[-1])):
        found.append(words[:at])
    return found


def _are_proper(words: Iterable[str]) -> bool:
    """Whether the words are of a proper name: "New York", "Alice in Wonderland"."""
    return all(word[:1].isupper() for word in words)


def _describes(word: str) -> bool:
    if word in _DESCRIBING:
        return True
    return word not in _NOUNS and bool(_DESCRIBING_END.fullmatch(word))


def _shorter_cjk(key: str) -> list[str]:
    found = [
        key[at + 1 :].strip()
        for at in range(1, len(key) - 1)
        if key[at] == "的" and not _OTHER_ZH.match(key)
    ]
    led = (pattern.fullmatch(key) for pattern in (_BEFORE_ZH, _DOING_ZH))
    return found + [match["rest"].strip() for match in led if match]


@lru_cache(maxsize=65536)
def bare_verbs(name: str) -> frozenset[str]:
    """Gists of the name with its gerund as a bare verb, as it may be: "swimming" may be "swim"."""
    first, _, rest = name_key(name).partition(" ")
    if not _GERUND.fullmatch(first):
        return frozenset()
    stem = first[:-3]
    stems = {stem, stem + "e"}
    if _DOUBLED.fullmatch(stem[-2:]):
        stems.add(stem[:-1])
    return frozenset(gist(f"{verb} {rest}") for verb in stems)
