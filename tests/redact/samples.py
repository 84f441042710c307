"""Secrets that are none: the right shape, random bodies, put together at run time so that no scanner trips over us."""

from __future__ import annotations

import random
import string
from collections.abc import Callable

ALNUM = string.ascii_letters + string.digits
HEX = "0123456789abcdef"
URLSAFE = ALNUM + "-_"
BASE64 = ALNUM + "+/"
UPPER = string.ascii_uppercase + string.digits

Draw = Callable[[str, int], str]


def draw(seed: int) -> Draw:
    """Random characters that are the same in every run; a digit and both cases are always among them."""
    chance = random.Random(seed)

    def some(alphabet: str, size: int) -> str:
        body = "".join(chance.choice(alphabet) for _ in range(size - 3))
        return (
            chance.choice("abcdef" if "a" in alphabet else "ABCDEF")
            + body
            + chance.choice("123456789")
            + chance.choice([c for c in alphabet if c.isalnum()])
        )

    return some


def pem(some: Draw, label: str = "RSA ", lines: int = 6) -> str:
    body = "\n".join(some(BASE64, 64) for _ in range(lines))
    return f"-----BEGIN {label}PRIVATE" + f" KEY-----\n{body}\n-----END {label}PRIVATE" + " KEY-----"


SHAPED: dict[str, Callable[[Draw], str]] = {
    "AWS access key": lambda some: "AK" + "IA" + some(UPPER, 16),
    "AWS temporary key": lambda some: "AS" + "IA" + some(UPPER, 16),
    "OpenAI legacy": lambda some: "s" + "k-" + some(ALNUM, 20) + "T3Blbk" + "FJ" + some(ALNUM, 20),
    "OpenAI project": lambda some: "s" + "k-proj-" + some(URLSAFE, 120),
    "OpenAI service account": lambda some: "s" + "k-svcacct-" + some(URLSAFE, 90),
    "Anthropic key": lambda some: "s" + "k-ant-" + "api03-" + some(URLSAFE, 93) + "AA",
    "Anthropic login": lambda some: "s" + "k-ant-" + "oat01-" + some(URLSAFE, 93) + "AA",
    "OpenRouter": lambda some: "s" + "k-or-v1-" + some(HEX, 64),
    "DeepSeek": lambda some: "s" + "k-" + some(HEX, 32),
    "GitHub classic": lambda some: "gh" + "p_" + some(ALNUM, 36),
    "GitHub login": lambda some: "gh" + "o_" + some(ALNUM, 36),
    "GitHub app": lambda some: "gh" + "s_" + some(ALNUM, 36),
    "GitHub fine-grained": lambda some: "github" + "_pat_" + some(ALNUM, 22) + "_" + some(ALNUM, 59),
    "GitLab": lambda some: "gl" + "pat-" + some(URLSAFE, 20),
    "GitLab routable": lambda some: "gl" + "pat-" + some(URLSAFE, 27) + ".01." + some(HEX, 9),
    "Slack bot": lambda some: "xo" + "xb-" + "123456789012-1234567890123-" + some(ALNUM, 24),
    "Slack app": lambda some: "xa" + "pp-1-A0123456789-1234567890123-" + some(HEX, 64),
    "Google API key": lambda some: "AI" + "za" + some(URLSAFE, 35),
    "Google client secret": lambda some: "GOC" + "SPX-" + some(URLSAFE, 28),
    "Google login": lambda some: "ya" + "29." + some(URLSAFE, 100),
    "Stripe": lambda some: "sk_" + "live_" + some(ALNUM, 24),
    "Stripe restricted": lambda some: "rk_" + "live_" + some(ALNUM, 24),
    "webhook secret": lambda some: "wh" + "sec_" + some(ALNUM, 32),
    "SendGrid": lambda some: "SG" + "." + some(URLSAFE, 22) + "." + some(URLSAFE, 43),
    "npm": lambda some: "np" + "m_" + some(ALNUM, 36),
    "PyPI": lambda some: "py" + "pi-AgEIcHlwaS5vcmc" + some(URLSAFE, 120),
    "Hugging Face": lambda some: "h" + "f_" + some(string.ascii_letters, 34),
    "JWT": lambda some: "ey" + "J" + some(URLSAFE, 33) + ".ey" + "J" + some(URLSAFE, 80) + "." + some(URLSAFE, 43),
    "xAI": lambda some: "xa" + "i-" + some(ALNUM, 80),
    "Groq": lambda some: "gs" + "k_" + some(ALNUM, 52),
    "Perplexity": lambda some: "pp" + "lx-" + some(ALNUM, 48),
    "Replicate": lambda some: "r" + "8_" + some(ALNUM, 37),
    "DigitalOcean": lambda some: "do" + "p_v1_" + some(HEX, 64),
    "Twilio": lambda some: "S" + "K" + some(HEX, 32),
    "Mailgun": lambda some: "ke" + "y-" + some(HEX, 32),
    "Databricks": lambda some: "da" + "pi" + some(HEX, 32),
    "Telegram": lambda some: "123456789:A" + "A" + some(URLSAFE, 33),
    "Discord": lambda some: "M" + some(ALNUM, 25) + "." + some(ALNUM, 6) + "." + some(ALNUM, 38),
    "age": lambda some: "AGE-SEC" + "RET-KEY-1" + some(UPPER, 58),
    "Azure client secret": lambda some: some(ALNUM, 3) + "8Q" + "~" + some(ALNUM, 34),
    "Vault": lambda some: "hv" + "s." + some(URLSAFE, 90),
    "Docker": lambda some: "dck" + "r_pat_" + some(URLSAFE, 27),
    "Linear": lambda some: "lin" + "_api_" + some(ALNUM, 40),
    "Notion": lambda some: "nt" + "n_" + some(ALNUM, 46),
    "Supabase": lambda some: "sb" + "p_" + some(HEX, 40),
    "Tailscale": lambda some: "tsk" + "ey-auth-" + some(ALNUM, 12) + "-" + some(ALNUM, 32),
    "Shopify": lambda some: "shp" + "at_" + some(HEX, 32),
    "Figma": lambda some: "fi" + "gd_" + some(URLSAFE, 40),
    "Sentry": lambda some: "sn" + "tryu_" + some(HEX, 64),
}
"""Known by their own shape, wherever they stand."""

