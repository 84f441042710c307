"""Secrets that are known by their name: `password = …`, `"api_key": "…"`, `--token …`, in JSON inside JSON too."""

from __future__ import annotations

import re
from collections.abc import Iterator

from segue.patterns import compiled
from segue.redact.judge import is_secret

Span = tuple[int, int, str]

_BEFORE_KEY = (
    "api|access|account|auth|private|secret|signing|encryption|encrypt|master|client|service|license|shared|storage|jwt"
    "|app|application|admin|deploy|hmac|cookie|root|sas|subscription|registry|write|publish|server|bot|session|webhook"
    "|openai|anthropic|gemini|google|azure|aws|mistral|cohere|deepseek|groq|xai|openrouter|stripe|twilio|sendgrid|mailgun"
    "|cloudflare|datadog|dd|algolia|sentry|supabase|resend|pinecone|tavily|serper|brave|hf|huggingface|wandb|maps|rsa"
)
_NAME = r"pass(?:word|wd|phrase|code)|pwd|[_-](?:pass|pw|auth)(?![a-z])|secret|token|credential|key"
_KEYS = tuple(f"{word}{join}" for word in _BEFORE_KEY.split("|") for join in ("", "_", "-"))
_HINTS = ("pass", "pwd", "_pw", "-pw", "secret", "token", "credential", "auth", "key")
_PERSONAL = ("pass", "pwd", "secret", "_pw", "-pw", "_pass", "-pass")
_KINDS = (("pass", "password"), ("pw", "password"), ("secret", "secret"), ("token", "token"), ("key", "key"))
# The rest of a name that is about a secret and is none: secretName, token_count, tokenizer, keywords.
_ABOUT = (
    r"(?i)(?:iz(?:e|ing|ation)|word|board|stroke)|.*(?:name|id|file|path|type|ur[li]|count|length|len|limit|expir\w{1,6}|ttl|env|var|ref|header"
    r"|field|provider|manager|policy|prefix|arn|version|usage|used|budget|size|index|endpoint|alg|algorithm|class|kind|label"
    r"|store|bucket|cache|error|status|state|page|position|pattern|regex|script|window|estimate|total)s?$"
)
_ASSIGNED = r"""(?x)
(?P<tail>[A-Za-z0-9_.-]{0,24}+)
(?P<shut>\\{0,8}["'`])?[\])]{0,2}
(?:[ \t]{0,4}:[ \t]{0,4}[A-Za-z][\w.\[\]| ]{0,30}?(?=[ \t]{0,4}=[^=]))?
(?:[ \t]{0,40}(?:(?P<column>(?<=[ \t])\|(?=[ \t]))|:=|=>|={1,3}|(?P<colon>:(?!:))|>)|(?P<flag>[ \t]{1,4})|(?P<comma>,))
[ \t]{0,8}[brfu]{0,2}
(?P<open>\\{0,8}["'`])?
"""
_BARE = r"[^\s\"'`<>&\\]{1,500}(?:\\[^nrt\"'\s][^\s\"'`<>&\\]{0,200}){0,4}"
_QUOTED = {quote: rf"(?:[^{quote}\\\n]|\\.){{0,2000}}" for quote in "\"'`"}
_LONG = 64


def keyed(text: str) -> Iterator[Span]:
    """Every named secret: where its value stands, and its kind."""
    low = text.lower()
    if len(low) != len(text):  # İ grows when it becomes small
        low = text.replace("İ", "I").lower()
    if not any(hint in low for hint in _HINTS):
        return
    done = 0
    for name in compiled(_NAME).finditer(low):
        if name.end() < done:
            continue
        if name[0] == "key" and not low[max(0, name.start() - 14) : name.start()].removesuffix("\n").endswith(_KEYS):
            continue
        found = compiled(_ASSIGNED).match(text, name.end())
        if found is None or not _assigns(low, name.start(), found):
            continue
        value = _quoted(text, found.end(), found["open"]) if found["open"] else _bare(text, found.end())
        personal = name[0].startswith(_PERSONAL) or low.endswith(("api", "api_", "api-"), 0, name.start())
        if _is_secret(value, found, personal=personal):
            done = found.end() + len(value)
            yield found.end(), done, next((kind for part, kind in _KINDS if part in name[0]), "credential")
        elif len(value) > _LONG and not found["open"]:
            done = found.end() + len(value)  # names that fill one long word are not looked at again and again


def _assigns(low: str, at: int, found: re.Match[str]) -> bool:
    """Whether a value follows that is the secret itself: `"name", "value"` and `--name value` do, prose does not."""
    if found["comma"] and not (found["shut"] and found["open"]):
        return False
    if found["flag"] and not compiled(r"[\s\"'=]").split(low[max(0, at - 40) : at])[-1].startswith("-"):
        return False
    if found["colon"] and low[at - 1 : at] == ":":  # a part of a longer name, as in arn:aws:…:secret:prod
        return False
    return not compiled(_ABOUT).match(found["tail"])


def _is_secret(value: str, found: re.Match[str], *, personal: bool) -> bool:
    if (found["column"] or found["comma"]) and len(value) < 12:  # a pipe or an argument more often than a secret
        return False
    return is_secret(value, password=personal, quoted=bool(found["open"]))


def _quoted(text: str, start: int, quote: str) -> str:
    """What stands between quotes; an escaped quote is ended by the same one, a lost one by the end of the word."""
    if len(quote) == 1:
        found = compiled(_QUOTED[quote]).match(text, start)
        return found[0] if found else ""
    end = text.find(quote, start, start + 2000)
    return text[start:end] if end >= 0 else _bare(text, start)


def _bare(text: str, start: int) -> str:
    found = compiled(_BARE).match(text, start)
    return found[0].rstrip(",;:.)]}|…") if found else ""
