"""Looks at what the elements of integer tensors have in common: they can be indices, and random ones name a slot twice."""

from typing import Any

# Elements of a tensor that is looked at, and of one whose elements are written down.
MOST_ELEMENTS = 2**24
MOST_VALUES = 32
# Types of indices. Smaller integers are quantised numbers, masks and bytes.
TYPES = ("int16", "int32", "int64", "uint16", "uint32")
# Stands for "no index" in tables of slots, pages and experts.
SENTINEL = -1


def facts_of(torch: Any, tensor: Any) -> dict | None:
    """Returns what is true of the elements; None if they are no indices, too many, or nothing but sentinels."""
    if str(tensor.dtype).removeprefix("torch.") not in TYPES or not 0 < tensor.numel() <= MOST_ELEMENTS:
        return None
    values = tensor.detach().to(torch.int64)
    rows = values.reshape(-1, values.shape[-1] if values.dim() > 0 else 1)
    flat = values.reshape(1, -1)
    has_sentinels = bool((values.min() == SENTINEL).item())
    kept = values[values != SENTINEL] if has_sentinels else values
    if kept.numel() == 0:
        return None
    least, greatest = torch.stack([kept.min(), kept.max()]).tolist()
    return {
        "least": least,
        "greatest": greatest,
        "sentinels": place_of_sentinels(rows) if has_sentinels else "none",
        "unique": where(is_unique, flat, rows, has_sentinels),
        "sorted": where(is_sorted, flat, rows, has_sentinels),
        "values": flat.reshape(-1).tolist() if values.numel() <= MOST_VALUES else None,
    }


def where(holds: Any, flat: Any, rows: Any, has_sentinels: bool) -> Any:
    """Returns whether a property holds in the whole buffer, or only in each row, or in neither."""
    if holds(flat, has_sentinels):
        return "buffer"
    return "rows" if rows.shape[0] > 1 and rows.shape[1] > 1 and holds(rows, has_sentinels) else None


def is_unique(groups: Any, has_sentinels: bool) -> bool:
    ordered = groups.sort(dim=1).values
    repeated = ordered[:, 1:] == ordered[:, :-1]
    if has_sentinels:
        repeated &= ordered[:, 1:] != SENTINEL
    return not bool(repeated.any().item())


def is_sorted(groups: Any, _has_sentinels: bool) -> bool:
    return bool((groups[:, 1:] >= groups[:, :-1]).all().item())


def place_of_sentinels(rows: Any) -> str:
    """`end`: they are the last elements of rows."""
    after = (rows[:, :-1] == SENTINEL) & (rows[:, 1:] != SENTINEL)
    return "anywhere" if bool(after.any().item()) else "end"
