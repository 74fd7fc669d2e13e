from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ._run import Option, run


@dataclass(frozen=True)
class Package:
    """A folder with compiled kernels and their C code."""

    folder: Path
    result: Mapping[str, Any] = field(default_factory=dict, repr=False)
    """What `triton-aot build --json` prints, such as the registers of each variant; empty for a package made before."""

    def wheel(self, **options: Option) -> Path:
        """Makes a Python package of the operators, with the options of `triton-aot wheel`.

        Returns the wheel, or the folder `build` of a kernel for the Hugging Face Hub.
        """
        files = [Path(file) for file in run("wheel", package=self.folder, **options)["files"]]
        return files[0].parent if options.get("layout") == "hf-kernels" else files[0]

    def bundle(self, *recordings: str | os.PathLike[str], **options: Option) -> Bundle:
        """Makes a bundle, by default with the name and for the targets of this package. See the function `bundle`."""
        manifest = json.loads((self.folder / "manifest.json").read_text())
        return bundle(*recordings, **{"name": manifest["package"], "targets": manifest["targets"], **options})


@dataclass(frozen=True)
class Bundle:
    """What a Python program was recorded to compile, compiled."""

    folder: Path
    wheel: Path | None
    """Made with `wheel=True`."""
    result: Mapping[str, Any] = field(repr=False)
    """What `triton-aot bundle --json` prints."""


def build(
    manifest: str | os.PathLike[str] | None = None,
    *,
    targets: str | Iterable[str] | None = None,
    out: str | os.PathLike[str] | None = None,
    **options: Option,
) -> Package:
    """Compiles the kernels of a manifest, with the options of `triton-aot build`. No GPU is needed."""
    result = run("build", manifest=manifest, targets=targets, out=out, **options)
    return Package(Path(result["out"]).absolute(), result)


def bundle(*recordings: str | os.PathLike[str], **options: Option) -> Bundle:
    """Compiles what `triton-aot record --keep` recorded, with the options of `triton-aot bundle`."""
    result = run("bundle", *recordings, **options)
    wheel = result.get("wheel")
    return Bundle(Path(result["folder"]).absolute(), Path(wheel).absolute() if wheel else None, result)
