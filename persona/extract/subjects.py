"""Of whom a clause speaks: the user, or somebody else.

The user is "I", "we", "my team", "my wife and I", 我, 我和我妈, and nobody named (pro-drop). Somebody
else is "he", "my wife", "Paul loves", 我妈, 同事, 网友 and, towards an assistant, "you".
"""

from __future__ import annotations

import re
from enum import Enum


class Subject(Enum):
    """The person a clause speaks of; NONE where it names no person.

    SECOND, the assistant, is somebody else too, but what follows without a subject is the user's
    again (你说得对，不喜欢加班).
    """

    FIRST = "first"
    SECOND = "second"
    THIRD = "third"
    NONE = "none"


_KIN_EN = (
    r"(?:(?:step|grand|half[- ]|ex[- ])?(?:mother|father|mum|mom|mommy|mummy|dad|daddy|son|daughter|brother|"
    r"sister|parent|wife|husband|boyfriend|girlfriend)s?|hubby|partner|spouse|fianc[eé]e?|siblings?|"
    r"kids?|child|children|baby|toddler|uncle|aunt|aunty|auntie|cousins?|grandma|grandpa|granny|nan|"
    r"gran|nephew|niece|in-laws|mother-in-law|father-in-law|family|friends?|bestie|buddy|mates?|pal|"
    r"roommates?|flatmates?|housemates?|neighbou?rs?|boss|manager|supervisor|coworkers?|co-workers?|"
    r"colleagues?|coach|teacher|professor|tutor|mentor|students?|classmates?|clients?|customers?|"
    r"doctor|dentist|therapist|trainer|landlord|ex|bf|gf|dog|cat|puppy|kitten|hamster|parrot|rabbit|"
    r"guys?|girls?|men|man|women|woman|lady|dude|bloke|person|people|folks|teammates?|crush|date|twin|fan|fans|"
    r"users?|everyone|barista|nurse|captain|cto|ceo|cfo|intern|secretary|\d+-year-olds?|toddlers?)"
)
_LEAD = (
    r"^\W*(?:(?:and|but|so|because|since|while|also|though|although|whereas|even though|then|well|now|"
    r"actually|honestly|apparently|unfortunately|however|meanwhile|ok|okay|yeah|yes|no|oh|lol|haha|"
    r"plus|still|sometimes|today|yesterday|lately|recently|cuz|cos|cause|as|thanks|btw|by the way|"
    r"you know|you see|sadly|luckily|in fact|to be honest|tbh|fyi)\b[\s,:.!]*)*"
)
_FIRST_EN = re.compile(
    _LEAD
    + r"(?:.{0,40}?\b)?(?:i|i'm|i've|i'd|i'll|im|ive|we|we're|we've|we'd|we'll|me|us|myself|my|our|mine|ours)\b"
)
_THIRD_EN = re.compile(
    _LEAD
    + r"(?P<who>(?:(?:my|our|his|her|their|the|a|an|some|this|that|your|one of my|most|many|all my|both my|both of my|"
    r"a friend of)\s+(?:[\w-]+\s+){0,2}?"
    + _KIN_EN
    + r"\b(?!\s+tongues?\b)(?:\s+of (?:mine|ours))?)"
    r"|(?:he|she|they|you|it)\b(?=\s|')|(?:someone|somebody|everyone|everybody|anyone|no one|nobody|"
    r"most people|some people|people|others|mum|mom|dad|grandma|grandpa)\b"
    r"|(?:his|her|their|your)\s)"
)
_SECOND_EN = re.compile(r"you(?:r|rs)?\b(?!\s+(?:guys|parents|mum|mom|dad|wife|husband))")
_IMPERSONAL = re.compile(_LEAD + r"it\b")
_THEY_THING = re.compile(
    _LEAD
    + r"they\b(?!\s+(?:(?:really|all|both|also|absolutely|just|always|never|don't|do not)\s+)*(?:love|like|hate|prefer|enjoy|"
    r"adore|want|live|work|use|own|think|say|said|told|watch|eat|drink|can't stand|are (?:into|fans|obsessed|vegan|crazy))\b)"
)
_WITH_ME = re.compile(
    r"^[^,]{0,60}?\b(?:and (?:i|me|myself)\b|(?:me|i|myself) and (?:my|the|a|our|his|her)\b)|"
    r"\b(?:so do i|so am i|me too|as do i|same here|just like me|and i do too)\b"
)
_DRAWS_ME_IN = re.compile(
    r"\b(?:got|gets|introduced|converted|hooked|turned|talked|dragged) me (?:hooked |addicted |started )?(?:in)?(?:to|on|onto)\b|\bcalls? me\b|\b(?:gave|bought|lent|sent|handed) (?:me|us) (?:a|an|the|some|this|his|her|their)\b"
    r"|\b(?:doctor|doc|gp|dietici?t?ian|nutritionist|dentist|cardiologist|allergist|specialist|midwife|physio)(?: has| just)?"
    r" (?:(?:told|advised|warned|ordered|asked|wants|put|took) me (?:to|off|not)|(?:said|says|told me|thinks) (?:that )?i (?:can't|cannot|can not|shouldn't|mustn't|should avoid|must avoid|need to avoid))\b"
)
_IN_GENERAL = re.compile(
    _LEAD
    + r"(?:you (?:just |really |simply )?(?:can't|cannot|cant|can not) (?:beat|top|go wrong with)\b|no(?:body|thing| one) (?:does it|comes close|compares|hits)\b[^,.!?]{0,40}?(?:\bme\b|$)"
    r"|you(?:'ll| will| can)? (?:usually |always |often |mostly )?(?:find|catch) me\b|(?:you know|know|guess|wanna know|want to know) what\b[^.!?]{0,40}?\b(?:i|i'm|me|my)\b)"
)
"""What is said of everybody, or to somebody, and means the speaker: "you can't beat a good pie"."""
_POSSESSED_BY = re.compile(r"^'s?\s")
_OWN_CLAIM = re.compile(
    r"\b(?:is|are|was) my favou?rite|\bi (?:really |absolutely |always |just )?(?:love|hate|like|adore|enjoy|prefer|"
    r"can't)\b|\bmy favou?rite\b"
)
_NAMED = re.compile(
    r"^\W*(?:(?:And|But|So|Because|Then|Also|While)\s+)?(?!(?:I|We|My|Our|It|This|That|The|There|What|"
    r"Which|How|If|In|On|At|Love|Hate|Not|Never|No|Yes)\b)(?:[A-Z][a-z'-]+\s(?:and\s(?=[A-Z]))?){1,3}(?:(?:really|also|absolutely|just|always|never)"
    r"\s)?(?:loves|hates|likes|enjoys|prefers|adores|wants|dislikes|is obsessed|is into|is a (?:huge |big )?fan|"
    r"love|hate|like|enjoy|prefer|are into|are fans|is allergic|can't stand|doesn't like|lives in|works at|works as|swears by)\b"
)
_REPORTED = re.compile(
    _LEAD
    + r"(?:i|we) (?:think|know|believe|guess|heard|hear|suspect|bet|feel like|noticed|figured|remember)"
    r"(?: that)? (?:"
    + r"(?:my|our|his|her|their|the) (?:\w+ )?"
    + _KIN_EN
    + r"\b|he\b|she\b|they\b|you\b)"
    r"(?!.{0,30}\band (?:i|me)\b)"
)
_RELATIVE = re.compile(
    r"\b(?:i (?:have|know|met|live with|work with|dated|am dating|am married to)|i've (?:got|met)|"
    r"i'm (?:dating|married to|friends with)|there(?:'s| is| was| are))\s+[^,]{0,40}\b(?:"
    + _KIN_EN
    + r"|someone|somebody|one)\b[^,]{0,20}?\s(?:who|that|whose)\b"
)
_DROPPED_THIRD = re.compile(
    r"^\W*they\b|^\W*(?:also |and |but |really |even |just )?(?:loves|hates|likes|enjoys|prefers|adores|wants|"
    r"dislikes|uses|plays|works|lives|owns|drinks|eats|can't stand|doesn't)\b"
)

