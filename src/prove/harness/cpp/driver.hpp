// Wrappers of the CUDA driver, or of another vendor's, whose own `cuda.h` has CUDA's names for it.
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

/// Names a tensor. Kernels may not access its buffer outside of the tensor. Null unless the driver is the emulator.
using NameTensor = void(const char *name, CUdeviceptr address, std::size_t bytes, std::size_t element);
NameTensor *tensor_namer();

/// Allocates zeros that take memory where they are written, with nothing else near them. Null unless the driver is the emulator.
using AllocateSparse = CUresult(CUdeviceptr *address, std::size_t bytes);
AllocateSparse *sparse_allocator();

/// Chooses the blocks that later launches run: how many of the first, of the last, and of a sample, and the indices of others on
/// three axes; an empty text for all. Null unless the driver is the emulator.
using ChooseBlocks = void(const char *words);
ChooseBlocks *block_chooser();

/// What the emulator says of the launches since the last call with this name, as JSON; empty if it says nothing, or if the
/// driver is not the emulator.
std::string take_said(const char *name);

/// Throws Fatal (`cannot WHAT: …`) unless the call succeeded.
void must(CUresult result, const char *what);

/// Free bytes on the current device.
std::size_t free_memory();

/// The bytes of the current device's largest cache.
std::size_t cache_size();

/// A device's UUID as nvidia-smi shows it, or what identifies another vendor's.
std::string device_id(CUdevice device);

/// A device's compute capability, such as `9.0`, or another vendor's name of its architecture.
std::string capability(CUdevice device);

/// The version of CUDA that the driver supports, or of another vendor's runtime, such as `13.0`.
std::string driver_version();

/// What the package has for a target: `cubin` or `code object`.
extern const char *const code_name;

/// Makes a device current in this thread for the lifetime of the object. Of CUDA, that is its primary context.
class Context {
 public:
  explicit Context(int ordinal);
  Context(const Context &) = delete;
  Context &operator=(const Context &) = delete;
  ~Context();

  CUdevice device() const { return device_; }

 private:
  CUdevice device_ = 0;
  CUcontext previous_ = {};
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
