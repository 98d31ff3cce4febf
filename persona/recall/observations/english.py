"""An English claim in the first person turned to the third: "I love my job" is "Ann loves Ann's job".

The first word for the speaker becomes the name, every later one "they", "them" or "their", whatever
their gender. A claim without the speaker in it is an opinion or something they tell of, and is
given as such: "Ann believes family moments make life good", "Ann found the trip tiring".
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from persona.extract.english.words import word_set
from persona.recall.observations.trimming import OPINION
from persona.recall.observations.verbs import (
    IRREGULAR_PASTS,
    MODALS,
    PRESENT,
    is_past,
    third_person,
)

_TOKEN = re.compile(r"[A-Za-z0-9]+(?:['-][A-Za-z0-9]+)*|\s+|.", re.DOTALL)
_SUBJECTS = frozenset({"i", "we"})
_SHORT = {
    "i'm": ("i", "am"), "we're": ("we", "are"), "i've": ("i", "have"), "we've": ("we", "have"),
    "i'd": ("i", "would"), "we'd": ("we", "would"), "i'll": ("i", "will"), "we'll": ("we", "will"),
    "you're": ("you", "are"), "you've": ("you", "have"), "you'll": ("you", "will"), "you'd": ("you", "would"),
}  # fmt: skip
_HAD = re.compile(r"^\s+(?:better|been|[a-z]+ed|gone|done|seen|had|made|got)\b", re.IGNORECASE)
_BETWEEN = word_set(
    "last really just also always never still even finally actually recently already only both all"
    " so usually often sometimes once ever now currently absolutely definitely probably mostly"
    " mainly generally totally simply truly certainly rarely hardly barely almost kind sort"
    " then later not soon eventually first"
)
_COMPANY = r"(?:my|our|the) [\w'-]+(?: (?!is\b|was\b|are\b|were\b|has\b)[\w'-]+)?"
_WITH_ME = re.compile(
    rf"^({_COMPANY}) and (?:i|me|myself)\b(?!')|^(?:me|myself|i) and ({_COMPANY}?)(?= [a-z]+(?:ed)?\b)",
    re.IGNORECASE,
)
_WE_ALL = re.compile(r"\b(we(?:'ve|'re| have| are)?) (?:all|both|each)\b", re.IGNORECASE)
_FIRST = re.compile(r"\b(?:i|we|me|us|my|our|mine|ours|myself|ourselves)\b(?!-)", re.IGNORECASE)


_GENERAL = re.compile(r"\W*i (?:think|believe|feel|find|guess|suppose)\b", re.IGNORECASE)
"""Opinions, whose "you" is anybody."""


def speaks_of_self(text: str) -> bool:
    """Whether an English text has a word of the first person."""
    return bool(_FIRST.search(text))


def told_of(
    text: str,
    name: str,
    *,
    named: bool = False,
    other: str | None = None,
    proper: Collection[str] = (),
) -> str:
    """The claim as somebody else tells it.

    Args:
        text: a claim, trimmed; one sentence.
        name: of the speaker.
        named: whether the name stands in what is told just before, so that "they" will do.
        other: who "you" is; None where that is not known, and "you" is left.
        proper: words that are written with a capital within sentences, so kept so at the beginning.
    """
    text = _WITH_ME.sub(lambda m: f"I and {m[1] or m[2]}", _WE_ALL.sub(r"\1", text))
    if dropped := _with_subject(text):
        text = dropped
    if not speaks_of_self(text):
        return _as_opinion(text, "They" if named else name, plural=named, proper=proper)
    turned = _Turning(name, named, None if _GENERAL.match(text) else other).run(
        _TOKEN.findall(text)
    )
    return turned[:1].upper() + turned[1:]


class _Turning:
    """One pass over the words of a claim."""

    def __init__(self, name: str, named: bool, other: str | None) -> None:
        self.name = name
        self.named = named
        self.other = other
        self.out: list[str] = []

    def run(self, tokens: Sequence[str]) -> str:
        words = list(_parted(tokens))
        at = 0
        while at < len(words):
            low = words[at].lower()
            if low in _SUBJECTS:
                at = self._subject(words, at)
            elif low in _YOU and self.other and not _is_anybody(words, at):
                at = self._addressee(words, at, self.other)
            else:
                self.out.append(self._other(low) or words[at])
                at += 1
        return "".join(self.out)

    def _subject(self, words: Sequence[str], at: int) -> int:
        """Writes the subject and the verb that goes with it; gives the place after them."""
        plural = self.named or _joined_by_and(words, at)
        self.out.append("they" if self.named else self.name)
        self.named = True
        at += 1
        verb = _verb_after(words, at)
        if verb is None:
            return at
        self.out.extend(map(self._between, words[at:verb]))
        self.out.append(_agreeing(words[verb], plural))
        if not plural and words[verb].lower() in PRESENT:
            return self._coordinated(words, verb + 1)
        return verb + 1

    def _addressee(self, words: Sequence[str], at: int, other: str) -> int:
        """Writes "you" as the other's name, with the verb that goes with it."""
        self.out.append(other + _YOU[words[at].lower()])
        verb = _verb_after(words, at + 1) if words[at].lower() == "you" else None
        if verb is None or words[verb].lower() not in PRESENT | _IRREGULAR.keys():
            return at + 1
        self.out.extend(words[at + 1 : verb])
        self.out.append(_agreeing(words[verb], plural=False))
        return verb + 1

    def _coordinated(self, words: Sequence[str], at: int) -> int:
        """Goes on to a second verb of the same subject: "loves tea and drinks it daily"."""
        place = next((n for n in range(at, len(words)) if words[n].lower() in _STOPS), None)
        if place is None or words[place].lower() not in {"and", "but"}:
            return at
        following = [n for n in range(place + 1, len(words)) if words[n].lower() not in _BETWEEN]
        after = next((n for n in following if words[n].strip()), None)
        if after is None or words[after].lower() not in PRESENT or not _opens_object(words, after):
            return at
        self.out.extend(map(self._between, words[at:after]))
        self.out.append(third_person(words[after]))
        return after + 1

    def _between(self, word: str) -> str:
        """A word between a subject and its verb; the subject of a clause set in there is "they"."""
        low = word.lower()
        return "they" if low in _SUBJECTS else self._other(low) or word

    def _other(self, low: str) -> str | None:
        """The word for another form of the first person; None for any other word."""
        if low not in _FORMS:
            return None
        first, later = _FORMS[low]
        word = later if self.named else first.format(name=self.name)
        self.named = self.named or "{name}" in first
        return word


