"""What the text of a kernel says about its calls, for entries that come from a recording."""

from dataclasses import dataclass, field


@dataclass(frozen=True)
class KernelText:
    """Expressions of the grid language, over parameters of the kernel and other names."""

    # Conditions that every call meets, such as `n <= BLOCK`.
    conditions: list[str] = field(default_factory=list)
    # Sizes that the kernel computes, such as `cdiv(n, BLOCK)`.
    sizes: list[str] = field(default_factory=list)
    # The sizes of the axes of buffers, as they follow from the addresses.
    shapes: dict[str, list[str]] = field(default_factory=dict)
