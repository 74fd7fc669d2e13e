"""What functions and attributes of torch, Triton and Python give: which are tensors of which type, and which are numbers."""

import ast
from collections.abc import Callable
from dataclasses import replace

from .host import BOOL, CASTS, FLOAT, INT, TENSOR, UNKNOWN, Host, arithmetic, folded, joined, literal

# Attributes and methods that only tensors have.
OF_TENSORS = {
    *(
        "stride",
        "shape",
        "size",
        "dtype",
        "device",
        "contiguous",
        "is_contiguous",
        "numel",
        "is_cuda",
        "data_ptr",
        "element_size",
    ),
    *(
        "new_empty",
        "new_zeros",
        "new_ones",
        "new_full",
        "untyped_storage",
        "view",
        "reshape",
        "permute",
        "requires_grad",
        "ndim",
        "dim",
    ),
    *("flatten", "unsqueeze", "squeeze", "transpose", "detach", "is_floating_point"),
}
# Modules whose members are functions, not methods of a value.
MODULES = {
    "torch",
    "F",
    "nn",
    "triton",
    "tl",
    "math",
    "np",
    "numpy",
    "os",
    "random",
    "functools",
    "itertools",
    "re",
    "time",
}
SIZES = {"size", "stride", "shape"}
INTEGERS = {
    *(
        "numel",
        "dim",
        "ndim",
        "element_size",
        "data_ptr",
        "nelement",
        "itemsize",
        "storage_offset",
        "bit_length",
        "multi_processor_count",
    ),
    *(
        "max_shared_mem",
        "get_device_id",
        "device_count",
        "current_device",
        "nnz",
        "cdiv",
        "ceil_div",
        "next_power_of_2",
        "isqrt",
        "gcd",
        "lcm",
    ),
    *(
        "ceil",
        "floor",
        "len",
        "int",
        "prev_power_of_2",
        "max_threads_per_multi_processor",
        "shared_memory_per_block_optin",
        "index",
        "get_rank",
        "get_world_size",
    ),
}
SAME = {
    *(
        "contiguous",
        "view",
        "reshape",
        "transpose",
        "t",
        "permute",
        "flatten",
        "expand",
        "expand_as",
        "unsqueeze",
        "squeeze",
        "clone",
        "detach",
    ),
    *(
        "cuda",
        "cpu",
        "narrow",
        "unbind",
        "select",
        "repeat",
        "repeat_interleave",
        "view_as",
        "reshape_as",
        "masked_fill",
        "fill_",
        "zero_",
        "T",
        "mT",
    ),
    *(
        "cumsum",
        "sum",
        "mean",
        "abs",
        "neg",
        "exp",
        "log",
        "sqrt",
        "rsqrt",
        "softmax",
        "clamp",
        "masked_fill_",
        "copy_",
        "requires_grad_",
        "add",
        "mul",
    ),
    *(
        "roll",
        "flip",
        "unflatten",
        "swapaxes",
        "movedim",
        "index_select",
        "gather",
        "data",
        "grad",
        "pad",
        "cat",
        "stack",
        "concat",
        "pow",
        "square",
    ),
    *(
        "maximum",
        "minimum",
        "tril",
        "triu",
        "broadcast_to",
        "as_strided",
        "swapdims",
        "contiguous_format",
        "sub",
        "div",
        "matmul",
        "bmm",
        "mm",
        "amax",
        "amin",
    ),
}
POSITIONS = {"argsort", "argmax", "argmin", "nonzero", "searchsorted", "bincount", "multinomial", "randperm"}
CREATED = {
    *(
        "empty",
        "zeros",
        "ones",
        "rand",
        "randn",
        "full",
        "tensor",
        "empty_strided",
        "as_tensor",
        "linspace",
        "arange",
        "randint",
        "eye",
        "from_numpy",
        "asarray",
    )
}
NEW = {"new_empty", "new_zeros", "new_ones", "new_full", "new_tensor", "new_empty_strided"}
TRUTHS = {
    *(
        "is_contiguous",
        "is_cuda",
        "requires_grad",
        "is_floating_point",
        "isinstance",
        "bool",
        "hasattr",
        "any",
        "all",
        "is_available",
        "is_sparse",
    ),
    *("is_grad_enabled", "is_complex", "startswith", "endswith", "callable", "is_leaf"),
}


