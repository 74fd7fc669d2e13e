"""Calls the operators of the example softmax from CuPy.

    python3 test/gpu/operators/cupy_check.py       # CuPy with a GPU, and the wheel of examples/softmax
"""

import cupy
import tvm_ffi

import softmax.ffi


def main():
    passed = 0
    for shape in ((1, 1), (7, 1000), (1000, 1024), (3, 8193)):
        x = cupy.random.standard_normal(shape, dtype=cupy.float32)
        y = cupy.full_like(x, cupy.nan)
        softmax.ffi.softmax(tvm_ffi.from_dlpack(x), tvm_ffi.from_dlpack(y))
        wide = x.astype(cupy.float64)
        exact = cupy.exp(wide - wide.max(1, keepdims=True))
        exact /= exact.sum(1, keepdims=True)
        assert bool(cupy.isfinite(y).all())
        error = float(cupy.linalg.norm(y.astype(cupy.float64) - exact) / cupy.linalg.norm(exact))
        assert error <= 1e-5, (shape, error)
        print(f"ok    softmax {shape}: {error:.1e}")
        passed += 1
    x = cupy.random.standard_normal((64, 1000), dtype=cupy.float32)
    exact = cupy.exp(x) / cupy.exp(x).sum(1, keepdims=True)
    late, y = cupy.zeros_like(x), cupy.empty_like(x)
    stream = cupy.cuda.Stream(non_blocking=True)
    cupy.cuda.Device().synchronize()
    with stream, tvm_ffi.use_raw_stream(tvm_ffi.device("cuda:0"), stream.ptr):
        slow = cupy.random.standard_normal((8192, 8192), dtype=cupy.float32)
        for _ in range(20):
            slow = slow @ slow / 8192
        late[...] = x  # whoever does not wait for it reads zeros
        softmax.ffi.softmax(tvm_ffi.from_dlpack(late), tvm_ffi.from_dlpack(y))
    stream.synchronize()
    error = float(cupy.abs(y - exact).max())
    assert error <= 1e-5, error
    print(f"ok    a stream of CuPy: {error:.1e}")
    passed += 1
    print(f"CuPy {cupy.__version__}: {passed} passed, 0 failed")


main()
