"""Finds out what a manifest says about a kernel, from its text (static) and from what programs launched (recorded)."""
