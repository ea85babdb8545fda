// Reading plain values and tables from Python.
#pragma once

#include <nanobind/nanobind.h>

#include <string>
#include "errors.hpp"

namespace nb = nanobind;

namespace baumeister::binding {

// Like nb::cast, but raises ValueError for a value that does not fit.
template <class T>
T value_of(nb::handle object) {
    T value;
    if (!nb::try_cast<T>(object, value)) throw ArgumentError("a value has the wrong type or is out of range");
    return value;
}

template <class T>
T field(const nb::dict& fields, const char* name) {
    if (!fields.contains(name)) throw ArgumentError((std::string("missing: ") + name).c_str());
    return value_of<T>(fields[name]);
}

template <class T>
void row(const nb::handle& list, T* out, size_t length) {
    if (nb::len(list) != length) throw ArgumentError("a table has the wrong length");
    for (size_t i = 0; i < length; ++i) out[i] = value_of<T>(nb::object(list[i]));
}

}  // namespace baumeister::binding
