/* SPDX-License-Identifier: MIT */
/* The interface of the GPU that the package's functions are for: HIP if AOT_HIP is defined or with hipcc, else CUDA. */
#ifndef AOT_GPU_H
#define AOT_GPU_H

#if defined(AOT_HIP) || defined(__HIP_PLATFORM_AMD__)
#include "aot_hip.h"
typedef hipError_t aot_gpu_result;
typedef hipStream_t aot_gpu_stream;
typedef hipDeviceptr_t aot_gpu_pointer;
#else
#include "aot_cuda.h"
typedef CUresult aot_gpu_result;
typedef CUstream aot_gpu_stream;
typedef CUdeviceptr aot_gpu_pointer;
#endif

#endif
