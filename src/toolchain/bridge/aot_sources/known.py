"""Values of modules that are not imported, but whose answers are known without them.

The worker gives these answers (see aot_bridge/stand_ins.py): about Triton, about the GPU that code is generated for, and
about the formats of numbers.
"""

FLOATS = {"float64", "float32", "float16", "bfloat16", "float8_e4m3fn", "float8_e5m2", "double", "float", "half"}
INTEGERS = {"int8", "int16", "int32", "int64", "uint8", "int", "long", "short", "bool"}

KNOWN = {
    "importlib.import_module",
    "importlib.metadata.version",
    "importlib.util.find_spec",
    "sys.maxsize",
    "torch.cuda.current_device",
    "torch.cuda.device_count",
    "torch.cuda.get_device_capability",
    "torch.cuda.get_device_properties",
    "torch.cuda.is_available",
    "torch.finfo",
    "torch.iinfo",
    *(f"torch.{name}" for name in FLOATS | INTEGERS),
}


def is_known(dotted: str) -> bool:
    """True if a dotted name is known, or an attribute of something known."""
    parts = dotted.split(".")
    return any(".".join(parts[:count]) in KNOWN for count in range(2, len(parts) + 1))
