"""Starts the monitors of vLLM and SGLang, as their wheels have them, without the rest of these packages.

Each function gets the folder of an unpacked wheel, and does what the server does when its warm-up has ended. What the module
imports of its own package is replaced by the least that it uses.
"""

import importlib.util
import logging
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any


def vllm(wheel: Path) -> None:
    """As with `vllm serve --jit-monitor-mode error`."""
    logger = logging.getLogger("vllm")
    logger.warning_once = logger.warning  # type: ignore[attr-defined]
    replace("vllm.logger", init_logger=lambda _name: logger)
    replace("vllm.platforms", current_platform=SimpleNamespace(is_rocm=lambda: False))
    replace("vllm.triton_utils.importing", HAS_TRITON=True)
    load(wheel, "vllm.utils.jit_monitor").activate(mode="error")


def sglang(wheel: Path) -> None:
    """As with SGLANG_CRASH_ON_TRITON_LOAD_AFTER_READY=1, which must be set."""
    try:
        import torch  # noqa: F401
    except ImportError:
        replace("torch", cuda=SimpleNamespace(is_available=lambda: False))
    replace("sglang.srt.utils.common", get_available_gpu_memory=lambda *_device, **_more: 10.0)
    load(wheel, "sglang.srt.environ")
    watch = load(wheel, "sglang.srt.utils.triton_load_watch")
    watch.install()
    watch.mark_serving_started()


MONITORS = {"vllm": vllm, "sglang": sglang}


def replace(name: str, **contents: Any) -> None:
    """Makes a module of this content. The packages that it is in are empty."""
    parts = name.split(".")
    for end in range(1, len(parts)):
        parent = ModuleType(".".join(parts[:end]))
        parent.__path__ = []
        sys.modules.setdefault(parent.__name__, parent)
    module = ModuleType(name)
    vars(module).update(contents)
    sys.modules[name] = module


def load(wheel: Path, name: str) -> Any:
    """Imports a module of an unpacked wheel by its file."""
    replace(name)
    spec = importlib.util.spec_from_file_location(name, wheel / f"{name.replace('.', '/')}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module
