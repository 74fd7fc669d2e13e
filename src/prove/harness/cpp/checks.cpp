// The checks of a kernel's interface: everything beside correct results.
#include <algorithm>
#include <atomic>
#include <climits>
#include <memory>
#include <thread>

#include "call.hpp"
#include "trial.hpp"

namespace smoke {
namespace {

/// Adds the problems of one of several calls; `which` names the call.
void merge(const Outcome &part, const std::string &which, Outcome &outcome) {
  const std::size_t own = outcome.problems.size();
  outcome.add_all(part);
  for (std::size_t i = own; i < outcome.problems.size(); ++i) outcome.problems[i].call = which;
  if (!part.unwatched.empty()) outcome.unwatched = part.unwatched;
}

void add_result(CUresult got, CUresult wanted, const std::string &call, Outcome &outcome) {
  if (got != wanted) outcome.add("check", call + " returned " + result_text(got) + ", expected " + result_text(wanted), call + " " + result_text(got));
}

/// Waits for a kernel that should not run. Returns false if the context is lost.
bool wait(Outcome &outcome) {
  const CUresult ended = cuCtxSynchronize();
  if (ended != CUDA_SUCCESS) add_execution_problem(ended, outcome);
  return ended == CUDA_SUCCESS;
}

void check_bad_algo(Trial &trial, const CheckPlan &, Outcome &outcome) {
  const Stream stream;
  const int algos = trial.kernel.algos();
  Memory &memory = trial.memory();
  for (const int algo : {-1, algos, algos + 1000, INT_MIN, INT_MAX}) {
    const std::string name = "a call with algo " + std::to_string(algo);
    memory.fill({});
    add_result(trial.kernel.call(stream.get(), memory.arguments(trial.kernel).data(), algo), CUDA_ERROR_INVALID_VALUE,
               name, outcome);
    if (!wait(outcome)) return;
    inspect_untouched(memory, name, outcome);
  }
}

void check_empty_grid(Trial &trial, const CheckPlan &, Outcome &outcome) {
  const Stream stream;
  Memory &memory = trial.memory();
  for (int algo = 0; algo < trial.kernel.algos(); ++algo) {
    const std::string name = "a call with an empty grid and algo " + std::to_string(algo);
    memory.fill({});
    const std::vector<Value> arguments = memory.arguments(trial.kernel, trial.plan.empty);
    add_result(trial.kernel.call(stream.get(), arguments.data(), algo), CUDA_SUCCESS, name, outcome);
    if (!wait(outcome)) return;
    inspect_untouched(memory, name, outcome);
  }
}

/// The memory and stream of one thread.
struct Caller {
  Memory memory;
  std::vector<Launch> launches;
  Stream stream;
  CUresult launched = CUDA_SUCCESS, ended = CUDA_SUCCESS;
  const Kernel *last;  // the kernel that was launched last

  Caller(const Trial &trial, int algo) : memory(trial.plan, trial.files), last(&trial.kernel) {
    memory.fill({});
    launches = memory.launches(trial.kernel, algo);
  }

