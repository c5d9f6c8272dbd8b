"""Where rows are kept and searched; everything above knows only the protocol."""
