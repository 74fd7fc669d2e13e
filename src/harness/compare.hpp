// An output against what was expected of it.
#pragma once

#include <cstddef>

#include "buffer.hpp"

namespace smoke {

constexpr std::size_t nowhere = static_cast<std::size_t>(-1);

/// Elements that are not as expected, by what is the matter with them, and how far the others are off.
struct Comparison {
  std::size_t unwritten = 0;     // still the poison
  std::size_t not_numbers = 0;   // NaN, or an infinity where none is expected
  std::size_t outside = 0;       // of the tolerance
  std::size_t first_unwritten = nowhere, first_not_number = nowhere;  // indices of elements
  std::size_t worst = nowhere;   // the largest error, first among those outside of the tolerance
  double largest = 0;            // |out - ref|
  bool is_worst_outside = false;
  double error_squares = 0, reference_squares = 0;

  /// ‖out - ref‖ / ‖ref‖, or ‖out‖ where the reference is zero.
  double norm() const;
  /// Whether every element was compared by its value.
  bool is_whole() const { return unwritten == 0 && not_numbers == 0; }
  void add(const Comparison &later);
};

/// Compares the elements with the expected ones; with none, looks for what is no number only.
Comparison compare(const BufferPlan &plan, const unsigned char *elements, const Bytes &expected);

/// The expected element as messages show it.
std::string expected_text(const BufferPlan &plan, const Bytes &expected, std::size_t index);

}  // namespace smoke
