"""Executes the kernels of one program: `python -m aot_emulate SOCKET MEMORY ADDRESS SIZE CODE`, started by the driver."""

import sys

from .server import serve

if __name__ == "__main__":
    socket, memory, address, size, code = sys.argv[1:]
    serve(int(socket), int(memory), int(address), int(size), code)
