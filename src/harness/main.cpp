// Runs the cases and checks of one kernel, in a process of its own: `smoke_test PLANFILE`. What it finds goes to
// standard output; it ends with 0 when all was carried out, whatever was found.
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

enum ExitCode { carried_out = 0, wrong_plan = 2, cannot_go_on = 3 };

/// Whoever started this process waits for its answers: without them it would hold the GPU for nobody.
void end_with_parent() {
#ifdef __linux__
  const pid_t parent = getppid();
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) raise(SIGKILL);
#endif
}

const Kernel &find_kernel(const std::string &name) {
  for (const Kernel &kernel : kernels)
    if (name == kernel.name) return kernel;
  throw PlanError("there is no kernel `" + name + "`");
}

/// Gives whether the context can be used further.
bool carry_out(Trial &trial, const Plan &plan, const RunPlan &step) {
  report_start_of_run(step.id);
  const Outcome outcome = run(trial, step, plan.deterministic, plan.timing);
  report_run(step.id, outcome);
  return !outcome.broken;
}

bool carry_out(Trial &trial, const Plan &, const CheckPlan &step) {
  report_start_of_check(step.name);
  const Outcome outcome = check(trial, step);
  report_check(step.name, outcome);
  return !outcome.broken;
}

void carry_out(const Kernel &kernel, const Plan &plan) {
  for (const CasePlan &entry : plan.cases) {
    Trial trial(kernel, entry);
    for (const auto &step : entry.steps) {
      const bool usable = std::visit([&](const auto &own) { return carry_out(trial, plan, own); }, step);
      if (!usable) throw Fatal("the GPU's context is lost after an error of the kernel");
    }
  }
}

ExitCode run_plan(const char *file) {
  try {
    const Plan plan = read_plan(file);
    const Kernel &kernel = find_kernel(plan.kernel);
    must(cuInit(0), "start the CUDA driver");
    const Context context(0);
    report_device(context.device());
    carry_out(kernel, plan);
    report_end();
    return carried_out;
  } catch (const PlanError &error) {
    std::fprintf(stderr, "%s\n", error.what());
    return wrong_plan;
  } catch (const std::bad_alloc &) {
    report_fatal("this machine's main memory is too small for the case");
  } catch (const std::exception &error) {
    report_fatal(error.what());
  }
  return cannot_go_on;
}

}  // namespace
}  // namespace smoke

int main(int count, char **arguments) {
  smoke::end_with_parent();
  if (count == 2) return smoke::run_plan(arguments[1]);
  std::fprintf(stderr, "usage: smoke_test PLANFILE\n");
  return smoke::wrong_plan;
}
