"""Claims that are only talk: greetings, thanks, praise and wishes for the other, promises, mere reactions."""

from __future__ import annotations

import re

from persona.extract.english.words import word_set
from persona.recall.observations.trimming import OPINION
from persona.recall.observations.verbs import PRESENT
from persona.recall.words import terms

_SELF = re.compile(r"\b(?:i|we|me|us|my|our|mine|ours|myself|ourselves)\b", re.IGNORECASE)
_YOU = re.compile(r"\b(?:you|your|yours|yourself|you'?re|ya|y'all)\b", re.IGNORECASE)
_YOURS_FIRST = re.compile(r"^you(?:r|rs|'re|'ve|'ll|'d)?\b", re.IGNORECASE)
_TO_THE_OTHER = re.compile(
    r"^(?:keep (?:it|up|going|at|me|shining|on|your|being|spreading|doing)|enjoy|have (?:a|an|fun|some)|take (?:care|a look|it easy)|check (?:it|this|that|out)|let me|let us|let's"
    r"|don't (?:give|worry|forget|hesitate|be)|stay (?:safe|strong|positive|tuned)|go (?:for|get) it|good luck|best of luck|congrat\w*|kudos|way to go|well done|nice (?:job|work|one)"
    r"|great (?:job|work|to (?:see|hear|meet|chat|catch)|idea|choice)|good (?:to|for|on|job|work|idea|call|choice|one)|(?:so |really |very )?(?:nice|lovely|glad|happy|great|good|stoked|sorry|sad) (?:to (?:see|hear|meet|chat|catch|know)|(?:for|that|about) (?:you|your|it|that))"
    r"|(?:i(?:'m| am) )?(?:so |really |very |super )?(?:glad|happy|sorry|sad|stoked|thrilled) (?:to (?:hear|see|know)|you|that you|your|it|for you)"
    r"|sounds|looks like|look(?: at|s)?\b|hope(?:fully)? (?:you|your|it|things|to (?:see|hear))|wish(?:ing)? you|best wishes|long time|missed you|talk (?:to|soon|later)|see (?:you|ya)"
    r"|can(?:no|')t wait to (?:see|hear)|i(?:'ll| will) (?:let you|keep (?:you|ya|that|it|this)|talk|see you|send|be sure to (?:share|send|let))|bye|good(?:bye|night)|cheers|thank|thanks|appreciate (?:it|you|your|the)"
    r"|your (?:kind |support|words|encouragement|advice|friendship|help)\b.* (?:mean|means|meant)|no problem|no worries|you(?:'re| are) welcome|my pleasure|anytime|any ?time"
    r"|(?:believe|trust) (?:in )?(?:me|yourself)|remember,? |what an? |how (?:cool|nice|sweet|awesome|great|cute|lovely|exciting)|such an? |same|agreed?\b|couldn't agree|i (?:totally |completely |couldn't |100% |really )*agree"
    r"|you (?:got|can do) (?:this|it)|we (?:got|can do) (?:this|it)|i know,? right|i (?:can )?(?:see|hear|get|understand|know|bet|hope|think|believe|love|like|admire|appreciate|wish)(?: that| how| why| it| it when| what)? (?:you|your)\b"
    r"|i(?:'m| am) (?:so |really |very |super )?(?:proud|rooting|here|excited|happy|glad|grateful|thankful)(?: that| of| for| to have)? (?:you|your)\b)",
    re.IGNORECASE,
)
_ORDERS = PRESENT - word_set(
    "love like enjoy hate prefer need want hope wish miss cherish appreciate adore"
)
_ORDER = re.compile(
    rf"^(?:{'|'.join(sorted(_ORDERS))})\b(?! (?:is|are|was|were|has|have|had|can|will|makes?|made|keeps?|helps?|and|or|of|in|from|lets?|on the)\b)(?!')",
    re.IGNORECASE,
)
"""A verb at the beginning that tells the other what to do; not the noun of the same form."""
_ABOUT_THE_TALK = re.compile(
    r"^(?:today |so )?(?:i(?:'d| would)? (?:just )?(?:like|love|want|wanted|need) to (?:chat|talk|speak|catch up)\b|it(?:'s| has) been (?:a (?:long )?while|a long time|ages|so long|too long)"
    r"|my name(?:'s| is)\b|(?:you can |just )?call me\b|(?:that|it|this) makes (?:a lot of |so much |total |perfect )?sense|i(?:'ll| will) (?:\w+ )?(?:try|consider|check|look into) (?:it|that|them|this|those|these|your)\b)",
    re.IGNORECASE,
)
_ENGLISH = re.compile(r"[A-Za-z]")
_POINTING = re.compile(
    rf"^(?:that|this|it|those|these|they|there)(?:'s|'re| is| are| was| were| must be| must have been| sounds?| looks?| seems?| would be|'d be| can be| has been| have been|'ll be| will be)\b(?P<rest>.*)$|^(?:the|those|these|this|that|such)\b[^,]{{0,40}}? (?:is|are|looks?|sounds?|seems?)(?: so| really| super| very| just| pretty| quite)* {OPINION}\W*$",
    re.IGNORECASE,
)
_OPINION = re.compile(rf"\b{OPINION}\b", re.IGNORECASE)
_EMPTY = frozenset(
    terms(
        "time thing lot moment day experience feel look sound happen much true right exactly sure seem wait woohoo rock job"
    )
)


def is_talk(claim: str) -> bool:
    """Whether an English claim tells nothing of the speaker: it greets, thanks, praises or reacts.

    Args:
        claim: without greeting and lead-in.
    """
    own = bool(_SELF.search(claim))
    if not own and 2 * len(_ENGLISH.findall(claim)) < sum(map(str.isalpha, claim)):
        return True
    if (
        _ABOUT_THE_TALK.match(claim)
        or _TO_THE_OTHER.match(claim)
        or _ORDER.match(claim)
        or (_YOU.search(claim) and (not own or _YOURS_FIRST.match(claim)))
    ):
        return True
    words = [word for word in terms(_OPINION.sub(" ", claim)) if word not in _EMPTY]
    if len(words) < (1 if own else 2):
        return True
    pointing = _POINTING.match(claim)
    return not own and pointing is not None and (pointing["rest"] is None or len(words) < 2)
