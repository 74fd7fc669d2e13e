"""Cases of `synchronised_kernels.py`, each with two sizes: few blocks for the emulator, and more that fit a GPU at once.

A fault of order shows on a GPU in few runs, and more often with more blocks.
"""

import numpy as np
from case import Case, own
from data import Buffer


def sized(name: str, kinds: str, constants: dict, small: tuple, large: tuple, share: int = 18) -> Case:
    """`small` and `large` are (buffers, scalars, grid, reference)."""
    given = dict(file="synchronised_kernels.py", target=90)
    other = own(name, name, kinds, constants, *large, share, **given)
    return own(name, name, kinds, constants, *small, share, large=other, **given)


def scratch(kind: str, *shape: int, fill="uniform") -> Buffer:
    return Buffer(kind, shape, fill, is_scratch=True)


def exchanged(blocks: int, rounds: int = 5):
    def expected(v: dict) -> np.ndarray:
        value = v["x"].reshape(blocks, 2, 256)
        for _ in range(rounds):
            value = value * 0.5 + value[:, ::-1]
        return value.reshape(-1)

    n = blocks * 512
    return {"x": Buffer("fp32", (n,)), "scratch": scratch("fp32", n), "out": Buffer("fp32", (n,), out=True)}, dict(rounds=rounds), (blocks,), expected


