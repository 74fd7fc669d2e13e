#include "call.hpp"

namespace smoke {
namespace {

/// Whether the driver did not compile PTX: CUDA_ERROR_INVALID_PTX to CUDA_ERROR_JIT_COMPILATION_DISABLED, without what
/// is said of graphics and NVLink.
bool is_ptx_error(CUresult result) {
  const int code = static_cast<int>(result);
  return code == 218 || (code >= 221 && code <= 223);
}

/// What the driver says about a kernel's PTX, in one line; empty if it says nothing.
std::string ptx_text(const Kernel &kernel) {
  std::string text = kernel.ptx_log();
  while (!text.empty() && text.back() == '\n') text.pop_back();
  for (std::size_t at = 0; (at = text.find('\n', at)) != std::string::npos; at += 2) text.replace(at, 1, "; ");
  return text.empty() ? "" : ": " + text;
}

/// What the emulator says about a launch, instead of the name of an error.
std::string emulator_text(CUresult result) {
  const char *text = nullptr;
  cuGetErrorString(result, &text);
  return text ? text : "CUDA error " + std::to_string(static_cast<int>(result));
}

}  // namespace

void add_launch_problem(const Kernel &kernel, CUresult result, Outcome &outcome) {
  if (tensor_namer() && result == CUDA_ERROR_NOT_SUPPORTED) return outcome.add("unsupported", emulator_text(result));
  std::string message = "the call returned " + result_text(result);
  if (result == CUDA_ERROR_NO_BINARY_FOR_GPU)
    message += std::string(": the package has no ") + code_name + " for this GPU; add its target to `targets:` in the manifest";
  if (result == CUDA_ERROR_INVALID_IMAGE) message += std::string(": the driver cannot load the ") + code_name + "; it is probably damaged";
  if (result == CUDA_ERROR_INVALID_VALUE)
    message += ": no specialisation matches the arguments, the grid is too large, or the kernel needs more shared "
               "memory than this GPU has";
  if (kernel.ptx_log && is_ptx_error(result))
    message += ": the package has no cubin for this GPU, and the driver cannot compile its PTX" + ptx_text(kernel) +
               "; update the driver, or add the target of this GPU to `targets:` in the manifest";
  outcome.add("launch", message);
}

void add_execution_problem(CUresult result, Outcome &outcome) {
  const bool says_why = tensor_namer() && result == CUDA_ERROR_LAUNCH_FAILED;
  const char *const race = take_race();
  outcome.add(race && *race == '\0' ? "race" : "execution", says_why ? "the kernel " + emulator_text(result) : "the kernel failed with " + result_text(result));
  outcome.broken = true;
}

bool call(const Kernel &kernel, const std::vector<Value> &arguments, CUstream stream, int algo, Outcome &outcome) {
  const CUresult launched = kernel.call(stream, arguments.data(), algo);
  if (launched != CUDA_SUCCESS) add_launch_problem(kernel, launched, outcome);
  const CUresult ended = cuStreamSynchronize(stream);
  if (ended != CUDA_SUCCESS) add_execution_problem(ended, outcome);
  else if (const char *const race = take_race()) outcome.varies = race;
  return launched == CUDA_SUCCESS && ended == CUDA_SUCCESS;
}

}  // namespace smoke
