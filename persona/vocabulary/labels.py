"""Labels in the person's own words, read as a kind and a polarity: by the tables and by morphology."""

from __future__ import annotations

import re
from functools import lru_cache

from persona.text import simplified
from persona.vocabulary.kinds import KINDS, USED_BEFORE
from persona.vocabulary.words import words_of

_FLIP = {"likes": "dislikes", "prefers": "dislikes", "favourite": "dislikes"}

_EN_ENDED = re.compile(
    r"^(?:(?:no longer|not|never|does not|do not|doesn't|don't|did not|didn't|is not|isn't|cannot|"
    r"can't|previously|once|no more)(?:\s+(?:really|actually|quite|even|longer))*|stopped|stops|quit|gave up|gives up|"
    r"ceased|abandoned|dropped|used to|formerly|ex)\s+(?P<rest>.+?)(?:\s+any\s?more)?$"
)
_EN_ANYMORE = re.compile(r"^(?P<rest>.+?)\s+(?:any\s?more|no more)$")
_ZH_ENDED = re.compile(
    r"^(?:不再|再也不|已经不|早就不|说不上|谈不上|称不上|没有|没|不|停止|停用|戒掉|戒了|戒|放弃|弃用|卸载|曾经|曾|以前|过去|之前)"
    r"(?:太|怎么|是很|是特别|是太|那么|大|再)?(?P<rest>.*?)了?$"
)
_ENDED_ALONE = {
    **dict.fromkeys(
        words_of(
            "quit, quits, gave up, gives up, stopped, dropped, abandoned, ditched, uninstalled, deleted, got rid of,"
            " switched from, migrated from, switched away from, moved on from, used before, tried before,"
            " 用过, 使用过, 换掉, 弃坑, 退坑, 不用"
        ),
        "uses",
    ),
    **dict.fromkeys(
        words_of("moved from, moved away from, moved out of, 离开, 搬离, 搬走, 搬出"),
        "lives_in",
    ),
    **dict.fromkeys(words_of("sold, gave away, 卖了, 卖掉, 送人"), "owns"),
    **dict.fromkeys(words_of("resigned from, was fired from, left job at, 辞职, 离职"), "works_at"),
}
"""Labels that say by themselves that something ended, with the kind that did."""
_SEPARATORS = re.compile(r"[\s_\-]+")
_ARTICLES = re.compile(r"\b(?:a|an|the)\b ?")


def _plain(label: str) -> str:
    """A label as the tables have it: lower case, spaces for separators, no articles.

    The caller gives Simplified Chinese.
    """
    text = label.casefold().replace("’", "'")
    return _ARTICLES.sub("", _SEPARATORS.sub(" ", text)).strip(" .。!！~")


_LEADS = re.compile(
    r"^(?:(?:really|also|still|now|always|i|user|absolutely|strongly|mildly|slightly|currently|recently|truly|deeply|"
    r"severely|highly|just|very|quite|often|usually|sometimes|mostly|mainly|totally|definitely|has been|have been|"
    r"big|huge|started to|started|starts|began to|began|begins|is getting|getting)\s+)+"
)
"""Words before a verb that leave its kind as it is ("absolutely loves", "started using")."""
_AFTER_IS = re.compile(
    r"^(?:is|am|are|was) (?:(?:really|also|still|now|always|currently|severely|very|quite|big|huge)\s+)+"
)


def _stems(label: str) -> list[str]:
    """The label and forms of it that may be in the tables: third person, auxiliaries dropped."""
    forms = [label]
    if lead := _LEADS.match(label):
        forms.append(label[lead.end() :])
    if adverb := _AFTER_IS.match(label):
        forms.append(f"is {label[adverb.end() :]}")
    for form in list(forms):
        head, _, rest = form.partition(" ")
        tail = f" {rest}" if rest else ""
        third = head + ("es" if head.endswith(("s", "sh", "ch", "x", "z", "o")) else "s")
        forms.append(third + tail)
        if head.endswith("ing") and len(head) > 4:
            forms += [head[:-3] + "s" + tail, head[:-3] + "es" + tail]
        if head.endswith("ed") and len(head) > 3:
            forms += [head[:-1] + "s" + tail, head[:-2] + "s" + tail]
        if head in ("am", "are", "was", "been", "be"):
            forms.append("is" + tail)
        if head in ("is", "am", "are", "was", "has", "have") and rest:
            forms.append(rest)
            doing, _, more = rest.partition(" ")
            if doing.endswith("ing"):
                forms.append(f"{doing[:-3]}s {more}".strip())
        if not head.startswith("is"):
            forms.append(f"is {form}")
    return forms


def _table() -> dict[str, str]:
    table: dict[str, str] = {}
    for kind in KINDS.values():
        for label in (kind.name.replace("_", " "), *kind.en, *kind.zh):
            table.setdefault(_plain(label), kind.name)
    return table


