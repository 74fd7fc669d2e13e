// NVIDIA's management library, which comes with the driver. Most machines have no header of it: structures, numbers and
// functions follow its public documentation.
#pragma once

#include <optional>
#include <string>

#include "library.hpp"

namespace smoke {

/// Reads facts about devices, without a CUDA context. A fact that the library cannot tell is nothing.
class Nvml {
 public:
  using Device = void *;

  Nvml() : library_("libnvidia-ml.so.1") {
    library_.find(find_device_, "nvmlDeviceGetHandleByUUID");
    library_.find(get_memory_, "nvmlDeviceGetMemoryInfo");
    library_.find(get_use_, "nvmlDeviceGetUtilizationRates");
    library_.find(get_clock_, "nvmlDeviceGetClockInfo");
    int (*start)() = nullptr;
    library_.find(start, "nvmlInit_v2");
    works_ = start && find_device_ && start() == 0;
  }

  /// The device with a UUID as nvidia-smi shows it; null if there is none.
  Device find(const std::string &uuid) const {
    Device device = nullptr;
    return works_ && find_device_(uuid.c_str(), &device) == 0 ? device : nullptr;
  }

  std::optional<unsigned long long> free_memory(Device device) const {
    struct {
      unsigned long long total, free, used;
    } memory = {};
    if (!device || !get_memory_ || get_memory_(device, &memory) != 0) return std::nullopt;
    return memory.free;
  }

  /// The percentage of the last sample period in which a kernel ran.
  std::optional<unsigned> utilisation(Device device) const {
    struct {
      unsigned gpu, memory;
    } rates = {};
    if (!device || !get_use_ || get_use_(device, &rates) != 0) return std::nullopt;
    return rates.gpu;
  }

  /// The clock of the multiprocessors, in MHz.
  std::optional<unsigned> clock(Device device) const {
    constexpr int multiprocessors = 1;  // NVML_CLOCK_SM
    unsigned clock = 0;
    if (!device || !get_clock_ || get_clock_(device, multiprocessors, &clock) != 0) return std::nullopt;
    return clock;
  }

 private:
  Library library_;
  int (*find_device_)(const char *uuid, Device *device) = nullptr;
  int (*get_memory_)(Device device, void *memory) = nullptr;
  int (*get_use_)(Device device, void *rates) = nullptr;
  int (*get_clock_)(Device device, int type, unsigned *clock) = nullptr;
  bool works_ = false;
};

}  // namespace smoke
