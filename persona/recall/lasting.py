"""Whether a sentence speaks of the person's lasting ways, or of what they want right now."""

from __future__ import annotations

import re

from persona.text import has_cjk

_SELF_EN = re.compile(r"\b(?:i|i'm|i've|i'd|i'll|my|me|myself)\b", re.IGNORECASE)
_WAYS_EN = re.compile(
    r"\b(?:prefer(?:s|red|ence|ences|ring)?|lik(?:e|es|ed|ing)|lov(?:e|es|ed|ing)|enjoy(?:s|ed|ing|ment)?"
    r"|ador(?:e|es)|hat(?:e|es|ed)|dislik(?:e|es|ed|ing)|detest|loathe|despise|abhor|avoid(?:s|ed|ing)?|refus(?:e|es|al)"
    r"|can(?:no|')t (?:stand|bear|tolerate|eat|drink|have|take|use|handle|watch|wear|do|digest|cope)|can not"
    r"|allerg(?:y|ic|ies)|intoleran(?:t|ce)|aversion|averse|object(?:s|ion)?|oppose[ds]?|favou?rites?|never|always"
    r"|only|exclusively|strictly|solely|primarily|mostly|mainly|fan of|passionate|passion for|fond of|keen on"
    r"|obsessed|into|uncomfortable|comfortable|follow(?:s|ed|ing)?|adhere|vegan|vegetarian|diet|phobia|afraid|scared"
    r"|fear(?: of)?|distaste|disdain|sensitive|sensitivity|sensitivities|interested|interest in|tend to|usually|typically"
    r"|generally|rarely|seldom|rather|ethical|committed|dedicated|value|prioriti[sz]e|limit|restrict(?:ion|ed)?"
    r"|struggle[sd]?|trouble|difficult(?:y)?|hard|find|require[sd]?|thrive|drawn to|gravitate|appeal(?:s|ing)?|bother(?:s|ed)?"
    r"|stick to|believe|skeptical|sceptical|against|hesitant|reluctant|stay away|steer clear|gave up|quit|no longer"
    r"|(?:do|does|will|would|am|have|have) not|don't|doesn't|won't|wouldn't|haven't"
    r"|consume)\b",
    re.IGNORECASE,
)
_MOMENT_EN = re.compile(
    r"\b(?:i(?:'d| would)? (?:really )?(?:like|love|want|need|wish) (?:you|u)\b|i(?:'d| would) (?:really )?(?:like|love|appreciate)\b(?! .* (?:but|because))"
    r"|i (?:want|need) (?:to|a|an|some|the|your|help|more|this|that|it)\b|(?:can|could|would|will) you\b|please\b|help me\b"
    r"|(?:tell|give|show|write|make|send|teach|explain|ask|provide) (?:me|it)\b|i (?:don't|do not) (?:know|understand|think|have|see|get|remember|mean|care)\b"
    r"|i(?:'m| am) (?:trying|looking|wondering|planning|thinking|going|asking|sorry|getting|working on)\b|i have (?:a|an|the|this|some|two|three) (?:question|problem|code|file|list|error|issue|function|table|task|idea|text|project)"
    r"|i (?:will|'ll) (?:give|provide|send|type|write|ask|be|start|tell)\b|act as|let's|you (?:are|will|should|must|can)\b|my (?:first|next|question|request|prompt)\b"
    r"|do you\b|you(?:'re| are)\b|step by step\b)",
    re.IGNORECASE,
)
_LASTING_ALL_THE_SAME = re.compile(
    r"\b(?:never|always|prefer|hate|dislike|avoid|allergic|refuse|only|exclusively|can't stand|aversion|enjoy)\b",
    re.IGNORECASE,
)
_SELF_ZH = re.compile(r"我|本人|自己")
_WAYS_ZH = re.compile(
    r"喜欢|爱|讨厌|厌恶|反感|受不了|不(?:吃|喝|用|看|玩|听|去|买|穿|碰|想|能|会|习惯|太|怎么|感兴趣)|从不|从来|绝不|只(?=[吃喝用看玩听穿买去想爱要喜])|过敏|习惯|偏好|偏爱|更愿意"
    r"|宁愿|宁可|最(?!近)|总是|一直|每天|每周|经常|很少|尽量|避免|拒绝|坚持|戒[了掉]?|怕(?!是)|感兴趣|热衷|着迷|迷上|擅长|不耐受|吃素|素食|嫌|烦(?!请|恼)|无感|抗拒|住在|在.{1,8}(?:工作|上班|上学)"
)
_MOMENT_ZH = re.compile(
    r"请(?!客)|帮我|给我|告诉我|你(?:能|可以|是|会|觉得)|我(?:想|要)(?:知道|问|了解|请)|怎么(?:样|办)|为什么|是什么"
)


def lasting_cue(sentence: str) -> bool:
    """Whether a sentence has the person in it and a word of attitude, habit or limit.

    What is asked for or meant for the moment ("I want you to", "I'm looking for", 帮我) is not
    lasting, unless it says so itself ("I need a bag but I never buy leather").
    """
    if has_cjk(sentence) and _SELF_ZH.search(sentence):
        return bool(_WAYS_ZH.search(sentence)) and not _MOMENT_ZH.search(sentence)
    plain = sentence.replace("’", "'")
    if not (_SELF_EN.search(plain) and _WAYS_EN.search(plain)):
        return False
    return not _MOMENT_EN.search(plain) or bool(_LASTING_ALL_THE_SAME.search(plain))
