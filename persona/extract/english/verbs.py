"""English clauses whose verb is a cue: "I can't stand X", "we deploy on X", "I'm into X"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from persona.extract.english import changes
from persona.extract.english.cues import (
    AMBIGUOUS_PAST,
    CUES,
    HEDGED,
    LEMMAS,
    MAX_CUE,
    NEVER_VERBS,
    PASSING,
    PLAIN,
    Cue,
    Form,
)
from persona.extract.english.heads import Head, form, sizes_skipped
from persona.extract.english.lists import extended, past_anything, phrases_at, verb_phrases_at
from persona.extract.english.objects import CHECKS, LABEL, Context, is_named
from persona.extract.english.phrases import Phrase
from persona.extract.english.tokens import Token
from persona.extract.english.words import POINTING, word_set
from persona.extract.statement import Statement

_JOINS = frozenset({"with", "on", "behind"})


_NO_JOINS: frozenset[str] = frozenset()


_ATTITUDES = frozenset({"likes", "dislikes", "prefers"})


def by_cue(
    text: str, words: Sequence[Token], start: Head, *, elliptical: bool
) -> Iterator[Statement]:
    """What a clause states whose main verb begins a cue; `elliptical` without a subject before it."""
    matched = _cue(words, start, elliptical=elliptical)
    if matched is None or not _tense_fits(matched, start):
        return
    matched = _past_datives(words, matched, start)
    sign = _sign(matched, start)
    if sign is None:
        return
    kind, polarity = sign
    after = matched.after
    said_no = polarity < 0 and (start.negations or start.ended)
    label = text[words[start.begin if said_no else start.at].start : words[after - 1].end]
    refused = _refused_at(matched, words)
    if refused:
        for item in verb_phrases_at(text, words, refused):
            yield Statement("avoids", item.text, f"{label} not", -1, item.start, PLAIN)
    elif (shunned := _shunned(words, matched, start)) is not None:
        yield from by_cue(text, words, shunned, elliptical=False)
    elif kind == "prefers" and changes.over(text, words, after) is not None:
        yield from changes.preferred(text, words, after, label)
    else:
        yield from _stated(text, words, matched, start, sign, label)


def _refused_at(matched: _Match, words: Sequence[Token]) -> int:
    """Where the deed begins in "I'd rather not use X", "I prefer not to use X"; 0 where there is none."""
    following = [word.norm for word in words[matched.after : matched.after + 2]]
    if matched.phrase == "would rather" and following[:1] == ["not"]:
        return matched.after + 1
    return matched.after + 2 if matched.phrase == "prefer" and following == ["not", "to"] else 0


def _shunned(words: Sequence[Token], matched: _Match, start: Head) -> Head | None:
    """As in "I prefer to avoid X", "I want to steer clear of X": the deed that says what is meant."""
    if not matched.cue.to or matched.cue.polarity < 0 or start.negations or start.ended:
        return None
    to = matched.after < len(words) and words[matched.after].norm == "to"
    at = matched.after + to
    if at >= len(words) or form(words[at].norm) != ("base" if to else "ing"):
        return None
    inner = Head(at, begin=start.begin, hedged=start.hedged)
    found = _cue(words, inner, elliptical=False)
    return inner if found is not None and found.cue.kind == "avoids" else None


def _stated(
    text: str,
    words: Sequence[Token],
    matched: _Match,
    start: Head,
    sign: tuple[str, int],
    label: str,
) -> Iterator[Statement]:
    """The common case: the cue with each object that it may have."""
    kind, polarity = sign
    cue, after = matched.cue, matched.after
    weight = HEDGED if start.hedged or start.modal == "might" else PLAIN
    if matched.form == "past" and kind in _ATTITUDES and not start.perfect:
        weight = min(weight, PASSING)
    to = after < len(words) and words[after].norm == "to"
    context = Context(
        matched.form,
        start.modal,
        matched.progressive,
        words,
        after,
        to,
        start.ended,
        bool(start.negations),
    )
    for item in _objects(text, words, after, cue, start):
        if not _is_believed(item, kind, cue, context):
            continue
        if item.negated:
            if kind in _ATTITUDES and polarity > 0:
                yield Statement("dislikes", item.text, f"not {label}", -1, item.start, weight)
            continue
        if kind in _ATTITUDES and words[after].norm in ("my", "our"):
            item = _as_had(item)
        if kind == "allergic_to" and item.text.split()[-1].lower() in _NO_ALLERGEN:
            yield Statement("dislikes", item.text, label, polarity, item.start, weight)
            continue
        compared = kind == "likes" and changes.is_compared(words, item.after)
        yield Statement(
            "prefers" if compared else kind, item.text, label, polarity, item.start, weight
        )


_NO_ALLERGEN = word_set(
    "talk mornings morning work commitment drama stupidity people meetings exercise responsibility feelings emotions"
    " bullshit nonsense bureaucracy excuses hypocrisy housework homework cardio deadlines paperwork queues crowds"
    " boredom failure change effort fun happiness weekdays losing adulting"
)
"""What nobody's body reacts to: "allergic to small talk" is said in jest."""
_HAD = frozenset(
    {"black", "white", "hot", "cold", "iced", "rare", "medium-rare", "well-done", "runny", "spicy", "sweet", "strong",
     "weak", "plain", "neat", "raw", "crispy", "soft", "dry", "salty", "loud", "short", "long", "warm", "dark"}
)  # fmt: skip


