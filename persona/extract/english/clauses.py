"""One English clause at a time: where a sentence is cut, and what stands before its main verb."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from persona.extract.english.cues import AMBIGUOUS_PAST, LEMMAS
from persona.extract.english.heads import BE, form
from persona.extract.english.tokens import Token, is_break
from persona.extract.english.words import AFTER_AND_VERBS, PEOPLE, word_set

_CUTTING = word_set(
    "but because since so although though while whereas however yet if when whenever unless"
    " until whether which who hence therefore"
)


_CONDITIONAL = word_set("if when whenever unless until whether")


_LEADS = word_set(
    "and but or so well okay ok oh yeah yep yup yes no nope nah hey hi hello lol haha hmm um"
    " uh anyway because since although though while whereas however yet also plus then ,"
    " please wow ah aw omg sure right man dude guys btw fyi tbh honestly ' actually hm agreed"
    " exactly true good thanks sorry oops me also & + which"
)


_VERBLESS = word_set("love hate like enjoy prefer dislike deploy use hated loved")


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


def _cuts(words: Sequence[Token], index: int, start: int) -> bool:
    norm = words[index].norm
    following = words[index + 1].norm if index + 1 < len(words) else "."
    if norm == "but":
        return following not in ("not", "no") and words[index - 1].norm not in (
            "anything", "everything", "nothing", "all", "help",
        ) and not any(word.norm == "only" for word in words[start:index])  # fmt: skip
    if norm == "so" and words[index - 1].norm in BE | {"is", "i", "we", "have", "not", "do"}:
        return False
    if norm == "so" and following in ("much", "far", "many", "good", "bad", "hard", "to"):
        return False
    if norm == "since" and following not in _AFTER_REASON:
        return False
    if norm == "though" and following in (",", ".", "is", "are"):
        return False
    if norm in _CUTTING:
        return words[index - 1].norm not in ("and", ",", "even") or index - 1 > start
    fronted = norm == "," and words[index - 1].norm in _FRONTED_VERBS
    if fronted and any(word.norm == "i" for word in words[index + 2 : index + 6]):
        return True
    if norm in ("and", "or", "plus", ","):
        return _opens(words, index + 1, start) or (
            norm == "," and _judges_next(words, start, index)
        )
    return False


_FRONTED_VERBS = word_set("love hate adore loathe enjoy dislike like")
"""Verbs at the end of a clause whose object stood first: "trains I love, buses I hate"."""


def _judges_next(words: Sequence[Token], start: int, index: int) -> bool:
    """Whether a verdict on a new thing follows a comma; after ", and" only where a clause is done."""
    if index + 1 < len(words) and words[index + 1].norm == "and":
        done = any(word.norm in ("i", "we", "is", "are") for word in words[start:index])
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
    told = _opens_by_word(words, at, start)
    if told is not None:
        return told
    verb = LEMMAS.get(norm)
    if verb is not None and verb[1] != "ing" and not words[at].capital:
        return norm not in _ALSO_NOUNS or _has_object(words, at + 1)
    return norm in AFTER_AND_VERBS and norm not in ("to", "of", "with", "in", "on")


_OWNERS = frozenset({"my", "our", "your", "his", "her", "their", "the", "this", "that", "these"})
_GERUNDS = frozenset({"living", "working", "studying", "learning", "using"}) | _SHUNNING


def _opens_by_word(words: Sequence[Token], at: int, start: int) -> bool | None:
    """What the word at a token tells by itself of whether a clause begins there, or None."""
    norm, before = words[at].norm, words[at - 1].norm
    following = [word.norm for word in words[at + 1 : at + 4]]
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
    return norm in _OBJECTBEGINS


_OBJECTBEGINS = word_set(
    "a an the my our some any it them as to on in at for with about from up out off over into me us this"
    " that these those not"
)


_FINITE = word_set(
    "is are was were has have had loves love hates hate likes like does did do can will would"
    " makes keeps wants got went says said thinks drives isn't"
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
        at += 1
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
    " rather instead five two three ten years months weeks yes outside apart besides given day nights"
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
    if norm == "like":  # "hobbies, like soccer": only where the clause begins with it
        return at == 0
    if norm in _VERBLESS and norm != "use" and norm != "deploy":
        return True
    if verb is not None and (verb[1] == "past" or norm in AMBIGUOUS_PAST):
        return at == 0 or words[at - 1].norm not in ("that", "which")
    following = words[at + 1].norm if at + 1 < len(words) else ""
    if norm == "back" and following in ("on", "to", "with"):
        return True
    if norm in ("work", "live", "code") and following in ("at", "as", "for", "in"):
        return True
    if norm in ("can", "could", "never", "do", "did"):
        return following == "not" or form(following) in ("base", "past")
    return norm in (
        "obsessed", "allergic", "addicted", "hooked", "into", "huge", "big", "massive", "fan", "born",
        "based", "originally", "sick", "tired", "fond", "working", "living", "using", "learning",
        "not", "currently", "loving", "enjoying", "planning", "no", "raised", "interested", "moving",
        "training", "thinking", "studying", "struggling", "fluent", "married", "have", "been",
        "looking", "saving", "went", "got", "from", "hoping", "reading", "done", "avoiding", "preferring",
    )  # fmt: skip
