/* Device memory, which is host memory here: copies work, and invalid addresses are detected. */
#include <stdlib.h>

#include "recorder.h"

struct block {
  CUdeviceptr address;
  size_t size;
  struct block *next;
};

static struct block *blocks;
static size_t taken;

/* RECORDING_CUDA_MEMORY: the total bytes of all devices. */
size_t total_memory(void) {
  return (size_t)number_asked("RECORDING_CUDA_MEMORY", 80LL << 30);
}

size_t available_memory(void) {
  return taken > total_memory() ? 0 : total_memory() - taken;
}

/* RECORDING_CUDA_LEAK: the bytes that each library leaks. */
void leak_memory(void) {
  taken += (size_t)number_asked("RECORDING_CUDA_LEAK", 0);
}

CUresult allocate(CUdeviceptr *address, size_t size) {
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

CUresult release(CUdeviceptr address) {
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

void *memory_at(CUdeviceptr address, size_t size) {
  for (const struct block *block = blocks; block != NULL; block = block->next) {
    const CUdeviceptr offset = address - block->address;
    if (address >= block->address && offset <= block->size && size <= block->size - offset) {
      return (void *)(uintptr_t)address;
    }
  }
  return NULL;
}
