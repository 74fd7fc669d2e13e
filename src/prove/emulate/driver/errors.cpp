// Names and descriptions of the results.
#include <utility>

#include "driver.hpp"

namespace emulator {
namespace {

CUresult failed = CUDA_SUCCESS;  // the last error that has a message
std::string failure;
CUresult lost_by = CUDA_SUCCESS;
bool has_race = false;
std::string race;

constexpr struct {
  CUresult result;
  const char *name, *text;
} results[] = {
#define RESULT(name, text) {name, #name, text}
    RESULT(CUDA_SUCCESS, "no error"),
    RESULT(CUDA_ERROR_INVALID_VALUE, "invalid argument"),
    RESULT(CUDA_ERROR_OUT_OF_MEMORY, "out of memory"),
    RESULT(CUDA_ERROR_NOT_INITIALIZED, "initialization error"),
    RESULT(CUDA_ERROR_NO_DEVICE, "the emulator cannot start"),
    RESULT(CUDA_ERROR_INVALID_DEVICE, "invalid device ordinal"),
    RESULT(CUDA_ERROR_INVALID_IMAGE, "the emulator has no PTX for this cubin"),
    RESULT(CUDA_ERROR_INVALID_CONTEXT, "invalid device context"),
    RESULT(CUDA_ERROR_NO_BINARY_FOR_GPU, "no kernel image is available for execution on the device"),
    RESULT(CUDA_ERROR_INVALID_HANDLE, "invalid resource handle"),
    RESULT(CUDA_ERROR_NOT_FOUND, "named symbol not found"),
    RESULT(CUDA_ERROR_ILLEGAL_ADDRESS, "an illegal memory access was encountered"),
    RESULT(CUDA_ERROR_MISALIGNED_ADDRESS, "misaligned address"),
    RESULT(CUDA_ERROR_CONTEXT_IS_DESTROYED, "context is destroyed"),
    RESULT(CUDA_ERROR_LAUNCH_FAILED, "unspecified launch failure"),
    RESULT(CUDA_ERROR_NOT_SUPPORTED, "the emulator does not support this"),
    RESULT(CUDA_ERROR_INVALID_CLUSTER_SIZE, "invalid cluster size"),
    RESULT(CUDA_ERROR_UNKNOWN, "unknown error"),
#undef RESULT
};

}  // namespace

CUresult fail(CUresult error, const std::string &message, bool is_lost) {
  failed = error;
  failure = message;
  if (is_lost) lost_by = error;
  return error;
}

CUresult lost() { return lost_by; }

void report_race(const std::string &line) {
  race = line;
  has_race = true;
}

}  // namespace emulator

using namespace emulator;

/// Not a function of CUDA: whether a launch since the last call of this function depends on which of several threads wins.
/// Returns null if none does, or as `report_race`. The harness calls it if the driver has it.
extern "C" __attribute__((visibility("default"))) const char *aot_emulate_race() {
  const Call call;
  static std::string line;
  line = race;
  return std::exchange(has_race, false) ? line.c_str() : nullptr;
}

CUresult cuGetErrorName(CUresult error, const char **name) {
  if (!name) return CUDA_ERROR_INVALID_VALUE;
  *name = nullptr;
  for (const auto &known : results)
    if (known.result == error) *name = known.name;
  return *name ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuGetErrorString(CUresult error, const char **text) {
  if (!text) return CUDA_ERROR_INVALID_VALUE;
  *text = nullptr;
  for (const auto &known : results)
    if (known.result == error) *text = known.text;
  if (error != CUDA_SUCCESS && error == failed) *text = failure.c_str();
  return *text ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}
