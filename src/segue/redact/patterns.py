"""Secrets that are known by their own shape: one row a kind, most telling first.

A row is tried only when one of its hints occurs in the text, so plain text costs a few substring searches. Group 1 is
the secret where a pattern has one; without one the whole match is, and must not begin inside a word. Patterns begin
with their literal, which `re` finds fast. Repeats are bounded or cannot start again inside themselves: no text is slow.
"""

from __future__ import annotations

from msgspec import Struct

# After a letter or digit a prefix is part of a word, unless that letter ends an escape: \n, \u0022, %3D.
OUTSIDE_A_WORD = r"(?<![A-Za-z0-9])|(?<=\\[nrtbf])|(?<=\\u[0-9a-fA-F]{4})|(?<=%[0-9A-F]{2})"
# Where a text was bounded, half a secret stands before the mark.
CUT = r"(?=\s?(?:\[?…|\.\.\.))"


class Rule(Struct, frozen=True, gc=False):
    kind: str
    hints: tuple[str, ...]
    pattern: str
    judged: bool = False
    """The shape alone says little: the value must look like a secret too."""


def _token(kind: str, prefix: str, least: int, *hints: str, body: str = "A-Za-z0-9_-") -> Rule:
    """A prefix and at least so many characters, or fewer before the mark of a cut."""
    return Rule(kind, hints or (prefix,), rf"{prefix}(?:[{body}]{{{least},}}|[{body}]{{6,}}{CUT})")


