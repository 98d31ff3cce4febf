"""One English clause at a time: its openers, its subject, and whether it leaves the subject out."""

from __future__ import annotations

from collections.abc import Sequence

from persona.extract.english.cues import AMBIGUOUS_PAST, CUES, LEMMAS
from persona.extract.english.cuts import VERBLESS
from persona.extract.english.heads import form
from persona.extract.english.tokens import Token
from persona.extract.english.words import (
    PEOPLE,
    word_set,
)

_CONDITIONAL = word_set("if when whenever unless until whether")


_LEADS = word_set(
    "and but or so well okay ok oh yeah yep yup yes no nope nah hey hi hello lol haha hmm um"
    " uh anyway because since although though while whereas however yet also plus then ,"
    " please wow ah aw omg sure right man dude guys btw fyi tbh honestly ' actually hm agreed"
    " exactly true good thanks sorry oops me also & + which especially"
)


_AFTER_NO = word_set(", i we it that they but not no never my thanks really he she this")


def _is_addressed(words: Sequence[Token]) -> bool:
    """Whether somebody is spoken to by name: "Nate, my favourite treat is ..."."""
    if len(words) < 5 or words[1].norm != "," or words[2].norm not in ("my", "our"):
        return False
    named = words[0].raw.istitle() and words[0].raw.isalpha()
    return named and any(word.norm in ("is", "are") for word in words[3:])


def opening(words: Sequence[Token]) -> int:
    """How many words of a clause are openers and conjunctions before what it says."""
    at = 2 if _is_addressed(words) else 0
    while at < len(words) and words[at].norm in _LEADS:
        following = words[at + 1].norm if at + 1 < len(words) else ","
        if words[at].norm == "no" and following not in _AFTER_NO:
            break
        if (words[at].norm, following) in (("right", "up"), ("yes", "to"), ("no", "to")):
            break
        if (words[at].norm, following) == ("no", "thanks") and at and words[at - 1].norm == ",":
            break  # "figs, no thanks"
        at += 1
    return _past_remark(words, at)


_REMARKS = (
    ("not", "going", "to", "lie"), ("do", "not", "get", "me", "wrong"), ("to", "be", "fair"),
    ("to", "be", "honest"), ("low", "key"), ("high", "key"), ("real", "talk"), ("hot", "take"),
    ("fun", "fact"), ("long", "story", "short"), ("unpopular", "opinion"), ("i", "will", "be", "honest"),
)  # fmt: skip


_REMARK_OPENERS = frozenset(remark[0] for remark in _REMARKS)


def _past_remark(words: Sequence[Token], at: int) -> int:
    """The index after "not going to lie" and the like, which only lead up to what is said."""
    if at >= len(words) or words[at].norm not in _REMARK_OPENERS:
        return at
    for remark in _REMARKS:
        after = at + len(remark)
        if after < len(words) and tuple(word.norm for word in words[at:after]) == remark:
            return after + (words[after].norm == "," and after + 1 < len(words))
    return at


def is_conditional(words: Sequence[Token]) -> bool:
    """Whether a clause only says under which condition something would be."""
    at = 0
    while at < len(words) and words[at].norm in ("and", ",", "but", "or", "even", "so"):
        at += 1
    return at < len(words) and words[at].norm in _CONDITIONAL


_BLOCKING = word_set(
    "if when whenever unless whether until before after what how why where which who whom"
    " that as than wish think thinks thought say says said told tell asked asks claims all"
    " everything anything something nothing once like whatever because people things thing"
    " only reason way lest not does do did would could should can is are was am sure"
)


_GOOD_LEADS = word_set(
    "one someday in on at for during these nowadays today tonight yesterday this last every each most as"
    " by with after before from over until usually first personally same lately back of once"
    " ever since rather instead five two three ten years months weeks yes outside apart besides given day nights"
)


_REMINDERS = frozenset({"remember", "note", "reminder"})


def first_person(words: Sequence[Token], start: int) -> int | None:
    """Where "I" or "we" is the subject of what a clause states, from a token on, or None."""
    for at in range(start, len(words)):
        if words[at].norm not in ("i", "we"):
            continue
        lead = words[start:at]
        if not lead:
            return at
        last = lead[-1].norm
        if [word.norm for word in lead[:2]] == ["not", "only"] or lead[0].norm in _REMINDERS:
            return at
        if last == "all" and lead[0].norm in ("most", "above", "first"):
            return at
        if [word.norm for word in lead] in (["it", "is", "that"], ["it", "is", "because"]):
            return at
        if last in ("think", "guess", "suppose") and len(lead) == 2:
            return at
        if last in _BLOCKING and last not in _GOOD_LEADS:
            return None
        return at if lead[0].norm in _GOOD_LEADS and len(lead) <= 8 else None
    return None


def is_other_person(words: Sequence[Token], at: int) -> bool:
    """Whether the subject is somebody else: "she", "my sister", "your friend"."""
    if at >= len(words):
        return False
    norm = words[at].norm
    if norm in ("he", "she", "you", "your", "his", "her", "their", "who", "people", "everyone"):
        return True
    following = [word.norm.removesuffix("'s") for word in words[at + 1 : at + 4]]
    if "tongue" in following:
        return False
    return norm in ("my", "our", "a", "the") and any(word in PEOPLE for word in following[:2])


def is_elliptical(words: Sequence[Token], at: int) -> bool:
    """Whether a clause without subject can only be about the speaker ("Love the mountains")."""
    if at >= len(words):
        return False
    norm = words[at].norm
    verb = LEMMAS.get(norm)
    if norm in ("kinda", "sorta") and at + 1 < len(words):
        return is_elliptical(words, at + 1)
    if norm == "like":  # "hobbies, like soccer": only where the clause begins with it
        return at == 0
    if norm in VERBLESS and norm != "use" and norm != "deploy":
        return True
    if verb is not None and (verb[1] == "past" or norm in AMBIGUOUS_PAST):
        return at == 0 or words[at - 1].norm not in ("that", "which")
    following = words[at + 1].norm if at + 1 < len(words) else ""
    return _is_elliptical_pair(norm, following) or norm in (
        "obsessed", "allergic", "addicted", "hooked", "into", "huge", "big", "massive", "fan", "born",
        "based", "originally", "sick", "tired", "fond", "working", "living", "using", "learning",
        "not", "currently", "loving", "enjoying", "planning", "no", "raised", "interested", "moving",
        "training", "thinking", "studying", "struggling", "fluent", "married", "have", "been",
        "looking", "saving", "went", "got", "from", "hoping", "reading", "done", "avoiding", "preferring",
    )  # fmt: skip


_PAIRS = {
    "back": ("on", "to", "with"), "taking": ("a",), "work": ("at", "as", "for", "in"),
    "live": ("at", "as", "for", "in"), "code": ("at", "as", "for", "in"),
}  # fmt: skip


def _is_elliptical_pair(norm: str, following: str) -> bool:
    """Whether two words begin a clause about the speaker: "terrified of", "back on", "can't"."""
    if norm in ("can", "could", "never", "do", "did"):
        return following == "not" or form(following) in ("base", "past")
    return following in _PAIRS.get(norm, ()) or f"am {norm} {following}" in CUES
