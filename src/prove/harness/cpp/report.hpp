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
  const char *kind;
  std::string message;
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
  std::string varies;  // the line whose results depend on which of several threads wins, within rounding
  bool broken = false;  // all further calls of the driver fail

  bool passed() const { return problems.empty(); }
  void add(const char *kind, std::string message) { problems.push_back({kind, std::move(message)}); }
};

void report_device(CUdevice device);
void report_start_of_run(long long id);
void report_start_of_check(const std::string &name);
void report_run(long long id, const Outcome &outcome);
void report_check(const std::string &name, const Outcome &outcome);
void report_fatal(const std::string &message);
void report_end();

}  // namespace smoke
