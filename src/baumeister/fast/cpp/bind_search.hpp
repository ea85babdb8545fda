// `search` and `forecast` of a position, for Python.
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "objects.hpp"
#include "search_settings.hpp"

namespace baumeister::binding {

inline Leaf leaf_of(const std::string& name) {
    if (name == "game") return Leaf::game;
    if (name == "round") return Leaf::round;
    if (name == "none") return Leaf::none;
    throw ArgumentError(("leaf must be game, round or none, not " + name).c_str());
}

// A Python function that evaluates leaves, and the error it raised.
template <class Core>
struct Evaluation {
    nb::object call;
    nb::object owner;
    const PyRules<Core>* data;
    bool failed = false;

    static bool run(void* context, const void* position, const Random& random, float* out) {
        auto* self = static_cast<Evaluation*>(context);
        nb::gil_scoped_acquire gil;
        if (self->failed) return false;
        try {
            nb::object object = nb::cast(PyPosition<Core>{
                self->owner, self->data, *static_cast<const typename Core::Position*>(position), random});
            if (read(self->call(object), self->data->rules.players, out)) {
                if (std::all_of(out, out + self->data->rules.players, [](float each) { return std::isfinite(each); }))
                    return true;
                raise_as("ArgumentError", "evaluate must return finite numbers");
            } else {
                raise_as("ArgumentTypeError", "evaluate must return a number for each player");
            }
        } catch (nb::python_error& error) {
            error.restore();
        }
        self->failed = true;
        PyErr_Fetch(&self->type, &self->value, &self->trace);
        return false;
    }

    // Reads a number for each player from any sequence: a list, an array, a tensor. False if it does not fit.
    static bool read(const nb::object& values, int players, float* out) {
        bool fits = PyObject_Length(values.ptr()) == players;
        for (int player = 0; fits && player < players; ++player) {
            const nb::object each = nb::steal(PyObject_GetItem(values.ptr(), nb::int_(player).ptr()));
            if (each.is_valid()) out[player] = static_cast<float>(PyFloat_AsDouble(each.ptr()));
            fits = !PyErr_Occurred();
        }
        PyErr_Clear();
        return fits;
    }

    PyObject *type = nullptr, *value = nullptr, *trace = nullptr;
};

// The weights of a policy; empty for None. Their number distinguishes a network from a linear policy.
template <class Core>
struct PolicyWeights {
    std::vector<float> weights;

    explicit PolicyWeights(nb::handle object) {
        if (object.is_none()) return;
        const bool network =
            Core::POLICY_WEIGHTS && PyObject_Length(object.ptr()) == static_cast<Py_ssize_t>(Core::POLICY_WEIGHTS);
        PyErr_Clear();
        const size_t count = network ? Core::POLICY_WEIGHTS : Core::FEATURES;
        if (!nb::try_cast(object, weights) || weights.size() != count ||
            !std::all_of(weights.begin(), weights.end(), [](float weight) { return std::isfinite(weight); }))
            throw ArgumentError(("a policy has " + std::to_string(count) + " weights, one for each feature, all finite").c_str());
    }

