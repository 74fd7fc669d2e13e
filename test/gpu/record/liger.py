"""Runs ten operators of Liger-Kernel, forward and backward, on different sizes. Needs the package liger-kernel, on
PYTHONPATH or installed, and packaging. Transformers is not needed."""

import torch
import torch.nn.functional as F
from liger_kernel.ops.cross_entropy import LigerCrossEntropyFunction
from liger_kernel.ops.fused_linear_cross_entropy import LigerFusedLinearCrossEntropyFunction
from liger_kernel.ops.geglu import LigerGELUMulFunction
from liger_kernel.ops.group_norm import LigerGroupNormFunction
from liger_kernel.ops.jsd import LigerJSDFunction
from liger_kernel.ops.kl_div import LigerKLDivLossFunction
from liger_kernel.ops.layer_norm import LigerLayerNormFunction
from liger_kernel.ops.rms_norm import LigerRMSNormFunction
from liger_kernel.ops.rope import LigerRopeFunction
from liger_kernel.ops.softmax import LigerSoftmaxFunction
from liger_kernel.ops.swiglu import LigerSiLUMulFunction

DEVICE = "cuda" if torch.cuda.is_available() else "cpu"


def random(*shape, dtype=torch.float32):
    return torch.randn(*shape, device=DEVICE, dtype=dtype, requires_grad=True)


def check(name, mine, theirs, inputs, tolerance=1e-3):
    """Compares an operator and its gradients with PyTorch's. Each gets its own copies, since some work in place."""
    copies = [[each.detach().clone().requires_grad_() for each in inputs] for _ in range(2)]
    results = [operator(*own) for operator, own in zip((mine, theirs), copies)]
    grad = torch.rand_like(results[1])
    for result, own in zip(results, copies):
        result.backward(grad.clone())
    pairs = [results, *zip(*([each.grad for each in own] for own in copies))]
    for a, b in pairs:
        torch.testing.assert_close(a, b, atol=tolerance, rtol=tolerance)
    print(f"{name}: ok")


def rms_norm(x, weight):
    return x * torch.rsqrt(x.square().mean(-1, keepdim=True) + 1e-6) * weight


def rotate(x, cos, sin):
    left, right = x.chunk(2, -1)
    return x * cos + torch.cat((-right, left), -1) * sin


def jsd(x, target):
    p, q = target.exp(), x.exp()
    m = ((p + q) / 2).log()
    return ((p * (target - m)).sum() + (q * (x - m)).sum()) / (2 * x.shape[0])


def main():
    for rows, columns in ((64, 768), (48, 1024), (33, 2048)):
        x, y = random(rows, columns), random(rows, columns)
        weight, bias = random(columns), random(columns)
        check("rms norm", lambda a, w: LigerRMSNormFunction.apply(a, w, 1e-6), rms_norm, (x, weight))
        layer_norm = lambda a, w, b: F.layer_norm(a, (columns,), w, b, 1e-6)
        check("layer norm", lambda a, w, b: LigerLayerNormFunction.apply(a, w, b, 1e-6), layer_norm, (x, weight, bias))
        check("swiglu", LigerSiLUMulFunction.apply, lambda a, b: F.silu(a) * b, (x, y))
        check("geglu", LigerGELUMulFunction.apply, lambda a, b: F.gelu(a, approximate="tanh") * b, (x, y))
        check("softmax", LigerSoftmaxFunction.apply, lambda a: a.softmax(-1), (x,))
    for heads, size in ((4, 64), (8, 128)):
        q, k = random(2, heads, 60, size), random(2, heads // 2, 60, size)
        angles = torch.rand(1, 60, size // 2, device=DEVICE).repeat(1, 1, 2)
        cos, sin = angles.cos(), angles.sin()

        def mine(q, k):
            return torch.cat(LigerRopeFunction.apply(q, k, cos, sin), 1)

        def theirs(q, k):
            return torch.cat((rotate(q, cos[:, None], sin[:, None]), rotate(k, cos[:, None], sin[:, None])), 1)

        check("rope", mine, theirs, (q, k))
    for rows, words in ((60, 1000), (128, 4096)):
        logits, target = random(rows, words), torch.randint(0, words, (rows,), device=DEVICE)
        first = lambda found: found[0] if isinstance(found, tuple) else found
        mine = lambda a: first(LigerCrossEntropyFunction.apply(a, target, None))
        check("cross entropy", mine, lambda a: F.cross_entropy(a, target), (logits,))
        hidden, weight = random(rows, 256), random(words, 256)
        mine = lambda a, w: first(LigerFusedLinearCrossEntropyFunction.apply(a, w, target))
        check("fused linear cross entropy", mine, lambda a, w: F.cross_entropy(a @ w.T, target), (hidden, weight), 1e-2)
        log_p, log_q = (random(rows, words).detach().log_softmax(-1) for _ in range(2))
        mine = lambda a: LigerKLDivLossFunction.apply(a, log_q.exp(), "batchmean", False)
        check("kl div", mine, lambda a: F.kl_div(a, log_q.exp(), reduction="batchmean"), (log_p,))
        check("jsd", lambda a: LigerJSDFunction.apply(a, log_q), lambda a: jsd(a, log_q), (log_p,))
    for channels, groups in ((32, 4), (24, 8)):
        x, weight, bias = random(4, channels, 100), random(channels), random(channels)
        mine = lambda a, w, b: LigerGroupNormFunction.apply(a, w, b, channels, groups, 1e-6)
        check("group norm", mine, lambda a, w, b: F.group_norm(a, groups, w, b, 1e-6), (x, weight, bias))


if __name__ == "__main__":
    main()
