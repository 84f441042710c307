"""A channel: the lasting record of one piece of work across sessions, as files."""
