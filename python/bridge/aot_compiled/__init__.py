"""Reads what Triton and ptxas have made of kernels, and finds what they are known to make wrongly.

Workers of the bridge use it, and programs whose launches are emulated. No module imports Triton before it is used.
"""
