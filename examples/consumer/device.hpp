// The GPU for a small program: errors as exceptions, guarded buffers, 16-bit floats.
#pragma once

#include <flash_attention/fmha_d64_fp16.h>  // and with it the driver's interface, toolkit or not

#include <cmath>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#include <vector>

inline void must(CUresult result, const char *what) {
  if (result == CUDA_SUCCESS) return;
  const char *text = nullptr;
  if (cuGetErrorString(result, &text) != CUDA_SUCCESS || text == nullptr) text = "unknown error";
  throw std::runtime_error(std::string(what) + ": " + text + " (" + std::to_string(static_cast<int>(result)) + ")");
}

// Device memory between two guards. Everything begins as ones, which are NaN in every float's format.
template <class T>
class Buffer {
 public:
  explicit Buffer(std::size_t count) : count_(count) {
    must(cuMemAlloc(&memory_, size() + 2 * guard), "allocate");
    must(cuMemsetD8(memory_, 0xff, size() + 2 * guard), "fill");
  }
  explicit Buffer(const std::vector<T> &values) : Buffer(values.size()) {
    must(cuMemcpyHtoD(data(), values.data(), size()), "copy to the device");
  }
  Buffer(const Buffer &) = delete;
  Buffer &operator=(const Buffer &) = delete;
  ~Buffer() { cuMemFree(memory_); }

  CUdeviceptr data() const { return memory_ + guard; }

  std::vector<T> values() const {
    std::vector<T> values(count_);
    must(cuMemcpyDtoH(values.data(), data(), size()), "copy from the device");
    return values;
  }

  bool guards_hold() const {
    std::vector<unsigned char> all(size() + 2 * guard);
    must(cuMemcpyDtoH(all.data(), memory_, all.size()), "copy from the device");
    for (std::size_t i = 0; i < guard; ++i)
      if (all[i] != 0xff || all[guard + size() + i] != 0xff) return false;
    return true;
  }

 private:
  static constexpr std::size_t guard = 4096;

  std::size_t size() const { return count_ * sizeof(T); }

  std::size_t count_;
  CUdeviceptr memory_ = 0;
};

using Half = std::uint16_t;

inline double widen(float value) { return value; }
inline double widen(Half half) {
  const int exponent = half >> 10 & 31, fraction = half & 1023;
  const double size = exponent == 31  ? (fraction ? NAN : INFINITY)
                      : exponent == 0 ? std::ldexp(fraction, -24)
                                      : std::ldexp(fraction + 1024, exponent - 25);
  return half & 0x8000 ? -size : size;
}

// To the nearest; for values that fit.
inline Half narrow(double value) {
  const double size = std::fabs(value);
  const int exponent = size < 0x1p-14 ? -14 : std::ilogb(size);
  const auto steps = static_cast<int>(std::nearbyint(std::ldexp(size, 10 - exponent)));
  // A fraction that rounds up to 2048 carries into the exponent, as it should.
  return static_cast<Half>((std::signbit(value) ? 0x8000 : 0) + (exponent + 14) * 1024 + steps);
}

template <class T>
std::vector<double> widen_all(const std::vector<T> &values) {
  std::vector<double> wide;
  for (const T value : values) wide.push_back(widen(value));
  return wide;
}