_WORD = "A-Za-z0-9"
RULES = (
    _token("Anthropic key", "sk-ant-", 16),
    _token("OpenRouter key", "sk-or-", 20),
    _token("OpenAI key", "sk-(?:proj|svcacct|admin|None|lf)-", 16, "sk-proj", "sk-svc", "sk-admin", "sk-None", "sk-lf"),
    _token("API key", "sk-", 20, body=_WORD),
    _token("GitHub token", "github_pat_", 16),
    _token("GitHub token", "gh[pousr]_", 16, "ghp_", "gho_", "ghu_", "ghs_", "ghr_"),
    _token("GitLab token", "gl(?:pat|ptt|dt|rt|rtr|cbt|oas|ft|imt|agent|soat|ffct)-", 14, "gl", body="A-Za-z0-9_.-"),
    _token("GitLab token", "GR1348941", 16),
    _token("Slack token", r"xox[abceoprs]-", 10, "xox", body="A-Za-z0-9-"),
    _token("Slack token", r"xapp-\d-", 16, "xapp-", body="A-Za-z0-9-"),
    Rule("Slack webhook", ("hooks.slack.com",), r"hooks\.slack\.com/(?:services|workflows|triggers)/([\w/-]{16,})"),
    Rule("Discord webhook", ("/api/webhooks/",), r"discord(?:app)?\.com/api/webhooks/(\d{10,25}/[\w-]{30,})"),
    Rule("Discord token", (".",), r"[MNO](?<![\w-].)[\w-]{23,27}\.[\w-]{6}\.[\w-]{27,45}(?![\w-])"),
    Rule("Telegram token", (":AA",), r"(?<!\d)\d{8,10}:AA[\w-]{32,36}(?![\w-])"),
    _token("Google API key", "AIza", 30),
    _token("Google client secret", "GOCSPX-", 16),
    _token("Google token", r"ya29\.", 20, "ya29.", body="A-Za-z0-9_.-"),
    _token("Google token", "1//0", 30),
    Rule("Google key id", ("private_key_id",), r"private_key_id\W{2,12}([0-9a-f]{40})"),
    Rule(
        "AWS secret key", ("AKIA", "ASIA"), r"A[KS]IA[A-Z0-9]{16}[\s,:;|\"']{1,12}([A-Za-z0-9/+]{40})(?![A-Za-z0-9/+])"
    ),
    Rule("AWS access key", ("AKIA", "ASIA", "ABIA", "ACCA"), r"A(?:KIA|SIA|BIA|CCA)[A-Z0-9]{16}(?![A-Za-z0-9])"),
    _token("AWS Bedrock key", "ABSK", 60, body="A-Za-z0-9+/="),
    _token("Stripe key", "(?:sk|rk)_(?:live|test)_", 16, "_live_", "_test_", body=_WORD),
    _token("webhook secret", "whsec_", 20, body="A-Za-z0-9+/="),
    Rule("SendGrid key", ("SG.",), r"SG\.[\w-]{16,40}\.[\w-]{20,80}"),
    _token("npm token", "npm_", 30, body=_WORD),
    _token("PyPI token", "pypi-", 40),
    _token("Hugging Face token", "(?:hf|api_org)_", 30, "hf_", "api_org_", body=_WORD),
    Rule(
        "JWT",
        ("eyJ",),
        r"eyJ(?:(?<![\w-]eyJ)|(?<=\\[nrt]eyJ)|(?<=%[0-9A-F]{2}eyJ))[\w-]{8,}+\.eyJ[\w-]{6,}+(?:\.[\w-]*+){0,3}",
    ),
    _token("xAI key", "xai-", 30, body=_WORD),
    _token("Groq key", "gsk_", 30, body=_WORD),
    _token("Perplexity key", "pplx-", 30, body=_WORD),
    _token("Replicate token", "r8_", 30, body=_WORD),
    _token("NVIDIA key", "nvapi-", 30),
    _token("Tavily key", "tvly-", 20),
    _token("LangSmith key", "lsv2_(?:pt|sk)_", 30, "lsv2_"),
    _token("Fireworks key", "fw_", 20, body=_WORD),
    _token("Cerebras key", "csk-", 30, body=_WORD),
    Rule("age secret key", ("AGE-SECRET-KEY-",), r"AGE-SECRET-KEY-(?:PQ-)?1[A-Z0-9]{20,}"),
    _token("DigitalOcean token", "do[opr]_v1_", 30, "dop_v1_", "doo_v1_", "dor_v1_", body="a-f0-9"),
    Rule("Twilio key", ("SK",), r"SK[0-9a-f]{32}(?![0-9A-Za-z])"),
    Rule("Mailgun key", ("key-",), r"key-[0-9a-f]{32}(?![0-9A-Za-z])"),
    Rule("Mailchimp key", ("-us",), r"[0-9a-f]{32}-us\d{1,2}(?![0-9A-Za-z])"),
    Rule("Databricks token", ("dapi",), r"dapi[0-9a-f]{32}(?:-\d)?(?![0-9A-Za-z])"),
    Rule("Cloudflare key", ("v1.0-",), r"v1\.0-[0-9a-f]{24}-[0-9a-f]{100,}"),
    Rule("Azure client secret", ("Q~",), r"[A-Za-z0-9_.~-]{3}\dQ~[A-Za-z0-9_.~-]{31,34}"),
    Rule("Azure key", ("AccountKey=", "SharedAccessKey="), r"(?:Account|SharedAccess)Key=([A-Za-z0-9+/]{40,}={0,2})"),
    Rule("Azure signature", ("sig=",), r"[?&;]sig=([A-Za-z0-9%+/=]{40,})"),
    _token("Shopify token", "shp(?:at|ca|pa|ss)_", 30, "shp", body="a-fA-F0-9"),
    _token("Square token", "sq0(?:atp|csp|idp)-", 22, "sq0"),
    _token("Vault token", r"hv[sbr]\.", 20, "hvs.", "hvb.", "hvr."),
    Rule("Terraform token", (".atlasv1.",), r"[A-Za-z0-9]{14}\.atlasv1\.[\w-]{40,}"),
    _token("Pulumi token", "pul-", 30, body="a-f0-9"),
    _token("Doppler token", r"dp\.(?:pt|st|sa|ct|scim|audit)\.", 30, "dp.", body="A-Za-z0-9_.-"),
    _token("Linear key", "lin_(?:api|oauth)_", 30, "lin_", body=_WORD),
    _token("Notion token", "ntn_", 30, body=_WORD),
    _token("Figma token", "fig[dou]_", 30, "figd_", "figo_", "figu_"),
    _token("Postman key", "PMAK-", 30),
    _token("Grafana token", "gl(?:sa|c)_", 30, "glsa_", "glc_", body="A-Za-z0-9_+/="),
    _token("New Relic key", "NRAK-", 20, body=_WORD),
    _token("Sentry token", "sntry[su]_", 30, "sntry", body="A-Za-z0-9_+/=-"),
    _token("Supabase key", "sb(?:p|_secret)_", 20, "sbp_", "sb_secret_"),
    _token("PlanetScale token", "pscale_(?:tkn|pw|oauth)_", 30, "pscale_", body="A-Za-z0-9_.-"),
    _token("Docker token", "dckr_(?:pat|oat)_", 20, "dckr_"),
    _token("Fly token", "fm[12]r?_", 60, "fm1", "fm2", body="A-Za-z0-9+/=_,-"),
    _token("RubyGems key", "rubygems_", 40, body="a-f0-9"),
    _token("Tailscale key", "tskey-", 20),
    _token("Atlassian token", "AT(?:ATT|CTT)3", 40, "ATATT3", "ATCTT3", body="A-Za-z0-9_=-"),
    _token("Airtable token", r"pat[A-Za-z0-9]{14}\.", 60, "pat", body="a-f0-9"),
    _token("Heroku key", "HRKU-", 30),
    _token("Alibaba key", "LTAI", 16, body=_WORD),
    Rule("credential", ("bearer ", "Bearer ", "BEARER "), r"(?i:\bbearer) {1,4}([A-Za-z0-9._~+/=-]{12,})", True),
    Rule("credential", ("basic ", "Basic "), r"(?i:\bbasic) {1,4}([A-Za-z0-9+/=]{12,})", True),
    Rule(
        "credential",
        ("uthorization",),
        r"uthorization\\{0,8}[\"']?\s{0,4}[:=]\s{0,4}\\{0,8}[\"']?(?:[A-Za-z]{3,12} {1,4})?([A-Za-z0-9._~+/=:-]{12,})",
        True,
    ),
    Rule(
        "password",
        ("curl",),
        r"(?<=\s)(?:-u|--user)[ =]?[\"']?[^\s:\"']{1,64}:([^\s\"']{4,})",
        True,
    ),
    Rule("password", ("sshpass",), r"\bsshpass +-p *[\"']?([^\s\"']{4,})", True),
)
