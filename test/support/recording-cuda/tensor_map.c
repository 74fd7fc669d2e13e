/* Tensor maps: the real encoding is the hardware's secret, so the record carries what was asked
 * for. */
#include <string.h>

#include "recorder.h"

#define MAX_RANK 5

static void log_list(const char *key, const cuuint64_t *wide, const cuuint32_t *narrow,
                     cuuint32_t count) {
  log_open(key, '[');
  for (cuuint32_t i = 0; i < count; i++) {
    log_number(NULL, (long long)(wide != NULL ? wide[i] : narrow[i]));
  }
  log_close(']');
}

/* The hardware wants the address and each stride to be multiples of 16. */
static bool is_aligned(const void *address, const cuuint64_t *strides, cuuint32_t rank) {
  bool aligned = (uintptr_t)address % 16 == 0;
  for (cuuint32_t i = 0; i + 1 < rank; i++) aligned = aligned && strides[i] % 16 == 0;
  return aligned;
}

CUresult cuTensorMapEncodeTiled(CUtensorMap *map, CUtensorMapDataType type, cuuint32_t rank,
                                void *address, const cuuint64_t *dimensions,
                                const cuuint64_t *strides, const cuuint32_t *box,
                                const cuuint32_t *elementStrides, CUtensorMapInterleave interleave,
                                CUtensorMapSwizzle swizzle, CUtensorMapL2promotion promotion,
                                CUtensorMapFloatOOBfill fill) {
  CUresult result = enter("cuTensorMapEncodeTiled");
  const bool complete = map != NULL && address != NULL && dimensions != NULL && strides != NULL &&
                        box != NULL && elementStrides != NULL && rank >= 1 && rank <= MAX_RANK;
  if (!result && (!complete || !is_aligned(address, strides, rank)))
    result = CUDA_ERROR_INVALID_VALUE;
  log_begin("cuTensorMapEncodeTiled");
  log_number("type", type);
  log_hash("address", (uintptr_t)address);
  if (complete) {
    log_list("dimensions", dimensions, NULL, rank);
    log_list("strides", strides, NULL, rank - 1);
    log_list("box", NULL, box, rank);
    log_list("elementStrides", NULL, elementStrides, rank);
  }
  log_number("interleave", interleave);
  log_number("swizzle", swizzle);
  log_number("promotion", promotion);
  log_number("fill", fill);
  if (!result) {
    memset(map, 0, sizeof *map);
    map->opaque[0] = (cuuint64_t)(uintptr_t)address;
  }
  return leave(log_end(result));
}
