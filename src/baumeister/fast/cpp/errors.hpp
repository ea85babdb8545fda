// Errors that Python sees as those of `errors.py`.
#pragma once

#include <nanobind/nanobind.h>

#include <stdexcept>

namespace baumeister::binding {

namespace nb = nanobind;

struct ArgumentError : std::runtime_error {
    using std::runtime_error::runtime_error;
};
struct ArgumentTypeError : std::runtime_error {
    using std::runtime_error::runtime_error;
};
struct NoPositionError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

inline void raise_as(const char* name, const char* message) {
    const nb::object kind = nb::module_::import_("baumeister.fast.errors").attr(name);
    PyErr_SetString(kind.ptr(), message);
}

inline void register_errors() {
    nb::register_exception_translator([](const std::exception_ptr& thrown, void*) {
        try {
            std::rethrow_exception(thrown);
        } catch (const ArgumentError& error) {
            raise_as("ArgumentError", error.what());
        } catch (const ArgumentTypeError& error) {
            raise_as("ArgumentTypeError", error.what());
        } catch (const NoPositionError& error) {
            raise_as("NoPositionError", error.what());
        }
    });
}

}  // namespace baumeister::binding
