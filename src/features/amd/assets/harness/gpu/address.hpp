// An address as the functions of packages take it: HIP's type.
#pragma once

#include <cuda.h>

namespace smoke {

using Pointer = hipDeviceptr_t;
inline Pointer as_pointer(CUdeviceptr address) { return hip_pointer(address); }

}  // namespace smoke
