"""Checks on the object of a cue: what may be owned, spoken, lived in, worked as.

Each check takes the clause and the phrase and says whether the cue is to be believed; "I have" says
that a person owns a thing only where the thing is one that people own, not "a question".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from persona.extract.english.ends import is_time
from persona.extract.english.phrases import Phrase
from persona.extract.english.tokens import TITLE, Token
from persona.extract.english.words import (
    GENERIC,
    HABITS,
    LANGUAGES,
    PEOPLE,
    PETS,
    ROLES,
    TECH,
    THINGS,
    TRANSPORT,
    word_set,
)


class Context(NamedTuple):
    """What a check may look at: the verb's form, the modal, whether "to" stood before, the words."""

    form: str
    modal: str
    progressive: bool
    words: Sequence[Token]
    at: int
    to: bool
    ended: bool = False
    negated: bool = False


def head(phrase: Phrase) -> str:
    """The last word of a phrase, lower case."""
    return phrase.text.split()[-1].lower().strip("\"'“”")


def is_named(phrase: Phrase) -> bool:
    """Whether it is written as a name, or is a technology that is written small."""
    words = phrase.text.split() or [""]
    if any(c.isupper() or c.isdigit() for c in words[0][1:]) or words[0][:1].isupper():
        return True
    return any(word.lower() in TECH for word in words) or not phrase.text.isascii()


def _first(context: Context) -> str:
    return context.words[context.at].norm if context.at < len(context.words) else ""


def _bare(phrase: Phrase, context: Context) -> bool:
    if is_time(context.words, context.at):
        return False
    if context.progressive:
        return is_named(phrase) or (head(phrase) in THINGS and _first(context) == head(phrase))
    definite = _first(context) in ("the", "a", "an", "this", "that", "these", "those", "your")
    title = any(word.start == phrase.start and word.norm == TITLE for word in context.words)
    if context.words[context.at - 1].norm in ("play", "playing") and _first(context) == "the":
        return head(phrase) not in (
            "role",
            "part",
            "game",
            "victim",
            "card",
            "field",
            "system",
            "fool",
        )
    amount = context.at + 1 < len(context.words) and context.words[context.at + 1].norm in (
        "lot",
        "bit",
    )
    instrument = amount or (head(phrase) in THINGS and _first(context) == "the")
    return title or instrument or not definite


LABEL = re.compile(
    r"(?:(?:option|choice|number|no|answer|plan)\.? )?(?:\d{1,2}|[a-h])|(?:the )?(?:first|second|third|last|former|latter)(?: one)?|(?:option|choice|number)s?"
)
"""How a list calls its items; it names nothing."""


def _choice(phrase: Phrase, context: Context) -> bool:
    if LABEL.fullmatch(phrase.text.lower()):
        return False
    if head(phrase) in TRANSPORT and not context.modal:
        return False
    if _first(context) in ("some", "a", "an", "more"):
        return False
    if context.words[context.at - 1].norm == "for" and context.form == "past":
        return is_named(phrase)
    return (
        context.modal in ("will", "would") or context.form == "past" or context.progressive
    ) and (
        context.form != "past"
        or context.words[context.at - 1].norm in ("with", "on", "for", "chose")
    )


def _language(phrase: Phrase, context: Context) -> bool:
    return head(phrase) in LANGUAGES or (
        _first(context) not in ("to", "with", "about") and phrase.text[:1].isupper()
    )


_PLACE_WORDS = word_set(
    "city town area apartment flat house dorm dorms room studio neighbourhood neighborhood"
    " building condo region zone center centre basement bubble fear world dream moment past"
    " college university school store hospital restaurant bank factory warehouse shop office"
    " website app interview presentation government deadline exam morning night pressure"
)


def _place(phrase: Phrase, context: Context) -> bool:
    if is_named(phrase):
        return True
    article = _first(context) in ("a", "an", "this", "the", "my", "our")
    return not article and head(phrase) not in _PLACE_WORDS and len(phrase.text.split()) <= 2


