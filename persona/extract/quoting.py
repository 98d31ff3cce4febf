"""Parts of a message that are not the person's own words: quoted, pasted, injected.

A quotation mark alone proves nothing: names stand in quotation marks too. A quoted part is foreign
where somebody is said to have said it, where something is to be done with it ("translate: ..."), or
where it is itself a sentence in the first person.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence

from persona.records import Reason

Part = tuple[int, int, Reason]

_ECHO = re.compile(
    r"<(?P<tag>memory|memories|recalled_memory|user_persona|persona|user_profile|user_memory)\b[^<>]{0,200}>"
)
_ECHO_LINE = re.compile(r"^\s*\[(?:memory|memories|persona|recalled)\][^\n]*", re.MULTILINE)
_FENCE = re.compile(r"```|\"\"\"|'''")
_BLOCKQUOTE = re.compile(r"^[ \t]*>[^\n]*(?:\n[ \t]*>[^\n]*)*", re.MULTILINE)
_LYRICS = re.compile(r"[♪♫][^♪♫\n]{1,400}[♪♫]?")
_RULE = re.compile(r"^[ \t]*(?:-{3,}|={3,}|\*{3,}|_{3,})[ \t]*$", re.MULTILINE)

_WORK_VERB = (
    r"(?:summari[sz]e|translate|proofread|paraphrase|rewrite|rephrase|reword|transcribe|"
    r"tl;?dr|shorten|condense|polish|edit)"
)
_LOOK_VERB = (
    r"(?:explain|analy[sz]e|fix|correct|check|review|rate|improve|classify|critique|interpret|"
    r"reply to|respond to|answer|read|look at|comment on|extract|format|simplify|what does|what do|"
    r"what's|what is|is|here is|here's|see|got|received|found|saw)"
)
_TEXT_NOUN = (
    r"(?:review|e-?mail|article|tweet|post|comment|message|paragraph|passage|text|lyrics?|song|verse|"
    r"poem|letter|ad|advert|listing|description|story|quote|sentence|phrase|line|excerpt|snippet|"
    r"transcript|document|essay|abstract|caption|bio|dialogue|conversation|chat|log|page|code|"
    r"headline|saying|proverb|statement|following|resume|cv|cover letter|testimonial|blurb)"
)
_PASTE = re.compile(
    rf"(?:\b{_WORK_VERB}\b[^\n:：.?!]{{0,80}}"
    rf"|\b{_LOOK_VERB}\b[^\n:：.?!]{{0,40}}\b(?:this|these|the following|the|below|that|my|an?) (?:\w+ ){{0,3}}?{_TEXT_NOUN}\b[^\n:：.?!]{{0,40}}"
    rf"|\b(?:this|these|the following|the) (?:\w+ ){{0,2}}?{_TEXT_NOUN}(?: says| reads| goes| is| below| here)?"
    r"|\b(?:lyrics|transcript|original text|source text|excerpt)"
    r"|^\W*(?:the )?(?:quote|joke|lyric|song|headline|caption|meme|tweet|thought)(?: of the (?:day|week|month))?"
    r"|(?:翻译|概括|总结|润色|改写|校对|缩写|扩写|精简|提炼|归纳|转写|复述|造个?句|举个?例|仿写)[^\n:：。？！]{0,30}"
    r"|(?:下面|以下|下边|如下|这|那)(?:是|的|这)?(?:一)?(?:段|条|篇|封|首|句|则|个|份|些|张)?(?:话|文字|内容|评论|评价|文章|邮件|段落|歌词|"
    r"句子|对话|简历|代码|材料|原文|帖子|微博|留言|诗|新闻|网页|文案|消息|短信|通知|作文|介绍|广告|聊天记录)[^\n:：。？！]{0,20}"
    r"|(?:下面|以下|如下)[^:：\n。？！]{0,12}"
    r"|(?:改|修改|检查|评价|点评|回复|看看|分析|优化|解释|批改)[^:：\n。？！]{0,8}[这那][封篇段条首份个句][^:：\n。？！]{0,8}"
    r"|\bwhat (?:does|do|did) (?:this|that|it|these)(?: \w+)? (?:mean|say)"
    r"|(?:原文|歌词|正文|全文|内容如下|评论如下|如下))\s*[:：]\s*"
)
_SPEECH_EN = re.compile(
    r"\b(?:said|says|saying|wrote|writes|goes|told|sang|sings|sing|claims?|claimed|posted|tweeted|replied|"
    r"replies|asked|asks|answered|shouted|yelled|texted|commented|quoted?|quoting|sentence|phrase|line|"
    r"lyrics?|verse|slogan|headline|caption|comment|review|message|reads|meme|sign)"
    r"(?:\s+(?:me|us|him|her|them|that|something like|on \w+|to me|online|here|below))?\s*[,:：]?\s*$"
)
_SPEECH_ZH = re.compile(
    r"(?:说|说过|讲|写道|写着|写|问|唱|喊|道|评论|评价|留言|歌词|句子|这句话?|那句话?|一句|原话|标语|台词|回复|吐槽|表示|发|叫)"
    r"(?:是|了|过|着|道|的|我)?\s*[:：,，]?\s*$"
)
_SPEECH_AFTER = re.compile(
    r"^\s*[,，]?\s*(?:(?:he|she|they|(?:my|the|his|her|some|a) \w+|[a-z]+) (?:said|says|wrote|writes|told|sang|"
    r"replied|posted|tweeted|shouted)\b|(?:said|says|wrote) (?:he|she|they|my|the|\w+)\b|"
    r"(?:这|那)(?:句|段|条)|是什么意思|什么意思|用了?什么|怎么翻译|(?:is|was) (?:a|the) (?:line|quote|lyric))"
)
_SELF_SPEECH = re.compile(
    r"(?:\b(?:i|i've|we)\b(?:\s+(?:always|often|just|usually|once|literally|have|had|then|also))*\s+"
    r"(?:said|say|told|wrote|tell|replied|answered)(?:\s+(?:him|her|them|my \w+))?|^我(?:总|常|一直|经常|就|也|都)?(?:说|回答|回复)(?:了|过|道)?)"
    r"\s*[,:：]?\s*$"
)
_FIRST_SENTENCE = re.compile(
    r"\b(?:i|i'm|i've|i'll|i'd)\s+(?:\w+\W+){1,}|\bmy (?:favou?rite|\w+ is)\b|我(?!们?的?$).{3,}|我(?:最|很|超|不|也)?(?:爱|喜欢|讨厌|恨|用|吃|喝)."
)
_COLON_SPEECH = re.compile(
    r"(?:\b(?:his|her|their|the|a|some) (?:tweet|post|message|review|comment|e-?mail|letter|note|caption|status|bio)\s*[:：]\s*|"
    r"\b(?!i\b)(?!we\b)\w+ (?:said|says|wrote|writes|told (?:me|us)|goes|replied|commented|posted)\s*[:：]\s*|"
    r"(?<!我)(?:说|写道|写着|回复|留言|评论道|唱道|喊道|问道)(?:了|过)?\s*[:：]\s*)(?=[^\s\"“「『'‘])"
)
_QUOTE = re.compile(
    r"\"([^\"\n]{2,600})\"|“([^“”\n]{2,600})”|「([^「」]{2,600})」|『([^『』]{2,600})』|‘([^‘’\n]{2,400})’"
    r"|(?<!\w)'((?:[^'\n]|(?<=\w)'(?=\w)){4,400})'(?!\w)"
)
_CLOSERS = {'"': '"', "“": "”", "「": "」", "『": "』", "'": "'", "‘": "’", "«": "»"}


def foreign_parts(plain: str) -> list[Part]:
    """The parts of a message that are not the person's own words, disjoint, in order.

    Args:
        plain: the message in `persona.extract.clauses.plain_form`.

    Returns:
        (start, end, reason) with reason echo or quoted.
    """
    taken: list[Part] = []
    for find in (_echoes, _fences, _pastes, _blocks, _quotations, _lines):
        free = [part for part in find(plain) if part[0] < part[1] and not _overlaps(part, taken)]
        taken = sorted(taken + free)
    return taken


def _overlaps(part: Part, taken: Sequence[Part]) -> bool:
    """Whether a part shares characters with one of the disjoint, sorted parts."""
    at = bisect_left(taken, part[1], key=lambda other: other[0])
    return at > 0 and taken[at - 1][1] > part[0]


def _echoes(plain: str) -> Iterator[Part]:
    at = 0
    while "<" in plain and (match := _ECHO.search(plain, at)):
        close = plain.find(f"</{match['tag']}", match.end())
        end = len(plain) if close < 0 else plain.find(">", close) + 1 or len(plain)
        yield match.start(), end, Reason.ECHO
        at = end
    if "[" in plain:
        for match in _ECHO_LINE.finditer(plain):
            yield match.start(), match.end(), Reason.ECHO


def _fences(plain: str) -> Iterator[Part]:
    at = 0
    while match := _FENCE.search(plain, at):
        close = plain.find(match[0], match.end())
        at = close + 3 if close >= 0 else len(plain)
        yield match.start(), at, Reason.QUOTED


def _pastes(plain: str) -> Iterator[Part]:
    """What follows "summarise this:", to the end of the paste."""
    match = _PASTE.search(plain) if ":" in plain or "：" in plain else None
    if match is None:
        yield from _ruled_off(plain)
        return
    start = match.end()
    opener = plain[start : start + 1]
    if opener in _CLOSERS and (close := plain.find(_CLOSERS[opener], start + 1)) > 0:
        yield start, close + 1, Reason.QUOTED
        return
    rules = list(_RULE.finditer(plain, start))
    if rules and not plain[start : rules[0].start()].strip() and len(rules) > 1:
        yield start, rules[-1].end(), Reason.QUOTED
    elif plain[start:].strip():
        yield start, len(plain), Reason.QUOTED


_TASK = re.compile(
    rf"\b{_WORK_VERB}\b|\b{_LOOK_VERB}\b[^\n]{{0,60}}\b{_TEXT_NOUN}\b|\b(?:text|passage|{_TEXT_NOUN}) below\b"
    r"|翻译|概括|总结|润色|改写|校对|缩写|扩写|精简|提炼|归纳|复述|分析|点评|回复"
)


def _ruled_off(plain: str) -> Iterator[Part]:
    """What stands between rules (or after the only one), where the words around ask to work on it."""
    rules = list(_RULE.finditer(plain)) if "\n" in plain else []
    if not rules:
        return
    start = rules[0].end()
    end = rules[-1].start() if len(rules) > 1 else len(plain)
    around = (
        plain[: rules[0].start()] + plain[rules[-1].end() :]
        if len(rules) > 1
        else plain[: rules[0].start()]
    )
    if _TASK.search(around) and plain[start:end].strip():
        yield start, end, Reason.QUOTED


def _blocks(plain: str) -> Iterator[Part]:
    """Lines that are quoted by a > before them."""
    if ">" in plain:
        for match in _BLOCKQUOTE.finditer(plain):
            yield match.start(), match.end(), Reason.QUOTED


def _quotations(plain: str) -> Iterator[Part]:
    for match in _QUOTE.finditer(plain):
        said = next(group for group in match.groups() if group is not None)
        before = plain[max(0, match.start() - 60) : match.start()]
        after = plain[match.end() : match.end() + 40]
        if _SELF_SPEECH.search(before) or match[0] == plain.strip():
            continue  # the person's own words, or a message that is quoted as a whole
        framed = (
            _SPEECH_EN.search(before) or _SPEECH_ZH.search(before) or _SPEECH_AFTER.match(after)
        )
        if (framed and _says_something(said)) or _FIRST_SENTENCE.search(said):
            yield match.start(), match.end(), Reason.QUOTED


def _says_something(said: str) -> bool:
    """More than a name: three words, or five characters of Chinese."""
    return len(said.split()) >= 3 or sum(c > "\u2e7f" for c in said) >= 5


def _lines(plain: str) -> Iterator[Part]:
    """Lyrics, and speech after a colon without quotation marks."""
    for match in _LYRICS.finditer(plain):
        yield match.start(), match.end(), Reason.QUOTED
    if ":" in plain or "：" in plain:
        for match in _COLON_SPEECH.finditer(plain):
            stop = re.compile(r"\n|$").search(plain, match.end())
            yield match.end(), stop.start() if stop else len(plain), Reason.QUOTED
