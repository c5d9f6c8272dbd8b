"""A corpus in other programs' formats."""
