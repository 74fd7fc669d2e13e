"""Usual tests of `pairs.py`: all pass, also those of functions with a fault."""

import pairs
import pytest
import torch
from numpy.testing import assert_allclose

each = pytest.mark.parametrize("fault", [False, True], ids=["right", "fault"])


@each
def test_layer_norm(fault):
    x = torch.randn(3, 16, device="cuda")
    torch.testing.assert_close(pairs.layer_norm(x, fault), torch.nn.functional.layer_norm(x, (16,)))


@each
@pytest.mark.parametrize(("rows", "classes"), [(3, 16)])
def test_cross_entropy(rows, classes, fault):
    torch.manual_seed(3)
    x, target = torch.randn(rows, classes, device="cuda"), torch.randint(0, classes, (rows,), device="cuda")
    expected = torch.nn.functional.cross_entropy(x, target, reduction="none")
    assert torch.allclose(pairs.cross_entropy(x, target, fault), expected, atol=1e-5)


@each
@pytest.mark.parametrize("tokens", [8])
def test_rope(tokens, fault):
    x, angle = torch.randn(tokens, 32, device="cuda"), torch.randn(tokens, 16, device="cuda")
    cos, sin = angle.cos(), angle.sin()
    one, two = x.chunk(2, -1)
    expected = torch.cat([one * cos - two * sin, two * cos + one * sin], -1)
    assert_allclose(pairs.rope(x, cos, sin, fault).cpu().numpy(), expected.cpu().numpy(), 1e-4, 1e-5)


@each
@pytest.mark.parametrize("experts", [4])
def test_moe(experts, fault):
    x, weight = torch.randn(12, 16, device="cuda"), torch.randn(experts, 16, device="cuda")
    expert = torch.arange(12, device="cuda") % experts
    assert torch.equal(pairs.moe(x, weight, expert, fault), x * weight[expert])


class TestQuantise:
    columns = 16

    @pytest.fixture
    def x(self):
        return torch.randn(2, self.columns, device="cuda")

    @each
    def test_of_fixture(self, x, fault):
        torch.testing.assert_close(pairs.quantise(x, fault), x, atol=0.02, rtol=0)

    @each
    @pytest.mark.parametrize("size", [(2, 16)])
    def test_of_size(self, size, fault):
        x = torch.randn(*size, device="cuda")
        error = (pairs.quantise(x, fault) - x).abs().max()
        assert error < 0.02
        assert error.item() < 0.03


@each
def test_cumsum(fault):
    x = torch.rand(2, 32, device="cuda")
    torch.testing.assert_close(pairs.cumsum(x, fault), x.cumsum(1))


@each
def test_conv1d(fault):
    x, weight = torch.randn(30, device="cuda"), torch.randn(3, device="cuda")
    expected = torch.nn.functional.conv1d(x[None, None], weight.flip(0)[None, None], padding=2)[0, 0, : len(x)]
    torch.testing.assert_close(pairs.conv1d(x, weight, fault), expected)


@each
@pytest.mark.parametrize("tokens", [16])
def test_attention(tokens, fault):
    q, k = torch.randn(2, tokens, device="cuda")
    score = torch.where(torch.ones(tokens, tokens, device="cuda").tril() > 0, q[:, None] * k, float("-inf"))
    assert (pairs.attention(q, k, fault) - score.softmax(1)).abs().max().item() < 1e-4


@each
def test_softmax(fault):
    x = torch.randn(4, 16, device="cuda")
    torch.testing.assert_close(pairs.softmax(x, fault), x.softmax(1))


@each
@pytest.mark.parametrize("bins", [8])
def test_histogram(bins, fault):
    values = torch.randint(0, bins, (64,), device="cuda")
    assert torch.equal(pairs.histogram(values, bins, fault).long(), torch.bincount(values, minlength=bins))