def attribute(name: str, owner: Callable[[], Host], text: str) -> Host | None:
    """The value of `owner.name`, where `text` is that of the owner. None if the name says nothing."""
    if name == "shape":
        return Host("tuple", "int", f"{text}.shape")
    if name == "dtype":
        found = owner()
        return Host("dtype", found.dtype if found.kind == "tensor" else None)
    if name in INTEGERS:
        return Host("int", size=("name", f"{text}.{name}"))
    if name in TRUTHS:
        return BOOL
    if name in ("min", "max", "tiny", "smallest_normal"):
        found = owner()
        return FLOAT if found.kind == "finfo" else INT if found.kind == "iinfo" else None
    if name in ("pi", "inf", "e", "nan", "eps") and text in ("math", "np", "numpy", "torch"):
        return FLOAT
    if name in ("T", "mT", "data", "grad", "H", "real"):
        found = owner()
        return found if found.kind == "tensor" else TENSOR if name in ("mT", "grad") else UNKNOWN
    if name == "is_cuda":
        return BOOL
    if name in ("device", "type", "index"):
        return UNKNOWN
    return None


def compared(left: Host, operator: ast.cmpop, right: Host) -> Host:
    if "tensor" in (left.kind, right.kind):
        return Host("tensor", "i1")
    if (
        left.kind == right.kind == "dtype"
        and None not in (left.dtype, right.dtype)
        and "@" not in left.dtype + right.dtype  # type: ignore[operator]
    ):
        if isinstance(operator, (ast.Eq, ast.NotEq, ast.Is, ast.IsNot)):
            return literal((left.dtype == right.dtype) is isinstance(operator, (ast.Eq, ast.Is)))
    sides = [tuple(item.value for item in each.items) if each.kind == "tuple" else each.value for each in (left, right)]
    is_known = [
        None not in side if isinstance(side, tuple) and side else side is not None and not isinstance(side, tuple)
        for side in sides
    ]
    is_known = [known and each.dtype is None for known, each in zip(is_known, (left, right))]
    try:
        if all(is_known):
            tests = {
                ast.Eq: "__eq__",
                ast.NotEq: "__ne__",
                ast.Lt: "__lt__",
                ast.LtE: "__le__",
                ast.Gt: "__gt__",
                ast.GtE: "__ge__",
            }
            if isinstance(operator, (ast.In, ast.NotIn)):
                return literal((sides[0] in sides[1]) is isinstance(operator, ast.In))
            found = getattr(sides[0], tests[type(operator)])(sides[1])
            return literal(found) if found is not NotImplemented else BOOL
    except (KeyError, TypeError):
        pass
    return BOOL


