"""What a cue of a turn asks of the words around it: many words tell of a turn only beside another.

Each mark is the name of an empty group of a cue:

- ``soon``, ``replaced``: it counts only where the same text turns to something else.
- ``after``: it counts only after something was given up in the same text.
- ``now``: it is so, and not planned.
- ``stays``: where one goes is a home or a firm only after one was left.
- ``homed``, ``hired``: it counts only where the text tells of a home, or of work, as well.
- ``moved``: an arrow, which counts beside words of change.
- ``joy``, ``asked``: it counts only after words of what gives joy, or of what one loves most.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from persona.extract.chinese.named import is_place
from persona.extract.chinese.phrases import words
from persona.extract.chinese.state import Hit, Reading
from persona.vocabulary import KINDS

_REACH = 40
"""Characters around a cue in which the words that it asks for stand."""

NOW = r"(?:现在|如今|眼下|目前|后来|最近|这阵子|这会儿|这几[天周月年]|这个?月|今年|结果|早就?|早已|改|换|转|停了|弃了|戒了|告别)"
"""Words of now, and of what has changed by now."""
_TURNS_SOON = re.compile(
    rf"{NOW}|下家|新东家|真香|yyds|你好|我来|上头|上瘾|才是|被[^，,。]{{1,10}}(?:拐|勾|收服|圈粉)|开启|开始|移情|抱起|入坑|入职|来了|去了|试试|[来去搬][^，,。]{{2,8}}了|[两三几半\d]+(?:周|个月|天)|现任|上位|新鲜|给的|越来越|接班|顶上|顶替|取而代之|投奔|投靠|投入|拥抱|迁|搬|入了|上了|报名|还是|新欢|落户|恢复|报了|都用|再也不|不碰"
)
_MOVES = re.compile(r"跳槽|变心|移情|变动|口味|换(?!乘)|搬|改|转|迁|升级|告别|从")
_REPLACED = re.compile(
    r"换(?!洗|季)|改(?!天|日|善)|转(?!身|头|眼|发|账)|迁|接班|顶上|顶替|取而代之|上了|都用|手[上里]|现在[^，,。]{0,3}(?:拿|用|戴|开|骑|穿|背|学|练|吃(?!饭))"
)
_HOME = re.compile(
    r"定居|租|落户|扎根|落脚|搬|住|安家|安了家|买房|买了房|回[^，,。]{2,6}(?:发展|生活|定居)|[\u3400-\u9fff]人了|人(?:现在|已经|如今|就)*在"
)
_HIRED = re.compile(
    r"裁|干不|待不|走人|跳到|辞|离职|失业|待业|面试|跳槽|转正|试用|入职|上班|干了|公司"
)
_AHEAD = re.compile(
    r"以后|将来|明[天年]|后[天年]|下个?[周月]|准备|打算|计划|想|要|可能|也许|差点|如果|没"
)
_JOBS = re.compile(
    r"跳槽|换了?(?:个)?(?:工作|东家|公司)|工作变动|新工作|离职|入职|辞职|offer|公司把我"
)
_COMMON_ENDS = "院店馆校舍厂队司吧室房楼厅家外里边下上站车所园地中层场网群组班圈界岗"
"""How the names of places that are no towns end."""
_JOY = re.compile(
    r"(?:让|令|使|叫)我[^，,。]{0,4}(?:开心|快乐|高兴|放松|治愈|满足|幸福|解压|心动|上头)"
)
_ASKED = re.compile(r"(?:最|真)(?:爱|喜欢|馋|迷|想)[^，,。]{0,8}[，,\s]*$")

FOLLOWED = {
    "dislikes": "likes",
    "avoids": "likes",
    "uses": "uses",
    "owns": "uses",
    "works_at": "works_at",
    "role": "role",
    "lives_in": "lives_in",
    "learning": "learning",
    "studies": "learning",
    "diet": "diet",
}
"""The kind of what comes instead of a thing of a kind that was given up."""

_TRAVELLING = re.compile(
    "[明后昨]天|[上下中]午|今[天晚早]|早上|晚上|周末|出差|旅[游行]|高铁|航班|飞机|火车"
)

_AFTER = frozenset(["after", "stays"])
_BESIDE = frozenset(["soon", "replaced", "homed"])


def missing_marks(reading: Reading, start: int, end: int) -> frozenset[str]:
    """The marks that cannot hold in a clause: nothing was given up yet, or no other clause is there."""
    missing = frozenset[str]()
    if reading.once is None and given_up(reading) is None:
        missing |= _AFTER
    if end - start >= len(reading.folded.strip()) - 1:
        missing |= _BESIDE
    return missing


def counts(hit: Hit) -> bool:
    """Whether what the marks of a cue ask of the words around it is there."""
    return all(_ASKS[mark](hit) for mark in hit.groups if mark in _ASKS)


def given_up(reading: Reading) -> str | None:
    """The kind of what the text gave up last."""
    kinds = (s.kind for s in reversed(reading.found) if s.polarity < 0 and s.kind in FOLLOWED)
    return next(kinds, None)


def is_town(name: str) -> bool:
    """Whether a name is a town's, or may be one that the dictionary does not know as such."""
    return is_place(name) or (
        2 <= len(name) <= 4 and len(words(name)) == 1 and name[-1] not in _COMMON_ENDS
    )


