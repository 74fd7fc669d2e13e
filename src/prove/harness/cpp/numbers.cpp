#include "numbers.hpp"

#include <algorithm>
#include <cinttypes>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <limits>

#include "smoke.hpp"

namespace smoke {
namespace {

constexpr FloatFormat half_format = {5, 10, 15, FloatFormat::ieee};
constexpr FloatFormat bfloat_format = {8, 7, 127, FloatFormat::ieee};

// Named as in Triton's signatures. In the 8-bit floats, `e4` and `e5` are the bits of the exponent and `bN` is the
// bias. `e4nv` is E4M3 of the OCP specification, `e5` its E5M2. Those with a bias of 8 and 16 have no negative zero,
// the one with 15 has neither NaN nor infinity.
constexpr Element elements[] = {
    {"i1", 1, Element::unsigned_integer, {}},
    {"i8", 1, Element::signed_integer, {}},
    {"i16", 2, Element::signed_integer, {}},
    {"i32", 4, Element::signed_integer, {}},
    {"i64", 8, Element::signed_integer, {}},
    {"u1", 1, Element::unsigned_integer, {}},
    {"u8", 1, Element::unsigned_integer, {}},
    {"u16", 2, Element::unsigned_integer, {}},
    {"u32", 4, Element::unsigned_integer, {}},
    {"u64", 8, Element::unsigned_integer, {}},
    {"fp16", 2, Element::small_float, half_format},
    {"bf16", 2, Element::small_float, bfloat_format},
    {"fp32", 4, Element::fp32, {}},
    {"f32", 4, Element::fp32, {}},
    {"fp64", 8, Element::fp64, {}},
    {"fp8e4nv", 1, Element::small_float, {4, 3, 7, FloatFormat::nan_at_ones}},
    {"fp8e4b8", 1, Element::small_float, {4, 3, 8, FloatFormat::nan_at_minus_zero}},
    {"fp8e4b15", 1, Element::small_float, {4, 3, 15, FloatFormat::none}},
    {"fp8e5", 1, Element::small_float, {5, 2, 15, FloatFormat::ieee}},
    {"fp8e5b16", 1, Element::small_float, {5, 2, 16, FloatFormat::nan_at_minus_zero}},
};

// Devices and hosts are little-endian.
std::uint64_t bits_of(const unsigned char *bytes, std::size_t size) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, bytes, size);
  return bits;
}

std::int64_t signed_of(const unsigned char *bytes, std::size_t size) {
  const unsigned unused = 64 - 8 * static_cast<unsigned>(size);
  return static_cast<std::int64_t>(bits_of(bytes, size) << unused) >> unused;
}

template <class T>
T read(const unsigned char *bytes) {
  T value;
  std::memcpy(&value, bytes, sizeof value);
  return value;
}

}  // namespace

const Element *find_element(const std::string &name) {
  for (const Element &element : elements)
    if (name == element.name) return &element;
  return nullptr;
}

double step_of(const Element &element, double value) {
  const auto step = [value](int fraction_bits, int bias) {
    // Subnormal numbers have the same spacing as the smallest normal ones.
    const int exponent = value == 0 || !std::isfinite(value) ? 1 - bias : std::max(std::ilogb(value), 1 - bias);
    return std::ldexp(1, exponent - fraction_bits);
  };
  switch (element.kind) {
    case Element::small_float:
      return step(element.format.fraction_bits, element.format.bias);
    case Element::fp32:
      return step(23, 127);
    case Element::fp64:
      return step(52, 1023);
    case Element::signed_integer:
    case Element::unsigned_integer:
      break;
  }
  return 1;
}

