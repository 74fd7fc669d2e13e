"""The parts of the worker programs."""