def call(node: ast.Call, chain: tuple, owner: Host | None, text: str, arguments: list, keywords: dict) -> Host:
    """The result of a call: of a method of `owner`, or of a function if there is none."""
    name = node.func.attr if isinstance(node.func, ast.Attribute) else (chain or ("",))[-1]
    first = arguments[0] if arguments else UNKNOWN
    of = owner if owner is not None else first
    given = keywords.get("dtype")
    if name in SIZES and owner is not None:
        return of_shape(name, arguments, text)
    if name in ("cdiv", "ceil_div") and "tensor" in (each.kind for each in arguments):
        return arithmetic("//", *arguments[:2])
    if name in ("cdiv", "ceil_div") and len(arguments) == 2:
        return folded("cdiv", *arguments, "int")  # type: ignore[call-arg]
    if name.strip("_") in ("next_power_of_2", "next_power_of_two", "next_pow2") and arguments:
        return folded("power", first, literal(0), "int")
    if name in ("min", "max") and owner is None and len(arguments) > 1:
        found = joined(arguments)
        kind = (
            found.kind
            if found.kind in ("int", "float")
            else "int"
            if any(each.kind == "int" for each in arguments)
            else None
        )
        result = arguments[0]
        for each in arguments[1:]:
            result = folded(name, result, each, kind) if kind else UNKNOWN
        return result
    if name in ("int", "round") and owner is None:
        return (
            Host("int", size=first.size, value=int(first.value))
            if isinstance(first.value, (int, float))
            else Host("int", size=first.size)
        )
    if name == "ceil" and first.size is not None and first.size[0] == "//":
        return Host("int", size=("cdiv", *first.size[1:]))
    if name == "float" and owner is None:
        return (
            literal(float(first.value))
            if isinstance(first.value, (int, float)) or first.value in ("inf", "-inf")
            else FLOAT
        )
    if name == "bool" and owner is None:
        return literal(bool(first.value)) if first.value is not None or first.kind == "none" else BOOL
    if name in ("tuple", "list") and owner is None:
        return first if first.kind == "tuple" else UNKNOWN
    if chain[:1] == ("math",) and name not in INTEGERS:
        return FLOAT
    if name in INTEGERS:
        of_text = f"{text}.{name}" if text else ast.unparse(node.func)
        return Host("int", size=("name", f"{of_text}({', '.join(map(ast.unparse, node.args))})"))
    if name in TRUTHS and not (name == "bool" and owner is not None and not arguments):
        return BOOL
    if name in ("finfo", "iinfo"):
        return Host(name)
    if name in ("constexpr", "wrap_triton"):
        return first
    if name == "get_device_capability":
        return Host("tuple", items=(INT, INT))
    made = tensors(node, name, chain, owner, of, arguments, keywords, given)
    if made is not None:
        return made
    if name in ("partial", "get"):
        return UNKNOWN
    if name in ("item", "tolist"):
        return (
            (FLOAT if of.dtype and of.dtype.startswith(("fp", "bf")) else INT if of.dtype else UNKNOWN)
            if name == "item"
            else UNKNOWN
        )
    if chain[:1] in (("F",), ("torch",)) and not chain[1:2] in (
        ("cuda",),
        ("distributed",),
        ("backends",),
        ("utils",),
        ("version",),
        ("library",),
    ):
        tensor = next((each for each in arguments if each.kind == "tensor"), None)
        return tensor if tensor is not None else TENSOR if chain[:1] == ("F",) else UNKNOWN
    if owner is not None and owner.kind == "tensor":
        return Host("tensor", owner.dtype)
    return UNKNOWN


def descriptor_of(name: str, text: str, arguments: list, keywords: dict) -> Host | None:
    """A descriptor of the host: `TensorDescriptor.from_tensor(x, [BM, BN])`, or `TensorDescriptor(x, shape, strides, block)`,
    where `text` is that of the tensor. Its items are the sizes of the block, and it is made with the sizes of the tensor."""
    if name != "from_tensor" and not (name == "TensorDescriptor" and arguments):
        return None
    place = 1 if name == "from_tensor" else 3
    block = arguments[place] if len(arguments) > place else keywords.get("block_shape", UNKNOWN)
    tensor = arguments[0] if arguments else next(iter(keywords.values()), UNKNOWN)
    shape = arguments[1] if place == 3 and len(arguments) > 1 else keywords.get("shape", UNKNOWN)
    if shape.items:
        made = tuple(each.size for each in shape.items)
    elif tensor.made is not None and len(tensor.made) == len(block.items):
        made = tensor.made
    else:
        made = tuple(("name", f"{text}.shape[{at}]") for at in range(len(block.items)))
    return Host("descriptor", tensor.dtype, items=block.items, made=made)


def of_shape(name: str, arguments: list, text: str) -> Host:
    name = "shape" if name == "size" else name
    if not arguments:
        return Host("tuple", "int", f"{text}.{name}")
    place = arguments[0].value
    return Host("int", size=("name", f"{text}.{name}[{place if place is not None else '?'}]"))


def made_sizes(name: str, arguments: list) -> tuple | None:
    """The sizes in a call that makes a tensor; None if they are not written one by one, as for `torch.empty(x.shape)`."""
    if name.removeprefix("new_") not in ("empty", "zeros", "ones", "full", "rand", "randn") or not arguments:
        return None
    first = arguments[0]
    axes = first.items if first.kind == "tuple" else arguments if name.removeprefix("new_") != "full" else (first,)
    return tuple(each.size for each in axes) if axes and all(each.kind in ("int", None) for each in axes) else None


