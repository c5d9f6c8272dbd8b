"""Turns into insights, quotes, topics and names; engines behind one protocol.

`engine` is the protocol, `local` the deterministic engine, `canonical` the corpus-wide registry.
"""
