"""Compares what a program's launches compute with what the code of another Triton, or for another GPU, computes from the same inputs.

The program runs once, with its own Triton. Each kernel that it compiles is compiled a second time by a process of its own
(`compiler.py`), which imports the other Triton and no other part of the program; what crosses over is in `sending.py`. Each launch
is executed a second time on copies of its inputs (`comparing.py`).
"""
