"""From the words after (or before) a cue to the names of things: where a Chinese phrase ends.

Chinese has no spaces and few marks, so a phrase ends where a word of another job begins: a
conjunction, a pronoun, an adverb. Word boundaries come from `rjieba`. What is left is cut at 、 和
跟 还有 into items, and each item is rid of measure words, light verbs and particles.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from persona.extract.chinese.verbs import (
    Span,
    doing_there,
    place_of_going,
    without_light_verb,
    words,
)
from persona.extract.chinese.words import ASPECTS, DATE, MEASURE, NUMBER, TIME, VAGUE, listed

__all__ = ["Span", "is_nominal", "item", "phrases", "split", "words"]

LONGEST = 16
"""Longest target, in characters, that is not mostly Latin."""
LONGEST_LATIN = 40


_STOPS = listed(
    "从 无法 有些 有点 有点儿 很难 困难 遇到 越来越 因为 请 不能自拔 无法自拔 由于 所以 因此 如果 虽然 但 但是 可是 不过 而且 而 而是 然后 结果 导致 否则 于是"
    " 喽 咯 也 都 还 就 才 又 却 很 太 非常 特别 真 真是 实在 已经 一直 总是 老是 经常 每天 天天"
    " 每周 我 你 他 她 它 我们 你们 他们 您 咱 大家 吗 吧 啊 呢 呀 哦 哈 嘛 啦 噢 喔 了 不"
    " 没 没有 别 是 时 因 等 等等 什么的 之类 之类的 为主 比较 最 主要 可以 能 会 让 给 觉得"
    " 感觉 使 令 被 多年 很久 好久 好几年 这种 那种 这类 那类 这 那 这些 那些 这样 那样 而言"
    " 来说 来讲 起来 出来 得 着 其实 的话 只是 除了 尤其 尤其是 特别是 包括 比如 例如"
    " 像 以及其他 为什么 怎么 并 并且 且 或者说 至少 不是 不能 不会 不要 不用 不想 but"
    " because so and since when 哈哈 哈哈哈 嘿嘿 呜呜 呵呵 啥的 后 之后 以后 以来 以前 之前"
    " 再 更 挺 蛮 好像 应该 可能 估计 差不多 左右 居然 竟然 简直 原来 真的 确实 一边 同时"
    " 本来 直到 只要 只有 凡是 即使 哪怕 还是 当 当时 刚 刚刚 正在 多"
)
_PRONOUNS = listed("我 你 他 她 它 我们 你们 他们 您 咱 大家 自己")
_PURPOSE = listed(
    "来 做 写 画 记 跑 管 管理 开发 处理 搭 搭建 部署 作为 当 办公 编程 搞 干 弄 拍 剪 看"
    " 听 学 打 练 存 调 查 测 分析 上 去 在 从 对 以 到 放 装 连 吃 喝 炒 煮"
)
_COORDINATORS = listed("和 跟 与 及 以及 还有 或 或者 加 配 搭 加上 外加 、 ＋")
_LATIN = re.compile(r"[A-Za-z0-9]")
_CJK = re.compile(r"[\u3400-\u9fff]")
_WORTH = re.compile(r"[A-Za-z\u3400-\u9fff]")
_TITLE = re.compile(r"《(?=\s*[^《》\s])([^《》]{1,60})》")
_QUOTES = "“”\"'‘’「」『』《》〈〉【】()（）[]"
_TRAILING = re.compile(
    r"(?>的(?:味道|口感|感觉|气味|体验)|[\s~～!！.。…,，:：;；?？\-—·、/|]|[^\w\s+#.\-&'’“”\"《》「」『』()（）]|(?<![酒网贴泡书水清陶])吧|[了的啊呢呀嘛啦哦哈噢喔喽咯捏]|(?<![花借])呗|这[种件]?事[情儿]?|这一?块|这(?:东西|玩意儿?|些东西|口|味道)|[这那]种(?:场合|地方|场面|东西|活动|事情?)|[这那][个家款道](?:菜|景点|地方|餐馆|酒店|游戏|东西)|之类|什么的|(?<=[A-Za-z\d])\s?好|这种|那种|这类|那类|等等|等|为主|(?<=.)好?多年"
    r"|已?经?有?(?:一|两|三|四|五|六|七|八|九|十|半|好几|几|\d)+多?(?:年|个月|天|周|次|个星期)(?:多|半)?|一下|(?<=\S)本人|这?[两三四几]样(?:东西)?|这个?(?:习惯|爱好|毛病|兴趣)|(?<=[\u3400-\u9fff]{2})(?<!出去)(?<!到处)(?<!四处)(?:看看|转转|走走|逛逛|玩玩)|\s(?:lately|recently|these days|nowadays|now|a lot|so much)|(?<=[车地铁机船艇板]|交)(?:上下?班|上下?学|通勤))+$"
)
_LEADING = re.compile(
    rf"(?:[\s~～…:：\-—·、,，“\"]+|一个人(?=\S{{2}})|在[\u3400-\u9fff]{{1,5}}?[里上中下边](?=[看读写听跑打玩吃喝睡练弹])|(?:做|写|拍|画|弄|搞|学|整|尝试做?)一?(?:些|点儿?)(?:新的?)?(?=\S{{2}})|{NUMBER}(?:次|趟|回|番|顿|圈|轮|遍)(?=\S)|[这那](?:{NUMBER})?个?(?:家店|款店|{MEASURE}|[版代届期季批波款]|里)(?:的(?=\S))?|\S{{1,6}}?(?:推荐|安利|介绍|种草)(?:给我)?的(?=\S)|(?:(?:这|那|我|另|某|同)?(?:{NUMBER}|第{NUMBER})个?{MEASURE})(?:叫[^\s《]{{1,6}}?的)?|{NUMBER}(?:碗|盘|串|锅|壶|罐|袋|包|勺|坛)(?=\S)|{NUMBER}(?=[^\u3400-\u9fff年月日号]*$)"
    r"|(?:名叫(?=\S{2})|叫(?!做|车|外卖|《)\S{1,6}?的)(?=\S)|自己的?|我们?的|我家的?|一些|各种(?:各样的?)?|所有的?|任何|那种|这种|那些|这些|某些|关于|有关|到(?=\S{2})|于(?=\S{2})|新的(?=\S{2})|(?:[的了着]|过(?!山车|[年节冬夜]|家家|生日|桥米线))+"
    r"|觉得|感觉|认为|多?花(?:点儿?|些|更多)?(?:钱|时间)(?:去|来)?(?=\S{2})|一边|偷偷|好好|多(?=[吃喝看听读陪跟和])|去?[跟和与陪](?:朋友|家人|孩子|同事|同学|爸妈|老婆|老公|女朋友|男朋友|闺蜜|室友|大家|别人)们?(?:一起|一块儿?)?(?:出去|去)?(?=\S)|[跟和与陪]\S{1,6}?(?:一起|一块儿?)(?:出去|去)?(?=\S)|一起"
    rf"|(?:窝|躺|坐|待|宅|趴)在[\u3400-\u9fff]{{1,4}}?[里上中下](?=\S{{2}})|(?:新来|新开|楼下|隔壁|附近|家门口|路边)的(?=\S{{2}})|(?:在|窝在|躺在|坐在)(?:家[里中]?|外面|公司|学校|宿舍|沙发上?|床上|户外|室内|路上|网上|线上|阳台上?|家附近)(?=\S{{2}})|(?![春夏秋冬]天的)(?:{TIME})(?=[^\s、]{{2}})(?!的(?:时候)?$)的?)"
)
_BAD = re.compile(
    r"[我你您她它咱]|(?<![吉其维排])他|什么|怎么|为什么|哪个|是不是|有没有|能不能|的时候|一下|不知道|(?:^|[^\u3400-\u9fff])没有?$|觉得|\d分|过程中?$|^被(?![子褥])|^第.个|(?:信息|电话|地址|评分|票价|时间)$|^千万$|^[一二两三四五六七八九十几半\d]+(?:[集页章回季遍次口眼局把盘圈顿场趟下声步组碗杯]|小时)$|^[和跟与](?![牛平谐服解])|^去?(?:做|想)?一些$|^去想$|^[看听想遇碰]到$|自己$|^(?:去)?(?:讨好|勉强)|^(?:真|很|挺|太|超|还|蛮)?(?:不错|好[吃喝玩用看听]|方便|可以)$|^都?行$|^也?不是|^不如$|^再?[这那]样|^越[看吃喝听玩用想学跑聊]$"
)


_ENGLISH_CLAUSE = re.compile(
    r"(?:^|\s)(?:i|i'm|but|love|hate|like|am|my|don't|can't)\s", re.IGNORECASE
)
"""Words of an English clause, which is no name in a Chinese one."""


_POINTING = re.compile(
    rf"\s*(?:[吃喝看听玩用去买])?[这那哪](?:{NUMBER})?(?:{MEASURE}|里)?[\u3400-\u9fff]{{1,2}}(?:的?(?:{'|'.join(ASPECTS)}))?$"
)
"""这个菜, 那家店: what only points."""

_SEASON = re.compile(r"^(?:[春夏秋冬][天季]|春节|夜里|清晨|周末)$")


_ELSEWHERE = re.compile(r"\s*(?:这里|那里|里面|其中|这种|那种|这样|那样|这些|那些|它)")
"""What points back at something that was not named here."""


def _is_bad(text: str) -> bool:
    if not _WORTH.search(text) or text in VAGUE or (DATE.match(text) and not _SEASON.match(text)):
        return True
    if (
        len(text) > (LONGEST if _CJK.search(text) else LONGEST_LATIN)
        and len(_CJK.findall(text)) > 12
    ):
        return True
    if len(text) > LONGEST_LATIN or "了" in text.replace("了不起", "").replace("了解", ""):
        return True
    if _BAD.search(text) or _ENGLISH_CLAUSE.search(text):
        return True
    if text[0] == "跑" and len(text) > 1 and all(t == "ns" for _, t in words(text[1:])):
        return True  # 常年跑非洲 is no running
    if len(text) == 3 and text[1] == text[2] and words(text)[-1][1] == "z":  # 毛茸茸
        return True
    if _first_word(text) in _FUNCTION_WORDS and not _NAME_LIKE.match(text):
        return True
    return len(text) == 1 and not (_CJK.match(text) or text.upper() in "CRDV")


_FUNCTION_WORDS = listed(
    "的 得 地 着 过 吗 呢 吧 们 够 就算 就是 哪怕 不 没 没有 被 把 让 使 给 比 对 对于 为 为了 从 以 在 因 因为 所以 就 都 也 很 太 更"
    " 最 由 向 将 并 而 如 是 有 能 会 要 想 可 可以 还 再 又 只 和 跟 与 得 地 已 该 应该"
    " 非常 特别 怎么 有些 每"
)
"""Words that no name begins with."""
_MEASURE_WORD = re.compile(MEASURE)


_NAME_LIKE = re.compile(
    r"可[颂乐可卡画]|有[道赞](?!理)|得物|和[牛平谐服]|比[亚基萨特]|对[联虾]|太极|为[爱]|不锈钢|没药"
)
"""Names whose first character is a word of its own elsewhere."""


def _first_word(text: str) -> str:
    return words(text)[0][0]


_TASTE = re.compile(
    r"[吃喝]?[甜酸辣咸苦冰热凉冷脆淡素荤麻鲜烫糯](?=的(?:$|[^\u3400-\u9fff]|[和跟与或]))"
)
"""What has a taste and no name needs its 的: 爱喝冰的, and not 冰."""


def _strip(text: str, start: int, end: int) -> Span:
    """The span without what may stand around a name: marks, particles, measure words."""
    while start < end:
        before = (start, end)
        if match := _TRAILING.search(text[start:end]):
            end = start + match.start()
            if _TASTE.match(text, start) and end - start <= 2:
                return start, end + 1
        match = _LEADING.match(text[start:end])
        if match and not _within_word(text[start:end], match.end()):
            start += match.end()
        if _MEASURE_WORD.match(text, start, end) and end - start > 2:
            word = _first_word(text[start:end])
            start += len(word) if _MEASURE_WORD.fullmatch(word) else 0
        while start < end and text[start] in _QUOTES and not _TITLE.match(text, start, end):
            start += 1
        while start < end and text[end - 1] in _QUOTES and not _opened(text[start:end]):
            if text[end - 1] == "》" and "《" in text[start:end]:
                break
            end -= 1
        if (start, end) == before:
            break
    return start, end


def _within_word(text: str, at: int) -> bool:
    """Whether a date ends within a longer word: the 七月 of a title 七月流火."""
    if text[at - 1] not in "月日年周":
        return False
    begin = 0
    for word, _tag in words(text[: at + 4]):
        if begin >= at:
            break
        begin += len(word)
    return begin > at


def _opened(text: str) -> bool:
    return text[-1] in ")）" and ("(" in text or "（" in text)


def _limit(text: str, start: int, end: int, tool: bool) -> tuple[int, list[Span]]:
    """Where the phrase that begins at `start` ends, and the coordinators in it."""
    at = start
    joints: list[Span] = []
    begun, seen, verbal = start, False, False
    for word, tag in words(_veiled(text[start:end])):
        stop = at + len(word)
        lowered = word.lower()
        if word in _COORDINATORS:
            if seen and not (word in "加配搭" and not _spaced(text, at, stop)):
                joints.append((at, stop))
        elif word == "令" and seen and not text[stop:end].rstrip("了吧呢啊呀。，,！! "):
            pass  # the end of a name, and no verb: 酒令
        elif lowered in _STOPS and (seen or word not in ("真", "会", "最", "得", "当", "多", "能")):
            if not (word in ("了", "着", "过") and not seen):
                return (begun if word in _PRONOUNS and verbal else at), joints
        elif tool and seen and _is_purpose(text, at, word, tag, end):
            return at, joints
        elif tag != "x" and word not in "的了":
            if not seen or (joints and at == joints[-1][1]):
                begun = at
            seen, verbal = True, tag == "v"
        at = stop
    return end, joints


def _is_purpose(text: str, at: int, word: str, tag: str, end: int) -> bool:
    """Whether a verb after a name tells what the thing is for: Obsidian 记笔记, 输入法打字.

    One character that nothing follows is the end of a name that the cutter does not know: 鼠须管.
    """
    left = text[at - 1 : at]
    after_latin = bool(left.isspace() or _LATIN.match(left))
    if len(word) == 1 and not after_latin and not text[at + 1 : end].strip("了的吧呢啊呀。，,！! "):
        return False
    if word in _PURPOSE:
        return True
    if after_latin:
        return tag == "v" or word[0] in "写做记画管跑"
    return len(word) == 2 and word[0] in _DOINGS and tag[:1] == "v" and word not in _IN_NAMES


_DOINGS = "听打看开上写做聊玩学查拍剪录炒煮办"
_IN_NAMES = listed("听书 打车 看图 开发 上网 聊天 学习 拍照 剪辑 录音 录屏 办公 写作 做饭")
"""Words of doing that are at home in the names of products."""


def is_nominal(text: str) -> bool:
    """Whether a text is all names and what joins them: no verb of its own, no adverb."""
    tags = ("eng", "vn", "an", "l", "i", "j", "b", "uj", "f")
    return all(t[:1] in "nxqms" or t in tags or not w.strip() for w, t in words(text))


def _spaced(text: str, start: int, end: int) -> bool:
    """Whether a joint stands between spaces or beside Latin letters: "C++ 加 Redis"."""
    left, right = text[start - 1 : start], text[end : end + 1]
    return bool(left.isspace() or right.isspace() or _LATIN.match(left) or _LATIN.match(right))


def _items(start: int, end: int, joints: list[Span]) -> Iterator[Span]:
    at = start
    for left, right in joints:
        if left >= end:
            break
        yield at, left
        at = right
    yield at, end


_PLUS = re.compile(
    r"\s[+＋/]\s|(?<=[\u3400-\u9fff])[+＋/](?=\S)|(?<=\S)[+＋/](?=[\u3400-\u9fff])|(?<=[a-z\d])/(?=[A-Z])|\s+and\s+|\s+or\s+|,\s+|(?<=》)(?=《)"
    r"|(?<=[\u3400-\u9fff])(?=[一两三四五六七八九十\d]+(?:只|条|台|辆|匹|盆|位|头|棵|把|张|双|顶)[\u3400-\u9fff])"
)
"""Marks and words that join, and a number with its measure word that begins anew: 一只柯基一只边牧."""


def _finer(text: str, span: Span) -> Iterator[Span]:
    """An item cut again at + / and "and" where they stand between names."""
    at = span[0]
    for match in _PLUS.finditer(text, *span):
        yield at, match.start()
        at = match.end()
    yield at, span[1]


def split(text: str, start: int, end: int) -> list[Span]:
    """The items of a list that ends where `end` is: the names before a cue."""
    at = start
    joints: list[Span] = []
    for word, _tag in words(_veiled(text[start:end])):
        stop = at + len(word)
        if word in _COORDINATORS and start < at and stop < end and word not in "加配搭":
            joints.append((at, stop))
        at = stop
    return [s for piece in _items(start, end, joints) if (s := item(text, *piece))]


def _veiled(text: str) -> str:
    """The text with the words of titles hidden: 《我和我的祖国》 is one name."""
    return _TITLE.sub(lambda m: "《" + "某" * len(m[1]) + "》", text) if "《" in text else text


def item(
    text: str, start: int, end: int, *, goal: bool = False, whole: bool = False
) -> Span | None:
    """One name within ``text[start:end]``, or None where nothing there is one.

    Args:
        text: the clause, in Simplified characters.
        start: where the piece begins.
        end: where it ends.
        goal: whether it is something to do or get (去冰岛 is 冰岛).
        whole: whether a light verb stays with its noun.
    """
    if title := _TITLE.search(text, start, end):
        return title.span(1)
    if _POINTING.match(text[start:end]):
        return None
    start, end = _strip(text, start, end)
    going = place_of_going if goal else doing_there
    start, end = _strip(text, *going(text, start, end))
    if not whole:
        start, end = _strip(text, *without_light_verb(text, start, end))
    if start >= end or _is_bad(text[start:end].strip()):
        return None
    return start, end


def _is_doing(text: str) -> bool:
    """Whether a thing and a verb of it stand there: 衣服晾(不干)."""
    tagged = words(text)
    return (
        len(tagged) > 1
        and tagged[0][1][:1] == "n"
        and tagged[-1][1] in ("v", "vg", "zg")
        and len(tagged[-1][0]) == 1
    )


_OF_ANOTHER = re.compile(
    r"(?:[太很过最更偏]|特别|非常|比较|过于|这么|那么)[^，,。的]{1,5}的[\u3400-\u9fff]"
)
"""After a name: how it is, and what it belongs to."""


def phrases(
    text: str, start: int, end: int, *, tool: bool = False, goal: bool = False
) -> tuple[list[Span], int]:
    """The names at the beginning of ``text[start:end]``, and where their phrase ends.

    Args:
        text: the clause, in Simplified characters.
        start: where to begin, right after the cue.
        end: where the clause ends.
        tool: whether a second verb tells what the thing is used for, and so ends the phrase.
        goal: see `item`.

    Returns:
        Spans of the text, in order, and the end of the phrase that holds them.
    """
    if _ELSEWHERE.match(text, start, end):
        return [], start
    start = _strip(text, start, end)[0]
    if text.startswith("在", start):
        return [], start
    limit, joints = _limit(text, start, end, tool)
    if text.startswith("得", limit):  # 安静得吓人 tells how, and names nothing
        return [], limit
    if text.startswith(("不", "没"), limit) and _is_doing(text[start:limit]):
        return [], limit
    if _OF_ANOTHER.match(text, limit, end):  # 颜色太亮的衣服 names no colour
        return [], limit
    found: list[Span] = []
    for piece in _items(start, limit, joints):
        spans = (item(text, *finer, goal=goal) for finer in _finer(text, piece))
        found.extend(span for span in spans if span)
    return found, limit
