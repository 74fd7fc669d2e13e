"""c = activation(a @ b + bias) for matrices of any size, accumulated in fp32."""

import triton
import triton.language as tl


@triton.jit
def leaky_relu(x):
    return tl.where(x >= 0.0, x, 0.01 * x)


@triton.jit
def tile_of(program, M, N, BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, GROUP_SIZE_M: tl.constexpr):
    """The tile a program computes: columns of GROUP_SIZE_M tiles, so that neighbours share rows in the L2 cache."""
    tiles_m = tl.cdiv(M, BLOCK_M)
    tiles_n = tl.cdiv(N, BLOCK_N)
    group = program // (GROUP_SIZE_M * tiles_n)
    inside = program % (GROUP_SIZE_M * tiles_n)
    height = tl.minimum(tiles_m - group * GROUP_SIZE_M, GROUP_SIZE_M)
    return group * GROUP_SIZE_M + inside % height, inside // height


@triton.jit
def store_tile(
    acc, tile_m, tile_n, bias_ptr, c_ptr, M, N, stride_cm, stride_cn,
    BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, ACTIVATION: tl.constexpr, USE_BIAS: tl.constexpr,
):  # fmt: skip
    """Adds the bias, applies the activation and stores what lies inside of c."""
    m = tile_m * BLOCK_M + tl.arange(0, BLOCK_M)
    n = tile_n * BLOCK_N + tl.arange(0, BLOCK_N)
    if USE_BIAS:
        acc += tl.load(bias_ptr + n, mask=n < N, other=0.0).to(tl.float32)[None, :]
    if ACTIVATION == "leaky_relu":
        acc = leaky_relu(acc)
    elif ACTIVATION == "relu":
        acc = tl.maximum(acc, 0.0)
    c = c_ptr + m.to(tl.int64)[:, None] * stride_cm + n.to(tl.int64)[None, :] * stride_cn
    tl.store(c, acc.to(c_ptr.dtype.element_ty), mask=(m < M)[:, None] & (n < N)[None, :])


# M changes from call to call, and no access to memory is wider for knowing that it is a multiple of 16.
@triton.jit(do_not_specialize=["M"])
def matmul_kernel(
    a_ptr, b_ptr, bias_ptr, c_ptr,
    M, N, K,
    stride_am, stride_ak, stride_bk, stride_bn, stride_cm, stride_cn,
    BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr, GROUP_SIZE_M: tl.constexpr,
    ACTIVATION: tl.constexpr, USE_BIAS: tl.constexpr,
):  # fmt: skip
    tile_m, tile_n = tile_of(tl.program_id(0), M, N, BLOCK_M, BLOCK_N, GROUP_SIZE_M)
    m = tile_m * BLOCK_M + tl.arange(0, BLOCK_M)
    n = tile_n * BLOCK_N + tl.arange(0, BLOCK_N)
    k = tl.arange(0, BLOCK_K)

    # Rows past the end repeat the last one, which needs no mask; nothing is stored for them.
    # Rows times strides in 64 bits: a matrix may have more than 2^31 elements.
    a = a_ptr + tl.minimum(m, M - 1).to(tl.int64)[:, None] * stride_am + k[None, :] * stride_ak
    b = b_ptr + tl.minimum(n, N - 1).to(tl.int64)[None, :] * stride_bn + k[:, None] * stride_bk
    acc = tl.zeros([BLOCK_M, BLOCK_N], tl.float32)
    # At least one step, even if K is 0: ptxas of Triton 3.6 makes a loop that can be skipped wait for each product.
    for start in range(0, tl.maximum(K, 1), BLOCK_K):
        k_exists = k < K - start
        acc = tl.dot(
            tl.load(a, mask=k_exists[None, :], other=0.0),
            tl.load(b, mask=k_exists[:, None], other=0.0),
            acc,
        )
        a += BLOCK_K * stride_ak
        b += BLOCK_K * stride_bk

    store_tile(
        acc, tile_m, tile_n, bias_ptr, c_ptr, M, N, stride_cm, stride_cn,
        BLOCK_M, BLOCK_N, ACTIVATION, USE_BIAS,
    )  # fmt: skip


@triton.jit(do_not_specialize=["M", "K"])
def matmul_tma_kernel(
    a, b, bias_ptr, c_ptr,
    M, N, K,
    stride_cm,
    BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr, GROUP_SIZE_M: tl.constexpr,
    ACTIVATION: tl.constexpr, USE_BIAS: tl.constexpr, PROGRAMS: tl.constexpr,
):  # fmt: skip
    """The same with tensor descriptors of a, which is M x K, and of b, which is N x K.

    Of at most PROGRAMS programs, each computes one tile after the other: the loop is flattened, so that what the next tile
    needs is on its way while this one is stored. There is no descriptor of c: it writes whole multiples of 16 bytes, also
    past the end of a row.
    """
    tiles = tl.cdiv(M, BLOCK_M) * tl.cdiv(N, BLOCK_N)
    for tile in tl.range(tl.program_id(0), tiles, tl.num_programs(0), flatten=True):
        tile_m, tile_n = tile_of(tile, M, N, BLOCK_M, BLOCK_N, GROUP_SIZE_M)
        acc = tl.zeros([BLOCK_M, BLOCK_N], tl.float32)
        # What lies outside of a matrix is read as 0.
        for k in range(0, tl.maximum(K, 1), BLOCK_K):
            acc = tl.dot(a.load([tile_m * BLOCK_M, k]), b.load([tile_n * BLOCK_N, k]).T, acc)

        store_tile(
            acc, tile_m, tile_n, bias_ptr, c_ptr, M, N, stride_cm, 1,
            BLOCK_M, BLOCK_N, ACTIVATION, USE_BIAS,
        )  # fmt: skip
