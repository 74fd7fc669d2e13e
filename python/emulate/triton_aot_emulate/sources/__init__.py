"""Finds by itself what to run of files with kernels: their tests, what they run as programs, their examples."""
