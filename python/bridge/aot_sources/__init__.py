"""Reads Python sources with `ast`, without running them and without Triton."""
