#include "driver.hpp"

#include <dlfcn.h>

#include "text.hpp"

namespace smoke {

std::string result_text(CUresult result) {
  const char *name = nullptr, *meaning = nullptr;
  cuGetErrorName(result, &name);
  cuGetErrorString(result, &meaning);
  std::string text = name ? name : "CUDA error " + std::to_string(static_cast<int>(result));
  if (meaning) text += std::string(" (") + meaning + ")";
  return text;
}

NameTensor *tensor_namer() {
  static const auto found = reinterpret_cast<NameTensor *>(dlsym(RTLD_DEFAULT, "aot_emulate_tensor"));
  return found;
}

std::string take_said(const char *name) {
  using Take = const char *(const char *);
  static const auto found = reinterpret_cast<Take *>(dlsym(RTLD_DEFAULT, "aot_emulate_said"));
  const char *const value = found ? found(name) : nullptr;
  return value ? value : "";
}

void must(CUresult result, const char *what) {
  if (result != CUDA_SUCCESS) throw Fatal(std::string("cannot ") + what + ": " + result_text(result));
}

std::size_t free_memory() {
  std::size_t free = 0, total = 0;
  must(cuMemGetInfo(&free, &total), "get the free memory");
  return free;
}

#ifdef AOT_HIP

const char *const code_name = "code object";

// HIP does not report AMD's Infinity Cache, which has up to 256 MiB.
std::size_t cache_size() { return std::size_t{256} << 20; }

std::string device_id(CUdevice device) {
  char address[64] = "";
  must(hipDeviceGetPCIBusId(address, sizeof address, device), "get the device's PCI address");
  return address;
}

std::string capability(CUdevice device) {
  hipDeviceProp_t properties = {};
  must(hipGetDeviceProperties(&properties, device), "get the device's architecture");
  return hip_architecture(properties.gcnArchName);
}

std::string driver_version() {
  int version = 0;
  must(hipRuntimeGetVersion(&version), "get the version of the HIP runtime");
  return std::to_string(version / 10000000) + "." + std::to_string(version % 10000000 / 100000);
}

Context::Context(int ordinal) : device_(ordinal) {
  must(cuCtxGetCurrent(&previous_), "get the current device");
  must(cuCtxSetCurrent(ordinal), "make the device the current one");
}

Context::~Context() { cuCtxSetCurrent(previous_); }

#else

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

#endif

}  // namespace smoke
