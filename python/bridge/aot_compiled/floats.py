"""The formats of floats, by their names in manifests.

Sources: IEEE 754; OCP 8-bit Floating Point Specification (fp8e5, fp8e4nv); for the others MLIR's types and Triton's conversions
(python/triton/language/extra/cuda/utils.py for fp8e4b15). TypeScript's and C++'s tables are tested against this one, by
test/fixtures/floats.json.
"""

from typing import Literal, NamedTuple


class Float(NamedTuple):
    # Its name in Triton's IR.
    mlir: str
    # The bits of the exponent and of the fraction, and what is subtracted from the exponent.
    exponent: int
    fraction: int
    bias: int
    # The codes of infinity and NaN: the largest exponents, only NaN with all bits but the sign, only NaN as minus zero, or no code.
    specials: Literal["ieee", "ones", "minus zero", "no"]

    @property
    def bytes(self) -> int:
        return (1 + self.exponent + self.fraction) // 8

    @property
    def largest(self) -> int:
        """The code of the largest finite number."""
        beyond = {"ieee": 1 << self.fraction, "ones": 1}.get(self.specials, 0)
        return (1 << self.exponent + self.fraction) - 1 - beyond


FLOATS = {
    "fp64": Float("f64", 11, 52, 1023, "ieee"),
    "fp32": Float("f32", 8, 23, 127, "ieee"),
    "fp16": Float("f16", 5, 10, 15, "ieee"),
    "bf16": Float("bf16", 8, 7, 127, "ieee"),
    "fp8e4nv": Float("f8E4M3FN", 4, 3, 7, "ones"),
    "fp8e4b8": Float("f8E4M3FNUZ", 4, 3, 8, "minus zero"),
    "fp8e4b15": Float("f8E4M3B11FNUZ", 4, 3, 15, "no"),
    "fp8e5": Float("f8E5M2", 5, 2, 15, "ieee"),
    "fp8e5b16": Float("f8E5M2FNUZ", 5, 2, 16, "minus zero"),
}
