"""Podcasts as a corpus to question: every answer with the words, the speaker and the second."""

__version__ = "0.1.0"