def _town(phrase: Phrase, context: Context) -> bool:
    if phrase.text[0].isdigit() or phrase.text.lower() in TECH:
        return False
    return is_named(phrase) or (
        context.words[context.at - 1].norm in ("in", "from")
        and len(phrase.text.split()) == 1
        and _first(context) == phrase.text.lower()
        and not head(phrase).endswith(("ing", "s"))
    )


def is_role(phrase: Phrase) -> bool:
    """Whether a phrase names an occupation, by its last word."""
    last = head(phrase)
    parts = last.split("-")
    single = last[:-1] if last.endswith("s") else last
    return last in ROLES or single in ROLES or parts[-1] in ROLES


_NOT_BOUGHT = word_set(
    "ticket tickets groceries lunch dinner breakfast food snacks drinks round present"
    " presents gift gifts flowers ingredients supplies clothes coffee"
)


def _thing(phrase: Phrase, context: Context) -> bool:
    words = [word.lower() for word in phrase.text.split()]
    if context.form == "past" and head(phrase) in ("fish", "chicken", "watch", "mixer"):
        return False
    if any(word in PETS for word in words):
        return words[-1] in PETS or words[0] in PETS
    if context.form == "past" and context.words[context.at].norm in ("a", "an", "my"):
        return is_named(phrase) or words[-1] in THINGS
    return words[-1] in THINGS or words[-1].rstrip("s") in THINGS


def _bought(phrase: Phrase, _context: Context) -> bool:
    return head(phrase) not in _NOT_BOUGHT and head(phrase) not in GENERIC


_REQUESTS = word_set(
    "poem story list summary recipe recipes code script explanation email essay song joke"
    " function table letter copy version translation overview guide title paragraph sentence"
    " post tweet query class refund response reply solution file button line image picture"
    " format output results hand permission respect closure peace space comfort companion best"
    " same chance break"
)


_NO_PLANS = word_set(
    "bed watch work school sleep have get take make do go try see use start eat drink keep put turn give call"
    " send leave stop end ask miss need say be"
)


def _is_plan(phrase: Phrase, context: Context) -> bool:
    """Whether a town or a deed of some weight follows "going to", not "bed"."""
    after = context.words[context.at + 1].norm if context.at + 1 < len(context.words) else "bed"
    return after not in _NO_PLANS and bool(phrase.text)


def _wish(phrase: Phrase, context: Context) -> bool:
    if any(word.lower() in _REQUESTS for word in phrase.text.split()):
        return False
    before = context.words[context.at - 1].norm if context.at else ""
    if before == "going" and context.to and not _is_plan(phrase, context):
        return False
    if before in ("going", "looking", "set", "aspire", "hope", "aim", "hoping") and not context.to:
        return False
    after = context.words[phrase.after].norm if phrase.after < len(context.words) else ""
    if after == "to" and not context.to:  # "I want my clients to be happy"
        return False
    first = _first(context)
    return first not in ("more", "some", "any", "all", "that", "this")


def _booked(_phrase: Phrase, context: Context) -> bool:
    return context.to or context.words[context.at - 1].norm != "decided"


def _refusal(_phrase: Phrase, context: Context) -> bool:
    return (
        context.modal in ("will", "would", "might") or context.form == "past" or context.progressive
    )


def _back(phrase: Phrase, _context: Context) -> bool:
    return head(phrase) not in (
        "work",
        "school",
        "bed",
        "sleep",
        "track",
        "normal",
        "office",
        "basics",
        "earth",
        "topic",
        "time",
        "schedule",
        "ground",
        "land",
        "feet",
        "home",
        "road",
        "streets",
    )


def _gerund(phrase: Phrase, _context: Context) -> bool:
    return phrase.text.split()[0].endswith("ing")


def _habit(phrase: Phrase, context: Context) -> bool:
    plain = " " not in phrase.text and _first(context) == phrase.text.lower()
    named = context.progressive and is_named(phrase)
    return (
        named
        or (is_named(phrase) and phrase.text.split()[0].lower() in TECH)
        or head(phrase) in HABITS
        or _is_regular(phrase, context)
        or (context.negated and plain and head(phrase) not in GENERIC)
    )


