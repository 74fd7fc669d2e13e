// Calls a kernel.
#pragma once

#include "memory.hpp"
#include "report.hpp"

namespace smoke {

/// Makes launches in order, and waits for each. Adds a problem and returns false at the first that fails.
bool call(const std::vector<Launch> &launches, CUstream stream, Outcome &outcome);

/// Adds the problem that the kernel's entry point returned an error.
void add_launch_problem(const Kernel &kernel, CUresult result, Outcome &outcome);

/// Adds the problem that a kernel failed. The context cannot be used after such errors.
void add_execution_problem(CUresult result, Outcome &outcome);

}  // namespace smoke
