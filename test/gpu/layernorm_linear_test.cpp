#include <layernorm_linear.h>

#include "harness.hpp"

namespace gpu_test {
namespace {

struct Shape {
  std::size_t rows, outputs, features;
};

struct Statistics {
  std::vector<double> mean, rstd;
};

Statistics statistics(const std::vector<double> &x, Shape shape, double eps) {
  Statistics result{std::vector<double>(shape.rows), std::vector<double>(shape.rows)};
  const double n = static_cast<double>(shape.features);
  parallel_for(shape.rows, [&](std::size_t row) {
    const double *values = &x[row * shape.features];
    double sum = 0, squares = 0;
    for (std::size_t k = 0; k < shape.features; ++k) sum += values[k];
    for (std::size_t k = 0; k < shape.features; ++k) squares += (values[k] - sum / n) * (values[k] - sum / n);
    result.mean[row] = sum / n;
    result.rstd[row] = 1 / std::sqrt(squares / n + eps);
  });
  return result;
}

template <class T, class StatisticsKernel, class LinearKernel>
void check(Report &report, CUstream stream, StatisticsKernel statistics_kernel, LinearKernel linear_kernel, Shape shape) {
  const float eps = 1e-5f;
  const std::int32_t rows = static_cast<std::int32_t>(shape.rows), outputs = static_cast<std::int32_t>(shape.outputs),
                     features = static_cast<std::int32_t>(shape.features);
  const std::vector<T> x = normal<T>(shape.rows * shape.features, 5, 1, 1), gamma = normal<T>(shape.features, 6, 0.2f, 1),
                       beta = normal<T>(shape.features, 7, 0.5f), weight = normal<T>(shape.outputs * shape.features, 8),
                       bias = normal<T>(shape.outputs, 9);

  const std::vector<double> wide_x = widen_all(x), wide_weight = widen_all(weight);
  const Statistics expected = statistics(wide_x, shape, static_cast<double>(eps));
  std::vector<double> normalised(wide_x.size()), reference(shape.rows * shape.outputs);
  parallel_for(wide_x.size(), [&](std::size_t i) {
    const std::size_t row = i / shape.features, k = i % shape.features;
    normalised[i] = (wide_x[i] - expected.mean[row]) * expected.rstd[row] * static_cast<double>(widen(gamma[k])) +
                    static_cast<double>(widen(beta[k]));
  });
  parallel_for(reference.size(), [&](std::size_t i) {
    const double *a = &normalised[i / shape.outputs * shape.features];
    const double *w = &wide_weight[i % shape.outputs * shape.features];
    double sum = static_cast<double>(widen(bias[i % shape.outputs]));
    for (std::size_t k = 0; k < shape.features; ++k) sum += a[k] * w[k];
    reference[i] = sum;
  });

  const Buffer<T> x_device(x), gamma_device(gamma), beta_device(beta), weight_device(weight), bias_device(bias);
  const Buffer<float> mean(shape.rows), rstd(shape.rows);
  const Buffer<T> out(reference.size());
  // The pair as it is meant to be used: the second kernel reads what the first one wrote.
  must(statistics_kernel(stream, x_device.pointer(), mean.pointer(), rstd.pointer(), features, eps, rows, 0), "launch");
  must(linear_kernel(stream, x_device.pointer(), mean.pointer(), rstd.pointer(), gamma_device.pointer(),
                     beta_device.pointer(), weight_device.pointer(), bias_device.pointer(), out.pointer(), rows, outputs,
                     features, 0),
       "launch");
  must(cuStreamSynchronize(stream), "synchronize");

  const std::string name = std::string(type_name<T>()) + " " + std::to_string(rows) + "x" + std::to_string(outputs) + "x" +
                           std::to_string(features);
  report.close(mean, expected.mean, 1e-6, "layernorm_statistics_" + name + " mean");
  report.close(rstd, expected.rstd, 1e-6, "layernorm_statistics_" + name + " rstd");
  // fp32 matrices are multiplied in tf32, whose 10 fraction bits are reached by truncation.
  report.close(out, reference, std::is_same_v<T, float> ? 1e-3 : tolerance<T>(), "layernorm_linear_" + name);
  report.inputs_kept("layernorm_linear_" + name, x_device, gamma_device, beta_device, weight_device, bias_device);
}

}  // namespace

void test_layernorm_linear(Report &report, CUstream stream) {
  const Shape shapes[] = {{1, 1, 1},      {3, 5, 7},        {1, 300, 16},     {64, 64, 64},
                          {128, 256, 512}, {257, 130, 1100}, {1000, 513, 768}, {2048, 512, 1027}};
  for (const Shape shape : shapes) {
    check<Half>(report, stream, layernorm_statistics_fp16, layernorm_linear_fp16, shape);
    check<Bfloat16>(report, stream, layernorm_statistics_bf16, layernorm_linear_bf16, shape);
    check<float>(report, stream, layernorm_statistics_fp32, layernorm_linear_fp32, shape);
  }
}

}  // namespace gpu_test
