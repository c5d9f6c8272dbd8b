"""Signals derived from what the corpus holds."""
