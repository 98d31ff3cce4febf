"""Lists of noun phrases, and the phrases after "to"."""

from __future__ import annotations

from collections.abc import Sequence

from persona.extract.english.ends import is_time
from persona.extract.english.phrases import MAX_WORDS, Phrase, is_adverb, phrase_at
from persona.extract.english.tokens import BREAKS, Token
from persona.extract.english.words import (
    AFTER_AND_VERBS,
    DETERMINERS,
    GENERIC,
    LIGHT_VERBS,
    NO_VERBS,
    POINTING,
    PRONOUNS,
    ROLES,
    SOFT,
    STOPS,
    TAIL_WORDS,
    TECH,
    word_set,
)


def extended(text: str, words: Sequence[Token], item: Phrase) -> Phrase:
    """The phrase with what follows it after "to", "for" or "in": "trip to Peru", "dinner for my team"."""
    at = item.after
    if item.pronoun or at >= len(words) or words[at].norm not in ("to", "for"):
        return item
    following = phrase_at(text, words, at + 1)
    if following is None or following.pronoun or _is_verb(words[at + 1]):
        return item
    if item.text.startswith("from ") and words[at].norm == "to":  # "moving from Jira to Linear"
        return following
    if len(item.text.split()) + len(following.text.split()) > 5:
        return item
    end = following.start + len(following.text)
    return Phrase(text[item.start : end], item.start, item.negated, following.after)


_HOLDING = (
    ("with",), ("containing",), ("that", "contains"), ("that", "has"), ("made", "with"), ("made", "of"),
    ("made", "from"), ("involving",), ("that", "involves"), ("by",), ("from",),
)  # fmt: skip


def past_anything(words: Sequence[Token], at: int) -> int:
    """The index after "anything with", before the thing that is meant: "I avoid anything with latex"."""
    if at < len(words) and words[at].norm in ("anything", "everything", "things", "stuff"):
        for joint in _HOLDING:
            after = at + 1 + len(joint)
            article = after < len(words) and words[after].norm in ("a", "an")
            if tuple(word.norm for word in words[at + 1 : after]) == joint and not article:
                return after
    return at


def _past_light(text: str, words: Sequence[Token], item: Phrase) -> Phrase:
    """Of "visit Egypt" in "learn Arabic and visit Egypt": Egypt."""
    at = next((index for index, word in enumerate(words) if word.start == item.start), len(words))
    if " " not in item.text or at >= len(words) or not _is_verb(words[at]):
        return item
    inner = phrase_at(text, words, at + 1)
    return item if inner is None or inner.pronoun else inner


def _is_verb(word: Token) -> bool:
    return word.norm in NO_VERBS or (word.norm in LIGHT_VERBS and not word.capital)


def _is_calling(words: Sequence[Token], at: int) -> bool:
    """Whether "be a pilot" stands at a token: an occupation that is wished for."""
    norms = [word.norm for word in words[at : at + 4]]
    return norms[:1] == ["be"] and norms[1:2] in (["a"], ["an"]) and bool(ROLES & set(norms[2:]))


def verb_phrases_at(text: str, words: Sequence[Token], at: int) -> list[Phrase]:
    """What stands after "to": the things where the verb is light, else the verb with its object.

    "visit Japan and Korea" gives Japan and Korea; "improve my English" stays whole.
    """
    if _is_calling(words, at):
        return _with_verb(text, words, at)
    if at >= len(words) or words[at].norm in NO_VERBS or not words[at].norm.isalpha():
        return []
    verb = words[at].norm
    if at + 1 < len(words) and words[at + 1].norm in ("less", "fewer"):  # "drink less"
        return []
    if verb in DETERMINERS or (at + 1 < len(words) and words[at + 1].norm in POINTING | {"you"}):
        return []
    if words[at].capital:
        return phrases_at(text, words, at, joins=frozenset())
    if verb == "get" and at + 2 < len(words) and words[at + 1].norm == "into":
        at, verb = at + 1, "into"
        return phrases_at(text, words, at + 1, joins=frozenset()) if words[at + 1].capital else []
    bare_get = verb == "get" and at + 1 < len(words) and words[at + 1].norm not in DETERMINERS
    if bare_get and not words[at + 1].capital:
        return []
    inner = _after_light(text, words, at) if verb in LIGHT_VERBS else []
    if inner and not inner[0].pronoun and inner[0].text.lower() not in _MANNERS:
        return [inner[0], *(_past_light(text, words, item) for item in inner[1:])]
    return _with_verb(text, words, at)


def _after_light(text: str, words: Sequence[Token], at: int) -> list[Phrase]:
    """The things after a light verb and its small words: "bread" of "learn how to bake bread"."""
    following = at + 1
    while following < len(words) and words[following].norm in _BETWEEN.get(words[at].norm, _SMALL):
        following += 1
    return phrases_at(text, words, following, joins=frozenset())


