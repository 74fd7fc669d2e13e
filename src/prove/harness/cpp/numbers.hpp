// The element types of buffers and the values of their bytes.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace smoke {

/// A binary float of at most 16 bits: a sign, an exponent and a fraction.
struct FloatFormat {
  int exponent_bits, fraction_bits, bias;
  /// The special values: infinities and NaNs as in IEEE 754; NaN if all bits are set; NaN instead of the negative
  /// zero; none.
  enum Specials { ieee, nan_at_ones, nan_at_minus_zero, none } specials;
};

struct Element {
  const char *name;
  std::size_t size;
  enum Kind { small_float, fp32, fp64, signed_integer, unsigned_integer } kind;
  FloatFormat format;  // of small floats
};

/// The type with that name; null if there is none.
const Element *find_element(const std::string &name);

/// The value of a small float's bits.
double decode_float(const FloatFormat &format, unsigned bits);

/// The bits of the nearest value, ties to even; infinity for larger ones. Only for formats with IEEE specials.
unsigned encode_float(const FloatFormat &format, double value);

/// The distance from a number to the next larger one of a type in magnitude; 1 for integers.
double step_of(const Element &element, double value);

/// Decodes elements of one type. Uses a table for small floats: a buffer has more elements than the type has values.
class Decoder {
 public:
  explicit Decoder(const Element &element);
  double operator()(const unsigned char *bytes) const;

 private:
  const Element &element_;
  std::vector<double> table_;
};

/// Rounds numbers to a float of 8 bits: to the nearest value, ties to even, and to the largest one if they are larger.
class Rounding {
 public:
  explicit Rounding(const Element &element);
  double nearest(double value) const;

 private:
  std::vector<double> values_;  // those that are not negative, in order
};

/// An element as text, for messages. Integers are exact.
std::string element_text(const Element &element, const unsigned char *bytes);

/// A number as text, for messages.
std::string number_text(double value, int digits = 9);

}  // namespace smoke
