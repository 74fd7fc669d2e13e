"""Finds kernels, and infers their entries in a manifest from their text and from recordings, without Triton.

usage: infer_entries.py BYTES: the memory that it may take.
stdin: an EvidenceQuestion. stdout: what src/features/authoring reads, or an error.
"""

import json
import os
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from aot_evidence.entry import to_json
from aot_evidence.recorded.drafts import Draft
from aot_evidence.recorded.infer import Asked, infer_entries
from aot_evidence.recorded.known import read_known
from aot_evidence.recorded.recording import read_kernel
from aot_evidence.static.computed import computed_sizes
from aot_evidence.static.find import guess, kernels_below, text_of
from aot_evidence.text import KernelText
from aot_sources.files import limit_memory
from aot_sources.modules import Project, SourceError, as_source_errors
from aot_wire.check import parse
from aot_wire.messages import EvidenceQuestion


def main() -> None:
    limit_memory(int(sys.argv[1]))
    request = parse(EvidenceQuestion, json.load(sys.stdin))
    project = Project(Path(request["folder"]).resolve())
    try:
        with as_source_errors():
            answer = to_json(answer_to(request, project))
    except SourceError as error:
        answer = error.as_answer(project)
    json.dump(answer, sys.stdout)


def answer_to(request: EvidenceQuestion, project: Project) -> dict[str, Any]:
    if "listed" in request:
        return {"kernels": kernels_below(Path(request["listed"]), project)}
    if "kernel" in request:
        return {"guess": guess(request["kernel"]["file"], request["kernel"]["function"], project)}
    recorded = request["recorded"]
    texts = Texts(project.folder)
    asked = Asked(
        request["folder"],
        recorded["golden"],
        [read_known(each) for each in recorded["known"]],
        recorded["defaults"],
        texts.of,
    )
    entries, refusals = infer_entries([read_kernel(each) for each in recorded["kernels"]], asked)
    return {"entries": entries, "refusals": refusals}


class Texts:
    """What the texts of kernels say. The kernels of a package import mostly the same files, and several drafts can be of
    one kernel: each is read once."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._projects: dict[Path, Project] = {}
        self._found: dict[tuple[Path, str, str], KernelText] = {}

    def of(self, draft: Draft) -> KernelText:
        """Of an installed package, the files of its top folder are read, if they are on this machine: none of the packages
        beside it, which can have thousands."""
        file = draft.members[0].file
        if file is None:
            return KernelText()
        folder, only = self._folder, None
        if draft.package is not None:
            top, _, _ = draft.file.partition(".")
            path, only = Path(file).resolve(), frozenset([top])
            folder = next((each for each in path.parents if each.name == top), path)
        key = (folder, file, draft.function)
        if key not in self._found:
            project = self._projects.setdefault(folder, Project(folder, only=only)).unread()
            text = text_of(file, draft.function, project)
            self._found[key] = replace(text, sizes=[*computed_sizes(file, draft.function), *text.sizes])
        return self._found[key]


if __name__ == "__main__":
    main()
