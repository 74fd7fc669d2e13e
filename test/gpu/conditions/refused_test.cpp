// Calls that the kernels cannot serve are refused, and write nothing.
#include <conditions.h>

#include <cstdio>
#include <vector>

static int failed = 0;

static void check(bool isRight, const char *what) {
  std::printf("%s %s\n", isRight ? "ok" : "FAIL", what);
  if (!isRight) failed += 1;
}

int main() {
  constexpr int SIZE = 1024;
  CUcontext context;
  CUdeviceptr x, out;
  if (cuInit(0) || cuDevicePrimaryCtxRetain(&context, 0) || cuCtxSetCurrent(context) ||
      cuMemAlloc(&x, SIZE * sizeof(float)) || cuMemAlloc(&out, SIZE * sizeof(float)) ||
      cuMemsetD32(x, 0x3f800000, SIZE) || cuMemsetD32(out, 0, SIZE))
    return 2;
  const auto written = [&] {
    std::vector<float> values(SIZE);
    if (cuCtxSynchronize() || cuMemcpyDtoH(values.data(), out, SIZE * sizeof(float))) return -1;
    int count = 0;
    for (const float value : values) count += value != 0;
    return count;
  };
  check(guarded_default(nullptr, x, out, 100) == CUDA_ERROR_INVALID_VALUE, "another size");
  check(guarded_default(nullptr, x, out, 129) == CUDA_ERROR_INVALID_VALUE, "one more");
  check(required_default(nullptr, x, out, 256) == CUDA_ERROR_INVALID_VALUE, "fewer blocks");
  check(required_default(nullptr, 0, out, 384) == CUDA_ERROR_INVALID_VALUE, "a null pointer");
  check(written() == 0, "nothing is written");
  check(guarded_default(nullptr, x, out, 0) == CUDA_SUCCESS, "an empty grid");
  check(guarded_default(nullptr, x, out, 128) == CUDA_SUCCESS && written() == 128, "a multiple");
  check(required_default(nullptr, x, out, 384) == CUDA_SUCCESS && written() == 384, "all blocks");
  check(tuned_get_num_algos() == 2, "the algos that compile");
  return failed == 0 ? 0 : 1;
}
