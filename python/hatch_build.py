import json
from pathlib import Path

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Program(BuildHookInterface):
    """Adds the program to the wheel: the files that package.json gives to npm."""

    def initialize(self, version, build_data):
        root = Path(self.root).parent
        files = json.loads((root / "package.json").read_text())["files"]
        # What begins with ! are files that Python compiles, which hatchling leaves out.
        for name in ["package.json", *(name for name in files if not name.startswith("!"))]:
            build_data["force_include"][str(root / name)] = f"triton_aot/program/{name}"
