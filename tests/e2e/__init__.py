"""Runs with the real agents. They need the network once, to install, and never while they run."""
