"""English verbs: which forms are past, which present, and the present with "s"."""

from __future__ import annotations

from persona.extract.english.words import word_set

IRREGULAR_PASTS = word_set(
    "went got made took saw came gave found told felt left kept began brought bought thought taught"
    " caught met had did was were said won lost ran sang drew grew flew knew threw wrote drove rode"
    " broke spoke chose woke fell held stood spent built sent lent slept ate drank swam became heard"
    " learnt led sold understood paid put quit hung wore tore swore stole froze shook bit hid fed"
    " fought sought laid lay rose shot shut slid stuck struck swept wept bent dealt dug dreamt sat set"
    " hit cut hurt let cost beat forgot forgave overcame ended used"
)
_NO_PAST = word_set(
    "need feed speed indeed proceed succeed exceed bleed breed heed weed seed embed shed wed"
)
_SAME = word_set("put quit set hit cut hurt let cost beat read")
"""Presents that look like their past; they are left as they stand."""

MODALS = word_set(
    "can could will would shall should may might must cannot can't couldn't won't wouldn't shouldn't"
    " mightn't didn't hadn't isn't is had used cant wont didnt"
)

PRESENT = word_set(
    "love like enjoy hate prefer need want hope wish miss cherish appreciate adore think believe feel"
    " know find see use play make take go get keep live work study teach run read write cook bake eat"
    " drink watch listen try help give value collect spend visit meet own drive ride walk swim dance"
    " sing paint draw travel volunteer plan dream do have hang relax share learn look stay start"
    " remember practise practice train exercise garden grow raise dread fear worry struggle support"
    " care avoid sell wake sleep come bring tend follow set put let meditate knit sew build buy wear"
    " call talk speak say tell ask consider admire treasure respect encourage coach attend belong"
)
"""Common verbs in their present form, without "s"."""


def is_past(verb: str) -> bool:
    """Whether a form after "I" is no present that takes an "s" after a name."""
    if verb in IRREGULAR_PASTS or verb in _SAME:
        return True
    return verb.endswith("ed") and verb not in _NO_PAST and len(verb) > 3


_WITH_S = {"have": "has", "do": "does", "be": "is"}
_HISSES = ("s", "x", "z", "ch", "sh")
_WITH_O = word_set("go undergo redo outdo forgo veto")


def third_person(verb: str) -> str:
    """The present form after he, she or a name: "tries", "goes", "loves"."""
    low = verb.lower()
    if low in _WITH_S:
        return _WITH_S[low]
    if low.endswith(_HISSES) or low in _WITH_O:
        return verb + "es"
    if low.endswith("y") and low[-2:-1] not in set("aeiou"):
        return verb[:-1] + "ies"
    return verb + "s"
