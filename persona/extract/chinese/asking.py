"""What a question or request in Chinese is about."""

from __future__ import annotations

import re

from persona.extract.chinese.clauses import clauses, fold
from persona.extract.chinese.phrases import Span, phrases
from persona.extract.statement import Statement
from persona.text import has_cjk

WEIGHT = 0.3

_ASK = re.compile(
    r"(?:推荐|安利|介绍|讲讲|讲解|说说|解释|科普|聊聊|分析|总结|翻译|润色|修改|优化|规划|制定|安排|设计|查询?|搜|找|写|画|做|生成|列)(?:一下|下|给我)?(?:一|几|两|三|些|点|\d+)?(?:个|款|部|本|家|首|份|篇|条|种|道|段|张|些|点|封)?(?:关于|有关)?(?P<o>.+)"
    r"|(?:有没有|有什么|有啥|有哪些)(?:什么|啥)?(?:好(?:吃|玩|用|看|听|喝)?的?|推荐的?|适合\S{1,8}?的|靠谱的|便宜的|比较好的)?(?P<have>.+)"
    r"|(?:怎么样?|如何|怎样)(?:才能)?(?:快速|正确|高效|更好地|有效)?(?:学好|学会|学习|学|做好|做|用好|使用|用|写好|写|安装|配置|选|挑|练好|练|提高|改善|养好|养)?(?P<how>.+)"
    r"|(?:什么是|啥是|请问|想了解|想知道|想问问?|想咨询|关于|了解一下)(?:一下)?(?P<about>.+)"
    r"|(?:哪些|哪种|哪款|哪家|哪个|什么)(?P<which>.+?)(?:比较|更|最)?(?:好|适合|推荐|值得)"
)
_ASK_AFTER = re.compile(
    r"(?P<t>.+?)(?:是什么|是啥|怎么样|怎么(?:用|做|学|选|办|去|玩|写|弄|配|装|走|修)|如何|好不好|好(?:吃|用|玩|看)吗|哪个(?:更|比较)?|有什么(?:区别|推荐|好处|不同)|有啥|的区别|多少钱|在哪|贵不贵|值得|难不难|难学|难吗|靠谱吗)"
)
_POLITE = re.compile(
    r"^(?>请问一?下?|麻烦|请|你?能不能|可不可以|可以|能|你|您|帮我们?|给我们?|帮忙|想请你|我想|想|认为|觉得|那|那么|另外|还有|对了|顺便|再|也|一下|[\s,，:：、])+"
)
_CHATTER = re.compile(
    r"[你您他她]|^(?:自己)?(?:最|比较|很)?(?:喜欢|爱|拿手|擅长|推荐)|自己|怎么了|怎样|如何|为什么|为啥|什么意思|干嘛|干什么|在吗|可以吗|行吗|好吗$|这|那|上面|下面|以上|以下|刚才"
)
_TOPIC_TAIL = re.compile(
    r"(?:来|能够?|可以|去)(?!自)[\u3400-\u9fff]{2,}$|(?>的?(?:推荐|建议|方法|攻略|教程|介绍|资料|信息|区别|原理|用法|做法|好处|例子|时候)|吗|呢|吧|啊|么|呀|和建议|一下)+$"
)


def topics(text: str) -> list[Statement]:
    """What a question or request is about, as `asks_about` with polarity 0 and weight 0.3.

    Conservative: only where a cue of asking (推荐, 怎么, 有没有, 帮我写 ...) stands beside a phrase that
    could be a name. Chatter (你好吗, 为什么) gives nothing.

    Args:
        text: a clause already known to be a question or request.
    """
    if not has_cjk(text):
        return []
    folded = fold(text)
    found: dict[str, Statement] = {}
    for start, end, _last in clauses(folded):
        for left, right in _asked(folded, start, end):
            target = text[left:right].strip()
            found.setdefault(
                target.casefold(), Statement("asks_about", target, "询问", 0, left, WEIGHT)
            )
    return list(found.values())


_EMPTY = re.compile(
    r"^(?:如何|怎么|看看|懂得|过得|一般|注意.*|.+[得过]|策略|习惯|方式|提供|哪些|具体|技巧|方法|建议|习惯|想法|主意|事情|东西|学习|放松|办法|意见|地址|电话|评分|价格|好的?|有趣的(?:事情|想法)|新鲜的想法)$"
    r"|^(?:如何|看看|提供|哪些|具体的)|有哪些|分别|人均|评分|\d元|价格"
)
"""What is asked for in general, or is a condition of the search and not its matter."""


def _without_tail(text: str, start: int, end: int) -> Span:
    tail = _TOPIC_TAIL.search(text[start:end])
    return (start, start + tail.start()) if tail else (start, end)


def _asked(text: str, start: int, end: int) -> list[Span]:
    """The phrases that one clause asks about."""
    polite = _POLITE.match(text[start:end])
    start += polite.end() if polite else 0
    match = _ASK.match(text, start, end)
    after = None if match else _ASK_AFTER.match(text, start, end)
    found = match or after
    if not found:
        return []
    name = next(k for k, v in found.groupdict().items() if v is not None)
    left, right = found.span(name)
    if tail := _TOPIC_TAIL.search(text[left:right]):
        right = left + tail.start()
    if _CHATTER.search(text[left:right]):
        return []
    spans, _ = phrases(text, left, right, tool=name == "how")
    spans = [_without_tail(text, *span) for span in spans]
    return [
        span for span in spans if not _EMPTY.search(text[slice(*span)]) and span[1] - span[0] >= 2
    ]
