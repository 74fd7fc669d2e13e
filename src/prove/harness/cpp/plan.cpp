#include "plan.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>

namespace smoke {
namespace {

/// One line: words separated by single spaces.
class Line {
 public:
  Line(std::string text, int number) : text_(std::move(text)), number_(number) {}

  [[noreturn]] void fail(const std::string &problem) const {
    throw PlanError("line " + std::to_string(number_) + " of the plan: " + problem + ": `" + text_ + "`");
  }

  bool ended() const { return at_ >= text_.size(); }

  std::string word() {
    const std::size_t end = std::min(text_.find(' ', at_), text_.size());
    if (end <= at_) fail("a word is missing");
    const std::string word = text_.substr(at_, end - at_);
    at_ = end + 1;
    return word;
  }

  /// The rest of the line, including spaces.
  std::string rest() {
    if (ended()) fail("a path is missing");
    const std::string rest = text_.substr(at_);
    at_ = text_.size();
    return rest;
  }

  long long integer() {
    const std::string text = word();
    char *end = nullptr;
    const long long value = std::strtoll(text.c_str(), &end, 10);
    if (*end != '\0') fail("`" + text + "` is not an integer");
    return value;
  }

  std::size_t size() {
    const long long value = integer();
    if (value < 0) fail("a size is negative");
    return static_cast<std::size_t>(value);
  }

  double number() {
    const std::string text = word();
    char *end = nullptr;
    const double value = std::strtod(text.c_str(), &end);
    if (*end != '\0') fail("`" + text + "` is not a number");
    return value;
  }

 private:
  std::string text_;
  int number_;
  std::size_t at_ = 0;
};

Role read_role(Line &line) {
  const std::string role = line.word();
  if (role == "in") return Role::in;
  if (role == "out") return Role::out;
  if (role == "inout") return Role::inout;
  if (role == "scratch") return Role::scratch;
  line.fail("unknown role `" + role + "`");
}

Expected::Type read_expected_type(Line &line) {
  const std::string type = line.word();
  if (type == "f32") return Expected::f32;
  if (type == "f64") return Expected::f64;
  if (type == "exact") return Expected::exact;
  line.fail("unknown type of expected values `" + type + "`");
}

void check_size(const Line &line, const std::string &file, std::size_t size) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE *)> opened(std::fopen(file.c_str(), "rb"), std::fclose);
  if (!opened || std::fseek(opened.get(), 0, SEEK_END) != 0) line.fail("cannot read the file");
  const long found = std::ftell(opened.get());
  if (found < 0 || static_cast<std::size_t>(found) != size)
    line.fail("the file has " + std::to_string(found) + " bytes, expected " + std::to_string(size));
}

/// A computed input that is only timed may be a part of itself, repeated.
void check_tile(const Line &line, const BufferPlan &buffer) {
  const std::size_t found = read_file(buffer.file).size();
  if (found == 0 || found % buffer.element->size != 0)
    line.fail("the file has " + std::to_string(found) + " bytes, which is not a number of elements");
}

/// `key` is the word before it: `buffer`, `tiled` or `sparse`.
BufferPlan read_buffer(Line &line, const std::string &key) {
  BufferPlan buffer = {};
  buffer.tiled = key == "tiled";
  buffer.sparse = key == "sparse";
  buffer.name = line.word();
  buffer.element = find_element(line.word());
  if (!buffer.element) line.fail("unknown element type");
  buffer.role = read_role(line);
  buffer.length = line.size();
  if (!buffer.sparse) buffer.file = line.rest();
  if (buffer.file == "poison") buffer.file.clear();
  else if (buffer.tiled) check_tile(line, buffer);
  else if (!buffer.sparse) check_size(line, buffer.file, buffer.bytes());
  buffer.layout = {{static_cast<std::int64_t>(buffer.length)}, {1}};
  return buffer;
}

BufferPlan &find_buffer(CasePlan &plan, Line &line) {
  const std::string name = line.word();
  for (BufferPlan &buffer : plan.buffers)
    if (buffer.name == name) return buffer;
  line.fail("unknown buffer");
}

/// Reads the layout of elements that begin at `start` of a buffer.
Layout read_layout(const BufferPlan &buffer, std::size_t start, Line &line) {
  const std::size_t rank = line.size();
  Layout layout;
  for (std::size_t axis = 0; axis < rank; ++axis) layout.shape.push_back(static_cast<std::int64_t>(line.size()));
  for (std::size_t axis = 0; axis < rank; ++axis) layout.strides.push_back(static_cast<std::int64_t>(line.size()));
  const std::size_t count = layout.count();
  if (count > 0 && start + layout.offset(count - 1) >= buffer.length) line.fail("the last element is outside of the buffer");
  return layout;
}

ViewPlan read_view(CasePlan &plan, Line &line) {
  std::string name = line.word();
  const BufferPlan &buffer = find_buffer(plan, line);
  const std::size_t start = line.size();
  if (start > buffer.length) line.fail("the offset is outside of the buffer");
  const auto index = static_cast<std::size_t>(&buffer - plan.buffers.data());
  return {std::move(name), index, start * buffer.element->size, read_layout(buffer, start, line)};
}

void read_tolerance(BufferPlan &buffer, Line &line) {
  const double norm = line.number(), rtol = line.number(), atol = line.number();
  buffer.tolerance = {norm, rtol, atol, 0, line.word()};
}

void read_expected(BufferPlan &buffer, Line &line) {
  const Expected::Type type = read_expected_type(line);
  read_tolerance(buffer, line);
  buffer.expected = Expected{type, line.rest()};
  const std::size_t size = type == Expected::f32 ? 4 : type == Expected::f64 ? 8 : buffer.element->size;
  check_size(line, buffer.expected->file, buffer.layout.count() * size);
}

