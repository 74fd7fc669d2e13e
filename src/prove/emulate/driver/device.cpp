// The device and its limits.
#include <cstdlib>
#include <cstring>
#include <sstream>

#include "driver.hpp"

namespace emulator {
namespace {

/// The number that kernels may divide their work by.
constexpr int multiprocessors = 32;

CUresult attribute_of(CUdevice_attribute attribute, int *value) {
  const auto [capability, shared_bytes] = architecture();
  const struct {
    int attribute, value;
  } known[] = {
      {CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK, 1024},
      {CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X, 1024},
      {CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y, 1024},
      {CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z, 64},
      {CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X, 0x7fffffff},
      {CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y, 65535},
      {CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z, 65535},
      {CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK, 48 << 10},
      {CU_DEVICE_ATTRIBUTE_WARP_SIZE, 32},
      {CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, multiprocessors},
      {CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, capability / 10},
      {CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, capability % 10},
      {CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH, 1},
      {CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN, shared_bytes},
      {CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED, 1},
      {CU_DEVICE_ATTRIBUTE_CLUSTER_LAUNCH, capability >= 90},
  };
  for (const auto &each : known) {
    if (each.attribute != attribute) continue;
    *value = each.value;
    return CUDA_SUCCESS;
  }
  return CUDA_ERROR_INVALID_VALUE;
}

CUresult check(const Call &call, CUdevice device, const void *answer) {
  if (const CUresult result = call.ready()) return result;
  if (device != 0) return CUDA_ERROR_INVALID_DEVICE;
  return answer ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

}  // namespace

std::string setting(const char *variable) {
  const char *value = std::getenv(variable);
  return value ? value : "";
}

Architecture architecture() {
  static const Architecture found = [] {
    Architecture given = {};
    std::istringstream(setting("TRITON_AOT_EMULATE_DEVICE")) >> given.capability >> given.shared_bytes;
    return given;
  }();
  return found;
}

}  // namespace emulator

using namespace emulator;

CUresult cuDriverGetVersion(int *version) {
  if (!version) return CUDA_ERROR_INVALID_VALUE;
  *version = 13000;
  return CUDA_SUCCESS;
}

CUresult cuDeviceGetCount(int *count) {
  const Call call;
  const CUresult result = check(call, 0, count);
  if (!result) *count = 1;
  return result;
}

CUresult cuDeviceGet(CUdevice *device, int ordinal) {
  const Call call;
  const CUresult result = check(call, ordinal, device);
  if (!result) *device = ordinal;
  return result;
}

CUresult cuDeviceGetName(char *name, int length, CUdevice device) {
  const Call call;
  const CUresult result = check(call, device, length > 0 ? name : nullptr);
  if (result) return result;
  std::strncpy(name, "PTX emulator", static_cast<std::size_t>(length));
  name[length - 1] = '\0';
  return result;
}

CUresult cuDeviceGetUuid_v2(CUuuid *uuid, CUdevice device) {
  const Call call;
  const CUresult result = check(call, device, uuid);
  if (!result) *uuid = {};
  return result;
}

CUresult cuDeviceTotalMem(std::size_t *bytes, CUdevice device) {
  const Call call;
  const CUresult result = check(call, device, bytes);
  if (!result) *bytes = memory_size();
  return result;
}

CUresult cuDeviceGetAttribute(int *value, CUdevice_attribute attribute, CUdevice device) {
  const Call call;
  const CUresult result = check(call, device, value);
  return result ? result : attribute_of(attribute, value);
}
