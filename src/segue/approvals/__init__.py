"""What waits for a person's answer, and what puts it there."""
