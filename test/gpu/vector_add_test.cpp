#include <vector_add.h>

#include "harness.hpp"

namespace gpu_test {
namespace {

template <class T, class Add>
void check(Report &report, CUstream stream, Add add, std::size_t n) {
  const std::string name = std::string("vector_add_") + type_name<T>() + " n=" + std::to_string(n);
  const std::vector<T> x = normal<T>(n, 1), y = normal<T>(n, 2);
  std::vector<double> reference(n);
  parallel_for(n, [&](std::size_t i) {
    reference[i] = static_cast<double>(widen(x[i])) + static_cast<double>(widen(y[i]));
  });
  const Buffer<T> x_device(x), y_device(y), out(n);
  must(add(stream, x_device.pointer(), y_device.pointer(), out.pointer(), static_cast<std::int64_t>(n), 0), "launch");
  must(cuStreamSynchronize(stream), "synchronize");
  report.close(out, reference, std::is_same_v<T, float> ? 1e-7 : 1e-3, name);
  report.inputs_kept(name, x_device, y_device);
}

}  // namespace

void test_vector_add(Report &report, CUstream stream) {
  report.check(vector_add_fp32_get_num_algos() == 1 && vector_add_fp16_get_num_algos() == 1, "vector_add algos");
  for (const std::size_t n : {1u, 15u, 16u, 1000u, 1023u, 1024u, 1025u, 4112u, 1u << 20, (1u << 24) + 3}) {
    check<float>(report, stream, vector_add_fp32, n);
    check<Half>(report, stream, vector_add_fp16, n);
  }
}

}  // namespace gpu_test
