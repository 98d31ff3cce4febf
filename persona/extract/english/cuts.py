"""Where an English sentence is cut into clauses: at marks, conjunctions, and where a new clause runs on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from persona.extract.english.cues import LEMMAS
from persona.extract.english.heads import BE
from persona.extract.english.tokens import Token, is_break
from persona.extract.english.words import (
    AFTER_AND_VERBS,
    DETERMINERS,
    OPINION_BAD,
    OPINION_GOOD,
    PEOPLE,
    POINTING,
    STOPS,
    word_set,
)

_CUTTING = word_set(
    "but because since so although though while whereas however yet if when whenever unless"
    " until whether which who hence therefore"
)


VERBLESS = word_set("love hate like enjoy prefer dislike deploy use hated loved")
"""Verbs of a clause without subject, which can only be about the speaker."""


def segments(words: Sequence[Token]) -> Iterator[list[Token]]:
    """The tokens of a text cut into clauses; marks that end a sentence are left out."""
    start = 0
    for index, word in enumerate(words):
        if is_break(word):
            if index > start:
                yield list(words[start:index])
            if word.norm in ("?", "!", ".", ":", "\n"):
                yield [word]
            start = index + 1
        elif index > start and _cuts(words, index, start):
            yield list(words[start:index])
            start = index
    if start < len(words):
        yield list(words[start:])


_AFTER_REASON = word_set("i we it my our they he she there that this you the")


_DEGREE_OF = frozenset({"much", "far", "many", "good", "bad", "hard", "to", "well", "often"})
"""What "so" strengthens; before other words it may begin a clause."""


def _cuts(words: Sequence[Token], index: int, start: int) -> bool:
    norm = words[index].norm
    if norm in _CUTTING:
        return (
            _contrasts(words, index, start) if norm in _AMBIGUOUS else _is_free(words, index, start)
        )
    fronted = norm == "," and words[index - 1].norm in _FRONTED_VERBS
    if fronted and any(word.norm == "i" for word in words[index + 2 : index + 6]):
        return True
    if norm in ("and", "or", "plus", ","):
        return _opens(words, index + 1, start) or (
            norm == "," and _judges_next(words, start, index)
        )
    return norm in _RUNNING_ON and _runs_on(words, index, start)


_AMBIGUOUS = frozenset({"but", "so", "since", "though"})


def _is_free(words: Sequence[Token], index: int, start: int) -> bool:
    """Whether a conjunction cuts before itself, and not after the "and" that is before it."""
    return words[index - 1].norm not in ("and", ",", "even") or index - 1 > start


def _contrasts(words: Sequence[Token], index: int, start: int) -> bool:
    """Whether "but", "so", "since" or "though" begins a clause."""
    norm, before = words[index].norm, words[index - 1].norm
    following = words[index + 1].norm if index + 1 < len(words) else "."
    if norm == "but":
        bound = before in ("anything", "everything", "nothing", "all", "help")
        only = any(word.norm == "only" for word in words[start:index])
        return not (bound or only or following in ("not", "no"))
    degree = following in _DEGREE_OF or following in OPINION_GOOD | OPINION_BAD
    if norm == "so" and (degree or before in BE | {"is", "i", "we", "have", "not", "do"}):
        return False
    if norm == "since" and following not in _AFTER_REASON:
        return False
    if norm == "though" and following in (",", ".", "?", "!", "is", "are"):
        return False
    return _is_free(words, index, start)


_HATING = frozenset({"hate", "loathe", "dislike", "adore", "detest", "despise"})


def _has_object_before(words: Sequence[Token], index: int, start: int) -> bool:
    """Whether "I like tea", or "love tea", is complete before a token."""
    if index - start < 2 or words[index - 1].norm in STOPS | DETERMINERS | LEMMAS.keys():
        return False
    before = words[start:index]
    first = before[0].norm in VERBLESS or any(word.norm in ("i", "we") for word in before[:3])
    return first and any(word.norm in LEMMAS for word in before[:-1])


_RUNNING_ON = _HATING | {"i", "we", "my", "our"}


def _runs_on(words: Sequence[Token], index: int, start: int) -> bool:
    """Whether a clause of its own begins where no mark parts the two."""
    norm = words[index].norm
    if norm in _HATING:
        return _hates_next(words, index, start)
    if norm in ("my", "our"):
        return _has_own_verb(words, index, start)
    return _goes_on_about_me(words, index, start)


def _goes_on_about_me(words: Sequence[Token], index: int, start: int) -> bool:
    """As in "i like tea i hate coffee", "since i moved here i run every day"."""
    at = start
    while at < index and words[at].norm in ("and", "but", "ever", ","):
        at += 1
    if words[at].norm == "since" and index - at >= 3 and words[index - 1].norm not in STOPS:
        return True
    if index + 2 >= len(words) or not _has_object_before(words, index, start):
        return False
    verb, after = words[index + 1], words[index + 2]
    if verb.norm in ("am", "can", "do", "have", "would", "will"):
        return True
    own = verb.norm in LEMMAS and after.norm not in STOPS - POINTING and not is_break(after)
    return own and after.norm not in DETERMINERS - POINTING


def _hates_next(words: Sequence[Token], index: int, start: int) -> bool:
    """As in "love dumplings hate liver"."""
    if index + 1 >= len(words) or words[index + 1].norm in STOPS | {"of"}:  # "a strong dislike of"
        return False
    return _has_object_before(words, index, start)


_THEIR_VERBS = word_set(
    "lives works plays uses eats is are does has loves hates likes prefers wants can will thinks says"
)


def _has_own_verb(words: Sequence[Token], index: int, start: int) -> bool:
    """As in "i love hiking my gf doesn't": somebody else, and what they do."""
    if index + 2 >= len(words) or index - start < 2 or words[index - 1].norm in STOPS:
        return False
    return words[index + 1].norm in PEOPLE and words[index + 2].norm in _THEIR_VERBS


_FRONTED_VERBS = word_set("love hate adore loathe enjoy dislike like")
"""Verbs at the end of a clause whose object stood first: "trains I love, buses I hate"."""


_DONE = word_set("i we is are was were beats sucks rocks")
"""Words by which a clause before ", and" is complete."""


def _judges_next(words: Sequence[Token], start: int, index: int) -> bool:
    """Whether a verdict on a new thing follows a comma; after ", and" only where a clause is done."""
    if index + 1 < len(words) and words[index + 1].norm == "and":
        done = any(word.norm in _DONE for word in words[start:index])
        return done and _judges(words, index + 2)
    return _judges(words, index + 1)


_JUDGING = word_set("is are was were keeps drives makes do does leaves leave bores bore yes no")


def _judges(words: Sequence[Token], at: int) -> bool:
    """Whether a thing and what is said of it follow a comma: "karaoke not so much"."""
    for index in range(at, min(at + 5, len(words))):
        norm = words[index].norm
        following = words[index + 1].norm if index + 1 < len(words) else ""
        if norm in ("and", "or", ",", "but") or is_break(words[index]):
            return False
        if index > at and (
            norm in _JUDGING
            or (norm == "not" and following in ("so", "my", "for", "really"))
            or (norm in ("not", "never", "always") and following in ("", ".", "!", ",", "\n"))
        ):
            return True
    return False


_SHUNNING = frozenset({"avoiding", "shunning", "skipping", "preferring"})
_UNDER_WAY = word_set(
    "planning using learning living studying thinking looking saving training hoping considering working"
    " moving preparing"
)


def _opens(words: Sequence[Token], at: int, start: int) -> bool:
    """Whether a new clause, not the next thing of a list, begins at a token."""
    if at >= len(words):
        return False
    norm = words[at].norm
    if norm in ("and", "or", "but"):
        return norm != "but" and _opens(words, at + 1, start)
    if _acts_on_me(words, at):
        return True
    told = _opens_by_word(words, at, start)
    if told is not None:
        return told
    verb = LEMMAS.get(norm)
    if verb is not None and verb[1] != "ing" and not words[at].capital:
        return norm not in _ALSO_NOUNS or _has_object(words, at + 1)
    return norm in AFTER_AND_VERBS and norm not in ("to", "of", "with", "in", "on")


_ACTING = word_set(
    "give gives gave make makes made drive drives leave leaves bore bores scare scares annoy annoys calm calms"
    " get gets keep keeps put puts send sends turn turns stress stresses relax relaxes do does"
)


def _acts_on_me(words: Sequence[Token], at: int) -> bool:
    """Whether a thing and what it does to the person begin at a token: "and peanuts give me hives"."""
    for index in range(at + 1, min(at + 4, len(words) - 1)):
        if words[index].norm in _ACTING:
            return words[index + 1].norm in ("me", "us", "my")
        if words[index].norm in STOPS or is_break(words[index]):
            return False
    return False


_OWNERS = frozenset({"my", "our", "your", "his", "her", "their", "the", "this", "that", "these"})
_GERUNDS = frozenset({"living", "working", "studying", "learning", "using"}) | _SHUNNING


def _opens_by_word(words: Sequence[Token], at: int, start: int) -> bool | None:
    """What the word at a token tells by itself of whether a clause begins there, or None."""
    norm, before = words[at].norm, words[at - 1].norm
    following = [word.norm for word in words[at + 1 : at + 4]]
    if norm in ("especially", "including"):
        return following[:1] in (["i"], ["we"])
    if norm in ("not", "plus", "&"):
        return norm == "not" and "fan" in following
    if norm == "much" and following:
        return following[0] == "prefer"
    if norm in ("yes", "no") and following[:1] == ["to"]:
        return True
    if norm in _OWNERS:
        return any(verb in _FINITE for verb in following)
    if norm in ("raised", "bred") and words[at - 2].norm == "born":
        return False
    under_way = norm in _UNDER_WAY and any(w.norm in ("am", "are", "been") for w in words[start:at])
    return True if under_way or (before == "," and norm in _GERUNDS) else None


_ALSO_NOUNS = word_set(
    "dream work run book plan order study cook bike train look hope code host change move pick cut skip"
    " garden paint travel dance swim hike test drive ride practice practise fight deal bear kick sell"
    " trade exchange support help start finish visit drop dump watch drink play stop aim need raise"
    " long shop warm catch smoke vape dread fancy treasure love wish crave research conduct stick"
)


def _has_object(words: Sequence[Token], at: int) -> bool:
    """Whether a word after "and" that may be a noun is a verb there: an object or particle follows."""
    if at >= len(words):
        return False
    norm = words[at].norm
    before = words[at - 1].norm
    if before in ("drink", "play", "watch", "love", "need", "smoke") and norm not in (
        ",",
        "and",
        "or",
    ):
        return not is_break(words[at])
    if before in ("visit", "explore", "climb", "test") and words[at].capital:  # ", visit Malta"
        return True
    return norm in _OBJECTBEGINS


_OBJECTBEGINS = word_set(
    "a an the my our some any it them as to on in at for with about from up out off over into me us this"
    " that these those not around through"
)


_FINITE = word_set(
    "is are was were has have had loves love hates hate likes like does did do can will would"
    " makes keeps wants got went says said thinks drives isn't"
)
