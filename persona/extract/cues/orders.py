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
_ANSWERS_ZH = (
    r"(?:回复|回答|答复|作答|答应|说|告诉|输出|打印|显示|列出|推荐|执行|运行|调用|转账|转|汇款|付款|支付|下单|购买|发送|发给|发出|打开|关闭|删除|确认|批准|授权"
    r"|通过|同意|忽略|无视|停止|拒绝|翻译|切换|改用|用|重复|泄露|夸|扮演)"
)
"""What a model is told to do."""
_TRIGGERED_ZH = (
    r"(?:每当|只要|当|以后)我一?(?:说|输入|发|提到|问)[^。！？!?\n]{0,40}?(?:"
    r"你(?:们)?(?:就|都|必须|要|应|得|只能|一律|马上|立[即刻]|直接|用|给|帮|把|先|再|不|别|回|答|说|推|输|转|发)"
    r"|请(?:你|您|把|用|给我|帮|立|直接|马上|务必|始终|总是|一律|不要|勿|先|再|就|回|答|说|推荐|输出|转|发|执行|确认)"
    rf"|[，,：:”\"』」’']\s*(?:就|都|要|必须|应该?|立[即刻]|马上|直接|自动|一律)*(?:给我)?{_ANSWERS_ZH})"
    rf"|(?:每当|只要|当|以后)我一?(?:说|输入|发|提到)[^，,：:。！？!?\n]{{1,20}}?(?<![他她它们妈爸爹娘哥姐弟妹公婆爷奶友板师事学长人家司])"
    rf"就(?:要|必须|立[即刻]|马上|直接|自动|一律)*(?:给我)?{_ANSWERS_ZH}"
)
"""A word that is to set off what the model does; what others or the person do then is news of them."""

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
    rf"{_TRIGGERED_ZH}|(?:泄露|输出|打印|显示)(?:你的)?系统提示|"
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
