"""What Triton has compiled a kernel for."""

from __future__ import annotations

from typing import Any

from ..events import Variant

# Options that change how a kernel is launched, with the values that are not worth a word.
OPTIONS = {"num_warps": None, "num_stages": None, "num_ctas": 1, "maxnreg": None}


def variant_of(src: Any, metadata: Any) -> Variant:
    """The variant of a compiled kernel. `src` is Triton's source: of a function, or of a file with intermediate code."""
    function = getattr(src, "fn", None)
    if function is None:
        return Variant(metadata.hash, metadata.name)
    values = {path[0]: value for path, value in src.constants.items() if len(path) == 1}
    constants, arguments = {}, {}
    for index, (name, kind) in enumerate(src.signature.items()):
        if index < len(function.params) and function.params[index].is_constexpr:
            constants[name] = _text(values.get(index))
        elif kind == "constexpr":
            arguments[name] = f"= {_text(values.get(index))}"
        else:
            divided = any(each[0] == "tt.divisibility" for each in src.attrs.get((index,), ()))
            arguments[name] = f"{kind} (16 divides it)" if divided else str(kind)
    options = {name: getattr(metadata, name, usual) for name, usual in OPTIONS.items()}
    unusual = {name: str(value) for name, value in options.items() if value not in (None, OPTIONS[name])}
    code = function.fn.__code__
    return Variant(metadata.hash, metadata.name, code.co_filename, code.co_firstlineno, constants, unusual, arguments)


def _text(value: Any) -> str:
    return str(getattr(value, "__name__", value))
