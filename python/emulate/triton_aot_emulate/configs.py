"""Which config of an autotuned kernel is emulated: what `--configs` means."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Configs:
    """All in turn; or the first that fits on the GPU, of those that have `values` if there are any."""

    all: bool = False
    values: Mapping[str, str] = field(default_factory=dict)

    def matches(self, config: Mapping[str, object]) -> bool:
        """Whether a config, with its constants and options by name, has the values."""
        return all(str(config.get(name)) == value for name, value in self.values.items())


def parse_configs(text: str) -> Configs:
    """Reads `first`, `all`, or values such as `BLOCK=64,num_warps=4`. Raises ValueError for other texts."""
    if text in ("first", "all"):
        return Configs(all=text == "all")
    pairs = [part.split("=", 1) for part in text.split(",")]
    if any(len(pair) != 2 or not pair[0].strip() for pair in pairs):
        raise ValueError(f"`{text}` must be `first`, `all`, or values such as `BLOCK=64,num_warps=4`")
    return Configs(values={name.strip(): value.strip() for name, value in pairs})
