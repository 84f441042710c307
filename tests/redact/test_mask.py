"""Every secret is masked in whatever form it stands, and nothing else is."""

from __future__ import annotations

import random
import time

import pytest

from segue.redact import clean, mask, secrets_in
from tests.redact.samples import ALNUM, BASE64, HARMLESS, NAMED, SHAPED, WRAPS, draw, pem

SEEDS = (1, 2, 3)


def gone(text: str, secret: str) -> str:
    """The masked text, after checking that no telling piece of the secret is left in it."""
    masked, found = mask(text)
    assert found, text
    pieces = [secret[at : at + 8] for at in range(max(1, len(secret) - 7))]
    tail = [piece for piece in pieces[4:] if len(secret) > 16] or [secret]
    assert not [piece for piece in tail if piece in masked], masked
    assert mask(masked) == (masked, ()), "masking twice changed something"
    assert secrets_in(text) == found
    return masked


@pytest.mark.parametrize("wrap", WRAPS)
@pytest.mark.parametrize("name", SHAPED)
def test_a_secret_of_known_shape_is_masked_wherever_it_stands(name: str, wrap: str) -> None:
    for seed in SEEDS:
        secret = SHAPED[name](draw(seed))
        gone(WRAPS[wrap].format(secret), secret)


@pytest.mark.parametrize("wrap", WRAPS)
@pytest.mark.parametrize("name", NAMED)
def test_a_secret_with_a_telling_name_is_masked_and_its_name_stays(name: str, wrap: str) -> None:
    form, make = NAMED[name]
    for seed in SEEDS:
        secret = make(draw(seed))
        text = form.format(secret)
        if wrap == "JSON line":
            text = text.replace("\\", "\\\\").replace('"', '\\"')
        masked = gone(WRAPS[wrap].format(text), secret)
        assert text[: text.index(secret[:4])].split("django-")[0].rstrip("\\\"'") in masked


@pytest.mark.parametrize("wrap", WRAPS)
@pytest.mark.parametrize("text", HARMLESS)
def test_what_only_looks_like_a_secret_stays(text: str, wrap: str) -> None:
    assert mask(WRAPS[wrap].format(text)) == (WRAPS[wrap].format(text), ())


def test_what_was_masked_is_told_by_kind_and_place_and_never_by_value() -> None:
    secret = SHAPED["GitHub classic"](draw(1))
    text = f"ä push with {secret} failed"
    masked, found = mask(text)
    assert masked == "ä push with [masked: GitHub token] failed"
    assert [(one.kind, one.at) for one in found] == [("GitHub token", text.index(secret))]
    assert secret not in repr(found)


def test_several_secrets_keep_their_order_and_the_text_between() -> None:
    some = draw(2)
    one, two = SHAPED["AWS access key"](some), SHAPED["Groq"](some)
    masked, found = mask(f"a {one} b {two} c")
    assert masked == "a [masked: AWS access key] b [masked: Groq key] c"
    assert [one.kind for one in found] == ["AWS access key", "Groq key"]


def test_an_aws_key_beside_its_id_goes_with_it() -> None:
    some = draw(2)
    text = f"{SHAPED['AWS access key'](some)},{some(BASE64, 40)}"
    assert mask(text)[0] == "[masked: AWS access key],[masked: AWS secret key]"


def test_the_shape_names_the_kind_where_a_name_would_do_too() -> None:
    assert mask(f"token: {SHAPED['GitHub classic'](draw(1))}")[0] == "token: [masked: GitHub token]"


@pytest.mark.parametrize("label", ["", "RSA ", "EC ", "OPENSSH ", "ENCRYPTED "])
def test_a_private_key_goes_whole(label: str) -> None:
    key = pem(draw(3), label)
    assert mask(f"before\n{key}\nafter")[0] == "before\n[masked: private key]\nafter"


def test_a_private_key_goes_whole_in_every_spelling() -> None:
    key = pem(draw(4))
    escaped = key.replace("\n", "\\n")
    assert (
        mask(f'{{"private_key": "{escaped}\\n", "x": 1}}')[0] == '{"private_key": "[masked: private key]\\n", "x": 1}'
    )
    for prefix in ("+", "    ", "> "):
        text = "\n".join(prefix + line for line in key.split("\n"))
        assert mask(text)[0] == f"{prefix}[masked: private key]"


@pytest.mark.parametrize("rest", ["", "\n[… 900 characters left out …]\nthe end", "…", "\n\nSo that was the key."])
def test_a_private_key_that_was_cut_off_goes_as_far_as_it_goes(rest: str) -> None:
    whole = pem(draw(5))
    key = whole[: whole.index("-----END") - 30]
    assert mask(f"x {key}{rest}")[0] == f"x [masked: private key]{rest}"


