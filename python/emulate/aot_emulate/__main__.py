"""Executes the kernels of one program: `python -m aot_emulate SOCKET MEMORY ADDRESS SIZE CODE`, started by the driver.

`python -m aot_emulate decode FOLDER SECONDS` prints a line of JSON for each PTX file of a folder: its name, and what is not
known of it or null. Reading one may take that long.
"""

import json
import sys
from pathlib import Path

from .decode import decode
from .fault import Unsupported
from .limit import reading
from .ptx import parse
from .server import serve


def unknown(path: Path, seconds: float) -> str | None:
    """What the emulator does not know of a file; None if it can execute it."""
    try:
        with reading(seconds):
            decode(parse(path.read_text(encoding="utf-8")))
    except Unsupported as unsupported:
        return str(unsupported)
    except Exception as error:
        # A fault of the emulator must not look like one of the kernel.
        return f"the emulator failed: {type(error).__name__}: {error}"
    return None


if sys.argv[1:2] == ["decode"]:
    for path in sorted(Path(sys.argv[2]).glob("*.ptx")):
        print(json.dumps([path.stem, unknown(path, float(sys.argv[3]))]), flush=True)
elif __name__ == "__main__":
    socket, memory, address, size, code = sys.argv[1:]
    serve(int(socket), int(memory), int(address), int(size), code)
