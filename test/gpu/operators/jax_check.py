"""Calls the operators of the example softmax from JAX.

    python3 test/gpu/operators/jax_check.py       # jax with a GPU, jax-tvm-ffi, and the wheel of examples/softmax
"""

import os

os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")

import jax  # noqa: E402
import jax.numpy as jnp  # noqa: E402
import jax_tvm_ffi  # noqa: E402
import numpy as np  # noqa: E402

import softmax.ffi  # noqa: E402

jax_tvm_ffi.register_ffi_target("softmax.softmax", softmax.ffi.softmax, arg_spec=["args", "rets"], platform="gpu")
jax_tvm_ffi.register_ffi_target(
    "softmax.softmax_backward", softmax.ffi.softmax_backward, arg_spec=["args", "rets"], platform="gpu"
)


@jax.custom_vjp
def aot_softmax(x):
    return jax.ffi.ffi_call("softmax.softmax", jax.ShapeDtypeStruct(x.shape, x.dtype))(x)


def forward(x):
    y = aot_softmax(x)
    return y, y


def backward(y, dy):
    return (jax.ffi.ffi_call("softmax.softmax_backward", jax.ShapeDtypeStruct(y.shape, y.dtype))(y, dy),)


aot_softmax.defvjp(forward, backward)


def main():
    passed = 0
    for shape in ((1, 1), (7, 1000), (1000, 1024), (3, 8193)):
        for dtype, limit in ((jnp.float32, 1e-5), (jnp.float16, 2e-3)):
            x = jax.random.normal(jax.random.key(0), shape).astype(dtype)
            wide = np.asarray(x).astype(np.float64)
            exact = np.exp(wide - wide.max(1, keepdims=True))
            exact /= exact.sum(1, keepdims=True)
            for name, function in (("eager", aot_softmax), ("jit", jax.jit(aot_softmax))):
                y = np.asarray(function(x)).astype(np.float64)
                assert np.isfinite(y).all()
                error = np.linalg.norm(y - exact) / np.linalg.norm(exact)
                assert error <= limit, (shape, dtype, name, error)
                print(f"ok    softmax {shape} {dtype.__name__} {name}: {error:.1e}")
                passed += 1
            weight = np.asarray(jax.random.normal(jax.random.key(1), shape)).astype(np.float64)
            loss = jax.jit(jax.grad(lambda x: (aot_softmax(x).astype(jnp.float32) * weight.astype(np.float32)).sum()))
            slope = exact * (weight - (exact * weight).sum(1, keepdims=True))
            found = np.asarray(loss(x)).astype(np.float64)
            assert np.isfinite(found).all()
            error = np.linalg.norm(found - slope) / max(np.linalg.norm(slope), 1e-3)
            assert error <= 10 * limit, (shape, dtype, "gradient", error)
            print(f"ok    gradient {shape} {dtype.__name__}: {error:.1e}")
            passed += 1
    try:
        aot_softmax(jnp.zeros(5)).block_until_ready()
    except Exception as error:  # the type is JAX's own
        assert "softmax: x has 1 axis; expected 2" in str(error), error
        print("ok    an error of the operator")
        passed += 1
    else:
        raise AssertionError("no error for a vector")
    print(f"{jax.devices()[0].device_kind}, JAX {jax.__version__}: {passed} passed, 0 failed")


main()
