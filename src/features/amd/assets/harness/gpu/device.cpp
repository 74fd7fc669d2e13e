// The wrappers of driver.hpp, of HIP.
#include <driver.hpp>

#include "../architecture.hpp"

namespace smoke {

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

}  // namespace smoke
