"""Layer normalisation with its backward pass, whose weight gradients are summed in two stages."""

import torch
import triton
import triton.language as tl


@triton.jit
def layer_norm_forward(x_ptr, y_ptr, w_ptr, b_ptr, mean_ptr, rstd_ptr, stride, N, eps, BLOCK_SIZE: tl.constexpr):
    row = tl.program_id(0)
    x_ptr += row * stride
    y_ptr += row * stride
    total = tl.zeros([BLOCK_SIZE], dtype=tl.float32)
    for start in range(0, N, BLOCK_SIZE):
        columns = start + tl.arange(0, BLOCK_SIZE)
        total += tl.load(x_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)
    mean = tl.sum(total, axis=0) / N
    total = tl.zeros([BLOCK_SIZE], dtype=tl.float32)
    for start in range(0, N, BLOCK_SIZE):
        columns = start + tl.arange(0, BLOCK_SIZE)
        x = tl.load(x_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)
        x = tl.where(columns < N, x - mean, 0.0)
        total += x * x
    rstd = 1 / tl.sqrt(tl.sum(total, axis=0) / N + eps)
    tl.store(mean_ptr + row, mean)
    tl.store(rstd_ptr + row, rstd)
    for start in range(0, N, BLOCK_SIZE):
        columns = start + tl.arange(0, BLOCK_SIZE)
        mask = columns < N
        w = tl.load(w_ptr + columns, mask=mask)
        b = tl.load(b_ptr + columns, mask=mask)
        x = tl.load(x_ptr + columns, mask=mask, other=0.0).to(tl.float32)
        tl.store(y_ptr + columns, (x - mean) * rstd * w + b, mask=mask)


@triton.jit
def layer_norm_backward_x(
    dx_ptr, dy_ptr, dw_ptr, db_ptr, x_ptr, w_ptr, mean_ptr, rstd_ptr, lock_ptr, stride, N,
    GROUP_SIZE: tl.constexpr, BLOCK_SIZE: tl.constexpr,
):  # fmt: skip
    row = tl.program_id(0)
    columns = tl.arange(0, BLOCK_SIZE)
    mask = columns < N
    group = row % GROUP_SIZE
    x = tl.load(x_ptr + row * stride + columns, mask=mask, other=0).to(tl.float32)
    dy = tl.load(dy_ptr + row * stride + columns, mask=mask, other=0).to(tl.float32)
    w = tl.load(w_ptr + columns, mask=mask).to(tl.float32)
    mean = tl.load(mean_ptr + row)
    rstd = tl.load(rstd_ptr + row)
    normal = tl.where(mask, (x - mean) * rstd, 0.0)
    wdy = tl.where(mask, w * dy, 0.0)
    c1 = tl.sum(normal * wdy, axis=0) / N
    c2 = tl.sum(wdy, axis=0) / N
    tl.store(dx_ptr + row * stride + columns, (wdy - (normal * c1 + c2)) * rstd, mask=mask)

    # Rows of a group add to the same sums, one at a time.
    dw_ptrs = dw_ptr + group * N + columns
    db_ptrs = db_ptr + group * N + columns
    partial_dw = (dy * normal).to(w.dtype)
    partial_db = dy.to(w.dtype)
    while tl.atomic_cas(lock_ptr + group, 0, 1) == 1:
        pass
    count_ptr = lock_ptr + GROUP_SIZE + group
    if tl.load(count_ptr) == 0:
        tl.atomic_xchg(count_ptr, 1)
    else:
        partial_dw += tl.load(dw_ptrs, mask=mask)
        partial_db += tl.load(db_ptrs, mask=mask)
    tl.store(dw_ptrs, partial_dw, mask=mask)
    tl.store(db_ptrs, partial_db, mask=mask)
    # All threads of the block must have stored before another block may go on.
    tl.debug_barrier()
    tl.atomic_xchg(lock_ptr + group, 0)


@triton.jit
def layer_norm_backward_weights(
    dw_ptr, db_ptr, final_dw_ptr, final_db_ptr, M, N, BLOCK_SIZE_M: tl.constexpr, BLOCK_SIZE_N: tl.constexpr
):
    columns = tl.program_id(0) * BLOCK_SIZE_N + tl.arange(0, BLOCK_SIZE_N)
    dw = tl.zeros((BLOCK_SIZE_M, BLOCK_SIZE_N), dtype=tl.float32)
    db = tl.zeros((BLOCK_SIZE_M, BLOCK_SIZE_N), dtype=tl.float32)
    for start in range(0, M, BLOCK_SIZE_M):
        rows = start + tl.arange(0, BLOCK_SIZE_M)
        mask = (rows[:, None] < M) & (columns[None, :] < N)
        offsets = rows[:, None] * N + columns[None, :]
        dw += tl.load(dw_ptr + offsets, mask=mask, other=0.0)
        db += tl.load(db_ptr + offsets, mask=mask, other=0.0)
    tl.store(final_dw_ptr + columns, tl.sum(dw, axis=0), mask=columns < N)
    tl.store(final_db_ptr + columns, tl.sum(db, axis=0), mask=columns < N)


class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, weight, bias, eps):
        y = torch.empty_like(x)
        M, N = x.shape
        mean, rstd = torch.empty((2, M), dtype=torch.float32, device=x.device)
        block = triton.next_power_of_2(N)
        layer_norm_forward[(M,)](
            x, y, weight, bias, mean, rstd, x.stride(0), N, eps, BLOCK_SIZE=block, num_warps=8
        )
        ctx.save_for_backward(x, weight, mean, rstd)
        return y

    @staticmethod
    def backward(ctx, dy):
        x, w, mean, rstd = ctx.saved_tensors
        M, N = x.shape
        groups = 64
        locks = torch.zeros(2 * groups, dtype=torch.int32, device=w.device)
        partial_dw, partial_db = torch.zeros((2, groups, N), dtype=torch.float32, device=w.device)
        dw, db = torch.empty((2, N), dtype=w.dtype, device=w.device)
        dx = torch.empty_like(dy)
        layer_norm_backward_x[(M,)](
            dx, dy, partial_dw, partial_db, x, w, mean, rstd, locks, x.stride(0), N,
            BLOCK_SIZE=triton.next_power_of_2(N), GROUP_SIZE=groups, num_warps=8,
        )  # fmt: skip
        layer_norm_backward_weights[lambda meta: (triton.cdiv(N, meta["BLOCK_SIZE_N"]),)](
            partial_dw, partial_db, dw, db, min(groups, M), N, BLOCK_SIZE_M=32, BLOCK_SIZE_N=128
        )
        return dx, dw, db, None


if __name__ == "__main__":
    for M, N in ((1151, 1024), (64, 1000)):
        x = (-2.3 + 0.5 * torch.randn(M, N, device="cuda")).requires_grad_()
        weight, bias = (torch.rand(N, device="cuda").requires_grad_() for _ in range(2))
        dy = 0.1 * torch.randn_like(x)
        mine = LayerNorm.apply(x, weight, bias, 1e-5)
        got = torch.autograd.grad(mine, (x, weight, bias), dy)
        theirs = torch.nn.functional.layer_norm(x, (N,), weight, bias, 1e-5)
        wanted = torch.autograd.grad(theirs, (x, weight, bias), dy)
        torch.testing.assert_close(mine, theirs, atol=1e-4, rtol=1e-4)
        for a, b in zip(got, wanted):
            torch.testing.assert_close(a, b, atol=1e-3, rtol=1e-3)
    print("layer norm: ok")
