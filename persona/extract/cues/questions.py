"""Words that ask, and words that ask for something to be done."""

from __future__ import annotations

import re

from persona.extract.cues.predicates import PREDICATE_ZH, has_predicate

_FILLER = (
    r"(?:(?:ok(?:ay)?|so|and|but|well|hey|hi|hello|now|then|also|oh|um+|uh|yes|yeah|no|nope|please|pls|"
    r"thanks|thank you|great|cool|sure|anyway|alright|right|just|quick question|btw|by the way|like(?=,))"
    r"\b[\s,.!:]*)*"
)

_QUESTION_EN = re.compile(
    rf"^\W*{_FILLER}\W*(?:"
    r"(?:what|who|whom|whose|which|why|how)(?:'s|'re|'d)\b|"
    r"what (?:is|are|was|were|do|does|did|can|could|should|would|will|kind|kinds|type|sort|about|if|"
    r"time|else|happens|makes|made|causes|to|are some|'s)\b|"
    r"who (?:is|are|was|were|do|does|did|can|could|should|would|will|wrote|made|won|invented|plays)\b|"
    r"whose \w+ (?:is|are)\b|"
    r"which is (?:better|best|the|cheaper|faster|easier|more|worse|your)\b|which (?:ones?|of)\b|"
    r"which (?!(?:is|was|are|were|i|we|he|she|it|they|you)\b)\w+(?: \w+)? (?:is|are|was|were|should|do|does|did|would|"
    r"will|can|could|has|have|to|i|you|works?|costs?|goes|suits?|makes)\b|"
    r"how (?:do|does|did|can|could|should|would|will|is|are|was|to|much|many|long|far|often|old|come|"
    r"about|big|hard|good|bad|well|fast|safe)\b|"
    r"why (?:is|are|do|does|did|don't|doesn't|can't|won't|would|should|can|not|isn't|am|was|were)\b|"
    r"(?:where|when)(?:'s|(?: (?:is|are|do|does|did|can|could|should|would|will|was|were|to)))\b|"
    r"(?:is|are|was|were|isn't|aren't|does|did|doesn't|didn't|should|shall|could|would|will|may|can|"
    r"won't|wouldn't|couldn't|has|am) (?:i|we|you|he|she|it|they|there|this|that|these|those|the|a|an|"
    r"my|your|his|her|our|any|anyone|anybody|someone|people|everyone)\b|"
    r"(?:do|have|had) (?:i|we|you|they|people|any|anyone|most|these|those|the|my|your)\b|"
    r"any (?:ideas?|tips?|advice|recommendations?|suggestions?|recs?|thoughts|way|chance|good|other|"
    r"alternatives?|books?|movies?|places?|reason|news)\b|"
    r"(?:what|how) about\b|anyone (?:know|have|here|tried|else)\b|"
    r"thoughts on\b)"
)
_INDIRECT_EN = re.compile(
    r"\b(?:i wonder|i was wondering|i'm wondering|wondering (?:if|what|how|whether|which|why)|"
    r"i'd like to know|i want to know|i need to know|do you know|curious (?:if|whether|how|what|why)|"
    r"tell me|let me know|(?:can|could|would|will) (?:you|u|someone|anyone|we)|would you mind|"
    r"could i (?:get|have)|can i (?:get|have)|is there (?:a|an|any|some)|are there (?:any|some)|"
    r"(?:love|appreciate|want|like|looking for|hoping for|use) (?:your |some |any |to get |to have )*(?:\w+ )?"
    r"(?:recommendations?|recs|advice|suggestions?|input|pointers)|what do you think|do you think|how do i|how can i|how should i|what should i|should i|"
    r"which one|which is (?:better|best)|what's the (?:best|difference))\b"
)
_REQUEST_EN = re.compile(
    rf"^\W*{_FILLER}\W*(?:"
    r"(?:write|tell|give|show|list|recommend|suggest|explain|describe|summari[sz]e|translate|help|"
    r"gimme|generate|draft|compose|compare|pick|choose|rewrite|rephrase|paraphrase|proofread|convert|"
    r"calculate|define|remind|recall|search|look up|teach|guess(?! what[,!:])|provide|outline|brainstorm|name|"
    r"analy[sz]e|evaluate|answer|correct|shorten|expand|simplify|classify|extract|debug|refactor|"
    r"format|edit|elaborate|continue|imagine|walk me|talk to me|advise|create|design|build|"
    r"ask me|send|email|call|order|book)\s+(?!(?:up|off|about|out|at)\b)\S|"
    r"let's (?!be\b|say\b)|let us\b|please\b|pls\b|kindly\b|"
    r"i (?:need|want|would like|want) you to\b|i'd like you to\b|"
    r"i(?:'d| would)? (?:need|like|want|could use) (?:some |a bit of |a little |your )?"
    r"(?:help|advice|tips|suggestions|recommendations|ideas|info|information)\b|"
    r"(?:need|looking for) (?:some |your )?(?:help|advice|tips|suggestions|recommendations|ideas)\b|"
    r"\d+ (?:\w+ ){0,3}(?:ideas|names|tips|recipes|ways|facts|examples|suggestions) (?:for|to|about|of|on)\b|"
    r"help me\b|remind me\b|(?:don't|do not|never) (?:mention|use|include|tell|say|write|repeat)\b)"
)
_WEAK_REQUEST_EN = re.compile(
    rf"^\W*{_FILLER}\W*(?:"
    r"(?:find|make|plan|check|fix|do|get|set|put|play|read|turn|run|change|keep|use|add|remove|sort|"
    r"cook|review|rate|improve|test) "
    r"(?:me|us|this|that|these|those|it|the following|my|sure|a list|a table|a plan|an itinerary)\b|"
    r"(?:find|make|plan|create|design) (?:a|an|some|the|out)\b)"
)
_MORE_REQUEST_EN = re.compile(
    r"^\W*(?:and |also |then |please )*(?:use|mention|include|make|keep|avoid|add|put|start|end|focus|"
    r"write|don't|do not|no more than|at most|in \w+ (?:words|sentences|lines|paragraphs)|under \d|"
    r"maximum|max|with)\b"
)
_QUESTION_ZH = re.compile(
    r"(?:吗|嘛(?=[?？]))\W*$|^(?!.*(?:[我还可才正着]|谁[会能](?:不|拒绝))).*呢\W*$|"
    r"(?<![不没])怎么(?![也都说])|如何(?!都)|为什么(?!不)|为何|为啥|咋[办样整做弄]|"
    r"(?<!没)(?<!不)什么(?![都也的]|$)(?!时候都|[^，,。？?]{1,4}[都也](?:不|没|能|可以|行|吃|想|爱|会|喜欢))|[语文话]怎么[说写念读](?!呢)|是啥|有啥|啥(?=好|意思|区别|叫)|"
    r"哪(?:个|些|里|儿|家|种|款|本|部|几|位|支|条|边|一)(?![都也])|哪(?=国|年|天)|"
    r"(?<![\u4e00-\u9fff])谁(?![都也不知懂]|能想|[会能](?:不|拒绝|抵[抗挡]))|是谁|多少(?!有|会|还|也|都|能|带|[次遍回顿个][都也])|几(?:点|号|岁|个|种|次)(?:[?？]|开|了?吗|呢)|"
    r"(?P<anota>[\u4e00-\u9fff])(?<!时)(?<!动)[不没](?P=anota)|"
    r"在哪(?!里?都)|去哪|哪\W*$|有没有|是否|能否|可否|难道|(?:区别|差别|不同)(?:是什么|在哪)|好不好|行不行|"
    r"^\W*(?:你|您)(?:觉得|认为|知道|能|会|可以|有)"
)
_REQUEST_ZH = re.compile(
    r"^\W*(?:(?:那|好的?|嗯+|对了|然后|另外|还有|顺便|现在|今天|周末|晚上|你好|哈喽|hi|hello)[\s,，]*)*"
    r"(?:请|麻烦|劳驾|拜托|帮|给我|给[个一几]|替我|为我|跟我|教我|陪我|告诉我|写[一首篇个段封]|[起取编画列]一?[个份张些]|想(?:个|几个)(?:名|标题|点子|主意)|推荐|介绍|解释|讲讲|讲解|讲一|"
    r"说说|说一|谈谈|聊聊|列[出举一]|翻译|总结|概括|润色|改写|比较一?下|对比|分析|查[一查下]|搜|算[一算下]|"
    r"生成|设计一|做[一个份张]|制定|规划|安排一?下|想问|问[一下个]|请问|求|来[一首段份个点]|出[一道个]|"
    r"能不能|可不可以|可以帮|能帮|有没有|想知道|想了解|我想(?:问|知道|了解一?下|请教|咨询)|咨询|请教|"
    r"我?需要你|我?要你|我?想让你|我?希望你|你(?:来|帮|给我|说说|讲讲|猜|看看|先))|"
    r"^\W*(?:请)?(?:把|将)[^，,。！!我]{1,30}(?:[换改译写变]成|改为|翻译成)(?![^，,。！!]*[了过])|^\W*(?:不要|别)再?用(?!了)|"
    r"用[“\"「『][^”\"」』\n]{1,12}[”\"」』](?:来)?(?:造|写|编|组)|推荐(?:一下|几|个|点|一些|些)|帮(?:我|忙|个忙|我们|咱)|(?:给我|替我)(?:推荐|写|讲|找|做|列|出|来)"
)
_MORE_REQUEST_ZH = re.compile(
    r"^\W*(?:别|不要|不用|记得|注意|要求|字数|用[\u4e00-\u9fff]{1,4}[语文]|控制在|并|再|最好|要|风格|不超过|请)"
)
_ELIDED = re.compile(
    r"^\W*(?:(?:so|and|but|just|recently|currently|also|been|still|really|always|never)\s+)*(?:thinking|looking|trying|"
    r"planning|considering|working|living|learning|using|building|moving|training|struggling|love|hate|loved|hated|"
    r"moved|switched|started|bought|been|tried|allergic|born|based|big fan|huge fan|not a fan|got (?:a|an|my|the|into))\b"
)
_ENDS_MARKED = re.compile(r"[?？][\s\"'”’）)~～\W]*$")
_REASON = re.compile(r"^\W*(?:since|because|cause|cuz|cos|as i|given|因为|毕竟)")