double decode_float(const FloatFormat &format, unsigned bits) {
  const unsigned sign = 1u << (format.exponent_bits + format.fraction_bits);
  const unsigned ones = (1u << format.exponent_bits) - 1;
  const unsigned exponent = bits >> format.fraction_bits & ones;
  const unsigned fraction = bits & ((1u << format.fraction_bits) - 1);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  double magnitude = exponent == 0 ? std::ldexp(fraction, 1 - format.bias - format.fraction_bits)
                                   : std::ldexp(fraction + (1u << format.fraction_bits),
                                                static_cast<int>(exponent) - format.bias - format.fraction_bits);
  switch (format.specials) {
    case FloatFormat::ieee:
      if (exponent == ones) magnitude = fraction == 0 ? std::numeric_limits<double>::infinity() : nan;
      break;
    case FloatFormat::nan_at_ones:
      if ((bits & (sign - 1)) == sign - 1) magnitude = nan;
      break;
    case FloatFormat::nan_at_minus_zero:
      if (bits == sign) magnitude = nan;
      break;
    case FloatFormat::none:
      break;
  }
  return bits & sign ? -magnitude : magnitude;
}

unsigned encode_float(const FloatFormat &format, double value) {
  const unsigned infinity = ((1u << format.exponent_bits) - 1) << format.fraction_bits;
  const unsigned sign = std::signbit(value) ? 1u << (format.exponent_bits + format.fraction_bits) : 0;
  if (std::isnan(value)) return sign | infinity | 1u << (format.fraction_bits - 1);
  if (value == 0) return sign;
  if (std::isinf(value)) return sign | infinity;
  // Subnormal numbers have the same spacing as the smallest normal ones.
  const int exponent = std::max(std::ilogb(value), 1 - format.bias);
  const double steps = std::nearbyint(std::ldexp(std::fabs(value), format.fraction_bits - exponent));
  if (exponent > format.bias) return sign | infinity;
  // The leading one of a normal number adds one to the exponent, as does a carry out of the fraction.
  const unsigned bits =
      (static_cast<unsigned>(exponent + format.bias - 1) << format.fraction_bits) + static_cast<unsigned>(steps);
  return sign | std::min(bits, infinity);
}

std::uint16_t Value::half_bits(HalfType type) const {
  return static_cast<std::uint16_t>(encode_float(type == fp16 ? half_format : bfloat_format, number));
}

Decoder::Decoder(const Element &element) : element_(element) {
  if (element.kind != Element::small_float) return;
  table_.resize(std::size_t{1} << 8 * element.size);
  for (unsigned bits = 0; bits < table_.size(); ++bits) table_[bits] = decode_float(element.format, bits);
}

double Decoder::operator()(const unsigned char *bytes) const {
  switch (element_.kind) {
    case Element::small_float:
      return table_[bits_of(bytes, element_.size)];
    case Element::fp32:
      return static_cast<double>(read<float>(bytes));
    case Element::fp64:
      return read<double>(bytes);
    case Element::signed_integer:
      return static_cast<double>(signed_of(bytes, element_.size));
    case Element::unsigned_integer:
      break;
  }
  return static_cast<double>(bits_of(bytes, element_.size));
}

Rounding::Rounding(const Element &element) {
  for (unsigned bits = 0; bits < 0x80; ++bits)
    if (const double value = decode_float(element.format, bits); std::isfinite(value)) values_.push_back(value);
}

double Rounding::nearest(double value) const {
  if (!std::isfinite(value)) return value;
  const double size = std::fabs(value);
  // Values are in the order of their bits.
  const std::size_t above = static_cast<std::size_t>(std::lower_bound(values_.begin(), values_.end(), size) - values_.begin());
  std::size_t chosen = std::min(above, values_.size() - 1);
  if (above > 0 && above < values_.size()) {
    const double up = values_[above] - size, down = size - values_[above - 1];
    if (down < up || (down == up && above % 2 == 1)) chosen = above - 1;
  }
  return std::copysign(values_[chosen], value);
}

std::string element_text(const Element &element, const unsigned char *bytes) {
  char text[32];
  if (element.kind == Element::signed_integer) {
    std::snprintf(text, sizeof text, "%" PRId64, signed_of(bytes, element.size));
    return text;
  }
  if (element.kind == Element::unsigned_integer) {
    std::snprintf(text, sizeof text, "%" PRIu64, bits_of(bytes, element.size));
    return text;
  }
  return number_text(Decoder(element)(bytes));
}

std::string number_text(double value, int digits) {
  char text[32];
  std::snprintf(text, sizeof text, "%.*g", digits, std::isnan(value) ? std::fabs(value) : value);
  return text;
}

}  // namespace smoke