RunPlan read_run(Line &line) {
  RunPlan run = {line.integer(), static_cast<int>(line.integer()), {}, {}};
  while (!line.ended()) {
    const std::string name = line.word();
    run.offsets[name] = line.size();
    if (run.offsets[name] > most_offset) line.fail("the offset is too large");
  }
  return run;
}

/// A check uses the algo it names, or else that of the case's first run: only some algos may be tested.
CheckPlan read_check(Line &line, const CasePlan &plan) {
  CheckPlan check = {line.word(), static_cast<unsigned>(line.size()), 0};
  const RunPlan *run = plan.steps.empty() ? nullptr : std::get_if<RunPlan>(&plan.steps.front());
  check.algo = !line.ended() ? static_cast<int>(line.integer()) : run ? run->algo : 0;
  return check;
}

LaunchPlan &last_launch(CasePlan &plan, const Line &line) {
  if (plan.later.empty()) line.fail("this line must follow a `later` line");
  return plan.later.back();
}

void read_case_line(CasePlan &plan, const std::string &key, Line &line) {
  if (key == "scalar" || key == "empty") {
    std::string name = line.word();
    (key == "empty" ? plan.empty : plan.scalars).emplace_back(std::move(name), line.word());
  } else if (key == "null") {
    plan.nulls.push_back(line.word());
  } else if (key == "buffer" || key == "tiled" || key == "sparse") {
    plan.buffers.push_back(read_buffer(line, key));
  } else if (key == "blocks") {
    plan.blocks = line.rest();
  } else if (key == "axes") {
    BufferPlan &buffer = find_buffer(plan, line);
    buffer.layout = read_layout(buffer, 0, line);
  } else if (key == "same") {
    plan.views.push_back(read_view(plan, line));
  } else if (key == "later") {
    plan.later.push_back({line.word(), {}, {}});
  } else if (key == "give" || key == "pass") {
    LaunchPlan &launch = last_launch(plan, line);
    std::string name = line.word();
    (key == "give" ? launch.scalars : launch.buffers).emplace_back(std::move(name), line.word());
  } else if (key == "tolerance") {
    read_tolerance(find_buffer(plan, line), line);
  } else if (key == "expected") {
    read_expected(find_buffer(plan, line), line);
  } else if (key == "steps") {
    BufferPlan &buffer = find_buffer(plan, line);
    buffer.tolerance.steps = line.number();
  } else if (key == "table") {
    BufferPlan &buffer = find_buffer(plan, line);
    buffer.slices = line.size();
    buffer.slice_length = line.size();
    if (buffer.slices > 0 && (buffer.slices - 1) * buffer.slice_length >= buffer.length) line.fail("the last address is outside of the buffer");
  } else if (key == "nan") {
    find_buffer(plan, line).nan = true;
  } else if (key == "time") {
    plan.steps.emplace_back(TimePlan{read_run(line)});
  } else if (key == "choose") {
    plan.steps.emplace_back(ChoicePlan{line.integer()});
  } else if (key == "keep") {
    RunPlan *run = plan.steps.empty() ? nullptr : std::get_if<RunPlan>(&plan.steps.back());
    if (!run) line.fail("this line must follow a `run` line");
    run->keep = line.rest();
  } else if (key == "run" || key == "check") {
    for (const BufferPlan &buffer : plan.buffers) {
      if (buffer.tiled) line.fail("the case has tiled buffers, so it can only be timed");
      if (buffer.sparse && plan.blocks.empty()) line.fail("the case has sparse buffers, so only some blocks can run");
    }
    if (key == "check" && !plan.blocks.empty()) line.fail("only some blocks of the case run, so it has no checks");
    if (key == "run") plan.steps.emplace_back(read_run(line));
    else plan.steps.emplace_back(read_check(line, plan));
  } else {
    line.fail("unknown keyword `" + key + "`");
  }
}

/// Returns whether more lines follow.
bool read_line(Plan &plan, Line &line) {
  const std::string key = line.word();
  if (key == "end") return false;
  if (key == "kernel") {
    plan.kernel = line.word();
  } else if (key == "deterministic") {
    plan.deterministic = line.integer() != 0;
  } else if (key == "timing") {
    plan.timing.milliseconds = line.number();
    if (!line.ended()) plan.timing = {plan.timing.milliseconds, line.number(), line.integer() != 0};
  } else if (key == "case") {
    line.size();  // the number is only for readers
    plan.cases.emplace_back();
  } else if (plan.cases.empty()) {
    line.fail("this line must follow a `case` line");
  } else {
    read_case_line(plan.cases.back(), key, line);
  }
  if (!line.ended()) line.fail("too many words");
  return true;
}

}  // namespace

std::vector<unsigned char> read_file(const std::string &file) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE *)> opened(std::fopen(file.c_str(), "rb"), std::fclose);
  if (!opened || std::fseek(opened.get(), 0, SEEK_END) != 0) throw PlanError("cannot read " + file);
  std::vector<unsigned char> bytes(static_cast<std::size_t>(std::max(0L, std::ftell(opened.get()))));
  std::rewind(opened.get());
  if (std::fread(bytes.data(), 1, bytes.size(), opened.get()) != bytes.size()) throw PlanError("cannot read " + file);
  return bytes;
}

Plan read_plan(const std::string &file) {
  const std::vector<unsigned char> bytes = read_file(file);
  const std::string text(bytes.begin(), bytes.end());
  Plan plan;
  int number = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    Line line(text.substr(at, end - at), ++number);
    if (!read_line(plan, line)) return plan;
    at = end + 1;
  }
  throw PlanError("the plan is cut off: it has no `end`");
}

}  // namespace smoke
