"""Facts that are dropped unless asked for: health, politics, religion, sex life, ethnicity, unions, biometrics.

The list is that of the special categories of personal data (GDPR, article 9). Allergies, diets and a
stated "never" are of use to anyone who cooks or books for a person; they are kept. So are troubles and
aversions in everyday words ("I'm anxious about the exam", "a phobia of spiders", 失眠): they name no
diagnosis. A degree or a clinical name does ("severe anxiety", "agoraphobia", 社交恐惧症).
"""

from __future__ import annotations

import re

from persona.vocabulary import KINDS

KEPT_KINDS = frozenset(kind.name for kind in KINDS.values() if kind.family == "safety")
"""Kinds that are never sensitive: they exist so as not to harm the person."""

_ILLNESS = (
    r"hiv|aids (?:patient|diagnosis)|(?:have|has|had|got) aids|cancer|leukemia|leukaemia|lymphoma|tumou?r|diabetes|diabetic|depression|depressive|bipolar|"
    r"schizophreni[ac]\w*|psychosis|adhd|autis(?:m|tic)|asperger'?s?|ptsd|ocd|anxiety disorder|panic disorder|"
    r"epilep(?:sy|tic)|parkinson'?s?|alzheimer'?s?|dementia|multiple sclerosis|lupus|crohn'?s|colitis|hepatitis|"
    r"cirrhosis|tuberculosis|asthma(?:tic)?|hypertension|high blood pressure|heart (?:disease|failure|attack)|"
    r"kidney (?:disease|failure)|endometriosis|pcos|infertil(?:e|ity)|miscarriage|abortion|herpes|chlamydia|gonorrh\w+|"
    r"syphilis|stds|stis|eating disorder|anorexi[ac]|bulimi[ac]|addict(?:ion)?(?: to (?:alcohol|drugs|opioids))|alcoholi(?:c|sm)|"
    r"insulin|antidepressants?|chemotherapy|chemo|prozac|zoloft|methadone|ssris?|"
    r"co?eliac|[a-z]{2,}itis|psoriasis|fibromyalgia|an(?:a)?emi[ac]|melanoma|glaucoma|gout|"
    r"(?:severe|acute|chronic|clinical|crippling|debilitating|social|general(?:i[sz]ed)?|health|separation) anxiety|"
    r"anxiety (?:attacks?|meds?|medications?|pills?)|panic attacks?|clinically (?:anxious|depressed)|"
    r"(?:social|specific) phobias?|agoraphobi[ac]"
)
_ILLNESS_ZH = (
    r"艾滋|癌|肿瘤|白血病|糖尿病|抑郁症?|躁郁|双相|精神分裂|自闭症|多动症|焦虑症|强迫症|惊恐|创伤后|癫痫|帕金森|阿尔茨海默|"
    r"痴呆|乙肝|丙肝|肝炎|肺结核|哮喘|高血压|心脏病|冠心病|中风|肾衰|肾病|不孕|不育|流产|堕胎|梅毒|淋病|疱疹|性病|厌食症|"
    r"暴食症|酗酒|酒瘾|毒瘾|胰岛素|化疗|抗抑郁|"
    r"乳糜泻|银屑病|牛皮癣|痛风|贫血|青光眼|(?:社交|广场|特定)恐惧|"
    r"(?:重度|中度|严重|社交|广泛性|慢性|病态)的?焦虑|(?<!过敏性)鼻炎|"
    r"(?:肝|胃|肠|肺|肾|关节|皮|咽喉?|扁桃[体腺]|结膜|角膜|胰腺|气管|胸膜|前列腺|阑尾|中耳|牙周|牙龈|腱鞘"
    r"|心肌|脑膜?|膀胱|盆腔|乳腺|血管|脊柱|肩周|筋膜|毛囊|神经)炎"
)
_HEALTH = re.compile(
    rf"\b(?:{_ILLNESS})\b|\bdiagnos(?:is|ed|es)\b|\b(?:chronic|mental|terminal) (?:illness|disease|disorder|condition)\b|"
    rf"\bmedical condition\b|\bsuffers? from \w+ (?:disease|disorder|syndrome)\b|\b\w+ (?:syndrome|disorder|disease)\b|"
    rf"\b(?:pregnan(?:t|cy)|disabled|disability|wheelchair)\b|"
    rf"{_ILLNESS_ZH}|确诊|诊断|患有|得了.{{1,8}}病|病史|[\u4e00-\u9fff]{{1,4}}综合征|怀孕|残疾"
)
_POLITICS = re.compile(
    r"\bvot(?:e|es|ed|ing) (?:for|against)\b|\bvotes?\b.*\b(?:party|labour|tory|green)\b|\b(?:republicans?|democrats?|conservatives? party|"
    r"labour party|tor(?:y|ies)|green party|libertarians?|socialists?|communists?|marxists?|anarchists?|fascists?|(?:a|am|is) liberal|liberals|"
    r"left[- ]wing|right[- ]wing|leftist|(?:donald|pro-|for|support(?:s|ing)?) ?trump|maga|brexit(?:eer)?|political (?:party|views?|beliefs?|affiliation|leaning|opinion)s?|"
    r"politically|party member|pro-life|pro-choice)\b|"
    r"投票给|投了.{1,8}票|党员|共产党|国民党|民进党|民主党|共和党|保守党|工党|绿党|左派|右派|左翼|右翼|政治(?:立场|倾向|观点|面貌|信仰)|入党"
)
_RELIGION = re.compile(
    r"\breligio(?:n|us)\b|\bconverted to (?:islam|christianity|judaism|catholicism|buddhism|hinduism)\b|"
    r"\b(?:baptised|baptized|believes? in (?:god|allah|jesus)|prays?(?: to| at| daily)|attends? (?:mass|church|mosque|synagogue)|"
    r"atheis[tm]|agnostic(?:ism)?|bible study|jehovah'?s witness(?:es)?)\b|"
    r"穆斯林|伊斯兰教|回教|基督徒|天主教徒|摩门教|信佛|信教|信主|宗教|做礼拜|皈依|受洗|无神论"
)
_RELIGION_WORD = re.compile(
    r"\b(?:muslim|islam(?:ic)?|christian(?:ity)?|catholic(?:ism)?|protestant|evangelical|baptist|methodist|lutheran|orthodox|"
    r"mormon|jew|jewish|judaism|hindu(?:ism)?|buddhis[tm]|sikh(?:ism)?|taois[tm]|pagan|faith|church|mosque|synagogue|quran|koran|"
    r"allah|jesus)\b|基督教|天主教|新教|东正教|犹太教|印度教|佛教|道教|锡克教|信仰|清真寺"
)
_SEX = re.compile(
    r"\b(?:gay|lesbian|bisexual|bi-curious|pansexual|asexual|homosexual|heterosexual|queer|transgender|trans (?:man|woman)|transsexual|non-?binary|"
    r"sexual(?:ity| orientation| preference)?|sex life|polyamor(?:y|ous)|bdsm|fetish(?:es)?|porn(?:ography)?)\b|"
    r"同性恋|双性恋|无性恋|泛性恋|异性恋|跨性别|变性|性取向|性生活|性癖|出柜|色情|处女|处男"
)
_ETHNICITY = re.compile(
    r"\b(?:ethnicity|ethnic (?:group|background|origin|minority)|race is|racial(?:ly)?)\b|民族是|种族|族裔|血统|少数民族"
)
_ETHNIC_WORD = re.compile(
    r"\b(?:i'm|i am|is|as an?) (?:black|white|roma|romani|aboriginal|indigenous|kurd(?:ish)?|uyghur|tibetan)\b|"
    r"\b(?:african[- ]american|asian[- ]american|native american|latin[oax]|hispanic|caucasian|biracial|mixed race|han chinese)\b|"
    r"(?:汉|满|回|藏|壮|苗|彝|维吾尔|蒙古|朝鲜|哈萨克|土家|傣|侗|瑶|白)族"
)
_UNION = re.compile(
    r"\b(?:trade union|labou?r union|union (?:member|rep|steward|membership|dues)|(?:in|joined|belong to|member of) (?:a|the|my|our) (?:\w+ )?union|"
    r"unioni[sz]ed|shop steward)\b|工会"
)
_BIOMETRICS = re.compile(
    r"\b(?:fingerprints?|face ?id template|iris scan|retina(?:l)? scan|voice ?print|dna (?:test|profile|sequence)|genome|genetic (?:test|data|profile|marker)s?|"
    r"biometrics?|blood type|brca[12]?)\b|指纹|虹膜|声纹|人脸(?:数据|特征|模板)|基因(?:检测|数据|型)|血型|生物特征"
)
_CATEGORIES: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("health", _HEALTH),
    ("politics", _POLITICS),
    ("religion", _RELIGION),
    ("sex life", _SEX),
    ("ethnicity", _ETHNICITY),
    ("union membership", _UNION),
    ("biometrics", _BIOMETRICS),
)
_WORDS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("religion", _RELIGION_WORD),
    ("ethnicity", _ETHNIC_WORD),
)
"""Words that are sensitive where they say what the person is, and not in "likes Christian Bale"."""
_OF_PERSON = frozenset({"has_attribute", "has_trait", "role", "struggles_with", "other"})
"""Kinds that may say to which group a person belongs."""

