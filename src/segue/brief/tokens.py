"""Tokens as we count them everywhere: no vocabulary to download, the same in the scorer."""


def tokens(text: str) -> int:
    return -(-len(text.encode("utf-8", "replace")) // 4)


def line_tokens(text: str) -> int:
    """Tokens counted line by line, rounded up on each: a reader that cuts at a line's end never cuts ours."""
    return sum(tokens(line + "\n") for line in text.removesuffix("\n").split("\n"))
