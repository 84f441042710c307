"""`segue completion`: the script that makes a shell complete our commands, options and their values."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from segue.errors import UsageError
from segue.surfaces.cli._output import write


@click.command(
    "completion",
    epilog="""\b
Examples:
  segue completion bash >> ~/.bashrc
  segue completion zsh > "${fpath[1]}/_segue"
  segue completion fish > ~/.config/fish/completions/segue.fish
""",
)
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def command(shell: str) -> None:
    """Print the completion script of a shell."""
    from segue.surfaces.cli._group import segue

    kind = get_completion_class(shell)
    if kind is None:
        raise UsageError(f"no completion for {shell}")
    write(kind(segue, {}, "segue", "_SEGUE_COMPLETE").source(), None)
