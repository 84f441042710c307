"""What agents get from us: a command, our MCP server, and hooks, put into their own files and taken out again."""
