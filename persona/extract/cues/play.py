"""Played parts, and figures of stories."""

from __future__ import annotations

import re

from persona.extract.cues.needles import may_hold

_ROLE_PLAY_NEEDLES = (
    "play",
    "act ",
    "behave",
    "respond",
    "answer",
    "talk",
    "speak",
    "pretend",
    "imagine you",
    "character",
    "you are",
    "you're",
    "you be",
    "you'll",
    "i'll be",
    "i will be",
    "扮",
    "假装",
    "你",
    "我演",
    "演一",
    "对戏",
    "cosplay",
    "mock",
    "simulat",
    "rehears",
    "practice",
    "practise",
)
_ROLE_PLAY = re.compile(
    r"^\W*(?:ok(?:ay)?\W+|so\W+|now\W+)?role[ -]?play\b(?!ing)|\brole[ -]?play (?:as|with me|that|where|scenario|:)|"
    r"\b(?:let'?s|let us|(?:can|could|shall) we) (?:play|act out|do|improvise) (?:a|this|the|our|another) (?:little |short |quick )?(?:scene|sketch|skit)\b|\b(?:let'?s|let us|(?:can|could|shall) we|i want (?:you )?to|wanna|please|we'll|start|begin|do|doing|for this|in this)\s+"
    r"(?:try |do |have |a |an |some |this |little |quick )*role[ -]?play|^\W*(?:\w+[,.]? ){0,3}(?:act|behave|respond|answer|talk|speak)"
    r"(?: to me)? (?:as|like) (?:if you|though you|a|an|the|my|captain|sherlock)\b|"
    r"\bpretend (?:to be|you(?:'re| are)|i(?:'?m| am)|that (?:you|i)|we(?:'re| are))\b|"
    r"\bimagine you(?:'re| are)\b|\bplay the (?:role|part) of\b|\bstay in character\b|"
    r"^\W*you are (?:now )?(?:a|an) (?!(?:great|good|real|life|star|bit|little|genius|legend|angel|"
    r"amazing|awesome|very)\b)(?![^.!?,]{0,40}\b(?:friend|companion|assistant|ai|listener|person|people|help|helper|"
    r"chatbot|bot|robot|machine|human|model)\b)\w+|\byou(?:'re| are) (?:now )?(?:a|an|the) (?!(?:very|great|good|real|true|best|only|one|such)\b)[^.,!?]{1,40}[,;]? (?:and )?"
    r"(?:i'?m|i am|i'll be|i will be|i play)\b|"
    r"\byou(?:'ll)? (?:be|play) (?:a|an|the) [^.!?]{1,60}\b(?:i|i'll|i'm)\b|\bi(?:'ll| will) be (?:the|your|a|an|captain) [^.,!?]{1,30}"
    r"(?:and|,) you(?:'re|'ll| are| will| be| the| a| my)\b|\bi(?:'?m| am) (?:the|your|a|an|captain) [^.!?]{1,60}[,;] (?:and )?you(?:'re| are) (?:the|a|an|my) "
    r"(?!(?:ai|bot|chatbot|assistant|machine|robot|great|good|real|best|star|genius|friend|helpful)\b)|"
    r"角色扮演(?!游戏|类)|你(?:是|当|演)(?!对|ai|人工|机器|谁|不是)[^,，。]{1,8}[,，]\s*我(?:是|当|演)(?!不|说|想)|"
    r"我(?:来)?[当演扮][^,，。]{1,8}[,，]\s*你(?:来)?[当演扮是]|(?<!角色)扮演|假装(?:你|我|自己|是)|假扮|你(?:现在)?(?:就)?是(?:一)?(?:个|名|位)[^,，。]{1,20}(?:,|，).{0,6}我(?:是|来当|演|当)|"
    r"^\W*(?:从现在(?:开始|起)[,，]?)?你现在是(?:一)?[个名位]|你来(?:当|演|扮)|我来(?:演|扮)|我演(?![过员出技戏奏讲])|cosplay成|"
    r"(?:咱们?|我们|我俩|来|一起)(?:来)?演(?:一?[段出场幕]|个小品)|(?:跟|和|陪)我对(?:个|一?场)?戏|"
    r"我[是当演][^,，。我你]{1,8}[,，]?\s?你[是当演](?!谁|不是|对)[^,，。吗呢?？]{1,8}$"
)
_REHEARSAL = re.compile(
    r"\b(?:let'?s|let us|(?:can|could|shall|will) (?:we|you)|we(?:'ll|'re going to| are going to| will)|please|help me|i(?:'d| would) like to|i want to|wanna)"
    r" (?:[\w']+ ){0,3}?(?:(?:simulate|rehearse|practi[sc]e|role[- ]?play) (?:[\w']+ ){0,4}?"
    r"(?:interview|date|call|negotiation|debate|dialogue|audition|scenario|hearing|pitch)\b"
    r"|(?:do|run|try|have|start|hold) (?:a |an |some |another )?(?:mock|practi[sc]e|pretend|fake|simulated) )"
)
"""A part rehearsed with the assistant: what is said in it is said for the occasion."""
_TAKES_PART = re.compile(
    r"\b(?:let'?s|wanna|want to|we could) role[ -]?play\b|\bi(?:'?m| am|'ll be| will be|'ll play| play)\b"
    r"|\bpretend (?:that )?(?:i|we)\b|角色扮演|我(?:来)?(?:是|演|扮|当)|假装我|假装自己"
)
_ROLE_PLAY_ENDS = re.compile(
    r"\b(?:ooc|out of character|end (?:of )?(?:the )?role[ -]?play|stop (?:the )?role[ -]?play(?:ing)?|"
    r"stop pretending|back to (?:reality|real life|normal)|drop the act|in real life|game over)\b|"
    r"出戏|别演了|不演了|不玩了|角色扮演(?:到此)?结束|回到现实|说回正题|结束扮演"
)
_STORY_NEEDLES = (
    "hero",
    "character",
    "protagonist",
    "villain",
    "narrator",
    "says",
    "loves",
    "hates",
    " oc",
    "in this",
    "in my",
    "in the",
    "in our",
    "主角",
    "男主",
    "女主",
    "主人公",
    "角色",
    "反派",
    "英雄",
)
_STORY = re.compile(
    r"\bin (?:this|my|the|our) (?:story|game|scenario|scene|campaign|role[ -]?play),? (?:i'm|i am|you're|you are|he|she)\b|"
    r"\b(?:in|from) (?:my|the|this|a|our) (?:novel|story|book|script|screenplay|film|movie|game|play|"
    r"fanfic|tale|d&d campaign|campaign)\b[^.?!]{0,40}\b(?:hero|heroine|character|protagonist|villain|"
    r"narrator|says|loves|hates)\b|\b(?:my|the) (?:main )?(?:character|protagonist|hero|heroine|villain|"
    r"narrator|oc)(?:'s name)? (?:is|loves|hates|likes|says|lives|wants|works)\b|"
    r"(?:小说|故事|剧本|电影|书|游戏|漫画|剧)(?:里|中)的?(?:那个)?(?:主角|男主|女主|主人公|角色|反派|英雄)|"
    r"(?:我的?)?(?:主角|男主|女主|主人公)(?:角)?(?:最|很|特别)?(?:喜欢|讨厌|爱|恨|住|说|叫|是)"
)


def asks_for_role_play(whole: str) -> bool:
    """Whether a sentence asks for a part to be played; the turn is then played to its end."""
    return may_hold(whole, _ROLE_PLAY_NEEDLES) and bool(
        _ROLE_PLAY.search(whole) or _REHEARSAL.search(whole)
    )


def takes_part(whole: str) -> bool:
    """Whether the person takes a part of their own in a role play, so that later turns are played."""
    if may_hold(whole, _ROLE_PLAY_NEEDLES) and _REHEARSAL.search(whole):
        return True
    return bool(_ROLE_PLAY.search(whole) and _TAKES_PART.search(whole))


def ends_role_play(whole: str) -> bool:
    """Whether a sentence ends a role play ("out of character", 别演了)."""
    return bool(_ROLE_PLAY_ENDS.search(whole))


def tells_a_story(whole: str) -> bool:
    """Whether a sentence speaks of a figure of a story."""
    return may_hold(whole, _STORY_NEEDLES) and bool(_STORY.search(whole))
