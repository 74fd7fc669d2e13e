// Names and descriptions of the results.
#include <utility>

#include "driver.hpp"

namespace emulator {
namespace {

CUresult failed = CUDA_SUCCESS;  // the last error that has a message
std::string failure;
CUresult lost_by = CUDA_SUCCESS;
std::map<std::string, std::string> said;

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

void say(const std::string &name, const std::string &value) { said[name] = value; }

}  // namespace emulator

using namespace emulator;

/// Not a function of CUDA: what the emulator says of the launches since the last call with this name, as JSON; null if it
/// says nothing. The names are those of the answers in server.py. The harness calls it if the driver has it.
extern "C" __attribute__((visibility("default"))) const char *aot_emulate_said(const char *name) {
  const Call call;
  static std::string value;
  const auto found = said.find(name);
  if (found == said.end()) return nullptr;
  value = std::move(found->second);
  said.erase(found);
  return value.c_str();
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
  if (error != CUDA_SUCCESS && error == failed && !failure.empty()) *text = failure.c_str();
  return *text ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}
