"""A GPU of compute capability 9.0 for programs that call Triton's JIT: kernels are compiled, and launches do nothing.

Import it before the first launch. `tensor` makes what PyTorch would: something with a type, a shape and an address.
"""

import triton
from triton.backends.compiler import GPUTarget


class Utils:
    def load_binary(self, name, kernel, shared, device):
        return object(), 1, 32, 0, 1024

    def unload_module(self, module):
        pass

    def get_device_properties(self, device):
        return {"max_shared_mem": 232448, "multiprocessor_count": 132, "warpSize": 32}


class Launcher:
    def __init__(self, source, metadata):
        pass

    def __call__(self, x, y, z, stream, function, kernel_metadata, launch_metadata, enter, leave, *args):
        if enter is not None:
            enter(launch_metadata)
        if leave is not None:
            leave(launch_metadata)


class Driver:
    utils = Utils()
    launcher_cls = Launcher

    def get_current_target(self):
        return GPUTarget("cuda", 90, 32)

    def get_current_device(self):
        return 0

    def get_current_stream(self, device=0):
        return 0

    def get_active_torch_device(self):
        return "cuda:0"

    def get_benchmarker(self):
        def bench(call, quantiles):
            call()
            # Later configs are faster.
            bench.time -= 0.001
            return [bench.time] * 3

        bench.time = 1.0
        return bench


class Type:
    """A type of PyTorch by name, such as float32."""

    def __init__(self, name, itemsize):
        self.name = name
        self.itemsize = itemsize

    def __str__(self):
        return f"torch.{self.name}"

    __repr__ = __str__


float32, float16, int32 = Type("float32", 4), Type("float16", 2), Type("int32", 4)


class Tensor:
    def __init__(self, shape, dtype, strides, address):
        self.shape, self.dtype, self._strides, self._address = tuple(shape), dtype, tuple(strides), address

    def data_ptr(self):
        return self._address

    def stride(self, axis=None):
        return self._strides if axis is None else self._strides[axis]

    def numel(self):
        count = 1
        for size in self.shape:
            count *= size
        return count


def tensor(*shape, dtype=float32, strides=None, address=256):
    if strides is None:
        strides = [1] * len(shape)
        for axis in reversed(range(len(shape) - 1)):
            strides[axis] = strides[axis + 1] * shape[axis + 1]
    return Tensor(shape, dtype, strides, address)


triton.runtime.driver.set_active(Driver())
