// The names of CUDA's driver that the harness uses, for the HIP runtime, so that the same source tests GPUs of both
// vendors. HIP has a current device in place of a context: here that is its number. What has no counterpart is in
// gpu/device.cpp.
#pragma once

#include <cstddef>
#include <cstdint>

#include "hip.h"

using CUresult = hipError_t;
using CUdevice = hipDevice_t;
using CUcontext = int;
using CUstream = hipStream_t;
using CUevent = hipEvent_t;
/// An address as a number. The functions of packages take HIP's type, which is a pointer.
using CUdeviceptr = std::uintptr_t;

constexpr CUresult CUDA_SUCCESS = hipSuccess;
constexpr CUresult CUDA_ERROR_INVALID_VALUE = hipErrorInvalidValue;
constexpr CUresult CUDA_ERROR_OUT_OF_MEMORY = hipErrorOutOfMemory;
constexpr CUresult CUDA_ERROR_INVALID_IMAGE = hipErrorInvalidImage;
constexpr CUresult CUDA_ERROR_NO_BINARY_FOR_GPU = hipErrorNoBinaryForGpu;
constexpr CUresult CUDA_ERROR_LAUNCH_FAILED = hipErrorLaunchFailure;
constexpr CUresult CUDA_ERROR_NOT_SUPPORTED = hipErrorNotSupported;
constexpr unsigned CU_STREAM_NON_BLOCKING = hipStreamNonBlocking;
constexpr unsigned CU_EVENT_DEFAULT = hipEventDefault;

inline hipDeviceptr_t hip_pointer(CUdeviceptr address) { return reinterpret_cast<hipDeviceptr_t>(address); }

inline CUresult cuInit(unsigned flags) { return hipInit(flags); }

inline CUresult cuGetErrorName(CUresult error, const char **name) {
  *name = hipGetErrorName(error);
  return hipSuccess;
}
inline CUresult cuGetErrorString(CUresult error, const char **text) {
  *text = hipGetErrorString(error);
  return hipSuccess;
}

inline CUresult cuDeviceGetCount(int *count) { return hipGetDeviceCount(count); }
inline CUresult cuDeviceGetName(char *name, int length, CUdevice device) {
  return hipDeviceGetName(name, length, device);
}

inline CUresult cuCtxGetCurrent(CUcontext *context) { return hipGetDevice(context); }
inline CUresult cuCtxSetCurrent(CUcontext context) { return hipSetDevice(context); }
inline CUresult cuCtxGetDevice(CUdevice *device) { return hipGetDevice(device); }
inline CUresult cuCtxSynchronize() { return hipDeviceSynchronize(); }

inline CUresult cuStreamCreate(CUstream *stream, unsigned flags) { return hipStreamCreateWithFlags(stream, flags); }
inline CUresult cuStreamDestroy(CUstream stream) { return hipStreamDestroy(stream); }
inline CUresult cuStreamSynchronize(CUstream stream) { return hipStreamSynchronize(stream); }

inline CUresult cuEventCreate(CUevent *event, unsigned flags) { return hipEventCreateWithFlags(event, flags); }
inline CUresult cuEventDestroy(CUevent event) { return hipEventDestroy(event); }
inline CUresult cuEventRecord(CUevent event, CUstream stream) { return hipEventRecord(event, stream); }
inline CUresult cuEventElapsedTime(float *milliseconds, CUevent start, CUevent end) {
  return hipEventElapsedTime(milliseconds, start, end);
}

inline CUresult cuMemGetInfo(std::size_t *free, std::size_t *total) { return hipMemGetInfo(free, total); }
inline CUresult cuMemAlloc(CUdeviceptr *address, std::size_t size) {
  void *memory = nullptr;
  const CUresult result = hipMalloc(&memory, size);
  *address = reinterpret_cast<CUdeviceptr>(memory);
  return result;
}
inline CUresult cuMemFree(CUdeviceptr address) { return hipFree(hip_pointer(address)); }
inline CUresult cuMemcpyHtoD(CUdeviceptr to, const void *from, std::size_t size) {
  return hipMemcpyHtoD(hip_pointer(to), from, size);
}
inline CUresult cuMemcpyDtoH(void *to, CUdeviceptr from, std::size_t size) {
  return hipMemcpyDtoH(to, hip_pointer(from), size);
}
inline CUresult cuMemsetD8(CUdeviceptr to, unsigned char value, std::size_t count) {
  return hipMemsetD8(hip_pointer(to), value, count);
}
inline CUresult cuMemsetD8Async(CUdeviceptr to, unsigned char value, std::size_t count, CUstream stream) {
  return hipMemsetD8Async(hip_pointer(to), value, count, stream);
}
