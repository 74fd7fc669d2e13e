// Lists the NVIDIA GPUs.
#include <cuda.h>

#include "library.hpp"
#include "nvml.hpp"
#include "probe.hpp"

namespace smoke {
namespace {

/// The driver's functions, by their exported names.
struct Driver {
  decltype(&cuInit) init;
  decltype(&cuDriverGetVersion) version;
  decltype(&cuGetErrorName) error_name;
  decltype(&cuGetErrorString) error_text;
  decltype(&cuDeviceGetCount) count;
  decltype(&cuDeviceGetName) name;
  decltype(&cuDeviceGetUuid_v2) uuid;
  decltype(&cuDeviceGetAttribute) attribute;
  decltype(&cuDeviceTotalMem) total_memory;
  decltype(&cuDevicePrimaryCtxRetain) retain;
  decltype(&cuDevicePrimaryCtxRelease) release;
  decltype(&cuCtxSetCurrent) set_current;
  decltype(&cuMemGetInfo) memory_info;

  /// Returns the name of the first function that the library does not have; null if it has all.
  const char *find(const Library &library) {
    Finder find(library);
    find(init, "cuInit");
    find(version, "cuDriverGetVersion");
    find(error_name, "cuGetErrorName");
    find(error_text, "cuGetErrorString");
    find(count, "cuDeviceGetCount");
    find(name, "cuDeviceGetName");
    find(uuid, "cuDeviceGetUuid_v2");
    find(attribute, "cuDeviceGetAttribute");
    find(total_memory, "cuDeviceTotalMem_v2");
    find(retain, "cuDevicePrimaryCtxRetain");
    find(release, "cuDevicePrimaryCtxRelease_v2");
    find(set_current, "cuCtxSetCurrent");
    find(memory_info, "cuMemGetInfo_v2");
    return find.missing();
  }

  std::string result_text(CUresult result) const {
    const char *known = nullptr, *meaning = nullptr;
    error_name(result, &known);
    error_text(result, &meaning);
    return (known ? known : "CUDA error " + std::to_string(static_cast<int>(result))) +
           (meaning ? std::string(": ") + meaning : "");
  }

  /// Free memory by a temporary context, which uses some itself. Only used without NVML.
  std::optional<unsigned long long> free_memory(CUdevice device) const {
    CUcontext context = nullptr;
    if (retain(&context, device) != CUDA_SUCCESS) return std::nullopt;
    std::size_t free = 0, total = 0;
    const bool known = set_current(context) == CUDA_SUCCESS && memory_info(&free, &total) == CUDA_SUCCESS;
    set_current(nullptr);
    release(device);
    if (!known) return std::nullopt;
    return free;
  }
};

DeviceFacts facts_of(const Driver &driver, const Nvml &nvml, CUdevice device) {
  DeviceFacts facts;
  char name[256] = "";
  CUuuid uuid = {};
  int major = 0, minor = 0;
  driver.name(name, sizeof name, device);
  driver.uuid(&uuid, device);
  driver.attribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device);
  driver.attribute(&minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, device);
  driver.attribute(&facts.multiprocessors, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, device);
  driver.total_memory(&facts.memory_total, device);
  facts.ordinal = device;
  facts.name = name;
  facts.id = uuid_text(uuid.bytes);
  facts.capability = "\"major\":" + std::to_string(major) + ",\"minor\":" + std::to_string(minor);
  const Nvml::Device managed = nvml.find(facts.id);
  facts.memory_free = nvml.free_memory(managed);
  if (!facts.memory_free) facts.memory_free = driver.free_memory(device);
  facts.utilisation = nvml.utilisation(managed);
  return facts;
}

}  // namespace

int print_cuda_devices() {
  const Library library("libcuda.so.1");
  if (!library) return print_problem("no-driver", dlerror());
  Driver driver = {};
  if (const char *missing = driver.find(library))
    return print_problem("init", std::string("the driver is too old: it does not have ") + missing);
  int version = 0, count = 0;
  driver.version(&version);
  CUresult result = driver.init(0);
  if (result == CUDA_SUCCESS) result = driver.count(&count);
  if (result == CUDA_SUCCESS && count == 0) result = CUDA_ERROR_NO_DEVICE;
  if (result != CUDA_SUCCESS)
    return print_problem(result == CUDA_ERROR_NO_DEVICE ? "no-device" : "init", driver.result_text(result));
  const Nvml nvml;
  std::string devices;
  // A device's handle is its ordinal.
  for (CUdevice device = 0; device < count; ++device)
    devices += (device > 0 ? "," : "") + json_of(facts_of(driver, nvml, device));
  return print("{\"driver\":" + std::to_string(version) + ",\"devices\":[" + devices + "]}");
}

namespace {

const Vendor nvidia("cuda", print_cuda_devices);

}  // namespace
}  // namespace smoke