_KIN_ZH = (
    r"(?:爸爸?妈妈?|妈妈?|爸爸?|父母|父亲|母亲|爹|娘(?!家)|老[妈爸弟哥姐头]|老婆|老公|媳妇儿?|太太|先生|妻子|丈夫|爱人|"
    r"对象(?!存储|数据|关系|模型|池)|男友|女友|男朋友|女朋友|儿子|女儿|孩子|小孩|娃|宝宝|闺女|哥哥?|姐姐?|弟弟?|妹妹?|"
    r"爷爷|奶奶|外公|外婆|姥姥|姥爷|舅舅|舅妈|阿姨|叔叔|姑姑|姑妈|姨妈|伯父|伯母|大[爷妈叔哥姐伯]|表[哥弟姐妹]|堂[哥弟姐妹]|"
    r"侄子|侄女|外甥女?|岳父|岳母|婆婆|公公|亲戚|家人|同事们?|同学们?|同桌|队友|朋友(?!圈)们?|好友|闺蜜|哥们|兄弟|室友|舍友|"
    r"邻居|老板|领导(?!力)|上司|经理|主管|客户(?!端|关系|管理)|老师|班主任|导师|教练|组长|学[姐长弟妹]|师[兄姐弟妹]|搭档|合伙人|学生(?!时|证|会|党)|师傅|前任|前男友|前女友|"
    r"房东|猫(?!粮)|狗(?!粮)|主子)"
)
_KIN_MIXED = (
    r"(?:boss|bf|gf|mom|mum|dad|roommate|flatmate|friend|husband|wife|girlfriend|boyfriend|colleague|manager|leader|"
    r"mentor|sister|brother)\b"
)
_ANY_ZH = (
    r"(?:大家|有人|有些人|有的人|别人|人家|很多人|好多人|网友|网上有人|身边人|某人|那人|那家伙)"
)
_SURNAME = (
    "王李张刘陈杨黄赵周吴徐孙马朱胡林郭何高罗郑梁谢宋唐许韩冯邓曹彭曾肖田董潘袁蔡蒋余于杜叶程苏魏吕丁任沈姚卢"
    "钟姜崔谭陆范汪廖石金贾夏付方邹熊白孟秦邱江尹薛闫雷侯龙段陶黎贺顾毛郝龚邵万钱严武戴莫孔汤"
)
_ZH_VERB = r"(?:也|都|很|最|特别|超|超级|非常|挺|就|老|总|一直|真的?|从不|不太?|更)*(?:喜欢|爱|讨厌|恨|迷|想|要|住|在|养|用|吃|喝|玩|是|有|会|说|过敏|受不了)"
_PERSON_ZH = re.compile(
    r"(?P<kin>(?:我们?家?|咱们?)的?(?:(?:一?个|有个|一?位|那个?|大|小|亲|前|的)*"
    + _KIN_ZH
    + r"|\s?"
    + _KIN_MIXED
    + r"))"
    r"|(?P<first>我|咱|本人|俺|人家我)"
    r"|(?P<third>(?<![吉其维利])他(?!命|乡)们?|她们?|您|(?<!迷)你们?(?!好)|" + _ANY_ZH + r")"
    r"|(?P<bare>(?:^|(?<=[\s,，、但而且]))(?:一个|有个|有位|那个|这个|隔壁|楼[上下]|对门|小区)*(?!先生|[猫狗娃爹娘])"
    + _KIN_ZH
    + r"(?=[^我的,，。、\s]|\s?(?:is|loves|hates|likes)\b))"
    r"|(?P<named>(?:^|(?<=[\s,，、]))[小老阿][" + _SURNAME + r"](?=" + _ZH_VERB + r"))"
)
_OBJECT_OF = re.compile(
    r"(?:带|陪|给|跟|和|与|帮|送|为|替|让|被|把|找|请|见|问|教|像|比|从|对|跟着|受|随|学|去|到|等|接|看|离|听)$"
)
_WITH_ME_ZH = re.compile(r"^[^,，。]{0,4}(?:和|跟|与|同|还有)我(?:们)?(?!的?" + _KIN_ZH + r")")
_OWN_CLAIM_ZH = re.compile(
    r"的.{0,14}我(?!们?的?" + _KIN_ZH + r")(?:最|很|也|都|超|特别|不|真|从|一|就|爱|喜|讨|受|吃|用)"
)
_NOBODY_MORE_ZH = re.compile(r"没有?人(?:能)?比我(?:还|更)")
_CALLS_ME_ZH = re.compile(
    r"^(?:们|都|一般|平时|总|喜欢)*(?:(?:叫|喊|带|拉|领)着?我|(?:给|跟|向)我(?:安利|推荐|种草)|(?:送|借)(?:了|给)?我[一两三几个])"
)
_REPORTED_ZH = re.compile(
    r"^\W*我(?:觉得|知道|听说|猜|以为|发现|记得|看)(?:他们?|她们?|你们?|"
    + _ANY_ZH
    + r"|我们?家?的?"
    + _KIN_ZH
    + r")"
    r"(?!(?:和|跟|与)我)"
)
_HEARSAY_ZH = re.compile(
    r"^\W*(?:我)?听(?:我|他|她)?(?:们|家|的)?" + _KIN_ZH + r"?[^,，。我]{0,4}说(?!我)"
)
_RELATIVE_ZH = re.compile(
    r"我(?:有|认识|见过|碰到|遇到)(?:过|了)?(?:一?[个位些])?[^,，。]{0,6}(?:人|"
    + _KIN_ZH
    + r")[^,，。]{0,10}"
    r"(?:喜欢|爱|讨厌|恨|迷|是|在|住|用|会|想)"
)
_ZH_DROP = re.compile(
    r"^\W*(?:天天|整天|成天|每天都?|老是|总是|平时|一到周末)(?![^,，。]{0,6}我)|^\W*(?:也|还|特别|很|超|最|就|天天|整天|平时|每天|老是|总是|从来|从)*(?:喜欢|爱|讨厌|恨|迷|不喜欢|不爱|受不了|热爱|痴迷)"
)


