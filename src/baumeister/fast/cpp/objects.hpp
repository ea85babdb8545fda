// Rules and positions as Python objects, and helpers of their methods.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <string>

#include "errors.hpp"
#include "outcome.hpp"
#include "pool.hpp"
#include "random.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace baumeister::binding {

// Cached ints, so that lists of legal numbers allocate none.
inline PyObject** small_ints() {
    static PyObject* ints[2048];
    if (!ints[0])
        for (long i = 0; i < 2048; ++i) ints[i] = PyLong_FromLong(i);
    return ints;
}

inline nb::object list_of(const uint16_t* numbers, int found) {
    PyObject** ints = small_ints();
    PyObject* list = PyList_New(found);
    if (!list) throw nb::python_error();
    for (int i = 0; i < found; ++i) {
        PyObject* number = ints[numbers[i]];
        Py_INCREF(number);
        NB_LIST_SET_ITEM(list, i, number);
    }
    return nb::steal(list);
}

// More is surely a mistake, and starting them would fail.
inline constexpr int MOST_THREADS = 1024;

inline void check_threads(int threads) {
    if (threads < 1 || threads > MOST_THREADS)
        throw ArgumentError(("threads must be 1 to " + std::to_string(MOST_THREADS)).c_str());
}

// Runs work(from, to) on several threads; the result does not depend on how many.
template <class Work>
void spread(int n, int threads, Work work) {
    check_threads(threads);
    const int part = ((n + threads - 1) / threads + 31) / 32 * 32;  // whole vectors
    const int parts = part > 0 ? (n + part - 1) / part : 0;
    if (parts <= 1) {
        work(0, n);
        return;
    }
    Pool::mine().run(parts, [&](int at) { work(at * part, at == parts - 1 ? n : (at + 1) * part); });
}

template <class Core>
struct PyRules {
    typename Core::Rules rules;
    nb::object options;
    nb::object refuse;  // raises the error for an illegal number of a position
    int observation;
};

template <class Core>
const PyRules<Core>* rules_of(nb::handle rules) {
    if (!nb::isinstance<PyRules<Core>>(rules))
        throw ArgumentTypeError("not rules of this game: make them with rules() beside Position");
    return nb::inst_ptr<PyRules<Core>>(rules);
}

template <class Core>
struct PyPosition {
    using Position = typename Core::Position;
    nb::object owner;  // keeps `data` alive
    const PyRules<Core>* data;
    Position p;
    Random random;

    const typename Core::Rules& rules() const { return data->rules; }
};

template <class Core>
int seat_of(const PyPosition<Core>& self, int seat) {
    if (seat < 0 || seat >= self.rules().players)
        throw ArgumentError(("there is no seat " + std::to_string(seat) + "; seats are 0 to " +
                               std::to_string(self.rules().players - 1)).c_str());
    return seat;
}

template <class Core>
bool legal_here(const PyPosition<Core>& self, int64_t object) {
    if (object < 0 || object > UINT16_MAX) return false;
    const int number = static_cast<int>(object);
    const auto& rules = self.rules();
    if (Core::kernels->actor(rules, self.p) != CHANCE) return Core::kernels->is_legal(rules, self.p, number);
    uint16_t numbers[Core::MOST_OUTCOMES], weights[Core::MOST_OUTCOMES];
    const int found = Core::kernels->outcomes(rules, self.p, numbers, weights);
    for (int i = 0; i < found; ++i)
        if (numbers[i] == number) return true;
    return false;
}

template <class Core>
void apply_checked(nb::handle object, PyPosition<Core>& self, int64_t number) {
    if (!legal_here(self, number)) {
        self.data->refuse(object, number);
        throw ArgumentError("illegal number");
    }
    Core::kernels->apply(self.rules(), self.p, static_cast<int>(number));
}

template <class Core, class Fill>
nb::list players_list(const PyPosition<Core>& self, Fill fill) {
    int players[8];
    fill(self.rules(), self.p, players);
    nb::list found;
    for (int player = 0; player < self.rules().players; ++player) found.append(players[player]);
    return found;
}

}  // namespace baumeister::binding
