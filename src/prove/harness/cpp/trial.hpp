// The execution of a case.
#pragma once

#include <optional>

#include "inspect.hpp"

namespace smoke {

/// A case with its files and its device memory, which is allocated when first used.
class Trial {
 public:
  Trial(const Kernel &of, const CasePlan &entry) : kernel(of), plan(entry), files(entry) {}

  const Kernel &kernel;
  const CasePlan &plan;
  const CaseFiles files;

  Memory &memory() {
    if (!memory_) memory_.emplace(plan, files);
    return *memory_;
  }
  void release() { memory_.reset(); }

 private:
  std::optional<Memory> memory_;
};

/// Fills the buffers, calls the kernel and inspects the buffers. Returns their contents; nothing if the call fails.
std::vector<Snapshot> call_and_inspect(Trial &trial, Memory &memory, CUstream stream, int algo,
                                       const Offsets &offsets, Outcome &outcome);

/// Executes a run of the plan: a call, a second one if the kernel is deterministic, and the timing.
Outcome run(Trial &trial, const RunPlan &plan, bool deterministic, const TimingPlan &timing);

/// Executes a step that times an algo on the device.
Outcome time(Trial &trial, const TimePlan &plan, const TimingPlan &timing, Clocks &clocks);

/// Executes a step that asks for the chosen algo.
Outcome choose(Trial &trial);

/// Executes a check of the kernel's interface. Throws PlanError if there is no check with that name.
Outcome check(Trial &trial, const CheckPlan &plan);

}  // namespace smoke
