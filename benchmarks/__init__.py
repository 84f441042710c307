"""Speed, side by side with a peer in one run, as ratios. Never part of a timed test."""
