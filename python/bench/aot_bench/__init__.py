"""Times the calls of a package beside Triton's JIT and a function of PyTorch, in one process on one GPU."""
