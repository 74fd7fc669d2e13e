// What the tests of the examples share: 16-bit floats, random numbers, guarded device buffers, a comparison
// that no NaN passes, and the count of what passed.
#pragma once

#include <cuda.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <limits>
#include <stdexcept>
#include <string>
#include <thread>
#include <type_traits>
#include <vector>

namespace gpu_test {

// ---- Numbers ----------------------------------------------------------------------------------------------

struct Half {
  std::uint16_t bits;
};
struct Bfloat16 {
  std::uint16_t bits;
};

inline std::uint32_t bits_of(float value) {
  std::uint32_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

inline float float_of(std::uint32_t bits) {
  float value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

inline float widen(float value) { return value; }
inline float widen(Bfloat16 value) { return float_of(static_cast<std::uint32_t>(value.bits) << 16); }
inline float widen(Half value) {
  const std::uint32_t sign = static_cast<std::uint32_t>(value.bits & 0x8000u) << 16;
  const std::uint32_t exponent = (value.bits >> 10) & 31u;
  const std::uint32_t fraction = value.bits & 1023u;
  if (exponent == 31) return float_of(sign | 0x7f800000u | fraction << 13);
  const float magnitude =
      exponent == 0 ? std::ldexp(static_cast<float>(fraction), -24) : float_of((exponent + 112) << 23 | fraction << 13);
  return sign ? -magnitude : magnitude;
}

/// Rounds to nearest, ties to even. The values of the tests are finite and in range.
template <class T>
T narrow(float value);
template <>
inline float narrow<float>(float value) {
  return value;
}
template <>
inline Bfloat16 narrow<Bfloat16>(float value) {
  const std::uint32_t bits = bits_of(value);
  return {static_cast<std::uint16_t>((bits + 0x7fffu + (bits >> 16 & 1u)) >> 16)};
}
template <>
inline Half narrow<Half>(float value) {
  const std::uint32_t sign = bits_of(value) >> 16 & 0x8000u;
  const float magnitude = std::fabs(value);
  if (magnitude < 6.103515625e-5f)  // subnormal: a multiple of 2^-24
    return {static_cast<std::uint16_t>(sign | static_cast<std::uint32_t>(std::nearbyint(std::ldexp(magnitude, 24))))};
  const std::uint32_t bits = bits_of(magnitude) - (112u << 23);
  return {static_cast<std::uint16_t>(sign | (bits + 0xfffu + (bits >> 13 & 1u)) >> 13)};
}

/// The largest relative error (in the 2-norm) that rounding explains, with room for a few roundings.
template <class T>
constexpr double tolerance() {
  return std::is_same_v<T, Half> ? 2e-3 : std::is_same_v<T, Bfloat16> ? 1.6e-2 : 2e-6;
}

template <class T>
constexpr const char *type_name() {
  return std::is_same_v<T, Half> ? "fp16" : std::is_same_v<T, Bfloat16> ? "bf16" : "fp32";
}

// ---- Host work on all cores -------------------------------------------------------------------------------

/// Calls body(i) for every i below count. The body must not throw.
template <class Body>
void parallel_for(std::size_t count, const Body &body) {
  const std::size_t workers = std::min<std::size_t>(std::max(1u, std::thread::hardware_concurrency()), count);
  std::vector<std::thread> threads;
  for (std::size_t worker = 0; worker < workers; ++worker)
    threads.emplace_back([&body, worker, workers, count] {
      for (std::size_t i = count * worker / workers; i < count * (worker + 1) / workers; ++i) body(i);
    });
  for (auto &thread : threads) thread.join();
}

inline std::uint64_t scramble(std::uint64_t x) {  // the finaliser of SplitMix64
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
  x = (x ^ x >> 27) * 0x94d049bb133111ebu;
  return x ^ x >> 31;
}

/// Normally distributed numbers that depend on the seed and their position only, not on the machine's threads.
template <class T>
std::vector<T> normal(std::size_t count, std::uint64_t seed, float scale = 1, float shift = 0) {
  std::vector<T> values(count);
  parallel_for(count, [&](std::size_t i) {
    const std::uint64_t random = scramble(scramble(seed) + (i + 1) * 0x9e3779b97f4a7c15u);
    const double u = (static_cast<double>(random >> 32) + 1) / 4294967296.0;
    const double v = static_cast<double>(random & 0xffffffffu) / 4294967296.0;
    const double z = std::sqrt(-2 * std::log(u)) * std::cos(6.283185307179586 * v);
    values[i] = narrow<T>(static_cast<float>(z) * scale + shift);
  });
  return values;
}

template <class T>
std::vector<double> widen_all(const std::vector<T> &values) {
  std::vector<double> wide(values.size());
  parallel_for(values.size(), [&](std::size_t i) { wide[i] = static_cast<double>(widen(values[i])); });
  return wide;
}

template <class T>
std::vector<T> narrow_all(const std::vector<double> &values) {
  std::vector<T> narrowed(values.size());
  parallel_for(values.size(), [&](std::size_t i) { narrowed[i] = narrow<T>(static_cast<float>(values[i])); });
  return narrowed;
}

template <class Integer>
constexpr Integer round_up(Integer value, Integer unit) {
  return (value + unit - 1) / unit * unit;
}

// ---- The device -------------------------------------------------------------------------------------------

/// For the calls the tests themselves make: when one fails, nothing further can be tested.
inline void must(CUresult result, const char *what) {
  if (result == CUDA_SUCCESS) return;
  const char *name = nullptr;
  cuGetErrorName(result, &name);
  throw std::runtime_error(std::string(what) + ": " + (name ? name : "unknown CUDA error"));
}

constexpr std::size_t guard_bytes = 1 << 16;
// NaN in fp16, bf16 and fp32 alike, so that what a kernel reads out of bounds shows in its result too.
constexpr std::uint16_t guard_pattern = 0xffe1;
constexpr std::uint16_t poison_pattern = 0xffff;

/// Device memory between two guards. It remembers what it was filled with.
template <class T>
class Buffer {
 public:
  /// An input: holds the values.
  explicit Buffer(std::vector<T> values) : initial_(std::move(values)) {
    allocate();
    if (!initial_.empty()) must(cuMemcpyHtoD(pointer(), initial_.data(), bytes()), "copy to the device");
    must(cuCtxSynchronize(), "wait for the fills");
  }

  /// An output: holds NaN everywhere.
  explicit Buffer(std::size_t count) : initial_(count) {
    std::memset(static_cast<void *>(initial_.data()), 0xff, bytes());
    allocate();
    if (count) must(cuMemsetD16(pointer(), poison_pattern, bytes() / 2), "poison");
    // Fills run on the default stream, which others need not wait for.
    must(cuCtxSynchronize(), "wait for the fills");
  }

  Buffer(const Buffer &) = delete;
  Buffer &operator=(const Buffer &) = delete;
  ~Buffer() { cuMemFree(base_); }

  CUdeviceptr pointer() const { return base_ + guard_bytes; }

  std::vector<T> download() const {
    std::vector<T> values(initial_.size());
    if (!values.empty()) must(cuMemcpyDtoH(values.data(), pointer(), bytes()), "copy from the device");
    return values;
  }

  bool unchanged() const {
    const std::vector<T> now = download();
    return now.empty() || std::memcmp(now.data(), initial_.data(), bytes()) == 0;
  }

  bool guards_intact() const {
    std::vector<std::uint16_t> guard(guard_bytes / 2);
    for (const CUdeviceptr at : {base_, pointer() + bytes()}) {
      must(cuMemcpyDtoH(guard.data(), at, guard_bytes), "read a guard");
      for (const std::uint16_t value : guard)
        if (value != guard_pattern) return false;
    }
    return true;
  }

 private:
  std::size_t bytes() const { return initial_.size() * sizeof(T); }

  void allocate() {
    must(cuMemAlloc(&base_, bytes() + 2 * guard_bytes), "allocate");
    must(cuMemsetD16(base_, guard_pattern, guard_bytes / 2), "guard");
    must(cuMemsetD16(pointer() + bytes(), guard_pattern, guard_bytes / 2), "guard");
  }

  std::vector<T> initial_;
  CUdeviceptr base_ = 0;
};

// ---- Results ----------------------------------------------------------------------------------------------

/// What a reference holds where the kernel must not write: the output must still be poisoned there.
constexpr double untouched = std::numeric_limits<double>::quiet_NaN();

struct Difference {
  double relative = 0;  // in the 2-norm over everything
  double largest = 0;   // of one element, absolute
  bool pointwise = true;
  bool poison_respected = true;
};

template <class T>
bool is_poison(T value) {
  const std::vector<unsigned char> poison(sizeof value, 0xff);
  return std::memcmp(&value, poison.data(), sizeof value) == 0;
}

/// Besides the norm every single element is judged, against the size of the 64 around it: one wrong element
/// among millions would vanish in the norm. Where these are all tiny (a softmax far from its peak), they are
/// judged against 3 % of the largest element instead: their inputs cannot be more exact than that. Where an
/// element is the small difference of large terms, `terms` says how large: no arithmetic is more exact.
template <class T>
Difference difference(const std::vector<T> &out, const std::vector<double> &reference, double limit,
                      const std::vector<double> &terms = {}) {
  constexpr std::size_t neighbourhood = 64;
  Difference result;
  double error_squares = 0, reference_squares = 0, floor = 0;
  for (const double value : reference)
    if (!std::isnan(value)) floor = std::max(floor, 0.03 * std::fabs(value));
  for (std::size_t from = 0; from < out.size(); from += neighbourhood) {
    const std::size_t to = std::min(from + neighbourhood, out.size());
    const std::size_t start = to - std::min(to, neighbourhood);
    double squares = 0;
    std::size_t written = 0;
    for (std::size_t i = start; i < to; ++i)
      if (!std::isnan(reference[i])) squares += reference[i] * reference[i], ++written;
    const double typical = std::max(floor, written ? std::sqrt(squares / static_cast<double>(written)) : 0);
    for (std::size_t i = from; i < to; ++i) {
      if (std::isnan(reference[i])) {
        result.poison_respected &= is_poison(out[i]);
        continue;
      }
      const double error = std::fabs(static_cast<double>(widen(out[i])) - reference[i]);
      // Written so that a NaN fails.
      const double size = std::max({typical, std::fabs(reference[i]), terms.empty() ? 0 : terms[i]});
      if (!(error <= 5 * limit * size)) result.pointwise = false;
      if (!(error <= result.largest)) result.largest = error;
      error_squares += error * error;
      reference_squares += reference[i] * reference[i];
    }
  }
  result.relative = reference_squares > 0 ? std::sqrt(error_squares / reference_squares) : std::sqrt(error_squares);
  return result;
}

class Report {
 public:
  bool check(bool ok, const std::string &name, const std::string &detail = "") {
    (ok ? passed_ : failed_) += 1;
    std::printf("%-4s %s%s%s\n", ok ? "ok" : "FAIL", name.c_str(), detail.empty() ? "" : " ", detail.c_str());
    std::fflush(stdout);
    return ok;
  }

  bool result(CUresult actual, CUresult expected, const std::string &name) {
    const char *text = nullptr;
    cuGetErrorName(actual, &text);
    return check(actual == expected, name, actual == expected ? "" : std::string("got ") + (text ? text : "?"));
  }

  /// The output holds the reference, and nothing was written beside it.
  template <class T>
  bool close(const Buffer<T> &out, const std::vector<double> &reference, double limit, const std::string &name,
             const std::vector<double> &terms = {}) {
    const Difference d = difference(out.download(), reference, limit, terms);
    char numbers[64];
    std::snprintf(numbers, sizeof numbers, "rel=%.2e max=%.2e", d.relative, d.largest);
    const bool guarded = out.guards_intact();
    const bool ok = d.relative <= limit && d.pointwise && d.poison_respected && guarded;
    return check(ok, name,
                 std::string(numbers) + (d.pointwise ? "" : " (single elements are off)") +
                     (d.poison_respected ? "" : " (wrote between the rows)") + (guarded ? "" : " (wrote out of bounds)"));
  }

  /// The inputs are what they were.
  template <class... T>
  bool inputs_kept(const std::string &name, const Buffer<T> &...inputs) {
    // A line each would drown the others: only a change is reported.
    const bool kept = ((inputs.unchanged() && inputs.guards_intact()) && ...);
    return kept || check(false, name, "changed an input");
  }

  int finish() const {
    std::printf("%d passed, %d failed\n", passed_, failed_);
    return failed_ == 0 && passed_ > 0 ? 0 : 1;
  }

 private:
  int passed_ = 0;
  int failed_ = 0;
};

/// Each takes the stream to launch on; the device's context is current.
void test_interface(Report &report, CUdevice device);
void test_vector_add(Report &report, CUstream stream);
void test_softmax(Report &report, CUstream stream);
void test_layernorm_linear(Report &report, CUstream stream);
void test_matmul(Report &report, CUstream stream);
void test_flash_attention(Report &report, CUstream stream);

}  // namespace gpu_test
