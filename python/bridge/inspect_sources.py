"""Reads kernel files without running them and without Triton.

usage: inspect_sources.py BYTES: the memory that it may take.
stdin: a ReadRequest. stdout: a ReadAnswer.
"""

import json
import os
import sys
from pathlib import Path

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from aot_sources.closure import Closure
from aot_sources.files import Files, limit_memory
from aot_sources.modules import Project, SourceError, as_source_errors
from aot_sources.slices import find_function, slice_kernel
from aot_wire.check import parse
from aot_wire.messages import ReadAnswer, ReadRequest, ReadSource, SourceRequest, UnreadableSource


def main() -> None:
    limit_memory(int(sys.argv[1]))
    request = parse(ReadRequest, json.load(sys.stdin))
    json.dump(answer(request), sys.stdout)


def answer(request: ReadRequest) -> ReadAnswer:
    files = Files()
    packages = {name: files.resolve(Path(folder)) for name, folder in request["packages"].items()}
    project = Project(files.resolve(Path(request["manifestFolder"])), packages, files)
    sources = [inspect(source, project) for source in request["sources"]]
    is_read = all("error" not in source for source in sources)
    return {"sources": sources, "basis": files.basis.to_wire() if is_read else None}


def inspect(source: SourceRequest, project: Project) -> ReadSource | UnreadableSource:
    try:
        with as_source_errors():
            if source["mode"] == "slice":
                return slice_kernel(source, project)
            return imported(source, project)
    except SourceError as error:
        return error.as_answer(project)


def imported(source: SourceRequest, project: Project) -> ReadSource:
    """A file that Python imports, with all files it imports."""
    module = project.kernel_module(source["file"])
    function = None
    if source["mode"] == "import":
        function, _notes = find_function(module, source["function"], project)
    return {
        "function": function,
        "notes": [],
        "code": {
            "kind": "import",
            "root": str(module.root),
            "module": module.name,
            "file": str(module.file),
            "closure": Closure(module.file, project).hashes(),
        },
    }


if __name__ == "__main__":
    main()