_MANNERS = frozenset(
    {"light", "solo", "alone", "far", "abroad", "slow", "fast", "early", "late", "small"}
)
"""How something is done, which is no thing: "travel light"."""
_SMALL = frozenset({"to", "how", "into", "back", "a", "play", "use", "up", "out"})


_BETWEEN = {
    "go": (_SMALL - {"out"}) | {"on", "for", "in", "with", "through"}, "listen": _SMALL | {"on"},
    "travel": _SMALL | {"in", "around", "through"}, "study": _SMALL | {"for", "in"},
    "learn": _SMALL | {"about", "more"},
    "stick": _SMALL | {"with"},
    "opt": _SMALL | {"for"},
    "settle": _SMALL | {"for", "on", "in"}, "play": _SMALL | {"with"}, "take": _SMALL | {"part", "in"},
    "move": _SMALL | {"in"}, "have": frozenset({"a", "more"}),
}  # fmt: skip


def _with_verb(text: str, words: Sequence[Token], at: int) -> list[Phrase]:
    end = _verb_end(words, at)
    while end > at and (words[end - 1].norm in TAIL_WORDS or words[end - 1].norm in STOPS):
        end -= 1
    while end - at > 1 and is_adverb(words[end - 1].norm):
        end -= 1
    span = words[at:end]
    if not span or len(span) > MAX_WORDS or any(word.norm in PRONOUNS for word in span):
        return []
    if len(span) == 1 and words[at].norm in _BOUND_VERBS:
        return []
    if len(span) > 1 and span[-1].norm in GENERIC and span[-1].norm not in SOFT:
        return []
    start, stop = span[0].start, span[-1].end
    return [Phrase(text[start:stop], start, negated=False, after=end)]


_BOUND_VERBS = word_set(
    "live work help stay feel experience watch have go get take try use make see do buy start own join attend visit wear order"
    " adopt listen return move eat build join come hear meet leave begin finish stop continue sit cry scream vomit"
    " sleep nap rest hide pass lose say pay chill"
)


def _verb_end(words: Sequence[Token], at: int) -> int:
    index = at + 1
    while index < len(words):
        norm = words[index].norm
        if norm in BREAKS or norm in (",", "and", "or", "&", "+", "/", "%"):
            break
        small = norm in ("a", "an", "the", "my", "our", "to", "in", "on", "with", "of", "up", "out")
        if is_time(words, index) or (norm in STOPS and not small):
            break
        index += 1
    return index


def phrases_at(
    text: str, words: Sequence[Token], at: int, *, joins: frozenset[str]
) -> list[Phrase]:
    """The list of noun phrases that begins at a token.

    A list goes on over "and", "or", "&" and the given joins; over a comma only where the list is
    closed by "and" or "or", where three or more short things stand in a row, or where both sides
    are written as names. "X, but not Y" gives Y negated.

    Args:
        text: what the tokens are of.
        words: the tokens.
        at: where the first phrase begins.
        joins: further words that join two things of the list ("with", "on" in a tech stack).
    """
    found: list[Phrase] = []
    pending: list[Phrase] = []
    first = phrase_at(text, words, at)
    if first is None:
        return found
    found.append(first)
    at = _past_name(words, first.after)
    at = _past_purpose(words, at) if joins else at
    while (step := _separator(words, at, joins)) is not None:
        kind, at, negated = step
        if kind != "comma" and at < len(words) and words[at].norm in AFTER_AND_VERBS:
            break
        following = phrase_at(text, words, past_anything(words, at))
        if following is None or following.pronoun:
            break
        item = _past_verb(text, words, following, joins)._replace(negated=negated)
        at = following.after
        at = _past_name(words, at)
        if kind == "comma":
            pending.append(item)
        else:
            found += [*pending, item]
            pending = []
    if len(found) == len(pending) == 1 and _is_adjective(found[0], pending[0]):
        return pending  # "sunny, warm weather"
    found += _kept(found[0], pending, words)
    return [
        item
        for number, item in enumerate(found)
        if number + 1 == len(found) or not _is_adjective(item, found[number + 1])
    ]


_ADJECTIVAL = ("ive", "ous", "ful", "less", "able", "ible", "-based", "-free", "-source", "-paced", "-directed")  # fmt: skip
_DEGREES = ("high-", "low-", "long-", "short-", "well-", "fast-", "slow-")
_NOUNS = word_set(
    "olive olives chive archive dive drive detective native executive relative vegetable table cable"
    " couscous wireless earful cartable fable stable gluten-free sugar-free octopus hummus"
)


def _is_adjective(item: Phrase, following: Phrase) -> bool:
    """Whether a word only begins a row of adjectives: "free" of "free and open-source software"."""
    low = item.text.lower()
    if " " in low or " " not in following.text or item.pronoun or item.text != low:
        return False
    if low in _ADJECTIVES or low.startswith(_DEGREES):
        return True
    return low.endswith(_ADJECTIVAL) and low not in _NOUNS


