"""Transcripts, folders and manifests, read into episodes that have no ids yet."""
