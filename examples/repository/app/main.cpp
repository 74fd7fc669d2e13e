// Normalises a matrix with the kernel of the package, and compares with the same in double precision.
#include <mlp/rms_norm_fp16.h>  // and with it the driver's interface, toolkit or not

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

constexpr int rows = 5, cols = 1000;
constexpr float eps = 1e-6f;

// fp16, for numbers of at least 2^-14.
std::uint16_t narrow(double value) {
  const int exponent = std::ilogb(value);
  const auto fraction = static_cast<int>(std::nearbyint(std::ldexp(std::fabs(value), 10 - exponent)));
  return static_cast<std::uint16_t>((value < 0 ? 0x8000 : 0) + (exponent + 14) * 1024 + fraction);
}

double widen(std::uint16_t half) {
  const double size = std::ldexp(1024 + (half & 1023), (half >> 10 & 31) - 25);
  return half & 0x8000 ? -size : size;
}

void must(CUresult result, const char *what) {
  if (result == CUDA_SUCCESS) return;
  const char *text = nullptr;
  cuGetErrorString(result, &text);
  std::fprintf(stderr, "%s: %s\n", what, text ? text : "unknown error");
  std::exit(1);
}

CUdeviceptr copy(const std::vector<std::uint16_t> &values) {
  CUdeviceptr memory;
  must(cuMemAlloc(&memory, values.size() * 2), "allocate");
  must(cuMemcpyHtoD(memory, values.data(), values.size() * 2), "copy to the GPU");
  return memory;
}

}  // namespace

int main() {
  int count = 0;
  if (cuInit(0) != CUDA_SUCCESS || cuDeviceGetCount(&count) != CUDA_SUCCESS || count == 0) {
    std::puts("no GPU");
    return 77;
  }
  CUcontext context;
  must(cuDevicePrimaryCtxRetain(&context, 0), "use the GPU");
  must(cuCtxSetCurrent(context), "use the GPU");

  std::vector<std::uint16_t> x(rows * cols), weight(cols), y(x.size());
  for (int i = 0; i < rows * cols; i++) x[i] = narrow(2 * std::sin(i + 0.5) + 0.01);
  for (int i = 0; i < cols; i++) weight[i] = narrow(1 + 0.5 * std::cos(i));
  const CUdeviceptr x_gpu = copy(x), weight_gpu = copy(weight), y_gpu = copy(y);
  must(rms_norm_fp16_default(nullptr, x_gpu, weight_gpu, y_gpu, cols, eps, rows), "launch");
  must(cuCtxSynchronize(), "run");
  must(cuMemcpyDtoH(y.data(), y_gpu, y.size() * 2), "copy from the GPU");

  int wrong = 0;
  for (int row = 0; row < rows; row++) {
    double squares = 0;
    for (int col = 0; col < cols; col++) squares += std::pow(widen(x[row * cols + col]), 2);
    for (int col = 0; col < cols; col++) {
      const int i = row * cols + col;
      const double expected = widen(x[i]) / std::sqrt(squares / cols + eps) * widen(weight[col]);
      // A NaN passes no comparison.
      wrong += !(std::fabs(widen(y[i]) - expected) <= 1e-3 * std::fabs(expected) + 1e-4);
    }
  }
  std::printf("%d of %d elements are wrong\n", wrong, rows * cols);
  for (const CUdeviceptr memory : {x_gpu, weight_gpu, y_gpu}) must(cuMemFree(memory), "free");
  must(unload_rms_norm_fp16(), "unload");
  must(cuDevicePrimaryCtxRelease(0), "leave the GPU");
  return wrong == 0 ? 0 : 1;
}
