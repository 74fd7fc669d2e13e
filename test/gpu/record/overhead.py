"""Measures what the recorder costs after warm-up: the same work in turns with and without its hook.

Run it under the recorder, as record.sh does with the programs. Nothing but the hook differs between two turns.
"""

import statistics

import train
import vector_add
from triton.compiler.compiler import CompiledKernel

hook = CompiledKernel.launch_metadata
original = hook.__wrapped__


def compare(name: str, measure, rounds: int) -> None:
    with_hook, without = [], []
    for turn in range(rounds + 2):
        for function, times in ((original, without), (hook, with_hook)) if turn % 2 else ((hook, with_hook), (original, without)):
            CompiledKernel.launch_metadata = function
            seconds = measure()
            # The first turns warm up.
            if turn >= 2:
                times.append(seconds)
    ratios = sorted(a / b for a, b in zip(with_hook, without))
    print(
        f"{name}: {statistics.median(without) * 1e6:.2f} us without, {statistics.median(with_hook) * 1e6:.2f} us with, "
        f"ratio {statistics.median(ratios):.3f} (quartiles {ratios[len(ratios) // 4]:.3f} to "
        f"{ratios[3 * len(ratios) // 4]:.3f}, {rounds} pairs)"
    )


compare("one launch of vector add, nothing else", lambda: vector_add.seconds_per_launch(5000), 40)
compare("one training step, 10 launches", lambda: train.main(150), 24)