NAMED: dict[str, tuple[str, Callable[[Draw], str]]] = {
    "environment file": ("DB_PASSWORD={}", lambda some: some(ALNUM, 14)),
    "exported": ("export SECRET_KEY={}", lambda some: some(ALNUM, 40)),
    "AWS secret key": ("aws_secret_access_key = {}", lambda some: some(BASE64, 40)),
    "AWS session token": ("AWS_SESSION_TOKEN={}", lambda some: some(BASE64, 180) + "=="),
    "YAML": ("  password: {}", lambda some: some(ALNUM, 12) + "!"),
    "JSON": ('{{"client_secret": "{}"}}', lambda some: some(URLSAFE, 32)),
    "JSON in JSON": ('{{"body": "{{\\"apiKey\\": \\"{}\\"}}"}}', lambda some: some(ALNUM, 32)),
    "JSON in JSON in JSON": ('"{{\\\\\\"token\\\\\\": \\\\\\"{}\\\\\\"}}"', lambda some: some(ALNUM, 32)),
    "an escaped line feed before": ('"text": "A=1\\nAPI_KEY={}\\nB=2"', lambda some: some(HEX, 32)),
    "Python with a type": ('password: str = "{}"', lambda some: some(ALNUM, 10)),
    "Django": ("SECRET_KEY = 'django-insecure-{}'", lambda some: some(ALNUM + "!@#$%^&*(-_=+)", 50)),
    "quotes and commas": ('PASSWORD="{}"', lambda some: some(ALNUM, 6) + "',;" + some(ALNUM, 6)),
    "a flag": ("mytool --api-key {} --verbose", lambda some: some(ALNUM, 24)),
    "a flag with an equals sign": ("mytool --db-password={}", lambda some: some(ALNUM, 12)),
    "a header": ("x-api-key: {}", lambda some: some(ALNUM, 32)),
    "bearer": ("Authorization: Bearer {}", lambda some: some(URLSAFE, 40)),
    "basic": ("Authorization: Basic {}", lambda some: some(BASE64, 28) + "=="),
    "a JSON header": ('{{"Authorization": "Token {}"}}', lambda some: some(HEX, 40)),
    "npmrc": ("//registry.example.org/:_authToken={}", lambda some: some(ALNUM, 36)),
    "a query": ("GET /v1/items?access_token={}&page=2", lambda some: some(ALNUM, 32)),
    "XML": ("<password>{}</password>", lambda some: some(ALNUM, 14)),
    "arguments": ('os.environ.setdefault("API_TOKEN", "{}")', lambda some: some(ALNUM, 32)),
    "a table": ("| api_key | {} |", lambda some: some(ALNUM, 32)),
    "Azure storage": ("AccountName=x;AccountKey={};Suffix=y", lambda some: some(BASE64, 86) + "=="),
    "PostgreSQL": ("postgresql://app:{}@db.internal:5432/prod", lambda some: some(ALNUM, 16)),
    "MongoDB": ("mongodb+srv://root:{}@cluster0.abc.mongodb.net", lambda some: some(ALNUM, 12) + "@x"),
    "Redis without a user": ("redis://:{}@cache:6379/0", lambda some: some(ALNUM, 20)),
    "an address": ("https://deploy:{}@git.internal/x.git", lambda some: some(ALNUM, 20)),
    "escaped slashes": ("amqp:\\/\\/app:{}@mq\\/vhost", lambda some: some(ALNUM, 16)),
    "a token as user": ("https://{}@git.internal/x.git", lambda some: some(ALNUM, 32)),
    "curl": ("curl -s -u admin:{} https://x", lambda some: some(ALNUM, 12)),
    "a short one": ('password = "{}"', lambda some: "hunt" + "er2"),
    "Slack webhook": (
        "https://hooks.slack.com/ser" + "vices/{}",
        lambda some: f"T{some(UPPER, 9)}/B{some(UPPER, 9)}/{some(ALNUM, 24)}",
    ),
    "Heroku": ("HEROKU_API_KEY={}", lambda some: "-".join(some(HEX, n) for n in (8, 4, 4, 4, 12))),
    "Go": ('token := "{}"', lambda some: some(ALNUM, 32)),
    "Ruby": (":secret => '{}'", lambda some: some(ALNUM, 20)),
    "camel case": ('accessToken: "{}",', lambda some: some(ALNUM, 40)),
}
"""Known by what stands around them."""

