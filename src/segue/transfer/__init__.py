"""One handoff: a session and its channel become a stamped brief on disk, which is then told to the channel.

The command line, the MCP server and the watcher all come through `prepare` and `save_handoff`. Nothing is started
here; whoever starts an agent does so after the brief is on disk."""

from segue.transfer.basis import with_channel
from segue.transfer.prepare import prepare
from segue.transfer.records import Basis, Prepared, Wish
from segue.transfer.save import save_handoff

__all__ = ["Basis", "Prepared", "Wish", "prepare", "save_handoff", "with_channel"]
