// A case at work.
#pragma once

#include <optional>

#include "inspect.hpp"

namespace smoke {

/// A case with its files, and its device memory from the first call that needs it until it is released.
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

/// Calls the kernel on buffers filled anew and looks at what it did to them.
std::vector<Snapshot> call_and_inspect(Trial &trial, Memory &memory, CUstream stream, int algo,
                                       const std::vector<std::string> &misaligned, Outcome &outcome);

/// A run of the plan: the call, another one where both must give the same, and the time it takes.
Outcome run(Trial &trial, const RunPlan &plan, bool deterministic, double timing);

/// A check of the kernel's interface. Throws PlanError where there is none of that name.
Outcome check(Trial &trial, const CheckPlan &plan);

}  // namespace smoke
