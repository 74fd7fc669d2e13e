"""Finds kernels, and infers their entries in a manifest from their text and from recordings, without Triton.

usage: infer_entries.py BYTES: the memory that it may take.
stdin: an EvidenceQuestion. stdout: what src/features/authoring reads, or an error.
"""

import json
import os
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from aot_evidence.entry import to_json
from aot_evidence.recorded.drafts import Draft
from aot_evidence.recorded.infer import Asked, infer_entries
from aot_evidence.recorded.known import read_known
from aot_evidence.recorded.recording import read_kernel
from aot_evidence.text.calls import KernelText, text_of
from aot_evidence.text.describe import describe_kernel
from aot_evidence.text.find import kernels_below
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
        return {"text": describe_kernel(request["kernel"]["file"], request["kernel"]["function"], project)}
    recorded = request["recorded"]
    asked = Asked(
        request["folder"],
        recorded["golden"],
        [read_known(each) for each in recorded["known"]],
        recorded["defaults"],
        text_of_draft,
    )
    entries, refusals = infer_entries([read_kernel(each) for each in recorded["kernels"]], asked)
    return {"entries": entries, "refusals": refusals}


def text_of_draft(draft: Draft) -> KernelText:
    file = draft.members[0].file
    return KernelText() if file is None else text_of(file, draft.function)


if __name__ == "__main__":
    main()