_BY_CLAUSE = _OF_PERSON - {"role"}
"""Kinds whose label and target may say too little, so that the clause is read as well."""


def category_of(text: str, *, of_person: bool = True) -> str | None:
    """The special category that a text falls in, or None.

    Args:
        text: in the form of `persona.extract.clauses.plain_form`.
        of_person: whether the text says what the person is, so that a bare word of a religion or a
            people counts too.
    """
    categories = (*_CATEGORIES, *_WORDS) if of_person else _CATEGORIES
    return next((name for name, pattern in categories if pattern.search(text)), None)


def sensitive_category(kind: str, label: str, target: str, clause: str) -> str | None:
    """The special category of a fact of the user, or None where it may be kept.

    The label and the target decide; for an attribute, a trait, a problem or a label that we do not
    know so do the words of the clause, up to 200 characters. A liking for a film and the like are not
    made sensitive by the words around them, and a name ("Christian") never is.

    Args:
        kind: a kind of `persona.vocabulary`.
        label: the relation in the person's words, in plain form.
        target: the target, in plain form.
        clause: the clause that holds the target, in plain form.
    """
    if kind in KEPT_KINDS or kind == "name":
        return None
    found = category_of(f"{label} {target}", of_person=kind in _OF_PERSON)
    return found or (category_of(clause[:200]) if kind in _BY_CLAUSE else None)