def _as_had(item: Phrase) -> Phrase:
    """Of "coffee black" in "I like my coffee black": coffee."""
    *rest, last = item.text.split()
    if not rest or last not in _HAD:
        return item
    if rest[-1] in ("food", "drinks", "meals", "things"):  # "I like my food spicy"
        at = len(item.text) - len(last)
        return item._replace(text=last, start=item.start + at)
    return item._replace(text=item.text[: -len(last)].rstrip())


def _past_datives(words: Sequence[Token], matched: _Match, start: Head) -> _Match:
    """The cue moved past "myself" and "neither", which negates it."""
    while matched.after + 1 < len(words) and words[matched.after].norm in _DATIVES:
        matched = matched._replace(after=matched.after + 1)
    if matched.after < len(words) and words[matched.after].norm == "neither":
        start.negations += 1
        start.begin = matched.after
        matched = matched._replace(after=matched.after + 1)
    return matched


IDLE = frozenset({"when", "if", "how", "that", "here", "there", "to", "as", "whenever", "way"})


def _is_believed(item: Phrase, kind: str, cue: Cue, context: Context) -> bool:
    """Whether the object is one that the cue may have; a pronoun must stand for a thing."""
    if kind == "avoids" and context.to:  # "I don't want to burden them"
        return False
    if kind == "interested_in" and item.text.endswith(" diet"):  # one without a name
        return False
    if not item.pronoun:
        if kind in _ATTITUDES and " " in item.text and LABEL.fullmatch(item.text.lower()):
            return False
        if context.ended and cue.needs in ("named", "bare", "bought"):
            return True
        return CHECKS[cue.needs](item, context)
    words = context.words
    following = words[item.after].norm if item.after < len(words) else "."
    if cue.needs == "choice":
        return False
    held = (
        kind in _ATTITUDES or kind == "allergic_to" or (kind == "uses" and context.form == "base")
    )
    return held and item.text.lower() in POINTING and following not in IDLE


_DATIVES = frozenset({"myself", "ourselves", "me", "us"})


class _Match(NamedTuple):
    """A cue that stands at the main verb, the index after it, and the verb's form."""

    phrase: str
    cue: Cue
    after: int
    form: Form
    progressive: bool


def _cue(words: Sequence[Token], start: Head, *, elliptical: bool) -> _Match | None:
    """The longest cue at the main verb."""
    kept = sizes_skipped(words, start.at)
    if not kept:
        return None
    norms = [words[index].norm for index in kept]
    lemma, form = LEMMAS.get(norms[0], (norms[0], "base"))
    only = kept[0] and words[kept[0] - 1].norm == "only"
    if norms[0] in AMBIGUOUS_PAST and ((elliptical and not only) or start.perfect):
        form = "past"
    progressive = form == "ing" and not start.ended
    best: _Match | None = None
    for candidate in _candidates(norms, lemma, form, start, elliptical=elliptical):
        extra = len(candidate) - len(norms)
        for length in range(min(MAX_CUE, len(candidate)), extra, -1):
            phrase = " ".join(candidate[:length])
            cue = CUES.get(phrase)
            after = kept[length - extra - 1] + 1
            if cue is not None and cue.needs == "attended" and start.be and not start.begun:
                continue  # "I'm going to yoga tonight" is one evening
            if cue is not None and (best is None or after > best.after):
                told: Form = "base" if candidate[0] == "am" else form
                best = _Match(phrase, cue, after, told, progressive)
    return best


def _candidates(
    norms: list[str], lemma: str, form: Form, start: Head, *, elliptical: bool
) -> Iterator[list[str]]:
    """The words at the main verb in the ways in which a cue may be written."""
    if start.modal in ("would", "will", "can") and not start.be:
        yield [start.modal, lemma, *norms[1:]]
    if start.perfect and norms[0] == "got":  # "I've got zero interest in"
        yield ["have", *norms[1:]]
    bare = elliptical
    if (start.be and not start.begun) or bare:
        yield ["am", *norms]
    if not start.be or form == "ing" or bare:
        yield [lemma, *norms[1:]]


