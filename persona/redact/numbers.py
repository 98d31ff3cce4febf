"""Numbers and addresses of a person: cards, identity numbers, IBANs, phones, e-mail.

A number without such a shape stays: dates, prices, versions, ISBNs, order and tracking numbers are
what people talk about.
"""

from __future__ import annotations

import re

from persona.redact.scan import BLANK, Spans, scan

# A number stands alone: no letter, digit, decimal point or hyphenated word touches it.
_ALONE = r"(?<![A-Za-z0-9_])(?<![0-9][.])(?<![A-Za-z0-9]-)"
_ENDS = r"(?![A-Za-z0-9_])(?![.][0-9])(?!-[A-Za-z0-9])"

_CARD = re.compile(
    _ALONE + r"(?:[0-9]{13,19}"
    r"|[0-9]{4}(?P<sep>[ -])[0-9]{4}(?P=sep)[0-9]{4}(?P=sep)[0-9]{4}(?:(?P=sep)[0-9]{1,3})?"
    r"|[0-9]{4}(?P<sep2>[ -])[0-9]{6}(?P=sep2)[0-9]{4,5}|[0-9]{6}[ -][0-9]{13})" + _ENDS
)
_CARD_OF_FOUR = re.compile(
    _ALONE + r"[0-9]{4}(?P<sep>[ -])[0-9]{4}(?P=sep)[0-9]{4}(?P=sep)[0-9]{4}(?![A-Za-z0-9_])"
)
# Issuer ranges with the lengths they issue (ISO/IEC 7812, as the schemes publish them).
_ISSUERS = (
    (re.compile(r"4"), (13, 16, 19)),
    (re.compile(r"5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720"), (16,)),
    (re.compile(r"3[47]"), (15,)),
    (re.compile(r"6011|64[4-9]|65|62|81|60|508"), (16, 17, 18, 19)),
    (re.compile(r"35(?:2[89]|[3-8])"), (16, 17, 18, 19)),
    (re.compile(r"3(?:0[0-5]|095|[689])"), (14, 16)),
    (re.compile(r"5[06-8]|6[37]|9[45]"), (16, 19)),
)


def luhn(digits: str) -> bool:
    """Whether a string of digits ends in its Luhn check digit (ISO/IEC 7812-1, annex B)."""
    total = 0
    for index, character in enumerate(reversed(digits)):
        value = int(character) * (1 + index % 2)
        total += value - 9 if value > 9 else value
    return total % 10 == 0


def _is_card(text: str, match: re.Match[str]) -> bool:
    digits = match[0].replace(" ", "").replace("-", "")
    issued = any(len(digits) in lengths and p.match(digits) for p, lengths in _ISSUERS)
    return issued and luhn(digits) and not _is_reference(text, match.start())


_IDENTITY = re.compile(
    _ALONE
    + r"[1-9][0-9]{5}[ -]?(?:18|19|20)[0-9]{2}[ -]?(?:0[1-9]|1[0-2])[ -]?(?:0[1-9]|[12][0-9]|3[01])"
    r"[ -]?[0-9]{3}[0-9Xx](?![A-Za-z0-9_])"
)


def chinese_id(number: str) -> bool:
    """Whether 18 characters end in the check of GB 11643 (ISO 7064, mod 11-2)."""
    digits = number.upper()
    total = sum(int(digit) * pow(2, 17 - index, 11) for index, digit in enumerate(digits[:17]))
    return digits[17] == "10X98765432"[total % 11]


_IBAN_LENGTHS = {
    country: int(length)
    for length, countries in {
        "15": "NO", "16": "BE", "18": "DK FO FI GL NL SD FK", "19": "MK SI", "20": "AT BA EE KZ LT LU XK MN",
        "21": "CH HR LI LV", "22": "BG BH CR DE GB GE IE ME RS VA", "23": "AE IL IQ TL OM GI SO",
        "24": "AD CZ ES MD PK RO SA SE SK TN VG", "25": "LY PT ST", "26": "IS TR",
        "27": "BI DJ FR GR IT MC MR SM", "28": "AL AZ BY CY DO GT HU LB NI PL SV",
        "29": "BR EG PS QA UA", "30": "JO KW MU YE", "31": "MT SC", "32": "LC", "33": "RU",
    }.items()
    for country in countries.split()
}  # fmt: skip
_IBAN = re.compile(r"(?<![A-Za-z0-9])[A-Z]{2}[0-9]{2}(?:[ -]?[A-Z0-9]){11,30}")


def ibans(text: str) -> Spans:
    """IBANs, by the length of their country in the registry and the check of ISO 13616 (mod 97)."""
    at = 0
    while match := _IBAN.search(text, at):
        at = match.start() + 1
        length = _IBAN_LENGTHS.get(match[0][:2])
        places = [i for i, c in enumerate(match[0]) if c not in " -"]
        if length is None or len(places) < length:
            continue
        end = match.start() + places[length - 1] + 1
        account = "".join(match[0][i] for i in places[:length])
        turned = "".join(str(int(c, 36)) for c in account[4:] + account[:4])
        if int(turned) % 97 == 1 and not text[end : end + 1].isalnum():
            yield match.start(), end
            at = end


