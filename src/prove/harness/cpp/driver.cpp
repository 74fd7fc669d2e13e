#include "driver.hpp"

#include <dlfcn.h>

#include "text.hpp"

namespace smoke {

std::string result_text(CUresult result) {
  const char *name = nullptr, *meaning = nullptr;
  cuGetErrorName(result, &name);
  cuGetErrorString(result, &meaning);
  std::string text = name ? name : "CUDA error " + std::to_string(static_cast<int>(result));
  if (meaning) text += std::string(" (") + meaning + ")";
  return text;
}

NameTensor *tensor_namer() {
  static const auto found = reinterpret_cast<NameTensor *>(dlsym(RTLD_DEFAULT, "aot_emulate_tensor"));
  return found;
}

AllocateSparse *sparse_allocator() {
  static const auto found = reinterpret_cast<AllocateSparse *>(dlsym(RTLD_DEFAULT, "aot_emulate_sparse"));
  return found;
}

ChooseBlocks *block_chooser() {
  static const auto found = reinterpret_cast<ChooseBlocks *>(dlsym(RTLD_DEFAULT, "aot_emulate_blocks"));
  return found;
}

std::string take_said(const char *name) {
  using Take = const char *(const char *);
  static const auto found = reinterpret_cast<Take *>(dlsym(RTLD_DEFAULT, "aot_emulate_said"));
  const char *const value = found ? found(name) : nullptr;
  return value ? value : "";
}

void must(CUresult result, const char *what) {
  if (result != CUDA_SUCCESS) throw Fatal(std::string("cannot ") + what + ": " + result_text(result));
}

std::size_t free_memory() {
  std::size_t free = 0, total = 0;
  must(cuMemGetInfo(&free, &total), "get the free memory");
  return free;
}

}  // namespace smoke
