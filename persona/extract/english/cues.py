"""The words that say a relation in English: verb forms, and the table of cues.

A cue is what follows the subject "I" after auxiliaries, negation and articles are read off, with
its first verb in its base form: "I've never been a big fan of" is the cue "am fan of", negated.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from persona.extract.english.words import word_set

PLAIN = 0.9
"""Weight of a plain statement in the present."""
HEDGED = 0.6
PASSING = 0.7
"""Weight of what is said of the past ("I loved it") or as an opinion ("jazz is great")."""
ASKED = 0.3

Form = Literal["base", "ing", "past"]


@dataclass(frozen=True, slots=True)
class Cue:
    """What a cue says.

    Attributes:
        kind: the kind it states.
        polarity: the sign of it.
        negated: the kind that its negation states, or None where that states nothing.
        negated_polarity: the sign of that.
        forms: verb forms in which it tells of a habit or state and not of one event.
        to: whether "to do something" may be the object.
        needs: a check on the object, by name (see `persona.extract.english.objects`).
        only_negated: whether it states something only where it is negated ("can't stand").
    """

    kind: str
    polarity: int
    negated: str | None = None
    negated_polarity: int = -1
    forms: frozenset[Form] = frozenset({"base", "ing", "past"})
    to: bool = False
    needs: str = ""
    only_negated: bool = False


CUES: dict[str, Cue] = {}

_NOW: frozenset[Form] = frozenset({"base", "ing"})
_BASE: frozenset[Form] = frozenset({"base"})
_PAST: frozenset[Form] = frozenset({"past"})


def _add(cue: Cue, phrases: str) -> None:
    for phrase in phrases.split(","):
        CUES.setdefault(" ".join(phrase.split()), cue)


_add(
    Cue("likes", 1, "dislikes", to=True),
    "like, love, adore, enjoy, dig, fancy, cherish, appreciate, admire, relish, am fan of, am into,"
    " am fond of, am keen on, am crazy about, am mad about, am nuts about, am wild about,"
    " am obsessed with, am addicted to, am hooked on, am passionate about, am in love with,"
    " am partial to, am sucker for, am sold on, am enamoured with, am enamoured of, am big on,"
    " am lover of, am all about, am devoted to, am impressed by, am impressed with, am blown away by,"
    " have soft spot for, have thing for, have weakness for, have passion for, have love for,"
    " have got thing for, have got soft spot for, have got weakness for, have got passion for, live and breathe, am huge on, am besotted with, am happy with, am pleased with, am admirer of",
)
_add(
    Cue("likes", 1),
    "have fondness for, have liking for, come alive in, thrive on, thrive in, am happiest in, am at my best in,"
    " feel at home in, feel most at home in, fall in love with, fall for, get hooked on, get obsessed with, get addicted to,"
    " become obsessed with, become addicted to, become fan of, live for, swear by, rave about,"
    " get kick out of, find joy in, find peace in, go crazy for, go nuts for, am geeking out over,"
    " nerd out about, am vibing with, stan, discover love for, develop passion for, develop taste for, acquire taste for, take to,"
    " help but love, rediscover",
)
_add(Cue("likes", 1, "dislikes"), "get into")
_add(
    Cue("likes", 1, only_negated=True),
    "get enough of, live without, say no to, go wrong with, imagine life without, resist, beat,"
    " recommend enough, stop listening to, stop playing, stop watching, stop reading, stop eating,"
    " stop drinking, stop using",
)
_add(
    Cue("dislikes", -1, to=True),
    "hate, dislike, loathe, detest, despise, abhor, dread, am sick of, am tired of, am fed up with,"
    "  am done with, am so over, am bored of, am bored with, am bored by, am annoyed by,"
    " am annoyed with, am disgusted by, am put off by, am turned off by, am grossed out by,"
    " am afraid of, am scared of, am terrified of, am sick and tired of, am averse to, am no fan of,"
    " go off, go right off, bounce off, get sick of, get tired of, get bored of, grow tired of, have enough of, do without,"
    " have no patience for, have no time for, have no love for, have no interest in, cringe at,"
    " have zero interest in, have zero patience for, am against, have aversion to,"
    " have hatred for, have it up to here with, have phobia of, have fear of, have dislike for,"
    " have dislike of, have dislike to, have distaste for, have disdain for, have contempt for,"
    " have loathing for, have objection to, have aversion towards, have no tolerance for,"
    " have zero tolerance for, object to, am opposed to",
)
_add(Cue("dislikes", -1, needs="past_it"), "am over, am so over")
_add(Cue("likes", 1), "am over the moon about, am over the moon with")
_add(
    Cue("dislikes", -1, only_negated=True),
    "stand, bear, tolerate, stomach, abide, deal with, be bothered with, care for, get on with,"
    " get along with, see appeal of, see appeal in, see point of, get hype about, get hype around,"
    " have time for, have patience for, warm to, jive with, vibe with, get into, put up with, wild about,"
    " get appeal of, get used to",
)
_add(
    Cue("avoids", -1),
    "avoid, stay away from, steer clear of, keep away from, stay clear of, shun, refuse, cut out,"
    " cut down on, cut back on, try to avoid, refuse to eat, refuse to use, refuse to drink,"
    " refuse to touch, am off, swear off, abstain from",
)
_add(
    Cue("avoids", -1, only_negated=True),
    "am allowed, am allowed to eat, am allowed to drink, am allowed to have, am supposed to eat, am supposed to drink,"
    " am supposed to have, am meant to eat, am meant to drink, am meant to have",
)
_add(
    Cue("prefers", 1, to=True),
    "prefer, would rather, favour, favor, lean towards, lean toward, gravitate towards,"
    " gravitate toward, tend towards, opt for, stick with, stick to, default to, have preference for",
)
_add(
    Cue("prefers", 1, needs="choice"),
    "go with, settle on, settle for, decide on, choose, pick, end up with, will take, would take,"
    " would go for, would go with, would opt for, go for, would choose, would pick, will choose, will pick, will go with, will go for",
)
_add(
    Cue("uses", 1, "avoids", forms=_NOW),
    "use, am on team, rely on, depend on, code in, program in, develop in, build with, deploy on,"
    " deploy to, deploy with, host on, run on, subscribe to, smoke, vape, wear, drive, ride,"
    " practise, practice, tinker with, commute by, travel by, get around by, go around by, touch, consume",
)
_add(
    Cue("uses", 1, "avoids", forms=_NOW, needs="named"),
    "am on, work with, run, write in, write code in, am running, deploy, code, write, build in",
)
_add(Cue("uses", 1, "avoids", forms=_NOW, needs="bare"), "drink, eat, play, listen to, watch")
_add(Cue("uses", 1, forms=_NOW, needs="bare"), "read")
_add(
    Cue("uses", 1, forms=_NOW, needs="bare"),
    "grow, brew, paint, sew, knit, crochet, restore, breed, photograph, carve, bake, cook, forage",
)
_add(Cue("uses", 1, forms=_NOW, needs="outing"), "go")
_add(Cue("uses", 1, forms=_NOW, needs="attended"), "go to")
_add(Cue("uses", 1, needs="pursuit"), "take up")
_add(Cue("uses", 1, needs="begun"), "start, get back into")
_add(Cue("skilled_in", 1, forms=_NOW, needs="subject"), "teach")
_add(Cue("likes", 1, forms=_NOW), "collect, geek out about, geek out over")
_add(
    Cue("struggles_with", 1, needs="gerund"),
    "have trouble, have difficulty, have problems, have hard time",
)
_add(Cue("uses", 1, "avoids", forms=_NOW, needs="habit"), "do")
_add(
    Cue("skilled_in", 1, forms=_BASE),
    "can play, can code in, can program in, can ride, can sing, can dance",
)
_add(Cue("speaks", 1, needs="language"), "can speak")
_add(Cue("uses", 1, forms=_NOW, needs="transport"), "take, catch")
_add(
    Cue("uses", 1, needs="back"),
    "am back on, am back to, end up back on, end up back with, end up back to, wind up back on, go back to, come back to, return to",
)
_add(Cue("owns", 1, forms=_NOW), "own")
_add(Cue("owns", 1, forms=_NOW, needs="thing"), "have, have got, keep, raise")
_add(Cue("owns", 1, forms=_PAST, needs="bought"), "buy, purchase")
_add(Cue("owns", 1, forms=_PAST, needs="thing"), "get, adopt, pick up, order, inherit, rescue")
_add(
    Cue("skilled_in", 1, "struggles_with", 1),
    "am good at, am great at, am skilled in, am skilled at, am proficient in, am proficient with,"
    " am expert in, am expert at, am experienced in, am experienced with, am comfortable with,"
    " am talented at, am decent at, am well versed in, excel at, specialise in, specialize in,"
    " have experience with, have experience in, am expert on, am pretty good at, am best at",
)
_add(Cue("skilled_in", 1, forms=_BASE, needs="named"), "know")
_add(Cue("skilled_in", 1, forms=_BASE), "know how to play, know how to use, know how to speak")
_add(Cue("speaks", 1, needs="language"), "am fluent in, speak, am native speaker of, am native in")
_add(
    Cue("learning", 1, forms=_NOW),
    "learn, learn to play, learn to speak, learn to use, learn how to play, learn to code in,"
    " learn about, teach myself, pick up, am new to, brush up on, take classes in, take lessons in,"
    " take course in, take course on, try to learn, am beginner in, am beginner at, get better at,"
    " learn how to use, learn how to",
)
_add(
    Cue("studies", 1, forms=_NOW),
    "study, major in, minor in, do degree in, do phd in, do master's in, do masters in, pursue,"
    " get degree in, pursue degree in, pursue phd in, pursue master's in, have degree in,"
    " do phd on, work on degree in, work on phd in, am phd student in, am student of,"
    " research, do research on, read for degree in",
)
_add(
    Cue("works_at", 1, forms=_NOW, needs="place"),
    "work at, work for, volunteer at, volunteer for, volunteer with, am employed by, am employed at, intern at, teach at, am working at,"
    " have job at, do internship at, run operations at",
)
_add(
    Cue("works_at", 1, needs="employer"),
    "join, start at, start working at, get job at, get hired at, get hired by, start working for,"
    " land job at, get offer from, start new job at, start job at",
)
_add(
    Cue("works_at", -1, needs="employer"),
    "get laid off from, am laid off from, get fired from, am fired from, get let go from, am let go from, get sacked from,"
    " am made redundant at, get made redundant at, am made redundant by, resign from, retire from, laid off from",
)
_add(
    Cue("role", 1, forms=_NOW, needs="role"),
    "work as, am employed as, am working as, make living as",
)
_add(Cue("role", 1, needs="role"), "become, get promoted to, get job as, start as, retrain as")
_add(
    Cue("lives_in", 1, forms=_NOW, needs="place"),
    "live in, am based in, reside in, am located in, am based out of, live near, am living in",
)
_add(Cue("lives_in", 1, needs="place"), "relocate to, settle in, settle down in")
_add(
    Cue("from", 1, needs="town"),
    "am from, am born in, born in, grow up in, am raised in, hail from, get born in,"
    " am born and raised in, born and raised in",
)
_add(Cue("from", 1, forms=_BASE, needs="town"), "come from")
_add(
    Cue("wants", 1, "avoids", to=True, forms=_BASE, needs="wish"),
    "want, would like, would love, wish for, aspire, am saving up for, am saving for, am dying,"
    " am eager, am itching, am dreaming of, dream of, dream looking, hope, aim,"
    " would kill for, save up for, am hoping, am hoping for, am craving, crave, long for,"
    " am looking forward to, look forward to",
)
_add(Cue("wants", 1, only_negated=True, to=True), "wait, wait for")
_add(
    Cue("plans", 1, to=True, forms=_NOW, needs="wish"),
    "plan, plan on, intend, am going, am training for, am training, train for, am preparing for, prepare for,"
    "  am considering, am set, organise, organize,"
    " think about getting, am saving, am signing up for, study for, prep for, decide",
)
_add(
    Cue("plans", 1, forms=_NOW, needs="deed"),
    "am thinking of, am thinking about, think of, think about",
)
_add(
    Cue("plans", 1, forms=_PAST, to=True, needs="booked"),
    "book, sign up for, register for, decide, enrol in, enroll in, get tickets for, get tickets to",
)
_add(
    Cue("interested_in", 1, "dislikes"),
    "am interested in, am curious about, am fascinated by, am fascinated with, am intrigued by,"
    " am drawn to, am getting interested in, am excited about, have interest in",
)
_add(
    Cue("interested_in", 1, forms=_NOW),
    "look into, explore, read up on, read about, follow, get interested in, become interested in,"
    " dabble in, experiment with, toy with, play around with",
)
_add(
    Cue("allergic_to", -1),
    "am allergic to, have allergy to, am intolerant to, am intolerant of, am sensitive to,"
    " react badly to, have intolerance to, become allergic to, am severely allergic to",
)
_add(
    Cue("struggles_with", 1),
    "struggle with, have trouble with, have problem with, have problems with, have issue with,"
    " have issues with, have difficulty with, am stuck on, am stuck with, suffer from,"
    " get stuck on, am bad at, am terrible at, am horrible at, suck at, am struggling with,"
    " have hard time with, wrestle with, am battling, am hopeless at, am rubbish at, am awful at,"
    " struggle to understand, fight with, get confused by, am confused by, am confused about,"
    " am stressed about, am worried about, am frustrated with, am frustrated by",
)
_add(Cue("struggles_with", 1, only_negated=True), "figure out, solve, fix, wrap my head around")
_add(
    Cue("rejected", -1, needs="refusal"),
    "pass on, decide against, turn down, rule out, skip, decline, reject, say no to",
)
_add(Cue("rejected", -1, only_negated=True, needs="refusal"), "go with, go for, choose, pick, try")
_add(Cue("friend_of", 1, needs="person"), "am friends with, am best friends with")
_add(
    Cue("has_relation_to", 1, needs="person"),
    "am married to, am dating, am engaged to, am in relationship with",
)

MAX_CUE = max(len(phrase.split()) for phrase in CUES)

NEVER_VERBS = word_set("eat drink touch use wear smoke consume buy watch drive do take play order")
"""Verbs whose "never" is a rule of life; "I never knew" is not."""

CHANGE_VERBS = word_set("switch migrate move transition convert change jump upgrade port go")
LEAVE_VERBS = word_set(
    "ditch drop dump abandon uninstall delete retire kick quit cancel sell stop cease leave"
)
LEAVE_PHRASES = frozenset(
    {
        "give up", "give up on", "get rid of", "cut out", "part ways with", "break up with",
        "move away from", "walk away from", "wean off", "grow out of", "move on from", "lay off",
        "step away from", "take a break from", "quit playing", "wean myself off", "kiss goodbye to",
    }
)  # fmt: skip
REPLACE_VERBS = word_set("replace swap trade exchange ditch drop dump abandon leave")

_IRREGULAR = {
    "get": "got gotten", "fall": "fell fallen", "find": "found", "go": "went gone", "have": "had",
    "choose": "chose chosen", "write": "wrote written", "run": "ran", "build": "built",
    "wear": "wore worn", "drive": "drove driven", "ride": "rode ridden", "drink": "drank drunk",
    "eat": "ate eaten", "read": "", "do": "did done", "take": "took taken", "catch": "caught",
    "come": "came", "keep": "kept", "buy": "bought", "know": "knew known", "speak": "spoke spoken",
    "teach": "taught", "begin": "began begun", "make": "made", "grow": "grew grown",
    "become": "became", "give": "gave given", "cut": "", "quit": "", "sell": "sold",
    "break": "broke broken", "stick": "stuck", "stand": "stood", "bear": "bore", "swear": "swore",
    "see": "saw seen", "say": "said", "lean": "leant", "deal": "dealt", "think": "thought",
    "learn": "learnt", "fight": "fought", "feel": "felt", "leave": "left", "hear": "heard",
    "beat": "", "put": "", "shun": "shunned", "be": "", "let": "", "shoot": "shot", "win": "won", "dream": "dreamt",
}  # fmt: skip
_EXTRA = (
    "try finish visit start keep help wait hope aim cook bake watch play need tend discover replace swap"
    " trade exchange love hike swim dance sing travel cycle garden paint draw knit sew meditate"
    " teach beat make see say hear win shop edit sketch animate shoot"
)
_DOUBLED = word_set(
    "dig stop drop plan swap get run cut quit put pop rip shun opt shop jog swim win let chat"
)


def _forms(verb: str) -> tuple[str, str]:
    stem = verb
    if verb.endswith("e") and not verb.endswith(("ee", "be")):
        return verb[:-1] + "ing", verb + "d"
    if verb in _DOUBLED and verb != "opt":
        stem = verb + verb[-1]
    if verb.endswith("y") and verb[-2] not in "aeiou":
        return verb + "ing", verb[:-1] + "ied"
    return stem + "ing", stem + "ed"


def _lemmas() -> dict[str, tuple[str, Form]]:
    verbs = {phrase.split()[0] for phrase in CUES} | set(_IRREGULAR) | set(_EXTRA.split())
    verbs |= NEVER_VERBS | CHANGE_VERBS | LEAVE_VERBS | REPLACE_VERBS
    verbs |= {phrase.split()[0] for phrase in LEAVE_PHRASES}
    verbs -= {"am", "would", "born"}
    table: dict[str, tuple[str, Form]] = {verb: (verb, "base") for verb in verbs}
    for verb in sorted(verbs):
        ing, past = _forms(verb)
        table.setdefault(ing, (verb, "ing"))
        irregular = _IRREGULAR.get(verb)
        for form in [past] if irregular is None else irregular.split():
            table.setdefault(form, (verb, "past"))
    for double in ("transferring", "preferring"):
        table[double] = (double[:-4], "ing")
    table |= {
        "preferred": ("prefer", "past"),
        "leaned": ("lean", "past"),
        "learned": ("learn", "past"),
    }
    table |= {"travelling": ("travel", "ing"), "quitting": ("quit", "ing"), "dying": ("die", "ing")}
    table |= {"dreamed": ("dream", "past"), "cancelled": ("cancel", "past")}
    return table


LEMMAS: dict[str, tuple[str, Form]] = _lemmas()
"""Every form of every verb that begins a cue: its base form and which form it is."""
AMBIGUOUS_PAST = frozenset({"quit", "cut", "read", "put", "let", "beat"})
"""Verbs whose base and past look alike."""