def _tense_fits(matched: _Match, start: Head) -> bool:
    """Whether the tense and modal let the cue tell of a habit or state, not of one event or wish."""
    cue, form = matched.cue, matched.form
    if start.modal and not _modal_fits(matched, start):
        return False
    if start.modal == "can" or start.ended:
        return True
    if start.past and start.be and cue.kind in _LASTING:
        return False
    if start.past and start.be and matched.phrase.startswith(_ONCE) and not start.negations:
        return False  # "I was into punk" tells of then, not of now
    if form == "past" and "past" not in cue.forms:
        return start.perfect and cue.kind in _LASTING and (cue.kind != "uses" or start.lapsed)
    return form in cue.forms


_ONCE = (
    "am into", "am fan", "am obsessed", "am hooked", "am addicted", "am crazy", "am mad", "am nuts",
    "am keen", "am big on", "am huge on", "am passionate",
)  # fmt: skip
_LASTING = frozenset({"uses", "works_at", "lives_in", "learning", "plans", "owns", "speaks"})


def _modal_fits(matched: _Match, start: Head) -> bool:
    cue, denied = matched.cue, bool(start.negations)
    deciding = cue.needs in ("choice", "refusal")
    if start.modal == "must" and cue.kind == "avoids":
        return not denied
    if start.modal in ("could", "should", "must"):
        if matched.phrase == "do without" and start.modal == "could":
            return not denied
        return denied and (cue.only_negated or cue.negated == "dislikes")
    if start.modal == "would":
        if matched.phrase.startswith("would") or matched.phrase == "prefer" or deciding:
            return True
        return denied and cue.kind in ("uses", "dislikes", "likes")
    if start.modal == "will":
        return denied or deciding or cue.kind in ("prefers", "wants", "plans", "avoids")
    if start.modal == "can":
        return denied or cue.kind == "dislikes" or matched.phrase.startswith("can ")
    return True


def _sign(matched: _Match, start: Head) -> tuple[str, int] | None:
    """(kind, polarity) after negation and endings, or None where that states nothing."""
    cue = matched.cue
    if start.ended:
        if start.denied and cue.only_negated and cue.kind == "dislikes":
            return cue.kind, -1  # "I don't vibe with it any more"
        if start.negations or cue.polarity < 0 or cue.only_negated:
            return None
        ended = {"likes": "dislikes", "prefers": "dislikes", "owns": "uses"}
        if matched.phrase == "collect":
            return "uses", -1
        bought = matched.phrase in ("buy", "purchase") or cue.kind != "owns"
        return (ended.get(cue.kind, cue.kind) if bought else cue.kind), -1
    if cue.only_negated:
        if cue.kind == "rejected" and not start.modal:  # "I've never tried sushi"
            return None
        return (cue.kind, cue.polarity) if start.negations else None
    if not start.negations:
        return cue.kind, cue.polarity
    if start.never and matched.phrase.split()[0] in NEVER_VERBS and not start.perfect:
        return "never", -1
    if cue.kind == "uses" and (start.perfect or start.past):
        return (cue.kind, -1) if start.perfect and start.lapsed else None
    return None if cue.negated is None else (cue.negated, cue.negated_polarity)


def _objects(text: str, words: Sequence[Token], at: int, cue: Cue, start: Head) -> Sequence[Phrase]:
    if at < len(words) and words[at].norm == "to" and cue.to:
        return verb_phrases_at(text, words, at + 1)
    if cue.polarity < 0 or start.negations or cue.kind in _ATTITUDES:
        at = past_anything(words, at)
    if cue.kind == "prefers" and start.modal == "would" and at < len(words):
        verb = LEMMAS.get(words[at].norm)
        if verb is not None and verb[1] == "base" and not words[at].capital:
            return verb_phrases_at(text, words, at)
    if cue.kind == "uses" and cue.needs in ("", "named"):
        found = phrases_at(text, words, at, joins=_JOINS)
        return [f for f in found if f is found[0] or is_named(f) or not _is_joined(words, f)]
    found_all = phrases_at(text, words, at, joins=_NO_JOINS)
    if cue.kind == "uses":  # "I play guitar and cook": the last is a verb
        found_all = [f for f in found_all if f is found_all[0] or f.text not in LEMMAS]
    if cue.kind in ("plans", "wants") and len(found_all) == 1:
        return [extended(text, words, found_all[0])]
    return found_all


def _is_joined(words: Sequence[Token], item: Phrase) -> bool:
    """Whether a preposition of a stack, not a comma or "and", stands before the phrase."""
    before = [word.norm for word in words if word.start < item.start][-2:]
    return any(norm in _JOINS for norm in before)