_YOU = {"you": "", "your": "'s", "yours": "'s", "yourself": ""}
_ANYBODY = word_set("when if make makes made let lets give gives help helps where how once as that")


def _is_anybody(words: Sequence[str], at: int) -> bool:
    """Whether a "you" may be anybody: "when you ...", "it makes you happy"."""
    return at >= 2 and words[at - 2].lower() in _ANYBODY


_STOPS = _SUBJECTS | {".", ";", ":", "and", "but", "because", "who", "which", "that", "to", "'"}
_OPENERS = word_set(
    "like a an the my our this that these those it them him her me us to in on at for with about"
    " into up out really just also always some any every each all myself"
)


_SURE = word_set(
    "eat think believe know want hear write read sing teach learn listen live keep go get see sell spend"
    " buy bring tend enjoy adore avoid wear"
)
"""Verbs that are no nouns."""


def _opens_object(words: Sequence[str], verb: int) -> bool:
    """Whether a word is a verb by itself, or by what follows: "drink it", "hope to", "love hiking"."""
    after = words[verb + 2].lower() if verb + 2 < len(words) else ""
    sure = words[verb].lower() in _SURE
    return sure or after in _OPENERS or (after.endswith("ing") and len(after) > 4)


_FORMS = {
    "me": ("{name}", "them"), "us": ("{name}", "them"),
    "my": ("{name}'s", "their"), "our": ("{name}'s", "their"),
    "mine": ("{name}'s", "theirs"), "ours": ("{name}'s", "theirs"),
    "myself": ("themselves", "themselves"), "ourselves": ("themselves", "themselves"),
}  # fmt: skip


