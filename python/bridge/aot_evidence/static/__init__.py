"""Guesses what a manifest says about a kernel, from the text of the kernel."""
