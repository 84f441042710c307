"""Is this value a secret, or a word, a reference, an example? Decides where a shape alone says nothing."""

from __future__ import annotations

import math
from collections import Counter
from itertools import pairwise

from segue.patterns import late

_EXAMPLE = late(
    r"(?i)example|placeholder|change[-_]?me|replace|redacted|dummy|your[-_]|insert|goes[-_]?here|sample|fake|mock|masked"
    r"|todo|fixme|not[-_]?a[-_]?real|xxxx|secret[-_]?here|\*\*\*|\.\.\.|…|•|<[^>]*>|\{[^}]*\}|\[masked"
)
_COUNTED = late(r"(?i)1234567|abcdefgh|0000000|deadbeef")
_SHAPED_EXAMPLE = late(
    r"(?i)example|placeholder|changeme|redacted|your[-_]|x{6}|\[masked|\*{4}|(?:0{10}|1234567890|abcdefghij).{0,12}$"
)
_REFERENCE = late(
    r"\$[A-Za-z_{(]|%[A-Za-z_]+%|%\(|\{|!(?:Ref|Sub|GetAtt|secret|vault|env)\b|@Microsoft\."
    r"|(?:https?|file|arn|sha\d+|md5|urn|data|vault|op|ref|env|ssm)[:/-]"
    r"|[~.]{0,2}/[\w.-]+(?:/[\w. -]*)*$"  # a path
    r"|[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$"  # the name of a constant or a variable
)
_CODE = late(r"[A-Za-z_$][\w$]*(?:(?:\?|!)?\.|::|->|[(\[])")
_NAME_OR_PATTERN = late(r"[A-Za-z_$]+[!?]*$|[\[(|^*?]")
_ATTRIBUTE = late(r"[A-Za-z_]\w*(?:\??\.[A-Za-z_]\w*)+$")
_UUID = late(r"(?i)[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$")
_NAME_OF_A_THING = late(
    r"(?i)(?:utf|sha|md|base|u?int|float|oauth|ed|x|aes|hs|rs|es|ps|v|http|ipv|win|python|py|node|test|user|argon|pbkdf|p)"
    r"[-_]?\d{1,5}(?:[-_.]\w{1,8})?$"
)
_WORD = late(r"[A-Za-z]{0,20}\d{0,2}$|v?\d{1,8}$|\d{1,4}[a-z]{1,2}$")
_EXPANDED = late(r"\$|%[A-Za-z(]")
_BETWEEN = late(r"[-_./:@+,]+")
_DEFAULTS = late(
    "password|passwd|pass|pw|pwd|secret|token|user|username|postgres|root|admin|guest|test|mysql|redis|mongo|rabbitmq"
    "|string|null|none|true|false|undefined|required|optional|hidden"
)


def is_example(value: str) -> bool:
    """A stand-in for a secret that has the right shape: documentation, or already masked."""
    return bool(_SHAPED_EXAMPLE.search(value)) or len(set(value[-16:])) <= 4


def is_secret(value: str, *, password: bool, quoted: bool = False) -> bool:
    """Whether the value of something called a password (or a token, a key, …) is a real one.

    A password may be short and made by a person; a token is long and made by a machine."""
    if not (6 if password else 12) <= len(value) <= 4096 or any(c.isspace() for c in value):
        return False
    if _UUID.match(value):
        return password
    if _EXAMPLE.search(value) or _REFERENCE.match(value) or _is_words(value) or (not quoted and _is_code(value)):
        return False
    return _made_by_a_person(value) if password else not _COUNTED.search(value) and is_random(value)


def is_url_password(user: str, value: str) -> bool:
    """Whether `user:value@` in an address gives something away; defaults such as postgres:postgres do not."""
    if value == user or _DEFAULTS.fullmatch(value.lower()):
        return False
    return not _EXAMPLE.search(value) and not _EXPANDED.match(value)


def is_random(value: str) -> bool:
    """Letters and digits mixed as only a machine does; or letters alone, with small and capital ones mixed so."""
    if len(value) < 12 or _entropy(value) < 2.8:
        return False
    if any(c.isdigit() for c in value) and any(c.isalpha() for c in value):
        return _switches(value) >= 3
    return value.isalpha() and len(value) >= 16 and 8 * _switches(value) >= 3 * len(value)


def _entropy(value: str) -> float:
    """Bits a character, from the value's own characters."""
    size = len(value)
    return -sum(n / size * math.log2(n / size) for n in Counter(value).values())


def _switches(value: str) -> int:
    """How often the value changes between small letters, capitals and digits."""
    classes = [0 if c.islower() else 1 if c.isupper() else 2 if c.isdigit() else 3 for c in value]
    return sum(1 for one, next_one in pairwise(classes) if one != next_one)


def _made_by_a_person(value: str) -> bool:
    if value.isdigit():
        return len(value) >= 8
    letters, digits = any(c.isalpha() for c in value), any(c.isdigit() for c in value)
    odd = any(not c.isalnum() and c not in "-_./:,;" for c in value)
    return letters + digits + odd >= 2 or is_random(value)


def _is_words(value: str) -> bool:
    """Words and small numbers in a row: a name, a version, a model. A lone word with a number may be a password."""
    if _DEFAULTS.fullmatch(value.lower()) or _NAME_OF_A_THING.match(value):
        return True
    parts = [part for part in _BETWEEN.split(value.strip("\"'`,;.?()")) if part]
    if len(parts) == 1:
        return parts[0].isalpha() and not is_random(parts[0])
    return all(_WORD.match(part) and not is_random(part) for part in parts)


def _is_code(value: str) -> bool:
    if _NAME_OR_PATTERN.match(value):
        return not is_random(value)
    if _ATTRIBUTE.match(value):
        return not any(is_random(part) for part in value.split("."))
    return bool(_CODE.match(value)) and ("(" in value or "[" in value or "::" in value or "->" in value)
