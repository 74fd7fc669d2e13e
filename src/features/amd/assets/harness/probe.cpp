// Lists the AMD GPUs. A part of the probe.
#include <fstream>

#ifndef AOT_WITHOUT_ROCM
#define AOT_WITHOUT_ROCM
#endif
#include "architecture.hpp"
#include "hip.h"
#include "library.hpp"
#include "probe.hpp"

namespace smoke {
namespace {

/// The HIP runtime's functions, by their exported names.
struct Runtime {
  decltype(&hipInit) init;
  decltype(&hipRuntimeGetVersion) version;
  decltype(&hipGetErrorName) error_name;
  decltype(&hipGetErrorString) error_text;
  decltype(&hipGetDeviceCount) count;
  decltype(&hipDeviceGetName) name;
  decltype(&hipDeviceGetPCIBusId) address;
  decltype(&hipGetDeviceProperties) properties;
  decltype(&hipDeviceGetAttribute) attribute;
  decltype(&hipDeviceTotalMem) total_memory;
  decltype(&hipSetDevice) set_device;
  decltype(&hipMemGetInfo) memory_info;

  /// Returns the name of the first function that the library does not have; null if it has all.
  const char *find(const Library &library) {
    Finder find(library);
    find(init, "hipInit");
    find(version, "hipRuntimeGetVersion");
    find(error_name, "hipGetErrorName");
    find(error_text, "hipGetErrorString");
    find(count, "hipGetDeviceCount");
    find(name, "hipDeviceGetName");
    find(address, "hipDeviceGetPCIBusId");
    find(properties, "hipGetDevicePropertiesR0600");
    find(attribute, "hipDeviceGetAttribute");
    find(total_memory, "hipDeviceTotalMem");
    find(set_device, "hipSetDevice");
    find(memory_info, "hipMemGetInfo");
    return find.missing();
  }

  std::string result_text(hipError_t result) const {
    return std::string(error_name(result)) + ": " + error_text(result);
  }

  std::optional<unsigned long long> free_memory(int device) const {
    std::size_t free = 0, total = 0;
    if (set_device(device) != hipSuccess || memory_info(&free, &total) != hipSuccess) return std::nullopt;
    return free;
  }
};

/// The percentage of time in which the device was busy, which amdgpu tells by `gpu_busy_percent`.
std::optional<unsigned> utilisation(const std::string &address) {
  std::ifstream file("/sys/bus/pci/devices/" + address + "/gpu_busy_percent");
  unsigned percent = 0;
  if (!(file >> percent)) return std::nullopt;
  return percent;
}

DeviceFacts facts_of(const Runtime &runtime, int device) {
  DeviceFacts facts;
  char name[256] = "", address[64] = "";
  hipDeviceProp_t properties = {};
  runtime.name(name, sizeof name, device);
  runtime.address(address, sizeof address, device);
  runtime.properties(&properties, device);
  runtime.attribute(&facts.multiprocessors, hipDeviceAttributeMultiprocessorCount, device);
  runtime.total_memory(&facts.memory_total, device);
  facts.ordinal = device;
  facts.name = name;
  facts.id = address;
  facts.capability = "\"arch\":" + json_text(hip_architecture(properties.gcnArchName));
  facts.memory_free = runtime.free_memory(device);
  facts.utilisation = utilisation(address);
  return facts;
}

/// The names of the library, in the order in which packages look for it.
constexpr const char *names[] = {"libamdhip64.so", "libamdhip64.so.7", "libamdhip64.so.6"};

int print_devices(const char *name, const Library &library) {
  Runtime runtime = {};
  if (const char *missing = runtime.find(library))
    return print_problem("init", std::string("the HIP runtime is too old: it does not have ") + missing);
  int version = 0, count = 0;
  hipError_t result = runtime.init(0);
  if (result == hipSuccess) result = runtime.version(&version);
  if (result == hipSuccess) result = runtime.count(&count);
  if (result == hipSuccess && count == 0) result = hipErrorNoDevice;
  if (result != hipSuccess)
    return print_problem(result == hipErrorNoDevice ? "no-device" : "init", runtime.result_text(result));
  std::string devices;
  for (int device = 0; device < count; ++device)
    devices += (device > 0 ? "," : "") + json_of(facts_of(runtime, device));
  return print("{\"driver\":" + std::to_string(version) + ",\"library\":" + json_text(name) + ",\"devices\":[" +
               devices + "]}");
}

}  // namespace

int print_hip_devices() {
  std::string why;
  for (const char *name : names) {
    const Library library(name);
    if (library) return print_devices(name, library);
    why = dlerror();
  }
  return print_problem("no-driver", why);
}

namespace {

const Vendor amd("hip", print_hip_devices);

}  // namespace
}  // namespace smoke
