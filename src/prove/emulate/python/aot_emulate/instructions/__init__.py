"""The table of instructions: each mnemonic of PTX with the function that decodes it.

A decoder takes an instruction, its function and the program, and returns a function that runs it for the threads of a
mask (None: all). It returns None for a form that it does not know.
"""

from . import arithmetic, atomic, control, conversion, loads, matrix, moves, tcgen05, tma, warp, wgmma

# Instructions after which other threads may run next.
TURNS = {**control.TURNS, **wgmma.TABLE}

TABLE = {
    **arithmetic.TABLE, **atomic.TABLE, **control.TURNS, **conversion.TABLE, **loads.TABLE, **matrix.TABLE, **moves.TABLE,
    **tcgen05.TABLE, **tma.TABLE, **warp.TABLE, **wgmma.TABLE,
}  # fmt: skip
