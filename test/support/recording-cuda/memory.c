/* The functions that allocate, copy and fill device memory. */
#include <string.h>

#include "recorder.h"

static CUresult enter_context(const char *function) {
  const CUresult result = enter(function);
  return result ? result : needs_context(NULL);
}

CUresult cuMemGetInfo(size_t *available, size_t *total) {
  CUresult result = enter_context("cuMemGetInfo");
  if (!result && (available == NULL || total == NULL)) result = CUDA_ERROR_INVALID_VALUE;
  if (!result) *total = total_memory();
  if (!result) *available = available_memory();
  return leave(result);
}

CUresult cuDeviceTotalMem(size_t *total, CUdevice device) {
  CUresult result = enter("cuDeviceTotalMem");
  if (!result && device_at(device) == NULL) result = CUDA_ERROR_INVALID_DEVICE;
  if (!result && total == NULL) result = CUDA_ERROR_INVALID_VALUE;
  if (!result) *total = total_memory();
  return leave(result);
}

CUresult cuMemAlloc(CUdeviceptr *address, size_t size) {
  CUresult result = enter_context("cuMemAlloc");
  if (!result) result = allocate(address, size);
  return leave(result);
}

CUresult cuMemFree(CUdeviceptr address) {
  CUresult result = enter_context("cuMemFree");
  if (!result && address != 0) result = release(address);
  return leave(result);
}

CUresult cuMemAllocAsync(CUdeviceptr *address, size_t size, CUstream stream) {
  CUresult result = enter("cuMemAllocAsync");
  if (!result) result = needs_context(stream);
  if (!result && address == NULL) result = CUDA_ERROR_INVALID_VALUE;
  if (!result) *address = 0;
  if (!result && size != 0) result = allocate(address, size);
  log_begin("cuMemAllocAsync");
  log_number("size", (long long)size);
  log_number("stream", stream_id(stream));
  if (!result) log_hash("address", *address);
  return leave(log_end(result));
}

CUresult cuMemFreeAsync(CUdeviceptr address, CUstream stream) {
  CUresult result = enter("cuMemFreeAsync");
  if (!result) result = needs_context(stream);
  if (!result && address != 0) result = release(address);
  log_begin("cuMemFreeAsync");
  log_hash("address", address);
  log_number("stream", stream_id(stream));
  return leave(log_end(result));
}

CUresult cuMemcpyHtoD(CUdeviceptr to, const void *from, size_t size) {
  CUresult result = enter_context("cuMemcpyHtoD");
  void *memory = memory_at(to, size);
  if (!result && (memory == NULL || from == NULL)) result = CUDA_ERROR_INVALID_VALUE;
  if (!result) memcpy(memory, from, size);
  return leave(result);
}

CUresult cuMemcpyDtoH(void *to, CUdeviceptr from, size_t size) {
  CUresult result = enter_context("cuMemcpyDtoH");
  const void *memory = memory_at(from, size);
  if (!result && (memory == NULL || to == NULL)) result = CUDA_ERROR_INVALID_VALUE;
  if (!result) memcpy(to, memory, size);
  return leave(result);
}

CUresult cuMemsetD8(CUdeviceptr to, unsigned char value, size_t count) {
  CUresult result = enter_context("cuMemsetD8");
  void *memory = memory_at(to, count);
  if (!result && memory == NULL) result = CUDA_ERROR_INVALID_VALUE;
  if (!result) memset(memory, value, count);
  return leave(result);
}

CUresult cuMemsetD8Async(CUdeviceptr to, unsigned char value, size_t count, CUstream stream) {
  CUresult result = enter("cuMemsetD8Async");
  void *memory = memory_at(to, count);
  if (!result) result = needs_context(stream);
  if (!result && memory == NULL) result = CUDA_ERROR_INVALID_VALUE;
  if (!result) memset(memory, value, count);
  log_begin("cuMemsetD8Async");
  log_number("size", (long long)count);
  log_number("stream", stream_id(stream));
  return leave(log_end(result));
}

CUresult cuMemsetD16(CUdeviceptr to, unsigned short value, size_t count) {
  CUresult result = enter_context("cuMemsetD16");
  unsigned short *memory = memory_at(to, count * sizeof value);
  if (!result && (memory == NULL || to % sizeof value != 0)) result = CUDA_ERROR_INVALID_VALUE;
  for (size_t i = 0; !result && i < count; i++) memory[i] = value;
  return leave(result);
}
