"""Thin faces on the line: they ask and show, and decide nothing."""