def turned_row(rows: int, cols: int = 500):
    def expected(v: dict) -> np.ndarray:
        values = v["x"] / np.sqrt((v["x"] ** 2).mean(1, keepdims=True) + 1e-5) * v["scale"]
        left, right = values[:, : cols // 2], values[:, cols // 2 :]
        return np.concatenate([left - right, left + right], 1)

    buffers = {"x": Buffer("fp32", (rows, cols)), "scale": Buffer("fp32", (cols,)), "scratch": scratch("fp32", rows, 512), "out": Buffer("fp32", (rows, cols), out=True)}
    return buffers, dict(cols=cols), (rows,), expected


def shares(blocks: int, cols: int = 60):
    def expected(v: dict) -> np.ndarray:
        return np.exp(v["x"]) / np.exp(v["x"]).sum(0)

    rows = blocks * 16 - 5
    buffers = {"x": Buffer("fp32", (rows, cols)), "part": scratch("fp32", blocks, 64), "counter": scratch("i32", 1, fill=0), "out": Buffer("fp32", (rows, cols), out=True)}
    return buffers, dict(rows=rows, cols=cols), (blocks,), expected


def smoothed(blocks: int, rounds: int = 6):
    def expected(v: dict) -> np.ndarray:
        value = v["a"]
        for _ in range(rounds):
            around = np.pad(value, 1)
            value = (around[:-2] + around[2:]) / 2
        return value

    n = blocks * 256 - 3
    return {"a": Buffer("fp32", (n,), (-1.0, 1.0), out=True), "b": scratch("fp32", n), "counter": scratch("i32", 1, fill=0)}, dict(n=n, rounds=rounds), (blocks,), expected


def chained(blocks: int):
    n = blocks * 256 - 7
    buffers = {"x": Buffer("i32", (n,), (-100, 100)), "flag": scratch("i32", blocks, fill=0), "prefix": scratch("i32", blocks), "out": Buffer("i32", (n,), out=True)}
    return buffers, dict(n=n), (blocks,), lambda v: v["x"].cumsum()


def handed_over(pairs: int, tiles: int = 5):
    n = pairs * tiles * 256
    buffers = {
        "x": Buffer("fp32", (n,)), "ring": scratch("fp32", pairs, 2, 256), "filled": scratch("i32", pairs, fill=0), "emptied": scratch("i32", pairs, fill=0),
        "out": Buffer("fp32", (n,), out=True),
    }  # fmt: skip
    return buffers, dict(tiles=tiles), (2 * pairs,), lambda v: v["x"] * 2 + 1


def locked(rows: int, cols: int = 250):
    buffers = {"x": Buffer("fp32", (rows, cols)), "lock": scratch("i32", 3, fill=0), "total": Buffer("fp32", (3, cols), 0.0, out=True)}
    return buffers, dict(rows=rows, cols=cols), (rows,), lambda v: np.stack([v["x"][tile::3].sum(0) for tile in range(3)])


def split(parts: int, m: int, n: int, by_ticket: bool):
    tiles, k = (-(-m // 32), -(-n // 32)), parts * 32 - 6
    work = {"part": scratch("fp32", *tiles, parts, 32, 32), "ticket": scratch("i32", *tiles, fill=0)} if by_ticket else {"turn": scratch("i32", *tiles, fill=0)}
    buffers = {"a": Buffer("fp16", (m, k)), "b": Buffer("fp16", (n, k)), **work, "c": Buffer("fp32", (m, n), out=True, rounding="tf32")}
    return buffers, dict(M=m, N=n, K=k), (*tiles, parts), lambda v: v["a"] @ v["b"].T


def queued(tiles: int, blocks: int):
    n = tiles * 256 - 9
    buffers = {"x": Buffer("fp32", (n,)), "queue": scratch("i32", 1, fill=0), "out": Buffer("fp32", (n,), out=True)}
    return buffers, dict(tiles=tiles, n=n), (blocks,), lambda v: v["x"] * 3


def fenced(blocks: int):
    n = blocks * 256 - 5
    buffers = {"x": Buffer("fp32", (n,), (0.0, 1.0)), "part": scratch("fp32", blocks, 256), "ticket": scratch("i32", 1, fill=0), "out": Buffer("fp32", (1,), out=True)}
    return buffers, dict(n=n), (blocks,), lambda v: v["x"].sum(keepdims=True)


TILE = dict(BLOCK_M=32, BLOCK_N=32, BLOCK_K=32)
SYNCHRONISED_CASES = [
    sized("exchanged", "x:*fp32 scratch:*fp32 out:*fp32 rounds:i32", dict(N=512), exchanged(6), exchanged(528)),
    sized("turned_row", "x:*fp32 scale:*fp32 scratch:*fp32 out:*fp32 cols:i32", dict(D=512), turned_row(9), turned_row(1057), 22),
    sized("shares", "x:*fp32 part:*fp32 counter:*i32 out:*fp32 rows:i32 cols:i32", dict(ROWS=16, COLS=64), shares(12), shares(264), 22),
    sized("smoothed", "a:*fp32 b:*fp32 counter:*i32 n:i32 rounds:i32", dict(BLOCK=256), smoothed(12), smoothed(264), 22),
    sized("chained", "x:*i32 flag:*i32 prefix:*i32 out:*i32 n:i32", dict(BLOCK=256), chained(5), chained(528)),
    sized("handed_over", "x:*fp32 ring:*fp32 filled:*i32 emptied:*i32 out:*fp32 tiles:i32", dict(BLOCK=256, SLOTS=2), handed_over(2), handed_over(132), 22),
    sized("locked", "x:*fp32 lock:*i32 total:*fp32 rows:i32 cols:i32", dict(TILES=3, BLOCK=256), locked(7), locked(600)),
    sized("split_by_ticket", "a:*fp16 b:*fp16 part:*fp32 ticket:*i32 c:*fp32 M:i32 N:i32 K:i32", TILE, split(6, 45, 50, True), split(10, 205, 210, True), 26),
    sized("split_in_turns", "a:*fp16 b:*fp16 turn:*i32 c:*fp32 M:i32 N:i32 K:i32", TILE, split(3, 45, 50, False), split(10, 205, 210, False), 26),
    sized("queued", "x:*fp32 queue:*i32 out:*fp32 tiles:i32 n:i32", dict(BLOCK=256), queued(30, 6), queued(3001, 264)),
    sized("fenced", "x:*fp32 part:*fp32 ticket:*i32 out:*fp32 n:i32", dict(BLOCK=256), fenced(24), fenced(528)),
]
