"""Secrets out, control characters out: the only place that knows what a secret looks like.

`mask` replaces, `secrets_in` only tells, `clean` takes away what a terminal or a reader could be fooled with.
Nothing here remembers or reports a secret's value.
"""

from segue.redact.control import clean
from segue.redact.mask import Masked, mask, secrets_in

__all__ = ["Masked", "clean", "mask", "secrets_in"]
