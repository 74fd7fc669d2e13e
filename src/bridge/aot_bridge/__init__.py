"""The parts of the compile worker."""
