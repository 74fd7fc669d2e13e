"""Makes entries of a manifest from what a recorded program launched."""
