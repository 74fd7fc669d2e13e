/* SPDX-License-Identifier: MIT */
/*
 * The interface of the GPU that the package's functions are for: HIP if AOT_HIP is defined or with hipcc, else CUDA.
 * The code for both vendors uses the names that are defined here. The same in every package.
 */
#ifndef AOT_GPU_H
#define AOT_GPU_H

#if defined(AOT_HIP) || defined(__HIP_PLATFORM_AMD__)
#include "aot_hip.h"
typedef hipError_t aot_gpu_result;
typedef hipStream_t aot_gpu_stream;
typedef hipDeviceptr_t aot_gpu_pointer;
typedef hipFunction_t aot_gpu_kernel;
#define AOT_GPU_SUCCESS hipSuccess
#define AOT_GPU_INVALID_VALUE hipErrorInvalidValue
#define AOT_GPU_OUT_OF_MEMORY hipErrorOutOfMemory
#define AOT_GPU_INVALID_IMAGE hipErrorInvalidImage
#define AOT_GPU_NO_BINARY hipErrorNoBinaryForGpu
#define AOT_GPU_SYMBOL_NOT_FOUND hipErrorSharedObjectSymbolNotFound
#define AOT_GPU_LIBRARY_NOT_FOUND hipErrorSharedObjectInitFailed
#define AOT_GPU_OUT_OF_RESOURCES hipErrorLaunchOutOfResources
#define AOT_GPU_COOPERATIVE_TOO_LARGE hipErrorCooperativeLaunchTooLarge
#else
#include "aot_cuda.h"
typedef CUresult aot_gpu_result;
typedef CUstream aot_gpu_stream;
typedef CUdeviceptr aot_gpu_pointer;
typedef CUkernel aot_gpu_kernel;
#define AOT_GPU_SUCCESS CUDA_SUCCESS
#define AOT_GPU_INVALID_VALUE CUDA_ERROR_INVALID_VALUE
#define AOT_GPU_OUT_OF_MEMORY CUDA_ERROR_OUT_OF_MEMORY
#define AOT_GPU_INVALID_IMAGE CUDA_ERROR_INVALID_IMAGE
#define AOT_GPU_NO_BINARY CUDA_ERROR_NO_BINARY_FOR_GPU
#define AOT_GPU_SYMBOL_NOT_FOUND CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND
#define AOT_GPU_LIBRARY_NOT_FOUND CUDA_ERROR_SHARED_OBJECT_INIT_FAILED
#define AOT_GPU_OUT_OF_RESOURCES CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES
#define AOT_GPU_COOPERATIVE_TOO_LARGE CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE
#endif

#endif
