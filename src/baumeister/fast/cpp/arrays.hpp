// Arrays of the caller: any object with the buffer protocol or DLPack, read or written in place.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>
#include "errors.hpp"

namespace baumeister::binding {

namespace nb = nanobind;

template <class T>
using Array = nb::ndarray<T, nb::c_contig, nb::device::cpu>;

// The elements of an array, which is kept alive; empty if the caller passed none.
template <class T>
struct Buffer {
    nb::ndarray<> kept;
    T* data = nullptr;
    size_t size = 0;

    explicit operator bool() const { return data; }
};

template <class T>
constexpr const char* kind_of() {
    if constexpr (std::is_same_v<T, float>) return "float32";
    if constexpr (std::is_same_v<T, uint8_t>) return "uint8 or bool";
    if constexpr (std::is_same_v<T, int32_t>) return "int32";
    if constexpr (std::is_same_v<T, int16_t>) return "int16";
}

template <class As, class T>
bool take(nb::handle object, Buffer<T>& out) {
    Array<As> array;
    if (!nb::try_cast(object, array, false)) return false;
    out = {nb::ndarray<>(array), reinterpret_cast<T*>(array.data()), array.size()};
    return true;
}

[[noreturn]] inline void raise_array_error(nb::handle object, const char* name, const char* kind, bool writable) {
    std::string what = nb::cast<std::string>(nb::type_name(object.type()));
    if (nb::hasattr(object, "dtype")) {
        const nb::object dtype = object.attr("dtype");
        what += std::string(" of ") + nb::str(nb::handle(dtype)).c_str();
    }
    throw ArgumentTypeError((std::string(name) + " must be a contiguous " + (writable ? "writable " : "") + "array of " +
                          kind + " on the CPU, not " + what).c_str());
}

inline void check_length(size_t size, size_t length, const char* name) {
    if (size != length)
        throw ArgumentError((std::string(name) + " must have " + std::to_string(length) + " elements, not " +
                               std::to_string(size)).c_str());
}

// The array with this many elements; TypeError or ValueError name the argument and what it must be.
template <class T>
Buffer<T> array_of(nb::handle object, size_t length, const char* name) {
    Buffer<T> out;
    bool taken = take<T>(object, out);
    if constexpr (std::is_same_v<T, uint8_t>) taken = taken || take<bool>(object, out);
    if (!taken) raise_array_error(object, name, kind_of<T>(), true);
    check_length(out.size, length, name);
    return out;
}

template <class T>
Buffer<T> array_if(nb::handle object, size_t length, const char* name) {
    return object.is_none() ? Buffer<T>{} : array_of<T>(object, length, name);
}

// The actions of a step, as int32 or int64; numbers beyond int32 become -1, which is never legal.
class Numbers {
   public:
    Numbers(nb::handle object, size_t length) {
        if (!take<const int32_t>(object, first)) narrow(object);
        check_length(first.size, length, "actions");
    }
    int32_t operator[](size_t i) const { return first.data[i]; }

   private:
    void narrow(nb::handle object) {
        Buffer<const int64_t> wide;
        if (!take<const int64_t>(object, wide)) raise_array_error(object, "actions", "int32 or int64", false);
        own.reserve(wide.size);
        for (size_t i = 0; i < wide.size; ++i) {
            const auto number = static_cast<int32_t>(wide.data[i]);
            own.push_back(number == wide.data[i] ? number : -1);
        }
        first = {wide.kept, own.data(), own.size()};
    }

    std::vector<int32_t> own;
    Buffer<const int32_t> first;
};

}  // namespace baumeister::binding