_REGULAR = re.compile(
    r"(?:on )?(?:every|most|each) |on (?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|(?:at|on) (?:the )?weekends?\b|(?:once|twice|three times) a |daily\b|weekly\b"
)


def is_regular(words: Sequence[Token], at: int) -> bool:
    """Whether what follows a token says that something is done again and again."""
    return bool(_REGULAR.match(" ".join(word.norm for word in words[at : at + 5])))


_CHORES = word_set(
    "dishes laundry homework shopping housework cleaning work job chores best errands taxes stuff thing"
    " things nothing exercise exercises"
)


def _is_regular(phrase: Phrase, context: Context) -> bool:
    plain = _first(context) == phrase.text.split()[0].lower() and head(phrase) not in _CHORES
    return plain and is_regular(context.words, phrase.after)


_ATTENDED = HABITS | word_set(
    "class classes lesson lessons gym club choir rehearsals rehearsal meetups"
)


def _attended(phrase: Phrase, context: Context) -> bool:
    """Whether one goes there for what is done there: "yoga", "the gym", "pottery classes"."""
    return head(phrase) in _ATTENDED and not context.modal


_NO_OUTING = word_set("going missing looking being getting doing having nothing something anything")


def _outing(phrase: Phrase, context: Context) -> bool:
    first = phrase.text.split()[0].lower()
    return first.endswith("ing") and first not in _NO_OUTING and _first(context) == first


_NOT_BEGUN = word_set(
    "getting being having feeling thinking noticing crying laughing wondering looking worrying wanting needing"
    " seeing realising realizing hearing raining snowing talking asking saying making taking going coming trying"
    " working dating fighting arguing bleeding hurting panicking sweating shaking screaming yelling something anything"
)


def _begun(phrase: Phrase, context: Context) -> bool:
    """Whether what was started is a pastime: its name ends in -ing and nothing goes on after it."""
    first = phrase.text.split()[0].lower()
    plain = _first(context) == first and phrase.text == phrase.text.lower()
    pastime = head(phrase).endswith("ing") or head(phrase) in HABITS
    after = context.words[phrase.after].norm if phrase.after < len(context.words) else ""
    free = after not in ("that", "how", "to", "the", "my", "a", "like", "it", "and")
    return plain and pastime and free and first not in _NOT_BEGUN and head(phrase) not in GENERIC


_NO_PURSUIT = word_set(
    "space room time offer challenge cause residence arms position issue matter slack whole most"
)


def _pursuit(phrase: Phrase, _context: Context) -> bool:
    return head(phrase) not in GENERIC | _NO_PURSUIT


def _subject(phrase: Phrase, context: Context) -> bool:
    people = PEOPLE | word_set(
        "kids children students people adults beginners class classes lesson lessons"
    )
    return head(phrase) not in people and _first(context) not in ("my", "the", "a", "an", "this")


def _any(_phrase: Phrase, _context: Context) -> bool:
    return True


def _past_it(phrase: Phrase, _context: Context) -> bool:
    return (
        head(phrase) not in ("moon", "hill", "top", "limit", "budget")
        and not phrase.text[0].isdigit()
    )


def _deed(_phrase: Phrase, context: Context) -> bool:
    return _first(context).endswith("ing")


CHECKS: dict[str, Callable[[Phrase, Context], bool]] = {
    "": _any,
    "named": lambda phrase, _context: is_named(phrase),
    "bare": _bare,
    "habit": _habit,
    "transport": lambda phrase, _context: head(phrase) in TRANSPORT,
    "thing": _thing,
    "bought": _bought,
    "language": _language,
    "place": _place,
    "employer": lambda phrase, _context: is_named(phrase),
    "role": lambda phrase, _context: is_role(phrase),
    "town": _town,
    "wish": _wish,
    "booked": _booked,
    "choice": _choice,
    "refusal": _refusal,
    "back": _back,
    "past_it": _past_it,
    "deed": _deed,
    "outing": _outing,
    "attended": _attended,
    "pursuit": _pursuit,
    "begun": _begun,
    "subject": _subject,
    "gerund": _gerund,
    "person": lambda phrase, _context: phrase.text[:1].isupper(),
}
