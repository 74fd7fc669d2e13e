// The element types of buffers, and what their bytes mean.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace smoke {

/// A binary float of at most 16 bits: a sign, an exponent and a fraction.
struct FloatFormat {
  int exponent_bits, fraction_bits, bias;
  /// What lies beyond the numbers: infinities and NaNs as IEEE 754 has them; NaN for all bits set; NaN for the
  /// negative zero; nothing.
  enum Specials { ieee, nan_at_ones, nan_at_minus_zero, none } specials;
};

struct Element {
  const char *name;
  std::size_t size;
  enum Kind { small_float, fp32, fp64, signed_integer, unsigned_integer } kind;
  FloatFormat format;  // of small floats
};

/// The type of that name; null when there is none.
const Element *find_element(const std::string &name);

/// The value of a small float's bits.
double decode_float(const FloatFormat &format, unsigned bits);

/// The bits of the nearest value, ties to even; infinity beyond the largest. For formats with IEEE specials.
unsigned encode_float(const FloatFormat &format, double value);

/// Reads elements of one type. Small floats are looked up: a buffer has many more elements than its type has values.
class Decoder {
 public:
  explicit Decoder(const Element &element);
  double operator()(const unsigned char *bytes) const;

 private:
  const Element &element_;
  std::vector<double> table_;
};

/// An element as messages show it: integers with every digit.
std::string element_text(const Element &element, const unsigned char *bytes);

/// A number as messages show it.
std::string number_text(double value, int digits = 9);

}  // namespace smoke
