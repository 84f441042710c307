"""Readers, in the order we try them. Adding an agent is one line here."""
