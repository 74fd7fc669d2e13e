// Wrappers of the CUDA driver.
#pragma once

#include <cuda.h>

#include <cstddef>
#include <stdexcept>
#include <string>

namespace smoke {

/// Nothing further can be tested in this process.
struct Fatal : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A result's name and meaning, such as `CUDA_ERROR_INVALID_VALUE (invalid argument)`.
std::string result_text(CUresult result);

/// Names a tensor, outside of which kernels may not access its buffer. Null unless the driver is the emulator.
using NameTensor = void(const char *name, CUdeviceptr address, std::size_t bytes, std::size_t element);
NameTensor *tensor_namer();

/// Throws Fatal (`cannot WHAT: …`) unless the call succeeded.
void must(CUresult result, const char *what);

/// Free bytes on the current device.
std::size_t free_memory();

/// A device's primary context, current in this thread for the lifetime of the object.
class Context {
 public:
  explicit Context(int ordinal);
  Context(const Context &) = delete;
  Context &operator=(const Context &) = delete;
  ~Context();

  CUdevice device() const { return device_; }
  CUcontext handle() const { return context_; }

 private:
  CUdevice device_ = 0;
  CUcontext context_ = nullptr;
  CUcontext previous_ = nullptr;
};

/// A stream of the current context that does not wait for other streams.
class Stream {
 public:
  Stream() { must(cuStreamCreate(&stream_, CU_STREAM_NON_BLOCKING), "create a stream"); }
  Stream(const Stream &) = delete;
  Stream &operator=(const Stream &) = delete;
  ~Stream() { cuStreamDestroy(stream_); }

  CUstream get() const { return stream_; }

 private:
  CUstream stream_ = nullptr;
};

}  // namespace smoke
