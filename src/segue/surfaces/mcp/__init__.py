"""The MCP server: what agents ask segue. Thin, and blind beyond the repository it was started in."""
