"""Attention in one kernel: softmax(Q Kᵀ) V with a running maximum and sum for each row."""

import torch
import triton
import triton.language as tl


@triton.jit
def attend(acc, total, highest, q, k_ptrs, v_ptrs, stride_kn, stride_vn, start, end, rows, scale,
           BLOCK_N: tl.constexpr, IS_DIAGONAL: tl.constexpr):  # fmt: skip
    columns = tl.arange(0, BLOCK_N)
    for first in range(start, end, BLOCK_N):
        k = tl.load(k_ptrs + first * stride_kn)
        scores = tl.dot(q, k) * scale
        if IS_DIAGONAL:
            scores = tl.where(rows[:, None] >= (first + columns)[None, :], scores, -1.0e6)
        above = tl.maximum(highest, tl.max(scores, 1))
        weights = tl.math.exp2(scores - above[:, None])
        shrink = tl.math.exp2(highest - above)
        total = total * shrink + tl.sum(weights, 1)
        v = tl.load(v_ptrs + first * stride_vn)
        acc = tl.dot(weights.to(v.dtype), v, acc * shrink[:, None])
        highest = above
    return acc, total, highest


@triton.autotune(
    configs=[triton.Config({"BLOCK_M": m, "BLOCK_N": n}, num_stages=2, num_warps=4) for m in (64, 128) for n in (32, 64)],
    key=["N_CTX", "HEAD_DIM"],
)
@triton.jit
def attention_forward(
    Q, K, V, sm_scale, M, Out,
    stride_qz, stride_qh, stride_qm, stride_kz, stride_kh, stride_kn,
    stride_vz, stride_vh, stride_vn, stride_oz, stride_oh, stride_om,
    Z, H, N_CTX,
    HEAD_DIM: tl.constexpr, BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, CAUSAL: tl.constexpr,
):  # fmt: skip
    block, head = tl.program_id(0), tl.program_id(1)
    z, h = head // H, head % H
    rows = block * BLOCK_M + tl.arange(0, BLOCK_M)
    columns, inner = tl.arange(0, BLOCK_N), tl.arange(0, HEAD_DIM)
    q = tl.load(Q + z * stride_qz + h * stride_qh + rows[:, None] * stride_qm + inner[None, :])
    k_ptrs = K + z * stride_kz + h * stride_kh + columns[None, :] * stride_kn + inner[:, None]
    v_ptrs = V + z * stride_vz + h * stride_vh + columns[:, None] * stride_vn + inner[None, :]
    highest = tl.full([BLOCK_M], -float("inf"), dtype=tl.float32)
    total = tl.zeros([BLOCK_M], dtype=tl.float32)
    acc = tl.zeros([BLOCK_M, HEAD_DIM], dtype=tl.float32)
    scale = sm_scale * 1.44269504
    full = block * BLOCK_M if CAUSAL else N_CTX
    acc, total, highest = attend(
        acc, total, highest, q, k_ptrs, v_ptrs, stride_kn, stride_vn, 0, full, rows, scale, BLOCK_N, False
    )
    if CAUSAL:
        acc, total, highest = attend(
            acc, total, highest, q, k_ptrs, v_ptrs, stride_kn, stride_vn, full, full + BLOCK_M, rows, scale, BLOCK_N, True
        )
    tl.store(M + head * N_CTX + rows, highest + tl.math.log2(total))
    out = (acc / total[:, None]).to(Out.dtype.element_ty)
    tl.store(Out + z * stride_oz + h * stride_oh + rows[:, None] * stride_om + inner[None, :], out)


def attention(q, k, v, causal, sm_scale):
    Z, H, N_CTX, HEAD_DIM = q.shape
    out = torch.empty_like(q)
    M = torch.empty((Z, H, N_CTX), device=q.device, dtype=torch.float32)
    attention_forward[lambda meta: (triton.cdiv(N_CTX, meta["BLOCK_M"]), Z * H, 1)](
        q, k, v, sm_scale, M, out,
        *q.stride()[:3], *k.stride()[:3], *v.stride()[:3], *out.stride()[:3],
        Z, H, N_CTX, HEAD_DIM=HEAD_DIM, CAUSAL=causal,
    )  # fmt: skip
    return out


if __name__ == "__main__":
    for Z, H, N_CTX in ((1, 2, 1024), (2, 3, 256)):
        # As models have it: the three are slices of one tensor.
        packed = torch.randn(Z, N_CTX, 3, H, 64, device="cuda", dtype=torch.float16)
        q, k, v = packed.permute(2, 0, 3, 1, 4)
        for causal in (False, True):
            wanted = torch.nn.functional.scaled_dot_product_attention(q, k, v, is_causal=causal, scale=0.125)
            torch.testing.assert_close(attention(q, k, v, causal, 0.125), wanted, atol=1e-2, rtol=1e-2)
    print("attention: ok")
