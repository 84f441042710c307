"""What runs in a tmux window that segue opened: takes the environment, becomes the agent's parent, writes the receipt.

python -m segue.deliver.pane BRIEF
"""

from __future__ import annotations

import json
import os
import sys

from segue.channel.store import Channels
from segue.deliver import ledger
from segue.deliver.launch import Start
from segue.deliver.message import named
from segue.deliver.send import PLACEHOLDER, Ready, run
from segue.deliver.window import OWN, environment_pipe
from segue.errors import DeliveryError, SegueError


def main(brief: str) -> int:
    try:
        one = _ready(brief)
        code = run(one).exit_code or 0
    except SegueError as error:
        sys.stderr.write(f"error: {error}\nhint: {error.hint}\n" if error.hint else f"error: {error}\n")
        code = error.exit_code
    if code:  # the window would be gone with whatever the agent said
        sys.stderr.write(f"\nended with exit code {code}; Enter closes this window\n")
        sys.stdin.readline()
    return code


def _ready(brief: str) -> Ready:
    delivery = ledger.delivery_of(brief)
    if delivery is None:
        raise DeliveryError(f"there is no delivery of {brief}")
    with environment_pipe(brief).open(encoding="utf-8", errors="surrogateescape") as pipe:
        given = json.load(pipe)
    own = {name: os.environ[name] for name in OWN if name in os.environ}
    by_file = delivery.by == "file"
    first = named(str(ledger.message_file(brief)), brief) if by_file else ledger.message_of(brief)
    argv = [first if word == PLACEHOLDER else word for word in delivery.argv]
    start = Start(argv=argv, directory=delivery.directory, environment={**given, **own})
    return Ready(delivery=delivery, start=start, channels=Channels())


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
