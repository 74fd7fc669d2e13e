"""Runs emulated: `torch.autocast("cuda")` has the types of CUDA's autocast, and that of the CPU stays what it is."""

import threading

import pytest
import torch
import torch.nn.functional as F
from triton_aot_emulate.torch_side import autocast

HALF = torch.bfloat16
X = torch.ones(4, 4, device="cuda")
H = X.to(HALF)
# Of each policy: the types of results.
RESULTS = {
    "linear": (lambda: F.linear(X, X), HALF),
    "matmul": (lambda: X @ X, HALF),
    "matmul of doubles": (lambda: X.double() @ X.double(), torch.float64),
    "convolution": (lambda: F.conv1d(X, X[:, :, None]), HALF),
    "einsum": (lambda: torch.einsum("ij,jk", X, X), HALF),
    "attention": (lambda: F.scaled_dot_product_attention(*[X.view(1, 1, 4, 4)] * 3), HALF),
    "softmax": (lambda: F.softmax(H, -1), torch.float32),
    "softmax with a type": (lambda: F.softmax(H, -1, dtype=HALF), HALF),
    "layer_norm": (lambda: F.layer_norm(H, [4]), torch.float32),
    "cross_entropy": (lambda: F.cross_entropy(H, torch.zeros(4, dtype=torch.long, device="cuda")), torch.float32),
    "sum": (H.sum, torch.float32),
    "norm": (H.norm, torch.float32),
    "pow": (lambda: H**2, torch.float32),
    "exp": (H.exp, torch.float32),
    "addcmul": (lambda: torch.addcmul(H, H, X), torch.float32),
    "dot": (lambda: torch.dot(H[0], H[0]), HALF),
    "add": (lambda: H + H, HALF),
    "gelu": (lambda: F.gelu(H), HALF),
    "a tensor of the CPU": (lambda: torch.ones(4, 4) @ torch.ones(4, 4), torch.float32),
}


@pytest.mark.parametrize("name", RESULTS)
def test_types(name):
    compute, dtype = RESULTS[name]
    with torch.autocast("cuda", dtype=HALF):
        assert compute().dtype == dtype


@pytest.mark.parametrize("names", [autocast.LOWER_PRECISION, autocast.FP32, autocast.FP32_RESULT, autocast.WIDEST])
def test_each_row_is_an_operator(names):
    for name in names:
        base, _, overload = name.partition(".")
        assert hasattr(getattr(torch.ops.aten, base), overload or "default"), name


def test_contexts():
    assert not torch.is_autocast_enabled("cuda")
    with torch.autocast("cuda"):
        assert torch.is_autocast_enabled()
        assert (X @ X).dtype == torch.float16
        with torch.autocast("cuda", enabled=False):
            assert (X @ X).dtype == torch.float32
        with torch.amp.autocast(device_type="cuda", dtype=HALF):
            assert (X @ X).dtype == HALF
        assert (X @ X).dtype == torch.float16
    assert (X @ X).dtype == torch.float32


def test_the_cpus_autocast():
    here = torch.ones(4, 4)
    with torch.autocast("cpu", dtype=HALF):
        assert (here @ here).dtype == HALF
        assert not torch.is_autocast_enabled("cuda")


def test_gradients():
    weight = torch.ones(4, 4, device="cuda", requires_grad=True)
    with torch.autocast("cuda", dtype=HALF):
        loss = F.mse_loss(F.linear(X, weight), X)
    loss.backward()
    assert (weight.grad.dtype, weight.grad.is_cuda) == (torch.float32, True)


def test_other_threads_have_none():
    seen = []
    with torch.autocast("cuda", dtype=HALF):
        thread = threading.Thread(target=lambda: seen.append((X @ X).dtype))
        thread.start()
        thread.join()
    assert seen == [torch.float32]


def test_what_is_unsafe_is_refused():
    with torch.autocast("cuda"), pytest.raises(RuntimeError, match="unsafe to autocast"):
        F.binary_cross_entropy(X.sigmoid(), X)
