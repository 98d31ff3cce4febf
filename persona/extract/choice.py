"""What the person took of what the assistant offered.

"I'll go with option 2" names nothing: the name stands in the assistant's list. `options` reads the
list (`persona.extract.options`), and `resolve` reads the reply against it. `assent` reads a bare yes
or no to a question about the person.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from persona.extract.clauses import plain_form, polarity_towards
from persona.extract.options import MAX_TEXT, ORDINALS, SENTENCE, Option, options
from persona.text import find_name, has_cjk, name_key, simplified

__all__ = ["Option", "Pick", "asks_about_person", "assent", "options", "resolve"]


BRIEF = 16
"""Length of a reply, in words or characters of Chinese, up to which a part of a name stands for it."""


@dataclass(frozen=True, slots=True)
class Pick:
    """An option that a reply takes (+1) or turns down (-1)."""

    option: Option
    polarity: int


_NUMBER_EN = "one|two|three|four|five|six|seven|eight|nine|ten"
_NTH_EN = "first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|1st|2nd|3rd|4th|5th"
_REFERENCE = re.compile(
    rf"\b(?:options?|numbers?|no\.?|choices?|#)\s*(?P<named>\d{{1,2}}|[a-h]\b|{_NUMBER_EN})\b"
    rf"|#(?P<hash>\d{{1,2}})\b"
    rf"|\bthe (?P<nth>{_NTH_EN})(?: (?:one|option|choice|suggestion|idea|two))?(?!\s+(?:time|day|week|thing|place|part|of all))\b"
    rf"|^\W*(?:{_NTH_EN})(?: one| option)?\b(?=\W*$| (?:please|sounds|looks|seems|is|it is|works|for me|then|was)\b)"
    r"|(?<!倒数)第(?P<zh>[一二三四五六七八九十两\d]{1,2})(?:个|种|款|项|部|本|家|条|首|场|件|号|张|位|样|间)?(?!天|次|名|时间|年|条：)"
    r"|(?:选项?|方案|要|就)(?P<pick_zh>[a-h]|\d{1,2}|[一二三四五六七八九])(?=$|[吧了啊呀。,，!！\s]|号)"
    r"|(?<![a-z0-9])(?P<letter>[a-h]|\d{1,2})(?:号)?(?=\s+(?:please|it is|then|sounds|looks|works|for me|wins|is (?:good|fine|great|best|perfect))|吧|好了|就行|太|比较|挺|有点|没意思|不[要错行好选]|也行|也可以)"
    r"|\b(?:go(?:ing)? with|pick|choose|take|picked|chose|prefer|want|try|like|rather have|anything but|except|not|skip|drop)\s+(?P<after>\d{1,2}|[b-h])\b"
    r"|^\W*(?:(?:ok|okay|yes|yeah|definitely|probably|maybe|just|then|hmm|um|let's say|say|i say|i'd say|sure|好的?|那|嗯|果断|肯定|当然|必须|毫不犹豫|"
    r"就|我|选|要)[\s,，]*)*(?P<alone>[a-h]|\d{1,2})(?:号)?\W*$"
    r"|\b(?:i'll|i will|let me|let's|let us) (?:have|take|get|do|try) (?P<will>\d{1,2}|[a-h])\W*$"
    r"|(?<![\u4e00-\u9fff])(?P<numeral>[一二三四五六七八九])(?=号|$|[吧啊呀。,，!！\s])"
    r"|(?P<last>\bthe last (?:one|option)|\blast one\b|最后(?:一|那)(?:个|种|款|项|部|本|家|条|首|场|件|张|位|样|间|道|套)|\bthe latter\b|后者)"
    r"|(?P<first>\bthe former\b|前者)"
    r"|倒数第(?P<from_end>[一二两三四1-4])(?:个|种|款|项|部|本|家|条|首|场|件|张|位|样|间|道|套)"
    r"|(?P<middle>\b(?:the )?middle (?:one|option)\b|中间(?:那|这)?(?:个|种|款|项|部|本|家|条|首|场|件|张|位|样|间|道|套))"
)
_SEVERAL = re.compile(
    rf"(?P<list>(?<![a-z0-9])(?:\d{{1,2}}|[a-h])(?:号)?(?:\s*(?:,|，|、|and|or|&|\+|和|跟|或)\s*(?:\d{{1,2}}|[a-h])(?:号)?)+(?![a-z0-9]))"
    rf"|\bthe first (?P<heads>{_NUMBER_EN}|\d)\b|前(?P<heads_zh>[两二三四五\d])(?:个|种|款|项|部|本|家|条|首|场|件|张|位|样|间|道|套)"
    rf"|\bthe last (?P<tails>{_NUMBER_EN}|\d)\b|后(?P<tails_zh>[两二三四五\d])(?:个|种|款|项|部|本|家|条|首|场|件|张|位|样|间|道|套)"
    rf"|\bthe (?P<nths>(?:{_NTH_EN})(?:\s*(?:,|and|&)\s*(?:the )?(?:{_NTH_EN}))+)\b"
    r"|第(?P<zh_nths>[一二三四五六七八九十\d](?:个)?(?:\s*(?:、|和|跟|,|，)\s*第?[一二三四五六七八九十\d])+)"
)
_TOKEN = re.compile(
    rf"\d{{1,2}}|{_NTH_EN}|{_NUMBER_EN}|[一二三四五六七八九十]|(?<![a-z])[a-h](?![a-z])"
)
_ALL = re.compile(
    r"\b(?:both(?: of them| of those)?(?=\W*$| (?:please|sound|look|seem|work|are|would))|all of (?:them|those|these)|all (?:three|four|five)|every one)\b|(?<!听起来)(?<!看起来)都(?:要|想(?!到)|行|可以|喜欢|试试|好(?=$|[的啊呀，,。！!])|选)|全都?要"
)
_NONE = re.compile(
    r"\b(?:neither|none of (?:them|those|these|the above)|not any of|no to (?:both|all)|nothing on (?:the|that) list|don't like any)\b|"
    r"都(?:不|没)(?:要|想|行|喜欢|太?喜欢|好|选|感兴趣|合适|怎么样)|(?:一|哪)个(?:也|都)不"
)
_SEGMENTS = re.compile(
    r"[.!?。！？;；\n]+(?:\s+|$)|[。！？；\n]+|,\s+|，|(?<=[\u4e00-\u9fff])\s+(?=[\u4e00-\u9fff])|(?<!anything )(?<!nothing )\bbut\b|但是|但|不过|可是|而不是|\bnot\b(?= (?:the|option|number|a|b|c|\d))|不要|instead of|rather than"
)
_TURNED_DOWN = re.compile(
    r"\b(?:not|no|nah|nope|skip|pass on|except|anything but|avoid|rather not|don't|won't|can't|hate|without|instead of|rather than|drop|"
    r"rule out|never|too (?:\w+)|isn't|wouldn't|already(?! (?:love|like|enjoy|adore|use|using|got|ordered|bought|booked|obsessed|hooked))|dislike|boring|not keen)\b|"
    r"不[^,，]{0,2}(?:要|想|行|选|喜欢|去|吃|喝|看|太|感兴趣|适合|用|合适|好)|免了|算了|太[^,，。]{1,4}了|太(?!好|棒|香|爱|赞|喜欢|可爱|合适|对|美|有意思|感兴趣)[\u4e00-\u9fff]{1,3}(?:$|[，,。\s!！])|[去吃看玩听喝]腻|[看吃]吐|太(?:严重|贵|远|吵|累|油|腻|辣|甜|复杂|慢|难|挤|冷|热|旧|小|大|多|高|商业)|除了|别|pass|[\u4e00-\u9fff]不(?:下来|下去|住|来|动|惯|起|进去)|打死不|有了|已经有|一堆|一抽屉|不缺|不耐|过敏|受不了|没用|没兴趣|没意思|拒绝|排除|跳过|不是"
)
_TAKEN = re.compile(
    r"\b(?:go(?:ing)? (?:with|for)|pick|choose|take|i'll|let's|please|sounds?|it is|works|love|like|prefer|want|try|yes|yeah|sure|ok(?:ay)?|best|"
    r"perfect|great|good|fine|lovely|nice|ideal|awesome|amazing|wonderful|definitely|my choice|wins|rather|better|bought|got|ordered|booked|started)\b|"
    r"选|要|就|吧|好|行|可以|试|喜欢|想|听着|靠谱|不错|更|爱|买|用|去|下了|下载|装了|入手|报了|办了|订了|约了|来[一个份杯盆本]"
)
_ANAPHOR = re.compile(
    r"\b(?:that one|this one|(?<!for )(?<!about )(?<!like )(?<!with )that|it|let's do it|do it)\b|这个|那个|就它|就这(?![样么])|^\W*(?:安排(?:上|一下)?|冲(?=$|[！!了啊吧\s])|走起|搞起|整起|整上|听你的|就这么(?:办|定))(?=$|[^\u4e00-\u9fff]|了|吧|啊)"
)


_REFUSES = re.compile(
    r"^\W*(?:no,? thank(?:s| you)|nah|nope|hard pass|pass|not (?:for me|interested|my thing|keen))\b"
    r"|^\W*(?:不了|不(?:太|怎么)?想[看吃喝去玩用听]|不[看吃喝去玩用要想]|[去吃看玩听喝]腻|算了|免了|没兴趣|不感兴趣)(?=$|[^\u4e00-\u9fff]|了)"
)
"""A refusal that needs no name, where one thing was offered."""
_KNOWN = re.compile(
    r"^\W*(?:i've |i have |i )?(?:already )?(?:seen|watched|read|tried|heard|played|been)\b|[看吃试玩听去读]过"
)
"""That the person knows a thing takes it no more than it turns it down."""
_KNOWN_ALREADY = re.compile(
    r"\s*(?:我|都|已经|早就?|也|之前|以前)*(?:[看吃试玩听去读刷追用学喝买]过|通关过?|打通过?)了?"
)
"""前两本看过了: what the person knows already."""
_PRAISED = re.compile(r"喜欢|爱|不错|挺好|很好|好[用吃喝看玩听]|香")
_ASKS_OF_OPTION = re.compile(
    r"^\W*(?:is|are|does|do|what|how|why|which|when|where|who|would|could you|can you|tell me)\b.*[?？]\W*$"
    r"|(?:吗|呢|什么|怎么样|多少|哪).{0,6}[?？]\W*$|(?:讲讲|说说|介绍).{0,12}$|(?:营业时间|电话|地址|评分|门票|价格|人均).{0,4}(?:是|给|告诉|多少|怎样|查)"
)


_BUT_NOT = re.compile(
    r"\W*(?:but|though|sadly|only) (?:it'?s |it is |they'?re |that'?s )?(?:a bit |a little |way |just |far |sadly |probably )*"
    r"(?:too [a-z]+|not (?:for me|my thing|my style)|out of my (?:budget|price range)|overpriced|beyond my budget)\b"
)
"""What takes a praise back: "Oslo looks great, but too pricey"."""


def takes_back(words: str) -> bool:
    """Whether a clause takes back the praise before it: "... but too pricey"."""
    return bool(_BUT_NOT.match(plain_form(words)))


_PLAIN_DIGITS = {ord(mark): str(number) for number, mark in enumerate("①②③④⑤⑥⑦⑧⑨", start=1)}


def resolve(quote: str, offered: Sequence[Option]) -> tuple[Pick, ...]:
    """What a reply takes and turns down of what was offered.

    Args:
        quote: the person's words, or a clause of them.
        offered: as `options` gives them.

    Returns:
        One pick for each option the reply points to by number, letter, place or name (or a part of
        the name that no other option has), in order of the list.
    """
    if not offered or len(quote) > 2000:
        return ()
    plain = plain_form(quote).translate(_PLAIN_DIGITS)
    if _ASKS_OF_OPTION.search(plain):
        return ()
    asked = not any(option.advised for option in offered)
    if asked and _NONE.search(plain):
        return tuple(Pick(option, -1) for option in offered)
    signs: dict[int, int] = {}
    if (
        asked
        and _ALL.search(plain)
        and not _TURNED_DOWN.search(plain)
        and not _SEVERAL.search(plain)
    ):
        signs = dict.fromkeys(range(len(offered)), 1)
    segments = list(_segments(plain))
    for index, (start, end, refused) in enumerate(segments):
        words = plain[start:end]
        found = dict(_references(words, offered)) or dict(_names(quote[start:end], offered))
        alone = len(offered) == 1 and not offered[0].advised
        points = _REFUSES.match(words) or (_ANAPHOR.search(words) and not _KNOWN.search(words))
        if not found and alone and points:
            found = {0: (len(words), len(words))}
        for which, span in found.items():
            following = _follow_up(plain, segments, index, offered)
            short = len(plain) <= 40 and not offered[which].advised
            sign = -1 if refused else _sign(words, span, following, short=short)
            if sign:
                signs.setdefault(which, sign)
    return tuple(Pick(offered[which], sign) for which, sign in sorted(signs.items()))


_AFTER_NO = re.compile(r"[^\s。！!，,？?了吧啊哦]")
"""What 不要 turns down where something follows it; else it speaks of what stands before."""


def _segments(plain: str) -> Iterator[tuple[int, int, bool]]:
    """Stretches of a reply, each with whether the words before it turn it down ("..., not B")."""
    at, refused = 0, False
    for match in _SEGMENTS.finditer(plain):
        if match[0] == "不要" and not _AFTER_NO.match(plain, match.end()):
            continue
        if plain[at : match.start()].strip():
            yield at, match.start(), refused
        at, refused = match.end(), bool(re.match(r"not$|不要|而不是|instead|rather", match[0]))
    if plain[at:].strip():
        yield at, len(plain), refused


def _references(words: str, offered: Sequence[Option]) -> Iterator[tuple[int, tuple[int, int]]]:
    labels = {option.label: index for index, option in enumerate(offered) if option.label}
    yield from _several(words, labels, len(offered))
    for match in _REFERENCE.finditer(words):
        if match["last"]:
            yield len(offered) - 1, match.span()
            continue
        if match["from_end"]:
            if (back := _number(match["from_end"])) <= len(offered):
                yield len(offered) - back, match.span()
            continue
        if match["first"]:
            yield 0, match.span()
            continue
        if match["middle"]:
            yield len(offered) // 2, match.span()
            continue
        group = match.lastgroup or 0
        token = match[group] if group else _leading_nth(match[0])
        which = _which(token, labels, len(offered))
        if which is not None:
            yield which, match.span(group)


def _several(
    words: str, labels: dict[str, int], count: int
) -> Iterator[tuple[int, tuple[int, int]]]:
    """Several at once: "1 and 3", "the first two", 第一和第三个."""
    for match in _SEVERAL.finditer(words):
        heads, tails = match["heads"] or match["heads_zh"], match["tails"] or match["tails_zh"]
        if heads or tails:
            number = _number(heads or tails)
            chosen = range(min(number, count)) if heads else range(max(0, count - number), count)
        else:
            tokens = _TOKEN.findall(match[0])
            found = [_which(token, labels, count) for token in tokens]
            if match["list"] and (not labels or None in found):
                continue
            chosen = [which for which in found if which is not None]  # type: ignore[assignment]
        for which in chosen:
            yield which, match.span()


def _number(token: str) -> int:
    return ORDINALS.get(token) or (int(token) if token.isdigit() else 0)


def _leading_nth(text: str) -> str:
    match = re.search(_NTH_EN, text)
    return match[0] if match else ""


def _which(token: str, labels: dict[str, int], count: int) -> int | None:
    if number := _number(token):
        if str(number) in labels:
            return labels[str(number)]
        return number - 1 if 1 <= number <= count else None
    if token in labels:
        return labels[token]
    place = ord(token) - ord("a") if len(token) == 1 else -1
    return place if labels and 0 <= place < count else None


def _names(words: str, offered: Sequence[Option]) -> Iterator[tuple[int, tuple[int, int]]]:
    brief = len(words.split()) + sum(c > "\u2e7f" for c in words) <= BRIEF
    for index, option in enumerate(offered):
        if option.advised:
            continue
        others = [o.name for i, o in enumerate(offered) if i != index]
        parts = _parts(option.name, others) if brief else []
        for form in (option.name, *parts):
            span = next(find_name(words, form), None)
            if span is not None:
                yield index, span
                break


def _parts(name: str, others: Sequence[str]) -> list[str]:
    """Parts of a name that stand for it among the others: its words, or runs of its characters."""
    taken = " ".join(name_key(other) for other in others)
    key = name_key(name)
    capitals = {name_key(word) for word in name.split() if word.isupper() and len(word) > 1}
    parts = [w for w in key.split() if (len(w) >= 4 or w in capitals) and not has_cjk(w)]
    if brand := _BRAND.match(key):
        parts.append(brand[0])
    if has_cjk(key):
        parts += _runs("".join(key.split()))
    words = taken.split()
    return [part for part in parts if part not in (taken if has_cjk(part) else words)]


def _is_brand(tagged: Sequence[tuple[str, str]], first: int, stop: int) -> bool:
    """Whether a run is the first word of a name of two, and no verb: 滴答 of 滴答清单."""
    word, tag = tagged[0]
    return first == 0 and stop == 1 and len(tagged) == 2 and len(word) > 1 and tag[:1] not in "vd"


_BRAND = re.compile(r"[\u4e00-\u9fff]{2,4}(?=\s?[a-z\d])")
"""The maker before the number of a model: 石头 of 石头 G20."""

_NAMING = ("n", "i", "j", "l", "vn", "an", "s", "eng", "x")


def _runs(solid: str) -> list[str]:
    """Runs of a Chinese name's words, longest first, that hold a noun or its last word: 陽明山 of 爬陽明山."""
    from persona.extract.chinese.phrases import words as cut  # heavy

    tagged = cut(simplified(solid))
    at, cuts = 0, [0]
    for word, _ in tagged:
        at += len(word)
        cuts.append(at)
    runs = [
        (cuts[i], cuts[j])
        for i in range(len(tagged))
        for j in range(i + 1, len(tagged) + 1)
        if 2 <= cuts[j] - cuts[i] <= 6
        and (
            j == len(tagged)
            or _is_brand(tagged, i, j)
            or any(tag.startswith(_NAMING) for _, tag in tagged[i:j])
        )
    ]
    return [solid[a:b] for a, b in sorted(runs, key=lambda run: run[0] - run[1])]


