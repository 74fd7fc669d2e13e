// The results of the program: JSON objects on standard output, one in each line.
#pragma once

#include <limits>
#include <string>
#include <vector>

#include "clocks.hpp"
#include "driver.hpp"

namespace smoke {

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

/// The kinds are PROBLEM_KINDS of src/prove/harness/problem.ts.
struct Problem {
  const char *kind;     // null: the fault has it
  std::string message;
  std::string about;    // the buffer or the result that it is about, which is the same in other cases; may be empty
  std::string fault;    // what the emulator says of the kernel, as JSON; may be empty
  std::string call;     // which of several calls; may be empty
};

/// The error of an output; unknown without expected values, or if some elements are not numbers.
struct Output {
  std::string name;
  double norm, max;
};

/// How the time of a call was measured.
struct Timed {
  std::size_t calls = 0;  // 0: it was not
  double range = unknown; // the interquartile range, in microseconds
  ClockRange clocks;
};

/// The result of a step.
struct Outcome {
  std::vector<Problem> problems;
  std::vector<Output> outputs;
  double microseconds = unknown;  // the median time of a call
  double first = unknown;         // the first call of an algo, from the host's call to its end on the device
  Timed timed;
  int chosen = -1;  // the algo that is chosen for the call
  std::string note;
  std::string varies;     // the lines whose results depend on which of several threads wins, within rounding, as JSON
  std::string unwatched;  // why the emulator has not watched all races, as JSON
  std::string otherwise;  // with which approximate results of a GPU the kernel decides otherwise, as JSON
  std::string partial;    // how many of the blocks ran, as JSON; empty: all
  bool broken = false;  // all further calls of the driver fail

  bool passed() const { return problems.empty(); }
  void add(const char *kind, std::string message, std::string about = "") {
    problems.push_back({kind, std::move(message), std::move(about), "", ""});
  }
  void add_fault(std::string fault) { problems.push_back({nullptr, "", "", std::move(fault), ""}); }
  void add_all(const Outcome &other) {
    problems.insert(problems.end(), other.problems.begin(), other.problems.end());
    broken |= other.broken;
  }
};

void report_device(CUdevice device);
void report_start_of_run(long long id);
void report_start_of_check(const std::string &name);
void report_run(long long id, const Outcome &outcome);
void report_check(const std::string &name, const Outcome &outcome);
/// `is_environment`: no kernel is to blame.
void report_fatal(const std::string &message, bool is_environment = false);
void report_end();

}  // namespace smoke
