"""What a tool does to the world, in the two kinds there are here: it reads, or it adds. None destroys anything."""

from __future__ import annotations

from mcp_types import ToolAnnotations

READS = ToolAnnotations(read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False)
ADDS = ToolAnnotations(read_only_hint=False, destructive_hint=False, idempotent_hint=False, open_world_hint=False)
