"""Finds out what a manifest says about a kernel, from what programs launched (recorded) and from its own text (text)."""
