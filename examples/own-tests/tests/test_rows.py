import pytest
import torch

from kernels.rows import rms_norm, softmax

pytestmark = pytest.mark.skipif(not torch.cuda.is_available(), reason="needs a GPU")


@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16], ids=str)
@pytest.mark.parametrize("columns", [1000, 1024])
def test_rms_norm(columns, dtype):
    x = torch.randn(4, columns, device="cuda", dtype=dtype)
    weight = torch.randn(columns, device="cuda", dtype=dtype)
    torch.testing.assert_close(rms_norm(x, weight), torch.nn.functional.rms_norm(x, (columns,), weight, 1e-6))


@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16], ids=str)
@pytest.mark.parametrize("columns", [1, 1000])
def test_softmax(columns, dtype):
    x = torch.randn(4, columns, device="cuda", dtype=dtype)
    torch.testing.assert_close(softmax(x), torch.softmax(x, 1))
