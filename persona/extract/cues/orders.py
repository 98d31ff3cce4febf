"""Sentences that read as a standing order to a model."""

from __future__ import annotations

import re

from persona.extract.cues.needles import may_hold

_OVERRIDES_NEEDLES = (
    "ignore",
    "disregard",
    "forget",
    "override",
    "bypass",
    "system",
    "assistant",
    "developer",
    "im_start",
    "inst",
    "new rules",
    "updated",
    "user_pro",
    "user_per",
    "memory>",
    "persona>",
    "忽略",
    "无视",
    "忘",
    "系统",
    "指令",
)
_OVERRIDES = re.compile(
    r"\b(?:ignore|disregard|forget|override|bypass)\s+(?:all\s+|any\s+|every\s+|the\s+|your\s+|my\s+|of\s+)*"
    r"(?:previous|prior|above|earlier|preceding|existing|system|safety|original)\s+\w*\s*"
    r"(?:instructions?|prompts?|rules?|guidelines?|directions?|messages?|settings?|context)|"
    r"(?:ignore|disregard) (?:everything|all) (?:above|before)|^\W*(?:system|assistant|developer)\s*[:：]\s*(?=you\b|from now|ignore|(?:the )?user\b|always|never|new\b|"
    r"override|do not|don't|please|answer|respond|reply|act\b|从|你|用户|忽略|请)|"
    r"<\|?(?:system|im_start|assistant)|\[/?(?:system|inst)\]|^\W*#+\s*(?:new|system|updated) (?:rules|"
    r"instructions?|prompt)|\bnew (?:system )?instructions?\s*[:：]|"
    r"</(?:user_profile|user_persona|memory|system|persona)>|"
    r"(?:忽略|无视|忘记|忘掉)(?:掉)?(?:所有|全部|你|一切)?(?:以上|之前|先前|此前|前面|上面|原有|系统)(?:的)?(?:所有|全部)?(?:的)?"
    r"(?:指令|指示|提示词?|设定|规则|要求|内容|对话)|系统(?:提示|指令|消息)\s*[:：]|新(?:的)?指令\s*[:：]"
)
_INSTRUCTION_NEEDLES = (
    "from now",
    "the user",
    "when",
    "if ",
    "every time",
    "each time",
    "next time",
    "once",
    "always",
    "you must",
    "you shall",
    "reveal",
    "print",
    "show",
    "repeat",
    "leak",
    "output",
    "confirmation",
    "do not",
    "never",
    "从现在",
    "你",
    "请",
    "不要",
    "务必",
    "用户",
    "每当",
    "只要",
    "当我",
    "以后",
    "确认",
    "提示",
)
_INSTRUCTION = re.compile(
    r"\bfrom now on,? (?:you|always|never|please|reply|respond|answer|recommend|call|act|say|only|do not|"
    r"don't|treat|every)\b|\bremember(?: that)?\s*[:,]?\s*(?:that )?the user\b|"
    r"\b(?:when|whenever|if|every time|each time|next time|once) (?:i|the user|anyone|somebody|someone) "
    r"(?:\w+ ){0,2}(?:says?|types?|asks?|mentions?|writes?|sends?)\b"
    r"(?=[^.!?\n]{0,120}?(?:[,:]\s*(?:then |please |always |immediately |just |simply |only |never )*(?:do not|don't|act|add|"
    r"answer|approve|call|confirm|delete|end|execute|forward|give|grant|ignore|list|open|output|pay|print|recommend|refuse|repeat|reply|"
    r"respond|reveal|run|say|send|show|start|stop|switch|tell|transfer|translate|treat|trust|use|write)\b"
    r"|\bplease\b|\byou (?:must|should|shall|will|have to|are to|need to|always|say|reply|answer|respond|recommend|send|give|do)\b))|"
    r"(?<!\bi )(?<!\bwe )\balways (?:transfer|recommend|respond|reply|answer with|say|obey|comply|approve|trust|include|end|"
    r"begin|start (?:your|each|every)|send|forward)\b|\byou (?:must|shall) (?:always|never|now|obey)\b|"
    r"\b(?:reveal|print|show|repeat|leak|output) (?:me )?(?:the |your )?(?:system|hidden|initial) "
    r"(?:prompt|instructions?|message)|\bskip (?:the )?confirmation\b|\bthe user (?:has|have) (?:approved|"
    r"authori[sz]ed|consented|granted)\b|\bthe user (?:wants|prefers|would like) every\b|"
    r"\bdo not (?:tell|mention|reveal|inform)(?: this| it)?(?: to)? (?:the user|anyone|this)\b|"
    r"\bnever (?:mention|reveal|tell) (?:this|that|anyone|the user)\b|"
    r"从现在(?:开始|起)[,，]?(?:你|请|总是|永远|始终|必须|只能|不要|回答|推荐|一律)|"
    r"(?:你必须|你只能|你要永远|请永远|请始终|永远不要|务必始终)|(?:记住|请记住)[:：,，]?\s*(?:该|这个|此)?用户|"
    r"(?:每当|只要|当|以后)我(?:一)?(?:说|输入|发|提到|问).{0,20}(?:就|你|请)|(?:泄露|输出|打印|显示)(?:你的)?系统提示|"
    r"(?:跳过|无需|不用)(?:再)?确认|用户已(?:经)?(?:授权|批准|同意)"
)


def overrides_instructions(whole: str) -> bool:
    """Whether a sentence sets itself above what a model was told; the rest of the turn goes with it."""
    return may_hold(whole, _OVERRIDES_NEEDLES) and bool(_OVERRIDES.search(whole))


def is_instruction(whole: str) -> bool:
    """Whether a sentence reads as a standing order to a model, not as news of a person."""
    if overrides_instructions(whole):
        return True
    return may_hold(whole, _INSTRUCTION_NEEDLES) and bool(_INSTRUCTION.search(whole))
