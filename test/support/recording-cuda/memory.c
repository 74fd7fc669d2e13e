/* Device memory, which is host memory here: copies work, and invalid addresses are detected. */
#include <stdlib.h>
#include <string.h>

#include "recorder.h"

struct block {
  CUdeviceptr address;
  size_t size;
  struct block *next;
};

static struct block *blocks;
static size_t taken;

/* RECORDING_CUDA_MEMORY: the total bytes of all devices. */
static size_t total_memory(void) {
  return (size_t)number_asked("RECORDING_CUDA_MEMORY", 80LL << 30);
}

/* RECORDING_CUDA_LEAK: the bytes that each library leaks. */
void leak_memory(void) {
  taken += (size_t)number_asked("RECORDING_CUDA_LEAK", 0);
}

static CUresult allocate(CUdeviceptr *address, size_t size) {
  if (address == NULL || size == 0) return CUDA_ERROR_INVALID_VALUE;
  if (taken > total_memory() || size > total_memory() - taken) return CUDA_ERROR_OUT_OF_MEMORY;
  struct block *block = malloc(sizeof *block);
  /* The real driver also aligns blocks to 256 bytes. */
  void *memory = aligned_alloc(256, (size + 255) / 256 * 256);
  if (block == NULL || memory == NULL) {
    free(block);
    free(memory);
    return CUDA_ERROR_OUT_OF_MEMORY;
  }
  *block = (struct block){(CUdeviceptr)(uintptr_t)memory, size, blocks};
  blocks = block;
  *address = block->address;
  taken += size;
  return CUDA_SUCCESS;
}

static CUresult release(CUdeviceptr address) {
  for (struct block **at = &blocks; *at != NULL; at = &(*at)->next) {
    struct block *block = *at;
    if (block->address != address) continue;
    *at = block->next;
    taken -= block->size;
    free((void *)(uintptr_t)address);
    free(block);
    return CUDA_SUCCESS;
  }
  return CUDA_ERROR_INVALID_VALUE;
}

/* The memory at the address; NULL unless `size` bytes there are allocated. */
static void *memory_at(CUdeviceptr address, size_t size) {
  for (const struct block *block = blocks; block != NULL; block = block->next) {
    const CUdeviceptr offset = address - block->address;
    if (address >= block->address && offset <= block->size && size <= block->size - offset) {
      return (void *)(uintptr_t)address;
    }
  }
  return NULL;
}

static CUresult enter_context(const char *function) {
  const CUresult result = enter(function);
  return result ? result : needs_context(NULL);
}

CUresult cuMemGetInfo(size_t *available, size_t *total) {
  CUresult result = enter_context("cuMemGetInfo");
  if (!result && (available == NULL || total == NULL)) result = CUDA_ERROR_INVALID_VALUE;
  if (!result) *total = total_memory();
  if (!result) *available = taken > *total ? 0 : *total - taken;
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