_PHONE = re.compile(
    r"(?<![A-Za-z0-9_.+])(?:"
    r"(?P<plus>\+[1-9][0-9]{0,2}(?:[ .-]?\([0-9]{1,4}\)|[ .-]?[0-9]){6,14})"
    r"|(?P<zeros>(?<![0-9][ -])00(?:86|852|853|886|1|3[0-9]|4[0-9]|6[0-6]|7|81|82|9[0-8])[ -]?[0-9]{2,4}(?:[ -]?[0-9]){6,9}(?![ -]?[0-9]))"
    r"|(?P<mobile>(?:\(?86\)?[ -]?)?1[3-9][0-9](?P<sep>[ -]?)[0-9]{4}(?P=sep)[0-9]{4})"
    r"|(?P<line>\(0[0-9]{2,3}\)[ -]?[0-9]{7,8}|0[1-9][0-9]{1,2}-[0-9]{7,8}|(?<![0-9][ -])0[1-9][0-9]{1,2} [0-9]{7,8})"
    r"|(?P<north>(?:1[ .-])?(?:\([2-9][0-9]{2}\)[ -]?|[2-9][0-9]{2}[-.])[2-9][0-9]{2}[-.][0-9]{4})"
    r"|(?P<tollfree>[48]00-[0-9]{3}-?[0-9]{4})"
    r")(?![A-Za-z0-9_])(?![.-][0-9])"
)
_CALLED = re.compile(
    r"(?:(?<![A-Za-z])(?i:phone|tel|telephone|mobile|cell|whatsapp|call me|text me|reach me|phone number|cell number)"
    r"(?:\s{1,2}(?i:number|no|at|on|me))?\.?\s{0,2}(?::|=|(?i:is)(?![A-Za-z]))?"
    r"|(?:电话|電話|手机号?|手機號?|联系方式|座机)(?:号码?|號碼?)?(?:是|为|為|:)?)\s{0,3}"
    r"(?P<value>\(?[0-9](?:[ ()-]{0,2}[0-9]){6,13})(?![A-Za-z0-9_])(?![.][0-9])"
)
_REFERENCE = re.compile(
    r"(?i:(?<![a-z])(?:order|invoice|ticket|tracking|parcel|serial|reference|ref|transaction|receipt|isbn|issn|ean"
    r"|sku|case|batch|part|model|id|qq|uid|pid|timestamp|build|version|commit)"
    r"|订单|訂單|单号|單號|运单|快递|物流|编号|編號|流水|序列|发票|发货|账单|时间戳|版本|型号|群)"
    r"[a-z]{0,2}[号號]?码?(?:\s{0,2}(?:id|no|number|num|nr|code|号|is|was|是|为|為))?(?:\s{0,2}(?:is|was|是|为|為))?[\s.:#=(-]{0,4}$"
)


def _is_reference(text: str, start: int) -> bool:
    """Whether the words just before say that the number is of an order, a parcel, a book ..."""
    before = text[max(0, start - 40) : start].rpartition(BLANK)[2]
    return bool(_REFERENCE.search(before))


def _is_phone(text: str, match: re.Match[str]) -> bool:
    digits = sum(c.isdigit() for c in match[0])
    if match["plus"] is not None:
        spaced = digits < len(match[0]) - 1
        if not (8 if spaced else 10) <= digits <= 15:
            return False
        return not re.search(r"[ .]000(?:[ .]|$)", match[0])  # "+1 000 000" is an amount
    return not _is_reference(text, match.start())


def phones(text: str) -> Spans:
    """Phones by their shape: international, Chinese, North American."""
    yield from scan(_PHONE, text, _is_phone)


def called_phones(text: str) -> Spans:
    """Numbers of any shape that are called a phone."""
    for match in _CALLED.finditer(text):
        yield match.span("value")


_EMAIL = re.compile(
    r"(?<![A-Za-z0-9._%+-])(?P<local>[A-Za-z0-9._%+-]{1,64})@"
    r"(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,62})\.){1,8}[A-Za-z]{2,24}(?![A-Za-z0-9_])"
)


def emails(text: str) -> Spans:
    """E-mail addresses."""
    for match in _EMAIL.finditer(text):
        # "git@github.com:owner/repository" is where code lives, not a person
        if not (match["local"] == "git" and text[match.end() : match.end() + 1] in (":", "/")):
            yield match.span()


def cards(text: str) -> Spans:
    """Payment cards, by issuer, length and check digit."""
    return scan(_CARD, text, _is_card)


def grouped_cards(text: str) -> Spans:
    """Cards in four groups, whatever number comes behind them (a month, a check value)."""
    return scan(_CARD_OF_FOUR, text, _is_card)


def identities(text: str) -> Spans:
    """Chinese identity numbers of 18 characters."""
    return scan(_IDENTITY, text, lambda _, m: chinese_id(re.sub("[ -]", "", m[0])))
