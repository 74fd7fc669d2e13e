"""Conditions on the TTGIR of pipelined loops under which asynchronous products read or write what they must not."""

import re
from collections.abc import Iterator

from .ttir import Block, Operation, all_blocks


def overwritten_operands(_text: str, _arguments: list[tuple[str, str]], body: Block) -> set[int]:
    return set(_overwritten(body))


def _overwritten(block: Block) -> Iterator[int]:
    """A buffer with one slot for each copy ahead has none for a product that may still run."""
    copies: dict[str, int] = {}
    buffers: dict[str, tuple[str, int]] = {}
    for operation in block.operations:
        note_buffer(operation, buffers)
        for buffer in copied(operation, buffers):
            copies[buffer] = copies.get(buffer, 0) + 1
        for region in operation.regions:
            yield from _overwritten(region)
            if operation.name == "scf.for":
                yield from overwritten_in(region, dict(buffers), copies)


def note_buffer(operation: Operation, buffers: dict[str, tuple[str, int]]) -> None:
    """Notes which memory a view belongs to, and how many slots that has."""
    slots = re.search(r" : !ttg\.memdesc<(\d+)x", operation.text)
    if operation.name == "ttg.memdesc_index" and slots is not None:
        buffers[operation.results[0]] = (operation.operands[0], int(slots[1]))
    elif operation.name.startswith("ttg.memdesc_") and operation.operands[0] in buffers:
        buffers[operation.results[0]] = buffers[operation.operands[0]]


def copied(operation: Operation, buffers: dict[str, tuple[str, int]]) -> set[str]:
    if not re.search(r"async_(tma_)?copy_global_to_local$", operation.name):
        return set()
    return {buffers[name][0] for name in operation.operands if name in buffers}


def overwritten_in(body: Block, buffers: dict[str, tuple[str, int]], copies: dict[str, int]) -> Iterator[int]:
    # Products that may still run, the latest last.
    running: list[Operation] = []
    for operation in body.operations:
        note_buffer(operation, buffers)
        if operation.name == "ttng.warp_group_dot" and "isAsync = true" in operation.text:
            running.append(operation)
        elif operation.name == "ttng.warp_group_dot_wait":
            pending = int(re.search(r"pendings = (\d+)", operation.text)[1])  # type: ignore[index]
            running = running[len(running) - pending :] if 0 < pending < len(running) else running if pending else []
        for buffer in copied(operation, buffers):
            for product in running:
                for read, slots in (buffers[name] for name in product.operands[:2] if name in buffers):
                    if read == buffer and slots <= copies.get(buffer, 0):
                        yield product.line


def unawaited_sums(_text: str, _arguments: list[tuple[str, str]], body: Block) -> set[int]:
    """A product that adds to the result of another one, which is copied for it in tensor memory before it is there."""
    return {line for block in all_blocks(body) for line in unawaited_in(block)}


def unawaited_in(block: Block) -> Iterator[int]:
    # By the tensor memory: the product that writes it, and the barriers that say that it or a later one has ended.
    running: dict[str, tuple[int, set[str]]] = {}
    copied: dict[str, int] = {}
    for operation in block.operations:
        if operation.name == "ttng.tc_gen5_mma" and "is_async" in operation.text:
            barriers = set(re.findall(r"(%[\w$.-]+)\[", operation.text))
            running[operation.operands[2]] = operation.line, set()
            for each in running.values():
                each[1].update(barriers)
        elif operation.name == "ttng.wait_barrier":
            running = {memory: each for memory, each in running.items() if operation.operands[0] not in each[1]}
        elif operation.name == "ttng.tmem_load" and operation.operands[0] in running:
            copied[operation.results[0]] = running[operation.operands[0]][0]
        elif operation.name == "ttng.tmem_store" and operation.operands[0] in copied:
            yield copied[operation.operands[0]]


def unfenced_operands(_text: str, _arguments: list[tuple[str, str]], body: Block) -> set[int]:
    """A product that reads shared memory which threads have stored, with no fence for asynchronous units after that."""
    return {line for block in all_blocks(body) for line in unfenced_in(block)}


def unfenced_in(block: Block) -> Iterator[int]:
    stored: set[str] = set()
    memory: dict[str, str] = {}
    for operation in block.operations:
        if operation.name.startswith("ttg.memdesc_"):
            memory[operation.results[0]] = memory.get(operation.operands[0], operation.operands[0])
        elif operation.name == "ttg.local_store":
            stored.add(memory.get(operation.operands[1], operation.operands[1]))
        elif operation.name == "ttng.fence_async_shared":
            stored.clear()
        elif operation.name.startswith("ttng.tc_gen5_mma"):
            if any(memory.get(each, each) in stored for each in operation.operands[:2]):
                yield operation.line
