#include "compare.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>
#include <thread>
#include <vector>

namespace smoke {
namespace {

/// The expected values as numbers.
class Reference {
 public:
  Reference(const BufferPlan &plan, const Bytes &bytes) : Reference(element_of(plan), bytes) {
    if (is_rounded(plan)) rounding_.emplace(*plan.element), rounded_ = plan.element;
  }
  Reference(const Element &element, const Bytes &bytes) : bytes_(bytes), element_(element), decode_(element) {}

  const unsigned char *at(std::size_t index) const { return bytes_.data() + index * element_.size; }
  double operator[](std::size_t index) const { return rounding_ ? rounding_->nearest(decode_(at(index))) : decode_(at(index)); }
  /// How far the next element may be from an expected one: a step of a type of 8 bits, 0 of others.
  double step(double wanted) const { return rounded_ ? step_of(*rounded_, wanted) : 0; }
  std::string text(std::size_t index) const {
    return rounding_ ? number_text((*this)[index]) : element_text(element_, at(index));
  }

 private:
  static const Element &element_of(const BufferPlan &plan) {
    if (plan.expected->type == Expected::exact) return *plan.element;
    return *find_element(plan.expected->type == Expected::f32 ? "fp32" : "fp64");
  }

  const Bytes &bytes_;
  const Element &element_;
  Decoder decode_;
  std::optional<Rounding> rounding_;
  const Element *rounded_ = nullptr;  // the type to which it rounds
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

/// Rounding goes to one of the two neighbours. Of these, the larger one has the wider step.
/// @param step how far the next element may be, if the limits of the whole buffer count
double allowed_error(double got, double wanted, double step, double typical, const BufferPlan &plan) {
  const Tolerance &tolerance = plan.tolerance;
  if (tolerance.steps > 0)
    return tolerance.steps * step_of(*plan.element, std::max(std::fabs(got), std::fabs(wanted)));
  return step + tolerance.atol + tolerance.rtol * std::max(std::fabs(wanted), typical);
}

/// NaN is not close to anything: where it is right, `is_wanted_nan` says so.
bool is_close(double got, double wanted, double allowed) {
  if (got == wanted) return true;
  return std::isfinite(wanted) && std::fabs(got - wanted) <= allowed;
}

/// Whether an element is NaN where the manifest says that it is.
bool is_wanted_nan(const BufferPlan &plan, double got, double wanted) {
  return plan.nan && std::isnan(got) && std::isnan(wanted);
}

void add_error(Comparison &comparison, std::size_t index, double got, double wanted, bool outside) {
  const bool same = got == wanted || (!outside && std::isnan(got));
  const double error = same ? 0 : std::isnan(wanted) ? std::numeric_limits<double>::infinity() : std::fabs(got - wanted);
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

/// Finds elements that a call has not written.
class Unwritten {
 public:
  Unwritten(const BufferPlan &plan, const unsigned char *elements, const unsigned char *again)
      : is_out_(plan.role == Role::out), size_(plan.element->size), elements_(elements), again_(again) {
    const Bytes bytes(size_, poison);
    is_number_ = std::isfinite(Decoder(*plan.element)(bytes.data()));
  }

  bool is_suspect(const unsigned char *element) const { return is_out_ && is_poison(element, size_); }

  bool operator()(const unsigned char *element) const {
    if (!is_suspect(element)) return false;
    return again_ ? is_poison(again_ + (element - elements_), size_, other_poison) : !is_number_;
  }

 private:
  bool is_out_, is_number_;
  std::size_t size_;
  const unsigned char *elements_, *again_;
};

enum class Wanted { close, equal, same_bits_or_close };

Comparison compare_with(const Reference &reference, Wanted how, const BufferPlan &plan, const unsigned char *elements,
                        const unsigned char *again) {
  const bool exact = how == Wanted::equal;
  const std::size_t size = plan.element->size, count = plan.layout.count();
  const double typical = root_mean_square(reference, count);
  const Unwritten is_unwritten(plan, elements, again);
  const Decoder decode(*plan.element);
  Comparison total = total_of(in_pieces<Comparison>(count, [&](std::size_t begin, std::size_t end) {
    Comparison part;
    for (std::size_t i = begin; i < end; ++i) {
      const unsigned char *element = elements + plan.layout.offset(i) * size;
      const double got = decode(element), wanted = reference[i];
      const bool is_same = how != Wanted::close && std::memcmp(element, reference.at(i), size) == 0;
      const auto is_near = [&] { return is_close(got, wanted, allowed_error(got, wanted, reference.step(wanted), typical, plan)); };
      const bool is_nan = is_wanted_nan(plan, got, wanted);
      // Poison can be NaN: then only another call shows whether it was written.
      bool right = exact ? is_same && !std::isnan(got) : is_same || is_near() || (is_nan && !is_unwritten.is_suspect(element));
      part.suspects += !right && is_unwritten.is_suspect(element);
      const bool unwritten = !right && is_unwritten(element);
      right = right || (is_nan && !unwritten);
      if (unwritten) add_unwritten(part, i);
      else if (!right && (std::isnan(got) || (std::isinf(got) && !std::isinf(wanted)))) add_not_number(part, i);
      else add_error(part, i, got, wanted, !right), part.outside += !right;
    }
    return part;
  }));
  if (!exact && total.worst != nowhere)
    total.allowed = allowed_error(decode(elements + plan.layout.offset(total.worst) * size), reference[total.worst],
                                  reference.step(reference[total.worst]), typical, plan);
  return total;
}

/// Counts NaNs and infinities, unless the manifest says that there are some. Types in which the poison is a number have no unwritten elements.
Comparison find_non_numbers(const BufferPlan &plan, const unsigned char *elements, const unsigned char *again) {
  const std::size_t size = plan.element->size;
  const Unwritten is_unwritten(plan, elements, again);
  const Decoder decode(*plan.element);
  return total_of(in_pieces<Comparison>(plan.layout.count(), [&](std::size_t begin, std::size_t end) {
    Comparison part;
    for (std::size_t i = begin; i < end; ++i) {
      const unsigned char *element = elements + plan.layout.offset(i) * size;
      if (std::isfinite(decode(element))) continue;
      part.suspects += is_unwritten.is_suspect(element);
      if (is_unwritten(element)) add_unwritten(part, i);
      else if (!plan.nan) add_not_number(part, i);
    }
    return part;
  }));
}

}  // namespace

double Comparison::norm() const {
  return reference_squares > 0 ? std::sqrt(error_squares / reference_squares) : std::sqrt(error_squares);
}

void Comparison::add(const Comparison &later) {
  suspects += later.suspects;
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

Comparison compare(const BufferPlan &plan, const unsigned char *elements, const Bytes &expected,
                   const unsigned char *again) {
  if (!plan.expected) return find_non_numbers(plan, elements, again);
  const bool exact = plan.expected->type == Expected::exact && !plan.tolerance.has_element_limit();
  const Wanted how = exact ? Wanted::equal : Wanted::close;
  return compare_with(Reference(plan, expected), how, plan, elements, again);
}

Comparison compare_calls(const BufferPlan &plan, const unsigned char *first, const unsigned char *second) {
  const std::size_t size = plan.element->size, count = plan.layout.count();
  Bytes packed(count * size);
  for (std::size_t i = 0; i < count; ++i)
    std::memcpy(packed.data() + i * size, first + plan.layout.offset(i) * size, size);
  const bool is_integer = plan.element->kind == Element::signed_integer || plan.element->kind == Element::unsigned_integer;
  const bool exact = is_integer && !plan.tolerance.has_element_limit();
  return compare_with(Reference(*plan.element, packed), exact ? Wanted::equal : Wanted::same_bits_or_close, plan, second, nullptr);
}

bool is_rounded(const BufferPlan &plan) {
  return plan.element->kind == Element::small_float && plan.element->size == 1 && plan.tolerance.type == plan.element->name &&
         plan.expected && plan.expected->type != Expected::exact;
}

std::string expected_text(const BufferPlan &plan, const Bytes &expected, std::size_t index) {
  return Reference(plan, expected).text(index);
}

}  // namespace smoke