def is_of_work(hit: Hit) -> bool:
    """Whether a change is told as one of work."""
    return bool(_JOBS.search(_around(hit)))


def _around(hit: Hit) -> str:
    return hit.text[max(0, hit.start - _REACH) : hit.end + _REACH]


def _before(hit: Hit) -> str:
    return hit.text[max(0, hit.start - _REACH) : hit.start]


def _after(hit: Hit, mark: str) -> str:
    return hit.text[hit.groups[mark][1] : hit.end + _REACH]


def _soon(hit: Hit) -> bool:
    came = any(s.polarity > 0 and KINDS[s.kind].family != "link" for s in hit.reading.found)
    return came or bool(_TURNS_SOON.search(_after(hit, "soon")))


def _homed(hit: Hit) -> bool:
    ahead = _AHEAD.search(hit.text, hit.start, hit.end)
    return not ahead and bool(_HOME.search(_after(hit, "homed")))


def _stays(hit: Hit) -> bool:
    """Whether one works or lives where one went after leaving a firm or a town: 去医院了 says neither.

    Nor does 明天离开杭州，后天到上海: by days and hours one travels.
    """
    if _TRAVELLING.search(hit.text):
        return False
    gone = given_up(hit.reading)
    name = hit.words(hit.first("turned", "came"))
    if gone == "lives_in" or (gone == "works_at" and is_place(name)):
        return is_town(name)
    tagged = words(name)
    doing = any(tag[:1] == "v" and len(word) > 1 for word, tag in tagged)
    named = len(tagged) > 1 or tagged[0][1] in ("nz", "nt", "eng")
    return gone == "works_at" and named and not doing


def _moved(hit: Hit) -> bool:
    names = [hit.words(hit.groups[side]) for side in ("left", "turned")]
    return bool(_MOVES.search(_before(hit))) and not any(_is_deed(name) for name in names)


def _is_deed(name: str) -> bool:
    """Whether what an arrow joins is a step and no thing: 打开设置 → 换语言."""
    word, tag = words(name.strip())[0]
    return tag[:1] == "v" and len(word) > 1


_ASKS: dict[str, Callable[[Hit], bool]] = {
    "soon": _soon,
    "replaced": lambda hit: bool(_REPLACED.search(_after(hit, "replaced"))),
    "after": lambda hit: given_up(hit.reading) is not None or hit.reading.once is not None,
    "now": lambda hit: not _AHEAD.search(hit.text, hit.start, hit.groups["now"][0]),
    "homed": _homed,
    "stays": _stays,
    "hired": lambda hit: bool(_HIRED.search(_around(hit))),
    "moved": _moved,
    "joy": lambda hit: bool(_JOY.search(_before(hit))),
    "asked": lambda hit: bool(_ASKED.search(_before(hit))),
}
"""By mark, whether what it asks for is there."""