def tensors(
    node: ast.Call,
    name: str,
    chain: tuple,
    owner: Host | None,
    of: Host,
    arguments: list,
    keywords: dict,
    given: Host | None,
) -> Host | None:
    """The result if it is a tensor."""
    given_type = given.dtype if given is not None else None
    made = made_sizes(name, arguments)
    if name.endswith("_like") and (owner is None or name.startswith(("empty", "zeros", "ones"))):
        return Host(
            "tensor",
            given_type if given is not None and given.kind == "dtype" else of.dtype if of.kind == "tensor" else None,
        )
    if name in NEW:
        return Host("tensor", given_type if given is not None else of.dtype, made=made)
    if name in CREATED and owner is None and chain[:1] in (("torch",), ("np",), ("numpy",)):
        if given is not None and given.kind == "dtype":
            return Host("tensor", given.dtype, made=made)
        if given is not None:
            return replace(TENSOR, made=made)
        if name in ("arange", "randint", "tensor", "full", "as_tensor"):
            values = [
                item
                for each in arguments
                for item in (each.items if each.kind == "tuple" and name != "full" else (each,))
            ]
            values = values[1:] if name == "full" else values
            kinds = {each.kind for each in values}
            return Host(
                "tensor",
                "fp32"
                if "float" in kinds
                else "i1"
                if kinds == {"bool"}
                else "i64"
                if name in ("arange", "randint") or kinds == {"int"}
                else None,
            )
        is_default = not any(word.arg is None for word in node.keywords)
        return Host("tensor", "fp32" if is_default else None, made=made)
    if name in ("to", "type", "astype", "cast") and owner is not None:
        target = next((each for each in [*arguments, *keywords.values()] if each.kind == "dtype"), None)
        return Host("tensor", target.dtype if target is not None else of.dtype)
    if name == "view" and arguments and arguments[0].kind == "dtype":
        return Host("tensor", arguments[0].dtype)
    if name in CASTS and owner is not None:
        return Host("tensor", CASTS[name])
    if name in ("unique", "unique_consecutive") and (owner is not None or chain[:1] == ("torch",)):
        is_pair = any(word.startswith("return_") for word in keywords)
        return (
            Host("tuple", items=(Host("tensor", of.dtype), Host("tensor", "i64"), Host("tensor", "i64")))
            if is_pair
            else Host("tensor", of.dtype)
        )
    if name in ("sort", "topk") and (owner is not None or chain[:1] == ("torch",)):
        return Host("tuple", items=(Host("tensor", of.dtype), Host("tensor", "i64")))
    if name in ("max", "min") and owner is not None and arguments:
        return Host("tuple", items=(Host("tensor", of.dtype), Host("tensor", "i64")))
    if name in POSITIONS and (owner is not None or chain[:1] == ("torch",)):
        return Host("tensor", "i64")
    if name in ("chunk", "split", "unbind", "tensor_split"):
        return Host("tuple", items=(Host("tensor", of.dtype),) * 8)
    if name in ("Parameter", "Buffer") and arguments:
        return of if of.kind == "tensor" else TENSOR
    if name in SAME and (owner is not None or chain[:1] in (("torch",), ("F",))):
        if of.kind == "tuple" and of.items:
            of = of.items[0]
        if of.kind == "tensor":
            return Host("tensor", given_type or (summed(of.dtype) if name in ("sum", "cumsum") else of.dtype))
        return (
            TENSOR
            if name
            not in ("add", "sub", "pow", "index", "sum", "mean", "abs", "pad", "select", "gather", "data", "t", "copy_")
            else None
        )
    return None


def summed(dtype: str | None) -> str | None:
    """The type of a sum: i64 for all integers. A `+` marks a type that is not known."""
    if dtype is None or dtype.startswith("@"):
        return f"{dtype or '@'}+"
    return "i64" if dtype.startswith(("i", "u")) else dtype
