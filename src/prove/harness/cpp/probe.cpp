// Lists the machine's GPUs, or holds a lock file. A separate program, since a broken driver may hang or crash. The
// driver's libraries are not linked but loaded at run time, since they may be missing.
//
//   probe devices      prints one JSON object: the GPUs, or why there are none
//   probe lock FILE    prints {"locked":true} and holds the lock until standard input ends; or prints {"locked":false}
#include <cuda.h>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string>

#include "library.hpp"
#include "nvml.hpp"
#include "text.hpp"

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
    const char *missing = nullptr;
    const auto find = [&](auto &function, const char *symbol) {
      library.find(function, symbol);
      if (!function && !missing) missing = symbol;
    };
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
    return missing;
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

int print(const std::string &json) {
  std::printf("%s\n", json.c_str());
  std::fflush(stdout);
  return 0;
}

int print_problem(const char *kind, const std::string &message) {
  return print("{\"problem\":" + json_text(kind) + ",\"message\":" + json_text(message) + "}");
}

/// `null` for an unknown number.
template <class Integer>
std::string json_integer(std::optional<Integer> value) {
  return value ? std::to_string(*value) : "null";
}

std::string device_json(const Driver &driver, const Nvml &nvml, CUdevice device) {
  char name[256] = "";
  CUuuid uuid = {};
  int major = 0, minor = 0, multiprocessors = 0;
  std::size_t total = 0;
  driver.name(name, sizeof name, device);
  driver.uuid(&uuid, device);
  driver.attribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device);
  driver.attribute(&minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, device);
  driver.attribute(&multiprocessors, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, device);
  driver.total_memory(&total, device);
  const Nvml::Device managed = nvml.find(uuid_text(uuid));
  std::optional<unsigned long long> free = nvml.free_memory(managed);
  if (!free) free = driver.free_memory(device);
  return "{\"ordinal\":" + std::to_string(device) + ",\"name\":" + json_text(name) +
         ",\"uuid\":" + json_text(uuid_text(uuid)) + ",\"major\":" + std::to_string(major) +
         ",\"minor\":" + std::to_string(minor) + ",\"multiprocessors\":" + std::to_string(multiprocessors) + ",\"memoryTotal\":" + std::to_string(total) +
         ",\"memoryFree\":" + json_integer(free) + ",\"utilisation\":" + json_integer(nvml.utilisation(managed)) +
         "}";
}

int print_devices() {
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
    devices += (device > 0 ? "," : "") + device_json(driver, nvml, device);
  return print("{\"driver\":" + std::to_string(version) + ",\"devices\":[" + devices + "]}");
}

/// Opens or creates the lock file. It is opened for reading only, so that all users can lock the same file.
int open_lock(const char *file) {
  for (;;) {
    int opened = open(file, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
    if (opened >= 0 || errno != ENOENT) return opened;
    opened = open(file, O_RDONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0644);
    // EEXIST: another process has just created it.
    if (opened >= 0 || errno != EEXIST) return opened;
  }
}

/// The operating system releases the lock when this process ends.
int hold_lock(const char *file) {
  const int opened = open_lock(file);
  const bool locked = opened >= 0 && flock(opened, LOCK_EX | LOCK_NB) == 0;
  if (!locked && (opened < 0 || errno != EWOULDBLOCK)) {
    std::fprintf(stderr, "cannot lock %s: %s\n", file, std::strerror(errno));
    return 1;
  }
  print(locked ? "{\"locked\":true}" : "{\"locked\":false}");
  char ignored[256];
  while (locked) {
    const ssize_t got = read(STDIN_FILENO, ignored, sizeof ignored);
    if (got == 0 || (got < 0 && errno != EINTR)) break;
  }
  return 0;
}

}  // namespace
}  // namespace smoke

int main(int count, char **arguments) {
  if (count == 2 && std::strcmp(arguments[1], "devices") == 0) return smoke::print_devices();
  if (count == 3 && std::strcmp(arguments[1], "lock") == 0) return smoke::hold_lock(arguments[2]);
  std::fprintf(stderr, "usage: probe devices | probe lock FILE\n");
  return 2;
}
