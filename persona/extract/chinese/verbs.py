"""The words of a Chinese text, and its verbs: which of them belong to the name that follows.

打羽毛球 is about 羽毛球, 看书 and 骑车 are names as they stand, 去冰岛看极光 is about 冰岛. Word
boundaries come from `rjieba`.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Protocol

from persona.extract.chinese.words import LIGHT, MEASURE, VAGUE, listed

Span = tuple[int, int]

_LATIN = re.compile(r"[A-Za-z0-9]")
_WORTH = re.compile(r"[A-Za-z\u3400-\u9fff]")


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


_KEPT_VERB_NOUN = listed(
    "看书 吃饭 吃素 吃苦 吃亏 逛街 打工 打球 打牌 打字 打架 跳舞 跳绳 跳伞 跳远 跳高"
    " 跳槽 听歌 弹琴 拉琴 骑车 骑马 骑行 买菜 看戏 练字 练琴 养生 养老 追剧 追星 刷题 刷剧"
    " 打卡 打坐 打扫 打折 打包 听写 看海 看病 玩水 玩牌 泡脚 泡澡 泡汤 泡吧 吃席 吃鸡 吃土 吃瓜 吃播 吃独食 种地 种田 种花"
    " 养花 养鱼 玩耍 用功 去世 拉伸 收集 打猎 打针 打车 撸铁 撸猫 打鼓 打盹 吃醋 看房 看展"
    " 买房 买车"
)
_HEAVY = re.compile(
    r"^(?:看[护重望好法待见到透来上]|打[算扰折听击破败造印火字卡包开发车赌工断针气狗赏猎底理点]|玩[笑偶命具]|用[户途力心处法品餐]|吃[力惊喝]|听[说众力话]|去[处年]|练习|跳[过跃]|买[家卖单]|拉[丁面萨]|泡[沫芙面菜椒]|种[类族子植]|养[殖分老]|追[求究踪]|骑[士手]|喝[彩]|拼[音写多命]|喂养|吸[引收烟尘]|弹[性幕簧]|踢踏|穿[越搭山]|收集)"
)
_LIGHT = re.compile(
    rf"^(?:去)?(?:{'|'.join(LIGHT[:-2])}|收集)(?:过|着|了|上|点儿?|些|一?会儿?|了?(?:一|两|几)(?:{MEASURE})|了?[场部本杯碗顿局首支盘把份](?![上面\s]))?(?=\S| [A-Za-z])"
)


_ONE_WORD = "骑开打踢唱跳跑看听弹坐写画练"


def with_verb(text: str, start: int, end: int) -> Span:
    """The span with the verb before it where the two are one word: 骑车, not 车."""
    verb = text[start - 1 : start]
    if (
        end - start == 1
        and verb
        and verb in _ONE_WORD
        and _cutter().has_word(text[start - 1 : end])
    ):
        return start - 1, end
    return start, end


_AGAIN = re.compile(r"(?P<verb>[\u3400-\u9fff]{2})(?P=verb)(?=\S{2})")
"""A verb said twice: 研究研究邮票."""


def without_light_verb(text: str, start: int, end: int) -> Span:
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


def place_of_going(text: str, start: int, end: int) -> Span:
    """去冰岛看极光 as 冰岛: what one goes to."""
    if match := re.match(
        r"(?:去|飞往|飞去)(\S{2,8}?)的(?:机票|船票|车票|路费|旅费|旅行|钱|费用|签证|行程|攻略)",
        text[start:end],
    ):
        return start + match.start(1), start + match.end(1)
    match = re.match(
        r"(?:(?:开|坐|骑|带|跟|陪)着?[^\s去]{1,3})?(?:再|先|多)?(?:带\S{1,4}?)?(?:去|飞往|飞去)(?:一?[趟次])?(\S{2,}?|\S+?(?=$))(?:(?:这[家个]\S{2})?(?:那边)?(?:游玩一?下?|入住|转一?[圈转]|溜达一?[圈下]?|逛一?逛|走一走|看一看|住宿|用餐|吃饭|(?<!游)[待呆住玩][^，,的]{1,5}|(?<!游)玩|徒步旅行|旅游|旅行|度假|看看|逛逛|走走|转转|出差|徒步|自驾游?|散散?步|跑步|野餐|露营|钓鱼|骑行|打卡|里散步|[看吃滑爬拍泡买淘喝挑]\S{1,6})(?:[一几两]?[次趟回])?)?$",
        text[start:end],
    )
    if match and _WORTH.search(match[1]):
        return start + match.start(1), start + match.end(1)
    return start, end


def doing_there(text: str, start: int, end: int) -> Span:
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