def ends_as_question(whole: str) -> bool:
    """Whether a sentence ends with a question mark."""
    return bool(_ENDS_MARKED.search(whole[-20:]))


def is_question(clause: str) -> bool:
    """Whether the words of a clause ask."""
    return bool(
        _QUESTION_EN.match(clause)
        or _INDIRECT_EN.search(clause)
        or (not clause.isascii() and _QUESTION_ZH.search(clause))
    )


_INFORMS = re.compile(
    r"^\W*(?:(?:ok(?:ay)?|so|and|but|hey|hi|please|pls|just|also)\b\W*)*(?:note|remember|keep in mind|bear in mind|"
    r"be aware|don't forget|know|consider|mind you|remind yourself)\b[^.?!]{0,12}?\b(?:i|i'm|i've|i'd|my|we|our)\b|"
    r"^\W*(?:请|麻烦|你)?(?:要)?(?:记住|记得|注意|别忘了?|知道|了解)[^。？！]{0,4}(?:我|本人)|"
    r"^\W*(?:我?先|我来|来|我)*(?:自我介绍|介绍)(?:一下|下)?(?:我自己|自己|我|俺|(?=\W|$))(?<!介绍)(?!的|们)"
)


_TELLS = re.compile(
    r"^\W*(?:\w+[\s,]+){0,2}(?:give me\b.*\b(?:over|any day|any time|anytime|every time)\b|(?:just |please |you can )*call me "
    r"(?!(?:at|on|back|when|a|an|if|later|tomorrow|the|every|after|before|in)\b)[\w'-]+\W*$"
    r"|let's (?:go (?:with|for)|stick (?:with|to)|make it|take|pick|choose) |let's (?:do|try|have) (?:\d{1,2}|[a-h]|that|the (?:first|second|third|last))\b)"
)
"""Orders in form that tell what the person likes, is called or takes."""
_GOES_ON = re.compile(
    r"^\W*(?:and|but|or|then|yet)\s+(?:(?:also|sometimes|mostly|usually|occasionally|often|still|mainly)\s+)*(?:write|create|design|build|edit|"
    r"teach|debug|refactor|test|review|draft|compose|translate|book|order|search|format|plan|make|cook|fix|check|read|play|run|use|"
    r"put|set|keep|rate|find)\b(?!.*\b(?:me|us|you)\b)"
)


