#include <softmax.h>

#include "harness.hpp"

namespace gpu_test {
namespace {

struct Shape {
  std::size_t rows, cols;
  float scale = 1;
};

std::vector<double> softmax(const std::vector<double> &x, Shape shape) {
  std::vector<double> y(x.size());
  parallel_for(shape.rows, [&](std::size_t row) {
    const double *in = &x[row * shape.cols];
    double *out = &y[row * shape.cols];
    const double largest = *std::max_element(in, in + shape.cols);
    double total = 0;
    for (std::size_t i = 0; i < shape.cols; ++i) total += out[i] = std::exp(in[i] - largest);
    for (std::size_t i = 0; i < shape.cols; ++i) out[i] /= total;
  });
  return y;
}

std::vector<double> softmax_gradient(const std::vector<double> &y, const std::vector<double> &dy, Shape shape) {
  std::vector<double> dx(y.size());
  parallel_for(shape.rows, [&](std::size_t row) {
    const std::size_t from = row * shape.cols, to = from + shape.cols;
    double inner = 0;
    for (std::size_t i = from; i < to; ++i) inner += y[i] * dy[i];
    for (std::size_t i = from; i < to; ++i) dx[i] = y[i] * (dy[i] - inner);
  });
  return dx;
}

/// How large the two terms are whose difference each element of the gradient is.
std::vector<double> gradient_terms(const std::vector<double> &y, const std::vector<double> &dy, Shape shape) {
  std::vector<double> terms(y.size());
  parallel_for(shape.rows, [&](std::size_t row) {
    const std::size_t from = row * shape.cols, to = from + shape.cols;
    double inner = 0;
    for (std::size_t i = from; i < to; ++i) inner += std::fabs(y[i] * dy[i]);
    for (std::size_t i = from; i < to; ++i) terms[i] = y[i] * (std::fabs(dy[i]) + inner);
  });
  return terms;
}

template <class T, class Forward, class Backward>
void check(Report &report, CUstream stream, Forward forward, Backward backward, Shape shape) {
  const std::size_t count = shape.rows * shape.cols;
  const std::int32_t rows = static_cast<std::int32_t>(shape.rows), cols = static_cast<std::int32_t>(shape.cols);
  const std::vector<T> x = normal<T>(count, 3, shape.scale), dy = normal<T>(count, 4);
  const std::vector<double> y_reference = softmax(widen_all(x), shape);
  const std::vector<T> y = narrow_all<T>(y_reference);
  const std::vector<double> dx_reference = softmax_gradient(widen_all(y), widen_all(dy), shape);
  const std::vector<double> dx_terms = gradient_terms(widen_all(y), widen_all(dy), shape);
  const Buffer<T> x_device(x), y_device(y), dy_device(dy);
  for (int algo = 0; algo < 2; ++algo) {
    const std::string name = std::string(type_name<T>()) + " " + std::to_string(rows) + "x" + std::to_string(cols) +
                             " scale=" + std::to_string(static_cast<int>(shape.scale)) + " algo=" + std::to_string(algo);
    const Buffer<T> y_out(count), dx_out(count);
    must(forward(stream, x_device.pointer(), y_out.pointer(), cols, rows, algo), "launch");
    must(backward(stream, y_device.pointer(), dy_device.pointer(), dx_out.pointer(), cols, rows, algo), "launch");
    must(cuStreamSynchronize(stream), "synchronize");
    report.close(y_out, y_reference, tolerance<T>(), "softmax_forward_" + name);
    report.close(dx_out, dx_reference, tolerance<T>(), "softmax_backward_" + name, dx_terms);
    report.inputs_kept("softmax " + name, x_device, y_device, dy_device);
  }
}

}  // namespace

void test_softmax(Report &report, CUstream stream) {
  report.check(softmax_forward_fp32_get_num_algos() == 2 && softmax_backward_fp16_get_num_algos() == 2,
               "softmax algos");
  const Shape shapes[] = {{1, 1},     {3, 5},       {64, 16},   {7, 1000},  {64, 1024},
                          {33, 4099}, {257, 16387}, {2000, 513}, {4096, 2048}, {100, 1000, 30}};
  for (const Shape shape : shapes) {
    check<float>(report, stream, softmax_forward_fp32, softmax_backward_fp32, shape);
    check<Half>(report, stream, softmax_forward_fp16, softmax_backward_fp16, shape);
  }
  // A row longer than any block (too long for fp16, whose smallest numbers are larger than its values).
  check<float>(report, stream, softmax_forward_fp32, softmax_backward_fp32, {2, (1u << 20) + 1});
}

}  // namespace gpu_test