def test_a_private_key_bounded_in_its_middle_goes_whole() -> None:
    key = pem(draw(6), lines=30)
    text = f"{key[:300]}\n[… 1500 characters left out …]\n{key[-300:]}"
    assert mask(text)[0] == "[masked: private key]"


@pytest.mark.parametrize("name", ["GitHub classic", "Anthropic key", "OpenAI project", "Google API key", "Groq"])
def test_half_a_secret_before_the_mark_of_a_cut_is_masked(name: str) -> None:
    half = SHAPED[name](draw(7))[:24]
    for mark in ("\n[… 500 characters left out …]\n", "…", "..."):
        assert half not in mask(f"key {half}{mark}")[0]


@pytest.mark.parametrize("name", ["Anthropic key", "GitHub fine-grained", "JWT", "PyPI"])
def test_a_secret_that_a_soft_wrap_splits_is_masked_on_both_lines(name: str) -> None:
    secret = SHAPED[name](draw(8))
    text = f"the key that I used all the time was {secret[:40]}\n    {secret[40:]} and it worked"
    masked = mask(text)[0]
    assert secret[40:60] not in masked
    assert masked.endswith(" and it worked")


def test_a_line_after_a_whole_secret_is_left_alone() -> None:
    secret = SHAPED["GitHub classic"](draw(9))
    assert mask(f"{secret}\n2026-11-15 next entry")[0] == "[masked: GitHub token]\n2026-11-15 next entry"


@pytest.mark.parametrize("name", ["GitHub classic", "Stripe", "Hugging Face", "GitHub fine-grained"])
def test_markdown_escapes_colours_and_invisible_characters_hide_nothing(name: str) -> None:
    secret = SHAPED[name](draw(10))
    for hidden in (
        secret.replace("_", "\\_"),
        f"\x1b[32m{secret}\x1b[0m",
        f"\\u001b[32m{secret}\\u001b[0m",
        "\u200b".join(secret),
        f"{secret[:10]}\x1b[1m{secret[10:]}",
    ):
        masked = clean(mask(f"it is {hidden} there")[0])
        assert secret[12:24] not in masked, masked
        assert masked.startswith("it is ")


def test_the_place_is_counted_in_the_text_as_it_was_given() -> None:
    secret = SHAPED["Groq"](draw(11))
    text = f"\x1b[31mred\x1b[0m \\_ {secret}"
    assert [one.at for one in secrets_in(text)] == [text.index(secret)]


def test_cleaning_before_or_after_masking_lets_nothing_through() -> None:
    for name, make in SHAPED.items():
        secret = make(draw(12))
        split = f"x {secret[:9]}\u2060{secret[9:]} y"
        assert mask(clean(mask(split)[0]))[0] == mask(clean(split))[0], name


def test_an_empty_text_has_none() -> None:
    assert mask("") == ("", ())


PLAIN = ("a", "A1", "=", '"')
TEMPTING = (
    *('\\"', "\\", "\n", "\n ", " ", "M", "0123456789abcdef", "-eyJ", "eyJaaaaaaaaaa.", "://", "://a:", "password="),
    *("password='", 'token="', "token: ", "--token ", "authorization: ", "curl -u a:", "\x1b[", "\x1b]", "AK" + "IA"),
    *("-----BEGIN PRIVATE" + " KEY-----", "s" + "k-ant-", "gh" + "p_", "SG.aaaaaaaaaaaaaaaaaa."),
)


@pytest.mark.parametrize(("unit", "size"), [*((u, 1_000_000) for u in PLAIN), *((u, 200_000) for u in TEMPTING)])
def test_no_repeated_text_takes_long(unit: str, size: int) -> None:
    """The bound is processor time, far above what it takes and far below what backtracking would."""
    text = unit * (size // len(unit))
    start = time.process_time()
    mask(text)
    clean(text)
    assert time.process_time() - start < 3


def test_random_text_never_raises_and_masking_is_stable() -> None:
    chance = random.Random(5)
    bits = [
        "password",
        "token",
        "=",
        ": ",
        '"',
        "\\",
        "\n",
        "://",
        "@",
        "…",
        "\x1b[",
        "eyJ",
        "İ",
        "-----BEGIN ",
        "🙂",
        "\ud800",
    ]
    for _ in range(400):
        pieces = (chance.choice([*bits, "".join(chance.choices(ALNUM + BASE64, k=9))]) for _ in range(40))
        masked, _found = mask("".join(pieces))
        assert mask(masked)[0].count("[masked: [") == 0
