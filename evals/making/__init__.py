"""From a talk to a session file: how the cases' transcripts are made. Not part of the product."""
