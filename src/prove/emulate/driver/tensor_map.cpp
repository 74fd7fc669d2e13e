// Tensor maps. NVIDIA's format is not public: Python reads this one (tensor_map.py). As in it, fields of zeros are those
// that `tensormap.replace` need not set: one axis, bytes, no interleave, no swizzle, and zeros outside of the tensor.
#include <cstring>

#include "driver.hpp"

namespace emulator {
namespace {

constexpr unsigned max_rank = 5;

struct TensorMap {
  char magic[4];
  std::uint8_t type, last_axis, interleave, swizzle, promotion, fill;
  std::uint8_t element_strides[max_rank];
  std::uint8_t unused;
  std::uint16_t box[max_rank];
  std::uint16_t unused_too[3];
  std::uint64_t address;
  std::uint64_t dimensions[max_rank];
  std::uint64_t strides[max_rank - 1];  // in bytes, without that of the innermost axis
};
static_assert(sizeof(TensorMap) == 112 && sizeof(TensorMap) <= sizeof(CUtensorMap));

/// Bytes of an element. Source: CUDA Driver API, CUtensorMapDataType.
unsigned element_bytes(CUtensorMapDataType type) {
  constexpr unsigned bytes[] = {1, 2, 4, 4, 8, 8, 2, 4, 8, 2, 4, 4, 4};
  const auto index = static_cast<std::size_t>(type);
  return index < sizeof bytes / sizeof *bytes ? bytes[index] : 1;
}

/// Whether the hardware accepts a tensor map. Source: CUDA Driver API, cuTensorMapEncodeTiled.
bool is_valid(const TensorMap &map, unsigned bytes) {
  if (map.address % 16 != 0) return false;
  for (unsigned i = 0; i <= map.last_axis; ++i) {
    if (map.dimensions[i] == 0 || map.dimensions[i] > std::uint64_t{1} << 32) return false;
    if (map.box[i] == 0 || map.box[i] > 256) return false;
    if (map.element_strides[i] == 0 || map.element_strides[i] > 8) return false;
    if (i < map.last_axis && (map.strides[i] % 16 != 0 || map.strides[i] >= std::uint64_t{1} << 40)) return false;
  }
  const unsigned inner = map.box[0] * bytes;
  if (map.interleave != CU_TENSOR_MAP_INTERLEAVE_NONE) return true;
  if (inner % 16 != 0) return false;
  return map.swizzle == CU_TENSOR_MAP_SWIZZLE_NONE || map.swizzle > 3 || inner <= 16u << map.swizzle;
}

}  // namespace
}  // namespace emulator

using namespace emulator;

CUresult cuTensorMapEncodeTiled(CUtensorMap *map, CUtensorMapDataType type, cuuint32_t rank, void *address,
                                const cuuint64_t *dimensions, const cuuint64_t *strides, const cuuint32_t *box,
                                const cuuint32_t *elementStrides, CUtensorMapInterleave interleave,
                                CUtensorMapSwizzle swizzle, CUtensorMapL2promotion promotion,
                                CUtensorMapFloatOOBfill fill) {
  if (!map || !address || !dimensions || (rank > 1 && !strides) || !box || !elementStrides)
    return CUDA_ERROR_INVALID_VALUE;
  if (rank < 1 || rank > max_rank) return CUDA_ERROR_INVALID_VALUE;
  TensorMap own = {};
  std::memcpy(own.magic, "AOTM", sizeof own.magic);
  own.type = static_cast<std::uint8_t>(type);
  own.last_axis = static_cast<std::uint8_t>(rank - 1);
  own.interleave = static_cast<std::uint8_t>(interleave);
  own.swizzle = static_cast<std::uint8_t>(swizzle);
  own.promotion = static_cast<std::uint8_t>(promotion);
  own.fill = static_cast<std::uint8_t>(fill);
  own.address = reinterpret_cast<std::uint64_t>(address);
  for (cuuint32_t i = 0; i < rank; ++i) {
    if (box[i] > 256 || elementStrides[i] > 8) return CUDA_ERROR_INVALID_VALUE;
    own.element_strides[i] = static_cast<std::uint8_t>(elementStrides[i]);
    own.box[i] = static_cast<std::uint16_t>(box[i]);
    own.dimensions[i] = dimensions[i];
    if (i + 1 < rank) own.strides[i] = strides[i];
  }
  if (!is_valid(own, element_bytes(type))) return CUDA_ERROR_INVALID_VALUE;
  std::memset(map, 0, sizeof *map);
  std::memcpy(map, &own, sizeof own);
  return CUDA_SUCCESS;
}
