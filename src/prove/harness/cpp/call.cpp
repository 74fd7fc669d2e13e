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

/// The kind of an error of a kernel that the driver of a GPU returns.
const char *kind_of(CUresult result) {
  switch (static_cast<int>(result)) {
    case 700: return "out-of-bounds";  // CUDA_ERROR_ILLEGAL_ADDRESS
    case 710: return "assertion";      // CUDA_ERROR_ASSERT
    case 716: return "misaligned";     // CUDA_ERROR_MISALIGNED_ADDRESS
    default: return "execution";
  }
}

}  // namespace

void add_launch_problem(const Kernel &kernel, CUresult result, Outcome &outcome) {
  if (std::string fault = take_said("fault"); !fault.empty()) return outcome.add_fault(std::move(fault));
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
  outcome.add("launch", message, result_text(result));
}

void add_execution_problem(CUresult result, Outcome &outcome) {
  outcome.broken = true;
  if (std::string fault = take_said("fault"); !fault.empty()) return outcome.add_fault(std::move(fault));
  outcome.add(kind_of(result), "the kernel failed with " + result_text(result), result_text(result));
}

namespace {

bool call(const Launch &launch, CUstream stream, Outcome &outcome) {
  const auto &[kernel, algo, arguments] = launch;
  const CUresult launched = kernel.call(stream, arguments.data(), algo);
  if (launched != CUDA_SUCCESS) add_launch_problem(kernel, launched, outcome);
  const CUresult ended = cuStreamSynchronize(stream);
  if (ended != CUDA_SUCCESS) add_execution_problem(ended, outcome);
  for (const auto &[name, value] : {std::pair{"varies", &outcome.varies}, {"unwatched", &outcome.unwatched}, {"otherwise", &outcome.otherwise}, {"partial", &outcome.partial}})
    if (std::string said = take_said(name); !said.empty()) *value = std::move(said);
  return launched == CUDA_SUCCESS && ended == CUDA_SUCCESS;
}

}  // namespace

bool call(const std::vector<Launch> &launches, CUstream stream, Outcome &outcome) {
  for (const Launch &launch : launches) {
    const std::size_t own = outcome.problems.size();
    if (call(launch, stream, outcome)) continue;
    if (&launch != &launches.front())
      for (std::size_t i = own; i < outcome.problems.size(); ++i)
        outcome.problems[i].call = std::string("the launch of ") + launch.kernel.name + " that follows";
    return false;
  }
  return true;
}

}  // namespace smoke
