// A CUDA driver without a GPU: kernels are executed by a Python process that interprets their PTX. Shared by its files.
//
// It offers one device. Device memory is one mapping that both processes have. All functions take one lock, so that
// launches of several threads run one after another.
#pragma once

// Only the driver's own functions are visible outside.
#pragma GCC visibility push(default)
#include <cuda.h>
#pragma GCC visibility pop

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace emulator {

/// Holds the driver's lock for the time of a call.
class Call {
 public:
  Call();
  Call(const Call &) = delete;
  Call &operator=(const Call &) = delete;

  /// The result of calls that need an initialised driver.
  CUresult ready() const;
  /// The result of calls that need a current context: after a kernel has failed, its error.
  CUresult in_context() const;

 private:
  std::lock_guard<std::mutex> lock_;
};

/// The value of an environment variable; empty if it is not set.
std::string setting(const char *variable);

// ---- device.cpp

struct Architecture {
  int capability;    // 10 * major + minor
  int shared_bytes;  // the most shared memory of a block
};

/// That of the device, from TRITON_AOT_EMULATE_DEVICE: both numbers.
Architecture architecture();

// ---- errors.cpp

/// What went wrong in the last launch that failed, for cuGetErrorString. The error is returned by all later calls if
/// the kernel failed on the device.
CUresult fail(CUresult error, const std::string &message, bool is_lost);
/// What the emulator says of a launch: a name, and a value as JSON.
void say(const std::string &name, const std::string &value);
/// The limit of the address space, for a message; empty if there is none.
std::string address_space_limit();
/// The error of a kernel that failed; CUDA_SUCCESS if none did.
CUresult lost();

// ---- memory.cpp

/// Reserves the device's memory. Returns why it cannot; empty if it has.
std::string map_memory();
int memory_file();
std::uint64_t memory_address();
/// The bytes from that address on.
std::size_t memory_reserved();
/// The bytes that the device says it has.
std::size_t memory_size();

// ---- process.cpp

/// Starts the Python process. Returns why it cannot; empty if it has.
std::string start_process();
/// Sends a line, and then some bytes. Returns whether they could be sent.
bool send(const std::string &line, const void *bytes = nullptr, std::size_t size = 0);
/// The fields of the answer to the last line that has one. If the process has ended, the answer is an error.
std::vector<std::string> answer();

}  // namespace emulator
