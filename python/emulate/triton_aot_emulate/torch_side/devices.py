"""Refuses tensors of both devices in one operator, as PyTorch does on a GPU and in its words.

Which operators compare devices is in PyTorch's own table: it is installed with PyTorch, and read when devices are mixed for the first time.
"""

from __future__ import annotations

import functools
import re
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import torch

from . import places

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

# Tensor arguments of an operator that are not None, with their names. A list's tensors have the list's name.
Given = list[tuple[str, Any]]
_MOVES = "_triton_aot_gradient_moves"
_device_of = torch._C.TensorBase.device.__get__


def check_devices(func: Any, args: Any, kwargs: dict[str, Any]) -> None:
    """Raises RuntimeError for a call with tensors of both devices that a GPU refuses."""
    check = _check_of(func)
    if check is not None:
        check(func, [*_given(func, args, kwargs)])


def move_gradient(tensor: Any) -> None:
    """Has the gradient of a tensor of the CPU that has no dimensions be there too: PyTorch's engine in C++ moves it."""
    if tensor.requires_grad and tensor.dim() == 0 and place(tensor) == "cpu" and not hasattr(tensor, _MOVES):
        setattr(tensor, _MOVES, True)
        tensor.register_hook(lambda gradient: gradient.cpu())


def place(tensor: Any) -> str | None:
    """`cuda:0` or `cpu`; None if it is neither, or if PyTorch's own code made it for the device that it was working on."""
    if places.is_on_gpu(tensor):
        return "cuda:0"
    if tensor.layout is not torch.strided or _device_of(tensor).type != "cpu" or places.is_for_either(tensor):
        return None
    return "cpu"


class _Entry(NamedTuple):
    """What PyTorch's table says of an operator."""

    structured: bool
    compares: bool  # in the code that is generated for CUDA
    iterates: bool  # compares in TensorIterator


@functools.cache
def _table() -> dict[str, _Entry]:
    """The operators in PyTorch's table that compare devices, by name with overload. It is empty if there is no table."""
    spec = find_spec("torchgen")
    folder = next(iter(spec.submodule_search_locations or ()), "") if spec is not None else ""
    file = Path(folder, "packaged/ATen/native/native_functions.yaml")
    if not file.is_file():
        return {}
    entries = {}
    for text in file.read_text(encoding="utf-8").split("\n- func: ")[1:]:
        dispatched = re.search(r"\n  dispatch:\n((?:    .*\n?)+)", text)
        structured = "\n  structured" in text
        has_kernel = structured or (dispatched is not None and re.search(r"\bCUDA\b", dispatched[1]) is not None)
        entries[text.split("(", 1)[0]] = _Entry(
            structured,
            compares=has_kernel and "device_check: NoCheck" not in text,
            iterates=re.search(r"device_check: NoCheck +# TensorIterator", text) is not None,
        )
    return entries


def _full_name(func: Any) -> str:
    schema = func._schema
    name: str = schema.name.split("::")[1]
    return f"{name}.{schema.overload_name}" if schema.overload_name else name


@functools.cache
def _check_of(func: Any) -> Callable[[Any, Given], None] | None:
    namespace, name = func._schema.name.split("::")
    if namespace != "aten":
        return None
    if name in _OWN:
        return _OWN[name]
    if name.startswith("_foreach_"):
        return _one_by_one
    entry = _table().get(_full_name(func))
    if entry is None:
        return None
    return _all_the_same if entry.compares else _iterated if entry.iterates else None


