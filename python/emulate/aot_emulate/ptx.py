"""Reads PTX as Triton emits it. Names are those of NVIDIA's manual, PTX ISA 9.0."""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import TYPE_CHECKING

from .assumed import read_assumptions
from .fault import Unsupported
from .memory import CONSTANT, PARAMETER
from .program import Function, Instruction, Parameter, Program

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from .program import Place

BYTES = {"pred": 1, **{f"{kind}{bits}": bits // 8 for kind in "busf" for bits in (8, 16, 32, 64, 128)}}


def parse(text: str) -> Program:
    """Reads a module. Raises Unsupported for a statement that it cannot read."""
    plain, strings = _without_comments(text)
    reader = _Reader(strings)
    reader.read(plain)
    program = reader.program()
    program.assumptions = read_assumptions(text)
    return program


# What starts a comment or a string. As ptxas reads: neither has escapes, comments are not nested, and only a line feed ends `//`.
_OPENING = re.compile(r"[/\"#\0-\x08](?:(?<=/)/[^\n]*|(?<=/)\*.*?\*/|(?<=\")[^\"]*\")?", re.DOTALL)
_ASM, _END_OF_ASM = "\1", "\2"


def _without_comments(text: str) -> tuple[str, list[str]]:
    """Returns the text with a space for each comment and an index for each string, and the strings."""
    strings: list[str] = []

    def replace(match: re.Match[str]) -> str:
        found = match[0]
        if found.startswith("//"):
            return {"// begin inline asm": _ASM, "// end inline asm": _END_OF_ASM}.get(found.rstrip(), " ")
        if found[0] == '"' and len(found) > 1:
            strings.append(found[1:-1])
            return f'"{len(strings) - 1}"'
        if found.startswith("/*"):
            return " "
        if found == "/" and not text.startswith("*", match.end()):
            return found
        # Not closed, or a directive such as `#line`.
        raise Unsupported(text[match.start() :].split("\n")[0])

    text = _OPENING.sub(replace, text)
    # LLVM counts lines inside of inline assembly: the line of the call, then the ones below it in the Python file.
    text = re.sub(f"{_ASM}[^{_END_OF_ASM}]*", lambda asm: re.sub(r"\n\s*\.loc\b.*", "", asm[0]), text)
    return text.replace(_ASM, " ").replace(_END_OF_ASM, " "), strings


# Files of Triton's own functions: installed, in a checkout of Triton, or as kernels that were built from slices have them.
_OF_TRITON = re.compile(r"(?:^|/(?:site-packages|dist-packages|python)/)triton/")
_REGISTER = re.compile(r"\.reg\s+\.(\w+)\s+(.*)", re.DOTALL)
_PARAMETER = re.compile(
    r"\.param\s+(?:\.align\s+(\d+)\s+)?\.(\w+)\s*(?:\.ptr)?(?:\s*\.(?:global|shared|const))?(?:\s*\.align\s+\d+)?\s+([\w$%]+)(?:\[(\d+)\])?"
)
_HEAD = re.compile(r"\.(entry|func)\s*(\([^)]*\))?\s*([\w$]+)\s*(\([^)]*\))?", re.DOTALL)
_VARIABLE = re.compile(
    r"\.(global|shared|local|const)\s+(?:\.attribute\([^)]*\)\s*)?(?:\.align\s+(\d+)\s+)?\.(\w+)\s+([\w$]+)((?:\[\d*\])*)\s*(?:=\s*(.*))?$",
    re.DOTALL,
)


class _Reader:
    def __init__(self, strings: list) -> None:
        self.strings = strings
        self.target = self.version = ""
        self.kernel: Function | None = None
        self.functions: dict[str, Function] = {}
        self.constants = b""
        self.symbols: dict[str, int] = {}
        self.shared_bytes = self.local_bytes = 0
        self.dynamic: set[str] = set()  # names of dynamic shared arrays, which come after all others
        self.shared: set[str] = set()  # names of all variables in shared memory
        self.files: dict[int, str] = {}

    def read(self, text: str) -> None:
        # `.file` stands at the end.
        for number, name in re.findall(r'^\s*\.file\s+(\d+)\s+"(\d+)"', text, re.MULTILINE):
            self.files[int(number)] = self.strings[int(name)]
        at = 0
        for statement, end, opens in _statements(text):
            if end <= at:
                continue
            head = statement.strip()
            if opens and (match := _HEAD.search(head)):
                close = _matching(text, end - 1)
                self._function(match, text[end:close])
                at = close + 1
            elif opens:  # a debug section
                at = _matching(text, end - 1) + 1
            else:
                at = end
                self._module_statement(head)

    def _module_statement(self, head: str) -> None:
        if match := re.search(r"\.version\s+(\S+)", head):
            self.version = match.group(1)
        if match := re.search(r"\.target\s+(\w+)", head):
            self.target = match.group(1)
        for line in map(str.strip, head.splitlines()):
            if match := _VARIABLE.search(line):
                self._variable(match, ".extern" in line)

    def _variable(self, match: re.Match[str], is_extern: bool) -> None:
        space, align, kind, name, dimensions, values = match.groups()
        count = 1
        for dimension in re.findall(r"\d+", dimensions or ""):
            count *= int(dimension)
        size = BYTES.get(kind, 1) * count
        if space == "shared":
            self.shared.add(name)
            if is_extern:
                self.dynamic.add(name)
                return
            self.symbols[name] = start = _aligned(self.shared_bytes, align)
            self.shared_bytes = start + size
        elif space == "local":
            self.symbols[name] = start = _aligned(self.local_bytes, 16)
            self.local_bytes = start + size
        else:
            numbers = re.split(r"[\s,{}]+", (values or "").strip("{} \n\t")) if values else []
            if unknown := [each for each in numbers if not re.fullmatch(r"0x[0-9a-fA-F]+|-?\d+", each)]:
                raise Unsupported(f".{space} .{kind} {name} with the value {unknown[0]}")
            width = BYTES.get(kind, 1)
            content = b"".join(
                (int(number, 0) & ((1 << 8 * width) - 1)).to_bytes(width, "little") for number in numbers
            )
            self.constants = self.constants.ljust(_aligned(len(self.constants), 16), b"\0")
            self.symbols[name] = CONSTANT + len(self.constants)
            self.constants += content.ljust(size, b"\0")

    def _function(self, match: re.Match[str], body: str) -> None:
        kind, before, name, after = match.groups()
        results, parameters = (before, after) if kind == "func" else (None, after)
        number = len(self.functions) + (self.kernel is not None)
        function = Function(name, _parameters(parameters), _parameters(results))
        function.sizes = {each.name: each.size for each in [*function.parameters, *function.results]}
        _Body(function, f"@{number}" if number else "", self.files, lambda match: self._variable(match, False)).read(
            body
        )
        if kind == "entry":
            if self.kernel is not None:
                raise Unsupported(f".entry {name}: a second kernel")
            self.kernel = function
        else:
            self.functions[name] = function

    def program(self) -> Program:
        if self.kernel is None:
            raise Unsupported(".entry: the PTX has no kernel")
        self.symbols |= dict.fromkeys(self.dynamic, self.shared_bytes)
        self.symbols |= {each.name: PARAMETER + each.offset for each in self.kernel.parameters}
        return Program(
            self.target,
            self.version,
            self.kernel,
            self.functions,
            self.constants,
            self.symbols,
            self.shared,
            self.shared_bytes,
            self.local_bytes,
        )


def _aligned(at: int, align: str | int | None) -> int:
    return -(-at // int(align or 1)) * int(align or 1)


def _statements(text: str) -> Iterator[tuple[str, int, bool]]:
    """Yields (statement, end, whether it ends with an opening brace) of the module's scope."""
    start = 0
    for match in re.finditer(r"[;{]", text):
        if match.start() < start:
            continue
        if match.group() == "{":
            before = text[start : match.start()]
            if re.search(r"=\s*$", before):  # the values of a variable
                continue
            yield before, match.end(), True
            start = _matching(text, match.start()) + 1
        else:
            yield text[start : match.start()], match.end(), False
            start = match.end()


def _matching(text: str, at: int) -> int:
    depth = 0
    for match in re.finditer(r"[{}]", text[at:]):
        depth += 1 if match.group() == "{" else -1
        if depth == 0:
            return at + match.start()
    return len(text)


def _parameters(text: str | None) -> list[Parameter]:
    parameters, offset = [], 0
    for align, kind, name, count in _PARAMETER.findall(text or ""):
        width = BYTES[kind]
        size = width * int(count or 1)
        alignment = int(align or width)
        offset = -(-offset // alignment) * alignment
        parameters.append(Parameter(name, offset, size, alignment))
        offset += size
    return parameters


class _Body:
    """Reads the statements of one function."""

    def __init__(
        self, function: Function, suffix: str, files: dict[int, str], variable: Callable[[re.Match[str]], None]
    ) -> None:
        self.function, self.suffix, self.files, self.variable = function, suffix, files, variable
        self.scopes: list[dict[str, str]] = [{}]
        self.scope_count = 0
        self.place: Place | None = None
        # Of each place in Triton's own functions, where the user's function calls them.
        self.callers: dict[tuple[str, ...], Place] = {}
        self.tables: dict[str, list[str]] = {}  # the labels of each table of branches
        self.names: list[str] = []  # that the body has, sorted

    def read(self, body: str) -> None:
        self.names = sorted(set(re.findall(r"%?[\w$]+", body)))
        for piece in _pieces(body):
            if piece == "{":
                self.scope_count += 1
                self.scopes.append({"": str(self.scope_count)})  # its number
            elif piece == "}":
                self.scopes.pop()
            elif piece:
                self._statement(piece)
        labels = self.function.labels
        for table, names in self.tables.items():
            self.function.branch_tables[table] = [labels[name] for name in names]

    def _statement(self, text: str) -> None:
        while match := re.match(r"([\w$]+)\s*:\s*(?!:)", text):
            label = self._own(match.group(1))
            text = text[match.end() :].strip()
            self.function.labels[label] = len(self.function.instructions)
        if not text:
            return
        if text.startswith(".branchtargets"):  # the label before names the table
            table = list(self.function.labels)[-1]
            self.tables[table] = [self._own(name.strip()) for name in text.split(None, 1)[1].split(",")]
            return
        if text.startswith("."):
            self._directive(text)
            return
        match = re.match(r"(?:@(!?)\s*([%\w$]+)\s+)?([a-z][\w.:]*)\s*(.*)$", text, re.DOTALL)
        if match is None:
            raise Unsupported(text)
        negated, guard, opcode, rest = match.groups()
        if rest.startswith(".") and (more := re.match(r"(?:\.[\w:]+\s*)+", rest)):  # spaces in an opcode
            opcode, rest = opcode + re.sub(r"\s", "", more[0]), rest[more.end() :]
        branch = opcode.split(".")[0] in ("bra", "brx")
        operands = [
            self._own(operand) if branch and "%" not in operand else self._names(operand)
            for operand in split_operands(rest)
        ]
        self.function.instructions.append(
            Instruction(opcode, operands, guard and self._register(guard), negated == "!", self.place, text)
        )

    def _directive(self, text: str) -> None:
        if match := re.match(r"\.loc\s+(\d+)\s+(\d+)\s+(\d+)(?:.*\binlined_at\s+(\d+)\s+(\d+)\s+(\d+))?", text):
            place, caller = match.group(1, 2, 3), match.group(4, 5, 6)
            if int(place[1]) > 0:
                self.place = self._users(place, caller if caller[0] else None)
        elif match := _REGISTER.match(text):
            bits = 1 if match.group(1) == "pred" else 8 * BYTES[match.group(1)]
            for item in match.group(2).split(","):
                self._declare(item.strip(), bits)
        elif text.startswith((".local", ".shared")) and (match := _VARIABLE.match(text)):
            self.variable(match)
        elif text.startswith(".param"):
            for each in _parameters(text):
                self.function.sizes[each.name] = max(each.size, self.function.sizes.get(each.name, 0))
        elif not re.match(
            r"\.(callprototype|pragma|reqntid|maxntid|minnctapersm|maxnreg|noreturn|loc|section|file|reqnctapercluster)",
            text,
        ):
            raise Unsupported(text)

    def _users(self, place: tuple[str, ...], caller: tuple[str, ...] | None) -> Place:
        """The file and line of a place in the user's code: for one in Triton's own functions, such as tl.sum, that of the call."""
        file = self.files.get(int(place[0]), "")
        if not _OF_TRITON.search(file) or caller is None:
            return file, int(place[1])
        # LLVM names only the next caller, and writes the place of an outer call before those inside of it.
        self.callers[place] = self.callers.get(caller) or self._users(caller, None)
        return self.callers[place]

    def _declare(self, item: str, bits: int) -> None:
        if match := re.match(r"(%?[\w$]+)<(\d+)>", item):
            for name in self._numbered(match.group(1), int(match.group(2))):
                self._add(name, bits)
        else:
            self._add(item, bits)

    def _numbered(self, prefix: str, count: int) -> Iterator[str]:
        """Yields those of the names prefix0, prefix1, … that the body has: it can declare more than memory has room for."""
        for name in self.names[bisect_left(self.names, prefix) :]:
            number = name.removeprefix(prefix)
            if not name.startswith(prefix):
                return
            if re.fullmatch("0|[1-9][0-9]{0,9}", number) and int(number) < count:
                yield name

    def _add(self, name: str, bits: int) -> None:
        own = name + self.suffix
        if len(self.scopes) > 1 and not name.startswith("%r"):
            own = f"{name}{self.suffix}.{self.scopes[-1]['']}"
        self.scopes[-1][name] = own
        self.function.widths[own] = bits

    def _own(self, label: str) -> str:
        """A label's name, which is local to its braces."""
        return f"{label}/{self.scopes[-1]['']}" if len(self.scopes) > 1 and not label.startswith("$") else label

    def _register(self, name: str) -> str:
        for scope in reversed(self.scopes):
            if name in scope:
                return scope[name]
        return name

    def _names(self, operand: str) -> str:
        return re.sub(r"(?<![\w.$%])%?[A-Za-z_$][\w$]*(?![\w.])", lambda match: self._register(match.group()), operand)


def _pieces(body: str) -> Iterator[str]:
    """Yields statements, and the braces of scopes; braces of operands stay in their statement."""
    start, depth = 0, 0
    for match in re.finditer(r"[;{}\n]", body):
        char, at = match.group(), match.start()
        before = body[start:at].strip()
        if char == "{":
            if depth == 0 and (not before or re.search(r":$", before)):
                if before:
                    yield before
                yield "{"
                start = match.end()
            else:
                depth += 1
        elif char == "}":
            if depth:
                depth -= 1
            else:
                if before:
                    yield before
                yield "}"
                start = match.end()
        elif char == ";" or re.match(r"\.(loc|file)\b", before) or (before.endswith(":") and depth == 0):
            yield before
            start = match.end()
    if rest := body[start:].strip():
        yield rest


def split_operands(text: str) -> list[str]:
    """Splits at the commas that are outside of braces, brackets and parentheses."""
    parts, depth, part = [], 0, ""
    for char in text:
        depth += (char in "{[(") - (char in "}])")
        if char == "," and depth == 0:
            parts.append(part.strip())
            part = ""
        else:
            part += char
    return [*parts, part.strip()] if part.strip() else parts
