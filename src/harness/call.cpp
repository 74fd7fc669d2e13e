#include "call.hpp"

namespace smoke {
void add_launch_problem(CUresult result, Outcome &outcome) {
  std::string message = "the call returned " + result_text(result);
  if (result == CUDA_ERROR_NO_BINARY_FOR_GPU)
    message += ": the package has no cubin for this GPU; add its target to `targets:` in the manifest";
  if (result == CUDA_ERROR_INVALID_IMAGE) message += ": the driver cannot load the cubin; it is probably damaged";
  if (result == CUDA_ERROR_INVALID_VALUE)
    message += ": no specialisation matches the arguments, the grid is too large, or the kernel needs more shared "
               "memory than this GPU has";
  outcome.add("launch", message);
}

void add_execution_problem(CUresult result, Outcome &outcome) {
  outcome.add("execution", "the kernel failed with " + result_text(result));
  outcome.broken = true;
}

bool call(const Kernel &kernel, const std::vector<Value> &arguments, CUstream stream, int algo, Outcome &outcome) {
  const CUresult launched = kernel.call(stream, arguments.data(), algo);
  if (launched != CUDA_SUCCESS) add_launch_problem(launched, outcome);
  const CUresult ended = cuStreamSynchronize(stream);
  if (ended != CUDA_SUCCESS) add_execution_problem(ended, outcome);
  return launched == CUDA_SUCCESS && ended == CUDA_SUCCESS;
}

}  // namespace smoke
