"""Compares what manifest.json says about every variant's code with what the driver says.

    python3 test/gpu/occupancy.py PACKAGE...        # on a machine with a GPU

Loads every cubin for the GPU, with Python's own libraries, and asks for its occupancy, registers, local memory
and static shared memory. The exit status is 0 if all agree.
"""

import ctypes
import hashlib
import json
import re
import sys
import zlib
from pathlib import Path

THREADS_PER_WARP = 32

# Source: the enumerations of cuda.h.
COMPUTE_CAPABILITY_MAJOR, COMPUTE_CAPABILITY_MINOR = 75, 76
SHARED_SIZE_BYTES, LOCAL_SIZE_BYTES, NUM_REGS, MAX_DYNAMIC_SHARED_SIZE_BYTES = 1, 3, 4, 8

# From sm_90 on, the static shared memory of a cubin includes so many bytes of the system. The driver leaves them out.
SYSTEM_SHARED = 1024


class DriverError(Exception):
    pass


class Driver:
    """The driver, with the primary context of the first GPU."""

    def __init__(self):
        self._library = ctypes.CDLL("libcuda.so.1")
        self._call("cuInit", ctypes.c_uint(0))
        device = self._get(ctypes.c_int, "cuDeviceGet", ctypes.c_int(0))
        major, minor = (
            self._get(ctypes.c_int, "cuDeviceGetAttribute", ctypes.c_int(attribute), device)
            for attribute in (COMPUTE_CAPABILITY_MAJOR, COMPUTE_CAPABILITY_MINOR)
        )
        self.arch = 10 * major.value + minor.value
        self._call("cuCtxSetCurrent", self._get(ctypes.c_void_p, "cuDevicePrimaryCtxRetain", device))

    def facts(self, cubin, symbol, threads, dynamic_shared):
        """What the driver says about a kernel that is launched with so many threads and bytes of shared memory."""
        none, zero = ctypes.c_void_p(), ctypes.c_uint(0)
        library = self._get(
            ctypes.c_void_p, "cuLibraryLoadData", ctypes.c_char_p(cubin), none, none, zero, none, none, zero
        )
        try:
            kernel = self._get(ctypes.c_void_p, "cuLibraryGetKernel", library, ctypes.c_char_p(symbol.encode()))
            function = self._get(ctypes.c_void_p, "cuKernelGetFunction", kernel)
            limit = ctypes.c_int(MAX_DYNAMIC_SHARED_SIZE_BYTES), ctypes.c_int(dynamic_shared)
            self._call("cuFuncSetAttribute", function, *limit)

            def attribute(number):
                return self._get(ctypes.c_int, "cuFuncGetAttribute", ctypes.c_int(number), function).value

            blocks = self._get(
                ctypes.c_int,
                "cuOccupancyMaxActiveBlocksPerMultiprocessor",
                function,
                ctypes.c_int(threads),
                ctypes.c_size_t(dynamic_shared),
            )
            return {
                "blocks": blocks.value,
                "registers": attribute(NUM_REGS),
                "local memory": attribute(LOCAL_SIZE_BYTES),
                "static shared memory": attribute(SHARED_SIZE_BYTES),
            }
        finally:
            self._call("cuLibraryUnload", library)

    def _get(self, kind, name, *arguments):
        """Calls a function that writes its result where its first argument points."""
        value = kind()
        self._call(name, ctypes.byref(value), *arguments)
        return value

    def _call(self, name, *arguments):
        result = getattr(self._library, name)(*arguments)
        if result != 0:
            raise DriverError(f"{name} returned {result}")


# Cubins byte by byte, and compressed: see docs/background/why.md.
RAW = re.compile(rb'^static const char cubin_\d+\[\][^\n]*=\n((?: {4}"[^\n]*"\n?)+);$', re.MULTILINE)
ESCAPE = re.compile(rb"\\([0-7]{1,3}|.)")
PACKED = re.compile(
    rb'^static const char (cubin_\d+)_stream\[\] =\n((?: {4}"[^\n]*"\n?)+);\n'
    rb"static const struct aot_packed \1 = \{(?:NULL|&(cubin_\d+)), \1_stream, \d+, (\d+)\};$",
    re.MULTILINE,
)


def read_cubins(folder):
    """The cubins in a package's C sources, by their SHA-256."""
    found = []
    for source in sorted(folder.glob("src/*.c")):
        content = source.read_bytes()
        found.extend(unescaped(literals) for literals in RAW.findall(content))
        opened = {}
        for name, literals, base, size in PACKED.findall(content):
            # The base is the preset dictionary.
            inflater = zlib.decompressobj(-zlib.MAX_WBITS, zdict=opened.get(base, b""))
            opened[name] = inflater.decompress(unescaped(literals)) + inflater.flush()
            if len(opened[name]) != int(size) or not inflater.eof:
                raise ValueError(f"{source}: {name.decode()} is damaged")
        found.extend(opened.values())
    return {hashlib.sha256(cubin).hexdigest(): cubin for cubin in found}


def unescaped(literals):
    """The bytes of lines of C string literals."""
    # An escape can end a line, and a digit begin the next: lines are read one by one.
    return b"".join(ESCAPE.sub(byte_of, line.strip()[1:-1]) for line in literals.splitlines())


def byte_of(escape):
    """The byte of an octal number, or the character itself."""
    code = escape[1]
    return bytes([int(code, 8)]) if code[:1].isdigit() else code


def check(driver, variant, cubins):
    """Compares a variant with the driver. Returns the differences, and what the driver says, as texts."""
    resources = variant["resources"]
    occupancy = resources.get("occupancy")
    if occupancy is None:
        return ["manifest.json has no occupancy: an older version built the package"], []
    stated = {
        "blocks": occupancy["blocks"],
        "registers": resources["registers"],
        "local memory": resources["stack"],
        "static shared memory": max(0, resources["sharedStatic"] - (SYSTEM_SHARED if driver.arch >= 90 else 0)),
    }
    cubin = cubins.get(variant["sha256"])
    if cubin is None:
        return ["no C source has its cubin"], []
    threads = THREADS_PER_WARP * resources["warps"]
    try:
        found = driver.facts(cubin, variant["symbol"], threads, resources["sharedDynamic"])
    except DriverError as error:
        return [str(error)], []
    # The driver's function does not know tensor memory, which only lowers the number of blocks.
    if occupancy["limit"] == "tensor memory":
        stated["blocks"] = max(stated["blocks"], found["blocks"])
    differences = [
        f"{name}: manifest.json has {stated[name]}, the driver {found[name]}"
        for name in stated
        if stated[name] != found[name]
    ]
    return differences, [f"{name} {value}" for name, value in found.items()]


def main(folders):
    driver = Driver()
    target = f"sm_{driver.arch}"
    passed = failed = 0
    for folder in map(Path, folders):
        cubins = read_cubins(folder)
        for kernel in json.loads((folder / "manifest.json").read_text())["kernels"]:
            for variant in kernel["variants"]:
                if variant["target"] != target:
                    continue
                differences, facts = check(driver, variant, cubins)
                passed += not differences
                failed += bool(differences)
                name = f"{kernel['name']} algo {variant['algo']} specialisation {variant['specialisation']}"
                print(f"FAIL {name}: {'; '.join(differences)}" if differences else f"ok   {name}: {', '.join(facts)}")
    if passed + failed == 0:
        print(f"FAIL no package has a variant for {target}")
        failed = 1
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