  void call() {
    for (const Launch &launch : launches) {
      if (launched != CUDA_SUCCESS) return;
      last = &launch.kernel;
      launched = last->call(stream.get(), launch.arguments.data(), launch.algo);
    }
  }
};

void call_at_once(std::vector<std::unique_ptr<Caller>> &callers) {
  CUcontext context = {};
  must(cuCtxGetCurrent(&context), "get the current context");
  std::atomic<std::size_t> missing{callers.size()};
  std::vector<std::thread> threads;
  for (const auto &caller : callers)
    threads.emplace_back([&missing, context, caller = caller.get()] {
      caller->launched = cuCtxSetCurrent(context);
      // All threads call at the same time: races are in the first call.
      for (--missing; missing > 0;) std::this_thread::yield();
      caller->call();
      caller->ended = cuStreamSynchronize(caller->stream.get());
    });
  for (std::thread &thread : threads) thread.join();
}

void check_threads(Trial &trial, const CheckPlan &plan, Outcome &outcome) {
  // More memory takes long to fill and finds nothing new.
  constexpr std::size_t most_memory = std::size_t{4} << 30;
  trial.release();
  const std::size_t memory = std::min(free_memory() / 10 * 9, most_memory);
  const std::size_t fit = memory / std::max<std::size_t>(1, device_bytes(trial.plan));
  const std::size_t count = std::max<std::size_t>(1, std::min<std::size_t>(plan.threads, fit));
  if (count < plan.threads)
    outcome.note = "only " + std::to_string(count) + " of " + std::to_string(plan.threads) +
                   " threads called the kernel: the buffers are too large for more copies";
  std::vector<std::unique_ptr<Caller>> callers;
  for (std::size_t i = 0; i < count; ++i) callers.push_back(std::make_unique<Caller>(trial, plan.algo));
  add_result(trial.kernel.unload(), CUDA_SUCCESS, "unloading", outcome);
  call_at_once(callers);
  for (std::size_t i = 0; i < count; ++i) {
    Outcome own;
    if (callers[i]->launched != CUDA_SUCCESS) add_launch_problem(*callers[i]->last, callers[i]->launched, own);
    if (callers[i]->ended != CUDA_SUCCESS) add_execution_problem(callers[i]->ended, own);
    if (own.passed()) inspect(callers[i]->memory, callers[i]->memory.snapshots(), {}, own);
    merge(own, "thread " + std::to_string(i + 1) + " of " + std::to_string(count), outcome);
    // The problems of the other threads are usually the same.
    if (!own.passed()) return;
  }
}

void check_second_device(Trial &trial, const CheckPlan &plan, Outcome &outcome) {
  int devices = 0;
  must(cuDeviceGetCount(&devices), "count the devices");
  if (devices < 2) {
    outcome.note = "calls on a second GPU were not tested: there is only one";
    return;
  }
  const Context context(1);
  Memory memory(trial.plan, trial.files);
  const Stream stream;
  Outcome own;
  call_and_inspect(trial, memory, stream.get(), plan.algo, {}, own);
  if (!own.passed() && !own.broken && trial.kernel.load() == CUDA_ERROR_NO_BINARY_FOR_GPU)
    outcome.note = std::string("calls on a second GPU were not tested: the package has no ") + code_name + " for it";
  else
    merge(own, "on the second GPU", outcome);
}

/// Loads, calls and unloads the kernel. Allocates its buffers only for that time.
bool load_and_unload(Trial &trial, int algo, Outcome &outcome) {
  add_result(trial.kernel.load(), CUDA_SUCCESS, "loading the kernel again", outcome);
  const Stream stream;
  call_and_inspect(trial, trial.memory(), stream.get(), algo, {}, outcome);
  if (outcome.broken) return false;
  trial.release();
  add_result(trial.kernel.unload(), CUDA_SUCCESS, "unloading", outcome);
  return wait(outcome) && outcome.passed();
}

void check_memory(Trial &trial, const CheckPlan &plan, Outcome &outcome) {
  // The driver allocates memory in pieces of this size.
  constexpr std::size_t piece = 2 << 20;
  constexpr int tries = 3;
  trial.release();
  add_result(trial.kernel.unload(), CUDA_SUCCESS, "unloading", outcome);
  // The first load may allocate memory that the driver keeps.
  if (!load_and_unload(trial, plan.algo, outcome)) return;
  std::size_t missing = 0;
  for (int i = 0; i < tries; ++i) {
    const std::size_t before = free_memory();
    if (!load_and_unload(trial, plan.algo, outcome)) return;
    const std::size_t after = free_memory();
    missing = before > after ? before - after : 0;
    // Another program may have allocated memory in between. A leak shows every time.
    if (missing < piece) return;
  }
  outcome.add("check", "unloading leaks GPU memory: " + std::to_string(missing >> 20) +
                           " MiB are missing after the kernel was loaded, called and unloaded", "memory");
}

constexpr struct {
  const char *name;
  void (*check)(Trial &trial, const CheckPlan &plan, Outcome &outcome);
} checks[] = {
    {"bad-algo", check_bad_algo},           {"empty-grid", check_empty_grid}, {"threads", check_threads},
    {"second-device", check_second_device}, {"memory", check_memory},
};

}  // namespace

Outcome check(Trial &trial, const CheckPlan &plan) {
  Outcome outcome;
  for (const auto &known : checks) {
    if (plan.name != known.name) continue;
    known.check(trial, plan, outcome);
    return outcome;
  }
  throw PlanError("unknown check `" + plan.name + "`");
}

}  // namespace smoke
