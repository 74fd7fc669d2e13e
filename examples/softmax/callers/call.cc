// Calls the operator with a tensor that is not on a GPU, through TVM-FFI: docs/guides/operators.md.
#include <tvm/ffi/container/tensor.h>
#include <tvm/ffi/extra/module.h>

#include <cstdio>

int main(int, char **argv) {
  namespace ffi = tvm::ffi;
  auto module = ffi::Module::LoadFromFile(argv[1]);
  ffi::Function softmax = module->GetFunction("softmax").value();

  float data[8] = {0, 1, 2, 3, 4, 5, 6, 7};
  int64_t shape[] = {2, 4};
  DLTensor x{data, {kDLCPU, 0}, 2, {kDLFloat, 32, 1}, shape, nullptr, 0};
  try {
    softmax(&x, &x);
  } catch (const ffi::Error &error) {
    std::printf("%s: %s\n", error.kind().c_str(), error.message().c_str());
  }
}