def _parted(tokens: Sequence[str]) -> list[str]:
    """The tokens, "I'm" and the like as two words with a space between."""
    words: list[str] = []
    for number, token in enumerate(tokens):
        parts = _SHORT.get(token.lower())
        if parts is None:
            words.append(token)
            continue
        verb = parts[1]
        if verb == "would" and _HAD.match("".join(tokens[number + 1 : number + 3])):
            verb = "had"
        words += [parts[0], " ", verb]
    return words


def _is_and(words: Sequence[str], at: int) -> bool:
    return [w.lower() for w in words[at : at + 2]] == [" ", "and"]


def _joined_by_and(words: Sequence[str], at: int) -> bool:
    """Whether the subject is one of several: "I and my brother"."""
    return (
        _is_and(words, at + 1)
        and at + 4 < len(words)
        and words[at + 4].lower() in {"my", "our", "the"}
    )


def _verb_after(words: Sequence[str], at: int) -> int | None:
    """The place of the verb after a subject, adverbs between them left aside."""
    if _is_and(words, at):
        following = (n for n in range(at + 2, len(words)) if words[n].lower() in _BE_OR_HAVE)
        return next(following, None)
    for place in range(at, min(at + 9, len(words))):
        word = words[place].lower()
        if word.isspace():
            continue
        if word in _BETWEEN or (word.endswith("ly") and word not in PRESENT):
            continue
        return place if word[:1].isalpha() and word not in _SUBJECTS | _FORMS.keys() else None
    return None


_BE_OR_HAVE = frozenset({"am", "are", "was", "were", "have", "do"})
_IRREGULAR = {
    "am": ("is", "are"), "are": ("is", "are"), "was": ("was", "were"), "were": ("was", "were"),
    "have": ("has", "have"), "do": ("does", "do"), "don't": ("doesn't", "don't"), "ain't": ("isn't", "aren't"),
    "haven't": ("hasn't", "haven't"), "aren't": ("isn't", "aren't"), "weren't": ("wasn't", "weren't"),
    "wasn't": ("wasn't", "weren't"), "dont": ("doesn't", "don't"), "havent": ("hasn't", "haven't"),
}  # fmt: skip


def _agreeing(verb: str, plural: bool) -> str:
    """The verb of "I" as it stands after the name, or after "they"."""
    low = verb.lower()
    if low in _IRREGULAR:
        return _IRREGULAR[low][plural]
    if plural or low in MODALS or is_past(low):
        return verb
    return third_person(verb)


# --- no subject, or none of the first person ------------------------------------------------------

_ADVERBS = r"(?:(?:just|still|also|always|never|already|currently|recently|finally|really|even|lately|now|mostly|only)\s+)*"
_DROPPED = tuple(
    (re.compile(rf"^(?:{pattern})", re.IGNORECASE), lead)
    for pattern, lead in (
        (rf"(?:{_ADVERBS}going to|{_ADVERBS}(?:looking forward|thinking (?:of|about)|hoping (?:to|for|that)|planning (?:to|on|a)|trying to|working on|getting ready|considering)\b)", "I'm "),
        (rf"{_ADVERBS}been (?:[a-z]+ing|to|on|busy|so|into|really)\b", "I've "),
        (rf"(?:{_ADVERBS}(?:excited|thrilled|happy|proud|grateful|thankful|stoked|lucky|glad|worried|nervous|ready|busy|swamped|tired|sad|blessed|hopeful|obsessed|addicted|passionate)\b)", "I'm "),
        (rf"(?:{_ADVERBS}(?:can't|cannot|couldn't|won't|wouldn't|don't|didn't|haven't|gotta|got to)\b)", "I "),
        (rf"(?:{_ADVERBS}(?:{'|'.join(sorted(IRREGULAR_PASTS))}|[a-z]{{3,}}ed)\s+(?:a|an|the|my|some|to|up|out|it|in|on|at|this|that|for|from|with|into|back|by|new|home|our)\b)", "I "),
        (rf"(?:{_ADVERBS}(?:love|enjoy|hate|prefer|need|want|hope|wish|miss|cherish|appreciate|adore)\b)", "I "),
    )
)  # fmt: skip


