// Rules, positions and batches of a game for Python: the same face for every core.
//
// A core is a struct with types Rules, Position and Kernels, the chosen `kernels`, the limits
// MOST_ACTIONS and MOST_OUTCOMES, and `read`, `observation`, `fields`, `from_fields`, `problem`.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstring>
#include <stdexcept>
#include <string>
#include <vector>

#include "actors.hpp"
#include "arrays.hpp"
#include "pool.hpp"
#include "random.hpp"
#include "searching.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace baumeister::binding {

// Ints that lists of legal numbers are made of: kept, so that none is made while playing.
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
        PyList_SET_ITEM(list, i, number);
    }
    return nb::steal(list);
}

// More would be a slip: no machine has so many, and starting them would fail.
inline constexpr int MOST_THREADS = 1024;

inline void check_threads(int threads) {
    if (threads < 1 || threads > MOST_THREADS)
        throw nb::value_error(("threads must be 1 to " + std::to_string(MOST_THREADS)).c_str());
}

// Runs work(from, to) over the range on several threads; the parts do not depend on each other.
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
    nb::object refuse;  // called with a position and a number that is not legal: raises
    int observation;
};

template <class Core>
const PyRules<Core>* rules_of(nb::handle rules) {
    if (!nb::isinstance<PyRules<Core>>(rules))
        throw nb::type_error("these are no rules of this game: take rules() beside Position");
    return nb::inst_ptr<PyRules<Core>>(rules);
}

template <class Core>
struct PyPosition {
    using Position = typename Core::Position;
    nb::object owner;  // the PyRules
    const PyRules<Core>* made;
    Position p;
    Random random;

    const typename Core::Rules& rules() const { return made->rules; }
};

template <class Core>
int seat_of(const PyPosition<Core>& self, int seat) {
    if (seat < 0 || seat >= self.rules().players)
        throw nb::value_error(("there is no seat " + std::to_string(seat) + "; seats are 0 to " +
                               std::to_string(self.rules().players - 1)).c_str());
    return seat;
}

template <class Core>
bool legal_here(const PyPosition<Core>& self, int64_t given) {
    if (given < 0 || given > UINT16_MAX) return false;
    const int number = static_cast<int>(given);
    const auto& rules = self.rules();
    if (Core::kernels->actor(rules, self.p) != CHANCE) return Core::kernels->is_legal(rules, self.p, number);
    uint16_t numbers[Core::MOST_OUTCOMES], weights[Core::MOST_OUTCOMES];
    const int found = Core::kernels->outcomes(rules, self.p, numbers, weights);
    for (int i = 0; i < found; ++i)
        if (numbers[i] == number) return true;
    return false;
}