_ADJECTIVES = word_set(
    "sunny warm cold quiet calm cosy cozy small big large old new dark light bright sweet salty spicy crispy crunchy fresh"
    " rainy cloudy snowy foggy windy slow fast loud soft simple clean long short strong heavy gentle dry wet hot"
    " free traditional digital peaceful natural mental physical visual mainstream modern seasonal regional local"
    " global online in-person remote straightforward organic holistic cheap honest friendly healthy violent abstract"
    " artificial synthetic unprocessed processed crowded busy noisy mature experienced rural urban professional personal handmade"
)


def _past_verb(text: str, words: Sequence[Token], item: Phrase, joins: frozenset[str]) -> Phrase:
    """Of "monitor with Grafana" in a list of tools: Grafana."""
    at = item.after
    if joins and " " not in item.text and item.text.islower() and at + 1 < len(words):
        named = words[at].norm in ("with", "on", "to", "in") and words[at + 1].capital
        inner = phrase_at(text, words, at + 1) if named else None
        if inner is not None and not inner.pronoun:
            return inner
    return item


def _past_purpose(words: Sequence[Token], at: int) -> int:
    """The index after "for storage", where "and" and a name follow: "X for storage and Y for ..."."""
    if at < len(words) and words[at].norm in ("for", "as", "at"):
        for index in range(at + 2, min(at + 5, len(words) - 1)):
            if words[index].norm == "and" and words[index + 1].capital:
                return index
            parted = (
                words[index].norm == "," and index + 2 < len(words) and words[index + 1].capital
            )
            if parted and words[index + 2].norm in ("for", "as", "at", ",", "and"):
                return index
    return at


def _past_name(words: Sequence[Token], at: int) -> int:
    """The index after "called Max", where that stands at a token."""
    named = at + 1 < len(words) and words[at].norm in ("called", "named") and words[at + 1].capital
    return at + 2 if named else at


def _kept(first: Phrase, pending: list[Phrase], words: Sequence[Token]) -> list[Phrase]:
    """Of things after bare commas, those that are a list and not the next clause."""
    if not pending or first.pronoun:
        return []
    short = all(len(item.text.split()) <= 3 for item in pending)
    after = words[pending[-1].after].norm if pending[-1].after < len(words) else "."
    ends = after in BREAKS or (after in ("for", "at", "as") and _is_written_as_name(pending[-1]))
    if len(pending) >= 2 and short and ends:
        return pending
    named = [i for i in pending if _is_written_as_name(i) and _is_written_as_name(first)]
    return pending if ends and short and len(named) == len(pending) else []


def _is_written_as_name(item: Phrase) -> bool:
    return item.text[:1].isupper() or item.text.lower() in TECH


def _separator(
    words: Sequence[Token], at: int, joins: frozenset[str]
) -> tuple[str, int, bool] | None:
    """What joins the list at a token: (kind, where the next thing begins, whether negated)."""
    if at >= len(words):
        return None
    norm = words[at].norm
    following = [word.norm for word in words[at : at + 5]]
    if following[:2] == [",", "some"]:  # "mostly ambient, some techno"
        return "and", at + 1, False
    if norm == ",":
        rest = _separator(words, at + 1, joins)
        if rest is not None and rest[0] != "comma":
            return rest
        return "comma", at + 1, False
    for opening, negated in _OPENINGS:
        if tuple(following[: len(opening)]) == opening and len(following) > len(opening):
            return "and", at + len(opening), negated
    named = norm == "like" and at + 1 < len(words) and words[at + 1].capital
    if named or norm in joins or norm in _JOINTS:
        return "and", at + 1, False
    return None


_OPENINGS: tuple[tuple[tuple[str, ...], bool], ...] = (
    (("but", "not"), True),
    (("but", "no"), True),
    (("just", "not"), True),
    (("and", "not"), True),
    (("not",), True),
    (("as", "well", "as"), False),
    (("together", "with"), False),
    (("along", "with"), False),
    (("alongside",), False),
    (("especially",), False),
    (("such", "as"), False),
    (("including",), False),
)
_JOINTS = frozenset({"and", "or", "&", "+", "/", "plus", "nor", "but", "和", "跟", "还有", "以及"})
"""What joins two things; "but" only where no clause begins with it ("not only X but Y")."""


def subject_phrase(text: str, words: Sequence[Token]) -> Phrase | None:
    """The noun phrase that these tokens are as a whole, or None: the subject before a verb."""
    found = phrase_at(text, words, 0)
    if found is None:
        return None
    rest = words[found.after :]
    return found if all(word.norm in (",", "'", "?", "!") for word in rest) else None
