"""All cues of Chinese in the order in which they are tried, and those that need no person.

A stretch of text is read once, so the particular stands before the general.
"""

from __future__ import annotations

import re

from persona.extract.chinese.attitudes import PARTICULAR
from persona.extract.chinese.likings import GENERAL
from persona.extract.chinese.practices import CHANGES, PRACTICES
from persona.extract.chinese.states import STATES
from persona.extract.chinese.words import KIN

RULES = (*PARTICULAR, *CHANGES, *STATES, *PRACTICES, *GENERAL)
"""Every cue, the particular before the general."""

LINKS: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (kind, re.compile(pattern, re.IGNORECASE))
    for kind, pattern in (
        (
            "part_of",
            r"^(?P<a>[^，,]{1,24}?)(?:本身|其实|也|都|就)*(?:是|底层是|是完全|完全)?(?:基于|建立在|构建在|built on|based on)(?P<b>[^，,]{1,24}?)(?:之上|上面?|开发|构建|实现|打造|搭建|写)*(?:的(?:框架|库|系统|工具|语言|平台|项目|软件|应用|服务|产品|插件)?|了)?$",
        ),
        (
            "part_of",
            r"^(?P<a>[^，,]{1,24}?)(?:也|其实|就)*是(?P<b>[^，,]{1,24}?)的(?:一部分|一个模块|一个组件|子项目|组成部分|一个子集|扩展|一个插件|插件|分支)$",
        ),
        (
            "part_of",
            r"^(?P<a>[^，,]{1,24}?)(?:其实|都|也)*(?:属于|隶属于|归属于)(?P<b>[^，,]{1,24}?)$",
        ),
        (
            "part_of",
            r"^(?P<a>[^，,]{1,24}?)(?:的)?底层(?:其实|就|也)*(?:用的?是|是|用|靠)(?P<b>[^，,]{1,24}?)(?:写|实现|做)?(?:的)?$",
        ),
        (
            "used_with",
            r"^(?:把|将|用)?(?P<a>[^，,]{1,24}?)(?:和|跟|与|加|配)(?P<b>[^，,]{1,24}?)(?:是|要|可以|一般|通常|最好)*(?:一起|搭配|配合|结合|组合|配套)(?:着|起来)?(?:用|使用|部署|跑|搭)\S{0,4}$",
        ),
        (
            "used_with",
            r"^(?P<a>[^，,]{1,24}?)(?:和|跟|与|加)(?P<b>[^，,]{1,24}?)(?:配合|搭配|结合|集成)(?:得|起来)?(?:非常|很|特别|挺)?(?:好|顺|顺手|棒|不错|默契|完美)$",
        ),
        (
            "kind_of",
            r"^(?P<a>[^，,]{1,24}?)(?:其实|也|就|本质上|算)*是(?:一种|一类|一款)(?P<b>[^，,]{1,20}?)$",
        ),
        ("kind_of", r"^(?P<a>[^，,]{1,24}?)(?:其实|也|就|算)*是(?P<b>[^，,]{1,20}?)的一种$"),
        (
            "used_with",
            r"^(?P<a>[^，,]{1,24}?)(?:一般|通常|可以|要|都|最好)*(?:搭配|配合)(?P<b>[^，,]{1,24}?)(?:一起)?(?:使用|用|吃|喝|更好|最好|食用)?$",
        ),
    )
)
"""Relations between two things, ``a`` to ``b``."""

PERSON = re.compile(
    rf"(?:我|咱|俺)(?:们)?(?:家)?的?(?P<kin>{KIN})(?!们|圈|生|推荐的|家)(?P<name>(?:小|老|阿)[\u3400-\u9fff](?![\u3400-\u9fff]?(?:时|板|家|师|孩))|[A-Z][a-z]+)?"
)
"""我妈, 我同事小李: somebody the person knows."""

REST = re.compile(r"(?:尤其是?|特别是|包括|还有)(?P<o>.+)")
"""An example or an addition to what the clause before named: 海鲜过敏，尤其是虾."""