def _follow_up(
    plain: str, segments: Sequence[tuple[int, int, bool]], index: int, offered: Sequence[Option]
) -> str:
    """The next stretch, where it points to nothing itself."""
    if index + 1 >= len(segments):
        return ""
    start, end, refused = segments[index + 1]
    words = plain[start:end]
    if refused and not words.strip():
        return "不要"
    if dict(_references(words, offered)) or dict(_names(words, offered)):
        return ""
    return words


def _sign(words: str, span: tuple[int, int], following: str, *, short: bool) -> int:
    """+1 taken, -1 turned down, 0 only spoken of."""
    if known := _KNOWN_ALREADY.match(words, span[1]):
        rest = words[known.end() :] + following
        return -1 if _TURNED_DOWN.search(rest) else int(bool(_PRAISED.search(rest)))
    if words[: span[0]].rstrip().endswith("比"):
        return 0
    said = polarity_towards(words, *span)
    if said:
        return said
    outside = words[: span[0]] + " " + words[span[1] :]
    if _TURNED_DOWN.search(outside):
        return -1
    if _TAKEN.search(outside):
        return 1
    if following:
        if _TURNED_DOWN.search(following):
            return -1
        if _TAKEN.search(following) or _ANAPHOR.search(following):
            return 1
    return 1 if short and len(outside.split()) <= 3 and len(outside.strip()) <= 12 else 0


