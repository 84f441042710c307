"""The kit: real coding agents against a scripted model, on loopback alone. Knows nothing of segue's own code."""
