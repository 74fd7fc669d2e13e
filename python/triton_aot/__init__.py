"""Compiles Triton kernels ahead of time, for the setup or the tests of a library."""

from ._errors import Problem, TritonAotError
from ._package import Bundle, Package, build, bundle
from ._run import run

__all__ = ["Bundle", "Package", "Problem", "TritonAotError", "build", "bundle", "run"]
