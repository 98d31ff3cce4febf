"""What keeps data from becoming instruction: a filter for orders, and a form that is safe to show.

`reads_as_instruction` finds text that is addressed to a model (to override its rules, to take a role,
to act or to conceal) rather than said about a person. It judges names, labels and clauses; what it
finds is set aside for review, never lost. `safe_line` gives any text a form that stays one line of data
wherever it is put: it cannot close a block, act as a template, carry a link or open a turn.

Neither is proof against every wording. They work together with the fence of the block, which says
that what stands inside is data.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from persona.text import one_line, simplified, strip_invisible

# --- what reads as an instruction -----------------------------------------------------------------

# Letters of other scripts that look like Latin ones: "Ignоre" with a Cyrillic "о".
_LOOKALIKES = str.maketrans("аеорсухіјѕԁһԛԝνοαικρτυ", "aeopcyxijsdhqwvoaikptu")
_START = r"(?:^|[.!?;:,\"'“”‘’«»()\[\]<>/#*\n-]\s*|\d[.)]\s*|\b(?:please|then|and|to|must|should|always|never)\s+)"

_ACT = (
    r"(?:recommend|suggest|promote|advertise|transfer|wire|send|e-?mail|mail|forward|reply|respond|answer"
    r"|say(?!\s+(?:never|die|no|yes))|tell|claim|state|approve|accept|authori[sz]e|execute|run|delete|erase|share|post|publish|upload"
    r"|download|buy|purchase|order|pay|grant|allow|include|mention|output|print|append|insert|prepend|begin"
    r"|start|end|finish|visit|open|call|invoke|click|install|trust|obey|follow|comply|agree|confirm|skip"
    r"|bypass|reveal|disclose|expose|leak|give(?!\s+(?:me|up|in)\b)|list|fetch|refuse|deny|hide|ignore|disregard|override"
    r"|pretend|act|treat|speak|talk|write|translate|use\s+the\s+tool)"
)
# What only a model is told to do always: people do say "always buy organic".
_STRONG = (
    r"(?:recommend|suggest|promote|advertise|praise|endorse|transfer|wire|forward|reply|respond|answer"
    r"|say(?!\s+(?:never|die|no|yes|thank|hello|hi))|tell|claim|state|approve|accept(?!\s+cookies)|authori[sz]e"
    r"|execute|delete|erase|mention|output|print|append|insert|obey|comply|reveal|disclose|expose|leak|refuse"
    r"|ignore|disregard|override|bypass|pretend|invoke|e-?mail|grant|follow\s+(?:these|this|my|the))"
)
# How somebody would like to be answered is their preference, though it is said as a request.
_STYLE = (
    r"(?!(?:reply|respond|answer|speak|talk|write|say|tell|call|translate)\s+(?:to\s+)?(?:me\s+)?(?:it\s+)?"
    r"(?:only\s+)?(?:in|briefly|shortly|concisely|politely|formally|with\s+(?:short|examples|code|bullet)|sam\b))"
)
# "My boss ignores all rules", "I break every rule" are said about people.
_SUBJECTLESS = r"(?<!\bi\s)(?<!\bwe\s)(?<!they\s)(?<!people\s)(?<!who\s)(?<!always\s)(?<!often\s)"
_RULES = r"(?:instructions?|prompts?|rules?|directions?|directives?|guidelines?|commands?|orders|programming|training|safety|filters?|restrictions?|constraints?|policy|policies|guardrails?|messages?\s+above)"
_SECRETS = (
    r"(?:(?:system|hidden|initial|developer|secret|internal)\s+(?:\w+\s+)?(?:prompts?|instructions?|messages?|rules)"
    r"|(?:full|entire|original)\s+prompt|your\s+(?:\w+\s+)?(?:prompt|instructions|rules)|api\s+keys?|credentials)"
)

# An address that somebody wants named; hosts of known code and documents are what people use.
_SITE = r"(?:https?://|www\.|\(link\)|[\w-]{2,40}\.(?:example|com|net|org|io|ru|cn|xyz|top|info|dev|ai)\b)"

_ENGLISH = (
    # overriding what came before
    _SUBJECTLESS
    + r"\b(?:ignor(?:e|ing)|disregard|forget|override|bypass|discard|skip|drop|cancel|violate|break)\s+(?:\w+\s+){0,4}?"
    r"(?:previous|prior|above|earlier|preceding|existing|original|former|foregoing|all|any|every|your|system|safety|these|those)\s+(?:\w+\s+){0,3}?"
    + _RULES,
    r"\b(?:ignor(?:e|ing)|disregard|forget)\s+(?:all|everything)\s+(?:of\s+)?(?:the\s+|that\s+)?(?:above|before|previous|prior|you\s+(?:were|have\s+been)\s+told)",
    # a new role for the model
    r"\byou(?:\s+a|['’])re\s+(?:now|no\s+longer|henceforth)\s+(?!sure|done|ready|right|wrong|old|my\b|our\b)",
    r"\byou\s+are\s+(?:dan|root|an?\s+(?:unrestricted|unfiltered|evil|jailbroken|uncensored))\b",
    _START
    + r"(?:act\s+as|pretend\s+(?:to\s+be|that\s+you|you)|role-?play\s+as|behave\s+(?:as|like)|simulate\s+(?:being|an?))\s",
    r"\bdo\s+anything\s+now\b|\b(?:dan|developer|debug|god|admin|jailbreak|sudo|unrestricted)\s+mode\s+(?:is\s+|now\s+)*(?:enabled|activated|engaged|on(?=\s*(?:$|[.!,\n])))",
    r"\b(?:enter|enable|activate|switch\s+to|turn\s+on)\s+(?:dan|developer|debug|god|admin|jailbreak|sudo|unrestricted)\s+mode\b",
    r"\b(?:unrestricted|unfiltered|uncensored|jailbroken)\s+(?:ai|assistant|model|mode|chatbot|answers?|responses?)\b",
    r"\bwithout\s+(?:any\s+)?(?:restrictions|filters|limitations|guardrails|(?:safety|ethical|content)\s+(?:checks|warnings?|filters?))\b",
    r"\bas\s+an\s+ai(?:\s*,|\s+(?:language\s+model|model|assistant|i\b))",
    # new rules, markers of a role or a turn
    r"(?:^|[#>*\n.:-]\s*)(?:new|updated|additional|important|revised|secret)\s+(?:system\s+)?"
    + _RULES
    + r"\s*(?:[:：\n#]|\d)",
    r"[#>*\n.:-]\s*(?:new|updated|additional|important|revised|secret)\s+(?:system\s+)?"
    + _RULES
    + r"\s*$",
    r"#{1,6}\s*(?:new\s+|system\s+|important\s+)?(?:instructions?|rules?|system|prompt|task|directives?)\b",
    r"(?:^|[\n\"'“”‘’>\])#]\s*)(?:system|developer|assistant|override|system\s+(?:message|prompt|note|override|update))\s*[:：]",
    r"<\|[^|<>\n]{1,40}\|>|\[/?inst\]|<</?sys>>|</?s>\s*\[|\[(?:system|assistant|developer)\b[^\]]{0,20}\]",
    r"</?\s*(?:system|assistant|developer|instructions?|system_?prompt|user_\w+|tool_\w+|function_\w+|invoke|persona|profile)\b[^<>]{0,80}>",
    r"\"(?:tool_calls?|function_call|tool_name|tool|function|action)\"\s*:\s*[\"{\[]|\bfunction_call\b|\btool_calls?\b\s*[:=(\[{]",
    r"(?:^|\n)\s*(?:action\s*[:：]\s*\w+[_\[({]|action\s+input\s*[:：]|final\s+answer\s*[:：])",
    # standing orders
    r"\b(?:from\s+now\s+on|from\s+this\s+(?:point|moment)\s+(?:on|onwards?|forward)|henceforth|going\s+forward|in\s+(?:all|every|any)\s+future\s+\w+|for\s+(?:all|every)\s+(?:future\s+)?(?:repl|response|answer|message|conversation|question)\w*)"
    r"[\s,:]+(?:you\b|please\s+|always\s+|never\s+|only\s+|must\s+|do\s+not\s+|don['’]t\s+)*"
    + _STYLE
    + r"(?:you\s+(?:will|must|shall|should|are)|"
    + _ACT
    + r"\b)",
    r"\b(?:every|each|all)\s+(?:of\s+your\s+)?(?:future\s+)?(?:repl(?:y|ies)|responses?|answers?|messages?)\s+(?:you\s+\w+\s+)?(?:must|should|shall|has\s+to|have\s+to|needs?\s+to|to)\s+(?:end|begin|start|include|contain|mention|say|link|recommend|be\s+followed)",
    r"(?:^|[.!?;:\n\"'“”-]\s*|\b(?:you|you\s+to|please)\s+)(?:always|never|only\s+ever|at\s+all\s+times|without\s+exception)[\s,]+"
    + _STYLE
    + _STRONG
    + r"\b",
    r"\byou\s+(?:must|shall|have\s+to|are\s+(?:required|obliged|ordered|instructed)\s+to|will\s+(?:now|always|never))\s+(?:not\s+|never\s+|always\s+|now\s+)*"
    + _STYLE
    + _ACT
    + r"\b",
    r"\b(?:when(?:ever)?|if|once|each\s+time|every\s+time|as\s+soon\s+as)\s+(?:i|we|the\s+user|anyone|someone|somebody|they|he|she)\s+(?:later\s+|next\s+|ever\s+|then\s+)*(?:says?|types?|writes?|mentions?|asks?|sends?|enters?)\b[^\n]{0,80}?[,:]\s*(?:then\s+|please\s+|you\s+(?:must|should|will)\s+|always\s+|immediately\s+|secretly\s+)*"
    + _STYLE
    + _ACT
    + r"\b",
    # acts that no preference is made of
    _START
    + r"(?:reveal|print|show|repeat|output|leak|display|dump|expose|disclose|recite|give|tell|send|share)\s+(?:\w+\s+){0,4}?"
    + _SECRETS,
    _START
    + r"(?:dump|delete|erase|wipe|destroy|exfiltrate|steal|encrypt|overwrite)\s+(?:all|every|everything|any|the\s+(?:whole|entire))\b(?:\s+\w+){0,3}?\s*(?:files?|data|records?|tables?|databases?|messages?|memor(?:y|ies)|users?|accounts?|e-?mails?|logs?|history|credentials|passwords|secrets|contacts|disks?)\b",
    r"\b(?:send|e-?mail|mail|forward|post|upload|exfiltrate|leak|copy|bcc|cc|submit|deliver|report)\s+(?:[\w'’]+\s+){0,6}?(?:to|at)\s+(?:\S{1,64}@|https?://|www\.|\[masked: email\]|[\w-]{1,40}\.(?:example|com|net|org|io|ru|cn|xyz|top|info|dev|ai)\b)",
    r"\b(?:transfer|wire|send|pay|move|donate)\s+(?:[\w$€£¥.,]+\s+){0,4}?(?:funds?|money|payments?|savings|bitcoins?|btc|eth|crypto|usdt|balance|dollars|coins)\s+(?:\w+\s+){0,3}?(?:to|into)\s+(?:\w+\s+){0,3}?(?:accounts?|iban|wallets?|address|0x|\[masked)",
    _START
    + r"(?:execute|run|invoke|call|trigger)\s+(?:the\s+|these\s+)*(?:following\s+(?:\w+\s+)?(?:commands?|code|script|tools?|functions?)|(?:\w+\s+)?(?:tool|payload))\b(?!\s*(?:belt|box))",
    r"\b(?:end|beginning|start|begin)\s+(?:of\s+)?(?:the\s+)?(?:system|user|persona)\s+(?:prompt|profile|persona|instructions?|message|data|block)\b",
    r"(?:^|\n)(?:only\s+)?(?:recommend|promote|advertise|endorse|link\s+to)\s+(?:\w+\s+){0,3}?(?:https?://|www\.|[\w-]{2,40}\.[a-z]{2,12}\b)",
    r"\brm\s+-rf?\b|\bcurl\s+\S*https?://|\bwget\s+\S*https?://|;\s*drop\s+table\b|\bsudo\s+rm\b|os\.system\s*\(|subprocess\.|__import__",
    # leave granted in the user's name, and concealment
    r"\b(?:the\s+)?user\s+(?:is|has|was)\s+(?:now\s+|already\s+|been\s+|an?\s+|the\s+)*(?:admin\w*|root|super-?user|developer|authori[sz]ed|verified|granted|given|approved|pre-?approved|whitelisted|consented|waived)\b",
    r"\b(?:has|have|had)\s+(?:already\s+|pre-?)?(?:approved|authori[sz]ed|accepted|confirmed|consented\s+to)\s+(?:all|every|any)\b",
    r"\b(?:skip|skips|skipping|bypass|disable|without|no)\s+(?:(?:all|any|the|asking|asking\s+for|user|further|every)\s+)*(?:confirmations?|verification|approvals?|safety\s+checks?|security\s+checks?|authentication)\b(?!\s+(?:bias|e-?mails?|codes?|letters?))",
    r"\b(?:the\s+)?user\s+(?:wants|prefers|would\s+like|requests|requires|expects|asked|has\s+asked|likes)\s+(?:you|that\s+you|the\s+assistant|(?:every|all|each)\s+(?:repl|response|answer|message)\w*|to\s+(?:skip|bypass|always\s+be|receive\s+links))",
    r"\b(?:do\s+not|don['’]t|never|must\s+not|without)\s+(?:ever\s+)?(?:mention(?:ing)?|tell(?:ing)?|reveal(?:ing)?|disclos(?:e|ing)|inform(?:ing)?|admit(?:ting)?)\s+(?:this|these|that|any\s+of\s+this|about\s+this|to\s+the\s+user|the\s+user|users)\b(?!\s+to\s+(?:my|her|him|his|anyone|mum|mom|dad))",
    # addressed to a model
    r"\byour\s+new\s+(?:task|role|job|goal|identity|persona|objective|purpose|instructions?)\s+(?:is|are)\b",
    r"\b(?:note|message|instructions?|attention|notice|dear|hey|memo)\s*(?:to|for|,|:)?\s*(?:the\s+|all\s+|any\s+)?(?:ai|llm|assistant|language\s+model|chatbot|bot|agent)s?(?:\s+(?:assistant|model|agent)s?)?\s*[:,!]",
    r"\b(?:the\s+|an?\s+)?(?:ai|assistant|agent|chatbot|llm)\s+(?:should|must|shall|has\s+to|needs\s+to|is\s+to)\s+(?:always\s+|never\s+|not\s+|only\s+)*"
    + _STRONG
    + r"\b",
    r"\b(?:respond|reply|answer)\s+(?:only\s+)?with\s+(?:only\s+)?(?:the\s+(?:word|phrase|text|following|sentence)|['\"“‘])",
    r"\b(?:when(?:ever)?|if|once)\s+(?:you\s+(?:see|read|hear|get|receive|are\s+asked)|asked)\b[^\n]{0,80}?[,:]\s*(?:always\s+|never\s+|then\s+|please\s+|you\s+must\s+|only\s+)*"
    + _STYLE
    + _STRONG
    + r"\b",
    r"\b(?:add|append|insert|include|attach|put|embed|mention|place)\s+(?:\S{1,60}\s+){0,6}?(?:to|in|into|of|with|after)\s+(?:each|every|all|any|your)\s+(?:\w+\s+)?(?:answers?|repl(?:y|ies)|responses?|outputs?|links?|urls?)\b",
    r"\b(?:save|store|write|commit|add)\s+(?:it\s+)?(?:to|in|into)\s+(?:your\s+|the\s+)?(?:long-?term\s+)?memory\s+that\b",
    r"\bwithout\s+(?:ever\s+)?(?:asking|telling|informing|notifying|consulting|checking\s+with)\s+(?:the\s+)?(?:user|customer)\b",
    r"\b(?:the\s+)?user\s+(?:consents?|agrees?|authori[sz]es?|approves?|permits?|allows?)\s+(?:to\s+|of\s+)?(?:everything|all|any|every)\b|\bagree\s+with\s+everything\s+(?:i|the\s+user)\b",
    _SUBJECTLESS
    + r"\b(?:do\s+not|don['’]t|stop|never|no\s+longer)\s+(?:follow|obey|comply\s+with|respect|following|obeying)\s+(?:your|the|any|these|those|all)\s+(?:\w+\s+){0,2}?"
    + _RULES
    + r"(?!\s+of\b)",
    r"\byou\s+(?:to\s+)?ignore\s+(?:the|your|all|any)\s+" + _RULES,
    r"\b(?:print|repeat|output|copy|recite|show)\s+(?:back\s+|me\s+)?(?:everything|all(?:\s+(?:of\s+)?the)?(?:\s+(?:text|words))?|the\s+(?:text|words|messages?|contents?))\s+(?:above|before\s+this|up\s+to\s+here)\b",
    r"\bwhat(?:['’]s|\s+is|\s+are|\s+were)\s+your\s+(?:system|hidden|initial|secret|original)\s+(?:prompt|instructions|rules|message)\b",
    r"\b(?:call|invoke|use|run|trigger)\s+(?:the\s+)?\w{1,30}_\w{1,40}\s+(?:function|tool|api|plugin)\b",
    r"\b(?:mark|flag|treat|register|regard)\s+(?:this|the|me|all\s+my)\s*(?:user|messages?|requests?|account|customer)?\s*(?:\w+\s+)?as\s+(?:an?\s+)?(?:verified|admin\w*|trusted|root|authori[sz]ed|premium|system|developer)\b",
    r"\b(?:forget|erase|clear|wipe|reset)\s+(?:everything|all|anything)\s+(?:that\s+)?(?:you\s+(?:know|knew|remember|learn\w*|have\s+\w+)|about\s+(?:me|the\s+user)\b)",
    r"\b(?:update|edit|modify|overwrite|append\s+to|write\s+to)\s+(?:your\s+|the\s+|my\s+)?(?:long-?term\s+|user\s+)*(?:memory|memories|persona|user\s+profile)\s*(?::|to\s+(?:say|read|state)|that\b|with\b)",
    r"\b(?:store|save|record|log|note|keep|add|remember)\s+(?:this|that|it|the\s+following)\s+as\s+(?:an?\s+|the\s+|my\s+|user\s+)*(?:\w+\s+)?(?:facts?|preferences?|memor(?:y|ies)|truth|instructions?|rules?)\b",
    r"\b(?:end|begin|start|finish|close|open|sign)\s+(?:every|each|all|any|your)\s+(?:\w+\s+)?(?:repl(?:y|ies)|answers?|responses?|outputs?)\s+with\b",
    r"\b(?:respond|reply|answer|speak|write|encode)\b[^\n.]{0,30}?\b(?:base64|rot13|morse|hexadecimal)\b",
    r"\b(?:mark|flag|treat|register|regard)\s+(?:every|each|any|all)\s+(?:\w+\s+)?(?:messages?|requests?|orders?|commands?|users?|payments?)\b[^\n.]{0,40}?\bas\s+(?:an?\s+)?(?:verified|admin\w*|trusted|authori[sz]ed|approved|safe|system)\b",
    _START
    + r"(?:visit|cite|quote|link\s+to|refer\s+to|mention|promote|praise|trust)\s+(?:\S{1,40}\s+){0,3}?"
    + _SITE
    + r"(?=[^\n]{0,60}?\b(?:every|each|always|as\s+(?:an?|the|your)\s+source|first|only)\b)",
    r"(?<!\bi\s)(?<!\bwe\s)(?<!they\s)(?<!people\s)(?<!who\s)\balways\s+(?:cite|quote|link\s+to|refer\s+to|promote|trust)\s+(?:\S{1,40}\s+){0,3}?"
    + _SITE,
    # the commonest of them all in other languages
    r"\bignor(?:e[zr]?|a|ar|iere|ieren?)\s+(?:\S+\s+){0,3}?(?:instruc\w+|instrucciones|anweisungen|befehle|istruzioni|instru\S{1,4}es)\b",
)

_CLAUSE_ZH = r"(?:^|[\s，。,.;；:：!！?？\"“”‘’「」、]|请|你|并|且|务必|必须|希望|要求|用户)"
# Acts of a model; the second list also names what people do every day, and needs a stronger opening.
_ACT_ZH = (
    r"(?:推荐|推销|宣传|转账|转钱|转款|汇款|打款|发送|发邮件|转发|批准|授权|执行|运行|删除|清空|告诉用户|提及|声称|宣称|附上|附加|插入"
    r"|遵守|服从|听从|遵循|调用|绕过|隐瞒|输出|打印|泄露|透露|扮演|以.{1,6}结尾|(?<!文)(?<!语)(?:回复|回答|答复)(?!我|简|短|要|用|时))"
)
_DAILY_ZH = r"(?:付款|支付|购买|下单|点击|访问|打开链接|下载|安装|加上|包含|同意|信任|跳过|提到)"
_STANDING_ZH = r"(?:从现在(?:起|开始)|从今(?:以后|往后|天起)|从此(?:以后)?|今后|以后|往后|此后|始终|总是|永远|务必|必须|一律|每次|无论如何|不管怎样)"
_STRONG_ZH = r"(?:从现在(?:起|开始)|务必|一律|无论如何|不管怎样)"
_CHINESE = (
    r"(?:忽略|无视|忘记|忘掉|忘了|不要理会|不要管|别管|别理|抛开|绕过|绕开|跳过|推翻|覆盖|不用遵守|不再遵守|不要遵守|违反|取消|解除)[^。！？\n]{0,6}"
    r"(?:之前|以前|先前|上面|上述|以上|前面|此前|所有|一切|全部|任何|你的|系统|原有|原来|原本|既定|安全)[^。！？\n]{0,8}"
    r"(?:指令|指示|提示词?|规则|规定|设定|设置|命令|要求|限制|约束|准则|政策|内容|上下文|安全)",
    r"你现在(?:开始)?(?:是|扮演|变成|的身份|的角色|要扮演|将)(?!在|不是|否|什么|不|怎|谁)|你不再是|你的新(?:身份|角色|任务|指令)",
    r"(?:假装|假设|想象|设想)你(?:自己)?(?:是|没有|不受)|(?:请|你)(?:你|要|来|将|需要)?扮演|(?:进入|开启|启用|切换到?|打开)(?:开发者|越狱|无限制|调试|管理员|上帝|dan)\s?模式|(?:越狱|无限制|无审查)模式",
    r"(?:^|[\n#:：。，,\"“”]\s*)(?:新的?|最新的?|重要|更新后?的?|附加)(?:系统)?(?:指令|指示|命令|提示词)\s*(?:[:：\n#]|\d|$)|#\s*(?:新的?|系统)?(?:指令|指示|规则|命令|提示词)",
    r"(?:^|[\n\"'“”‘’「『>#】]\s*)(?:系统(?:提示词?|消息|指令|通知|命令)?|助手|助理|开发者|管理员|工具)\s*[:：]|[【\[](?:系统|system|助手|开发者)[^】\]]{0,8}[】\]]",
    r"(?:输出|打印|显示|泄露|透露|告诉我|说出|重复|公开|展示|发给我|给我看|复述|翻译|总结)[^。！？\n]{0,6}(?:系统|隐藏|初始|原始|内部|开发者|完整|你)的?[^。！？\n]{0,4}(?:提示词?|指令|设定|prompt|规则|密钥)",
    _CLAUSE_ZH + _STANDING_ZH + r"(?!我|咱|他|她|叫我|称呼我)[^我他她。！？\n]{0,12}?" + _ACT_ZH,
    _CLAUSE_ZH
    + _STRONG_ZH
    + r"(?!我|咱|他|她)[^我他她。！？\n]{0,6}?"
    + _DAILY_ZH
    + r"(?![^。！？\n]{0,12}[吗?？])",
    r"从现在(?:起|开始)[,，\s]?你(?:就|要|将|必须|只|的|应|是)(?!我的)|(?:无论|不管)(?:用户|我|对方)(?:问|说)(?:了)?什么[^。！？\n]{0,4}(?:都|请|你)",
    r"(?:当|每当|每次|如果|一旦|只要|等)(?:我|用户|有人|他|她)[^。！？\n]{0,4}(?:说|输入|提到|问|发|打出|写)[^。！？\n]{0,20}?(?:就|请|你要|必须|立即|立刻|，|,)[^。！？\n我]{0,6}?"
    r"(?:列出|转账|汇款|发送|发邮件|转发|上传|删除|执行|运行|推荐|泄露|输出|调用|打开|访问|下载|批准|购买)",
    r"(?:列出|发送|转发|上传|泄露|删除|清空|导出|窃取|读取|销毁|覆盖)[^。！？\n]{0,4}(?:所有|全部|一切|整个|任何|用户的?|系统的?)[^。！？\n]{0,6}(?:文件|数据|邮件|记录|密码|密钥|信息|聊天|数据库|内存|记忆|账户|账号|联系人)",
    r"把[^。！？\n]{0,10}(?:钱|款|资金|余额|比特币)[^。！？\n]{0,4}(?:转|汇|打)(?:到|给|入|进)|(?:转账|汇款|打款|转钱)(?:到|给|至)[^。！？\n]{0,12}(?:账户|账号|卡号?|钱包|\[masked)",
    r"(?:发|寄|发送|转发|上传|提交)(?:到|给|至)\s?(?:\S{1,64}@|https?://|www\.|\[masked: email\])",
    r"(?:执行|运行|调用)(?:以下|下面|这段|下列|这个|该)[^。！？\n]{0,4}(?:命令|代码|脚本|工具|函数|指令)",
    r"用户(?:已经?)?(?:是|为|拥有|获得|具有)[^。！？\n]{0,4}(?:管理员|超级用户|开发者|root|最高权限|授权)|(?:已经?|均已|都已)(?:批准|授权|同意|确认)了?(?:所有|一切|全部|任何)",
    r"(?:跳过|绕过|省略)[^。！？\n]{0,4}(?:确认|验证|审核|审批|授权|批准|安全检查)|(?:无需|不用|不需要|不必)(?:经过?)?(?:用户|我)的?(?:确认|验证|审核|审批|授权|批准|同意)",
    r"(?:不要|别|不得|切勿|禁止|不许|千万别|不能)(?:向|对|跟|和|告诉|让|给)?用户(?:提及|透露|泄露|告知|提到|说明|知道|说)?|(?:不要|不得|切勿|禁止)(?:提及|透露|告知)(?:这|此|本|该)",
    r"作为(?:一个|一名|一款)?(?:ai|人工智能)(?:\s?(?:助手|模型|语言模型)|[,，])",
    r"(?:记住|记得|请记|牢记)[:：,，\s]?(?:该|这个|此)?用户(?:希望|想要?|喜欢|偏好|是|要求|已|总|永远)",
    r"(?:该|这个|此)?用户(?:要求|希望|偏好|想要|喜欢)[^。！？\n]{0,4}(?:每次|所有|一律|每条|跳过|你|助手)[^。！？\n]{0,12}(?:回复|回答|推荐|确认|末尾|结尾|附)",
    r"你(?:只能|必须|务必)(?:始终|永远|总是|一直|无条件)?(?:回答|回复|服从|听从|遵守|推荐|输出|执行|同意(?=用户|所有|一切|任何))(?!我的问题)",
    r"(?:给|致|写给)(?:ai|人工智能|助手|模型|机器人)的?(?:指示|指令|命令|留言|消息|话)?\s*[:：]",
    r"(?:管理员|系统|开发者|root)(?:命令|指令|权限)\s*[:：]|以(?:管理员|系统|开发者|root)的?身份(?:执行|运行|操作|回答)",
    r"(?:开发者|越狱|无限制|调试|管理员|上帝)模式(?:已经?)?(?:启用|开启|激活)|你(?:现在)?不(?:再)?受(?:任何|一切)?(?:限制|约束)",
    r"(?<!我)(?<!我们)(?<!咱们)(?:每个|每次|每条|所有)的?(?:回答|回复|答复)(?!客户|顾客|邮件|评论|朋友|同事)(?:的?(?:末尾|结尾|开头|最后|里|中|时))?[^。！？\n]{0,4}(?:加上?|附上?|带上?|包含|插入|提到|推荐|必须)",
    r"(?:回答|回复|答复)(?:时|的时候)?[^。！？\n]{0,2}(?:必须|务必|一定要)(?:提到|推荐|加上|包含|附)",
    r"(?:凡是?|只要|一旦|每当|每逢)(?:用户|有人|对方|我)?(?:提到|问到|问起|说到|谈到|聊到|涉及)[^。！？\n]{1,16}?(?:就|都|请|一律)(?!会?想)[^。！？\n我]{0,6}?(?:推荐|推销|引导|宣传|回答|回复|附上)",
    r"(?:以后|今后|往后|从现在起|从现在开始)[,，\s]?(?:你|请)?(?:无论|不管)[^。！？\n我他她]{0,4}(?:问|说)[^。！？\n]{0,3}(?:什么|啥)[,，\s]?(?:你|请)?(?:都|一律|就)",
    r"用户(?:已经?)?(?:同意|授权|允许|批准)了?(?:自动|所有|一切|全部|任何|付款|转账)|无条件(?:执行|服从|同意|满足)",
    r"(?:输出|重复|复述|打印|显示)[^。！？\n]{0,2}(?:以上|上面|上述|前面)的?(?:全部|所有|一切)?的?(?:内容|文字|文本|话|信息)|(?:输出|重复|复述|打印)[^。！？\n]{0,2}(?:全部|所有)(?:以上|上面)",
    r"(?<!我)(?:不要|不用|别|停止|不再|无需)再?(?:遵守|遵循|理会|服从)[^。！？\n]{0,4}(?:规则|指令|指示|限制|准则|设定)",
)
_ORDERS = re.compile("|".join(_ENGLISH), re.IGNORECASE | re.ASCII)
_ORDERS_ZH = re.compile("|".join(_CHINESE), re.IGNORECASE)


def reads_as_instruction(text: str) -> bool:
    """Whether a text is an order to a model rather than something said about a person.

    It finds, in English and Chinese: overriding earlier rules, new roles and new rules, markers of a
    role, a turn or a tool call, standing and conditional orders to act, asking for the system prompt,
    moving money, files or data away, leave granted in the user's name, and concealment. Invisible
    characters, width and look-alike letters do not hide it.

    What people say of themselves ("from now on I drink oat milk", "I always use Vim", 以后我不吃肉了) and
    how they like to be answered ("always answer in Chinese") is not one.
    """
    return _judged(text) if len(text) <= 200 else _judge(text)


def _judge(text: str) -> bool:
    # White space is kept: a role marker counts at the start of a line.
    folded = unicodedata.normalize("NFKC", strip_invisible(text)).casefold()
    if _ORDERS.search(folded.translate(_LOOKALIKES)):
        return True
    return not folded.isascii() and bool(_ORDERS_ZH.search(simplified(folded)))


# Names and labels come again in every rebuild and every prompt; long texts seldom do.
_judged = lru_cache(maxsize=16384)(_judge)


# --- a form that is safe to show ------------------------------------------------------------------

_ANSI = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]{0,200}(?:\x07|\x1b\\)?|[@-Z\\^_])")
_HIDDEN = frozenset({"Cc", "Cf", "Co", "Cs"})

# Replaced until nothing changes: taking one away may uncover another.
_NEUTRAL = tuple(
    (re.compile(pattern, re.IGNORECASE), word)
    for pattern, word in (
        # links and images of Markdown
        (r"!?\[([^\[\]]{0,400})\]\(\s*[^()\s]{0,400}[^()]{0,100}\)", r"\1"),
        # of an address among Chinese words, the part in ASCII
        (r"(?:https?:/{0,2}|(?:ftp|wss?|file):/{1,2}|www\.)[!#-&*-;=?-~]{0,600}", "(link)"),
        (r"(?:(?:java|vb)script\s*:|mailto:|blob:|data:[\w/+.-]{0,60}[;,])[!-~]{0,600}", "(link)"),
        (r"\b[a-z][a-z0-9+.-]{1,15}://[!#-&*-;=?-~]{0,600}", "(link)"),
        (r"!\[", "["),
        (r"\]\s*\(", "] "),
        (r"\[(/?(?:inst|sys|system|assistant|developer|user)\b[^\]]{0,20})\]", r"\1"),
        (r"`+|~{3,}", "'"),
        (r"#{2,}|^(?:\s*[#>|*+-]+(?=\s))+|\*{2,}|_{3,}|={3,}|-{3,}", ""),
        (r"<", "‹"),
        (r">", "›"),
        (r"(?<![a-z0-9])\$(?=[a-z_{(])", ""),
        (r"\{+[%#]?", "("),
        (r"[%#]?\}+", ")"),
        (
            r"(?<![^\W_])(system|assistant|developer|tool|function|user|human|thought|action|action input"
            r"|observation|final answer)\s*[:：]",
            r"\1 -",
        ),
        (r"(?<![\u4e00-\u9fff])(系统|助手|助理|开发者|用户|工具|行动|思考|观察)\s*[:：]", r"\1 -"),
    )
)


def safe_line(text: str, limit: int = 80) -> str:
    """One line of a text that stays data wherever it is put.

    Control, invisible, private and direction-changing characters go; links become ``(link)``; brackets
    of tags and templates, fences, headings and role markers are replaced by marks without a meaning.
    Everything else, Chinese above all, is as it was. Applying it twice changes nothing.

    Args:
        text: any text; of a very long one only the beginning is read.
        limit: the most characters of the result, at least 1; a longer line is cut between two
            characters as people see them (grapheme clusters) and ends in ``…``.

    Returns:
        The line: never empty unless the text is (a text of nothing but marks gives ``?``).
    """
    if len(text) <= limit and _PLAIN.fullmatch(text) and "www." not in text.lower():
        return text
    return _inert(text, limit) if text else ""


# Words with single spaces and dots between them: most names, and nothing to be made inert in them.
_PLAIN = re.compile(r"[^\W_]+(?:[ .][^\W_]+)*")


@lru_cache(maxsize=16384)
def _inert(text: str, limit: int) -> str:
    line = _visible(text[: 16 * limit + 1000])
    while True:
        before = line
        for pattern, word in _NEUTRAL:
            line = pattern.sub(word, line)
        line = one_line(line)
        if line == before:
            break
    return cut(line, limit) or "?"


def _visible(text: str) -> str:
    plain = one_line(_ANSI.sub(" ", text))
    return "".join(c for c in plain if unicodedata.category(c) not in _HIDDEN)


def cut(text: str, limit: int) -> str:
    """The text if it has at most `limit` characters, else its beginning and ``…``.

    The cut never parts a letter from its accents, an emoji from its skin tone or joiner, or the two
    halves of a flag.
    """
    if len(text) <= limit:
        return text
    end = limit - 1
    while end > 0 and _joined(text, end):
        end -= 1
    return text[:end].rstrip() + "…"


def _joined(text: str, at: int) -> bool:
    """Whether the characters before and after a place belong together (a simple UAX 29)."""
    left, right = text[at - 1], text[at]
    if unicodedata.category(right) in {"Mn", "Me", "Mc"} or "\U0001f3fb" <= right <= "\U0001f3ff":
        return True
    if "\u200d" in (left, right):
        return True
    if _is_flag(left) and _is_flag(right):
        run = len(text[:at]) - len(text[:at].rstrip(_FLAGS))
        return run % 2 == 1
    return "\u1160" <= right <= "\u11ff"  # a vowel or end of a Hangul syllable


_FLAGS = "".join(map(chr, range(0x1F1E6, 0x1F200)))


def _is_flag(character: str) -> bool:
    return "\U0001f1e6" <= character <= "\U0001f1ff"
