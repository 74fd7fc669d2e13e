// Runs, times and checks the cases of one kernel: `smoke_test PLANFILE`. Writes the results to standard output. Exits with 0
// if all of the plan was executed, whether or not there were problems.
#include <cstdio>
#include <exception>
#include <new>

#ifdef __linux__
#include <sys/prctl.h>
#include <unistd.h>

#include <csignal>
#endif

#include "trial.hpp"

namespace smoke {
namespace {

enum ExitCode { executed = 0, invalid_plan = 2, fatal_error = 3 };

/// Makes the system kill this process when its parent ends, so that it does not keep using the GPU.
void end_with_parent() {
#ifdef __linux__
  const pid_t parent = getppid();
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) raise(SIGKILL);
#endif
}

/// Returns whether the context is still usable.
bool execute(Trial &trial, const Plan &plan, const RunPlan &step) {
  report_start_of_run(step.id);
  const Outcome outcome = run(trial, step, plan.deterministic, plan.timing);
  report_run(step.id, outcome);
  return !outcome.broken;
}

bool execute(Trial &trial, const Plan &plan, const TimePlan &step) {
  static Clocks clocks = [] {
    CUdevice device = 0;
    must(cuCtxGetDevice(&device), "get the device");
    return Clocks(device);
  }();
  report_start_of_run(step.id);
  const Outcome outcome = time(trial, step, plan.timing, clocks);
  report_run(step.id, outcome);
  return !outcome.broken;
}

bool execute(Trial &trial, const Plan &, const ChoicePlan &step) {
  report_start_of_run(step.id);
  report_run(step.id, choose(trial));
  return true;
}

bool execute(Trial &trial, const Plan &, const CheckPlan &step) {
  report_start_of_check(step.name);
  const Outcome outcome = check(trial, step);
  report_check(step.name, outcome);
  return !outcome.broken;
}

void execute(const Kernel &kernel, const Plan &plan) {
  for (const CasePlan &entry : plan.cases) {
    Trial trial(kernel, entry);
    for (const auto &step : entry.steps) {
      const bool usable = std::visit([&](const auto &own) { return execute(trial, plan, own); }, step);
      if (!usable) throw Fatal("the device cannot be used after the kernel failed");
    }
  }
}

ExitCode run_plan(const char *file) {
  try {
    const Plan plan = read_plan(file);
    const Kernel &kernel = find_kernel(plan.kernel);
    if (const CUresult result = cuInit(0)) {
      // The driver of a GPU may fail because of what a kernel did before. The emulator starts anew.
      report_fatal("cannot initialise the driver: " + result_text(result), tensor_namer() != nullptr);
      return fatal_error;
    }
    const Context context(0);
    report_device(context.device());
    execute(kernel, plan);
    report_end();
    return executed;
  } catch (const PlanError &error) {
    std::fprintf(stderr, "%s\n", error.what());
    return invalid_plan;
  } catch (const std::bad_alloc &) {
    report_fatal("not enough main memory for the case");
  } catch (const std::exception &error) {
    report_fatal(error.what());
  }
  return fatal_error;
}

}  // namespace
}  // namespace smoke

int main(int count, char **arguments) {
  smoke::end_with_parent();
  if (count == 2) return smoke::run_plan(arguments[1]);
  std::fprintf(stderr, "usage: smoke_test PLANFILE\n");
  return smoke::invalid_plan;
}
