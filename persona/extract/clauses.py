"""A message cut into clauses, each with its mood: who speaks, and whether they mean it.

The cut is by marks and by words: sentence ends, commas, semicolons, dashes, line ends, contrastive
conjunctions, and "and", "because" and the like where a new subject follows. Names, quotations,
brackets, numbers and addresses are never cut inside.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from persona.extract import cues
from persona.extract.moods import Mood, Sentence, read_moods
from persona.extract.polarity import polarity_towards
from persona.extract.quoting import foreign_parts
from persona.extract.subjects import Subject, after_person, subject_of
from persona.records import Reason, Span
from persona.text import has_cjk, simplified

__all__ = ["Clause", "Mood", "plain_form", "polarity_towards", "split_clauses"]

MAX_CLAUSE = 1000
"""Characters after which a clause without marks is cut at the next space, or hard."""


@dataclass(frozen=True, slots=True)
class Clause:
    """A part of a message, ``message.text[start:end]``, with one mood."""

    start: int
    end: int
    text: str
    mood: Mood


_MOOD_OF = {
    Reason.QUOTED: Mood.QUOTED,
    Reason.ECHO: Mood.ECHO,
    Reason.INSTRUCTION: Mood.INSTRUCTION,
    Reason.ROLE_PLAY: Mood.ROLE_PLAY,
    Reason.IRONY: Mood.IRONY,
    Reason.HYPOTHETICAL: Mood.HYPOTHETICAL,
    Reason.THIRD_PERSON: Mood.THIRD_PERSON,
}

_PROTECTED = re.compile(
    r"https?://\S+|\"[^\"\n]{1,300}\"|“[^“”\n]{1,300}”|「[^「」\n]{1,300}」|『[^『』\n]{1,300}』"
    r"|《[^《》\n]{1,100}》|〈[^〈〉\n]{1,100}〉|【[^【】\n]{1,100}】|\([^()\n]{1,300}\)|（[^（）\n]{1,300}）"
    r"|\[[^\[\]\n]{1,300}\]|`[^`\n]{1,300}`|‘[^‘’\n]{1,100}’"
)
_CUT = re.compile(
    r"(?P<end>\n\s*|(?<=\s)/s(?=\s)|(?<=哈哈)\s+(?=[a-z])|(?!!\[)[!?。！？]+[!?。！？~～]*|\.+(?=[\s\"”')）]|$)|…+)"
    r"|(?P<weak>(?<!\d)[,，;；]+|[,，;；]+(?!\d)|—+|\s[-–]\s(?!\d)|[~～]+(?=\s|$|[\u4e00-\u9fff])"
    r"|(?<=[\u4e00-\u9fff])\s+(?=[\u4e00-\u9fff]))"
    r"|(?P<contrast>(?<!nothing )(?<!anything )(?<!\ball )\b(?:but|even though|although|though|whereas)\b"
    r"|但是|(?<![不非])但(?![凡愿])|(?<![只好比再])不过(?![敏来去瘾时气期]|如此)|可是|然而|唯独"
    r"|(?<![然反因从进时])而(?=我|他|她|你|不是|讨厌|喜欢|对))"
    r"|(?P<joint>\b(?:and|so|because|cuz|cos|since|while|as)\s+(?=(?:i|he|she|we|they|you)(?:\b|'))"
    r"|\band\s+(?=(?:would (?:love|like|appreciate)|was wondering|wondering|can you|could you|please|looking for)\b)"
    r"|\b(?:and|while|because)\s+(?=(?:my|his|her|our|the)\s+\w+\s+(?:is|are|was|loves?|hates?|likes?|"
    r"prefers?|enjoys?|can't|doesn't|don't|wants?|uses?|plays?)\b))"
)
_ABBREVIATION = re.compile(
    r"\b(?:mr|mrs|ms|dr|prof|st|vs|e\.g|i\.e|eg|ie|approx|jr|sr|inc|ltd|co|dept|vol)$"
)
_INITIAL = re.compile(r"(?:^|[\s.])[a-z]$")
_NEW_SUBJECT = re.compile(
    r"\.\s+(?:i|i'm|i've|my|we|our|he|she|they|it|its|the|a|an|but|and|so|this|that|you|not|no|love|hate)\b|\.\W*$"
)
_WORD = re.compile(r"\w")
_SENTENCE_IN_SPAN = re.compile(r"[^\n。！？!?.]+(?:[。！？!?\n]+|\.+|$)|[\n。！？!?.]+")


def plain_form(text: str) -> str:
    """The text in lower case, Simplified, with straight apostrophes, character for character.

    So an offset into it is one into the text.
    """
    lowered = text.lower()
    if len(lowered) != len(text):
        lowered = "".join(c.lower() if len(c.lower()) == 1 else c for c in text)
    lowered = lowered.replace("’", "'")
    if not has_cjk(lowered):
        return lowered
    plain = simplified(lowered)
    if len(plain) == len(text):
        return plain
    return "".join(s if len(s := simplified(c)) == 1 else c for c in lowered)


def split_clauses(text: str, foreign: Sequence[Span] = ()) -> tuple[Clause, ...]:
    """The clauses of a message, in order; together they cover every word of it once.

    A piece between commas that has no predicate of its own (no verb, no subject pronoun, no verdict
    like "not so much") stays in one clause with the piece before it, so that "I like a, b and c" is
    one clause; at the beginning of a sentence it stays with the piece after it ("In March, I
    moved", 榴莲，受不了). A short topic with a question mark is joined to the verdict that follows
    it ("Anchovies? Hard no.").

    Args:
        text: the message's text.
        foreign: parts that are known not to be the person's own words; they win over what is read
            in the text.

    Returns:
        Clauses without outer white space, each with its mood; none for a text without words.
    """
    plain = plain_form(text)
    clauses: list[Clause] = []
    at = 0
    asked = False
    for start, end, mood in [*_apart(text, plain, foreign), (len(text), len(text), None)]:
        own = list(_own_clauses(text, plain, at, start))
        if asked and own and not _ENDED.search(text[at : own[0].start]):
            own[0] = _asked_on(plain, own[0])
        asked = bool(own) and _asks_on(plain, own[-1])
        clauses.extend(own)
        if mood is not None:
            clauses.extend(_foreign_clauses(text, start, end, mood))
        at = end
    return tuple(clauses)


_ENDED = re.compile(r"[.!。！\n]\s*$")


def _asks_on(plain: str, clause: Clause) -> bool:
    """Whether a clause before a quotation asks, so that what follows it does too."""
    words = plain[clause.start : clause.end]
    asks = clause.mood is Mood.QUESTION or cues.is_request(f"{words} it")
    return asks and not _ENDED.search(clause.text)


def _asked_on(plain: str, clause: Clause) -> Clause:
    """The rest of a request after what it quotes ('Translate "..." into French') asks as well."""
    words = plain[clause.start : clause.end]
    if clause.mood is not Mood.STATEMENT or subject_of(words, clause.text) is Subject.FIRST:
        return clause
    return replace(clause, mood=Mood.QUESTION)


def _apart(text: str, plain: str, foreign: Sequence[Span]) -> list[tuple[int, int, Mood]]:
    """The parts that are not the person's own words, disjoint and in order; given ones win."""
    given = sorted((s.start, s.end, _MOOD_OF.get(s.reason, Mood.QUOTED)) for s in foreign)
    parts: list[tuple[int, int, Mood]] = []
    for start, end, mood in given:
        begin = max(start, parts[-1][1] if parts else 0)
        if begin < min(end, len(text)):
            parts.append((begin, min(end, len(text)), mood))
    given_count = len(parts)
    for start, end, reason in foreign_parts(plain):
        gaps = _without(start, end, parts[:given_count])
        parts.extend((a, b, _MOOD_OF[reason]) for a, b in gaps)
    return sorted(parts)


def _without(
    start: int, end: int, taken: Iterable[tuple[int, int, Mood]]
) -> Iterator[tuple[int, int]]:
    at = start
    for a, b, _ in taken:
        if b <= at or a >= end:
            continue
        if a > at:
            yield at, a
        at = max(at, b)
    if at < end:
        yield at, end


def _foreign_clauses(text: str, start: int, end: int, mood: Mood) -> Iterator[Clause]:
    for match in _SENTENCE_IN_SPAN.finditer(text, start, end):
        if clause := _clause(text, match.start(), match.end(), mood):
            yield clause


def _clause(text: str, start: int, end: int, mood: Mood) -> Clause | None:
    part = text[start:end]
    body = part.strip()
    if not _WORD.search(body):
        return None
    start += len(part) - len(part.lstrip())
    return Clause(start, start + len(body), body, mood)


def _own_clauses(text: str, plain: str, start: int, end: int) -> Iterator[Clause]:
    sentences = _sentences(plain, start, end)
    read_moods(text, plain, sentences)
    for sentence in sentences:
        for (a, b), mood in zip(sentence.clauses, sentence.moods, strict=True):
            if clause := _clause(text, a, b, mood):
                yield clause


@dataclass(slots=True)
class _Piece:
    start: int
    end: int
    contrast: bool = False
    joint: bool = False


def _sentences(plain: str, start: int, end: int) -> list[Sentence]:
    """The sentences between two offsets, each cut into clauses; pieces without words are dropped."""
    found: list[Sentence] = []
    line = 0
    for pieces in _pieces(plain, start, end):
        held = [piece for piece in pieces if _WORD.search(plain, piece.start, piece.end)]
        if held:
            found.append(Sentence(_join(plain, held), line))
        elif found and pieces:  # marks and emoji alone belong to what they follow
            a, b = found[-1].clauses[-1]
            found[-1].clauses[-1] = (a, max(b, pieces[-1].end))
        if pieces and "\n" in plain[pieces[-1].start : pieces[-1].end]:
            line += 1
    return _join_topics(plain, found)


def _pieces(plain: str, start: int, end: int) -> Iterator[list[_Piece]]:
    """The pieces between cuts, sentence by sentence."""
    guarded = [m.span() for m in _PROTECTED.finditer(plain, start, end)]
    begins = [a for a, _ in guarded]
    pieces: list[_Piece] = []
    current = _Piece(start, start)
    for match in _cuts(plain, start, end):
        at = bisect_right(begins, match.start()) - 1
        if at >= 0 and match.start() < guarded[at][1]:
            continue
        if match.lastgroup in ("contrast", "joint"):
            if not _WORD.search(plain, current.start, match.start()):
                current.contrast = current.contrast or match.lastgroup == "contrast"
                continue
            if match.lastgroup == "joint" and not _stands_alone(
                plain[current.start : match.start()]
            ):
                continue
            cut = match.start()
        else:
            cut = match.end()
        current.end = cut
        pieces.append(current)
        current = _Piece(
            cut, cut, contrast=match.lastgroup == "contrast", joint=match.lastgroup == "joint"
        )
        if match.lastgroup == "end":
            yield pieces
            pieces = []
    current.end = end
    if current.start < end:
        pieces.append(current)
    if pieces:
        yield pieces


def _cuts(plain: str, start: int, end: int) -> Iterator[re.Match[str]]:
    for match in _CUT.finditer(plain, start, end):
        if match["end"] != "." or not _is_abbreviation(plain, start, match.start()):
            yield match


def _is_abbreviation(plain: str, start: int, dot: int) -> bool:
    """Whether a full stop ends no sentence: "Dr. Who", "J. R. Tolkien"; but not "party X. I am"."""
    before = max(start, dot - 8)
    if _ABBREVIATION.search(plain, before, dot):
        return True
    return bool(_INITIAL.search(plain, before, dot)) and not _NEW_SUBJECT.match(plain, dot)


def _stands_alone(words: str) -> bool:
    """Whether a piece has a predicate, or a subject other than the user, which promises one."""
    rest = after_person(words)
    if rest is not None and len(rest.split()) <= 1:
        return cues.has_predicate(rest)
    return cues.has_predicate(words) or subject_of(words) is Subject.THIRD


def _join(plain: str, pieces: Sequence[_Piece]) -> list[tuple[int, int]]:
    """Joins the pieces that have no predicate of their own to their neighbours."""
    clauses: list[tuple[int, int]] = []
    bare = False
    for piece in pieces:
        words = plain[piece.start : piece.end]
        predicate = _stands_alone(words)
        apart = piece.joint or (piece.contrast and not cues.is_only_conjunction(words))
        if clauses and not apart and (bare or not predicate or cues.is_continuation(words)):
            clauses[-1] = (clauses[-1][0], piece.end)
            bare = bare and not predicate
        else:
            clauses.append((piece.start, piece.end))
            bare = not predicate
    return [part for clause in clauses for part in _capped(plain, *clause)]


def _capped(plain: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The clause in parts of at most about `MAX_CLAUSE` characters, cut at spaces where there are."""
    while end - start > MAX_CLAUSE:
        space = plain.rfind(" ", start + MAX_CLAUSE // 2, start + MAX_CLAUSE)
        cut = space + 1 if space >= 0 else start + MAX_CLAUSE
        yield start, cut
        start = cut
    yield start, end


def _join_topics(plain: str, sentences: list[Sentence]) -> list[Sentence]:
    """Joins "Anchovies?" to the verdict after it; such a question is its own answer."""
    joined: list[Sentence] = []
    topic: Sentence | None = None
    for sentence in sentences:
        if topic is not None:
            first = sentence.clauses[0]
            verdict = plain[first[0] : first[1]]
            told = cues.is_lead_in(plain[topic.start : topic.end]) or cues.is_verdict(verdict)
            if topic.line == sentence.line and told:
                sentence.clauses[0] = (topic.start, first[1])
            else:
                joined.append(topic)
            topic = None
        words = plain[sentence.start : sentence.end]
        if len(sentence.clauses) == 1 and (cues.is_topic_question(words) or cues.is_lead_in(words)):
            topic = sentence
        else:
            joined.append(sentence)
    if topic is not None:
        joined.append(topic)
    return joined
