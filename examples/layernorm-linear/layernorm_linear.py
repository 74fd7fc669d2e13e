"""A fused pair: out = layernorm(x) @ weight^T + bias, without the normalised matrix ever being stored.

The first kernel leaves two numbers per row, the mean and the reciprocal standard deviation. The second is a
matrix product that normalises the tiles of x as it loads them. All matrices are contiguous and row-major:
x is [rows, features], weight [outputs, features], out [rows, outputs].
"""

import triton
import triton.language as tl


@triton.jit
def row_statistics_kernel(x_ptr, mean_ptr, rstd_ptr, features, eps, BLOCK: tl.constexpr):
    """mean and 1 / sqrt(variance + eps) of one row of x."""
    row = tl.program_id(0).to(tl.int64)
    x_ptr += row * features
    lane = tl.arange(0, BLOCK)

    total = tl.zeros([BLOCK], tl.float32)
    for start in range(0, features, BLOCK):
        col = start + lane
        total += tl.load(x_ptr + col, mask=col < features, other=0.0).to(tl.float32)
    mean = tl.sum(total, 0) / features

    # A second pass around the mean: E[x^2] - mean^2 would lose the digits when the mean is large.
    squares = tl.zeros([BLOCK], tl.float32)
    for start in range(0, features, BLOCK):
        col = start + lane
        x = tl.load(x_ptr + col, mask=col < features, other=0.0).to(tl.float32)
        distance = tl.where(col < features, x - mean, 0.0)
        squares += distance * distance
    variance = tl.sum(squares, 0) / features

    tl.store(mean_ptr + row, mean)
    tl.store(rstd_ptr + row, 1.0 / tl.sqrt_rn(variance + eps))


@triton.jit
def normalised_linear_kernel(
    x_ptr, mean_ptr, rstd_ptr, gamma_ptr, beta_ptr, weight_ptr, bias_ptr, out_ptr,
    rows, outputs, features,
    BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr,
):  # fmt: skip
    """One BLOCK_M x BLOCK_N tile of out."""
    row = tl.program_id(0) * BLOCK_M + tl.arange(0, BLOCK_M)
    output = tl.program_id(1) * BLOCK_N + tl.arange(0, BLOCK_N)
    row_exists = row < rows
    output_exists = output < outputs
    mean = tl.load(mean_ptr + row, mask=row_exists, other=0.0)
    rstd = tl.load(rstd_ptr + row, mask=row_exists, other=0.0)

    lane = tl.arange(0, BLOCK_K)
    x_rows = x_ptr + row.to(tl.int64)[:, None] * features
    weight_rows = weight_ptr + output.to(tl.int64)[None, :] * features
    acc = tl.zeros([BLOCK_M, BLOCK_N], tl.float32)
    for start in range(0, features, BLOCK_K):
        col = start + lane
        col_exists = col < features
        x = tl.load(x_rows + col[None, :], mask=row_exists[:, None] & col_exists[None, :], other=0.0)
        gamma = tl.load(gamma_ptr + col, mask=col_exists, other=0.0).to(tl.float32)
        beta = tl.load(beta_ptr + col, mask=col_exists, other=0.0).to(tl.float32)
        weight = tl.load(
            weight_rows + col[:, None], mask=col_exists[:, None] & output_exists[None, :], other=0.0
        )
        # Past the last feature gamma and beta are 0, and so is the normalised value.
        normal = (x.to(tl.float32) - mean[:, None]) * rstd[:, None] * gamma[None, :] + beta[None, :]
        acc = tl.dot(normal.to(weight.dtype), weight, acc)

    bias = tl.load(bias_ptr + output, mask=output_exists, other=0.0).to(tl.float32)
    out = (acc + bias[None, :]).to(out_ptr.dtype.element_ty)
    tl.store(
        out_ptr + row.to(tl.int64)[:, None] * outputs + output[None, :],
        out,
        mask=row_exists[:, None] & output_exists[None, :],
    )
