"""A project of files that a test writes, and what is read of it without running it."""

import builtins
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest.mock import patch

from aot_wire.check import parse
from aot_wire.messages import ReadBasis, ReadRequest
from inspect_sources import answer

IMPORTS = "import triton\nimport triton.language as tl\n"


@dataclass(frozen=True)
class Sources:
    """The files below a folder. Kernels are called `f`."""

    folder: Path

    def write(self, files: Mapping[str, str | bytes]) -> None:
        for name, content in files.items():
            file = self.folder / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content.encode() if isinstance(content, str) else content)

    def write_kernel(self, text: str) -> None:
        """Writes k.py: a text after the usual imports, which take two lines."""
        self.write({"k.py": IMPORTS + text.strip("\n") + "\n"})

    def inspect(self, file: str = "k.py", **changes: Any) -> dict[str, Any]:
        """What a worker answers, in JSON, about a function of a file."""
        request = {
            "file": file,
            "function": "f",
            "mode": "slice",
            "globals": {},
            "installed": [],
            "configs": False,
            **changes,
        }
        return self.answer(request)[0]

    def answer(self, request: Mapping[str, Any]) -> tuple[dict[str, Any], ReadBasis | None]:
        """What is read of a function, and what on the disk it depends on. Nothing else may have been looked at."""
        question = {"manifestFolder": str(self.folder), "packages": {}, "sources": [request]}
        with watched(self.folder) as seen:
            found = answer(parse(ReadRequest, question))
        basis = found["basis"]
        if basis is not None:
            assert seen <= {*basis["contents"], *basis["kinds"], *basis["links"], *basis["links"].values()}
        return dict(found["sources"][0]), basis

    def read(self, file: str = "k.py", **changes: Any) -> dict[str, Any]:
        answer = self.inspect(file, **changes)
        assert "error" not in answer, answer
        return answer

    def function(self, text: str) -> Any:
        """The description of the function `f` of k.py with a text after the usual imports."""
        self.write_kernel(text)
        return self.read()["function"]

    def slice(self, **changes: Any) -> dict[str, list[str]]:
        """The lines of each module of the slice of `f` in k.py."""
        code = self.read(**changes)["code"]
        return {each["path"]: [line for line in each["text"].split("\n") if line] for each in code["modules"]}

    def closure(self, file: str = "k.py") -> list[str]:
        """The paths of what a file imports, and of itself."""
        return [each["path"] for each in self.read(file, mode="reference")["code"]["closure"]]

    def path(self, name: str) -> str:
        return os.path.join(self.folder, name)


@contextmanager
def watched(folder: Path) -> Iterator[set[str]]:
    """Notes the paths below a folder that are looked at."""
    seen: set[str] = set()

    def noting(function: Any) -> Any:
        def noted(path: Any, *arguments: Any, **named: Any) -> Any:
            if isinstance(path, (str, Path)) and Path(path).is_relative_to(folder):
                seen.add(str(path))
            return function(path, *arguments, **named)

        return noted

    with (
        patch.object(os, "stat", noting(os.stat)),
        patch.object(os, "listdir", noting(os.listdir)),
        patch.object(os, "scandir", noting(os.scandir)),
        patch.object(builtins, "open", noting(open)),
    ):
        yield seen
