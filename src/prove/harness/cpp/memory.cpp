#include "memory.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace smoke {
namespace {

const std::string *find(const Texts &texts, const char *name) {
  for (const auto &[key, text] : texts)
    if (key == name) return &text;
  return nullptr;
}

bool contains(const std::vector<std::string> &names, const std::string &name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// Whether a call may change a buffer that it reads.
bool is_state(const BufferPlan &plan) {
  return plan.role == Role::inout || (plan.role == Role::scratch && !plan.file.empty());
}

Value scalar(const Parameter &parameter, const std::string &text) {
  Value value;
  char *end = nullptr;
  if (parameter.type[0] != 'i' && parameter.type[0] != 'u') value.number = std::strtod(text.c_str(), &end);
  // Both signed and unsigned integers become 64 bits in two's complement.
  else if (text[0] == '-') value.whole = static_cast<std::uint64_t>(std::strtoll(text.c_str(), &end, 10));
  else value.whole = std::strtoull(text.c_str(), &end, 10);
  if (*end != '\0') throw PlanError("`" + text + "` is not a value of type " + parameter.type);
  return value;
}

Value pointer(const Parameter &parameter, CUdeviceptr address, const Layout &layout) {
  Value value;
  value.pointer = as_pointer(address);
  if (std::strncmp(parameter.type, "tensordesc", 10) != 0) return value;
#ifdef AOT_SMOKE_TENSORS
  value.tensor.data = value.pointer;
  if (layout.shape.size() > sizeof value.tensor.shape / sizeof *value.tensor.shape)
    throw PlanError(std::string(parameter.name) + " has too many axes");
  std::copy(layout.shape.begin(), layout.shape.end(), value.tensor.shape);
  std::copy(layout.strides.begin(), layout.strides.end(), value.tensor.strides);
  return value;
#else
  (void)layout;
  throw PlanError("this program was compiled without tensors");
#endif
}

}  // namespace

CaseFiles::CaseFiles(const CasePlan &plan) {
  for (const BufferPlan &buffer : plan.buffers) {
    initial.push_back(buffer.file.empty() ? Bytes() : read_file(buffer.file));
    expected.push_back(buffer.expected ? read_file(buffer.expected->file) : Bytes());
  }
}

Memory::Memory(const CasePlan &plan, const CaseFiles &files) : plan_(plan), files_(files) {
  buffers_.reserve(plan.buffers.size());
  for (std::size_t i = 0; i < plan.buffers.size(); ++i) buffers_.emplace_back(plan.buffers[i], files.initial[i]);
}

void Memory::fill(const Offsets &offsets, unsigned char with) {
  for (Buffer &buffer : buffers_) {
    const auto found = offsets.find(buffer.plan().name);
    buffer.place(found == offsets.end() ? 0 : found->second);
    buffer.fill(with);
  }
  // Fills run on the default stream, which other streams do not wait for.
  must(cuCtxSynchronize(), "fill the buffers");
}

void Memory::refill_state() {
  for (Buffer &buffer : buffers_)
    if (is_state(buffer.plan())) buffer.fill();
  must(cuCtxSynchronize(), "fill the buffers");
}

bool Memory::has_state() const {
  return std::any_of(buffers_.begin(), buffers_.end(), [](const Buffer &buffer) { return is_state(buffer.plan()); });
}

std::vector<Value> Memory::arguments(const Kernel &kernel, const Texts &instead) const {
  std::vector<Value> values;
  for (const Parameter &parameter : kernel.parameters) values.push_back(argument(parameter, parameter.name, instead));
  return values;
}

std::vector<Launch> Memory::launches(const Kernel &kernel, int algo) const {
  std::vector<Launch> launches = {{kernel, algo, arguments(kernel)}};
  for (const LaunchPlan &plan : plan_.later) {
    Launch launch = {find_kernel(plan.kernel), 0, {}};
    for (const Parameter &parameter : launch.kernel.parameters) {
      const std::string *passed = find(plan.buffers, parameter.name);
      launch.arguments.push_back(argument(parameter, passed ? *passed : parameter.name, plan.scalars));
    }
    launches.push_back(std::move(launch));
  }
  return launches;
}

Value Memory::argument(const Parameter &parameter, const std::string &name, const Texts &instead) const {
  if (const std::string *text = find(instead, parameter.name)) return scalar(parameter, *text);
  if (const std::string *text = find(plan_.scalars, parameter.name)) return scalar(parameter, *text);
  for (const Buffer &buffer : buffers_)
    if (buffer.plan().name == name) return pointer(parameter, buffer.argument(), buffer.plan().layout);
  for (const ViewPlan &view : plan_.views)
    if (view.name == name) return pointer(parameter, buffers_[view.buffer].pointer() + view.offset, view.layout);
  if (!contains(plan_.nulls, name))
    throw PlanError(std::string("a case has no value for the parameter ") + parameter.name);
  return pointer(parameter, 0, {});
}

std::vector<Snapshot> Memory::snapshots() const {
  std::vector<Snapshot> snapshots;
  for (const Buffer &buffer : buffers_) snapshots.push_back(buffer.snapshot());
  return snapshots;
}

const Kernel &find_kernel(const std::string &name) {
  for (const Kernel &kernel : kernels)
    if (name == kernel.name) return kernel;
  throw PlanError("unknown kernel `" + name + "`");
}

std::size_t device_bytes(const CasePlan &plan) {
  std::size_t bytes = 0;
  for (const BufferPlan &buffer : plan.buffers) bytes += device_bytes(buffer);
  return bytes;
}

}  // namespace smoke
