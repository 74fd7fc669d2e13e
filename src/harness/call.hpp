// Calls of a kernel.
#pragma once

#include "memory.hpp"
#include "report.hpp"

namespace smoke {

/// Calls the kernel and waits for it; adds what went wrong. Gives whether nothing did.
bool call(const Kernel &kernel, const std::vector<Value> &arguments, CUstream stream, int algo, Outcome &outcome);

/// Adds the problem with a call that the entry point refused.
void add_launch_problem(CUresult result, Outcome &outcome);

/// Adds the problem with a kernel that did not end well. Such errors stay: the context is lost.
void add_execution_problem(CUresult result, Outcome &outcome);

/// The median time of a call in microseconds, from many within about the given milliseconds; unknown where one fails.
double time_calls(const Kernel &kernel, Memory &memory, CUstream stream, int algo, double milliseconds,
                  Outcome &outcome);

}  // namespace smoke
