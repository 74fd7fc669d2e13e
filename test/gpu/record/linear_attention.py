"""Runs operators of flash-linear-attention, forward and backward. Needs the packages fla-core and einops, on PYTHONPATH
or installed, and packaging."""

import torch
import torch.nn.functional as F
from fla.ops.attn import parallel_attn
from fla.ops.retention import chunk_retention
from fla.ops.simple_gla import chunk_simple_gla

DEVICE = "cuda" if torch.cuda.is_available() else "cpu"


def random(*shape):
    return torch.randn(*shape, device=DEVICE, dtype=torch.bfloat16, requires_grad=True)


def attention(q, k, v):
    q, k, v = (each.transpose(1, 2) for each in (q, k, v))
    return F.scaled_dot_product_attention(q, k, v, is_causal=True).transpose(1, 2)


def run(name, operator, *inputs):
    found = operator(*inputs)
    found = found[0] if isinstance(found, tuple) else found
    gradients = torch.autograd.grad(found, inputs, torch.randn_like(found), retain_graph=True)
    for each in (found, *gradients):
        # NaN is not equal to itself.
        torch.testing.assert_close(each, each)
    print(f"{name}: ok")
    return found


def main():
    # Other numbers of heads and features would measure all configs again, which takes minutes.
    for batch, length in ((2, 192), (1, 320)):
        q, k, v = (random(batch, length, 4, 64) for _ in range(3))
        gates = F.logsigmoid(torch.randn(batch, length, 4, device=DEVICE)).requires_grad_()
        mine = run("attention", parallel_attn, q, k, v)
        torch.testing.assert_close(mine, attention(q, k, v), atol=2e-2, rtol=2e-2)
        run("retention", chunk_retention, q, k, v)
        run("simple gated linear attention", chunk_simple_gla, q, k, v, gates)


if __name__ == "__main__":
    main()
