"""The briefing pack: evidence chosen, ordered and cited within a token budget."""