def goes_on_telling(clause: str) -> bool:
    """Whether a clause goes on with "I ..." before it ("but write scripts in Ruby"), not with an order."""
    return bool(_GOES_ON.match(clause))


def is_request(clause: str, *, opening: bool = True) -> bool:
    """Whether the words of a clause ask for something to be done.

    "Please note that I am allergic" asks for nothing: it tells. Verbs that are at home in statements too
    ("make the sauce") are requests only where they open a sentence.
    """
    if _INFORMS.match(clause) or _TELLS.match(clause):
        return False
    weak = opening and _WEAK_REQUEST_EN.match(clause)
    chinese = not clause.isascii() and _REQUEST_ZH.search(clause)
    return bool(weak or chinese or _REQUEST_EN.match(clause))


def goes_on_requesting(whole: str) -> bool:
    """Whether a sentence after a request adds a condition to it ("Use short words.", 别押韵)."""
    return bool(_MORE_REQUEST_EN.match(whole) or _MORE_REQUEST_ZH.match(whole))


def elides_subject(clause: str) -> bool:
    """Whether a clause is the person's own statement without its "I" ("Been learning Go, ...")."""
    return bool(_ELIDED.match(clause) or PREDICATE_ZH.search(clause))


def gives_reason(clause: str) -> bool:
    """Whether a clause gives the reason of a question ("since I'm vegan?")."""
    return bool(_REASON.match(clause))


