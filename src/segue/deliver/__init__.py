"""Where a brief goes: which agent, how it is started, what it may see."""
