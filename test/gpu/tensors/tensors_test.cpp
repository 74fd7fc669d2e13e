// Runs the kernels of test/cases/tensors on the first GPU: tensor descriptors made by the host and by the device.
#include <tensors.h>

#include "harness.hpp"

namespace gpu_test {
namespace {

aot_tensor describe(CUdeviceptr data, std::int64_t rows, std::int64_t columns, std::int64_t pitch, bool nan) {
  aot_tensor tensor = {};
  tensor.data = data;
  tensor.shape[0] = rows;
  tensor.shape[1] = columns;
  tensor.strides[0] = pitch;
  tensor.strides[1] = 1;
  tensor.nan_padding = nan;
  return tensor;
}

std::int32_t up(std::int32_t value, std::int32_t multiple) { return (value + multiple - 1) / multiple * multiple; }

/// The kernels double the matrix block by block and do not mask: beyond it stands what filled the blocks.
template <class Launch>
void check_doubled(Report &report, CUstream stream, const std::string &name, std::int32_t rows, std::int32_t columns,
                   std::int32_t bm, std::int32_t bn, bool nan, Launch launch) {
  const std::vector<Half> matrix = normal<Half>(static_cast<std::size_t>(rows * columns), 7);
  const Buffer<Half> in(matrix);
  const std::int32_t height = up(rows, bm), pitch = up(columns, bn);
  const Buffer<Half> out(static_cast<std::size_t>(height * pitch));
  must(launch(in.pointer(), out.pointer(), pitch), "launch");
  must(cuStreamSynchronize(stream), "synchronize");
  bool right = true;
  const std::vector<Half> found = out.download();
  for (std::int32_t row = 0; row < height; ++row)
    for (std::int32_t column = 0; column < pitch; ++column) {
      const float value = widen(found[static_cast<std::size_t>(row * pitch + column)]);
      if (row < rows && column < columns)
        right &= value == 2 * widen(matrix[static_cast<std::size_t>(row * columns + column)]);
      else
        right &= nan ? std::isnan(value) : value == 0;
    }
  report.check(right && out.guards_intact() && in.unchanged(),
               name + " " + std::to_string(rows) + "x" + std::to_string(columns) + (nan ? " nan" : ""));
}

void check_product(Report &report, CUstream stream, std::int32_t rows, std::int32_t columns, std::int32_t depth) {
  const std::vector<Bfloat16> left = normal<Bfloat16>(static_cast<std::size_t>(rows * depth), 8);
  const std::vector<Bfloat16> right = normal<Bfloat16>(static_cast<std::size_t>(depth * columns), 9);
  const Buffer<Bfloat16> left_device(left), right_device(right);
  const std::int32_t height = up(rows, 64), pitch = up(columns, 64);
  const Buffer<float> out(static_cast<std::size_t>(height * pitch));
  const aot_tensor l = describe(left_device.pointer(), rows, depth, depth, false);
  const aot_tensor r = describe(right_device.pointer(), depth, columns, columns, false);
  must(two_descriptors_default(stream, &l, &r, out.pointer(), pitch, rows, columns), "launch");
  must(cuStreamSynchronize(stream), "synchronize");
  std::vector<double> reference(static_cast<std::size_t>(height * pitch));
  for (std::int32_t i = 0; i < rows; ++i)
    for (std::int32_t j = 0; j < columns; ++j)
      for (std::int32_t k = 0; k < depth; ++k)
        reference[static_cast<std::size_t>(i * pitch + j)] +=
            static_cast<double>(widen(left[static_cast<std::size_t>(i * depth + k)])) *
            static_cast<double>(widen(right[static_cast<std::size_t>(k * columns + j)]));
  report.close(out, reference, 1e-6, "two_descriptors " + std::to_string(rows) + "x" + std::to_string(columns));
}

void check_refusals(Report &report, CUstream stream) {
  const Buffer<Half> in(normal<Half>(64 * 64, 1)), out(64 * 64);
  const auto call = [&](const aot_tensor *tensor) {
    return host_descriptor_default(stream, tensor, out.pointer(), 64, 64, 64);
  };
  const aot_tensor good = describe(in.pointer(), 64, 64, 64, false);
  report.result(call(&good), CUDA_SUCCESS, "a good tensor");
  report.result(call(nullptr), CUDA_ERROR_INVALID_VALUE, "no tensor");
  aot_tensor bad = good;
  bad.strides[1] = 2;
  report.result(call(&bad), CUDA_ERROR_INVALID_VALUE, "an innermost axis that is not contiguous");
  bad = good;
  bad.strides[0] = 63;
  report.result(call(&bad), CUDA_ERROR_INVALID_VALUE, "a stride that is no multiple of 16 bytes");
  bad = good;
  bad.data += 2;
  report.result(call(&bad), CUDA_ERROR_INVALID_VALUE, "data that is not aligned");
  bad = good;
  bad.shape[0] = std::int64_t{1} << 31;
  report.result(call(&bad), CUDA_ERROR_INVALID_VALUE, "a shape beyond 32 bits");
  must(cuStreamSynchronize(stream), "synchronize");
}

int run() {
  must(cuInit(0), "cuInit");
  CUdevice device;
  CUcontext context;
  CUstream stream;
  must(cuDeviceGet(&device, 0), "cuDeviceGet");
  must(cuDevicePrimaryCtxRetain(&context, device), "cuDevicePrimaryCtxRetain");
  must(cuCtxSetCurrent(context), "cuCtxSetCurrent");
  must(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING), "cuStreamCreate");
  Report report;
  const std::int32_t shapes[][2] = {{1, 8}, {64, 32}, {100, 72}, {513, 1000}};
  for (const auto &shape : shapes) {
    const std::int32_t rows = shape[0], columns = shape[1];
    for (const bool nan : {false, true})
      for (int algo = 0; algo < 2; ++algo)
        check_doubled(report, stream, "host_descriptor algo " + std::to_string(algo), rows, columns,
                      algo == 0 ? 64 : 16, algo == 0 ? 32 : 128, nan,
                      [&](CUdeviceptr in, CUdeviceptr out, std::int32_t pitch) {
                        const aot_tensor matrix = describe(in, rows, columns, columns, nan);
                        return host_descriptor(stream, &matrix, out, rows, columns, pitch, algo);
                      });
    // Twice: the second launch takes its scratch memory from a pool that has some.
    for (int round = 0; round < 2; ++round)
      check_doubled(report, stream, "device_descriptor", rows, columns, 64, 32, false,
                    [&](CUdeviceptr in, CUdeviceptr out, std::int32_t pitch) {
                      return device_descriptor_default(stream, in, out, rows, columns, pitch);
                    });
  }
  check_product(report, stream, 64, 64, 64);
  check_product(report, stream, 200, 72, 40);
  check_refusals(report, stream);
  return report.finish();
}

}  // namespace
}  // namespace gpu_test

int main() {
  try {
    return gpu_test::run();
  } catch (const std::exception &error) {
    std::fprintf(stderr, "FAIL %s\n", error.what());
    return 1;
  }
}
