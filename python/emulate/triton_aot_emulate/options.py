"""What a user can choose. Processes get it by one variable of the environment."""

from __future__ import annotations

import json
from collections.abc import Mapping, MutableMapping
from dataclasses import asdict, dataclass, fields

VARIABLE = "TRITON_AOT_EMULATE"


@dataclass(frozen=True)
class Options:
    """`gpu` is a name of `gpus.GPUS`; `limit` is in seconds, for one launch, and 0 means none.

    `configs` is as in `configs.py`. `folder` gets the journals."""

    gpu: str = "sm_80"
    limit: float = 30
    configs: str = "first"
    folder: str = ""

    def to_environment(self, environment: MutableMapping[str, str]) -> None:
        """Hands the options to the processes that get this environment."""
        environment[VARIABLE] = json.dumps(asdict(self))

    @classmethod
    def from_environment(cls, environment: Mapping[str, str]) -> Options | None:
        """The options of this process; None if it is not to emulate."""
        text = environment.get(VARIABLE)
        if not text:
            return None
        values = json.loads(text)
        return cls(**{field.name: values[field.name] for field in fields(cls) if field.name in values})
