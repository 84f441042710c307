"""Secrets out of findings. Quotes are verified on the raw text first; a masked quote still counts as verbatim."""

from __future__ import annotations

import msgspec

from segue.brief.records import Masked
from segue.distil.records import Finding
from segue.redact import mask


def without_secrets(finding: Finding) -> tuple[Finding, tuple[Masked, ...]]:
    """The finding with its secrets replaced by their kind, and where each one stood."""
    claims, found = [], []
    for claim in finding.claims:
        text, secrets = mask(claim.text)
        where = ", ".join(map(str, claim.pointers)) or finding.kind
        found += [Masked(secret.kind, where) for secret in secrets]
        claims.append(msgspec.structs.replace(claim, text=text) if secrets else claim)
    if not found:
        return finding, ()
    return msgspec.structs.replace(finding, claims=tuple(claims)), tuple(found)
