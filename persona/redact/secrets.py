"""Secrets: private keys, keys and tokens of known issuers, stated passwords."""

from __future__ import annotations

import re

from persona.redact.scan import Spans, scan

_KEY_BEGIN = re.compile(r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----")
_KEY_END = re.compile(r"-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----")
_KEY_BODY = re.compile(r"(?:(?:\s|\\n)*[A-Za-z0-9+/=]{16,})*")
_KEY_LONGEST = 20_000


def private_keys(text: str) -> Spans:
    """Key blocks; of one that is cut off, the lines of base64 that follow its head."""
    at = 0
    end = _KEY_END.search(text)
    while begin := _KEY_BEGIN.search(text, at):
        while end and end.start() < begin.end():
            end = _KEY_END.search(text, end.end())
        if end and end.end() - begin.start() <= _KEY_LONGEST:
            at = end.end()
        else:
            body = _KEY_BODY.match(text, begin.end())
            at = body.end() if body else begin.end()
        yield begin.start(), at


# Shapes as their issuers publish them; the prefix makes them sure.
_ISSUED = re.compile(
    r"(?<![A-Za-z0-9_])(?:"
    r"(?P<sk>sk-[A-Za-z0-9_-]{12,300})"
    r"|[srp]k_(?:live|test)_[A-Za-z0-9]{10,200}|whsec_[A-Za-z0-9+/=]{16,200}"  # Stripe
    r"|gh[pousr]_[A-Za-z0-9]{20,255}|github_pat_[A-Za-z0-9_]{20,255}|glpat-[\w-]{18,100}"
    r"|(?:AKIA|ASIA|AGPA|AROA|AIDA)[A-Z0-9]{16}(?![A-Za-z0-9])"  # AWS
    r"|LTAI[A-Za-z0-9]{12,30}|AKID[A-Za-z0-9]{20,40}"  # Alibaba Cloud, Tencent Cloud
    r"|xox[a-z](?:\.xox[a-z])?-[A-Za-z0-9-]{10,250}|xapp-[A-Za-z0-9-]{10,250}"  # Slack
    r"|AIza[A-Za-z0-9_-]{30,45}|ya29\.[\w-]{20,300}|GOCSPX-[\w-]{20,40}"  # Google
    r"|hf_[A-Za-z0-9]{20,60}|gsk_[A-Za-z0-9]{20,80}|r8_[A-Za-z0-9]{30,60}"
    r"|npm_[A-Za-z0-9]{30,60}|pypi-[A-Za-z0-9_-]{40,300}|dop_v1_[a-f0-9]{40,80}"
    r"|shp(?:at|ca|pa|ss)_[a-fA-F0-9]{24,40}|SG\.[\w-]{16,40}\.[\w-]{16,60}"
    r"|[0-9]{8,10}:AA[A-Za-z0-9_-]{32,36}"  # Telegram
    r")"
)
_RUN = re.compile(r"[A-Za-z0-9]{12,}")


def _looks_random(value: str) -> bool:
    """Whether a run of letters and digits is no word: digits among letters, or case within."""
    for run in _RUN.findall(value):
        has_digit = any(c.isdigit() for c in run)
        if has_digit or (run[1:] != run[1:].lower() and run != run.upper()):
            return True
    return False


def issued_keys(text: str) -> Spans:
    """Keys with the prefix of a known issuer."""
    return scan(_ISSUED, text, lambda _, m: m["sk"] is None or _looks_random(m["sk"]))


_TOKEN = re.compile(
    r"(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{8,4000}\.[A-Za-z0-9_-]{8,8000}(?:\.[A-Za-z0-9_-]{0,2000})?"
    r"|(?i:(?<![a-z])bearer\s{1,4})(?P<bearer>[A-Za-z0-9._~+/-]{16,4000}=*)"
)


def tokens(text: str) -> Spans:
    """JSON web tokens, and what follows the word Bearer."""
    for match in _TOKEN.finditer(text):
        if match["bearer"] is None:
            yield match.span()
        elif any(c.isdigit() for c in match["bearer"]):
            yield match.span("bearer")


_ASSIGNED = re.compile(
    r"(?i:api[ _-]?key|secret(?:[ _-]?(?:access[ _-]?)?key)?|(?:access|auth|refresh|api|bot)?[ _-]?token"
    r"|client[ _-]?secret|密钥|私钥|令牌|访问令牌)"
    r"[\"']?\s{0,3}(?:is|=|:|是|为|為|->|=>)\s{0,3}[\"'“”‘’`]?"
    r"(?P<value>[A-Za-z0-9_+/.=-]{12,500})"
)


def assigned_keys(text: str) -> Spans:
    """Random-looking values that are called a key, a secret or a token."""
    return scan(_ASSIGNED, text, lambda _, m: _looks_random(m["value"]), "value")


_FOR = r"(?:\s{1,3}(?:for|to|of|on|at|here)(?:\s{1,3}[\w'.-]{1,30}){0,4}?)?"
_PASSWORD = re.compile(
    r"(?:(?<![A-Za-z])(?i:(?:\w{0,20}_)?(?:password|passwd|passcode|passphrase|pwd|verification code|pin code)s?)"
    + _FOR
    + r"[\"']?(?:\s{0,3}(?::|=|->)\s{0,3}|\s{1,3}(?i:is(?: now| still)?|was)(?:\s{0,3}:)?\s{1,3})"
    r"|(?<![A-Za-z])(?:PIN|(?i:my pin))"
    + _FOR
    + r"(?:\s{0,3}[:=]\s{0,3}|\s{1,3}is\s{1,3})(?=[0-9]{4})"
    r"|(?:密码|密碼|口令|验证码|驗證碼)[^\x00\s，。,.;；!！?？:=是为為]{0,6}"
    r"(?:就?是|[为為]|[:=]|[设設](?:置|定)?[成为為]了?|改[成为為]了?)[:\s]{0,3})"
    r"(?:(?P<open>[\"'“‘「『`])(?P<quoted>[^\x00\n\"'”’」』`]{1,64})[\"'”’」』`]|(?P<bare>[!-~]{3,64}))"
)
_NO_PASSWORD = re.compile(
    r"(?i:"
    r"wrong|incorrect|invalid|required|needed|missing|empty|blank|not|the|too|very|that"
    r"|this|what|my|your|our|his|her|its|a|an|in|on|at|case|stored|saved|hashed"
    r"|encrypted|salted|weak|strong|short|long|secure|insecure|unknown|correct|right"
    r"|fine|ok|okay|null|none|true|false|easy|hard|safe|different|same|bad|good|nothing"
    r"|something|gone|lost|public|private|default|optional|mandatory|string|str|int"
    r"|bytes|text|always|never|now|also|just|still|changing|bcrypt|argon2|scrypt|md5"
    r"|sha1|sha256|sha512|base64|password|passwd|input|hidden|only|being|there|here"
    r")"
)
_UNIT_AFTER = re.compile(
    r"\s{0,2}(?:加密|哈希|散列|格式|字符|字元|编码|算法|位|年|月|日|天|个|長|长|characters?|chars|digits|letters|years?|days?|times)"
)
_CLAUSE_END = re.compile(
    r"\s{0,3}(?:$|[\x00\n,.;!?，。；！？、)）\"”]|(?:and|but|for|so|吧|哦|啊|呢|了)(?![A-Za-z]))"
)


def _is_password(text: str, match: re.Match[str]) -> bool:
    if match["quoted"] is not None:
        return not match["quoted"].isspace()
    start, end = _password_span(match)
    value = text[start:end]
    if len(value) < 3 or _NO_PASSWORD.fullmatch(value) or _UNIT_AFTER.match(text, end):
        return False
    if not value.isalpha():
        return any(c.isalnum() for c in value)
    # A plain word may be a password or a remark about it ("is expired", "is hard to guess").
    return (
        len(value) >= 4 and not value.endswith(("ed", "ing")) and bool(_CLAUSE_END.match(text, end))
    )


def _password_span(match: re.Match[str]) -> tuple[int, int]:
    """The value; of a bare one without the sentence mark behind it."""
    if match["quoted"] is not None:
        return match.span("quoted")
    start = match.start("bare")
    return start, start + len(match["bare"].rstrip(".,;:?)\"'`]}"))


_URL_LOGIN = re.compile(r"://[^\x00\s:/@]{0,64}:(?P<value>[^\x00\s/@]{1,128})@(?=[A-Za-z0-9\[])")


def passwords(text: str) -> Spans:
    """Values that are called a password, in English or Chinese."""
    return (_password_span(m) for m in _PASSWORD.finditer(text) if _is_password(text, m))


def logins(text: str) -> Spans:
    """Passwords in addresses: ``scheme://user:password@host``."""
    return (match.span("value") for match in _URL_LOGIN.finditer(text))