_TOPIC = re.compile(
    r"^\W*(?:(?:but|and|as for|now|or|那|那么|至于)\s*)?(?!(?:any|some|what|which|how|why|who|really|"
    r"right|ok|okay|you know|no|yes|why|when|where)\b)"
    r"(?:[\w'+#.&-]+(?:\s+[\w'+#.&-]+){0,2}|[\u4e00-\u9fff\w+# ]{1,8})\s*[?？]\W*$"
)
_VERDICT = re.compile(
    r"^\W*(?:over my dead|any day|any ?time|every time|right up|totally|count me|sign me|so me\b|not|hard no|no|nope|nah|never|yes|yeah|yep|love|hate|adore|i|i'm|i've|not|can't|don't|"
    r"absolutely|definitely|always|big fan|huge fan|gross|disgusting|boring|overrated|amazing|awesome|brilliant|delicious|dull|bland|(?:so|too|pretty) (?:boring|overrated|dull|bland|good)|they're|it's|so good|meh|"
    r"hell|ugh|yuck|yum)\b|^\W*(?:我|不|受不了|算了|免了|没|超|太|很|真|最|喜欢|讨厌|爱|敬谢|绝)"
)


def is_topic_question(words: str) -> bool:
    """Whether a sentence only names a topic, with a question mark ("But anchovies?", 榴莲？)."""
    return bool(_TOPIC.match(words)) and not is_question(words) and not has_predicate(words)


_LEAD_IN = re.compile(
    r"^\W*(?:(?:and|but|so|ok|honestly|hey) )*(?:you know|know|guess|wanna know|want to know) what\b(?! i mean)[^.!?]{0,40}?\b(?:i|i'm|me|my)\b[^.!?]{0,40}\?"
)


def is_lead_in(words: str) -> bool:
    """Whether a question only leads in what its asker tells ("You know what cheers me up? Soup.")."""
    return " what " in words and bool(_LEAD_IN.match(words))


def is_verdict(words: str) -> bool:
    """Whether a clause passes judgement on the topic just named ("Hard no", 受不了)."""
    return bool(_VERDICT.match(words)) and not ends_as_question(words)
