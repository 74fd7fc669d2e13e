"""Executes the kernels of one program: `python -m aot_emulate SOCKET MEMORY ADDRESS SIZE CODE`, started by the driver.

`python -m aot_emulate decode FOLDER` prints as JSON what it does not know of the PTX files of a folder.
"""

import json
import sys
from pathlib import Path

from .code import decode
from .fault import Unsupported
from .ptx import parse
from .server import serve


def unknown(path: Path):
    """What the emulator does not know of a file; None if it can execute it."""
    try:
        decode(parse(path.read_text(encoding="utf-8")))
    except Unsupported as unsupported:
        return str(unsupported)
    except Exception as error:
        # A fault of the emulator must not look like one of the kernel.
        return f"the emulator failed: {type(error).__name__}: {error}"
    return None


if sys.argv[1:2] == ["decode"]:
    found = {path.stem: unknown(path) for path in sorted(Path(sys.argv[2]).glob("*.ptx"))}
    json.dump({name: text for name, text in found.items() if text}, sys.stdout)
elif __name__ == "__main__":
    socket, memory, address, size, code = sys.argv[1:]
    serve(int(socket), int(memory), int(address), int(size), code)
