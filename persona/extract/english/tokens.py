"""English text as tokens: words with their offsets, contractions opened, idle adverbs left out."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from persona.extract.english.words import ADVERBS, CONTRACTIONS, TECH_NOUNS

_CJK = "\u2e80-\u2fdf\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af"
_WORD = rf"(?:(?![{_CJK}])\w)"
_TOKEN = re.compile(
    r"(?P<url>(?:https?://|www\.)\S+)"
    r'|(?P<title>"[^"\n]{1,60}"|“[^”\n]{1,60}”)'
    r"|(?P<short>[wW]/o?(?=[\s\w]))"
    rf"|(?P<cjk>[{_CJK}]+)"
    rf"|(?P<word>(?:\.(?=[A-Z]))?{_WORD}(?:{_WORD}|[+#])*(?:[.'’&-]{_WORD}(?:{_WORD}|[+#])*)*'?)"
    r"|(?P<heart><3+|[❤♥]\ufe0f?)"
    r"|(?P<mark>[&%]|--+|[^\s\w])"
    r"|(?P<line>\n+)"
)
_SAID_OF = frozenset({"name", "goal", "dream", "age", "hometown", "plan", "favourite"})
_MARKS = {"，": ",", "、": ",", "。": ".", "！": "!", "？": "?", "；": ";", "：": ":", "…": "."}
_ME_IN_CHINESE = re.compile(
    r"(?:(?:最近|现在|平时|其实|但|但是|而|不过)*)(?P<who>我们?)"
    r"(?:是|真的|真|很|超级|超|特别|也|最近|现在|一直|都|还|就|比较|挺|非常|其实|平时)*"
)
_NOT_ME = re.compile(r"我(?:真的|其实|一直|也|都)?(?:不|不太|不怎么|并不|从不|没)")
_ADVERB_IN_CHINESE = re.compile(
    r"(?:最近在|正在|在|最近|现在|平时|其实|但是|但|不过|而且|然后|也|还|就|一直|目前|主要|以前)+"
)
BREAKS = frozenset({".", "!", "?", ";", ":", "(", ")", "[", "]", "--", "—", "–", "-", "|", "\n"})


class Token(NamedTuple):
    """A word or mark: its lower-case form with contractions opened, and where it stands."""

    norm: str
    start: int
    end: int
    raw: str

    @property
    def capital(self) -> bool:
        """Whether it is written as a name: a capital, a digit or a mark in it."""
        return self.norm == TITLE or any(c.isupper() or c.isdigit() or c in "+#" for c in self.raw)


TITLE = "«title»"
"""What a quoted title is read as, so that its words are no cues."""


def tokens(text: str) -> list[Token]:
    """The tokens of a text, in order; adverbs that change no meaning here are left out."""
    found: list[Token] = []
    for match in _TOKEN.finditer(text):
        _add(found, match)
    if any(token.norm == "/" for token in found):
        found = _with_slashes(found)
    if any(token.norm == "(" for token in found):
        found = _without_asides(found)
    return _without_slips(_without_remarks(found))


def _with_slashes(found: list[Token]) -> list[Token]:
    """The tokens with "AC/DC" and "CI/CD" as one: two letters in capitals on either side."""
    kept: list[Token] = []
    for token in found:
        if (
            len(kept) > 1
            and kept[-1].norm == "/"
            and kept[-1].start == kept[-2].end
            and kept[-1].end == token.start
            and len(token.raw) == len(kept[-2].raw) == 2
            and (token.raw + kept[-2].raw).isupper()
        ):
            mark, first = kept.pop(), kept.pop()
            raw = f"{first.raw}{mark.raw}{token.raw}"
            token = Token(raw.lower(), first.start, token.end, raw)
        kept.append(token)
    return kept


_SLIPS = (("sorry",), ("i", "mean"), ("i", "meant"), ("make", "that"), ("no",), ("wait",), ("wait", "no"), ("er",), ("rather",))  # fmt: skip


def _without_slips(found: list[Token]) -> list[Token]:
    """The tokens without a name that is taken back at once: "Le Guin, sorry, Butler"."""
    for at in range(1, len(found) - 2):
        if found[at].norm != "," or not found[at - 1].capital:
            continue
        for slip in _SLIPS:
            after = at + 1 + len(slip)
            if tuple(token.norm for token in found[at + 1 : after]) != slip:
                continue
            after += found[after : after + 1] != [] and found[after].norm == ","
            begin = at
            while begin and found[begin - 1].capital and found[begin - 1].norm != "i":
                begin -= 1
            if begin and after < len(found) and found[after].capital and found[after].norm != "i":
                return _without_slips([*found[:begin], *found[after:]])
    return found


_REMARKS = frozenset(
    {"above all", "of course", "in particular", "most of all", "for example", "on the other hand",
     "by the way", "to be honest", "in fact", "believe it or not", "not surprisingly", "as ever"}
)  # fmt: skip


def _without_remarks(found: list[Token]) -> list[Token]:
    """The tokens without remarks between commas: "hiking and, above all, sleeping"."""
    kept: list[Token] = []
    at = 0
    while at < len(found):
        if found[at].norm == ",":
            close = next(
                (i for i in range(at + 2, min(at + 7, len(found))) if found[i].norm == ","), 0
            )
            if close and " ".join(t.norm for t in found[at + 1 : close]) in _REMARKS:
                joined = bool(kept) and kept[-1].norm in ("and", "or", "but")
                after = found[close + 1].norm if close + 1 < len(found) else ""
                if not joined and after not in ("i", "we"):
                    kept.append(found[at])
                at = close + 1
                continue
        kept.append(found[at])
        at += 1
    return kept


def _without_asides(found: list[Token]) -> list[Token]:
    """The tokens without a short remark in brackets that names no act: "Kubernetes (k8s) and Go"."""
    kept: list[Token] = []
    at = 0
    while at < len(found):
        if found[at].norm == "(":
            inside = [token.norm for token in found[at + 1 : at + 5]]
            if ")" in inside[:4] and not {"i", "not", "we", "my"} & set(
                inside[: inside.index(")")]
            ):
                at += inside.index(")") + 2
                continue
        kept.append(found[at])
        at += 1
    return kept


def _add(found: list[Token], match: re.Match[str]) -> None:
    raw, start, end = match[0], match.start(), match.end()
    if match.lastgroup == "word":
        _add_word(found, raw, start)
    elif match.lastgroup == "title":
        inner = raw[1:-1].strip().rstrip(".,!?")
        at = start + max(raw.find(inner), 0)
        if inner:
            found.append(Token(TITLE, at, at + len(inner), inner))
    elif match.lastgroup == "cjk" and _NOT_ME.fullmatch(raw):
        found += [Token("i", start, start + 1, raw[:1]), Token("not", start + 1, end, raw[1:])]
    elif match.lastgroup == "cjk":
        found.append(Token(_chinese(raw), start, end, raw))
    elif match.lastgroup in ("short", "heart"):
        found.append(Token(_spelled(found, raw), start, end, raw))
    elif match.lastgroup == "line":
        found.append(Token("\n", start, end, raw))
    elif match.lastgroup == "url":
        found.append(Token("|", start, end, raw))
    elif raw != "." or not _is_within(match.string, start):
        found.append(_mark(raw, start, end))


def _spelled(found: Sequence[Token], raw: str) -> str:
    """How "w/", "w/o" and a heart are read; a heart is a verb only after its subject ("I <3 tea")."""
    if "/" in raw:
        return "without" if raw[-1] in "oO" else "with"
    return "love" if found and found[-1].norm in ("i", "we") else "|"


def _add_word(found: list[Token], raw: str, start: int) -> None:
    raw = raw.removesuffix("'")
    end = start + len(raw)
    low = raw.lower().replace("’", "'")
    if len(low) > 3 and _STRETCHED.search(low):  # "looove", "sooo"
        low = _STRETCHED.sub(r"\1", low)
    opened = CONTRACTIONS.get(low)
    if opened:
        found.extend(Token(part, start, end, part) for part in opened)
    elif low.endswith("'s") and (
        low[:-2] in TECH_NOUNS or low[:-2] in _SAID_OF
    ):  # "our frontend's in React"
        found.append(Token(low[:-2], start, end - 2, raw[:-2]))
        found.append(Token("is", end - 2, end, raw[-2:]))
    elif low in _SINGLING and found and found[-1].norm == ",":
        found.append(Token("especially", start, end, raw))
    elif low in ADVERBS and (raw[0].islower() or not found or found[-1].norm in BREAKS):
        right_now = low == "now" and found and found[-1].norm == "right"
        merely = low in _MERELY and found and found[-1].norm == "not"  # "I don't just like it"
        if right_now or merely:
            found.pop()
    else:
        found.append(Token(low, start, end, raw))


_SINGLING = frozenset({"especially", "particularly", "notably", "specially"})
"""Adverbs that, after a comma, go on with a list: "soups, especially ramen"."""
_SHORTENED = ("e.g", "i.e", "esp")

_INITIAL = re.compile(
    r"(?<![\w.])[ABD-QS-WYZ]\. (?!(?:I|My|We|Our|He|She|They|It|The|This|That|You|But|And|So|No|Not|In|What|How)\b)[A-Z][a-z.]"
)


def _is_within(text: str, dot: int) -> bool:
    """Whether a full stop ends no sentence: that of "e.g." and of an initial ("J. Cole")."""
    if text[max(0, dot - 3) : dot].lower().endswith(_SHORTENED):
        return True
    return dot > 0 and text[dot - 1].isupper() and bool(_INITIAL.match(text, dot - 1))


_STRETCHED = re.compile(r"([a-z])\1{2,}")
_MERELY = frozenset({"just", "simply", "merely"})


def _chinese(raw: str) -> str:
    """How Chinese within an English clause is read: 我超 is "i", 最近 is an adverb, else a name."""
    me = _ME_IN_CHINESE.fullmatch(raw)
    if me is not None:
        return "we" if me["who"] == "我们" else "i"
    return "also" if _ADVERB_IN_CHINESE.fullmatch(raw) else raw


def _mark(raw: str, start: int, end: int) -> Token:
    norm = _MARKS.get(raw, raw)
    if norm == "=":
        return Token("is", start, end, raw)
    if norm.startswith("--"):
        norm = "--"
    if norm not in BREAKS and norm not in {",", "&", "%", "+", "/", ">"}:
        norm = "|" if norm not in {'"', "“", "”", "'", "’", "‘", "*", "_", "`"} else "'"
    return Token(norm, start, end, raw)


def is_break(token: Token) -> bool:
    """Whether no phrase goes on over this mark."""
    return token.norm in BREAKS