def _given(func: Any, args: Any, kwargs: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """What the code that PyTorch generates compares: what is written to with `out=`, then arguments by position."""
    arguments = [*enumerate(func._schema.arguments)]
    outs = [each for each in arguments if each[1].is_out]
    for position, argument in (*outs, *(each for each in arguments if not each[1].kwarg_only)):
        value = args[position] if position < len(args) else kwargs.get(argument.name)
        for each in value if isinstance(value, (list, tuple)) else (value,):
            if isinstance(each, torch.Tensor):
                yield argument.name, each


def _all_the_same(func: Any, given: Given, method: str = "") -> None:
    common = None
    for name, tensor in given:
        where = place(tensor)
        common = common or where
        if where is not None and where != common:
            raise RuntimeError(
                f"Expected all tensors to be on the same device, but got {name} is on {where}, different from other tensors on "
                f"{common} (when checking argument in method wrapper_CUDA_{method or _method(func)})"
            )


def _method(func: Any) -> str:
    """What PyTorch calls the function that it generates for an operator."""
    name, overload = func._schema.name.split("::")[1], func._schema.overload_name
    out = "_out" if any(each.is_out for each in func._schema.arguments) else ""
    if _table()[_full_name(func)].structured:
        return f"{name}{'_' if overload else ''}{overload}{out}"
    return f"{overload}_{name}{out}"


def _iterated(func: Any, given: Given) -> None:
    """Refuses what TensorIterator refuses: it permits tensors of the CPU without dimensions, but none to write to."""
    written = {each.name for each in func._schema.arguments if each.is_write}
    if any(place(tensor) == "cpu" and (tensor.dim() > 0 or name in written) for name, tensor in given):
        raise _two_devices()


def _one_by_one(func: Any, given: Given) -> None:
    """Of lists of tensors, the ones at the same position must be in the same place."""
    lists = {each.name for each in func._schema.arguments if str(each.type) == "List[Tensor]"}
    of_lists = [[tensor for name, tensor in given if name == each] for each in lists]
    for together in zip(*of_lists):
        if any(place(each) == "cuda:0" for each in together):
            _iterated(func, [("", each) for each in together])


def _indexed(func: Any, given: Given) -> None:
    """Indices can be on the CPU. Values of one element can be anywhere: PyTorch moves them when it assigns."""
    where = place(given[0][1])
    if where == "cpu" and any(name == "indices" and place(each) == "cuda:0" for name, each in given):
        raise RuntimeError("indices should be either on cpu or on the same device as the indexed tensor (cpu)")
    for name, value in given:
        if name == "values" and value.numel() > 1 and None is not place(value) != where is not None:
            raise _two_devices()


def _masked(func: Any, given: Given) -> None:
    if given[-1][0] == "value" and place(given[-1][1]) == "cuda:0" and place(given[0][1]) == "cpu":
        raise RuntimeError("masked_fill_: Expected inputs to be on same device")
    places_ = {name: place(tensor) for name, tensor in given}
    if None is not places_["mask"] != places_["self"] is not None:
        raise RuntimeError(
            f"expected self and mask to be on the same device, but got mask on {places_['mask']} and self on {places_['self']}"
        )
    _iterated(func, [each for each in given if each[0] == "value"])


def _embedded(func: Any, given: Given) -> None:
    weight, indices = (tensor for _, tensor in given[:2])
    _all_the_same(func, [("self", weight), ("index", indices)], "_index_select")


def _stacked(func: Any, given: Given) -> None:
    _all_the_same(func, given, "cat")


def _matrix_by_vector(func: Any, given: Given) -> None:
    matrix, vector = (tensor for _, tensor in given[:2])
    _all_the_same(func, [("self", vector), ("mat", matrix)], "addmv_")


def _convolved(func: Any, given: Given) -> None:
    values = dict(given)
    if place(values["input"]) == "cpu":
        _all_the_same(func, [("self", values["input"]), *given[1:]], "__slow_conv2d_forward")
    for name in ("weight", "bias"):
        if name in values and None is not place(values[name]) != place(values["input"]) is not None:
            kinds = [torch.Tensor.type(values[each]) for each in ("input", name)]
            raise RuntimeError(f"Input type ({kinds[0]}) and {name} type ({kinds[1]}) should be the same")


def _attended(func: Any, given: Given) -> None:
    found = [place(tensor) for _, tensor in given[:3]]
    if {*found} == {"cuda:0", "cpu"}:
        raise RuntimeError(
            f"Expected query, key, and value to have the same device type, but got query.device: {found[0]} "
            f"key.device: {found[1]} and value.device: {found[2]} instead."
        )


def _recurrent(func: Any, given: Given) -> None:
    where = place(given[0][1])
    for name, tensor in given[1:]:
        kind = "hidden" if name in ("hx_", "cx_") else "parameter"
        if None is not place(tensor) != where is not None:
            raise RuntimeError(
                f"Input and {kind} tensors are not at the same device, found input tensor at {where} and {kind} tensor at {place(tensor)}"
            )


def _multiplied(func: Any, given: Given) -> None:
    if place(dict(given)["tensor1"]) == "cpu" and dict(given)["tensor1"].dim() == 0:
        raise RuntimeError(
            "CPU Scalar support for tensor1 argument is not supported when calling addcmul on CUDA tensors. However, CPU Scalar "
            "support for tensor2 is supported, please swap your tensor1 and tensor2 terms."
        )
    _iterated(func, given)


def _divided(_: Any, given: Given) -> None:
    if any(place(tensor) == "cpu" for _, tensor in given):
        raise _two_devices()


def replace_ctc_loss() -> None:
    """PyTorch's own code divides the losses by lengths that it copies to the GPU."""
    compute = torch.ctc_loss

    @functools.wraps(compute)
    def ctc_loss(
        log_probs: Any,
        targets: Any,
        input_lengths: Any,
        target_lengths: Any,
        blank: int = 0,
        reduction: int = 0,
        zero_infinity: bool = False,
    ) -> Any:
        losses = compute(log_probs, targets, input_lengths, target_lengths, blank, 0, zero_infinity)
        if reduction == 1:
            return (losses / torch.as_tensor(target_lengths, device=losses.device).clamp_min(1)).mean()
        return losses.sum() if reduction == 2 else losses

    torch.ctc_loss = ctc_loss


def _two_devices() -> RuntimeError:
    return RuntimeError(
        "Expected all tensors to be on the same device, but found at least two devices, cuda:0 and cpu!"
    )


# What PyTorch's table does not say: operators that compare in their own code, or in that of operators that they call.
_OWN: dict[str, Any] = {
    **dict.fromkeys(
        ("index", "_unsafe_index", "index_put", "index_put_", "_unsafe_index_put", "_index_put_impl_"), _indexed
    ),
    **dict.fromkeys(("masked_fill", "masked_fill_"), _masked),
    **dict.fromkeys(("allclose", "ldexp", "ldexp_", "complex", "polar", "soft_margin_loss"), _iterated),
    **dict.fromkeys(("addcmul", "addcmul_"), _multiplied),
    **dict.fromkeys(("addcdiv", "addcdiv_"), _divided),
    **dict.fromkeys(("masked_scatter", "put"), _all_the_same),
    "embedding": _embedded,
    "stack": _stacked,
    "mv": _matrix_by_vector,
    **dict.fromkeys(("convolution", "_convolution"), _convolved),
    "_scaled_dot_product_flash_attention_for_cpu": _attended,
    "mkldnn_rnn_layer": _recurrent,
    # Their values can be anywhere.
    **dict.fromkeys(("copy_", "_foreach_copy_", "_foreach_copy", "fill_", "fill"), None),
    # PyTorch moves the targets, and the index of an assignment of a number, before they get here on a GPU.
    **dict.fromkeys(("_ctc_loss", "index_fill_"), None),
}