def subject_of(clause: str, original: str = "") -> Subject:
    """The person a clause speaks of.

    Args:
        clause: the clause in lower case and Simplified Chinese.
        original: the same as it was written; capitals tell a name ("Paul loves jazz").
    """
    head = clause[:240]
    chinese = Subject.NONE if head.isascii() else _chinese(head)
    if chinese is not Subject.NONE:
        return chinese
    return _english(head, original[:240])


def drops_subject(clause: str) -> bool:
    """Whether a sentence goes on about the person before it ("Loves jazz too.", 也爱爵士)."""
    return bool(_DROPPED_THIRD.match(clause) or _ZH_DROP.match(clause))


def after_person(words: str) -> str | None:
    """What follows the person that a piece begins with ("my wife", "he"), or None for no person."""
    match = _THIRD_EN.match(words)
    return None if match is None else words[match.end() :]


def _chinese(clause: str) -> Subject:
    if any(p.search(clause) for p in (_REPORTED_ZH, _RELATIVE_ZH, _HEARSAY_ZH)):
        return Subject.THIRD
    if _NOBODY_MORE_ZH.search(clause):
        return Subject.FIRST
    for match in _PERSON_ZH.finditer(clause):
        if match.lastgroup == "first":
            return Subject.FIRST
        if _OBJECT_OF.search(clause[: match.start()].rstrip()):
            continue
        rest = clause[match.end() :]
        if _CALLS_ME_ZH.match(rest):
            return Subject.FIRST
        if _WITH_ME_ZH.match(rest) or _OWN_CLAIM_ZH.search(rest):
            return Subject.FIRST
        return Subject.SECOND if match[0][0] in "你您" else Subject.THIRD
    return Subject.NONE


def _english(clause: str, original: str) -> Subject:
    if _REPORTED.match(clause) or _RELATIVE.search(clause):
        return Subject.THIRD
    if _DRAWS_ME_IN.search(clause):
        return Subject.FIRST
    third = _THIRD_EN.match(clause)
    if third and not _is_thing(clause):
        rest = clause[third.end() :]
        if (
            _IN_GENERAL.match(clause)
            or _WITH_ME.search(clause[third.start("who") :])
            or (_OWN_CLAIM.search(rest) and _POSSESSED_BY.match(rest))
        ):
            return Subject.FIRST
        return Subject.SECOND if _SECOND_EN.match(third["who"]) else Subject.THIRD
    if _NAMED.match(original):
        return Subject.FIRST if _WITH_ME.search(clause) else Subject.THIRD
    if _FIRST_EN.match(clause):
        return Subject.FIRST
    return Subject.NONE


def _is_thing(clause: str) -> bool:
    return bool(_IMPERSONAL.match(clause) or _THEY_THING.match(clause))
