"""The few functions of CUDA's driver that are needed, through ctypes."""

import ctypes
from ctypes import byref, c_char_p, c_int, c_size_t, c_uint, c_void_p

import numpy as np


class CudaError(Exception):
    pass


class Refused(Exception):
    """The driver does not take the PTX."""


class Device:
    def __init__(self):
        self.lib = ctypes.CDLL("libcuda.so.1")
        self.check(self.lib.cuInit(0))
        device, context = c_int(), c_void_p()
        self.check(self.lib.cuDeviceGet(byref(device), 0))
        self.check(self.lib.cuDevicePrimaryCtxRetain(byref(context), device))
        self.check(self.lib.cuCtxSetCurrent(context))
        name = ctypes.create_string_buffer(100)
        self.check(self.lib.cuDeviceGetName(name, 100, device))
        self.name = name.value.decode()

    def check(self, status: int) -> None:
        if status:
            text = c_char_p()
            self.lib.cuGetErrorName(status, byref(text))
            raise CudaError((text.value or b"unknown").decode() + f" ({status})")

    def load(self, ptx: str, shared: int):
        """Returns the module and its kernel."""
        log = ctypes.create_string_buffer(4096)
        options = (c_int * 2)(5, 6)  # CU_JIT_ERROR_LOG_BUFFER and its size
        values = (c_void_p * 2)(ctypes.addressof(log), 4096)
        module, function = c_void_p(), c_void_p()
        status = self.lib.cuModuleLoadDataEx(byref(module), c_char_p(ptx.encode()), c_uint(2), options, values)
        if status:
            try:
                self.check(status)
            except CudaError as error:
                raise Refused(f"{error}: {log.value.decode(errors='replace').strip()[:300]}") from None
        name = next(line.split("(")[0].split()[-1] for line in ptx.splitlines() if ".entry" in line)
        try:
            self.check(self.lib.cuModuleGetFunction(byref(function), module, name.encode()))
        except CudaError as error:
            raise Refused(str(error)) from None
        if shared > 48 * 1024:
            self.check(self.lib.cuFuncSetAttribute(function, 8, c_int(shared)))  # CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
        return module, function

    def unload(self, module) -> None:
        self.check(self.lib.cuModuleUnload(module))

    def launch(self, function, grid: tuple, threads: int, shared: int, parameters: bytes, offsets: list) -> None:
        """Launches, and waits for the end. `offsets` are those of the parameters in their buffer."""
        buffer = ctypes.create_string_buffer(parameters, max(len(parameters), 1))
        places = (c_void_p * max(len(offsets), 1))(*(ctypes.addressof(buffer) + offset for offset in offsets))
        self.check(self.lib.cuLaunchKernel(function, *map(c_uint, (*grid, threads, 1, 1, shared)), None, places, None))
        self.check(self.lib.cuCtxSynchronize())

    def allocate(self, size: int) -> int:
        address = c_void_p()
        self.check(self.lib.cuMemAlloc_v2(byref(address), c_size_t(size)))
        return address.value

    def free(self, address: int) -> None:
        self.check(self.lib.cuMemFree_v2(c_void_p(address)))

    def write(self, address: int, data: np.ndarray) -> None:
        self.check(self.lib.cuMemcpyHtoD_v2(c_void_p(address), c_void_p(data.ctypes.data), c_size_t(data.nbytes)))

    def copy(self, to: int, of: int, size: int) -> None:
        self.check(self.lib.cuMemcpyDtoD_v2(c_void_p(to), c_void_p(of), c_size_t(size)))

    def read(self, address: int, size: int) -> np.ndarray:
        data = np.empty(size, np.uint8)
        self.check(self.lib.cuMemcpyDtoH_v2(c_void_p(data.ctypes.data), c_void_p(address), c_size_t(size)))
        return data
