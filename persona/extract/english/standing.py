"""What holds, told of the thing and not of the person: "vim is my editor", "Barclays pays my bills".

Such a clause has no verb that the table of cues knows. Each wording here names the person ("me",
"my") or is said without any subject, as one does of oneself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from persona.extract.english.cues import PLAIN
from persona.extract.english.objects import is_named, is_role
from persona.extract.english.phrases import Phrase
from persona.extract.english.spotting import (
    Table,
    Text,
    after,
    before,
    compiled,
    is_calling,
    is_speakers,
)
from persona.extract.english.words import DIETS, LANGUAGES, TECH_NOUNS, THINGS
from persona.extract.statement import Statement

_HOME_WORDS = "home place flat house apartment cottage studio bungalow room condo loft farmhouse townhouse flatshare terrace"
_HOMES = "(?:" + _HOME_WORDS.replace(" ", "|") + ")"
_MY_THINGS = r"(?:my|our|all my|all our|most of my|everything i)"
_TOOLS = "|".join(sorted(word for word in TECH_NOUNS | THINGS if word.isalpha()))

_ARTICLE = re.compile(r"\b(?:the|this|that|these|those) $")


@dataclass(frozen=True, slots=True)
class Wording:
    """Words before or after a thing, and what they say of it; see `persona.extract.english.turns.Cue`.

    Attributes:
        named: whether the thing must be written as a name.
    """

    kind: str
    keys: str
    words: str
    before: bool = False
    named: bool = False
    mine: bool = False

    @property
    def pattern(self) -> re.Pattern[str]:
        """The wording, compiled when it is first needed."""
        return compiled(self.words)


def _of(kind: str, keys: str, words: str, *, named: bool = False) -> Wording:
    return Wording(kind, keys, words, named=named)


def _own(kind: str, keys: str, words: str, *, named: bool = False) -> Wording:
    return Wording(kind, keys, rf"\b(?:{words})", named=named, mine=True)


def _to(kind: str, keys: str, words: str, *, named: bool = False) -> Wording:
    return Wording(kind, keys, words, before=True, named=named)


WORDINGS = Table[Wording](
    _own("likes", "since years ages months weeks long lately recently moment atm now days year month week summer winter", r"(?:into|obsessed with|hooked on|addicted to|mad about|mad for|crazy about|nuts about|all about|big on|partial to|keen on|glued to) (?=[^.!?\n]*\b(?:since|for (?:years|ages|months|weeks)|as long as|lately|recently|at the moment|atm|right now|these days|this (?:year|month|week|summer|winter)|ever since)\b)"),
    _of("likes", "nobody no beat top wrong there's", r"\b(?:no(?:body|thing| one) (?:does it like|does it better than|comes close to|hits like|compares to|tops|makes me happier than|gets me going like|cheers me up like|relaxes me like)|(?:you )?(?:can't|can not|cannot|cant) (?:beat|top|go wrong with)|there's (?:nothing like|always room for|always time for)) (?!that\b|this\b|the\b|these\b|those\b)"),
    _own("likes", "always day forever hours night repeat die drop nonstop non-stop 24/7 without soft weakness thing sweet crush addiction never rarely knees crazy nuts wild gaga mad live living happier happiest", r"always (?:up for|down for|in the mood for|game for|happy with) (?:some |a bit of |a good |a )*|"
         r"(?:could|can) (?:happily |easily |honestly )?(?:live (?:on|off)|listen to|watch|eat|drink|play|read|talk about) (?=[^.!?\n]{2,40}? (?:all day|forever|for hours|every (?:single )?(?:day|night)|on repeat|till i die|until i drop|non-?stop|24/7)\b)|"
         r"(?:could not|couldn't|can't|cannot|cant) (?:go|get through|survive|last|manage|imagine|start|do) (?:an? |the |my |one )?(?:single )?(?:day|week|weekend|month|morning|evening|life) without (?:my |some |a |an )?|"
         r"(?:have |'ve |got )*(?:a )?(?:massive |huge |big |real |serious |total |bit of a |proper )*(?:soft spot|weakness|thing|sweet tooth|crush|addiction) (?:for|to|on) |"
         r"(?:never|rarely) (?:say no to|turn down|tire of|get tired of|get bored of|get sick of|miss) (?:an? |some )?|"
         r"(?:go|gone|going) (?:weak at the knees|crazy|nuts|wild|gaga|mad) (?:for|over) |(?:live|living) for |"
         r"(?:never happier|happiest) (?:than )?(?:when |while |with )?(?:i'm |i am )?"),
    _to("likes", "personality everything religion love reason happy comfort guilty idea favourite number no soul therapy weakness never always cheers cheer puts put gets get lifts lift makes make hard beating best", r"(?:'s| is| are) my (?:whole |entire |main )?(?:personality|everything|religion|love language|reason for living|happy place|comfort \w+|guilty pleasure|idea of (?:heaven|fun|a good \w+|a perfect \w+|bliss)|favourite thing(?: ever| in the world)?|number one|no\.? ?1|soul food|kryptonite in a good way|therapy|one true love|weakness)\b|"
         r" (?:never (?:fails? to (?:cheer me up|make me \w+|please|lift my mood|hit the spot)|disappoints?|lets? me down|gets? old|gets? boring)|always (?:cheers? me up|makes? me (?:happy|smile|feel better)|hits? the spot|puts? me in a good mood|calms? me down|delivers?|wins?))\b|"
         r" (?:cheers? me up|puts? me in a good mood|gets? me through (?:the|my) (?:day|week|winter|month)|lifts? my (?:mood|spirits)|makes? my (?:day|week|evening|morning)|is hard to beat|are hard to beat|takes some beating)\b|"
         r"(?:'s| is| are) the best (?:thing ever|thing in the world|thing since sliced bread)\b"),
    _to("likes", "here through life since heart", r"(?: nerd| geek| fan| fanatic| nut| freak| addict| junkie| head| person)(?: (?:over )?here| through and through| for life| since \w+| all my life| at heart)\b"),
    _of("likes", "know", r"\byou know what (?:never fails to |always |really |still )?(?:cheers? me up|makes? me happy|makes? my day|gets? me going|i love|i adore|hits? the spot|relaxes? me|puts me in a good mood)(?: most| the most| every time)?[?:,]+ (?:it's |that'd be |that's )?"),
    _of("uses", "me", r"\byou(?:'ll| will| can)? (?:usually |always |often |mostly |probably |generally )?(?:find|catch|see) me (?=\w+ing\b)"),
    _of("uses", "live lives sit sits go goes run runs kept stored happens happen done made end ends", rf"\b{_MY_THINGS} [\w' -]{{2,30}}? (?:lives?|sits?|goes|go|runs?|is kept|are kept|is stored|are stored|happens?|is done|are done|gets done|is made|are made|ends? up) (?:in|on|through|via|inside|with) ", named=True),
    _own("uses", "do write take keep make edit read plan track manage run host store doing writing keeping making editing planning tracking managing running hosting storing", r"(?:do|write|take|keep|make|edit|read|plan|track|manage|run|host|store|doing|writing|keeping|making|editing|planning|tracking|managing|running|hosting|storing) (?:all |most of |nearly all |almost all )?(?:of )?(?:my|our) [\w' -]{2,30}? (?:in|on|with|via|through|using) ", named=True),
    _own("uses", "browse surf search bank chat message email pay navigate type doodle mix scrobble meditate budget journal stream", r"(?:browse|surf|search|bank|chat|message|email|pay|navigate|type|doodle|mix|scrobble|meditate|budget|journal|stream)(?: everything| the web| mostly| only| mainly)? (?:with|on|in|using|via|through) ", named=True),
    _own("uses", "stuck sticking sworn", r"(?:stuck|sticking|sworn) (?:with|by) (?=[^.!?,\n]{2,30}? (?:for|since|all)\b)", named=True),
    _to("uses", "my our", rf"(?:'s| is| are) (?:still |now |currently )?(?:my|our) (?:main |current |daily |everyday |trusty |go-to |only |main )?(?:{_TOOLS}|browser|bank|provider|network|mailer|player|daily driver|notebook|car|ride|wheels|gym|weapon of choice|tool of choice|poison)(?= ?(?:$|[.!,;\n]|these|at|for|now|and|since))", named=True),
    _of("owns", "phone laptop car bike camera tablet console watch guitar van motorbike computer pc scooter reader e-reader ereader headphones keyboard phone's laptop's car's bike's camera's tablet's watch's guitar's", r"\b(?:my|our) (?:main |current |daily |everyday |trusty |work |old |new )?(?:phone|laptop|car|bike|camera|tablet|console|watch|guitar|van|motorbike|computer|pc|scooter|e-?reader|headphones|keyboard)(?: at the moment| right now| these days)?(?:'s| is) (?:currently |still |now |just )?(?:an? |the |this |my )?", named=True),
    _own("owns", "since years months while pocket bag drive garage desk wrist days moment now as", r"(?:had|got|have got|have|own|owned|carry|carried|rock|rocked|been rocking|been carrying|been using|using) (?:an? |the |my |this )(?=[^.!?,\n]{2,30}? (?:since|for (?:years|ages|\w+ years|\w+ months|a while)|in my (?:pocket|bag|drive|garage)|on my (?:desk|wrist)|these days|at the moment|right now|as my)\b)", named=True),
    _own("role", "as job being living day", r"(?:been )?(?:earn(?:ing)?|make|making) (?:my|our|a) (?:living|keep|crust|bread|money) (?:\w+ing )?as an? |"
         r"(?:work|working|worked|employed|been working|been employed|freelance|freelancing|moonlight|moonlighting) (?:part-time |full-time |freelance |nights |days |mostly |mainly )*as an? "),
    _of("role", "as job being living day", r"\bpay(?:s|ing)? (?:the|my) (?:bills|rent|way) (?:as|being|by being|working as) an? |\bby day,? i'm an? |"
         r"\bmy (?:day )?job(?:'s| is) (?:as |being |that of )?an? |\bdays? (?:are|is) spent (?:as|being) an? |\bfor (?:a|my) living,? i'm an? "),
    _to("role", "by", r" by (?:trade|profession|day|training|vocation)\b"),
    _to("works_at", "bills wages rent salary mortgage paycheque paycheques paycheck paychecks pay employer employers", r" (?:pays|pay) (?:my|our) (?:bills|wages|rent|salary|mortgage)\b| (?:signs|sign) my (?:paycheques?|paychecks?|pay cheques?)\b|"
         r" (?:is|are) my employers?\b", named=True),
    _own("works_at", "been payroll employer company firm clock clocking employer's company's firm's", r"been (?:working )?(?:with|at|for) (?=[^.!?,\n]{2,30}? (?:for (?:over |about |almost |nearly )?(?:\w+ )?(?:years|months|ages|decades)|since)\b)", named=True),
    _of("works_at", "been payroll employer company firm clock clocking employer's company's firm's", r"\bon the payroll at |\bmy (?:employer|company|firm)(?:'s| is) (?:called )?|\bclock(?:ing)? in at ", named=True),
    _own("lives_in", f"{_HOME_WORDS} based live living settled call called calling", rf"(?:rent|renting|rented|sharing|share|own|leasing|bought|have|got|'ve got|live in|living in|settled in|staying in) (?:a|an|our|my|the) (?:[\w-]+ ){{0,3}}?{_HOMES} (?:in|near|outside) |"
         rf"(?:based|live|living|settled) (?:out of|over in|up in|down in|out in|here in|in) |call(?:ed|ing)? (?=[\w' -]{{2,30}} home\b)", named=True),
    _of("lives_in", f"{_HOME_WORDS} home's here place's flat's house's", r"\bhome(?:'s| is)(?: currently| now| still| for now)? (?:in )?|"
         rf"\b(?:my|our) (?:[\w-]+ ){{0,2}}?{_HOMES}(?:'s| is) in (?:central |downtown |sunny |rainy )?|\bhere in ", named=True),
    _to("lives_in", "home", r"(?:'s| is| has been) (?:my |our )?home(?: now| for now| these days| sweet home| base| turf| since \w+| for \w+ years)?(?= ?(?:$|[.!,;\n]))", named=True),
    _own("learning", "go crack stab bash up way learn pick master head grips stuck swotting chipping dabbling", r"(?:having|taking|giving|had) (?:a (?:go|crack|stab|bash) at |up )|"
         r"(?:working|plodding|slogging|muddling|ploughing|plowing) (?:my|our) way through (?:the )?|"
         r"(?:trying|attempting|struggling|working hard) to (?:learn|get my head (?:around|round)|pick up|master) |"
         r"(?:getting to grips with|getting stuck into|swotting up on|chipping away at|dabbling in) ", named=True),
    _own("learning", "lesson lessons class classes course tuition", r"(?:taking|take|doing|having|started|enrolled on|enrolled in|attending|back at|back in|on) (?:an? |some |my |weekly |online |evening |the |beginners?'? |private |group )*(?!an? |the |my |some |online|evening|weekly|new|another|short|free|crash|first|last|more|few|private|group)(?=[\w-]+(?: [\w-]+)? (?:evening |night |online |beginners?'? )?(?:lessons?|class(?:es)?|course|evening class|tuition)\b)"),
    _own("diet", " ".join(sorted(DIETS)), r"(?:doing|following|eating|on|sticking to|keep(?:ing)?|went|gone|going|been|try(?:ing)?|fully|strictly|mostly|full-on) (?:fully |strictly |strict |mostly |the |a )*(?=[\w-]+)"),
    _to("likes", "life drink dish sport game team band song thing poison snack treat tipple non-stop repeat forever ever heart",
        r"(?:'s| is| are) (?:just |basically |absolute )?(?:life|bae|king|queen|goals)(?= ?(?:$|[.!,;\n]))|(?:'s| is| are) my (?:favourite |favorite )?(?:drink|dish|sport|game|team|band|song|poison|snack|treat|tipple|comfort)(?= ?(?:$|[.!,;\n]))"
        r"|(?:'s| is| are| has| have) (?:been )?(?:on|playing) (?:non-?stop|repeat|loop|constantly)\b|,? (?:always and forever|forever and ever|till i die|until i die)\b"
        r"|(?:'s| is| are) (?:the|my) (?:highlight|best part) of my (?:day|week|weekend|year)\b"),
    _of("likes", "idea never girl guy devouring binging bingeing hoovering obsessing back order ordering",
        r"\bmy idea of (?:an? )?(?:perfect|good|great|ideal) [\w ]{2,20}? is |\b(?:you'll )?never catch me (?:turning down|without|saying no to|refusing|missing) (?:an? |my )?"),
    _own("likes", "devouring binging bingeing hoovering obsessing inhaling back", r"(?:devouring|binging|bingeing|hoovering up|obsessing over|inhaling|binge-watching|going through|(?:come|coming|go|going) back to) (?:so much |so many |loads of |tons of )?(?!the\b|my\b|this\b|work\b|an?\b)"),
    _own("likes", "heart through girl guy person kind type", r"an? (?=[^.!?,\n]{2,25}? (?:girl|guy|person|man|woman|kid|lad|kind of (?:girl|guy|person)) (?:at heart|through and through|for life|all the way)\b)"),
    _own("role", "as", r"(?:spend|spending|spent) (?:my|most|all my|the) (?:days|working days|nights|weeks|week|life) (?:working )?as an? "),
    _of("role", "job job? living work", r"\b(?:my (?:day )?job|what do i do|for (?:a )?(?:living|work))\?? ?(?:i'm|i am|i work as) an? "),
    _of("lives_in", "from", r"\b(?:writing|typing|texting|messaging|chatting|reporting) (?:to you )?from (?=[\w' -]{2,30}?(?:,? where i live|, my home|, home)\b)", named=True),
    _to("lives_in", "where born live", r"(?:'s| is) (?:the (?:city|town|village) )?where (?:i|we) (?:live|are based|'m based|call home|ended up|settled)\b", named=True),
    _to("from", "born", r",? born and (?:bred|raised)\b", named=True),
    _own("learning", "bit some practise practising practice practicing do doing", r"(?:do|doing|practise|practising|practice|practicing|squeeze in|squeezing in) (?:a bit of |a little |some |an hour of |\w+ minutes of )(?=[^.!?,\n]{2,30}? (?:every|each|most|on|before|after|daily|at)\b)", named=True),
    _of("owns", "mobile handset cell motor ride wheels driver mobile's handset's motor's ride's texting typing messaging writing calling", r"\bmy (?:mobile|handset|cell|motor|ride|wheels|daily driver)(?: at the moment| right now)?(?:'s| is) (?:an? |the )?|\b(?:texting|typing|messaging|writing|calling)(?: this)? (?:from|on) my ", named=True),
    _to("likes", "down easily far without live going every", r"(?:'s| is| are) (?:hands down|easily|by far|still|without (?:a )?doubt|probably) my (?:all-time )?favou?rite\b|(?:'s| is| are) what i live for\b| (?:gets?|got) me (?:going|every time|through)\b"),
    _of("likes", "room complete breakfast", r"\b(?:always )?(?:got|have|make) (?:time|room) for (?:a |some )?(?!the\b|my\b|that\b)|\b(?:isn't|aren't|is not) complete without (?:a |some |my )?|\bi(?:'d| would|'ll) (?:eat|have|drink) (?=[^.!?,\n]{2,25}? for (?:breakfast|every meal))"),
    _of("role", "trade profession wise work-wise job-wise career-wise professionally", r"\b(?:i'm|i am) an? (?=[^.!?,\n]{2,30}? by (?:trade|profession|training))|\b(?:work-wise|job-wise|career-wise|professionally),? (?:i'm|i am) an? "),
    _own("owns", "carry carrying", r"(?:carry|carrying) (?:an? |my )(?=[^.!?,\n]{2,25}? (?:around|everywhere|with me|in my)\b)", named=True),
)  # fmt: skip


def holds(text: Text) -> Iterator[tuple[Statement, int, int]]:
    """What a text says that holds, each with the offsets of the sentence that says it."""
    taken: set[int] = set()
    for wording in WORDINGS.chosen(text):
        for match in wording.pattern.finditer(text.low):
            if wording.mine and not is_speakers(text, match.start()):
                continue
            item = before(text, match.start()) if wording.before else after(text, match.end())
            if item is None or item.start in taken or not _fits(wording, item.text):
                continue
            if wording.named and not (is_named(item) or _is_small(item.text, wording.kind, text)):
                continue
            if wording.kind == "role" and wording.before and not is_role(item):
                continue
            if wording.kind == "likes" and _is_pointed_at(text, item):
                continue
            taken.add(item.start)
            label = text.raw[match.start() : match.end()].strip(" ,.;:?!—–-'")
            statement = Statement(wording.kind, item.text, label, 1, item.start, PLAIN)
            yield statement, *text.span(text.number(item.start))


def _is_pointed_at(text: Text, item: Phrase) -> bool:
    """Whether one thing at hand is meant and no kind: "the price is hard to beat"."""
    return bool(_ARTICLE.search(text.low, max(0, item.start - 8), item.start)) and not is_named(
        item
    )


def _fits(wording: Wording, name: str) -> bool:
    """Whether a thing is of the kind that a wording tells of."""
    if wording.kind == "diet":
        return name.lower() in DIETS
    if wording.kind == "role":
        return is_calling(name)
    return True


def _is_small(name: str, kind: str, text: Text) -> bool:
    """Whether a name that is written small may be meant: a language, or any word where all are small."""
    if kind == "learning":
        return name.lower() in LANGUAGES
    return kind in ("lives_in", "works_at", "owns") and text.raw == text.low and " " not in name
