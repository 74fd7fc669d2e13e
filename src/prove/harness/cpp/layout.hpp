// The positions of a buffer's elements.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace smoke {

/// Shape and strides in elements, outermost axis first. Elements are indexed in row-major order of the shape.
struct Layout {
  std::vector<std::int64_t> shape, strides;

  std::size_t count() const {
    std::size_t count = 1;
    for (const std::int64_t size : shape) count *= static_cast<std::size_t>(size);
    return count;
  }

  /// The element's offset from the start of the buffer, in elements.
  std::size_t offset(std::size_t index) const {
    std::size_t offset = 0;
    for (std::size_t axis = shape.size(); axis-- > 0;) {
      const auto size = static_cast<std::size_t>(shape[axis]);
      offset += index % size * static_cast<std::size_t>(strides[axis]);
      index /= size;
    }
    return offset;
  }

  /// An element's index on each axis, such as `[3, 0]`.
  std::string place(std::size_t index) const {
    std::string text;
    for (std::size_t axis = shape.size(); axis-- > 0;) {
      const auto size = static_cast<std::size_t>(shape[axis]);
      text = std::to_string(index % size) + (text.empty() ? "" : ", ") + text;
      index /= size;
    }
    return "[" + text + "]";
  }

  /// The place of the element at an offset, found by search since strides may have any values.
  std::string place_at(std::size_t wanted) const {
    const std::size_t elements = count();
    for (std::size_t index = 0; index < elements; ++index)
      if (offset(index) == wanted) return place(index);
    return std::to_string(wanted) + ", between the elements";
  }
};

}  // namespace smoke
