"""The format on disk: reading, writing, ids, versions and the derived index."""
