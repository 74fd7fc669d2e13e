import torch
import triton
import triton.language as tl
from packaging import version

NEW = version.parse(triton.__version__) >= version.parse("3.0.0")


def shared_memory():
    return triton.runtime.driver.active.utils.get_device_properties(0)["max_shared_mem"]


def configs():
    large = shared_memory() > 200_000 and NEW
    major, _minor = torch.cuda.get_device_capability()
    blocks = [64, 128, 256] if large else [64]
    return [triton.Config({"BLOCK": block}, num_warps=4 if major < 10 else 8) for block in blocks]


def prune(configs, named_args, **kwargs):
    return [config for config in configs if config.kwargs["BLOCK"] <= named_args["n"]]


@triton.autotune(configs=configs(), key=["n"], prune_configs_by={"early_config_prune": prune})
@triton.jit
def tuned(x, out, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out + at, tl.load(x + at, mask=at < n), mask=at < n)


# The decorator has already used the function of this name.
configs = [None]