template <class Core>
void apply_checked(nb::handle face, PyPosition<Core>& self, int64_t number) {
    if (!legal_here(self, number)) {
        self.made->refuse(face, number);
        throw nb::value_error("not legal");
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

inline Leaf leaf_of(const std::string& name) {
    if (name == "game") return Leaf::game;
    if (name == "round") return Leaf::round;
    if (name == "none") return Leaf::none;
    throw nb::value_error(("leaf must be game, round or none, not " + name).c_str());
}

// What Python evaluates leaves with.
template <class Core>
struct Evaluation {
    nb::object call;
    nb::object owner;
    const PyRules<Core>* made;
    bool failed = false;

    static bool run(void* context, const void* position, const Random& random, float* out) {
        auto* self = static_cast<Evaluation*>(context);
        nb::gil_scoped_acquire gil;
        if (self->failed) return false;
        try {
            nb::object face = nb::cast(PyPosition<Core>{
                self->owner, self->made, *static_cast<const typename Core::Position*>(position), random});
            if (read(self->call(face), self->made->rules.players, out)) {
                if (std::all_of(out, out + self->made->rules.players, [](float each) { return std::isfinite(each); }))
                    return true;
                PyErr_SetString(PyExc_ValueError, "evaluate must return finite numbers");
            } else {
                PyErr_SetString(PyExc_TypeError, "evaluate must return a number for each player");
            }
        } catch (nb::python_error& error) {
            error.restore();
        }
        self->failed = true;
        PyErr_Fetch(&self->type, &self->value, &self->trace);
        return false;
    }

    // The numbers of any sequence, if they are so many: a list, an array, a tensor.
    static bool read(const nb::object& worth, int players, float* out) {
        bool fits = PyObject_Length(worth.ptr()) == players;
        for (int player = 0; fits && player < players; ++player) {
            const nb::object each = nb::steal(PyObject_GetItem(worth.ptr(), nb::int_(player).ptr()));
            if (each.is_valid()) out[player] = static_cast<float>(PyFloat_AsDouble(each.ptr()));
            fits = !PyErr_Occurred();
        }
        PyErr_Clear();
        return fits;
    }

    PyObject *type = nullptr, *value = nullptr, *trace = nullptr;
};

// So many weights, all finite; empty for none.
inline std::vector<float> weights_of(nb::handle given, size_t many, const char* what) {
    if (given.is_none()) return {};
    std::vector<float> weights;
    if (!nb::try_cast(given, weights) || weights.size() != many ||
        !std::all_of(weights.begin(), weights.end(), [](float weight) { return std::isfinite(weight); }))
        throw nb::value_error((std::string(what) + " has " + std::to_string(many) + " weights, one for each feature, all finite").c_str());
    return weights;
}

// A policy, and what it is made of; empty for none. The number of weights tells a net.
template <class Core>
struct Policies {
    std::vector<float> weights;

    explicit Policies(nb::handle given) {
        if (given.is_none()) return;
        const bool net = Core::NET && PyObject_Length(given.ptr()) == static_cast<Py_ssize_t>(Core::NET);
        PyErr_Clear();
        weights = weights_of(given, net ? Core::NET : Core::FEATURES, "a policy");
    }

    Policy policy() const {
        return {weights.empty() ? nullptr : weights.data(), weights.size() == Core::FEATURES ? 0 : Core::UNITS};
    }
};

// Kinds of players, each a policy, and how likely each player is of each: made to be 1 together.
template <class Core>
struct Rivals {
    std::vector<Policies<Core>> made;

    Rivals(const std::vector<nb::object>& kinds, const std::vector<std::vector<double>>& shares, size_t players, Search& wanted) {
        if (shares.empty() && kinds.empty()) return;
        if (shares.size() != players) throw nb::value_error("opponent_probabilities has a list for each player");
        if (!wanted.policy) throw nb::value_error("opponent models need a search with a policy");
        for (const nb::object& kind : kinds) {
            if (kind.is_none()) throw nb::value_error("an opponent policy is a policy, not None");
            made.emplace_back(kind);
        }
        for (const auto& each : made) wanted.kinds.push_back(each.policy());
        for (size_t player = 0; player < players; ++player) {
            double total = 0;
            for (double share : shares[player]) total += share >= 0 ? share : NAN;
            if (!shares[player].empty() && (shares[player].size() != kinds.size() || !(total > 0) || !std::isfinite(total)))
                throw nb::value_error("opponent_probabilities has, for each player, nothing or a probability for each opponent policy: none below 0, not all 0");
            for (double share : shares[player]) wanted.rivals[player].push_back(static_cast<float>(share / total));
        }
    }
};

// The net that judges positions, of a game that has one.
template <class Core>
const void* judge_of(nb::handle given) {
    if (given.is_none()) return nullptr;
    if constexpr (requires { typename Core::Judge; }) {
        if (nb::isinstance<typename Core::Judge>(given)) return nb::inst_ptr<typename Core::Judge>(given);
    }
    throw nb::type_error("value_network is not a value network of this game");
}

// Whether Python has been told to stop, by Ctrl-C say; the exception is set then.
inline bool interrupted() {
    nb::gil_scoped_acquire gil;
    return PyErr_CheckSignals() != 0;
}

template <class Core>
nb::tuple search(const PyPosition<Core>& self, int64_t nodes, double seconds, uint64_t seed, int threads,
                 const std::optional<std::string>& leaf, float exploration, nb::object policy, nb::object evaluate,
                 nb::object value, float inverse_temperature,
                 std::vector<int> among, bool open_cards, nb::object value_network,
                 const std::vector<nb::object>& opponent_policies, const std::vector<std::vector<double>>& opponent_probabilities) {
    if (Core::kernels->actor(self.rules(), self.p) < 0)
        throw nb::value_error("there is nothing to search: no player owes a decision here");
    if (nodes < 0 || !(seconds >= 0) || (nodes == 0 && seconds == 0))
        throw nb::value_error("a search needs a budget: nodes above 0, or seconds above 0");
    check_threads(threads);
    Search wanted{seed, nodes, seconds, threads, leaf_of(leaf.value_or(evaluate.is_none() && value_network.is_none() ? "game" : "none")), exploration};
    if (wanted.leaf == Leaf::game && !(evaluate.is_none() && value_network.is_none()))
        throw nb::value_error("leaf=\"game\" leaves nothing to evaluate: take \"none\" or \"round\"");
    const Policies<Core> followed(policy);
    wanted.policy = followed.policy();
    const std::vector<float> worths = weights_of(value, Core::WORTHS, "value");
    if (!worths.empty()) wanted.worth = worths.data();
    if (!std::isfinite(inverse_temperature)) throw nb::value_error("inverse_temperature must be finite");
    wanted.sharp = inverse_temperature;
    wanted.judge = judge_of<Core>(value_network);
    wanted.open = open_cards;
    const Rivals<Core> met(opponent_policies, opponent_probabilities, static_cast<size_t>(self.rules().players), wanted);
    for (int number : among)
        if (!Core::kernels->is_legal(self.rules(), self.p, number))
            throw nb::value_error("among must be legal numbers");
    std::sort(among.begin(), among.end());
    wanted.among = std::move(among);
    Evaluation<Core> evaluation{evaluate, self.owner, self.made};
    if (!evaluate.is_none()) {
        wanted.evaluate = Evaluation<Core>::run;
        wanted.context = &evaluation;
    }
    wanted.interrupted = interrupted;
    const typename Core::Position root = self.p;  // others may play on meanwhile
    Found found;
    {
        nb::gil_scoped_release free;
        Core::kernels->search(self.rules(), root, wanted, found);
    }
    if (PyErr_Occurred()) throw nb::python_error();
    if (evaluation.failed) {
        PyErr_Restore(evaluation.type, evaluation.value, evaluation.trace);
        throw nb::python_error();
    }
    return nb::make_tuple(found.numbers, found.visits, found.values, found.simulations, found.shares, found.points,
                          found.errors);
}

template <class Core>
nb::tuple forecast(const PyPosition<Core>& self, int64_t nodes, double seconds, uint64_t seed, const std::string& leaf,
                  nb::object policy, nb::object value, float inverse_temperature, int every) {
    if (nodes < 0 || !(seconds >= 0) || (nodes == 0 && seconds == 0) || every < 1)
        throw nb::value_error("a forecast needs a budget: nodes above 0, or seconds above 0; and every above 0");
    Search wanted{seed, nodes, seconds, 1, leaf_of(leaf)};
    const Policies<Core> followed(policy);
    wanted.policy = followed.policy();
    const std::vector<float> worths = weights_of(value, Core::WORTHS, "value");
    if (!worths.empty()) wanted.worth = worths.data();
    if (!std::isfinite(inverse_temperature)) throw nb::value_error("inverse_temperature must be finite");
    wanted.sharp = inverse_temperature;
    wanted.interrupted = interrupted;
    const typename Core::Position root = self.p;
    Forecast found;
    {
        nb::gil_scoped_release free;
        Core::kernels->look(self.rules(), root, wanted, every, found);
    }
    if (PyErr_Occurred()) throw nb::python_error();
    return nb::make_tuple(found.shares, found.points, found.share_errors, found.points_errors, found.simulations);
}

template <class Core>
nb::class_<PyPosition<Core>> bind_position(nb::module_& m, const char* name) {
    using Self = PyPosition<Core>;
    using Rules = PyRules<Core>;
    nb::class_<Self> made(m, name, "A position that steps by numbers; see docs/fast.md.");
    made
        .def("__init__",
             [](Self* self, nb::object rules, uint64_t seed) {
                 const Rules* made = rules_of<Core>(rules);
                 new (self) Self{rules, made, {}, Random{seed, 0}};
                 Core::kernels->first(made->rules, self->p);
             },
             "rules"_a.none(), "seed"_a = 0)
        .def_prop_ro("rules", [](const Self& self) { return self.owner; })
        .def_prop_ro("actor", [](const Self& self) { return Core::kernels->actor(self.rules(), self.p); })
        .def("legal",
             [](const Self& self) {
                 uint16_t numbers[Core::MOST_ACTIONS], weights[Core::MOST_OUTCOMES];
                 const auto& rules = self.rules();
                 const int found = Core::kernels->actor(rules, self.p) == CHANCE
                                       ? Core::kernels->outcomes(rules, self.p, numbers, weights)
                                       : Core::kernels->legal(rules, self.p, numbers);
                 return list_of(numbers, found);
             })
        .def("weights",
             [](const Self& self) {
                 if (Core::kernels->actor(self.rules(), self.p) != CHANCE)
                     throw nb::value_error("it is not chance that acts: there are no weights");
                 uint16_t numbers[Core::MOST_OUTCOMES], weights[Core::MOST_OUTCOMES];
                 return list_of(weights, Core::kernels->outcomes(self.rules(), self.p, numbers, weights));
             })
        .def("apply",
             [](nb::handle_t<Self> face, int64_t number) { apply_checked(face, nb::cast<Self&>(face), number); },
             "number"_a)
        .def("settle", [](Self& self) { Core::kernels->settle(self.rules(), self.p, self.random); })
        .def("step",
             [](nb::handle_t<Self> face, int64_t number) {
                 Self& self = nb::cast<Self&>(face);
                 apply_checked(face, self, number);
                 Core::kernels->settle(self.rules(), self.p, self.random);
             },
             "number"_a)
        .def("copy", [](const Self& self) { return Self(self); })
        .def("__copy__", [](const Self& self) { return Self(self); })
        .def("__deepcopy__", [](const Self& self, nb::handle) { return Self(self); })
        .def("reseed", [](Self& self, uint64_t seed) { self.random = Random{seed, 0}; }, "seed"_a)
        .def("playout",
             [](Self& self, nb::object policy, nb::object policies, float sharp, bool round_only) {
                 std::vector<Policies<Core>> followed;
                 if (!policies.is_none()) {
                     if (nb::len(policies) != static_cast<size_t>(self.rules().players))
                         throw nb::value_error("policies must be one for each player");
                     for (nb::handle each : policies) followed.emplace_back(each);
                 } else if (!policy.is_none()) {
                     followed.assign(static_cast<size_t>(self.rules().players), Policies<Core>(policy));
                 }
                 Policy of_player[8];
                 for (size_t player = 0; player < followed.size(); ++player) of_player[player] = followed[player].policy();
                 Self other(self);  // another thread that plays on meanwhile gets in nobody's way
                 int decisions;
                 {
                     nb::gil_scoped_release free;
                     decisions = followed.empty()
                                     ? Core::kernels->playout(other.rules(), other.p, other.random, round_only)
                                     : Core::kernels->guided(other.rules(), other.p, of_player, other.random, round_only, sharp);
                 }
                 self.p = other.p;
                 self.random = other.random;
                 return decisions;
             },
             "policy"_a = nb::none(), "policies"_a = nb::none(), "inverse_temperature"_a = 1.0f, "round_only"_a = false)
        .def("features",
             [](const Self& self, nb::object given) {
                 Given<float> out;
                 if (!take<float>(given, out)) refuse_array(given, "the features", kind_of<float>(), true);
                 if (Core::kernels->actor(self.rules(), self.p) < 0) return 0;
                 uint16_t numbers[Core::MOST_ACTIONS];
                 const int found = Core::kernels->legal(self.rules(), self.p, numbers);
                 if (out.size < static_cast<size_t>(found) * Core::FEATURES)
                     throw nb::value_error(("the features need room for " + std::to_string(found) + " rows of " +
                                            std::to_string(Core::FEATURES)).c_str());
                 return Core::kernels->features(self.rules(), self.p, numbers, out.data);
             },
             "out"_a)
        .def("logits",
             [](const Self& self, nb::object policy) {
                 const Policies<Core> followed(policy);
                 if (!followed.policy()) throw nb::value_error("a policy is needed");
                 if (Core::kernels->actor(self.rules(), self.p) < 0) return std::vector<float>();
                 uint16_t numbers[Core::MOST_ACTIONS];
                 float sums[Core::MOST_ACTIONS];
                 const int found = Core::kernels->weighed(self.rules(), self.p, followed.policy(), numbers, sums);
                 return std::vector<float>(sums, sums + found);
             },
             "policy"_a)
        .def("playouts",
             [](const Self& self, int n, uint64_t seed, int threads, bool lockstep) {
                 if (n < 0) throw nb::value_error("n must not be negative");
                 std::vector<int16_t> points(static_cast<size_t>(n) * self.rules().players);
                 const Random random{seed, 0};
                 const typename Core::Position root = self.p;
                 nb::gil_scoped_release free;
                 std::atomic<int64_t> total = 0;
                 spread(n, threads, [&](int from, int to) {
                     total += Core::kernels->playouts(self.rules(), &root, 0, to - from, random, from, lockstep,
                                                      points.data() + static_cast<ptrdiff_t>(from) * self.rules().players);
                 });
                 return total.load();
             },
             "n"_a, "seed"_a = 0, "threads"_a = 1, "lockstep"_a = true)
        .def("points", [](const Self& self) { return players_list(self, Core::kernels->points); })
        .def("standing", [](const Self& self) { return players_list(self, Core::kernels->standing); })
        .def("ranks",
             [](const Self& self) {
                 if (Core::kernels->actor(self.rules(), self.p) != ENDED) throw nb::value_error("the game is not over: there are no ranks yet");
                 return players_list(self, [](const auto& rules, const auto& p, int* ranks) {
                     int order[8];
                     Core::kernels->order(rules, p, order);
                     for (int player = 0; player < rules.players; ++player) {
                         ranks[player] = 1;
                         for (int other = 0; other < rules.players; ++other) ranks[player] += order[other] > order[player];
                     }
                 });
             })
        .def("mask",
             [](const Self& self, nb::object given) {
                 const auto out = array_of<uint8_t>(given, static_cast<size_t>(self.rules().actions()), "the mask");
                 Core::kernels->mask(self.rules(), self.p, out.data);
             },
             "out"_a)
        .def("observe",
             [](const Self& self, int seat, nb::object given) {
                 const auto out = array_of<float>(given, static_cast<size_t>(self.made->observation), "the observation");
                 Core::kernels->observe(self.rules(), self.p, seat_of(self, seat), out.data);
             },
             "seat"_a, "out"_a)
        .def("determinize",
             [](const Self& self, int seat, uint64_t seed) {
                 Self other(self);
                 other.random = Random{seed, 0};  // the own one would tell what is drawn next
                 Core::kernels->determinize(self.rules(), other.p, seat_of(self, seat), other.random);
                 return other;
             },
             "seat"_a, "seed"_a)
        .def("search", search<Core>, "nodes"_a = 0, "seconds"_a = 0.0, "seed"_a = 0, "threads"_a = 1, "leaf"_a = nb::none(),
             "exploration"_a = 0.5f, "policy"_a = nb::none(), "evaluate"_a = nb::none(), "value"_a = nb::none(),
             "inverse_temperature"_a = 1.0f,
             "among"_a = std::vector<int>{}, "open_cards"_a = false, "value_network"_a = nb::none(),
             "opponent_policies"_a = std::vector<nb::object>{}, "opponent_probabilities"_a = std::vector<std::vector<double>>{})
        .def("forecast", forecast<Core>, "nodes"_a = 0, "seconds"_a = 0.0, "seed"_a = 0, "leaf"_a = "round",
             "policy"_a = nb::none(), "value"_a = nb::none(), "inverse_temperature"_a = 1.0f, "every"_a = 4)
        .def("fields", [](const Self& self) { return Core::fields(self.rules(), self.p); })
        .def_static("from_fields",
                    [](nb::object rules, nb::dict fields) {
                        const Rules* made = rules_of<Core>(rules);
                        Self self{rules, made, {}, Random{}};
                        Core::from_fields(made->rules, self.p, fields);
                        if (const char* problem = Core::problem(made->rules, self.p)) throw nb::value_error(problem);
                        return self;
                    },
                    "rules"_a, "fields"_a)
        .def("__bytes__",
             [](const Self& self) {
                 std::string data(sizeof self.p + sizeof self.random, '\0');
                 std::memcpy(data.data(), &self.p, sizeof self.p);
                 std::memcpy(data.data() + sizeof self.p, &self.random, sizeof self.random);
                 return nb::bytes(data.data(), data.size());
             })
        .def_static("from_bytes",
                    [](nb::object rules, nb::bytes data) {
                        const Rules* made = rules_of<Core>(rules);
                        Self self{rules, made, {}, Random{}};
                        if (data.size() != sizeof self.p + sizeof self.random)
                            throw nb::value_error("these bytes are no position: their number is wrong");
                        const char* from = static_cast<const char*>(data.data());
                        std::memcpy(&self.p, from, sizeof self.p);
                        std::memcpy(&self.random, from + sizeof self.p, sizeof self.random);
                        if (const char* problem = Core::problem(made->rules, self.p)) throw nb::value_error(problem);
                        return self;
                    },
                    "rules"_a.none(), "data"_a)
        .attr("SIZE") = sizeof(typename Core::Position);
    return made;
}

template <class Core>
void bind_rules(nb::module_& m, const char* name) {
    using Self = PyRules<Core>;
    nb::class_<Self>(m, name, "One set of options as the core holds it.")
        .def("__init__",
             [](Self* self, nb::object options, nb::dict tables, nb::object refuse) {
                 new (self) Self{{}, options, refuse, 0};
                 Core::read(self->rules, tables);
                 self->observation = Core::observation(self->rules);
             },
             "options"_a, "tables"_a, "refuse"_a)
        .def_ro("options", &Self::options)
        .def_ro("observation", &Self::observation)
        .def_prop_ro("players", [](const Self& self) { return self.rules.players; })
        .def_prop_ro("actions", [](const Self& self) { return self.rules.actions(); });
}

// --- reading tables -----------------------------------------------------------------------------

// As nb::cast, but what does not fit is a ValueError.
template <class T>
T value_of(nb::handle given) {
    T value;
    if (!nb::try_cast<T>(given, value)) throw nb::value_error("a value is of another kind, or out of range");
    return value;
}

template <class T>
T field(const nb::dict& fields, const char* name) {
    if (!fields.contains(name)) throw nb::value_error((std::string("missing: ") + name).c_str());
    return value_of<T>(fields[name]);
}

template <class T>
void row(const nb::handle& list, T* out, size_t length) {
    if (nb::len(list) != length) throw nb::value_error("a table has the wrong length");
    for (size_t i = 0; i < length; ++i) out[i] = value_of<T>(nb::object(list[i]));
}

}  // namespace baumeister::binding
