"""From findings to a brief that may be shown: verify, assemble, render, gate."""