_GERUND = re.compile(
    rf"^{_ADVERBS}[a-z]{{2,}}ing\b(?!,? (?:[^,;:–—.]*,)? ?(?:i|we|it|you)\b)(?P<rest>[^,;:–—.]*)",
    re.IGNORECASE,
)
_FINITE = re.compile(
    rf"\b(?:is|are|was|were|has|have|had|can|will|would|could|{'|'.join(map(third_person, sorted(PRESENT)))}|{'|'.join(sorted(IRREGULAR_PASTS))}"
    r"|sounds|seems|feels|shows|means|[a-z]+ly [a-z]{3,}s|[a-z]{3,}s (?:my|me|us|our))\b|'s (?:a|the|so|been|really|my|always)\b",
    re.IGNORECASE,
)
"""A verb that makes a subject of the gerund before it ("creating art was ...")."""


def _with_subject(text: str) -> str:
    """The claim with "I" before a verb that stands without a subject; "" where none does."""
    lead = next((lead for pattern, lead in _DROPPED if pattern.match(text)), "")
    if not lead and (match := _GERUND.match(text)) and not _FINITE.search(match["rest"]):
        lead = "I'm "
    return lead + text[:1].lower() + text[1:] if lead else ""


_FOUND = re.compile(
    rf"^(?P<what>(?:the|this|that|these|those|it|they|being|[a-z]+ing|[a-z]+)\b[^,;]{{0,60}}?)(?P<be>'s been|'ve been| has been| have been|'s|'re| is| are| was| were)(?P<how>(?: (?:so|such|a|an|the|very|super|really|pretty|quite|always|also|just|both|all|too|most|more|truly|not|how)){{0,3}} {OPINION})(?P<rest>\b.*)$",
    re.IGNORECASE,
)
_NO_THING = re.compile(
    r"^(?:there|so|what|how|when|if)\b|\b(?:must|can|will|would|might|may|could|should)$|\b(?:and|but|because|when) (?:the|it|they|that|this|i|we|he|she)\b",
    re.IGNORECASE,
)
_TOLD = re.compile(
    rf"\b(?:{'|'.join(sorted(IRREGULAR_PASTS))}|[a-z]{{3,}}ed|name|named|called|years?|months?|weeks?|\d+)\b",
    re.IGNORECASE,
)
"""What tells of something that happened, or is so and so: no opinion."""


def _as_opinion(text: str, name: str, *, plural: bool, proper: Collection[str]) -> str:
    """What has no word of the first person in it, told as the speaker's."""
    match = _FOUND.match(text)
    if match and not _NO_THING.search(match["what"]):
        past = match["be"].strip().lower() in {
            "was",
            "were",
            "'s been",
            "has been",
            "have been",
            "'ve been",
        }
        verb = "found" if past else "find" if plural else "finds"
        return f"{name} {verb} {_lowered(match['what'], proper)}{match['how']}{match['rest']}"
    verb = (
        ("say" if plural else "says") if _TOLD.search(text) else "believe" if plural else "believes"
    )
    return f"{name} {verb} {_lowered(text, proper)}"


def _lowered(text: str, proper: Collection[str]) -> str:
    """The text with a small first letter, unless its first word is a name or an abbreviation."""
    first = re.split(r"[\s',]", text, maxsplit=1)[0]
    kept = first in proper or first[1:] != first[1:].lower()
    return text if kept else text[:1].lower() + text[1:]