_TABLE = _table()
_ZH_ADVERBS = re.compile(
    r"^(?:非常|特别|很|超级|超|真的|也|还是|还|最近|一直|更|挺|蛮|比较|正|都|严重|开始|渐渐|慢慢|重新|又|现在|目前|十分|极其|有点|主要)"
)
_TAILED = frozenset(
    {
        "likes",
        "dislikes",
        "avoids",
        "wants",
        "plans",
        "interested_in",
        "asks_about",
        "learning",
        "never",
        "owns",
        "struggles_with",
        "skilled_in",
        "uses",
    }
)
"""Kinds whose label may go on with what is done ("loves to eat", "asked for recipe")."""
_COMPARES = frozenset({"less", "least", "more", "most", "not", "but", "nor"})
_SLOT = re.compile(r"^(?:has )?(?:favou?rite|最喜欢的|最爱的|最喜爱的) ?(?P<slot>.+)$")


def _lookup(label: str) -> str | None:
    for form in _stems(label):
        if form in _TABLE:
            return _TABLE[form]
    if found := _lookup_head(label):
        return found
    shorter = _ZH_ADVERBS.sub("", label)
    if shorter and shorter != label:
        return _lookup(shorter)
    for ending in ("了", "着", "过", "的"):
        if label.endswith(ending) and len(label) > 1:
            return _lookup(label[:-1])
    return None


def _lookup_head(label: str) -> str | None:
    """The kind of the words a longer label begins with, where such a kind may go on."""
    words = label.split()
    if _COMPARES.intersection(words):
        return None
    for count in range(min(len(words) - 1, 5), 0, -1):
        head = " ".join(words[:count])
        for form in _stems(head):
            kind = _TABLE.get(form)
            if kind in _TAILED and form not in ("is", "can't"):
                return kind
    return None


@lru_cache(maxsize=4096)
def classify(label: str) -> tuple[str, int, str | None]:
    """Reads a label as (kind, polarity, slot), by the tables and by morphology.

    "no longer X", "stopped X", 不再X, 戒X are X with polarity -1, where an attitude that ends is a
    dislike; "favourite tennis player" is `favourite` with the slot "tennis player". An unknown label
    is ("other", 0, None), or -1 where it is negated.
    """
    plain = _plain(simplified(label))
    ended = _ENDED_ALONE.get(plain) or _ENDED_ALONE.get(plain.removesuffix("了"))
    if ended:
        return ended, -1, None
    exact = next((_TABLE[form] for form in _stems(plain) if form in _TABLE), None)
    if exact:
        return exact, KINDS[exact].polarity, None
    negated = _negated(plain)
    if negated:
        return negated
    if slot := _SLOT.match(plain):
        return "favourite", 1, slot["slot"].strip() or None
    found = _lookup(plain)
    if found:
        return found, KINDS[found].polarity, None
    return "other", 0, None


def _negated(plain: str) -> tuple[str, int, str | None] | None:
    """The reading of a label that is negated or says that something ended, or None."""
    for pattern in (_EN_ENDED, _EN_ANYMORE, _ZH_ENDED):
        if match := pattern.match(plain):
            rest = match["rest"].strip()
            kind, polarity, slot = classify(rest) if rest else ("uses", 1, None)
            if polarity < 0:
                return kind, -1, slot
            if kind == "other" and pattern is _ZH_ENDED and plain.startswith("戒"):
                kind = "uses"
            return _FLIP.get(kind, kind), -1, slot
    return None


def read_kind(
    label: str, kind: str | None = None, polarity: int | None = None
) -> tuple[str, int, str | None]:
    """The (kind, polarity, slot) of a relation, from what it states and from its label.

    A stated kind wins over the label's; a stated polarity wins except where the sign rules say
    otherwise: `likes`, `prefers` and `favourite` with -1 are `dislikes`; a kind that is negative by
    nature stays -1 unless the label itself is positive; `asks_about` and `mentions` are always 0.
    """
    label_kind, label_polarity, slot = classify(label)
    if kind == USED_BEFORE:
        return "uses", -1, None
    name = kind if kind in KINDS else label_kind
    if name in ("asks_about", "mentions"):
        return name, 0, None
    natural = KINDS[name].polarity
    sign = polarity if polarity is not None else label_polarity
    if kind in KINDS and polarity is None:
        sign = -1 if label_polarity < 0 else natural
    if label_polarity < 0 and label_kind != "other" and sign > 0:
        sign = -1
    if name in _FLIP and sign < 0:
        return "dislikes", -1, None
    if natural < 0:
        positive = label_polarity > 0 and KINDS[label_kind].family == KINDS[name].family
        if positive and KINDS[name].family == "attitude":
            return label_kind, 1, slot
        return name, -1, slot
    if name == "other":
        return name, sign, slot
    return name, sign or natural, slot
