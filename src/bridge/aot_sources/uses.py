"""What a kernel does with its parameters: which are addresses, what is read and written through them, which values
bound the indices, and how program ids become indices. Follows the text of the function and of the functions that it
calls; nothing runs."""

import ast
from dataclasses import dataclass, field
from typing import Optional

from . import polynomials as poly
from .modules import Module
from .names import chain_of
from .slicing import Slicer

# Functions that need floats of at least 32 bits.
WIDE = {*("exp", "exp2", "log", "log2", "sqrt", "sqrt_rn", "rsqrt", "sin", "cos", "erf", "sigmoid", "softmax", "floor", "ceil", "fma")}
REDUCTIONS = {"sum", "max", "min", "cumsum", "cumprod", "xor_sum", "sort", "flip", "ravel", "reduce", "associative_scan"}
# Functions that give their first argument, as far as addresses and masks are concerned.
SAME = {
    *("multiple_of", "max_contiguous", "max_constancy", "broadcast_to", "expand_dims", "trans", "reshape", "view"),
    *("broadcast", "cast", "to_tensor", "permute", "abs", "assume", "convert_layout", "split", "to", "constexpr"),
}
ATOMICS = {f"atomic_{each}" for each in ("add", "max", "min", "and", "or", "xor", "xchg", "cas")}
INTEGERS = {*("int1", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64")}
FLOATS = {"float16": "fp16", "bfloat16": "bf16", "float32": "fp32", "float64": "fp64", "float8e4nv": "fp8e4nv", "float8e5": "fp8e5"}
SHORT = {**FLOATS, **{each: each.replace("uint", "u").replace("int", "i") for each in INTEGERS}}
DEEPEST = 8
MOST_STEPS = 60_000


@dataclass(frozen=True)
class Atom:
    """An index or a value that is not a parameter. `kind`: pid (axis), lane (size), loop (first, end), turn (of a
    loop: count), quotient, remainder, cdiv, min and max (of, by), data (the pointer that it is loaded through) or other."""

    kind: str
    details: tuple = ()


@dataclass
class Value:
    """A value in the kernel. `integer` is a polynomial of parameters and atoms. `type` is the element type, as a name
    such as `fp32` or as `@x` for that of what the pointer x points to."""

    integer: Optional[dict] = None
    type: Optional[str] = None
    parameters: frozenset = frozenset()
    items: Optional[list] = None
    block: Optional["Block"] = None
    # The method of a descriptor, a type of Triton, a text.
    word: object = None


@dataclass
class Block:
    """A block pointer or a descriptor: its base, and the polynomials of shape and strides."""

    base: Optional[dict]
    shape: list
    strides: list


@dataclass
class Access:
    """One load, store or atomic operation through a pointer."""

    kind: str
    line: int
    # The address without the pointer itself; None if it is not known.
    offset: Optional[dict]
    block: Optional[Block] = None
    type: Optional[str] = None


@dataclass
class Uses:
    """What is seen of the parameters of one kernel."""

    accesses: dict = field(default_factory=dict)
    atoms: dict = field(default_factory=dict)
    # Masks: each index that is compared with a bound.
    bounds: list = field(default_factory=list)
    integers: set = field(default_factory=set)
    floats: set = field(default_factory=set)
    flags: set = field(default_factory=set)
    lanes: set = field(default_factory=set)
    types: set = field(default_factory=set)
    texts: dict = field(default_factory=dict)
    # The whole numbers that constexprs are compared with.
    numbers: dict = field(default_factory=dict)
    optional: set = field(default_factory=set)
    # What each pointer points to: types that it must have, and pairs that must have the same.
    wanted: dict = field(default_factory=dict)
    same: list = field(default_factory=list)
    # Whether it makes block pointers, which Triton 3.9 does not have.
    block_pointers: bool = False
    # Descriptors that the host makes: the index of each axis.
    tensors: dict = field(default_factory=dict)
    # The name that a program id is first assigned to, by axis.
    names: dict = field(default_factory=dict)
    # The parameters whose names the body reads.
    seen: set = field(default_factory=set)
    dots: bool = False
    # Whether lanes are combined to tiles of several axes, as in `rows[:, None]`.
    tiles: bool = False
    # Whether programs wait for each other.
    waits: bool = False

    def moves(self, name: str) -> bool:
        """Whether a name stands for more than one value in a launch."""
        atom = self.atoms.get(name)
        if atom is None:
            return False
        if atom.kind not in ("quotient", "remainder", "cdiv", "min", "max"):
            return True
        return any(self.moves(each) for part in atom.details for each in poly.names_of(thaw(part)) if each != name)

    def want(self, type_: Optional[str], wanted: str) -> None:
        if type_ is not None and type_.startswith("@"):
            self.wanted.setdefault(type_[1:], []).append(wanted)


class Returned(Exception):
    pass


class Reader:
    """Reads one kernel. `constants` are the values of constexprs; conditions on them decide which branches count."""

    def __init__(self, slicer: Slicer, parameters: dict, constants: Optional[dict] = None):
        self._slicer = slicer
        # By name: whether the parameter is a constexpr.
        self._parameters = parameters
        self._constants = constants
        self._steps = 0
        self._path = ()
        self._functions = []
        self.uses = Uses()

    def read(self, module: Module, function: ast.FunctionDef) -> Uses:
        values = {}
        for each in self._parameters:
            values[each] = Value(poly.name(each), None, frozenset([each]))
        self._call(module, function, values)
        return self.uses

    # ---- Statements

    def _call(self, module: Module, function: ast.FunctionDef, values: dict) -> Value:
        self._functions.append((module, values, []))
        try:
            self._body(function.body)
        except Returned:
            pass
        returned = self._functions.pop()[2]
        return next((each for each in returned if each is not None), Value())

    def _body(self, body: list) -> None:
        for statement in body:
            self._statement(statement)

    @property
    def _values(self) -> dict:
        return self._functions[-1][1]

    def _statement(self, node: ast.stmt) -> None:
        self._steps += 1
        if self._steps > MOST_STEPS:
            return
        if isinstance(node, (ast.Assign, ast.AnnAssign)):
            if node.value is None:
                return
            value = self._value(node.value)
            for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                self._assign(target, value)
        elif isinstance(node, ast.AugAssign):
            left = self._value(ast.copy_location(ast.Name(node.target.id, ast.Load()), node)) if isinstance(node.target, ast.Name) else Value()
            self._assign(node.target, self._operation(left, node.op, self._value(node.value), node))
        elif isinstance(node, ast.Expr):
            self._value(node.value)
        elif isinstance(node, ast.If):
            self._if(node)
        elif isinstance(node, ast.For):
            self._for(node)
        elif isinstance(node, ast.While):
            self._condition(node.test)
            self.uses.waits = self.uses.waits or is_wait(node)
            self._loop(node.body, None, poly.name(self._atom("other", node)))
        elif isinstance(node, ast.Return):
            value = None if node.value is None else self._value(node.value)
            self._functions[-1][2].append(value)
            raise Returned
        elif isinstance(node, ast.With):
            self._body(node.body)

    def _assign(self, target: ast.expr, value: Value) -> None:
        if isinstance(target, ast.Name):
            self._values[target.id] = value
            for atom in poly.names_of(value.integer or {}):
                axis = self.uses.atoms.get(atom)
                if axis is not None and axis.kind == "pid" and value.integer == {(atom,): 1}:
                    self.uses.names.setdefault(axis.details[0], target.id)
        elif isinstance(target, (ast.Tuple, ast.List)):
            items = value.items or [Value(None, value.type, value.parameters)] * len(target.elts)
            for each, item in zip(target.elts, items):
                self._assign(each, item)

    def _if(self, node: ast.If) -> None:
        known = self._condition(node.test)
        ended = 0
        branches = [node.body, node.orelse] if known is None else [node.body if known else node.orelse]
        before = dict(self._values)
        after = []
        for branch in branches:
            self._values.clear()
            self._values.update(before)
            try:
                self._body(branch)
                after.append(dict(self._values))
            except Returned:
                ended += 1
        if ended == len(branches):
            raise Returned
        self._values.clear()
        for each in after:
            for name, value in each.items():
                self._values[name] = merged(self._values[name], value, before.get(name)) if name in self._values else value

    def _for(self, node: ast.For) -> None:
        function = node.iter.func if isinstance(node.iter, ast.Call) else None
        last = (chain_of(function) or ("",))[-1] if function is not None else ""
        arguments = [self._value(each) for each in node.iter.args] if function is not None else []
        for each in arguments:
            self._integer(each)
        whole = [each.integer for each in arguments]
        count = None
        atom = self._atom("other", node)
        if last in ("range", "static_range") and arguments and all(each is not None for each in whole):
            first, end = (poly.constant(0), whole[0]) if len(whole) == 1 else whole[:2]
            step = whole[2] if len(whole) > 2 else poly.constant(1)
            atom = self._atom("loop", node, freeze(first), freeze(end), freeze(step))
            if poly.value_of(first) == 0 or not self._indices(first):
                count = (freeze(poly.add(end, first, -1)), freeze(step))
        self._assign(node.target, Value(poly.name(atom), "i32"))
        self._loop(node.body, node.target, poly.name(self._atom("turn", node.iter, *(count or ()))))

    def _loop(self, body: list, target: Optional[ast.expr], turn: dict) -> None:
        """Reads the body twice: in the second turn, what each turn adds is multiplied with the turn's number."""
        before = dict(self._values)
        self._turn(body)
        after = dict(self._values)
        own = {each.id for each in ast.walk(target) if isinstance(each, ast.Name)} if target is not None else set()
        self._values.clear()
        self._values.update(after)
        for name, value in before.items():
            later = after.get(name)
            if name in own or later is None or later is value:
                continue
            if value.integer is not None and later.integer is not None:
                step = poly.add(later.integer, value.integer, -1)
                if step is not None and step and not self._indices(step):
                    moved = poly.multiply(step, turn)
                    start = None if moved is None else poly.add(value.integer, moved)
                    self._values[name] = Value(start, value.type, value.parameters | later.parameters)
        self._turn(body)

    def _turn(self, body: list) -> None:
        try:
            self._body(body)
        except Returned:
            pass

    # ---- Conditions

    def _condition(self, node: ast.expr) -> Optional[bool]:
        """Reads a condition; returns its value if the constants decide it."""
        if isinstance(node, ast.BoolOp):
            found = [self._condition(each) for each in node.values]
            if isinstance(node.op, ast.And):
                return False if False in found else None if None in found else True
            return True if True in found else None if None in found else False
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            found = self._condition(node.operand)
            return None if found is None else not found
        value = self._value(node)
        parameter = only_name(value.integer)
        if parameter in self._parameters and self._parameters[parameter]:
            self.uses.flags.add(parameter)
        elif parameter in self._parameters and not isinstance(node, ast.Compare):
            self.uses.integers.add(parameter)
        found = self._static(node)
        return None if found is UNKNOWN else bool(found)

    def _static(self, node: ast.expr):
        if self._constants is None:
            return UNKNOWN
        if isinstance(node, ast.Constant):
            return node.value
        if isinstance(node, ast.Compare) and len(node.ops) == 1:
            left, right = self._static(node.left), self._static(node.comparators[0])
            if left is UNKNOWN or right is UNKNOWN:
                return UNKNOWN
            try:
                return COMPARE[type(node.ops[0])](left, right)
            except (KeyError, TypeError):
                return UNKNOWN
        value = self._value(node)
        if value.integer is not None:
            parameter = only_name(value.integer)
            if parameter in self._constants:
                return self._constants[parameter]
            known = poly.value_of(value.integer)
            if known is not None:
                return known
            if parameter in self.uses.accesses or parameter in self._parameters and value.integer == {(parameter,): 1}:
                # Not None: the manifest gives it a type.
                return ARGUMENT if not self._parameters[parameter] else UNKNOWN
        return UNKNOWN

    # ---- Values

    def _atom(self, kind: str, node: ast.AST, *details) -> str:
        name = f"{kind}#{'.'.join(map(str, self._path))}.{getattr(node, 'lineno', 0)}.{getattr(node, 'col_offset', 0)}"
        if kind == "pid":
            name = f"pid#{details[0]}"
        self.uses.atoms[name] = Atom(kind, details)
        return name

    def _indices(self, polynomial: dict) -> set:
        """The atoms of a polynomial that differ between programs, lanes and turns of a loop, or that are loaded."""
        return {each for each in poly.names_of(polynomial) if self.uses.moves(each)}

    def _integer(self, value: Value) -> None:
        """Marks what a value is made of as integers."""
        for each in poly.names_of(value.integer or {}):
            self._integer_name(each)
        if value.integer is None:
            self.uses.want(value.type, "i32")

    def _integer_name(self, name: str) -> None:
        atom = self.uses.atoms.get(name)
        if atom is None:
            self.uses.integers.add(name)
        elif atom.kind == "data":
            self.uses.wanted.setdefault(atom.details[0], []).append("i32")
        else:
            for each in atom.details:
                for inner in poly.names_of(thaw(each)) if isinstance(each, frozenset) else ():
                    if inner != name:
                        self._integer_name(inner)

    def _value(self, node: ast.expr) -> Value:
        self._steps += 1
        if self._steps > MOST_STEPS:
            return Value()
        method = getattr(self, f"_read_{type(node).__name__}", None)
        if method is not None:
            return method(node)
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.expr):
                self._value(child)
        return Value()

    def _read_Constant(self, node: ast.Constant) -> Value:
        if isinstance(node.value, bool):
            return Value(poly.constant(int(node.value)), "number")
        if isinstance(node.value, int):
            return Value(poly.constant(node.value), "number")
        return Value(None, "real" if isinstance(node.value, float) else None, word=node.value)

    def _read_Name(self, node: ast.Name) -> Value:
        if node.id in self._values:
            self.uses.seen |= self._values[node.id].parameters
            return self._values[node.id]
        module = self._functions[-1][0]
        found = self._slicer.definition(module, node.id)
        if found is not None and isinstance(found[1].node, (ast.Assign, ast.AnnAssign)) and found[1].node.value is not None:
            value = found[1].node.value
            if isinstance(value, ast.Call) and len(value.args) == 1 and chain_of(value.func)[-1:] == ("constexpr",):
                value = value.args[0]
            if isinstance(value, ast.Constant):
                return self._read_Constant(value)
        return Value()

    def _read_Tuple(self, node: ast.Tuple) -> Value:
        return Value(items=[self._value(each) for each in node.elts])

    _read_List = _read_Tuple

    def _read_Attribute(self, node: ast.Attribute) -> Value:
        if node.attr == "T":
            return self._value(node.value)
        chain = chain_of(node)
        if chain and chain[0] not in self._values:
            return Value(word=chain[-1]) if chain[-1] in SHORT else Value()
        value = self._value(node.value)
        if node.attr in ("dtype", "type"):
            name = only_name(value.integer)
            if value.type is None and name in self._parameters:
                return Value(word=f"@{name}")
            return Value(word=value.type, type=value.type)
        if node.attr in ("element_ty", "scalar"):
            return Value(word=value.word)
        return Value()

    def _read_Subscript(self, node: ast.Subscript) -> Value:
        value = self._value(node.value)
        if isinstance(node.slice, ast.Tuple) and any(isinstance(each, ast.Constant) and each.value is None for each in node.slice.elts):
            self.uses.tiles = True
        if value.items is not None and isinstance(node.slice, ast.Constant) and isinstance(node.slice.value, int):
            return value.items[node.slice.value] if -len(value.items) <= node.slice.value < len(value.items) else Value()
        return value

    def _read_IfExp(self, node: ast.IfExp) -> Value:
        known = self._condition(node.test)
        if known is not None:
            return self._value(node.body if known else node.orelse)
        return merged(self._value(node.body), self._value(node.orelse), None)

    def _read_UnaryOp(self, node: ast.UnaryOp) -> Value:
        if isinstance(node.op, ast.Not):
            self._condition(node.operand)
            return Value()
        value = self._value(node.operand)
        if isinstance(node.op, ast.USub) and value.integer is not None:
            return Value(poly.multiply(value.integer, poly.constant(-1)), value.type, value.parameters)
        return value if not isinstance(node.op, ast.Invert) else Value(None, value.type, value.parameters)

    def _read_BoolOp(self, node: ast.BoolOp) -> Value:
        self._condition(node)
        return Value()

    def _read_Compare(self, node: ast.Compare) -> Value:
        left = self._value(node.left)
        for operator, other in zip(node.ops, node.comparators):
            right = self._value(other)
            self._compare(left, operator, right)
            left = right
        return Value()

    def _compare(self, left: Value, operator: ast.cmpop, right: Value) -> None:
        for value, other in ((left, right), (right, left)):
            name = only_name(value.integer)
            if name in self._parameters and isinstance(other.word, str):
                self.uses.texts.setdefault(name, []).append(other.word)
            if self._parameters.get(name) and isinstance(operator, ast.Eq) and poly.value_of(other.integer or {("",): 1}) is not None:
                self.uses.numbers.setdefault(name, []).append(poly.value_of(other.integer))
            if isinstance(operator, (ast.Is, ast.IsNot)) and name in self._parameters:
                self.uses.optional.add(name)
            if name in self._parameters and other.type == "real":
                self.uses.floats.add(name)
        if left.integer is None or right.integer is None or isinstance(operator, (ast.Is, ast.IsNot)):
            return
        if isinstance(operator, (ast.Gt, ast.GtE)):
            left, right = right, left
        difference = poly.add(left.integer, right.integer, -1) or {}
        index = {product: count for product, count in difference.items() if any(map(self.uses.moves, product))}
        kinds = {self.uses.atoms[each].kind for each in poly.names_of(index) if each in self.uses.atoms}
        if not kinds or kinds == {"data"}:
            return
        self._integer(Value(difference))
        if isinstance(operator, (ast.Lt, ast.Gt, ast.LtE, ast.GtE)) and "data" not in kinds:
            bound = {product: -count for product, count in difference.items() if product not in index}
            if isinstance(operator, (ast.LtE, ast.GtE)):
                bound = poly.add(bound, poly.constant(1)) or {}
            if poly.names_of(bound):
                self.uses.bounds.append((index, bound))

    def _read_BinOp(self, node: ast.BinOp) -> Value:
        return self._operation(self._value(node.left), node.op, self._value(node.right), node)

    def _operation(self, left: Value, operator: ast.operator, right: Value, node: ast.AST) -> Value:
        parameters = left.parameters | right.parameters
        is_bits = isinstance(operator, (ast.BitAnd, ast.BitOr, ast.BitXor, ast.LShift, ast.RShift))
        type_ = None if is_bits else self._mixed(left, right)
        if isinstance(operator, (ast.BitAnd, ast.BitOr, ast.BitXor)) and (left.integer is None or right.integer is None):
            for value in (left, right):
                if value.integer is not None or value.type is not None:
                    self._bits(value)
            return Value(None, type_, parameters)
        if isinstance(operator, (ast.FloorDiv, ast.Mod, ast.LShift, ast.RShift, ast.BitAnd, ast.BitOr, ast.BitXor)):
            if left.type == "real" or right.type == "real":
                return Value(None, "fp32", parameters)
            self._integer(left)
            self._integer(right)
            if left.integer is None or right.integer is None:
                return Value(None, type_, parameters)
            first, second = poly.value_of(left.integer), poly.value_of(right.integer)
            if first is not None and second and isinstance(operator, (ast.FloorDiv, ast.Mod)):
                return Value(poly.constant(first // second if isinstance(operator, ast.FloorDiv) else first % second), "number")
            kind = {ast.FloorDiv: "quotient", ast.Mod: "remainder"}.get(type(operator), "other")
            atom = self._atom(kind, node, freeze(left.integer), freeze(right.integer))
            return Value(poly.name(atom), "i32", parameters)
        if isinstance(operator, ast.Div):
            for value in (left, right):
                self._number(value)
            self.uses.want(left.type, "wide")
            return Value(None, "fp32" if type_ in (None, "number", "i32") else type_, parameters)
        if left.integer is not None and right.integer is not None:
            if isinstance(operator, (ast.Add, ast.Sub)):
                return Value(poly.add(left.integer, right.integer, 1 if isinstance(operator, ast.Add) else -1), type_, parameters)
            if isinstance(operator, ast.Mult):
                return Value(poly.multiply(left.integer, right.integer), type_, parameters)
        for value in (left, right):
            self._number(value)
        return Value(None, type_, parameters)

    def _number(self, value: Value) -> None:
        """Marks a parameter that is calculated with, as floats are."""
        name = only_name(value.integer)
        if name in self._parameters:
            self.uses.floats.add(name)

    def _bits(self, value: Value) -> None:
        self.uses.want(value.type, "bits")

    def _mixed(self, left: Value, right: Value) -> Optional[str]:
        """The type of an operation's result. A scalar that data is multiplied with is probably a float."""
        for value, other in ((left, right), (right, left)):
            name = only_name(value.integer)
            atoms = self._indices(other.integer or {})
            is_data = other.integer is None or any(self.uses.atoms[each].kind == "data" for each in atoms)
            if name in self._parameters and not self._parameters[name] and is_data and name not in self.uses.accesses:
                self.uses.floats.add(name)
                return "fp32" if other.type not in ("i32", "number") else other.type
        types = [each.type for each in (left, right) if each.type not in (None, "number", "real")]
        if not types:
            return "fp32" if "real" in (left.type, right.type) and None not in (left.type, right.type) else None
        if len(types) == 1:
            other = left if right.type == types[0] else right
            if types[0] == "i32" and other.type == "real":
                return "fp32"
            return types[0] if other.type in ("number", "real") else None
        if types[0] == types[1]:
            return types[0]
        if "fp32" in types:
            return "fp32"
        return None

    # ---- Calls

    def _read_Call(self, node: ast.Call) -> Value:
        chain = chain_of(node.func)
        is_method = isinstance(node.func, ast.Attribute) and not (chain and chain[0] not in self._values)
        name = node.func.attr if isinstance(node.func, ast.Attribute) else (chain or ("",))[-1]
        arguments = [self._value(each.value if isinstance(each, ast.Starred) else each) for each in node.args]
        named = {each.arg: self._value(each.value) for each in node.keywords if each.arg is not None}
        if not is_method:
            called = self._called(node, chain, arguments, named)
            if called is not None:
                return called
        if is_method:
            owner = self._value(node.func.value)
            if name in ("load", "store", "gather", "scatter", "atomic_add") and name != "to":
                return self._descriptor(owner, name, arguments, node)
            arguments = [owner, *arguments]
        first = arguments[0] if arguments else next(iter(named.values()), Value())
        if name in ("load", "store") or name in ATOMICS:
            return self._access(name, arguments, named, node)
        if name == "program_id" or name == "num_programs":
            axis = poly.value_of((arguments[0] if arguments else named.get("axis", Value({}))).integer or {}) or 0
            return Value(poly.name(self._atom("pid" if name == "program_id" else "other", node, axis)), "i32")
        if name == "arange":
            return self._arange(arguments, named, node)
        if name in ("make_block_ptr", "make_tensor_descriptor", "_experimental_make_tensor_descriptor"):
            self.uses.block_pointers = self.uses.block_pointers or name == "make_block_ptr"
            return self._block(arguments, named)
        if name == "advance":
            return first
        if name in ("dot", "dot_scaled"):
            return self._dot(arguments, named, name)
        if name == "allocate_shared_memory" and isinstance(first.word, str):
            for each in [*arguments[1:], *named.values()]:
                self.uses.want(each.type, SHORT.get(first.word, "wide"))
            return Value(None, SHORT.get(first.word))
        if name == "cdiv" and len(arguments) == 2:
            return self._cdiv(arguments, node)
        if name in SAME:
            return self._same(name, first, arguments, named)
        if name in ("zeros", "full", "zeros_like", "full_like", "empty"):
            return self._filled(name, arguments, named)
        if name in WIDE:
            for each in arguments:
                self.uses.want(each.type, "wide")
            return Value(None, "fp32", first.parameters)
        if name in ("minimum", "maximum", "min", "max", "where") and len(arguments) > 1:
            return self._choice(name, arguments, node)
        if name in REDUCTIONS:
            return Value(None, first.type, first.parameters)
        if name in ("argmax", "argmin"):
            return Value(None, "i32")
        if name == "float":
            return Value(None, "real", word=first.word)
        if name in ("range", "static_range"):
            return Value()
        return Value(None, "fp32" if name.startswith(("rand", "tanh")) and name != "randint" else None)

    def _called(self, node: ast.Call, chain: tuple, arguments: list, named: dict) -> Optional[Value]:
        """Reads the body of a function of the project."""
        module = self._functions[-1][0]
        if not chain or chain[0] in self._values or len(self._functions) > DEEPEST:
            return None
        if len(chain) != 1 or self._slicer.origin(module, chain):
            return None
        found = self._slicer.definition(module, chain[0])
        if found is None or not isinstance(found[1].node, ast.FunctionDef):
            return None
        function = found[1].node
        if function.args.vararg or function.args.kwarg or any(function is each for each in self._active()):
            return None
        names = [each.arg for each in [*function.args.posonlyargs, *function.args.args]]
        values = {}
        defaults = dict(zip(reversed(names), reversed(function.args.defaults)))
        for each, default in defaults.items():
            values[each] = self._value(default) if isinstance(default, ast.Constant) else Value()
        values.update(zip(names, arguments))
        values.update(named)
        for each in names:
            values.setdefault(each, Value())
        path = self._path
        self._path = (*path, node.lineno, node.col_offset)
        self._stack = (*self._active(), function)
        result = self._call(found[0], function, values)
        self._path = path
        self._stack = self._stack[:-1]
        return result

    _stack = ()

    def _active(self) -> tuple:
        return self._stack

    def _base(self, address: Optional[dict]) -> Optional[str]:
        """The parameter that an address begins at: a term of its own."""
        if address is None:
            return None
        found = [product[0] for product, count in address.items() if len(product) == 1 and count == 1 and self._parameters.get(product[0]) is False]
        known = [each for each in found if each in self.uses.accesses or looks_like_pointer(each)]
        return next(iter([*known, *found]), None)

    def _access(self, name: str, arguments: list, named: dict, node: ast.Call) -> Value:
        address = arguments[0] if arguments else named.get("pointer", Value())
        block = address.block
        base = self._base(block.base if block is not None else address.integer)
        stored = arguments[1] if len(arguments) > 1 else named.get("value", named.get("val", Value()))
        if base is None and address.integer is None and address.items is None:
            loose = [each for each in sorted(address.parameters) if self._parameters.get(each) is False and looks_like_pointer(each)]
            base = loose[0] if len(loose) == 1 else None
        if base is None:
            return Value()
        offset = None
        if block is None and address.integer is not None:
            offset = {product: count for product, count in address.integer.items() if product != (base,)}
            self._integer(Value(offset))
        elif block is not None:
            offset = {product: count for product, count in (block.base or {}).items() if product != (base,)}
            self._integer(Value(offset))
        kind = "load" if name == "load" else "store" if name == "store" else "atomic"
        type_ = None if kind == "load" else stored.type
        if name in ("atomic_cas", "atomic_and", "atomic_or", "atomic_xor") or (kind == "atomic" and stored.type == "number"):
            self.uses.wanted.setdefault(base, []).append("i32")
        if type_ is None and stored.integer is not None and kind != "load" and self._is_index(stored.integer):
            type_ = "i32"
        self.uses.accesses.setdefault(base, []).append(Access(kind, node.lineno, offset, block, type_))
        if kind == "store":
            return Value()
        atom = self._atom("data", node, base)
        is_block = block is not None
        return Value(None if is_block else poly.name(atom), f"@{base}", frozenset())

    def _is_index(self, polynomial: dict) -> bool:
        kinds = {self.uses.atoms[each].kind for each in poly.names_of(polynomial) if each in self.uses.atoms}
        return bool(kinds) and "data" not in kinds

    def _descriptor(self, owner: Value, name: str, arguments: list, node: ast.Call) -> Value:
        if owner.block is not None:
            indices = arguments[0].items if arguments and arguments[0].items else []
            for each in indices:
                self._integer(each)
            self._bound(indices, owner.block.shape)
            return self._access("load" if name in ("load", "gather") else "store", [owner, *arguments[1:]], {}, node)
        tensor = only_name(owner.integer)
        if self._parameters.get(tensor) is not False:
            return Value()
        indices = arguments[0].items if arguments and arguments[0].items else []
        self.uses.tensors.setdefault(tensor, []).append([each.integer for each in indices])
        for each in indices:
            self._integer(each)
        self.uses.accesses.setdefault(tensor, []).append(Access("load" if name in ("load", "gather") else "store", node.lineno, None))
        return Value(None, f"@{tensor}")

    def _arange(self, arguments: list, named: dict, node: ast.Call) -> Value:
        start = arguments[0] if arguments else named.get("start", Value(poly.constant(0)))
        end = arguments[1] if len(arguments) > 1 else named.get("end", Value())
        size = poly.add(end.integer, start.integer, -1) if end.integer is not None and start.integer is not None else None
        for each in poly.names_of(size or {}):
            if each in self._parameters:
                self.uses.lanes.add(each)
        lane = poly.name(self._atom("lane", node, *([freeze(size)] if size is not None else [])))
        return Value(poly.add(lane, start.integer or {}), "i32")

    def _block(self, arguments: list, named: dict) -> Value:
        order = ("base", "shape", "strides", "offsets", "block_shape", "order")
        given = {**dict(zip(order, arguments)), **named}
        base = given.get("base", Value()).integer
        shape, strides = ([each.integer for each in given.get(key, Value()).items or []] for key in ("shape", "strides"))
        for each in (*shape, *strides, *[item.integer for item in given.get("offsets", Value()).items or []]):
            self._integer(Value(each))
        for each in given.get("block_shape", Value()).items or []:
            for name in poly.names_of(each.integer or {}):
                if name in self._parameters:
                    self.uses.lanes.add(name)
        self._bound(given.get("offsets", Value()).items or [], shape)
        return Value(None, None, block=Block(base, shape, strides))

    def _bound(self, offsets: list, shape: list) -> None:
        """Block pointers need no masks: each offset is below the size of its axis."""
        for offset, size in zip(offsets, shape):
            if offset.integer is not None and size and self._is_index(offset.integer):
                self.uses.bounds.append((offset.integer, size))

    def _dot(self, arguments: list, named: dict, name: str) -> Value:
        self.uses.dots = True
        left, right = (arguments + [Value(), Value()])[:2]
        if name == "dot":
            for first, second in ((left, right), (right, left)):
                if first.type and second.type and first.type.startswith("@"):
                    if second.type.startswith("@"):
                        self.uses.same.append((first.type[1:], second.type[1:]))
                    elif second.type in FLOATS.values() or second.type in SHORT.values():
                        self.uses.want(first.type, second.type)
                elif first.type is not None and first.type.startswith("@"):
                    self.uses.want(first.type, "wide")
        out = named.get("out_dtype")
        return Value(None, SHORT.get(out.word, "fp32") if out is not None and isinstance(out.word, str) else "fp32")

    def _cdiv(self, arguments: list, node: ast.Call) -> Value:
        left, right = arguments
        for each in arguments:
            self._integer(each)
        if left.integer is None or right.integer is None:
            return Value(None, "i32")
        atom = self._atom("cdiv", node, freeze(left.integer), freeze(right.integer))
        return Value(poly.name(atom), "i32", left.parameters | right.parameters)

    def _same(self, name: str, first: Value, arguments: list, named: dict) -> Value:
        if name in ("to", "cast") and len(arguments) + len(named) > 1:
            target = arguments[1] if len(arguments) > 1 else next(iter(named.values()))
            parameter = only_name(target.integer)
            if parameter in self._parameters:
                self.uses.types.add(parameter)
                return Value(first.integer, None, first.parameters)
            word = target.word if isinstance(target.word, str) else None
            type_ = SHORT.get(word, word if word is not None and (word.startswith("@") or word in FLOATS.values()) else None)
            if type_ in FLOATS.values() and type_ != "fp32" and first.type is not None and not first.type.startswith("@"):
                return Value(None, type_, first.parameters)
            return Value(first.integer, type_, first.parameters, block=first.block)
        if name in ("reshape", "view", "trans", "permute", "split"):
            return Value(first.integer, first.type, first.parameters, block=first.block)
        return first

    def _filled(self, name: str, arguments: list, named: dict) -> Value:
        if name.endswith("_like"):
            return Value(None, arguments[0].type if arguments else None)
        type_ = named.get("dtype") or (arguments[-1] if len(arguments) > 1 else Value())
        parameter = only_name(type_.integer)
        if parameter in self._parameters:
            self.uses.types.add(parameter)
        shape = arguments[0] if arguments else named.get("shape", Value())
        for each in shape.items or [shape]:
            for inner in poly.names_of(each.integer or {}):
                if inner in self._parameters:
                    self.uses.lanes.add(inner)
        word = type_.word if isinstance(type_.word, str) else None
        return Value(None, SHORT.get(word, word if word is not None and word.startswith("@") else None))

    def _choice(self, name: str, arguments: list, node: ast.Call) -> Value:
        options = arguments[1:] if name == "where" else arguments
        types = [each.type for each in options if each.type not in (None, "number", "real")]
        if name in ("minimum", "min") and all(each.integer is not None for each in options) and len(options) == 2:
            if all(not any(self.uses.atoms[atom].kind == "data" for atom in self._indices(each.integer)) for each in options):
                for each in options:
                    self._integer(each)
        if name == "where" and len(options) == 2 and options[0].integer is not None:
            # `where(i < n, i, 0)`: the index is what it was.
            if options[1].integer is not None and poly.value_of(options[1].integer) is not None and self._is_index(options[0].integer):
                return options[0]
        parameters = frozenset().union(*(each.parameters for each in options))
        type_ = types[0] if types and all(each == types[0] for each in types) else None
        if any(each.integer is None for each in options):
            return Value(None, type_, parameters)
        if type_ is not None and type_.startswith("@"):
            return Value(poly.name(self._atom("data", node, type_[1:])), type_, parameters)
        if name != "where" and len(options) == 2:
            kind = "min" if name.startswith("min") else "max"
            return Value(poly.name(self._atom(kind, node, *(freeze(each.integer) for each in options))), type_, parameters)
        return Value(poly.name(self._atom("other", node)), type_, parameters)


UNKNOWN = object()
ARGUMENT = object()
COMPARE = {
    ast.Eq: lambda a, b: a == b,
    ast.NotEq: lambda a, b: a != b,
    ast.Lt: lambda a, b: a < b,
    ast.LtE: lambda a, b: a <= b,
    ast.Gt: lambda a, b: a > b,
    ast.GtE: lambda a, b: a >= b,
    ast.Is: lambda a, b: a is b,
    ast.IsNot: lambda a, b: a is not b,
}


def only_name(polynomial: Optional[dict]) -> Optional[str]:
    """`n` if the polynomial is n."""
    if polynomial is None or len(polynomial) != 1:
        return None
    (product, count), = polynomial.items()
    return product[0] if len(product) == 1 and count == 1 else None


def merged(one: Value, other: Value, before: Optional[Value]) -> Value:
    """The value after two branches: the one that is an address or changed."""
    if one is other:
        return one
    if one.block is not None or other.block is not None:
        return one if one.block is not None else other
    if one.integer is not None and (other is before or other.integer is None or other.type == "number"):
        return one
    if other.integer is not None and (one is before or one.integer is None or one.type == "number"):
        return other
    return other if other.type is not None or other.integer is not None else one


def is_wait(loop: ast.While) -> bool:
    """Whether a loop ends when another program writes to memory."""
    called = [each for each in ast.walk(loop) if isinstance(each, ast.Call)]
    names = {(chain_of(each.func) or ("",))[-1] for each in called}
    return bool(names & ATOMICS) or any(word.arg == "volatile" for each in called for word in each.keywords)


def looks_like_pointer(name: str) -> bool:
    low = name.lower()
    return low.endswith(("_ptr", "_pointer", "ptr", "_ptrs")) or low.startswith("ptr_")


def freeze(polynomial: Optional[dict]) -> frozenset:
    return frozenset((polynomial or {}).items())


def thaw(polynomial: frozenset) -> dict:
    return dict(sorted(polynomial))
