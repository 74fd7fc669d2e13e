#pragma once

#include <cstring>
#include <string>

namespace smoke {

/// The architecture of an AMD GPU, without features: `gfx942` of `gfx942:sramecc+:xnack-`.
inline std::string hip_architecture(const char *name) { return std::string(name, std::strcspn(name, ":")); }

}  // namespace smoke
