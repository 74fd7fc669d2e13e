// The plan file: what one process has to do. Written by src/prove/smoke/plan-file.ts and src/prove/measure/meter.ts.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "layout.hpp"
#include "numbers.hpp"

namespace smoke {

struct PlanError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

enum class Role { in, out, inout, scratch };

/// How much an output may differ; not at all unless a line says so.
struct Tolerance {
  double norm = 0, rtol = 0, atol = 0;
  double steps = 0;        // of its type, by which an element may differ; 0: the other limits count
  std::string type = "-";  // the tolerance is the default of this type; `-`: it is the manifest's

  bool has_element_limit() const { return rtol > 0 || atol > 0 || steps > 0; }
  /// Whether the relative error of the whole is small enough. Integers have only limits for each element.
  bool allows(double error) const { return error <= norm || (norm == 0 && has_element_limit()); }
};

/// The expected values of an output: a file of the elements in row-major order.
struct Expected {
  enum Type { f32, f64, exact } type;
  std::string file;
};

struct BufferPlan {
  std::string name;
  const Element *element;
  Role role;
  std::size_t length;  // in elements, including those between rows
  std::string file;    // the raw bytes of all elements; empty: poison
  bool tiled = false;  // the file has only some elements, which are repeated
  bool nan = false;    // it is NaN where the expected value is
  std::size_t slices = 0;        // the kernel gets a list of so many addresses; 0: that of the elements
  std::size_t slice_length = 0;  // elements from one of them to the next
  bool sparse = false; // zeros that take memory where the kernel writes them, and that are not inspected
  Layout layout;
  Tolerance tolerance;
  std::optional<Expected> expected;

  std::size_t bytes() const { return length * element->size; }
  /// Whether it is compared after a call.
  bool is_output() const { return role == Role::out || role == Role::inout; }
};

/// A parameter that gets the memory of a buffer.
struct ViewPlan {
  std::string name;
  std::size_t buffer;  // its index
  std::size_t offset;  // bytes from the start of the buffer
  Layout layout;
};

/// Values as text, by parameter name.
using Texts = std::vector<std::pair<std::string, std::string>>;

/// Bytes from an aligned address to the start of a buffer, by name; at most most_offset.
using Offsets = std::map<std::string, std::size_t>;
constexpr std::size_t most_offset = 16;

struct RunPlan {
  long long id;
  int algo;
  Offsets offsets;
  std::string keep;  // the beginning of the paths of files to keep the outputs in; empty: they are not kept
};

/// Times an algo, and looks at nothing else.
struct TimePlan : RunPlan {};

/// Asks which algo is chosen for a call, without calling the kernel.
struct ChoicePlan {
  long long id;
};

struct CheckPlan {
  std::string name;
  unsigned threads;
  int algo;
};

/// A launch that follows that of the kernel, with algo 0. Parameters that it does not name get what has the same name in the case.
struct LaunchPlan {
  std::string kernel;
  Texts scalars;
  Texts buffers;  // the buffers or views of the case, by parameter
};

struct CasePlan {
  Texts scalars;
  Texts empty;  // scalars that make the grid empty
  std::vector<std::string> nulls;
  std::string blocks;  // the words of ChooseBlocks; empty: all
  std::vector<BufferPlan> buffers;
  std::vector<ViewPlan> views;
  std::vector<LaunchPlan> later;
  std::vector<std::variant<RunPlan, TimePlan, ChoicePlan, CheckPlan>> steps;
};

/// How to time calls.
struct TimingPlan {
  double milliseconds = 0;  // how long; 0: no timing
  double precision = 0;     // the error of the median, as a share of it, that ends the timing earlier
  bool flush = false;       // whether the L2 cache is flushed before every call
};

struct Plan {
  std::string kernel;
  bool deterministic = true;
  TimingPlan timing;
  std::vector<CasePlan> cases;
};

/// Reads a plan file. Throws PlanError with the line.
Plan read_plan(const std::string &file);

/// The bytes of a file. Throws PlanError if it cannot be read.
std::vector<unsigned char> read_file(const std::string &file);

}  // namespace smoke
