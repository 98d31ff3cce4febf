"""Whether a piece between commas can stand alone."""

from __future__ import annotations

import re

_PREDICATE_EN = re.compile(
    r"\b(?:i|i'm|i've|i'd|i'll|we|he|she|they|it|it's|that's|there's|am|is|are|was|were|isn't|aren't|"
    r"wasn't|weren't|do|does|did|don't|doesn't|didn't|have|has|had|haven't|hasn't|can|can't|cannot|"
    r"could|couldn't|will|won't|would|wouldn't|should|shouldn't|might|must|loves?|loved|hates?|hated|"
    r"enjoys?|prefers?|adores?|dislikes?|wants?|needs?|moved|switched|bought|sold|quit|gave|stopped|"
    r"started|tried|ended|got|went|came|lived|worked|played|learned|grew|left|dropped|ditched|"
    r"deleted|uninstalled|replaced|finished|found|kept|took|made|said|thinks?|says|uses|works|lives|"
    r"plays|keeps|makes|takes|gets|goes|recommend|suggest|allergic|used to|gotta|wanna|"
    r"not so much|not really|not at all|not for me|not my|no thanks|no way|never again|hard no|"
    r"hard pass|me too|my thing)\b|'(?:re|ve|ll|d)\b|'s (?:into|a|an|the|so|really|very|not|all|been|got|always|"
    r"never|crazy|obsessed|my|his|her|just|about)\b"
)
_PREDICATE_EN_HEAD = re.compile(
    r"^\W*(?:(?:and|or|so|then|also|just|never|always|really|still|usually|mostly|please|sometimes|"
    r"absolutely|definitely|not|now|currently|recently|totally)\s+)*(?:like|love|hate|use|using|work|"
    r"working|live|living|play|playing|want|need|keep|make|take|get|go|say|think|drink|eat|watch|"
    r"listen|read|write|speak|study|studying|learn|learning|avoid|skip|stop|try|trying|deploy|own|"
    r"drive|cook|run|born|planning|looking|moving|thinking|tell|give|show|list|help|find|explain|"
    r"compare|mention|include|add|start|what|what's|which|how|why|who|where|when)\s+\S"
)
PREDICATE_ZH = re.compile(
    r"[我你您他她咱没了吗呢]|不(?!锈|丹)|是(?!否)|很|太(?![太阳极])|超[爱喜讨级好想]|真的|都(?!市)|"
    r"还[是有在会想要挺不行好用]|"
    r"喜欢|爱[吃喝看听玩上]|最爱|热爱|讨厌|恨|嫌|受不|觉得|感觉|打算|准备|计划|希望|想[要去买吃学看换]|"
    r"推荐|帮|请|怎么|什么|哪|住[在了]?|养|买|换|搬|改用|用[的了着]?|在[学用做看听玩读写准找]|学[会着了习]|"
    r"会(?![议计员])|能(?![力源])|有(?![机限])|吃|喝|玩(?!具)|写|讲|说(?!明)|听|读|过敏|戒|报错|崩|敬谢|免了|算了"
)
_CONTINUATION = re.compile(
    r"^\s*(?:(?:and |but )?(?:especially|particularly|such as|including|e\.g\.|for example|mostly|mainly)"
    r"\b(?! (?:i|he|she|they|we)\b)|(?:尤其|特别|比如|例如|譬如|包括)(?:是|说|像)?(?!.{0,4}(?:喜欢|爱|讨厌)))"
)
_ONLY_CONJUNCTION = re.compile(
    r"^\W*(?:but|although|though|even though|whereas|however|可是|但是|但|不过|然而)?\W*$"
)


def has_predicate(words: str) -> bool:
    """Whether a piece between commas says something of its own."""
    return bool(
        _PREDICATE_EN.search(words)
        or _PREDICATE_EN_HEAD.search(words)
        or (not words.isascii() and PREDICATE_ZH.search(words))
    )


def is_continuation(words: str) -> bool:
    """Whether a piece goes on with the list before it ("especially prawns", 尤其是虾)."""
    return bool(_CONTINUATION.match(words))


def is_only_conjunction(words: str) -> bool:
    """Whether a piece is nothing but "though", 不过 and the like."""
    return bool(_ONLY_CONJUNCTION.match(words))
