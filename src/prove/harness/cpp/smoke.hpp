// The interface between the harness and its generated part: the package's kernels and how to call them.
#pragma once

#include <cuda.h>
#include <gpu/address.hpp>

#include <cstdint>
#include <vector>

#ifdef AOT_SMOKE_TENSORS
#include AOT_SMOKE_TENSORS
#endif

namespace smoke {

/// The 16-bit float types. C callers pass their bits.
enum HalfType { fp16, bf16 };

/// One argument of a call. The parameter's type determines which member is used.
struct Value {
  Pointer pointer = {};
  std::uint64_t whole = 0;  // in two's complement
  double number = 0;
#ifdef AOT_SMOKE_TENSORS
  aot_tensor tensor = {};
#endif

  template <class T>
  T integer() const {
    return static_cast<T>(whole);
  }
  template <class T>
  T real() const {
    return static_cast<T>(number);
  }
  std::uint16_t half_bits(HalfType type) const;
};

/// A parameter of the C function, with its type in Triton's notation (`*fp16`, `i32`, `tensordesc<fp16[64,32]>`).
struct Parameter {
  const char *name;
  const char *type;
};

/// A kernel's C interface.
struct Kernel {
  const char *name;
  CUresult (*call)(CUstream stream, const Value *values, int algo);
  int (*algos)();
  CUresult (*load)();
  CUresult (*unload)();
  std::vector<Parameter> parameters;
  /// The algo that the package chooses for a call; negative if it chooses none.
  int (*choose)(CUstream stream, const Value *values);
  /// What the driver said about the kernel's PTX; null if it has none.
  const char *(*ptx_log)() = nullptr;
};

/// The tested kernels of the package, and those that cases launch after them.
extern const std::vector<Kernel> kernels;

}  // namespace smoke
