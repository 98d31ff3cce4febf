"""From the words after (or before) a cue to the names of things: where a Chinese phrase ends.

Chinese has no spaces and few marks, so a phrase ends where a word of another job begins: a
conjunction, a pronoun, an adverb. Word boundaries come from `rjieba`. What is left is cut at 、 和
跟 还有 into items, and each item is rid of measure words, light verbs and particles.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Protocol

from persona.extract.chinese.words import ASPECTS, DATE, LIGHT, MEASURE, NUMBER, TIME, VAGUE, listed

Span = tuple[int, int]

LONGEST = 16
"""Longest target, in characters, that is not mostly Latin."""
LONGEST_LATIN = 40


class _Cutter(Protocol):
    def tag(self, text: str, hmm: bool = True) -> list[tuple[str, str]]: ...

    def has_word(self, word: str) -> bool: ...


@cache
def _cutter() -> _Cutter:
    import rjieba

    cutter: _Cutter = rjieba.Jieba()
    return cutter


def words(text: str) -> list[tuple[str, str]]:
    """The words of a text with their part of speech (jieba's tags), without guessing new words."""
    return _cutter().tag(text, hmm=False)


_STOPS = listed(
    "从 无法 有些 有点 有点儿 很难 困难 遇到 越来越 因为 请 不能自拔 无法自拔 由于 所以 因此 如果 虽然 但 但是 可是 不过 而且 而 而是 然后 结果 导致 否则 于是"
    " 也 都 还 就 才 又 却 很 太 非常 特别 真 真是 实在 已经 一直 总是 老是 经常 每天 天天"
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
    r"(?>的(?:味道|口感|感觉|气味|体验)|[\s~～!！.。…,，:：;；?？\-—·、/|]|[^\w\s+#.\-&'’“”\"《》「」『』()（）]|(?<![酒网贴泡书水清陶])吧|[了的啊呢呀嘛啦哦哈噢喔]|这[种件]?事[情儿]?|这(?:东西|玩意儿?|些东西|口|味道)|[这那]种(?:场合|地方|场面|东西|活动|事情?)|[这那][个家款道](?:菜|景点|地方|餐馆|酒店|游戏|东西)|之类|什么的|这种|那种|这类|那类|等等|等|为主|(?<=.)好?多年"
    r"|已?经?有?(?:一|两|三|四|五|六|七|八|九|十|半|好几|几|\d)+多?(?:年|个月|天|周|次|个星期)(?:多|半)?|一下|(?<=\S)本人|这?[两三四几]样(?:东西)?|这个?(?:习惯|爱好|毛病|兴趣)|(?<=[\u3400-\u9fff]{2})(?<!出去)(?<!到处)(?<!四处)(?:看看|转转|走走|逛逛|玩玩)|\s(?:lately|recently|these days|nowadays|now|a lot|so much)|(?<=[车地铁机船艇板]|交)(?:上下?班|上下?学|通勤))+$"
)
_LEADING = re.compile(
    rf"(?:[\s~～…:：\-—·、,，“\"]+|一个人(?=\S{{2}})|(?:做|写|拍|画|尝试做?)一?些(?:新的?)?(?=\S{{2}})|{NUMBER}(?:次|趟|回|番|顿)(?=\S)|[这那](?:{NUMBER})?个?(?:家店|款店|{MEASURE}|里)(?:的(?=\S))?|\S{{1,6}}?(?:推荐|安利|介绍|种草)(?:给我)?的(?=\S)|(?:(?:这|那|我|另|某)?(?:{NUMBER}|第{NUMBER})个?{MEASURE})(?:叫\S{{1,6}}?的)?|{NUMBER}(?=[^\u3400-\u9fff年月日号]*$)"
    r"|(?:名叫(?=\S{2})|叫(?!做|车|外卖)\S{1,6}?的)(?=\S)|自己的?|我们?的|我家的?|一些|各种(?:各样的?)?|所有的?|任何|那种|这种|那些|这些|某些|关于|有关|到(?=\S{2})|于(?=\S{2})|新的(?=\S{2})|[的了着过]+"
    r"|觉得|感觉|认为|多?花(?:点儿?|些|更多)?(?:钱|时间)(?:去|来)?(?=\S{2})|一边|偷偷|好好|多(?=[吃喝看听读陪跟和])|去?[跟和与陪](?:朋友|家人|孩子|同事|同学|爸妈|老婆|老公|女朋友|男朋友|闺蜜|室友|大家|别人)们?(?:一起|一块儿?)?(?:出去|去)?(?=\S)|[跟和与陪]\S{1,6}?(?:一起|一块儿?)(?:出去|去)?(?=\S)|一起"
    rf"|(?:窝|躺|坐|待|宅|趴)在[\u3400-\u9fff]{{1,4}}?[里上中下](?=\S{{2}})|(?:新来|新开|楼下|隔壁|附近|家门口|路边)的(?=\S{{2}})|(?:在|窝在|躺在|坐在)(?:家[里中]?|外面|公司|学校|宿舍|沙发上?|床上|户外|室内|路上|网上|线上|阳台上?|家附近)(?=\S{{2}})|(?![春夏秋冬]天的)(?:{TIME})(?=[^\s、]{{2}})(?!的(?:时候)?$)的?)"
)
_KEPT_VERB_NOUN = listed(
    "看书 吃饭 吃素 吃苦 吃亏 吃瓜 逛街 打工 打球 打牌 打字 打架 跳舞 跳绳 跳伞 跳远 跳高"
    " 跳槽 听歌 弹琴 拉琴 骑车 骑马 骑行 买菜 看戏 练字 练琴 养生 养老 追剧 追星 刷题 刷剧"
    " 打卡 打坐 打扫 打折 打包 听写 看海 看病 玩水 玩牌 泡脚 泡澡 泡汤 泡吧 种地 种田 种花"
    " 养花 养鱼 玩耍 用功 去世 拉伸 收集 打猎 打针 打车 撸铁 撸猫 打鼓 打盹 吃醋 看房 看展"
    " 买房 买车"
)
_HEAVY = re.compile(
    r"^(?:看[护重望好法待见到透来上]|打[算扰折听击破败造印火字卡包开发车赌工断针气狗赏猎底理点]|玩[笑偶命具]|用[户途力心处法品餐]|吃[力惊]|听[说众力话]|去[处年]|练习|跳[过跃]|买[家卖单]|拉[丁面萨]|泡[沫芙面菜椒]|种[类族子植]|养[殖分老]|追[求究踪]|骑[士手]|喝[彩]|拼[音写多命]|喂养|吸[引收烟尘]|弹[性幕簧]|踢踏|穿[越搭山]|收集)"
)
_LIGHT = re.compile(
    rf"^(?:去)?(?:{'|'.join(LIGHT[:-2])}|收集)(?:过|着|了|上|点儿?|些|一?会儿?|了?(?:一|两|几)(?:{MEASURE})|了?[场部本杯碗顿局首支盘把份](?![上面\s]))?(?=\S)"
)
_BAD = re.compile(
    r"[我你您她它咱]|(?<![吉其维排])他|什么|怎么|为什么|哪个|是不是|有没有|能不能|的时候|一下|不知道|(?:^|[^\u3400-\u9fff])没有?$|觉得|\d分|过程中?$|^被(?![子褥])|^第.个|(?:信息|电话|地址|评分|票价|时间)$|^千万$|^[一两三几\d]+[集页章回季遍次口眼]$|^[的得地着过吗呢吧们够]|^[和跟与](?![牛平谐服解])|^去?(?:做|想)?一些$|^去想$|^[看听想遇碰]到$|自己$|^(?:去)?(?:讨好|勉强)|^(?:真|很|挺|太|超|还|蛮)?(?:不错|好[吃喝玩用看听]|方便|可以)$|^都?行$|^再?[这那]样"
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
    if _first_word(text) in _FUNCTION_WORDS and not _NAME_LIKE.match(text):
        return True
    return len(text) == 1 and not (_CJK.match(text) or text.upper() in "CRDV")


_FUNCTION_WORDS = listed(
    "就算 就是 哪怕 不 没 没有 被 把 让 使 给 比 对 对于 为 为了 从 以 在 因 因为 所以 就 都 也 很 太 更"
    " 最 由 向 将 并 而 如 是 有 能 会 要 想 可 可以 还 再 又 只 和 跟 与 得 地 已 该 应该"
    " 非常 特别 怎么 有些 每"
)
"""Words that no name begins with."""
_MEASURE_WORD = re.compile(MEASURE)


_NAME_LIKE = re.compile(r"可[颂乐可卡]|和[牛平谐服]|比[亚基萨特]|对[联虾]|太极|为[爱]|不锈钢|没药")
"""Names whose first character is a word of its own elsewhere."""


def _first_word(text: str) -> str:
    return words(text)[0][0]


def _strip(text: str, start: int, end: int) -> Span:
    """The span without what may stand around a name: marks, particles, measure words."""
    while start < end:
        before = (start, end)
        if match := _TRAILING.search(text[start:end]):
            end = start + match.start()
        if match := _LEADING.match(text[start:end]):
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


def _opened(text: str) -> bool:
    return text[-1] in ")）" and ("(" in text or "（" in text)


_AGAIN = re.compile(r"(?P<verb>[\u3400-\u9fff]{2})(?P=verb)(?=\S{2})")
"""A verb said twice: 研究研究邮票."""


def _without_light_verb(text: str, start: int, end: int) -> Span:
    """打羽毛球 as 羽毛球, 吃火锅 as 火锅; but 看书, 睡懒觉 stay."""
    piece = text[start:end]
    if (again := _AGAIN.match(piece)) and _WORTH.search(piece[again.end() :]):
        return start + again.end(), end
    match = _LIGHT.match(piece)
    if not match or piece in _KEPT_VERB_NOUN or _HEAVY.match(piece):
        return start, end
    rest = piece[match.end() :]
    if not _WORTH.search(rest) or rest.lstrip() in VAGUE or not _parts(piece, match.end()):
        return start, end
    if len(rest.strip()) == 1 and piece[0] not in "吃喝养" and not _LATIN.match(rest):
        return start, end
    return start + match.end(), end


def _parts(piece: str, at: int) -> bool:
    """Whether a word begins at `at`: 打 and 篮球 part, 打印机 does not."""
    begin = 0
    for word, _tag in words(piece):
        if begin >= at:
            return begin == at
        inner = at - begin
        if begin + len(word) > at:
            rest = word[inner:]
            return piece[0] in "吃喝养" or (len(rest) >= 2 and _cutter().has_word(rest))
        begin += len(word)
    return True


def _place_of_going(text: str, start: int, end: int) -> Span:
    """去冰岛看极光 as 冰岛: what one goes to."""
    if match := re.match(
        r"(?:去|飞往|飞去)(\S{2,8}?)的(?:机票|船票|车票|路费|旅费|旅行|钱|费用|签证|行程|攻略)",
        text[start:end],
    ):
        return start + match.start(1), start + match.end(1)
    match = re.match(
        r"(?:(?:开|坐|骑|带|跟|陪)着?[^\s去]{1,3})?(?:再|先|多)?(?:带\S{1,4}?)?(?:去|飞往|飞去)(?:一?[趟次])?(\S+?)(?:(?:那边)?(?:游玩|转一?[圈转]|逛一?逛|走一走|看一看|住宿|用餐|吃饭|[待呆住玩][^，,的]{1,5}|(?<!游)玩|旅游|旅行|度假|看看|逛逛|走走|转转|出差|徒步|自驾游?|散散?步|跑步|野餐|露营|钓鱼|骑行|打卡|里散步|[看吃滑爬拍泡][\u3400-\u9fff]{1,4})(?:[一几两]?[次趟回])?)?$",
        text[start:end],
    )
    if match and _WORTH.search(match[1]):
        return start + match.start(1), start + match.end(1)
    return start, end


def _doing_there(text: str, start: int, end: int) -> Span:
    """去公园跑步 as 跑步, 去健身房 as 健身房: what one likes about going."""
    if start >= end or text[start] != "去":
        return start, end
    tagged = words(text[start:end])
    if len(tagged) == 2 and len(tagged[1][0]) >= 2:
        return start + 1, end
    if len(tagged) > 1 and all(tag[:1] in "nsfjlze" for _, tag in tagged[1:]):
        return start + 1, end
    word, tag = tagged[-1]
    if len(word) >= 2 and tag in ("v", "vn") and len(tagged) > 2:
        return end - len(word), end
    return start, end


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
        elif lowered in _STOPS and (seen or word not in ("真", "会", "最", "得", "当", "多", "能")):
            if not (word in ("了", "着", "过") and not seen):
                return (begun if word in _PRONOUNS and verbal else at), joints
        elif tool and seen and (word in _PURPOSE or _is_purpose(text, at, word, tag)):
            return at, joints
        elif tag != "x" and word not in "的了":
            if not seen or (joints and at == joints[-1][1]):
                begun = at
            seen, verbal = True, tag == "v"
        at = stop
    return end, joints


def _is_purpose(text: str, at: int, word: str, tag: str) -> bool:
    """Whether a verb after a Latin name tells what the thing is for: Obsidian 记笔记."""
    left = text[at - 1 : at]
    return bool(left.isspace() or _LATIN.match(left)) and (tag == "v" or word[0] in "写做记画管跑")


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
    r"\s[+＋/]\s|(?<=[\u3400-\u9fff])[+＋/](?=\S)|(?<=\S)[+＋/](?=[\u3400-\u9fff])|(?<=[a-z\d])/(?=[A-Z])|\s+and\s+|\s+or\s+|,\s+"
)


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
    going = _place_of_going if goal else _doing_there
    start, end = _strip(text, *going(text, start, end))
    if not whole:
        start, end = _strip(text, *_without_light_verb(text, start, end))
    if start >= end or _is_bad(text[start:end].strip()):
        return None
    return start, end


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
    found: list[Span] = []
    for piece in _items(start, limit, joints):
        spans = (item(text, *finer, goal=goal) for finer in _finer(text, piece))
        found.extend(span for span in spans if span)
    return found, limit
