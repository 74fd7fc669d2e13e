/* What programs other than packages call: devices, memory, streams and events. Memory and kernels are those of the recording
 * CUDA driver. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "device.h"
#include "recorder.h"

#pragma GCC visibility push(default)
#include <hip.h>
hipError_t hipStreamCreate(hipStream_t *stream);
#pragma GCC visibility pop

struct ihipEvent_t {
  long long nanoseconds;
  bool recorded;
};

static hipError_t left(CUresult result) {
  return (hipError_t)leave(result);
}

/* Enters a call, which returns the error of an earlier kernel if there is one. */
static CUresult enter_device(const char *function) {
  const CUresult result = enter(function);
  return result ? result : earlier_error();
}

hipError_t hipInit(unsigned int flags) {
  CUresult result = enter("hipInit");
  if (!result && flags != 0) result = CUDA_ERROR_INVALID_VALUE;
  return left(result);
}

hipError_t hipRuntimeGetVersion(int *version) {
  *version = 60443483;
  return hipSuccess;
}

const char *hipGetErrorName(hipError_t error) {
  switch (error) {
    case hipSuccess: return "hipSuccess";
    case hipErrorInvalidValue: return "hipErrorInvalidValue";
    case hipErrorOutOfMemory: return "hipErrorOutOfMemory";
    case hipErrorNoDevice: return "hipErrorNoDevice";
    case hipErrorNoBinaryForGpu: return "hipErrorNoBinaryForGpu";
    case hipErrorIllegalAddress: return "hipErrorIllegalAddress";
    default: return "hipErrorUnknown";
  }
}

const char *hipGetErrorString(hipError_t error) {
  return error == hipErrorNoDevice ? "no ROCm-capable device is detected" : "a text about the error";
}

hipError_t hipGetDeviceCount(int *count) {
  const CUresult result = enter("hipGetDeviceCount");
  *count = device_count();
  return left(!result && *count == 0 ? CUDA_ERROR_NO_DEVICE : result);
}

hipError_t hipDeviceGetPCIBusId(char *address, int length, int device) {
  if (device < 0 || device >= device_count()) return hipErrorInvalidDevice;
  snprintf(address, (size_t)length, "0000:%02x:00.0", 3 + real_device(device));
  return hipSuccess;
}

hipError_t hipDeviceGetAttribute(int *value, hipDeviceAttribute_t attribute, int device) {
  if (device < 0 || device >= device_count()) return hipErrorInvalidDevice;
  if (attribute != hipDeviceAttributeMultiprocessorCount) return hipErrorInvalidValue;
  *value = 48;
  return hipSuccess;
}

hipError_t hipDeviceTotalMem(size_t *bytes, hipDevice_t device) {
  *bytes = total_memory();
  return device < 0 || device >= device_count() ? hipErrorInvalidDevice : hipSuccess;
}

hipError_t hipDeviceSynchronize(void) {
  CUresult result = enter_device("hipDeviceSynchronize");
  if (!result) result = wait_for_kernels();
  return left(result);
}

hipError_t hipStreamCreateWithFlags(hipStream_t *stream, unsigned int flags) {
  CUresult result = enter_device("hipStreamCreateWithFlags");
  if (!result && flags > hipStreamNonBlocking) result = CUDA_ERROR_INVALID_VALUE;
  if (!result) result = (CUresult)hipStreamCreate(stream);
  return left(result);
}

hipError_t hipStreamDestroy(hipStream_t stream) {
  free(stream);
  return hipSuccess;
}

hipError_t hipStreamSynchronize(hipStream_t stream) {
  (void)stream;
  CUresult result = enter_device("hipStreamSynchronize");
  if (!result) result = wait_for_kernels();
  return left(result);
}

hipError_t hipEventCreateWithFlags(hipEvent_t *event, unsigned flags) {
  CUresult result = enter_device("hipEventCreateWithFlags");
  if (!result && flags != hipEventDefault) result = CUDA_ERROR_INVALID_VALUE;
  if (!result) *event = calloc(1, sizeof **event);
  return left(result);
}

hipError_t hipEventDestroy(hipEvent_t event) {
  free(event);
  return hipSuccess;
}

hipError_t hipEventRecord(hipEvent_t event, hipStream_t stream) {
  (void)stream;
  const CUresult result = enter_device("hipEventRecord");
  if (!result) *event = (struct ihipEvent_t){device_time(), true};
  return left(result);
}

hipError_t hipEventElapsedTime(float *milliseconds, hipEvent_t start, hipEvent_t end) {
  CUresult result = enter_device("hipEventElapsedTime");
  if (!result && !(start->recorded && end->recorded)) result = CUDA_ERROR_INVALID_HANDLE;
  if (!result) *milliseconds = (float)(1e-6 * (double)(end->nanoseconds - start->nanoseconds));
  return left(result);
}

hipError_t hipMemGetInfo(size_t *available, size_t *total) {
  const CUresult result = enter_device("hipMemGetInfo");
  *available = available_memory();
  *total = total_memory();
  return left(result);
}

hipError_t hipMalloc(void **address, size_t size) {
  CUdeviceptr memory = 0;
  CUresult result = enter_device("hipMalloc");
  if (!result) result = allocate(&memory, size);
  *address = (void *)(uintptr_t)memory;
  return left(result);
}

hipError_t hipFree(void *address) {
  CUresult result = enter_device("hipFree");
  if (!result && address != NULL) result = release((CUdeviceptr)(uintptr_t)address);
  return left(result);
}

/* Enters a call that reads or writes memory, which must be allocated. */
static CUresult enter_memory(const char *function, const void *address, size_t size) {
  const CUresult result = enter_device(function);
  if (result) return result;
  return memory_at((CUdeviceptr)(uintptr_t)address, size) == NULL ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
}

hipError_t hipMemcpyHtoD(hipDeviceptr_t to, const void *from, size_t size) {
  const CUresult result = enter_memory("hipMemcpyHtoD", to, size);
  if (!result) memcpy(to, from, size);
  return left(result);
}

hipError_t hipMemcpyDtoH(void *to, hipDeviceptr_t from, size_t size) {
  const CUresult result = enter_memory("hipMemcpyDtoH", from, size);
  if (!result) memcpy(to, from, size);
  return left(result);
}

hipError_t hipMemsetD8(hipDeviceptr_t to, unsigned char value, size_t count) {
  const CUresult result = enter_memory("hipMemsetD8", to, count);
  if (!result) memset(to, value, count);
  return left(result);
}

/* Only checks the address: it is called to displace what is in the cache, with more memory than tests have time for. */
hipError_t hipMemsetD8Async(hipDeviceptr_t to, unsigned char value, size_t count, hipStream_t stream) {
  (void)value, (void)stream;
  return left(enter_memory("hipMemsetD8Async", to, count));
}
