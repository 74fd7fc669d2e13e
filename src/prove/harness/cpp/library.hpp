// Libraries of the system that may be missing: they are loaded at run time.
#pragma once

#include <dlfcn.h>

namespace smoke {

/// A shared library of the system. Functions it does not have are null.
class Library {
 public:
  explicit Library(const char *name) : handle_(dlopen(name, RTLD_NOW | RTLD_LOCAL)) {}

  explicit operator bool() const { return handle_ != nullptr; }

  template <class Function>
  void find(Function *&function, const char *name) const {
    function = handle_ ? reinterpret_cast<Function *>(dlsym(handle_, name)) : nullptr;
  }

 private:
  void *handle_;  // never closed: unloading the driver is not safe
};

/// Finds functions of a library, and notes the name of the first that it does not have.
class Finder {
 public:
  explicit Finder(const Library &library) : library_(library) {}

  template <class Function>
  void operator()(Function *&function, const char *name) {
    library_.find(function, name);
    if (!function && !missing_) missing_ = name;
  }

  /// Null if the library has all.
  const char *missing() const { return missing_; }

 private:
  const Library &library_;
  const char *missing_ = nullptr;
};

}  // namespace smoke
