"""Segments, lexical and dense search, filters, fusion, routing and folding."""
