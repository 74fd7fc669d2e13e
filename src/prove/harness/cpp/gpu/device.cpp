// What differs between vendors: the wrappers of driver.hpp that are of CUDA only. The folder of another vendor's harness
// has a file of this name, and comes first where its programs are compiled.
#include "../driver.hpp"
#include "../text.hpp"

namespace smoke {

const char *const code_name = "cubin";

std::size_t cache_size() {
  constexpr auto l2_size = static_cast<CUdevice_attribute>(38);  // CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE, in bytes
  CUdevice device = 0;
  int size = 0;
  must(cuCtxGetDevice(&device), "get the device");
  must(cuDeviceGetAttribute(&size, l2_size, device), "get the size of the L2 cache");
  return size < 0 ? 0 : static_cast<std::size_t>(size);
}

std::string device_id(CUdevice device) {
  CUuuid uuid = {};
  must(cuDeviceGetUuid_v2(&uuid, device), "get the device's UUID");
  return uuid_text(uuid.bytes);
}

std::string capability(CUdevice device) {
  int major = 0, minor = 0;
  must(cuDeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device),
       "get the compute capability");
  must(cuDeviceGetAttribute(&minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, device),
       "get the compute capability");
  return std::to_string(major) + "." + std::to_string(minor);
}

std::string driver_version() {
  int version = 0;
  must(cuDriverGetVersion(&version), "get the driver's version");
  return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

// Uses the primary context: cuCtxCreate has another signature from CUDA 13 on.
Context::Context(int ordinal) {
  CUcontext context = nullptr;
  must(cuCtxGetCurrent(&previous_), "get the current context");
  must(cuDeviceGet(&device_, ordinal), "get the device");
  must(cuDevicePrimaryCtxRetain(&context, device_), "retain the device's context");
  must(cuCtxSetCurrent(context), "make the device's context current");
}

Context::~Context() {
  cuCtxSetCurrent(previous_);
  cuDevicePrimaryCtxRelease(device_);
}

}  // namespace smoke
