"""Measures how well search answers judged queries, against baselines, with intervals."""
