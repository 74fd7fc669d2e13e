#include "compare.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <thread>
#include <vector>

namespace smoke {
namespace {

/// The expected values as numbers.
class Reference {
 public:
  Reference(const BufferPlan &plan, const Bytes &bytes)
      : bytes_(bytes), element_(element_of(plan)), decode_(element_) {}

  const unsigned char *at(std::size_t index) const { return bytes_.data() + index * element_.size; }
  double operator[](std::size_t index) const { return decode_(at(index)); }
  std::string text(std::size_t index) const { return element_text(element_, at(index)); }

 private:
  static const Element &element_of(const BufferPlan &plan) {
    if (plan.expected->type == Expected::exact) return *plan.element;
    return *find_element(plan.expected->type == Expected::f32 ? "fp32" : "fp64");
  }

  const Bytes &bytes_;
  const Element &element_;
  Decoder decode_;
};

/// Splits 0 … count into one piece for each core, calls body(begin, end) for each piece in its own thread, and
/// returns the results in order. The body must not throw.
template <class Part, class Body>
std::vector<Part> in_pieces(std::size_t count, const Body &body) {
  constexpr std::size_t least_per_thread = 1 << 16;
  const std::size_t cores = std::max(1u, std::thread::hardware_concurrency());
  const std::size_t pieces = std::min(cores, count / least_per_thread + 1);
  std::vector<Part> parts(pieces);
  const auto work = [&](std::size_t piece) {
    parts[piece] = body(count / pieces * piece, piece + 1 == pieces ? count : count / pieces * (piece + 1));
  };
  std::vector<std::thread> threads;
  for (std::size_t piece = 1; piece < pieces; ++piece) threads.emplace_back(work, piece);
  work(0);
  for (std::thread &thread : threads) thread.join();
  return parts;
}

/// The typical magnitude of an element. The relative tolerance of smaller elements is based on it.
double root_mean_square(const Reference &reference, std::size_t count) {
  struct Sum {
    double squares = 0;
    std::size_t finite = 0;
  };
  const auto sums = in_pieces<Sum>(count, [&](std::size_t begin, std::size_t end) {
    Sum sum;
    for (std::size_t i = begin; i < end; ++i)
      if (const double value = reference[i]; std::isfinite(value)) sum.squares += value * value, ++sum.finite;
    return sum;
  });
  Sum total;
  for (const Sum &sum : sums) total.squares += sum.squares, total.finite += sum.finite;
  return total.finite == 0 ? 0 : std::sqrt(total.squares / static_cast<double>(total.finite));
}

double allowed_error(double wanted, double typical, const Expected &tolerance) {
  return tolerance.atol + tolerance.rtol * std::max(std::fabs(wanted), typical);
}

/// NaN is never close to anything.
bool is_close(double got, double wanted, double typical, const Expected &tolerance) {
  if (got == wanted) return true;
  if (!std::isfinite(wanted)) return false;
  return std::fabs(got - wanted) <= allowed_error(wanted, typical, tolerance);
}

void add_error(Comparison &comparison, std::size_t index, double got, double wanted, bool outside) {
  const double error = got == wanted ? 0 : std::fabs(got - wanted);
  if (std::isfinite(error)) comparison.error_squares += error * error;
  if (std::isfinite(wanted)) comparison.reference_squares += wanted * wanted;
  const bool worse = outside == comparison.is_worst_outside ? error > comparison.largest : outside;
  if (comparison.worst != nowhere && !worse) return;
  comparison.worst = index;
  comparison.largest = error;
  comparison.is_worst_outside = outside;
}

void add_unwritten(Comparison &comparison, std::size_t index) {
  if (comparison.unwritten++ == 0) comparison.first_unwritten = index;
}

void add_not_number(Comparison &comparison, std::size_t index) {
  if (comparison.not_numbers++ == 0) comparison.first_not_number = index;
}

Comparison total_of(const std::vector<Comparison> &parts) {
  Comparison total;
  for (const Comparison &part : parts) total.add(part);
  return total;
}

Comparison compare_with(const Reference &reference, const BufferPlan &plan, const unsigned char *elements) {
  const std::size_t size = plan.element->size, count = plan.layout.count();
  const double typical = root_mean_square(reference, count);
  // Integers that no tolerance names are compared byte for byte: not all of 64 bits are doubles.
  const Expected &tolerance = *plan.expected;
  const bool exact = tolerance.type == Expected::exact && tolerance.rtol == 0 && tolerance.atol == 0;
  const Decoder decode(*plan.element);
  Comparison total = total_of(in_pieces<Comparison>(count, [&](std::size_t begin, std::size_t end) {
    Comparison part;
    for (std::size_t i = begin; i < end; ++i) {
      const unsigned char *element = elements + plan.layout.offset(i) * size;
      const double got = decode(element), wanted = reference[i];
      const bool right = exact ? std::memcmp(element, reference.at(i), size) == 0 && !std::isnan(got)
                               : is_close(got, wanted, typical, tolerance);
      if (!right && plan.role == Role::out && is_poison(element, size)) add_unwritten(part, i);
      else if (!right && (std::isnan(got) || (std::isinf(got) && !std::isinf(wanted)))) add_not_number(part, i);
      else add_error(part, i, got, wanted, !right), part.outside += !right;
    }
    return part;
  }));
  if (!exact && total.worst != nowhere)
    total.allowed = allowed_error(reference[total.worst], typical, tolerance);
  return total;
}

/// Counts NaNs and infinities. Types in which the poison is a number have no unwritten elements.
Comparison find_non_numbers(const BufferPlan &plan, const unsigned char *elements) {
  const std::size_t size = plan.element->size;
  const Decoder decode(*plan.element);
  return total_of(in_pieces<Comparison>(plan.layout.count(), [&](std::size_t begin, std::size_t end) {
    Comparison part;
    for (std::size_t i = begin; i < end; ++i) {
      const unsigned char *element = elements + plan.layout.offset(i) * size;
      if (std::isfinite(decode(element))) continue;
      if (plan.role == Role::out && is_poison(element, size)) add_unwritten(part, i);
      else add_not_number(part, i);
    }
    return part;
  }));
}

}  // namespace

double Comparison::norm() const {
  return reference_squares > 0 ? std::sqrt(error_squares / reference_squares) : std::sqrt(error_squares);
}

void Comparison::add(const Comparison &later) {
  unwritten += later.unwritten;
  not_numbers += later.not_numbers;
  outside += later.outside;
  first_unwritten = std::min(first_unwritten, later.first_unwritten);
  first_not_number = std::min(first_not_number, later.first_not_number);
  error_squares += later.error_squares;
  reference_squares += later.reference_squares;
  const bool worse =
      is_worst_outside == later.is_worst_outside ? later.largest > largest : later.is_worst_outside;
  if (later.worst == nowhere || (worst != nowhere && !worse)) return;
  worst = later.worst;
  largest = later.largest;
  is_worst_outside = later.is_worst_outside;
}

Comparison compare(const BufferPlan &plan, const unsigned char *elements, const Bytes &expected) {
  return plan.expected ? compare_with(Reference(plan, expected), plan, elements)
                       : find_non_numbers(plan, elements);
}

std::string expected_text(const BufferPlan &plan, const Bytes &expected, std::size_t index) {
  return Reference(plan, expected).text(index);
}

}  // namespace smoke