    Policy policy() const {
        return {weights.empty() ? nullptr : weights.data(), weights.size() == Core::FEATURES ? 0 : Core::POLICY_UNITS};
    }
};

// The value network, for a game that has one; null for None.
template <class Core>
const void* value_network_of(nb::handle object) {
    if (object.is_none()) return nullptr;
    if constexpr (requires { typename Core::ValueNetwork; }) {
        if (nb::isinstance<typename Core::ValueNetwork>(object)) return nb::inst_ptr<typename Core::ValueNetwork>(object);
    }
    throw ArgumentTypeError("value_network is not a value network of this game");
}

// Whether a signal such as Ctrl-C is pending; the Python exception is then set.
inline bool interrupted() {
    nb::gil_scoped_acquire gil;
    return PyErr_CheckSignals() != 0;
}

template <class Core>
nb::tuple search(const PyPosition<Core>& self, int64_t nodes, double seconds, uint64_t seed, int threads,
                 const std::optional<std::string>& leaf, float exploration, nb::object policy, nb::object evaluate,
                 float inverse_temperature, std::vector<int> among, bool open_cards, nb::object value_network, bool paranoid, int depth) {
    if (Core::kernels->actor(self.rules(), self.p) < 0)
        throw ArgumentError("there is nothing to search: no player is to act here");
    if (nodes < 0 || !(seconds >= 0) || (nodes == 0 && seconds == 0))
        throw ArgumentError("a search needs a budget: nodes above 0, or seconds above 0");
    check_threads(threads);
    SearchSettings settings{seed, nodes, seconds, threads, leaf_of(leaf.value_or(evaluate.is_none() && value_network.is_none() ? "game" : "none")), exploration};
    if (settings.leaf == Leaf::game && !evaluate.is_none())
        throw ArgumentError("leaf=\"game\" leaves nothing to evaluate: take \"none\" or \"round\"");
    const PolicyWeights<Core> policy_weights(policy);
    settings.policy = policy_weights.policy();
    if (!std::isfinite(inverse_temperature)) throw ArgumentError("inverse_temperature must be finite");
    settings.inverse_temperature = inverse_temperature;
    settings.value_network = value_network_of<Core>(value_network);
    if (settings.value_network && (!settings.policy || settings.leaf == Leaf::game || !evaluate.is_none()))
        throw ArgumentError("a value network needs a policy and evaluates every leaf: leaf is \"none\" or \"round\", without evaluate");
    settings.open_cards = open_cards;
    settings.paranoid = paranoid;
    if (depth < 0) throw ArgumentError("depth must not be negative; 0 is no limit");
    settings.depth = depth;
    for (int number : among)
        if (!Core::kernels->is_legal(self.rules(), self.p, number))
            throw ArgumentError("among must be legal numbers");
    std::sort(among.begin(), among.end());
    settings.among = std::move(among);
    Evaluation<Core> evaluation{evaluate, self.owner, self.data};
    if (!evaluate.is_none()) {
        settings.evaluate = Evaluation<Core>::run;
        settings.context = &evaluation;
    }
    settings.interrupted = interrupted;
    const typename Core::Position root = self.p;  // another thread may step the position meanwhile
    SearchResult result;
    {
        nb::gil_scoped_release no_gil;
        Core::kernels->search(self.rules(), root, settings, result);
    }
    if (PyErr_Occurred()) throw nb::python_error();
    if (evaluation.failed) {
        PyErr_Restore(evaluation.type, evaluation.value, evaluation.trace);
        throw nb::python_error();
    }
    return nb::make_tuple(result.numbers, result.visits, result.values, result.simulations, result.shares, result.points,
                          result.errors);
}

template <class Core>
nb::tuple forecast(const PyPosition<Core>& self, int64_t nodes, double seconds, uint64_t seed, const std::string& leaf,
                  nb::object policy, float inverse_temperature, int every, nb::object value_network) {
    if (nodes < 0 || !(seconds >= 0) || (nodes == 0 && seconds == 0) || every < 1)
        throw ArgumentError("a forecast needs a budget: nodes above 0, or seconds above 0; and every above 0");
    SearchSettings settings{seed, nodes, seconds, 1, leaf_of(leaf)};
    const PolicyWeights<Core> policy_weights(policy);
    settings.policy = policy_weights.policy();
    if (!std::isfinite(inverse_temperature)) throw ArgumentError("inverse_temperature must be finite");
    settings.inverse_temperature = inverse_temperature;
    settings.value_network = value_network_of<Core>(value_network);
    if (settings.value_network && settings.leaf == Leaf::game)
        throw ArgumentError("leaf=\"game\" leaves nothing to evaluate: take \"none\" or \"round\"");
    settings.interrupted = interrupted;
    const typename Core::Position root = self.p;
    Forecast result;
    {
        nb::gil_scoped_release no_gil;
        Core::kernels->forecast(self.rules(), root, settings, every, result);
    }
    if (PyErr_Occurred()) throw nb::python_error();
    return nb::make_tuple(result.shares, result.points, result.share_errors, result.points_errors, result.simulations);
}

}  // namespace baumeister::binding
