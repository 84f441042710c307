"""Is this value a secret, or a word, a reference, an example? Decides where a shape alone says nothing."""

from __future__ import annotations

import math
import re
from collections import Counter
from itertools import pairwise

# Patterns are strings here: `re` compiles each when first used, and a text without candidates pays for none.
_EXAMPLE = (
    r"(?i)example|placeholder|change[-_]?me|replace|redacted|dummy|your[-_]|insert|goes[-_]?here|sample|fake|mock|masked"
    r"|todo|fixme|not[-_]?a[-_]?real|xxxx|secret[-_]?here|\*\*\*|\.\.\.|…|•|<[^>]*>|\{[^}]*\}|\[masked"
)
_COUNTED = r"(?i)1234567|abcdefgh|0000000|deadbeef"
_SHAPED_EXAMPLE = (
    r"(?i)example|placeholder|changeme|redacted|your[-_]|x{6}|\[masked|\*{4}|(?:0{10}|1234567890|abcdefghij).{0,12}$"
)
_REFERENCE = (
    r"\$[A-Za-z_{(]|%[A-Za-z_]+%|%\(|\{|!(?:Ref|Sub|GetAtt|secret|vault|env)\b|@Microsoft\."
    r"|(?:https?|file|arn|sha\d+|md5|urn|data|vault|op|ref|env|ssm)[:/-]"
    r"|[~.]{0,2}/[\w.-]+(?:/[\w. -]*)*$"  # a path
    r"|[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$"  # the name of a constant or a variable
)
_CODE = r"[A-Za-z_$][\w$]*(?:(?:\?|!)?\.|::|->|[(\[])"
_NAME_OR_PATTERN = r"[A-Za-z_$]+[!?]*$|[\[(|^*?]"
_ATTRIBUTE = r"[A-Za-z_]\w*(?:\??\.[A-Za-z_]\w*)+$"
_UUID = r"(?i)[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$"
_NAME_OF_A_THING = (
    r"(?i)(?:utf|sha|md|base|u?int|float|oauth|ed|x|aes|hs|rs|es|ps|v|http|ipv|win|python|py|node|test|user|argon|pbkdf|p)"
    r"[-_]?\d{1,5}(?:[-_.]\w{1,8})?$"
)
_WORD = r"[A-Za-z]{0,20}\d{0,2}$|v?\d{1,8}$|\d{1,4}[a-z]{1,2}$"
_DEFAULTS = (
    "password|passwd|pass|pw|pwd|secret|token|user|username|postgres|root|admin|guest|test|mysql|redis|mongo|rabbitmq"
    "|string|null|none|true|false|undefined|required|optional|hidden"
)


def is_example(value: str) -> bool:
    """A stand-in for a secret that has the right shape: documentation, or already masked."""
    return bool(re.search(_SHAPED_EXAMPLE, value)) or len(set(value[-16:])) <= 4


def is_secret(value: str, *, password: bool, quoted: bool = False) -> bool:
    """Whether the value of something called a password (or a token, a key, …) is a real one.

    A password may be short and made by a person; a token is long and made by a machine."""
    if not (6 if password else 12) <= len(value) <= 4096 or any(c.isspace() for c in value):
        return False
    if re.match(_UUID, value):
        return password
    if (
        re.search(_EXAMPLE, value)
        or re.match(_REFERENCE, value)
        or _is_words(value)
        or (not quoted and _is_code(value))
    ):
        return False
    return _made_by_a_person(value) if password else not re.search(_COUNTED, value) and is_random(value)


def is_url_password(user: str, value: str) -> bool:
    """Whether `user:value@` in an address gives something away; defaults such as postgres:postgres do not."""
    if value == user or re.fullmatch(_DEFAULTS, value.lower()):
        return False
    return not re.search(_EXAMPLE, value) and not re.match(r"\$|%[A-Za-z(]", value)


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
    if re.fullmatch(_DEFAULTS, value.lower()) or re.match(_NAME_OF_A_THING, value):
        return True
    parts = [part for part in re.split(r"[-_./:@+,]+", value.strip("\"'`,;.?()")) if part]
    if len(parts) == 1:
        return parts[0].isalpha() and not is_random(parts[0])
    return all(re.match(_WORD, part) and not is_random(part) for part in parts)


def _is_code(value: str) -> bool:
    if re.match(_NAME_OR_PATTERN, value):
        return not is_random(value)
    if re.match(_ATTRIBUTE, value):
        return not any(is_random(part) for part in value.split("."))
    return bool(re.match(_CODE, value)) and ("(" in value or "[" in value or "::" in value or "->" in value)