_YES = re.compile(
    r"^\W*(?:oh |well |haha |lol )?(?:yes|yeah|yep|yup|sure|absolutely|definitely|of course|i do|i am|totally|exactly|correct|"
    r"right|indeed|very much|love (?:it|them)|i (?:really |absolutely )?(?:love|like|enjoy|use) (?:it|them|that)|guilty|always)\b|"
    r"^\W*(?:是的?|对的?|对啊|嗯+|没错|当然|喜欢|爱|有的?|会的?|用的?|在用|就是|是呀|是啊|可不|必须的?|超喜欢|很喜欢|特别喜欢|好的?|可以|行)(?:[啊呀哦呢的,，。!！\s]|$|我)"
)
_NO = re.compile(
    r"^\W*(?:oh |well |haha |lol |nah,? )?(?:no|nope|nah|not really|not at all|never|i don't|i'm not|can't stand (?:it|them)|hate (?:it|them)|"
    r"i (?:really )?(?:hate|dislike) (?:it|them)|not anymore|not my thing)\b|"
    r"^\W*(?:不|没有?|不是|不会|不用|不喜欢|讨厌|从来不|早就不|没兴趣|受不了|不太|不怎么)"
)
_ABOUT_YOU = re.compile(
    r"\b(?:do|did|are|were|have|can|will|would|don't|aren't|haven't) you\b|\byou (?:like|love|enjoy|use|play|work|live|own|prefer|into)\b|"
    r"\b(?:is|was) (?:it|that) (?:your|you)\b|\byour\b|^\W*(?:are they|is it|was it) |"
    r"你|您|^\W*是\s*\S|喜欢.*吗"
)
_LIKING = re.compile(
    r"\b(?:like|likes|love|enjoy|prefer|fan of|into|favou?rite|fond of|keen on|hate|mind)\b|喜欢|爱|讨厌|感兴趣|最喜|偏好"
)
_OFFERS_WORK = re.compile(
    r"\b(?:shall|should|can|could|may) i\b|\bwant me to\b|\blike me to\b|\bneed me to\b|\blet me\b|\bdo you want (?:a|an|the|more|some)\b|"
    r"要(?:不要)?我|需要我|我(?:来|帮|可以|给)|帮你|要不要(?:看|了解|继续)"
)


def assent(quote: str) -> int | None:
    """Whether a reply is a yes (+1) or a no (-1), or neither (None)."""
    plain = plain_form(quote[:200])
    if _NO.match(plain):
        return -1
    return 1 if _YES.match(plain) else None


def asks_about_person(text: str, name: str, *, liking: bool = False) -> bool:
    """Whether the last question of an assistant's message asks the person about a named thing.

    An offer of work ("shall I ...?") is no such question: a yes to it says nothing of the person.

    Args:
        text: the assistant's message.
        name: of the thing.
        liking: whether the question must be about liking it; "do you use X?" is not.
    """
    sentences = [m[0] for m in SENTENCE.finditer(text[-MAX_TEXT:])]
    for sentence in reversed(sentences):
        if sentence.rstrip().endswith(("?", "？")):
            plain = plain_form(sentence)
            held = next(find_name(sentence, name), None) is not None
            asked = _LIKING if liking else _ABOUT_YOU
            return held and bool(asked.search(plain)) and not _OFFERS_WORK.search(plain)
    return False
