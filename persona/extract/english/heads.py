"""What stands before the main verb of an English clause: auxiliaries, negation, tense, doubt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from persona.extract.english.cues import AMBIGUOUS_PAST, LEMMAS
from persona.extract.english.tokens import Token
from persona.extract.english.words import word_set

_SIZES = word_set(
    "big huge massive real total true lifelong long-time longtime avid major such bit little"
    " strong serious deep great lot certain die-hard diehard hardcore complete absolute proud"
    " the a an my own so devoted slight severe genuine enormous more new firm intense ethical moral profound"
    " extreme particular marked"
)


_PARTICIPLES = word_set("been got gotten gone had made done found become fallen grown taken")


@dataclass(slots=True)
class Head:
    """What stands before the main verb of a clause.

    Attributes:
        at: index of the main verb (or of what follows "am").
        lapsed: whether a span of time follows ("since 2019", "in years").
        begin: index of the first word after the subject.
        denied: whether it ended by "not ... any more", which denies what is now.
        begun: "started", "keep": the verb after it is not one of "to be".
        be: whether a form of "be" goes before.
        negations: how many.
        never: whether one of them is "never".
        ended: "no longer", "used to", "stopped", "any more".
        modal: would, will, can, might, must ... or "".
        past: whether the auxiliary is past ("was", "did").
        perfect: whether "have" goes before.
        hedged: whether the person is not sure.
    """

    at: int
    be: bool = False
    negations: int = 0
    never: bool = False
    ended: bool = False
    modal: str = ""
    past: bool = False
    perfect: bool = False
    hedged: bool = False
    begin: int = 0
    lapsed: bool = False
    begun: bool = False
    denied: bool = False


_MODALS = {
    "can": "can", "could": "could", "will": "will", "would": "would", "might": "might",
    "may": "might", "should": "should", "must": "must", "shall": "will",
}  # fmt: skip


BE = frozenset({"am", "was", "were", "are", "been", "being", "be"})


_THINKING = word_set(
    "think guess suppose believe feel mean meant know admit confess said say mentioned reckon bet"
)


_REPORTING = word_set("said say mentioned meant mean admit")


_HEDGING = word_set("maybe perhaps possibly guess suppose kinda sorta")


def head(words: Sequence[Token], at: int) -> Head:
    """Reads auxiliaries, negations and adverbs from a token on."""
    found = Head(at, begin=at)
    while found.at < len(words):
        step = _step(words, found)
        if step == 0:
            break
        found.at += step
    found.lapsed = any(
        word.norm == "since" or (word.norm in ("in", "for") and _is_span(words, index + 1))
        for index, word in enumerate(words)
    )
    banned = found.modal in ("can", "could")  # "I can't eat it any more" is a ban, no habit ended
    if found.negations and not banned and _says_any_more(words):
        found.ended, found.negations = True, found.negations - 1
        found.denied = True
    return found


def _says_any_more(words: Sequence[Token]) -> bool:
    """Whether "anymore", "any more" or "no more" stands in a clause."""
    return any(
        word.norm == "anymore"
        or (
            word.norm in ("any", "no")
            and index + 1 < len(words)
            and words[index + 1].norm == "more"
        )
        for index, word in enumerate(words)
    )


def _is_span(words: Sequence[Token], at: int) -> bool:
    return any(
        word.norm in ("years", "months", "ages", "weeks", "decades") for word in words[at : at + 3]
    )


def _step(words: Sequence[Token], found: Head) -> int:
    norm = words[found.at].norm
    following = words[found.at + 1].norm if found.at + 1 < len(words) else ""
    if norm in ("not", "never"):
        return _negation(norm, following, found)
    if norm == "no" and following == "longer":
        found.ended = True
        return 2
    if norm == "used" and following == "to" and not found.be:
        found.ended = True
        return 2
    if norm in ("only", "also") or (norm in _HEDGING and following not in ("i", "we")):
        found.hedged = found.hedged or norm in _HEDGING
        return 1
    if (norm == "much" and form(following) == "base") or (norm == "ever" and found.negations):
        return 1
    if norm in ("kind", "sort") and following == "of":
        found.hedged = True
        return 2
    return _auxiliary(words, norm, following, found) or _aspect(norm, following, found)


def _negation(norm: str, following: str, found: Head) -> int:
    if norm == "not" and following == "only":
        return 2
    found.negations += 1
    found.never = found.never or norm == "never"
    return 1


def _auxiliary(words: Sequence[Token], norm: str, following: str, found: Head) -> int:
    if norm in BE:
        found.be = True
        found.past = found.past or (norm in ("was", "were"))
        return 1
    if norm in _MODALS and not found.modal:
        found.modal = _MODALS[norm]
        return 1
    if norm in ("do", "did") and (following in ("not", "never") or form(following) == "base"):
        found.past = found.past or norm == "did"
        return 1
    if norm in ("have", "had") and _is_perfect(words, found.at + 1):
        found.perfect = True
        return 1
    if norm == "got" and found.perfect and following not in _PARTICIPLES:
        return 0
    return 0


def _is_perfect(words: Sequence[Token], at: int) -> bool:
    while at < len(words) and words[at].norm in ("not", "never", "ever"):
        at += 1
    if at >= len(words):
        return False
    norm = words[at].norm
    if norm == "got":
        return not (at + 1 < len(words) and words[at + 1].norm in ("a", "an", "two", "three", "my"))
    verb = LEMMAS.get(norm)
    participle = verb is not None and (verb[1] == "past" or verb[0] in AMBIGUOUS_PAST)
    return norm in _PARTICIPLES or participle


def _aspect(norm: str, following: str, found: Head) -> int:
    """Verbs that only say that something begins, goes on or ends: "started learning"."""
    if norm in _THINKING and following in ("i", "we") and not found.be:
        if found.negations and norm in _REPORTING and not found.modal:
            found.negations = 2  # "I never said I liked it" neither likes nor dislikes
        found.hedged = found.hedged or norm in ("think", "guess", "suppose")
        return 2
    if following == "to" and norm in ("try", "tend"):
        return 2
    if following == "to" and norm == "able" and found.be:
        found.be = False
        return 2
    verb = LEMMAS.get(following)
    if verb is None or verb[1] != "ing":
        return 0
    if norm in (
        "started",
        "start",
        "began",
        "begun",
        "keep",
        "kept",
        "getting",
        "starting",
        "back",
    ):
        found.be = found.begun = True
        return 1
    if norm in ("stopped", "quit", "ceased") and not found.modal and not found.negations:
        found.ended = True
        found.be = True
        return 1
    return 0


def sizes_skipped(words: Sequence[Token], at: int) -> list[int]:
    """Indexes of the words from a token on, without articles and words of size, at most eight."""
    last = min(at + 12, len(words))
    return [index for index in range(at, last) if not _is_passed_over(words, index)][:8]


def _is_passed_over(words: Sequence[Token], index: int) -> bool:
    norm = words[index].norm
    if norm in ("it", "them", "everything", "stuff", "that"):
        following = words[index + 1].norm if index + 1 < len(words) else ""
        return following in ("on", "with", "in", "to", "at")
    following = words[index + 1].norm if index + 1 < len(words) else ""
    if norm == "clear":
        return following in ("preference", "dislike", "aversion")
    if norm in ("myself", "ourselves") or (norm == "me" and following == "some"):
        return index == 0 or words[index - 1].norm not in ("teach", "teaching", "taught")
    if norm.endswith("ly") and following in ("allergic", "obsessed", "addicted"):
        return True
    return (
        norm in _SIZES
        and norm not in LEMMAS
        and not (norm in ("big", "huge") and following == "on")
    )


def form(norm: str) -> str:
    """Which form of a verb a word is: "base", "ing", "past", or "" for no verb that we know."""
    verb = LEMMAS.get(norm)
    return "" if verb is None else verb[1]
