// What the program says: one JSON object a line on standard output.
#pragma once

#include <limits>
#include <string>
#include <vector>

#include "driver.hpp"

namespace smoke {

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

/// The kinds are PROBLEM_KINDS of src/core/smoke/result.ts.
struct Problem {
  const char *kind;
  std::string message;
};

/// How far an output is from what was expected; unknown where nothing was, or where it holds no numbers.
struct Output {
  std::string name;
  double norm, max;
};

/// What a call, or several, came to.
struct Outcome {
  std::vector<Problem> problems;
  std::vector<Output> outputs;
  double microseconds = unknown;
  std::string note;
  bool broken = false;  // the driver refuses every further call

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
