#include "inspect.hpp"

#include <cstring>

#include "compare.hpp"
#include "text.hpp"

namespace smoke {
namespace {

/// Such as `1 of 16 elements is` and `2 of 16 elements are`.
std::string share_text(std::size_t count, std::size_t total, const char *one, const char *several) {
  return std::to_string(count) + " of " + std::to_string(total) + " element" + (total == 1 ? " " : "s ") + (count == 1 ? one : several);
}

std::string count_text(std::size_t count, const char *noun) {
  return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

void inspect_guards(const BufferPlan &plan, const Snapshot &snapshot, Outcome &outcome) {
  const unsigned char *before = snapshot.bytes.data(), *after = snapshot.elements() + snapshot.size();
  std::size_t written[2] = {0, 0}, nearest[2] = {0, 0};
  for (std::size_t i = guard_bytes; i-- > 0;) {
    if (before[i] != guard_pattern[i % 2] && written[0]++ == 0) nearest[0] = guard_bytes - i;
    if (after[i] != guard_pattern[i % 2]) ++written[1], nearest[1] = i;
  }
  if (written[0] > 0)
    outcome.add("out-of-bounds", "wrote " + count_text(written[0], "byte") + " before the start of " + plan.name +
                                     ", the nearest " + count_text(nearest[0], "byte") + " before it", plan.name);
  if (written[1] > 0)
    outcome.add("out-of-bounds", "wrote " + count_text(written[1], "byte") + " past the end of " + plan.name +
                                     ", starting " + count_text(nearest[1], "byte") + " after it", plan.name);
}

/// The number of elements that differ, and the offset of the first.
struct Difference {
  std::size_t count = 0, first = nowhere;
};

Difference difference(const BufferPlan &plan, const unsigned char *left, const unsigned char *right) {
  Difference found;
  const std::size_t size = plan.element->size;
  if (std::memcmp(left, right, plan.bytes()) == 0) return found;
  for (std::size_t i = 0; i < plan.length; ++i)
    if (std::memcmp(left + i * size, right + i * size, size) != 0 && found.count++ == 0) found.first = i;
  return found;
}

std::string difference_text(const BufferPlan &plan, const Difference &found, const unsigned char *before,
                            const unsigned char *after) {
  const std::size_t at = found.first * plan.element->size;
  return std::to_string(found.count) + " of " + count_text(plan.length, "element") + ", the first at " +
         plan.layout.place_at(found.first) + ": " + element_text(*plan.element, before + at) + " became " +
         element_text(*plan.element, after + at);
}

/// The bytes that the elements were filled with.
Bytes initial_bytes(const Buffer &buffer) {
  return buffer.initial().empty() ? Bytes(buffer.plan().bytes(), poison) : buffer.initial();
}

void inspect_input(const Buffer &buffer, const Snapshot &snapshot, Outcome &outcome) {
  const BufferPlan &plan = buffer.plan();
  const Bytes initial = initial_bytes(buffer);
  const Difference found = difference(plan, initial.data(), snapshot.elements());
  if (found.count == 0) return;
  outcome.add("input-changed", "the kernel changed its input " + plan.name + ": " +
                                   difference_text(plan, found, initial.data(), snapshot.elements()), plan.name);
}

void inspect_gaps(const BufferPlan &plan, const Snapshot &snapshot, Outcome &outcome) {
  const std::size_t elements = plan.layout.count(), size = plan.element->size;
  if (elements == plan.length) return;
  std::vector<bool> used(plan.length);
  for (std::size_t i = 0; i < elements; ++i) used[plan.layout.offset(i)] = true;
  std::size_t written = 0, first = nowhere;
  for (std::size_t i = 0; i < plan.length; ++i)
    if (!used[i] && !is_poison(snapshot.elements() + i * size, size) && written++ == 0) first = i;
  if (written == 0) return;
  outcome.add("gap", "wrote " + count_text(written, "element") + " between the elements of " + plan.name +
                         ", the first " + count_text(first, "element") + " from its start", plan.name);
}

/// The element at the index: its actual and expected value.
std::string element_at(const BufferPlan &plan, const Snapshot &snapshot, const Bytes &expected, std::size_t index) {
  const std::size_t offset = plan.layout.offset(index) * plan.element->size;
  const std::string got = element_text(*plan.element, snapshot.elements() + offset);
  return plan.layout.place(index) + ": got " + got +
         (plan.expected ? ", expected " + expected_text(plan, expected, index) : "");
}

std::string limit_text(const Tolerance &tolerance) {
  if (tolerance.steps == 0) return number_text(tolerance.norm, 3);
  return number_text(tolerance.steps, 3) + (tolerance.steps == 1 ? " step" : " steps");
}

/// Says why the tolerance is as it is.
std::string tolerance_reason(const BufferPlan &plan) {
  const std::string &type = plan.tolerance.type;
  if (type == "-") return "";
  const bool rounded = find_element(type) != plan.element;
  if (is_rounded(plan)) return ", the default of " + type + ", to which the expected values are rounded";
  return ", the default of " + type + (rounded ? ", to which the kernel rounds before it writes " + plan.name : "");
}

void inspect_values(const BufferPlan &plan, const Comparison &found, const Snapshot &snapshot, const Bytes &expected,
                    Outcome &outcome) {
  const double norm = found.norm();
  const bool is_norm_fine = plan.tolerance.allows(norm);
  if ((found.outside == 0 && is_norm_fine) || found.worst == nowhere) return;
  const std::string which = found.outside == 0
                                ? "all elements are within the tolerance, but the error as a whole is not"
                                : share_text(found.outside, plan.layout.count(), "is", "are") + " outside of the tolerance";
  outcome.add("values", plan.name + ": " + which + " (relative error " + number_text(norm, 3) + ", limit " +
                            limit_text(plan.tolerance) + tolerance_reason(plan) + "); the worst at " +
                            element_at(plan, snapshot, expected, found.worst) +
                            (found.allowed > 0 ? " ± " + number_text(found.allowed, 3) : ""), plan.name);
}

/// `again`: the elements after a call with the other poison; null if there was none.
void inspect_output(const BufferPlan &plan, const Snapshot &snapshot, const Bytes &expected, const unsigned char *again,
                    Outcome &outcome) {
  const Comparison found = compare(plan, snapshot.elements(), expected, again);
  const std::size_t total = plan.layout.count();
  if (found.unwritten > 0)
    outcome.add("unwritten", plan.name + " was not written: " + share_text(found.unwritten, total, "still has", "still have") +
                                 " the value from before the call, the first at " +
                                 plan.layout.place(found.first_unwritten), plan.name);
  if (found.not_numbers > 0)
    outcome.add("not-a-number", plan.name + ": " + share_text(found.not_numbers, total, "is", "are") +
                                    " NaN or infinite, the first at " +
                                    element_at(plan, snapshot, expected, found.first_not_number), plan.name);
  if (plan.expected) inspect_values(plan, found, snapshot, expected, outcome);
  const bool known = plan.expected && found.is_whole();
  outcome.outputs.push_back({plan.name, known ? found.norm() : unknown, known ? found.largest : unknown});
}

/// Adds a problem for an output that depends on which of several threads wins, unless it is only rounded otherwise. `text` says
/// how it differs.
void inspect_varying(const BufferPlan &plan, const Snapshot &first, const Snapshot &second, const Bytes &expected,
                     const std::string &text, Outcome &outcome) {
  Outcome own;
  if (plan.expected) {
    inspect_output(plan, first, expected, nullptr, own);
    if (own.passed()) inspect_output(plan, second, expected, nullptr, own);
  } else {
    const Comparison found = compare_calls(plan, first.elements(), second.elements());
    if (!found.is_whole() || found.outside > 0 || !plan.tolerance.allows(found.norm())) own.add("values", text);
  }
  if (own.passed()) return;
  outcome.add_fault("{\"kind\":\"race\",\"says\":[\"depends on which of several threads stores to one place last\"," +
                    json_text(": " + own.problems.front().message) + "],\"lines\":" + outcome.varies + "}");
}

/// Whether an output has elements that may not have been written: poison, and not the right value.
bool has_suspects(const BufferPlan &plan, const Snapshot &snapshot, const Bytes &expected) {
  return plan.role == Role::out && compare(plan, snapshot.elements(), expected).suspects > 0;
}

}  // namespace

void inspect_surroundings(const Memory &memory, const std::vector<Snapshot> &snapshots, Outcome &outcome) {
  const std::vector<Buffer> &buffers = memory.buffers();
  std::vector<std::size_t> whole;
  for (std::size_t i = 0; i < buffers.size(); ++i)
    if (!buffers[i].plan().sparse) whole.push_back(i);
  for (const std::size_t i : whole) inspect_guards(buffers[i].plan(), snapshots[i], outcome);
  for (const std::size_t i : whole)
    if (buffers[i].plan().role == Role::in) inspect_input(buffers[i], snapshots[i], outcome);
  for (const std::size_t i : whole)
    if (buffers[i].plan().is_output()) inspect_gaps(buffers[i].plan(), snapshots[i], outcome);
}

void inspect(const Memory &memory, const std::vector<Snapshot> &snapshots, const CallAgain &again, Outcome &outcome) {
  const std::vector<Buffer> &buffers = memory.buffers();
  inspect_surroundings(memory, snapshots, outcome);
  const std::vector<Bytes> &expected = memory.files().expected;
  std::vector<Snapshot> other;
  bool has_any = false;
  for (std::size_t i = 0; i < buffers.size(); ++i)
    has_any = has_any || has_suspects(buffers[i].plan(), snapshots[i], expected[i]);
  if (has_any && again) other = again();
  for (std::size_t i = 0; i < buffers.size(); ++i)
    if (buffers[i].plan().is_output())
      inspect_output(buffers[i].plan(), snapshots[i], expected[i], other.empty() ? nullptr : other[i].elements(), outcome);
}

void inspect_repetition(const Memory &memory, const std::vector<Snapshot> &first, const std::vector<Snapshot> &second,
                        Outcome &outcome) {
  for (std::size_t i = 0; i < first.size(); ++i) {
    const BufferPlan &plan = memory.buffers()[i].plan();
    if (!plan.is_output()) continue;
    const unsigned char *before = first[i].elements(), *after = second[i].elements();
    const Difference found = difference(plan, before, after);
    if (found.count == 0) continue;
    const std::string text = plan.name + " differs between two calls with the same inputs: " +
                             difference_text(plan, found, before, after) + " in the second call";
    if (outcome.varies.empty()) outcome.add("not-repeatable", text, plan.name);
    else inspect_varying(plan, first[i], second[i], memory.files().expected[i], text, outcome);
  }
}

void inspect_untouched(const Memory &memory, const std::string &call, Outcome &outcome) {
  const std::vector<Snapshot> snapshots = memory.snapshots();
  for (std::size_t i = 0; i < snapshots.size(); ++i) {
    const Buffer &buffer = memory.buffers()[i];
    const Bytes initial = initial_bytes(buffer);
    const Difference found = difference(buffer.plan(), initial.data(), snapshots[i].elements());
    if (found.count > 0)
      outcome.add("check", call + " wrote to " + buffer.plan().name + ": " +
                               difference_text(buffer.plan(), found, initial.data(), snapshots[i].elements()), buffer.plan().name);
    inspect_guards(buffer.plan(), snapshots[i], outcome);
  }
}

}  // namespace smoke