WRAPS = {
    "plain": "{}",
    "JSON line": '{{"type":"user","message":{{"content":"see {} ok"}}}}',
    "markdown table": "| setting | value |\n|---|---|\n| x | `{}` |",
    "diff": "@@ -1,2 +1,2 @@\n-old = 1\n+{}\n context",
    "traceback": 'Traceback (most recent call last):\n  File "a.py", line 3, in f\nValueError: bad value {}',
    "YAML": "services:\n  web:\n    environment:\n      - {}\n",
}

HARMLESS = (
    "commit 4b825dc642cb6eb9a060e54bf8d69288fbee4904",
    "fixed in 4b825dc, see 9c32a52f",
    "session 019eef3d-1f2a-7c3b-9d4e-5f6a7b8c9d0e",
    '"integrity": "sha512-Zx2bqY0fQ1m3h5J7k9L1n3P5r7T9v1X3z5B7d9F1h3J5l7N9p1R3t5V7x9Z1b3D5f7H9j1L3n5P7r9T1v3X5A=="',
    "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "resolution: {integrity: sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=}",
    'checksum = "d0d2b5c9f1a7e8b3c4d5e6f7a8b9c0d1e2f3a4b5c6d7e8f9a0b1c2d3e4f5a6b7"',
    "toolu_01A09q90qw90lq917835lq9 and msg_01XFDUDYJgAACzvnptvVoYEL",
    "call_9jTq2mXv7PzLr4KcW1nB8sYd rs_0f1e2d3c4b5a69788796a5b4c3d2e1f0",
    '"signature": "EqQBCgIYAhIM1gbcDa9GJwZA2b3hGgxBdjrkzLoky3dl1pkiMOYds"',
    "token = get_token()",
    "token = os.environ['API_TOKEN_2024']",
    'api_key = os.getenv("OPENAI_API_KEY")',
    "apiKey: process.env.OPENAI_API_KEY,",
    "password: ${DB_PASSWORD}",
    "PASSWORD=$DB_PASSWORD_V2",
    "token: ${{ secrets.GITHUB_TOKEN }}",
    'curl -H "Authorization: Bearer $API_TOKEN" https://x',
    "Authorization: Bearer <your-token-here>",
    "password: str",
    "password: str | None = None",
    "def login(user: str, password: SecretStr) -> Token:",
    'api_key="your-api-key-here-12345"',
    "OPENAI_API_KEY=s" + "k-xxxxxxxxxxxxxxxxxxxxxxxxxxxx",
    "AWS_ACCESS_KEY_ID=AK" + "IAIOSFODNN7EXAMPLE",
    'password = "changeme123"',
    "password=<password>",
    'secret: "REDACTED-1a2b3c"',
    "token: [masked: GitHub token]",
    "max_tokens: 128000, tokens=45321, token_count = 9912344",
    "tokenizer = AutoTokenizer.from_pretrained('gpt2-medium-v2-0001')",
    'model: "claude-sonnet-4-5-20250929"',
    "secretName: my-app-tls-2024-v2",
    "secret_arn: arn:aws:secretsmanager:us-east-1:123456789012:secret:prod/db-Ab12Cd",
    "PWD=/home/ada/src2/segue",
    "password required, token expired: please log in again",
    "The password: at least 8 characters, one digit",
    "if token == expected_token_2:",
    "self.token = token_from_config_v2",
    "const token = response.data.accessToken;",
    "password_file: /run/secrets/db_password_v2",
    "token_url: https://login.example.org/oauth2/v2.0/token",
    "postgres://postgres:postgres@localhost:5432/test",
    "postgresql://user:password@localhost/db",
    "postgres://${DB_USER}:${DB_PASS}@db:5432/app",
    "git@github.com:owner/repo.git https://github.com/owner/repo",
    "see https://example.org/a:b/c@d and http://localhost:8080/@user",
    "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ0m3kq1 user@host",
    "-----BEGIN PUBLIC KEY-----\nMIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA\n-----END PUBLIC KEY-----",
    'if "-----BEGIN PRIVATE' + ' KEY-----" in text: raise ValueError',
    "sk-learn, risk-averse, task-1234567890abcdefghijklmnop",
    "cat secret | base64 -d | sha256sum",
    "Basic authentication-flow and bearer token-authentication",
    "| password | string | required |",
    "pnpm_config npm_config_registry=https://registry.npmjs.org npm_lifecycle_event",
    "run({ apiKey: apiKey!, resultsDir })",
    "grep -E 'all_pass|any_pass|pass_rate_at_least' -r . | grep -E 'api_key: [^$]|token: [^$]'",
    'SESSION_KEYWORDS="${SESSION_KEYWORDS:+$SESSION_KEYWORDS, }$kw2"',
    "def extract(self, member, path=None, pwd=None):\n    pass",
    "'token': TokenMergeFilter, secret_settings: SettingsSourceCallable,",
    "docker run -u 1000:1000 node:20-bookworm && curl localhost:3000",
    "keyboard: Ctrl+A, monkey: banana123, key: value12345",
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk",
)
