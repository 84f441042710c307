"""segue reads what a coding agent did and writes down what the next one must know."""

__version__ = "0.1.0"
