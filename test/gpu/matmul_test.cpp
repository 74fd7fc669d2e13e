#include <matmul.h>

#include "harness.hpp"

namespace gpu_test {
namespace {

constexpr int algos = 3;

/// a is M x K, b is K x N with its columns contiguous, c is M x N; the strides count elements.
struct Case {
  std::size_t M, N, K;
  std::size_t stride_am, stride_bn, stride_cm;
};

Case contiguous(std::size_t M, std::size_t N, std::size_t K) { return {M, N, K, K, K, N}; }

std::vector<double> product(const std::vector<double> &a, const std::vector<double> &b, const std::vector<double> &bias,
                            const Case &c) {
  std::vector<double> out(c.M * c.stride_cm, untouched);
  parallel_for(c.M * c.N, [&](std::size_t i) {
    const std::size_t m = i / c.N, n = i % c.N;
    const double *x = &a[m * c.stride_am], *y = &b[n * c.stride_bn];
    double sum = bias[n];
    for (std::size_t k = 0; k < c.K; ++k) sum += x[k] * y[k];
    out[m * c.stride_cm + n] = sum >= 0 ? sum : 0.01 * sum;
  });
  return out;
}

std::string name_of(const char *kernel, const char *type, const Case &c, int algo) {
  std::string name = std::string(kernel) + type + " " + std::to_string(c.M) + "x" + std::to_string(c.N) + "x" +
                     std::to_string(c.K) + " strides=";
  return name + std::to_string(c.stride_am) + "," + std::to_string(c.stride_bn) + "," + std::to_string(c.stride_cm) +
         " algo=" + std::to_string(algo);
}

template <class T, class Kernel>
void check(Report &report, CUstream stream, Kernel kernel, const Case &c) {
  const auto int32 = [](std::size_t value) { return static_cast<std::int32_t>(value); };
  const std::vector<T> a = normal<T>(c.M * c.stride_am, 10), b = normal<T>(c.N * c.stride_bn, 11), bias = normal<T>(c.N, 12);
  const std::vector<double> reference = product(widen_all(a), widen_all(b), widen_all(bias), c);
  const Buffer<T> a_device(a), b_device(b), bias_device(bias);
  for (int algo = 0; algo < algos; ++algo) {
    const std::string name = name_of("matmul_", type_name<T>(), c, algo);
    const Buffer<T> out(reference.size());
    must(kernel(stream, a_device.pointer(), b_device.pointer(), bias_device.pointer(), out.pointer(), int32(c.M),
                int32(c.N), int32(c.K), int32(c.stride_am), 1, 1, int32(c.stride_bn), int32(c.stride_cm), 1, algo),
         "launch");
    must(cuStreamSynchronize(stream), "synchronize");
    report.close(out, reference, tolerance<T>(), name);
    report.inputs_kept(name, a_device, b_device, bias_device);
  }
}

/// The same with descriptors of a and b. Devices before compute capability 9.0 have no such kernel.
template <class T, class Kernel>
void check_tma(Report &report, CUstream stream, Kernel kernel, const Case &c) {
  const std::vector<T> a = normal<T>(c.M * c.stride_am, 10), b = normal<T>(c.N * c.stride_bn, 11), bias = normal<T>(c.N, 12);
  const std::vector<double> reference = product(widen_all(a), widen_all(b), widen_all(bias), c);
  const Buffer<T> a_device(a), b_device(b), bias_device(bias);
  const auto int32 = [](std::size_t value) { return static_cast<std::int32_t>(value); };
  const auto tensor = [](CUdeviceptr data, std::size_t rows, std::size_t columns, std::size_t stride) {
    const auto int64 = [](std::size_t value) { return static_cast<std::int64_t>(value); };
    return aot_tensor{data, {int64(rows), int64(columns)}, {int64(stride), 1}, false};
  };
  for (int algo = 0; algo < algos; ++algo) {
    const std::string name = name_of("matmul_tma_", type_name<T>(), c, algo);
    const Buffer<T> out(reference.size());
    const aot_tensor left = tensor(a_device.pointer(), c.M, c.K, c.stride_am),
                     right = tensor(b_device.pointer(), c.N, c.K, c.stride_bn);
    must(kernel(stream, &left, &right, bias_device.pointer(), out.pointer(), int32(c.M), int32(c.N), int32(c.K),
                int32(c.stride_cm), algo),
         "launch");
    must(cuStreamSynchronize(stream), "synchronize");
    report.close(out, reference, tolerance<T>(), name);
    report.inputs_kept(name, a_device, b_device, bias_device);
  }
}

/// With rows of a and b padded to whole multiples of 16 bytes.
Case padded(std::size_t M, std::size_t N, std::size_t K) {
  return {M, N, K, round_up<std::size_t>(K, 8), round_up<std::size_t>(K, 8), N};
}

bool has_tma() {
  CUdevice device;
  int major = 0;
  must(cuCtxGetDevice(&device), "find the device");
  must(cuDeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device), "compute capability");
  return major >= 9;
}

}  // namespace

void test_matmul(Report &report, CUstream stream) {
  report.check(matmul_fp16_get_num_algos() == algos && matmul_tma_bf16_get_num_algos() == algos, "matmul algos");
  std::vector<Case> cases = {contiguous(1, 1, 1),      contiguous(16, 16, 16),     contiguous(33, 17, 9),
                             contiguous(128, 128, 128), contiguous(257, 130, 65),   contiguous(512, 512, 512),
                             contiguous(1, 4099, 64),   contiguous(2047, 33, 1000), contiguous(1024, 768, 513)};
  // Every combination of divisible by 16 or not: one for each specialisation.
  for (const std::size_t K : {96u, 91u})
    for (const std::size_t stride_am : {112u, 99u})
      for (const std::size_t stride_bn : {128u, 101u}) cases.push_back({130, 70, K, stride_am, stride_bn, 75});
  for (const Case &c : cases) {
    check<Half>(report, stream, matmul_fp16, c);
    check<Bfloat16>(report, stream, matmul_bf16, c);
  }
  if (!has_tma()) {
    report.result(load_matmul_tma_fp16(), CUDA_ERROR_NO_BINARY_FOR_GPU, "matmul_tma_fp16 on this device");
    return;
  }
  const Case tma_cases[] = {padded(1, 1, 1),       padded(16, 16, 16),      padded(33, 17, 9),      padded(257, 130, 65),
                            padded(512, 512, 512), padded(2047, 33, 1000), {130, 70, 91, 112, 104, 75}};
  for (const Case &c : tma_cases) {
    check_tma<Half>(report, stream, matmul_tma_fp16, c);
    check_tma<Bfloat16>(report, stream, matmul_tma_bf16, c);
  }
}

}  // namespace gpu_test
