"""Prints the facts about tensors of PyTorch that the recorder writes down, as JSON."""

import json
import sys

import torch

# The folder of the recorder.
sys.path.insert(0, sys.argv[1])
from aot_record.integers import facts_of  # noqa: E402

BLOCK_TABLE = [[4, 7, -1, -1], [0, 2, 5, -1]]
TENSORS = {
    "slots": torch.tensor([5, -1, 3, 0]),
    "offsets": torch.tensor([0, 3, 3, 9], dtype=torch.int32),
    "experts of each token": torch.tensor([[2, 0], [0, 1], [2, 1]]),
    "a table of pages": torch.tensor(BLOCK_TABLE),
    "a transposed table": torch.tensor(BLOCK_TABLE, dtype=torch.int32).t(),
    "sorted rows": torch.tensor([[1, 2, 2], [0, 0, 5]]),
    "a permutation of many": torch.randperm(1000),
    "one number": torch.tensor(7),
    "nothing but sentinels": torch.full((4,), -1),
    "nothing": torch.empty(0, dtype=torch.int64),
    "quantised numbers": torch.tensor([1, 2], dtype=torch.int8),
    "floats": torch.tensor([1.0, 2.0]),
    "negative numbers": torch.tensor([-2, -1, 3], dtype=torch.int16),
}

json.dump({name: facts_of(torch, tensor) for name, tensor in TENSORS.items()}, sys.stdout)
