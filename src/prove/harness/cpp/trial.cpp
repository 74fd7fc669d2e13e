#include "trial.hpp"

#include <chrono>
#include <fstream>
#include <set>

#include "call.hpp"
#include "timing.hpp"

namespace smoke {
namespace {

/// Fills the buffers and calls the kernel. Measures the first call of an algo, which loads it.
bool call_first(const Trial &trial, Memory &memory, CUstream stream, const RunPlan &plan, Outcome &outcome) {
  static std::set<std::pair<const Kernel *, int>> called;
  memory.fill(plan.offsets);
  const std::vector<Launch> launches = {{trial.kernel, plan.algo, memory.arguments(trial.kernel)}};
  const auto start = std::chrono::steady_clock::now();
  if (!call(launches, stream, outcome)) return false;
  const std::chrono::duration<double, std::micro> passed = std::chrono::steady_clock::now() - start;
  if (called.emplace(&trial.kernel, plan.algo).second) outcome.first = passed.count();
  return true;
}

/// Writes each output to a file, as it is in memory.
void keep_outputs(const Memory &memory, const std::vector<Snapshot> &snapshots, const std::string &prefix) {
  for (std::size_t i = 0; i < snapshots.size(); ++i) {
    const BufferPlan &plan = memory.buffers()[i].plan();
    if (!plan.is_output()) continue;
    const std::string path = prefix + plan.name + ".bin";
    std::ofstream file(path, std::ios::binary);
    file.write(reinterpret_cast<const char *>(snapshots[i].elements()), static_cast<std::streamsize>(plan.bytes()));
    if (!file.flush()) throw Fatal("cannot write " + path);
  }
}

/// Calls the kernel once more, with the other poison in its outputs. What fails then has not failed before, and is left.
CallAgain call_again(const Trial &trial, Memory &memory, CUstream stream, int algo, const Offsets &offsets) {
  return [&trial, &memory, stream, algo, offsets]() -> std::vector<Snapshot> {
    Outcome own;
    memory.fill(offsets, other_poison);
    if (!call(memory.launches(trial.kernel, algo), stream, own)) return {};
    return memory.snapshots();
  };
}

/// Runs some blocks of the grid. The outputs are not whole then: what shows is what the emulator says, and writes to other places.
Outcome run_blocks(Trial &trial, const RunPlan &plan) {
  ChooseBlocks *const choose = block_chooser();
  if (!choose) throw Fatal("only the emulator can run some blocks of a grid");
  Outcome outcome;
  const Stream stream;
  Memory &memory = trial.memory();
  memory.fill(plan.offsets);
  choose(trial.plan.blocks.c_str());
  const bool succeeded = call(memory.launches(trial.kernel, plan.algo), stream.get(), outcome);
  choose("");
  if (succeeded) inspect_surroundings(memory, memory.snapshots(), outcome);
  // Without whole outputs, it is not known by how much they vary.
  outcome.varies.clear();
  return outcome;
}

}  // namespace

std::vector<Snapshot> call_and_inspect(Trial &trial, Memory &memory, CUstream stream, int algo,
                                       const Offsets &offsets, Outcome &outcome) {
  memory.fill(offsets);
  if (!call(memory.launches(trial.kernel, algo), stream, outcome)) return {};
  std::vector<Snapshot> snapshots = memory.snapshots();
  inspect(memory, snapshots, call_again(trial, memory, stream, algo, offsets), outcome);
  return snapshots;
}

Outcome run(Trial &trial, const RunPlan &plan, bool deterministic, const TimingPlan &timing) {
  if (!trial.plan.blocks.empty()) return run_blocks(trial, plan);
  Outcome outcome;
  const Stream stream;
  Memory &memory = trial.memory();
  memory.fill(plan.offsets);
  if (!call(memory.launches(trial.kernel, plan.algo), stream.get(), outcome)) return outcome;
  const std::vector<Snapshot> first = memory.snapshots();
  if (!plan.keep.empty()) keep_outputs(memory, first, plan.keep);
  // Of what depends on which of several threads wins, the second call of the emulator takes the other choice. That the
  // results differ comes first: it is why they are wrong.
  if (deterministic || !outcome.varies.empty()) {
    memory.fill(plan.offsets);
    if (call(memory.launches(trial.kernel, plan.algo), stream.get(), outcome))
      inspect_repetition(memory, first, memory.snapshots(), outcome);
  }
  const CallAgain again = call_again(trial, memory, stream.get(), plan.algo, plan.offsets);
  inspect(memory, first, outcome.broken ? CallAgain() : again, outcome);
  if (outcome.broken) return outcome;
  if (timing.milliseconds > 0 && outcome.passed())
    time_calls(trial.kernel, memory, stream.get(), plan.algo, timing, nullptr, outcome);
  return outcome;
}

Outcome time(Trial &trial, const TimePlan &plan, const TimingPlan &timing, Clocks &clocks) {
  Outcome outcome;
  const Stream stream;
  Memory &memory = trial.memory();
  if (call_first(trial, memory, stream.get(), plan, outcome))
    time_calls(trial.kernel, memory, stream.get(), plan.algo, timing, &clocks, outcome);
  return outcome;
}

Outcome choose(Trial &trial) {
  Outcome outcome;
  const Stream stream;
  outcome.chosen = trial.kernel.choose(stream.get(), trial.memory().arguments(trial.kernel).data());
  if (outcome.chosen < 0) outcome.add("launch", "no algo is chosen for the call");
  return outcome;
}

}  // namespace smoke
