// An address as the functions of packages take it: as CUDA's driver has it.
#pragma once

#include <cuda.h>

namespace smoke {

using Pointer = CUdeviceptr;
inline Pointer as_pointer(CUdeviceptr address) { return address; }

}  // namespace smoke
