"""The one way to the network: addresses checked, sizes and times limited."""
