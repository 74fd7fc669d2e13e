"""Trains a small network with three kernels: a linear layer with GELU, cross entropy, and the update."""

import sys
import time

import torch
import triton
import triton.language as tl


@triton.jit
def linear_gelu_kernel(
    x_ptr, w_ptr, b_ptr, h_ptr, y_ptr, M, N, K, HAS_GELU: tl.constexpr,
    BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr,
):  # fmt: skip
    """h = x wᵀ + b, y = gelu(h)"""
    rows = tl.program_id(0) * BLOCK_M + tl.arange(0, BLOCK_M)
    columns = tl.program_id(1) * BLOCK_N + tl.arange(0, BLOCK_N)
    total = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
    for start in range(0, K, BLOCK_K):
        inner = start + tl.arange(0, BLOCK_K)
        x = tl.load(x_ptr + rows[:, None] * K + inner[None, :], (rows[:, None] < M) & (inner[None, :] < K), 0.0)
        w = tl.load(w_ptr + columns[None, :] * K + inner[:, None], (columns[None, :] < N) & (inner[:, None] < K), 0.0)
        total = tl.dot(x, w, total, input_precision="ieee")
    h = total + tl.load(b_ptr + columns, columns < N, 0.0)[None, :]
    offsets = rows[:, None] * N + columns[None, :]
    mask = (rows[:, None] < M) & (columns[None, :] < N)
    tl.store(h_ptr + offsets, h, mask)
    if HAS_GELU:
        tl.store(y_ptr + offsets, 0.5 * h * (1 + tl.math.erf(h * 0.70710678)), mask)


@triton.jit
def cross_entropy_kernel(logits_ptr, target_ptr, loss_ptr, grad_ptr, n_classes, scale, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    columns = tl.arange(0, BLOCK)
    mask = columns < n_classes
    logits = tl.load(logits_ptr + row * n_classes + columns, mask, -float("inf"))
    target = tl.load(target_ptr + row)
    shifted = logits - tl.max(logits, 0)
    weights = tl.exp(shifted)
    total = tl.sum(weights, 0)
    chosen = tl.sum(tl.where(columns == target, shifted, 0.0), 0)
    tl.store(loss_ptr + row, tl.log(total) - chosen)
    gradient = weights / total - tl.where(columns == target, 1.0, 0.0)
    tl.store(grad_ptr + row * n_classes + columns, gradient * scale, mask)


@triton.jit
def momentum_kernel(p_ptr, g_ptr, m_ptr, n, rate, momentum, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    m = momentum * tl.load(m_ptr + offsets, mask) + tl.load(g_ptr + offsets, mask)
    tl.store(m_ptr + offsets, m, mask)
    tl.store(p_ptr + offsets, tl.load(p_ptr + offsets, mask) - rate * m, mask)


class Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, w, b, gelu):
        (M, K), N = x.shape, w.shape[0]
        h = torch.empty(M, N, device=x.device)
        y = torch.empty_like(h) if gelu else None
        linear_gelu_kernel[lambda meta: (triton.cdiv(M, meta["BLOCK_M"]), triton.cdiv(N, meta["BLOCK_N"]))](
            x, w, b, h, y, M, N, K, HAS_GELU=gelu, BLOCK_M=64, BLOCK_N=32, BLOCK_K=32
        )
        ctx.save_for_backward(x, w, h)
        ctx.gelu = gelu
        return y if gelu else h

    @staticmethod
    def backward(ctx, dy):
        x, w, h = ctx.saved_tensors
        if ctx.gelu:
            dy = torch.ops.aten.gelu_backward(dy, h)
        return dy @ w, dy.T @ x, dy.sum(0), None


def cross_entropy(logits, target):
    rows, classes = logits.shape
    losses, gradient = torch.empty(rows, device=logits.device), torch.empty_like(logits)
    cross_entropy_kernel[(rows,)](
        logits, target, losses, gradient, classes, 1.0 / rows, BLOCK=triton.next_power_of_2(classes)
    )
    return losses.mean(), gradient


def main(steps: int) -> float:
    """Returns the median seconds of a step."""
    torch.manual_seed(0)
    torch.backends.cuda.matmul.allow_tf32 = False
    x = torch.randn(4096, 20, device="cuda")
    target = (x[:, :10] + x[:, 10:]).argmax(1)
    sizes = [20, 128, 96, 10]
    parameters = []
    for inner, outer in zip(sizes, sizes[1:]):
        parameters += [torch.randn(outer, inner, device="cuda") / inner**0.5, torch.zeros(outer, device="cuda")]
    momenta = [torch.zeros_like(each) for each in parameters]
    for each in parameters:
        each.requires_grad_()
    times, losses = [], []
    for step in range(steps):
        start = time.perf_counter()
        batch = torch.randint(0, len(x), (256,), device="cuda")
        h = x[batch]
        for layer in range(3):
            h = Linear.apply(h, *parameters[2 * layer : 2 * layer + 2], layer < 2)
        loss, gradient = cross_entropy(h.detach(), target[batch])
        gradients = torch.autograd.grad(h, parameters, gradient)
        rate = 0.05 * (1 - step / steps)
        with torch.no_grad():
            for p, g, m in zip(parameters, gradients, momenta):
                momentum_kernel[lambda meta, n=p.numel(): (triton.cdiv(n, meta["BLOCK"]),)](
                    p, g.contiguous(), m, p.numel(), rate, 0.9, BLOCK=512
                )
        if step % 50 == 0 or step == steps - 1:
            losses.append(loss.item())
        times.append(time.perf_counter() - start)
    torch.cuda.synchronize()
    assert losses[-1] < 0.5 * losses[0], losses
    times = sorted(times[len(times) // 4 :])
    return times[len(times) // 2]


if __name__ == "__main__":
    seconds = main(int(sys.argv[1]) if len(sys.argv) > 1 else 400)
    print(f"microseconds per step: {seconds * 1e6:.1f}")
