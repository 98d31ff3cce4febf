"""The words by which English tells that one thing has ended and another begun: tables of wordings.

A wording stands before or after a thing and never holds it. Its kind is "" where it leaves open what
ended; the other half of the change decides then (`persona.extract.english.turning`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from persona.extract.english.spotting import ADVERBS, Table, compiled

_IS = r"(?:'s| is|'re| are| has| have| had| was| were)?"
_DONE = rf"{_IS} {ADVERBS}"
_BE = rf"(?:'s| is|'re| are| was| were|s(?= (?:retired|packed away|boxed up|out|gone|history|toast)\b)) {ADVERBS}"
_HAS = rf"(?:'s| has| have|'ve| had)? {ADVERBS}"


@dataclass(frozen=True, slots=True)
class Cue:
    """What a wording says of the thing after or before it.

    Attributes:
        sign: -1 it has ended, +1 it has begun.
        kind: of `persona.vocabulary`, or "" where the wording leaves it open.
        keys: words of which a text with this wording has one.
        words: the wording as a pattern, over lower case with straight apostrophes.
        sure: whether it says so by itself; else only beside the other half of a change.
        before: whether the thing stands before the wording.
        mine: whether the speaker must be its subject.
    """

    sign: int
    kind: str
    keys: str
    words: str
    sure: bool = True
    before: bool = False
    mine: bool = False

    @property
    def pattern(self) -> re.Pattern[str]:
        """The wording, compiled when it is first needed."""
        return compiled(self.words)


def _did(sign: int, kind: str, keys: str, words: str, *, sure: bool = True) -> Cue:
    return Cue(sign, kind, keys, rf"\b(?:{words})", sure, mine=True)


def _after(sign: int, kind: str, keys: str, words: str, *, sure: bool = True) -> Cue:
    return Cue(sign, kind, keys, words, sure)


def _before(sign: int, kind: str, keys: str, words: str, *, sure: bool = True) -> Cue:
    return Cue(sign, kind, keys, words, sure, before=True)


_BYE = r"(?:good ?-?bye|bye(?:[ -]?bye)?|farewell|adieu|adios|ciao|so long|cheerio|ta-?ta|sayonara|see ya|rip|r\.i\.p\.?)"
_BYES = "goodbye good-bye bye bye-bye byebye farewell adieu adios ciao long cheerio ta tata ta-ta sayonara ya rip r"
_HOMES = r"(?:place|flat|house|home|apartment|cottage|studio|bungalow|room|bedsit|condo|terrace|loft|farmhouse|maisonette|townhouse)"
_FELT = r"(?:love|passion|obsession|love affair|infatuation|enthusiasm|appetite|craze|interest|crush|fascination|taste|affair|fling|honeymoon)"
_FADED = (
    r"(?:faded|fading|died|dead|gone|over|cooled|waned|waning|fizzled out|fizzled|dried up|worn off|burnt out|burned out|run its course"
    r"|passed|ended|evaporated|dwindled|vanished|cooling)"
)
_CHARMS = "charm appeal shine sparkle lustre luster magic allure spark edge glow pull novelty flavour flavor attraction lure thrill"
_CHARM = "(?:" + _CHARMS.replace(" ", "|") + ")"
_COURSE = r"(?:course|class(?:es)?|lessons?|textbooks?|tutor|tutoring|flash ?cards|workbooks?|grammar books?|homework|studies|tuition)"
_COURSES = "course courses class classes lesson lessons textbook textbooks tutor tutoring flashcards cards workbook workbooks books homework studies tuition"
_MAD = r"(?:all about|really into|mad about|obsessed with|hooked on|nuts about|crazy about|big on|heavily into|addicted to|mad for|glued to|into)"
_FAN = r"(?:fan|nut|nerd|geek|addict|buff|junkie|fanatic|enthusiast|lover|freak|head|person|obsessive|fiend)"
_NOW = (
    r" ?(?:\bnow|for me|these days|nowadays|from (?:here|now) on(?:wards)?|all the way|instead|(?:in|around|round) (?:this house|here|our house|my house)"
    r"|every time)\b"
)
_FREE = r"(?=$|\s*[,.;:!?—–-]|\s(?:now|from|these|for|in|around|round)\b)"

POINTED = Table(Cue(
    -1, "dislikes",
    "over done through sick tired bored fed finished phase fad fling old charm appeal course dead wore worn behind",
    r"\b(?:i'm|im|i am|we're|we are) (?:so |totally |completely |officially |just |all |well |really |pretty much |now )*(?:over|done with|through with|sick of|tired of"
    r"|bored of|bored with|fed up with|finished with) (?:it|them|that)\b|\b(?:it|that) was (?:just |only )?a (?:phase|fad|fling|passing phase)\b"
    r"|\b(?:it|that|they)(?:'s| has| have|'ve|'re| is| are)? (?:\w+ly )?(?:got old|gotten old|lost its charm|lost its appeal|run its course|dead to me|wore off|worn off|wore thin|behind me)\b",
))  # fmt: skip
"""Words by which a taste for the thing named just before has gone."""

ENDS = Table[Cue](
    # what one did with it
    _did(-1, "", f"said saying waved waving bid bidding {_BYES}", rf"(?:said|saying|waved|waving|bid|bidding) (?:a \w+ )?{_BYE} to "),
    _did(-1, "", "moved moving parted parting called calling weaned weaning broken broke split walked stepped backed pulled put set stopped quit",
         r"(?:moved|moving) on from |(?:parted|parting) (?:ways|company) with |(?:called|calling) it (?:quits|a day) (?:with|on) |(?:weaned|weaning) (?:myself|ourselves) off (?:of )?"
         r"|(?:broken|broke|split) up with |(?:walked|stepped|backed) away from |pulled the plug on |(?:put|set) down (?=the |my |our )|(?:stopped|quit) (?:paying|shelling out|bothering) (?:for|with) "),
    _did(-1, "", "packed packing jacked chucked kicked binned sacked shook sworn swore shelved scrapped axed mothballed retired ditched letting let unsubscribed",
         r"(?:packed|packing|jacked|chucked|kicked) in (?!a |an |with )|(?:binned|sacked|shook|sworn|swore) off |(?:binned|shelved|scrapped|axed|mothballed|ditched) |(?:let|letting) go of |unsubscribed from "),
    _did(-1, "", "put putting left leaving gave given giving kissed set kicked packed jacked chucked let",
         r"(?:put|putting|left|leaving|gave|given|giving|kissed|set|kicked|packed|jacked|chucked|let) (?=[^,.;!?]{2,40}? (?:on ice|on hold|on the back burner|on the shelf|behind(?: me| us)?"
         r"|aside|away|to one side|to bed|out to pasture|the boot|the push|the chop|the elbow|the heave-ho|goodbye|to rest|to the kerb|to the curb)\b)", sure=False),
    _did(-1, "", "traded part-exchanged cashed flogged pawned rehomed scrapped sold rid recycled donated returned retired",
         r"(?:traded in|part-exchanged|cashed in|flogged|pawned|rehomed|scrapped|sold off|sold|got rid of|recycled|donated|returned|retired) (?!from\b|and\b|to\b|at\b|in\b)"),
    _did(-1, "owns", "gave gifted handed passed lent sold donated flogged given passing",
         r"(?:gave|gifted|handed|passed|lent|sold|donated|flogged|given|passing) (?=(?:my|our|the|away) [^,.;!?]{2,30}? (?:away|down|on|off|back|to (?:my|our|a|an|the|charity))\b)"),
    _did(-1, "", "held hung holding hanging clung", r"(?:held|hung|holding|hanging|clung) on to (?=[^,.;!?]{2,30}? (?:as long as|for as long|until|till)\b)"),
    _did(-1, "", "finished done retiring mind thoughts", r"(?:finished|done) with (?!work\b|school\b|uni\b|that\b|this\b)|retiring from |(?:changed my mind|had second thoughts) about ", sure=False),
    _after(-1, "", "miss", r"\b(?:don't|do not|dont|won't|doesn't) (?:really )?miss (?!out\b|being\b|life\b)", sure=False),
    _did(-1, "", "hung chucked threw thrown tossed replaced closed closing deleted deleting shut killed",
         r"hung up (?=my |the )(?!the phone)|(?:chucked|threw|thrown|tossed) (?:out|away) |(?:replaced|closed|closing|deleted|deleting|shut|killed) (?=my |our |the )", sure=False),
    _did(-1, "", "left leave leaving", r"(?:left|leaving|leave|to leave) (?!the\b|for\b|my\b|a\b|an\b|home\b|work\b|it\b|early\b|behind\b|out\b|over\b|to\b|at\b|in\b|on\b|with\b)", sure=False),
    _after(-1, "", "instead", r"(?:^|(?<=[.!?,;] ))instead of (?:my |the )?", sure=False),
    _after(-1, "", "forget screw stuff", r"(?:^|(?<=[.!?,;] ))(?:forget|screw|stuff) (?!that\b|it\b|about\b|to\b|what\b|everything\b|all\b|the\b)", sure=False),
    _did(-1, "dislikes", "bring", r"can'?t bring myself to (?:\w+) (?=[^,.;!?]{2,40}? any ?more)"),
    _did(-1, "", "hung", r"hung up (?:my|our|the) (?=[^,.;!?]{2,30}? (?:shoes|boots|gloves|racket|bat|skates|cleats|apron|whistle|stick|clubs)\b)"),
    _did(-1, "", "back been touched opened used played watched had picked", r"(?:haven't|havent|have not|hardly|not) (?:touched|opened|been back to|gone back to|been to|used|played|watched|picked up|launched|run) (?:a |an |any |my |the )?(?=[^,.;!?]{2,40}? (?:in|for|since|once)\b)"),
    _did(-1, "", "was used", r"(?:was|used to be) (?:learning|studying|using|playing|doing|reading|drinking|eating|watching|driving|riding|training in|working with) (?=[^,.;!?]{2,40}? (?:until|till|but|before)\b)", sure=False),
    _after(-1, "", "used", r"\b(?:my|our) [\w' ]{2,30}? used to (?:be|live|sit|run|go|happen) (?:in|on|with|all|full of|nothing but|mostly|only)? ?", sure=False),
    _after(-1, "", "sorry", r"(?:^|(?<=[.!?\n] ))sorry (?!to\b|for\b|about\b|i\b|but\b|if\b|that\b|no\b|my\b)", sure=False),
    _after(-1, "owns", "nicked stole pinched lost smashed cracked dropped left", r"\b(?:somebody|someone|thieves|they|i|we|the dog|the cat|the kids) (?:has |have |just |finally |'ve )*(?:nicked|stole|pinched|lost|smashed|cracked|dropped|left) (?=my |our )", sure=False),
    _after(-1, "works_at", "poached let laid", r"\b(?:poached|headhunted|hired away|laid off|let go|made redundant) (?:from|by|at) ", sure=False),
    _after(-1, "", "decade years year months", r"\b(?:a decade|(?:\w+ )?(?:years?|months|decades)) (?:at|in|with) ", sure=False),
    _after(-1, "", "end curtains game last paid that's", r"\b(?:been|was|were|is|are|'s|that's) (?:the end of|it for|curtains for|game over for|the last of) (?!the\b|this\b|it\b|that\b)|\bput paid to |\bthe end of the (?:road|line) for "),
    _after(-1, "", _BYES, rf"(?:^|(?<=[^\w] )|\b(?:and|so|that's|it's|it is|that is|then|to|means) ){_BYE},? (?:to )?(?!everyone\b|all\b|guys\b|friend\b|now\b|then\b|for\b)", sure=False),
    _after(-1, "", "enough out more down fill", r"(?:^|(?<=[^\w] )|\b(?:and|so|i've|we've|had) )(?:enough (?:of|with)|out with|no more|so much for|down with|had my fill of) (?!than\b|to\b)", sure=False),
    _did(-1, "", "cancelled canceled", r"cancell?ed (?=my |our |the )", sure=False),
    _did(-1, "", "longer", r"no longer (?:on|in|with|a fan of|into) ", sure=False),
    _after(-1, "", "after", r"\bafter (?:[\w-]+ ){0,3}(?:years?|months?|decades?|ages|weeks)(?: \w+)? (?:with|of|on|in|at) (?:using |being )?", sure=False),
    # what one feels no more
    _did(-1, "dislikes", "outgrown outgrew outgrowing cooled soured tired wearied gone went going fill fallen fell burned burnt grown grew aged bored sick weary fed through over dusted",
         r"(?:outgrown|outgrew|outgrowing|cooled on|soured on|tired of|wearied of|had my fill of|fallen out of love with|fell out of love with"
         r"|burn(?:ed|t) out on|(?:grown|grew|aged) out of|(?:gone|went|going) (?:right |clean |totally |completely |a bit |rather )?off(?= (?!to|on|in|for|with|at|the))"
         r"|(?:got|gotten|grown|grew|become|became|getting) (?:bored|tired|sick|weary|fed up)(?: and tired)? (?:of|with)|fed up (?:of|with)|through with|so over|done and dusted with) "),
    _did(-1, "dislikes", "lost losing face stomach look doing",
         r"(?:lost|losing) (?:all |my |our |the )*(?:interest|taste|appetite|passion|enthusiasm|love|patience|appreciation|heart|faith) (?:in|for|with|of) |can'?t (?:face|stomach|look at|be doing with) (?=[^,.;!?]{2,40}? any ?more)"),
    _after(-1, "dislikes", "novelty " + _FELT[3:-1].replace("|", " "), rf"\bthe novelty of (?=[^,.;!?]{{2,40}}? (?:has |have |had |'s )?(?:worn|wore) off\b(?! for (?!me\b)))|\bmy {_FELT} (?:of|for|with|in|affair with) (?=[^,.;!?]{{2,40}}?{_DONE}{_FADED}\b)"),
    _did(-1, "dislikes", "used", rf"used to be {_MAD} "),
    _did(-1, "dislikes", "used", rf"used to be an? (?:\w+ly |huge |big |massive |total |real |proper |complete )*(?=[^,.;!?]{{2,30}}? {_FAN}\b)"),
    _did(-1, "dislikes", "until till before but", r"(?:all|really|mad|obsessed|hooked|nuts|crazy|big|heavily|addicted|into)(?<=was \w{3}|ere \w{3}|as \w{4}|re \w{4})(?: about| into| for| with| on| to)? (?=[^,.;!?]{2,40}? (?:until|till|before|but)\b)", sure=False),
    _after(-1, "dislikes", "scratch forget ignore disregard never strike scrap", r"\b(?:scratch|forget|ignore|disregard|never mind|strike|scrap) (?:everything |all |anything |what(?:ever)? )(?:that )?i(?:'ve| have)?(?: ever)? (?:said|told you|wrote|was saying) about ", sure=False),
    _before(-1, "dislikes", f"{_CHARMS} phase fad fling wore worn course joy lost bored moment day time lasted longer",
            rf"{_HAS}(?:lost|losing) (?:\w+ )?(?:of )?(?:its|their|the) (?:\w+ )?{_CHARM}\b|{_DONE}(?:just |only )?a (?:phase|fad|passing phase|passing fad|fling)\b|{_HAS}(?:wore|worn) (?:thin|off)\b|{_HAS}run its course\b|{_HAS}had its (?:moment|day|time)\b| (?:was|were) (?:fun|good|great|nice|fine|lovely|ok|okay) while (?:it|they) lasted\b| no longer (?:does|do) it for me\b"
            rf"|{_HAS}(?:lost|bored) me\b|{_HAS}stopped (?:doing it|working its magic|exciting me|appealing|being fun|sparking joy)\b"),
    _before(-1, "dislikes", "any anymore these now lately", r",? (?:just |really )?(?:doesn't|don't|does not|do not|doesnt|dont|isn't|aren't)(?: really| quite)? (?:do|doing|cut|cutting|hit|hitting) (?:it|the spot|the same|the mark) (?:for me )?(?:any ?more|these days|now|lately)\b"),
    _before(-1, "dislikes", "me", r",? (?:just |really )*(?:doesn't|don't|doesnt|dont|isn't|aren't|wasn't)(?: really| quite| just)? (?:grab|excite|thrill|interest|move|tempt|appeal to|satisfy|for) me\b|(?: was| were| kept| started| had been) (?:driving|doing|boring|annoying) (?:me|us)\b", sure=False),
    _before(-1, "", "been dethroned relegated", r" (?:has|have|had|'s|'ve) been (?:\w+ly )?(?:dethroned|ousted|relegated|kicked out|dropped|ditched|binned|retired|shelved|sidelined|outgrown|overtaken)\b", sure=False),
    _before(-1, "dislikes", "old stale boring dull tiresome samey flat repetitive tedious predictable",
            rf"{_DONE}(?:got|gotten|grown|gone|become|became|grew|went|getting|feels?|felt|started to feel|starting to feel)(?: a bit| so| too| really| rather| pretty| kinda)? (?:old|stale|boring|dull|tiresome|samey|flat|repetitive|tedious|predictable)\b", sure=False),
    # what became of it
    _before(-1, "", "retired away boxed out gone history more behind burner ice hold shelf machine dust window door picture off finished toast old ancient done news past bin mirror drawer attic loft rear-view rearview menu table cards ebay dead",
            rf"{_BE}(?:on (?:the back burner|ice|hold|the shelf)|off (?:my|our) \w+|my \w+'s|out|gone|history|no more|behind me|behind us|finished|toast|old news|ancient history|over and done with|yesterday's news|in the (?:past|bin|rear-?view(?: mirror)?|drawer|attic|loft)|off the (?:menu|table|cards)|gathering dust|out (?:of )?the (?:window|door|picture)|a thing of the past|on ebay|dead to me)(?=[\s]*(?:$|[,.;:!?—–-]|(?:and|so|now|for|at|from|while)\b))", sure=False),
    _before(-1, "", "more", r",? no more(?=\s*(?:$|[,.;:!?]))", sure=False),
    _before(-1, "", "screen battery lease contract subscription engine membership", r"(?:'s)? (?:screen|battery|lease|contract|subscription|engine|gearbox|membership)(?: \w+ly)? (?:has |had |is |just )*(?:went|gone|toast|smashed|shattered|fried|knackered|bust|cracked|died|broke|ran out|run out|expired|lapsed|packed in|gave up|blew up|finished|up)\b", sure=False),
    _before(-1, "", "stick stuck last work out took never", r" (?:didn't|did not|never|didnt)(?: really)? (?:stick|stuck|last|lasted|work out|worked out|click|clicked|take|took off|catch on|caught on|grow on me)\b", sure=False),
    _before(-1, "", "too", rf"{_DONE}(?:got|gotten|became|become|getting|was|were|is|are|went)(?: \w+ly)? (?:way |far |a bit |just |simply )?too (?:\w+)\b", sure=False),
    _before(-1, "works_at", "let", r" (?:has |have |finally |just )*let (?:me|us) go\b"),
    _before(-1, "", "shut down", r"(?:'s| is| was| has)?(?: been| got)? (?:shut down|switched off|turned off|decommissioned|sunset|killed off|phased out|discontinued)\b", sure=False),
    _before(-1, "", "was", r" was (?:my|our) (?:whole |entire )?(?:twenties|thirties|teens|childhood|life|youth|go-to|everything|thing|world|jam|first love|old favourite)(?=[^.!?\n]*\b(?:but|now|these days|until|till)\b)", sure=False),
    _before(-1, "", "me died ghost dust conked packed bucket broke broken dead went gone going off stolen nicked sold scrapped binned cancelled retired dropped written totalled shelved rehomed ditched traded",
            rf"{_DONE}(?:gave up on (?:me|us)|gave out|died|(?:gave|given) up the ghost|bit(?:ten)? the dust|conked out|packed (?:it |up|in)|kicked the bucket|broke(?: down)?|broken|dead|(?:went|gone|going|off) (?:to|in|into|on) (?:my |the |our |a )?(?:\w+ )?(?:shop|bin|scrapyard|skip|tip|dump|drawer|ebay|vinted|bank|cousin|brother|sister|dad|mum|mom|nephew|niece|recycling|attic|loft|scrapheap|heap)"
            r"|(?:got|been|was|were)(?: \w+ly)? (?:stolen|nicked|sold|scrapped|binned|cancelled|retired|dropped|written off|totalled|shelved|rehomed|ditched|traded in))\b", sure=False),
    _before(-1, "", "days phase era years chapter career stint time", rf" (?:days|phase|era|years|chapter|career|stint|time){_DONE}(?:over|behind me|behind us|done|finished|at an end|long gone|ended|closed)\b"),
    # a job, a firm, a town, a language
    _after(-1, "role", "being as miss longer once",
           r"\b(?:no more|done|quit|quitting|stopped|stopping|gave up|given up|packed in|packing in|retired from|sick of|tired of|through with|finished|left) (?:being|working as|life as|work as|my (?:job|life|career|work) as) an? "
           r"|\b(?:don't|do not|won't|dont) (?:\w+ )?miss (?:life|being|working|my (?:life|days|time)) (?:as |being |working as )*an? |\bmy (?:days|years|life|time|career|stint|job) (?:as|being) an? (?=[^,.;!?]{2,40}? (?:is |are |'s )?(?:over|behind|done|finished|history|gone))"
           r"|\bhung up my (?:\w+ )?(?:\w+ )?as an? |\bonce an? (?=[^,.;!?]{2,30}, now )|\bno longer (?:an? |working as an? |work as an? )"),
    _did(-1, "role", "used", rf"used to (?:be|work as|earn my (?:living|keep|crust|bread) as|make (?:my|a) living as) an? (?![^,.;!?]{{2,30}}? {_FAN}\b)"),
    _did(-1, "role", "was worked spent after", r"(?:was|worked as|spent (?:\w+ )?(?:\w+ )?years? (?:as|being)) an? (?=[^,.;!?]{2,40}? (?:for|until|till|before|but|all my|most of)\b)", sure=False),
    _after(-1, "role", "after ex former as", r"\bafter (?:[\w-]+ ){1,4}(?:as|of being|being|working as) an? |\b(?:(?:my|the) (?:job|career|life)|redundant|laid off|years) as an? |\b(?:ex|former)[ -](?=[^,.;!?]{2,30}?(?: here|,| turned | now))", sure=False),
    _after(-1, "works_at", "notice resignation badge last job post position role gig",
           r"\b(?:handed in|given|gave|giving|handing in) (?:in )?my (?:notice|resignation|badge|two weeks' notice) (?:at|to|in at) |\b(?:my|the) last (?:day|week|shift|month) (?:at|with) |\b(?:quit|left|leaving|resigned from) my (?:\w+ )?(?:job|post|position|role|gig) (?:at|with) "),
    _did(-1, "lives_in", "moved moving cleared got sold selling packed packing left leaving used gave",
         rf"(?:moved|moving|cleared|got) (?:out|away)(?: of| from) (?!bed\b|here\b|control\b)|(?:sold|selling|packed|packing) up (?:and left |in )|(?:left|leaving) (?=[a-z' -]{{2,30}}? for (?:good|ever)\b.*\b(?:live|home|moved|flat))|used to (?:live|be based|be living) in |gave up (?:my|our) {_HOMES} in "),
    _before(-1, "lives_in", "local resident native dweller", r" (?:local|resident|native|dweller) (?:for|until|till|before|but|once|,)", sure=False),
    _before(-1, "lives_in", "house flat place home apartment cottage", r"(?<=\w)(?: \w+)? (?:house|flat|place|home|apartment|cottage)(?:'s| is| was| has been| got| finally)+ (?:sold|gone|let|rented out|on the market)\b", sure=False),
    _did(-1, "lives_in", "packed", r"packed up (?:my|our) (?:life|things|bags|stuff|belongings|everything|flat|house) in ", sure=False),
    _before(-1, "lives_in", "local", r"(?<=\w) local(?=,)", sure=False),
    _before(-1, "learning", _COURSES, rf" {_COURSE}(?=(?:{_DONE})?(?:over|gone|done|finished|went|are|is|got|when|have|has)\b)", sure=False),
    _did(-1, "learning", _COURSES, rf"(?:stopped|quit|dropped|cancelled|packed in|gave up|given up|ditched|ended|finished|binned|abandoned|paused|jacked in) (?:(?:on|with) )?(?:my |the |our )?(?=[\w-]+(?: [\w-]+)? {_COURSE}\b)"),
)  # fmt: skip

BEGINS = Table[Cue](
    # what one turned to
    _did(1, "", "to onto ship up on with for by into started begun began", r"(?:moved|moving|gone|switched|switching|graduated|progressed|converted|defected|crossed|jumped|come|came|turned) (?:on |over |across |ship |back )?(?:to|onto) |(?:jumped|jumping) ship (?:to|for) |(?:went|going|go) (?:over|across) (?:to|onto) (?!the\b|my\b|bed\b|work\b|a\b|see\b)|(?:deep|knee-deep|well|heavily) into |(?:went|gone|going|all) (?:in|all in|all out|full|big|over|hard) (?:on|for|to|in on) |pivoted to |(?:started|begun|began) (?!\w+ing\b|an?\b|my\b|the\b|to\b|on\b|with\b|at\b|as\b|in\b|out\b|from\b|over\b|work\b|off\b|up\b|it\b)|(?:stuck|stick|sticking|settled|landed) (?:with|on) |(?:replaced|swapped) (?:it|them|that) (?:with|for|by) |(?:taken|took|taking) up (?!with\b|to\b)", sure=False),
    _after(1, "likes", "me us", r"\b(?:talked|got|gets|introduced|converted|hooked|turned|dragged|lured|nudged|steered|won) (?:me|us) (?:hooked |addicted |started |over )?(?:into|in to|to|onto|on to|on)(?: (?:trying|playing|watching|reading|drinking|eating|doing))? (?!the case\b|the list\b|bed\b|work\b)", sure=False),
    _did(1, "likes", "fallen fell falling discovered", r"(?:fallen|fell|falling) (?:hard |head over heels )?(?:for|in love with) |discovered (?!that\b|out\b|it\b|an?\b|the\b|my\b|some\b|to\b|myself\b)", sure=False),
    _after(1, "likes", "discovered found tried met came stumbled", r"\b(?:until|till|since|then) (?:i|we) (?:discovered|found|tried|met|came across|stumbled (?:on|upon|across)) (?!that\b|out\b|it\b|an?\b|the\b|my\b|some\b|to\b|myself\b)", sure=False),
    _did(1, "likes", "convert converted", r"(?:a )?(?:total |complete |full |proper |recent |new )?convert(?:ed)? to "),
    _after(1, "likes", "about hooked sold obsessed into addicted smitten", r"\bi'm (?:now |all |so |completely |totally |fully |only )*(?:all about|hooked on|sold on|obsessed with|into|addicted to|smitten with) "),
    _after(1, "", "it it's its", rf"(?:^|(?<=[.!?,;—–-] )|\b(?:now|and|so|but|then|anyway|since|these days|nowadays|lately) )(?:now |these days |nowadays |lately )?it(?:'s| is|s) (?:been )?(?:all |only |just |purely |nothing but |always |mostly |all about |an? |strictly )*(?=[^,.;!?\n]{{2,40}}?{_NOW})", sure=False),
    _after(1, "", "now hosted runs run lives live", r"\bnow (?:they|it|everything|it all|all of it)(?:'s| is| are|'re)? ?(?:\w+ )?(?:in|on|with|through|via) |\b(?:everything|it all|all of it|it)(?:'s| is| runs?| lives?)(?: \w+)? (?:on|in|with|through|via) (?=[^,.;!?\n]{2,40}? (?:now|these days|nowadays|instead)\b)", sure=False),
    _after(1, "", "give", r"(?:^|(?<=[.!?,;] )|\bjust )give me (?!a (?:hand|sec|minute|list|moment|recipe)\b|the\b|your\b|some\b|an?\b)", sure=False),
    _after(1, "likes", "since", r"\bsince (?:finding|discovering|trying|getting into|taking up|starting|meeting) (?!out\b|to\b|that\b|a\b|an\b|the\b|my\b)", sure=False),
    _before(1, "likes", "become heart attention vote devotion", r" (?:has|have|'s) become my (?:new )?\w+\b|(?:'s| is| are) where my (?:heart|head) is\b|(?:'s| has| have)(?: got)? (?:all )?my (?:\w+ )?(?:attention|heart|vote|love|devotion)\b", sure=False),
    _before(1, "uses", "where", r"(?:'s| is) (?:now )?where (?:all )?(?:my|our|all my|everything|it all) (?:[\w ]{2,20} )?(?:goes|lives|live|is|are|go|sits|sit|happens)\b", sure=False),
    _before(1, "owns", "pocket bag desk wrist drive shelf", r"(?:'s| is) (?:now )?(?:in my (?:pocket|bag|hand|drive)|on my (?:desk|wrist|shelf))\b", sure=False),
    _after(1, "", "onto on over into", r"\band (?:on ?to|over to|into) ", sure=False),
    _before(1, "", "please find come choice new game thing one sport drink dish tool band style way", r",? please(?=$|[!.])|(?:'s| is| are) where (?:you'll|you can|you will) (?:usually |always )?find me\b|,? here (?:i|we) come\b|(?:'s| is| are) my [\w ]{2,20} of choice\b|(?:'s| is| are) the (?:\w+ )?(?:game|thing|one|sport|drink|dish|tool|band|style|way) for (?:me|us)\b|(?:'s| is| are) (?:the|my) new (?:favourite|favorite|black|thing)\b", sure=False),
    _after(1, "", "just only", r"(?<=, )(?:just|only|merely|simply) (?=[\w-]+(?: [\w-]+)?\s*(?:$|[,.;!]))", sure=False),
    _did(1, "", "now instead these nowadays",
         r"(?:(?:i'm|we're)(?: (?!thinking|considering|planning)\w+ing)?|use|using|ride|riding|drive|driving|play|playing|drink|drinking|eat|eating|do|doing|read|reading|run|running|write|writing|work|working|chat|chatting|live|living|hosted|train|training|go|going|cook|cooking|watch|watching|listening|listen|make|making|have|having|got|prefer|stick|sticking|wear|wearing|keep|run on|live on|been \w+ing|(?!everything|nothing|something|anything|during|feeling|being|getting|looking|thinking|trying|waiting|sleeping|sitting|missing|doing)\w+ing)"
         r"(?: everything| it all| mostly| only| just)? ?(?:in|on|off|with|at|to|via|through|out of|from)? (?:an? |the |my |our |some )*(?=[^,.;!?\n]{2,40}? (?:now|instead|these days|nowadays|from now on)\b)", sure=False),
    _after(1, "", "now these nowadays", r"(?:^|(?<=[.!?,;—–-] )|\b(?:and|so|but) )(?:now|these days|nowadays),? (?:it(?:'s| is|s)|i'm on) (?:been )?(?:all |only |just |purely |nothing but |always |mostly |all about |an? |strictly )*", sure=False),
    _after(1, "", "hello welcome hi enter long bring hail in", r"(?:^|(?<=[^\w] )|\b(?:and|so|to) )(?:hello|welcome|hi|enter|in with|long live|bring on|all hail)(?: again)?,? (?:to )?(?!there\b|everyone\b|all\b|again\b|guys\b|to\b)", sure=False),
    _before(1, "", "way is only nothing life forever ever won ftw win repeat from time bust at now these where", rf"(?:'s| is| are)?(?: all| only| just)? (?:all the way|it is|ftw|for the win|on repeat|from (?:here|now) on|every time|or bust|is where it's at|for me (?:now|these days|from now on)|it is then|or nothing|only|won|has won|for life|forever|for ever){_FREE}", sure=False),
    _before(1, "", "now instead these", r" (?:in the (?:mornings?|evenings?)|before (?:bed|work|breakfast|dinner)|after (?:dinner|work|lunch)|at (?:night|weekends|breakfast)|every (?:day|morning)|for breakfast|on \w+days) (?:now|instead|these days)\b", sure=False),
    _before(1, "", "in", r"(?:'s| is| are) in(?= (?:now|these days)|\s*(?:$|[,.;:!—–-]))", sure=False),
    _before(1, "likes", "what where who", r"(?:'s| is| are) (?:now )?(?:what|where|who) (?:i'm|i am|we're|i|it's|it is)(?: all| now| really)? (?:into|about|at|love|enjoy|crave|reach for|turn to|look forward to|prefer|like|dream about|keep coming back to|get excited about|obsessed with|hooked on|like best)\b"),
    _before(1, "likes", "one love life thing king hooked won me evenings weekends mornings nights life spot crown throne slot",
            r"(?:'s| is| are) (?:now )?(?:the|my|our) new (?:number one|no\.? ?1|love|obsession|\w+ of my life|king|queen|go-to|thing|favourite|favorite|black|craze|addiction|happy place|normal|hobby|passion|kick)\b|(?:'s| has| have) (?:won|me (?:hooked|obsessed)|got me|my heart)\b| (?:owns?|fills?|rules?|eats up|takes up|gets) (?:all |most of )?(?:my|our) (?:evenings?|weekends?|mornings?|nights?|life|free time|spare time)\b"
            r"| (?:took|takes|taking) (?:its|their|the|that) (?:place|spot|slot|crown|throne)\b(?! of)| (?:does|do) it for me\b| (?:suits?|fits?) me (?:better|more)\b", sure=False),
    _before(1, "uses", "all only", r"(?:'s| is| are) (?:all|the only thing|the only one|pretty much all) (?:i|we) (?:ever )?(?:\w+)(?= (?:now|these days|nowadays)|\s*(?:$|[,.;!]))", sure=False),
    _before(1, "likes", "won heart place spot gap void hole over hooked thing jam obsession favourite favorite love go-to everything", r"(?:'s| has| have)(?: \w+ly| since| now)? (?:won me over|stolen my heart|taken (?:its|their|that) (?:place|spot)|filled (?:the|that) (?:gap|void|hole)|taken over|got me hooked)\b|(?:'s| is| are) my (?:new )?(?:thing|jam|obsession|favourite|favorite|love|happy place|go-to|everything)(?: now| these days)?\b"),
    _before(1, "likes", "does do is are has did", r" (?:does|do|is|are|has|did)(?= (?:now|though|instead)|\s*(?:$|[,.;:!]))", sure=False),
    _before(1, "", "stepped over place replaced job gap instead", rf"(?: has| have|'s|'ve)? (?:stepped in|taken over|takes over|took over|taken its place|replaced it|does the job(?: now)?|fills the gap|instead){_FREE}", sure=False),
    _before(1, "uses", "what where", r"(?:'s| is| are) (?:now )?(?:what|where) (?:i|we)(?:'m|'re| am| are)?(?: all| now| really)? (?:use|using|play|playing|drink|drinking|eat|eating|run|running|do|doing|drive|driving|ride|riding|write in|work in|code in|carry|carrying|cook with|train|training|go)\b", sure=False),
    _before(1, "learning", "what", r"(?:'s| is| are) (?:now )?what (?:i|we)(?:'m|'re| am| are)?(?: all| now| really)? (?:study|studying|learn|learning|practising|practicing|taking lessons in|working on)\b"),
    # a thing bought
    _did(1, "owns", "carry with upgraded set setting treated splashed splurged traded picked picking carrying rocking sporting packing lugging got bought ordered grabbed adopted nabbed snagged unboxed unwrapped",
         r"(?:walked|came|come|left|gone|strolled|drove) (?:out|home|away|off|back) with (?:an? |the |my )?|upgraded to |set(?:ting)? up (?:an? |my new )|(?:treated myself|splashed out|splurged|traded up) (?:to|on|for) |(?:picked|picking) up (?:an? |myself |the )+|(?:carry|carrying|rocking|sporting|packing|lugging) an? "
         r"|(?:got|bought|ordered|grabbed|adopted|nabbed|snagged|unboxed|unwrapped) (?:me |myself |us |ourselves )?(?:an? |the )(?:new |shiny |second-hand |used |refurbished )*", sure=False),
    # a job, a firm, a town, a language
    _did(1, "role", "as", r"(?:started|starting|begun|began|retrained|retraining|qualified|hired|freelancing|taken on|employed|working|work|found work|got work|got a job|landed a job|got a gig|moonlighting) (?:out |over |again )?as an? "),
    _did(1, "role", "as", r"(?:earn(?:ing)?|make|making) (?:my|our|a) (?:living|keep|crust|money|bread|wage|bread and butter|corn) (?:\w+ing )?as an? "),
    _after(1, "role", "as", r"\b(?:taken on|hired|retrained|retraining|training|trained|qualified|trade|business|requalified|employed) as an? ", sure=False),
    _after(1, "role", "full-time part-time professional", r"(?:^|(?<=[,:] )|\band )(?:now )?(?:an? )?(?:full-time|part-time|professional) (?=\w+(?: \w+)?\s*(?:$|[.!,]))", sure=False),
    _after(1, "role", "as", r"\bfirst (?:day|week|month|shift|year|job|gig) (?:ever )?(?:as|being|working as) an? "
                            r"|\b(?:new (?:job|life|career|role|gig|calling)|pay(?:ing)? (?:the|my) (?:bills|rent|way)|job title|day job) (?:is )?as an? "),
    _after(1, "role", "now these instead nowadays", r"\b(?:i'm|i am|now|am) (?:now )?an? (?=[^,.;!?]{2,40}? (?:now|these days|instead|nowadays)\b)", sure=False),
    _after(1, "role", "become became now", r"\bto become an? |\b(?:i've|i have|i|and|we) (?:now |just |finally |recently )*(?:become|became) an? |(?<=, )now an? ", sure=False),
    _after(1, "works_at", "by off", r"\b(?:poached|hired|headhunted|snapped up|taken on)(?: from [\w ]{2,20})? by |\boff to (?!bed\b|work\b|the\b|a\b|see\b)", sure=False),
    _after(1, "works_at", "at with joined", r"\b(?:i'm|i am|now|we're) (?:now )?(?:at|with) (?=[^,.;!?]{2,30}? ?(?:now|from now on|these days|instead)\b)|\bnow (?:at|with) |\bfirst (?:day|week|month|shift) (?:at|with) ", sure=False),
    _did(1, "works_at", "joined started signed poached", r"(?:joined|started at|started with|signed on with|signed with|poached by) ", sure=False),
    _after(1, "lives_in", "address keys lease mortgage deposit brought took moved relocated transferred led lured home call calling resident local dweller",
           rf"\b(?:our|my) (?:new )?address(?:'s| is) (?:now )?(?:in )?|\b(?:keys|lease|mortgage|deposit) (?:to|for|on) (?:our|my|the|a) (?:new |first |little |own |tiny |lovely )*{_HOMES} (?:in|near) |\b(?:brought|took|moved|relocated|transferred|led|lured) (?:me|us) (?:over |out |up |down |back |all the way )?(?:to|out to) "
           r"|\bhome(?:'s| is) (?:now )?(?:in )?(?!where\b|the\b|my\b|a\b|not\b|on\b)|\bcall(?:ing)? (?=[\w' -]{2,30} home\b)|\bmade (?=[\w' -]{2,30} (?:my|our) home\b)|\bi'm an? (?=[\w' -]{2,30} (?:resident|local|dweller) (?:now|these days)\b)"),
    _did(1, "lives_in", "landed wound settled settling set put putting made found bought unpacking unpacked washed ended relocated rent renting rented buying sharing own leasing living live staying moved moving",
         rf"(?:settled|settling) (?:down |in |nicely |well )*(?:into|in) (?:(?:our|my|a|an|the) (?:\w+ ){{0,2}}?{_HOMES} (?:in|near|outside) )?|(?:set up (?:home|house)|put(?:ting)? down roots|made (?:my|our) home|found (?:a|our|my) (?:\w+ ){{0,2}}{_HOMES}|bought (?:a|our|my) (?:\w+ ){{0,2}}{_HOMES}|unpacking(?: boxes)?|unpacked(?: the last box| our last box| everything| all the boxes)?|landed|ended up|wound up|washed up|ended up living|relocated) (?:in|to) "
         rf"|(?:rent|renting|rented|bought|buying|sharing|own|leasing|living in|live in|staying in|moved into|moving into) (?:a|an|our|my|the) (?:[\w-]+ ){{0,3}}?{_HOMES} (?:in|near|outside) "),
    _before(1, "lives_in", "home", r"(?:'s| is| feels like| became| has become) (?:now )?(?:our |my )?home(?= now| these days| sweet|\s*(?:$|[,.;:!]))"),
    _before(1, "", "now", r" now(?=$|\s*[!.])", sure=False),
    _did(1, "learning", _COURSES, rf"(?:taking|take|started|starting|doing|enrolled (?:in|on)|enrolling (?:in|on)|joined|having|began|begun|on) (?:an? |some |my |weekly |online |evening |the |beginners?'? )*(?!an? |the |my |some |online|evening|weekly|new|another|short|free|crash|first|last|more|few|private|group)(?=[\w-]+(?: [\w-]+)? (?:evening |night |online |beginners?'? )?{_COURSE}\b)"),
    _did(1, "learning", "signed", rf"signed up (?:for|to) (?:an? |some |my |the )*(?!an? |the |my |some |online|evening|weekly|new|another|short|free|crash|first|last|more|few|private|group)(?=[\w-]+(?: [\w-]+)? (?:evening |night |online |beginners?'? )?{_COURSE}\b)", sure=False),
    _after(1, "learning", "teaches teaching", r"\b(?:teaches|teaching) me (?!to\b|how\b|a\b|that\b)", sure=False),
    _did(1, "learning", "studying learning stuck started starting begun cracking picked picking having getting working tackling swotting",
         r"(?:studying|learning|started learning|started on|starting on|begun|cracking on with|picked up|picking up|having a go at|having a crack at|having a stab at|getting to grips with|get stuck into|getting stuck into|got stuck into|working (?:my|our) way through|tackling|swotting up on) (?:the |some )?(?!steam\b|pace\b|speed\b|the\b|a\b)", sure=False),
)  # fmt: skip

SURE_BEGINS = Table[Cue](*(cue for cue in BEGINS.rows if cue.sure))
"""What is said to have begun without a word of what ended."""


@dataclass(frozen=True, slots=True)
class Chain:
    """Words, a thing, a joint, another thing; the sign is that of the first, the other has the opposite."""

    keys: str
    words: str
    joint: str
    kind: str = ""
    mine: bool = False
    sign: int = -1

    @property
    def pattern(self) -> re.Pattern[str]:
        """The words before the first thing."""
        return compiled(self.words)

    @property
    def between(self) -> re.Pattern[str]:
        """The words between the two."""
        return compiled(self.joint)


_MOVED = (
    r"(?:(?:made|making) (?:the|a) (?:\w+ )?(?:jump|switch|move|leap|shift|transition|change)|upped sticks|jumped ship|changed (?:careers?|jobs?)|got (?:poached|promoted)|jumped|switched|switching|moved|migrated"
    r"|migrating|converted|changed|went|gone|crossed|come|came|graduated|progressed|defected|relocated|relocating|transferred|swapped|traded|upgraded|downgraded|hopped|skipped|pivoted|evolved|transitioned|promoted)"
)
CHAINS = Table[Chain](
    Chain("swapped swapping traded trading exchanged switched ditched ditching dropped dropping dumped abandoned forsook forsaken quit gave given jilted shelved binned sacked left subbed",
          r"\b(?:swapped|swapping|traded|trading|exchanged|switched|ditched|ditching|dropped|dropping|dumped|abandoned|forsook|forsaken|quit|gave up|given up|jilted|shelved|binned off|binned|sacked off|left|subbed)(?: in| out)? ",
          r" (?:in |out |up )?(?:for|in favou?r of) ", mine=True),
    Chain("replaced replacing substituted supplanted", r"\b(?:replaced|replacing|substituted|supplanted) ", r" (?:with|by) ", mine=True),
    Chain("from", rf"\b{_MOVED}(?: \w+){{0,2}}? from (?:being (?:an? )?|an? )?",
          r"(?:,? (?:and )?(?:over |on |across |up |straight |out |all the way )?(?:to|onto|into)) (?:being )?(?:fully |completely |totally |strictly |full-time )?", mine=True),
    Chain("from", r"\b(?:rewrote|rewritten|ported|rebuilt|migrated|switched|moved|converted|changed) (?:\w+ ){2,4}?from ", r" (?:over )?(?:to|onto|into) ", mine=True),
    Chain("from", r"(?:^|(?<=[.!?] ))from (?:being )?(?:an? )?", r" to (?:being )?(?:an? )?", kind="role"),
    Chain("off", r"\b(?:moved|migrated|switched|ported|shifted|transitioned|weaned)(?: \w+){0,2} off (?:of )?", r" (?:and )?(?:over )?(?:on to|onto|to) "),
)  # fmt: skip

MIDDLES = Table[Chain](
    Chain("replaced over place supplanted displaced ousted dethroned knocked pushed edged overtaken eclipsed elbowed kicked dislodged usurped",
          r"(?: has| have|'s|'ve)?(?: \w+ly| all but| pretty much| since| now)? (?:replaced|taken over from|took over from|taken the place of|took the place of|supplanted|displaced|ousted|dethroned|knocked out|pushed out|edged out|overtaken|eclipsed|elbowed out|kicked out|dislodged|usurped) ", "", sign=1),
    Chain("favour favor replaced superseded swapped way overtaken eclipsed ditched dropped",
          r"(?: has| have|'s)?(?: been| got| gotten)?(?: \w+ly)? (?:replaced (?:by|with)|superseded by|swapped (?:out )?for|made way for|making way for|given way to|gave way to|giving way to|overtaken by|eclipsed by|ditched for|dropped for|(?:dropped|ditched|abandoned|retired|passed over|binned) in favou?r of) ", ""),
    Chain("stole stolen lured pulled drew tempted won", r"(?: has| have|'s|'ve)? (?:stole|stolen|lured|pulled|drew|drawn|tempted|won) (?:me|us) (?:away |over )?from ", "", sign=1),
    Chain("out", r" out(?:,| and| -| –)+ (?=[\w' -]{2,25}? in(?:$|\s*[.!,]))", ""),
    Chain("rather instead place", r" (?:rather than|instead of|in place of)(?: the)? ", "", sign=1),
)  # fmt: skip
"""Words between two things, which are no clause's beginning; the sign of the thing before them."""
