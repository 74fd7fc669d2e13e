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
    r'^static const aot_character (cubin_\d+)_text\[\] =\n((?: {4}u?"[^\n]*"\n?)+);\n'
    r"static const struct aot_packed \1 = \{(?:NULL|&(cubin_\d+)), \1_text, \d+, (\d+)\};$",
    re.MULTILINE,
)
FIRST_CHARACTER, CHARACTER_BITS = 0x3400, 15


def read_cubins(folder):
    """The cubins in a package's C sources, by their SHA-256."""
    found = []
    for source in sorted(folder.glob("src/*.c")):
        content = source.read_bytes()
        for literals in RAW.findall(content):
            # An escape can end a line, and a digit begin the next: lines are read one by one.
            found.append(b"".join(ESCAPE.sub(unescaped, line.strip()[1:-1]) for line in literals.splitlines()))
        opened = {}
        for name, literals, base, size in PACKED.findall(content.decode()):
            text = "".join(line.strip().removeprefix("u")[1:-1] for line in literals.splitlines())
            opened[name] = unpacked(text, int(size), opened.get(base, b""))
        found.extend(opened.values())
    return {hashlib.sha256(cubin).hexdigest(): cubin for cubin in found}


def unescaped(match):
    """The byte of an octal number, or the character itself."""
    code = match[1]
    return bytes([int(code, 8)]) if code[:1].isdigit() else code


class BitReader:
    """The bits of a compressed text: 15 in each character, the lowest first. Behind them are zeros."""

    def __init__(self, text):
        each = (f"{ord(character) - FIRST_CHARACTER:0{CHARACTER_BITS}b}"[::-1] for character in text)
        self._bits = "".join(each) + "0" * 64
        self._next = 0

    def take(self, count):
        """A number of so many bits."""
        taken = self._bits[self._next : self._next + count]
        self._next += count
        return int(taken[::-1], 2) if count else 0

    def take_number(self):
        """A number from 1 on: as many zeros as bits follow its first one, and its bits."""
        count = 0
        while self.take(1) == 0:
            count += 1
        return (1 << count) + self.take(count)

    def take_code(self):
        """A canonical Huffman code: its symbols by their bits."""
        lengths, symbol, used = [], -1, 0
        while used < 1 << LONGEST_CODE:
            symbol += self.take_number()
            lengths.append((self.take(4), symbol))
            used += 1 << (LONGEST_CODE - lengths[-1][0])
        code, next_code = {}, 0
        for length, symbol in sorted(lengths):
            code[f"{next_code:0{LONGEST_CODE}b}"[:length]] = symbol
            next_code += 1 << (LONGEST_CODE - length)
        return code

    def take_symbol(self, code):
        bits = ""
        while bits not in code:
            bits += self._bits[self._next]
            self._next += 1
        return code[bits]


WORD, SHORT_RUNS, RECENT, LONGEST_CODE = 16, 16, 4, 10


def unpacked(text, size, base):
    """A cubin from its compressed text, as src/package/c/runtime/aot_unpack.h describes it."""
    reader = BitReader(text)
    runs, distances, first_masks, second_masks, changes = (reader.take_code() for _ in range(5))
    words = words_of(bytes(WORD) + base)
    first, end = len(words), len(words) + -(-size // WORD)
    recent = [max(1, first - 1), 1, 2, 3]
    while True:
        run = reader.take_symbol(runs)
        if run >= SHORT_RUNS:
            bits = run - SHORT_RUNS + 4
            run = (1 << bits) + reader.take(bits)
        for _ in range(run):
            words.append(words[-recent[0]])
        if len(words) >= end:
            return b"".join(words[first:])[:size]
        symbol = reader.take_symbol(distances)
        if symbol < RECENT:
            distance = recent.pop(symbol)
        else:
            bits = (symbol - RECENT) // 2 - 1
            distance = 1 if bits < 0 else (2 + symbol % 2 << bits) + reader.take(bits)
            recent.pop()
        recent.insert(0, distance)
        mask = reader.take_symbol(first_masks) | reader.take_symbol(second_masks) << 8
        word = bytearray(words[-distance])
        for place in range(WORD):
            if mask >> place & 1:
                word[place] ^= reader.take_symbol(changes)
        words.append(bytes(word))


def words_of(content):
    return [content[start : start + WORD].ljust(WORD, b"\0") for start in range(0, len(content), WORD)]


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
