// Compares an output with its expected values.
#pragma once

#include <cstddef>

#include "buffer.hpp"

namespace smoke {

constexpr std::size_t nowhere = static_cast<std::size_t>(-1);

/// The wrong elements by kind, and the errors of the others.
struct Comparison {
  std::size_t unwritten = 0;     // of the suspects
  std::size_t suspects = 0;      // poison, and not the right value
  std::size_t not_numbers = 0;   // NaN, or an infinity where none is expected
  std::size_t outside = 0;       // of the tolerance
  std::size_t first_unwritten = nowhere, first_not_number = nowhere;  // indices of elements
  std::size_t worst = nowhere;   // has the largest error, of those outside of the tolerance if there are any
  double largest = 0;            // |out - ref|
  bool is_worst_outside = false;
  double allowed = 0;            // of the worst element
  double error_squares = 0, reference_squares = 0;

  /// ‖out - ref‖ / ‖ref‖, or ‖out‖ if the reference is zero.
  double norm() const;
  /// Whether the error of every element is known.
  bool is_whole() const { return unwritten == 0 && not_numbers == 0; }
  void add(const Comparison &later);
};

/// Compares the elements with the expected ones. Without these, only finds NaNs and infinities. An element that has not the
/// right value was not written if it is poison, and the other poison in `again`: after a call with that. Without `again`,
/// it was not if the poison is no number.
Comparison compare(const BufferPlan &plan, const unsigned char *elements, const Bytes &expected,
                   const unsigned char *again = nullptr);

/// Compares the elements with those of another call.
Comparison compare_calls(const BufferPlan &plan, const unsigned char *first, const unsigned char *second);

/// Whether the expected values are rounded to the type of the output, of 8 bits, before they are compared: the tolerance is
/// the default of that type.
bool is_rounded(const BufferPlan &plan);

/// The expected element as text.
std::string expected_text(const BufferPlan &plan, const Bytes &expected, std::size_t index);

}  // namespace smoke
