// Calls a kernel.
#pragma once

#include "memory.hpp"
#include "report.hpp"

namespace smoke {

/// Calls the kernel and waits for it. Adds a problem and returns false if that fails.
bool call(const Kernel &kernel, const std::vector<Value> &arguments, CUstream stream, int algo, Outcome &outcome);

/// Adds the problem that the kernel's entry point returned an error.
void add_launch_problem(const Kernel &kernel, CUresult result, Outcome &outcome);

/// Adds the problem that a kernel failed. The context cannot be used after such errors.
void add_execution_problem(CUresult result, Outcome &outcome);

}  // namespace smoke
