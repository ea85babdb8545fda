// The methods of rules and positions for Python, the same for every core.
//
// A core is a struct with the types Rules, Position and Kernels, the selected `kernels`, the limits
// MOST_ACTIONS and MOST_OUTCOMES, the sizes of policies and evaluations, and the functions `read`,
// `observation`, `fields`, `from_fields` and `problem`.
#pragma once

#include <atomic>
#include <cstring>

#include "arrays.hpp"
#include "bind_search.hpp"
#include "docs.hpp"
#include "objects.hpp"
#include "tables.hpp"

#define DOC(kind, name) nb::sig(docs::kind::name##_sig), docs::kind::name

namespace baumeister::binding {

template <class Core>
nb::class_<PyPosition<Core>> bind_position(nb::module_& m, const char* name) {
    using Self = PyPosition<Core>;
    using Rules = PyRules<Core>;
    nb::class_<Self> made(m, name, docs::position::self);
    made
        .def("__init__",
             [](Self* self, nb::object rules, uint64_t seed) {
                 const Rules* data = rules_of<Core>(rules);
                 new (self) Self{rules, data, {}, Random{seed, 0}};
                 Core::kernels->initial(data->rules, self->p);
             },
             "rules"_a.none(), "seed"_a = 0,
             DOC(position, init))
        .def_prop_ro("rules", [](const Self& self) { return self.owner; }, docs::position::rules)
        .def_prop_ro("actor", [](const Self& self) { return Core::kernels->actor(self.rules(), self.p); }, docs::position::actor)
        .def("legal",
             [](const Self& self) {
                 uint16_t numbers[Core::MOST_ACTIONS], weights[Core::MOST_OUTCOMES];
                 const auto& rules = self.rules();
                 const int found = Core::kernels->actor(rules, self.p) == CHANCE
                                       ? Core::kernels->outcomes(rules, self.p, numbers, weights)
                                       : Core::kernels->legal(rules, self.p, numbers);
                 return list_of(numbers, found);
             },
             DOC(position, legal))
        .def("weights",
             [](const Self& self) {
                 if (Core::kernels->actor(self.rules(), self.p) != CHANCE)
                     throw ArgumentError("chance is not to act: there are no weights");
                 uint16_t numbers[Core::MOST_OUTCOMES], weights[Core::MOST_OUTCOMES];
                 return list_of(weights, Core::kernels->outcomes(self.rules(), self.p, numbers, weights));
             },
             DOC(position, weights))
        .def("apply",
             [](nb::handle_t<Self> object, int64_t number) { apply_checked(object, nb::cast<Self&>(object), number); },
             "number"_a,
             DOC(position, apply))
        .def("settle", [](Self& self) { Core::kernels->settle(self.rules(), self.p, self.random); }, DOC(position, settle))
        .def("step",
             [](nb::handle_t<Self> object, int64_t number) {
                 Self& self = nb::cast<Self&>(object);
                 apply_checked(object, self, number);
                 Core::kernels->settle(self.rules(), self.p, self.random);
             },
             "number"_a,
             DOC(position, step))
        .def("copy", [](const Self& self) { return Self(self); }, DOC(position, copy))
        .def("__copy__", [](const Self& self) { return Self(self); })
        .def("__deepcopy__", [](const Self& self, nb::handle) { return Self(self); })
        .def("reseed", [](Self& self, uint64_t seed) { self.random = Random{seed, 0}; }, "seed"_a, DOC(position, reseed))
        .def("playout",
             [](Self& self, nb::object policy, nb::object policies, float inverse_temperature, bool round_only) {
                 std::vector<PolicyWeights<Core>> weights;
                 if (!policies.is_none()) {
                     if (nb::len(policies) != static_cast<size_t>(self.rules().players))
                         throw ArgumentError("policies must be one for each player");
                     for (nb::handle each : policies) weights.emplace_back(each);
                 } else if (!policy.is_none()) {
                     weights.assign(static_cast<size_t>(self.rules().players), PolicyWeights<Core>(policy));
                 }
                 Policy of_player[8];
                 for (size_t player = 0; player < weights.size(); ++player) of_player[player] = weights[player].policy();
                 Self other(self);  // another thread may step the position meanwhile
                 int decisions;
                 {
                     nb::gil_scoped_release no_gil;
                     decisions = weights.empty()
                                     ? Core::kernels->playout(other.rules(), other.p, other.random, round_only)
                                     : Core::kernels->policy_playout(other.rules(), other.p, of_player, other.random, round_only, inverse_temperature);
                 }
                 self.p = other.p;
                 self.random = other.random;
                 return decisions;
             },
             "policy"_a = nb::none(), "policies"_a = nb::none(), "inverse_temperature"_a = 1.0f, "round_only"_a = false,
             DOC(position, playout))
        .def("features",
             [](const Self& self, nb::object object) {
                 Buffer<float> out;
                 if (!take<float>(object, out)) raise_array_error(object, "the features", kind_of<float>(), true);
                 if (Core::kernels->actor(self.rules(), self.p) < 0) return 0;
                 uint16_t numbers[Core::MOST_ACTIONS];
                 const int found = Core::kernels->legal(self.rules(), self.p, numbers);
                 if (out.size < static_cast<size_t>(found) * Core::FEATURES)
                     throw ArgumentError(("the features need room for " + std::to_string(found) + " rows of " +
                                            std::to_string(Core::FEATURES)).c_str());
                 return Core::kernels->features(self.rules(), self.p, numbers, out.data);
             },
             "out"_a,
             DOC(position, features))
        .def("logits",
             [](const Self& self, nb::object policy) {
                 const PolicyWeights<Core> weights(policy);
                 if (!weights.policy()) throw ArgumentError("a policy is required");
                 if (Core::kernels->actor(self.rules(), self.p) < 0) return std::vector<float>();
                 uint16_t numbers[Core::MOST_ACTIONS];
                 float sums[Core::MOST_ACTIONS];
                 const int found = Core::kernels->logits(self.rules(), self.p, weights.policy(), numbers, sums);
                 return std::vector<float>(sums, sums + found);
             },
             "policy"_a,
             DOC(position, logits))
        .def("playouts",
             [](const Self& self, int n, uint64_t seed, int threads, bool lockstep) {
                 if (n < 0) throw ArgumentError("n must not be negative");
                 std::vector<int16_t> points(static_cast<size_t>(n) * self.rules().players);
                 const Random random{seed, 0};
                 const typename Core::Position root = self.p;
                 nb::gil_scoped_release no_gil;
                 std::atomic<int64_t> total = 0;
                 spread(n, threads, [&](int from, int to) {
                     total += Core::kernels->playouts(self.rules(), &root, 0, to - from, random, from, lockstep,
                                                      points.data() + static_cast<ptrdiff_t>(from) * self.rules().players);
                 });
                 return total.load();
             },
             "n"_a, "seed"_a = 0, "threads"_a = 1, "lockstep"_a = true,
             DOC(position, playouts))
        .def("points", [](const Self& self) { return players_list(self, Core::kernels->points); }, DOC(position, points))
        .def("standing", [](const Self& self) { return players_list(self, Core::kernels->standing); }, DOC(position, standing))
        .def("ranks",
             [](const Self& self) {
                 if (Core::kernels->actor(self.rules(), self.p) != GAME_OVER) throw ArgumentError("the game is not over: there are no ranks yet");
                 return players_list(self, [](const auto& rules, const auto& p, int* ranks) {
                     int order[8];
                     Core::kernels->order(rules, p, order);
                     for (int player = 0; player < rules.players; ++player) {
                         ranks[player] = 1;
                         for (int other = 0; other < rules.players; ++other) ranks[player] += order[other] > order[player];
                     }
                 });
             },
             DOC(position, ranks))
        .def("mask",
             [](const Self& self, nb::object object) {
                 const auto out = array_of<uint8_t>(object, static_cast<size_t>(self.rules().actions()), "the mask");
                 Core::kernels->mask(self.rules(), self.p, out.data);
             },
             "out"_a,
             DOC(position, mask))
        .def("observe",
             [](const Self& self, int seat, nb::object object) {
                 const auto out = array_of<float>(object, static_cast<size_t>(self.data->observation), "the observation");
                 Core::kernels->observe(self.rules(), self.p, seat_of(self, seat), out.data);
             },
             "seat"_a, "out"_a,
             DOC(position, observe))
        .def("determinize",
             [](const Self& self, int seat, uint64_t seed) {
                 Self other(self);
                 other.random = Random{seed, 0};  // its own generator would reveal what is drawn next
                 Core::kernels->determinize(self.rules(), other.p, seat_of(self, seat), other.random);
                 return other;
             },
             "seat"_a, "seed"_a,
             DOC(position, determinize))
        .def("search", search<Core>, "nodes"_a = 0, "seconds"_a = 0.0, "seed"_a = 0, "threads"_a = 1, "leaf"_a = nb::none(),
             "exploration"_a = 0.5f, "policy"_a = nb::none(), "evaluate"_a = nb::none(), "inverse_temperature"_a = 1.0f,
             "among"_a = std::vector<int>{}, "open_cards"_a = false, "value_network"_a = nb::none(),
             "paranoid"_a = false, "depth"_a = 0)
        .def("forecast", forecast<Core>, "nodes"_a = 0, "seconds"_a = 0.0, "seed"_a = 0, "leaf"_a = "round",
             "policy"_a = nb::none(), "inverse_temperature"_a = 1.0f, "every"_a = 4, "value_network"_a = nb::none())
        .def("fields", [](const Self& self) { return Core::fields(self.rules(), self.p); })
        .def_static("from_fields",
                    [](nb::object rules, nb::dict fields) {
                        const Rules* data = rules_of<Core>(rules);
                        Self self{rules, data, {}, Random{}};
                        Core::from_fields(data->rules, self.p, fields);
                        if (const char* problem = Core::problem(data->rules, self.p)) throw ArgumentError(problem);
                        return self;
                    },
                    "rules"_a, "fields"_a)
        .def("__bytes__",
             [](const Self& self) {
                 std::string data(sizeof self.p + sizeof self.random, '\0');
                 std::memcpy(data.data(), &self.p, sizeof self.p);
                 std::memcpy(data.data() + sizeof self.p, &self.random, sizeof self.random);
                 return nb::bytes(data.data(), data.size());
             },
             DOC(position, bytes))
        .def_static("from_bytes",
                    [](nb::object rules, nb::bytes bytes) {
                        const Rules* data = rules_of<Core>(rules);
                        Self self{rules, data, {}, Random{}};
                        if (bytes.size() != sizeof self.p + sizeof self.random)
                            throw ArgumentError("not a position: the number of bytes is wrong");
                        const char* from = static_cast<const char*>(bytes.data());
                        std::memcpy(&self.p, from, sizeof self.p);
                        std::memcpy(&self.random, from + sizeof self.p, sizeof self.random);
                        if (const char* problem = Core::problem(data->rules, self.p)) throw ArgumentError(problem);
                        return self;
                    },
                    "rules"_a.none(), "data"_a,
             DOC(position, from_bytes))
        .attr("SIZE") = sizeof(typename Core::Position);
    return made;
}

template <class Core>
void bind_rules(nb::module_& m, const char* name) {
    using Self = PyRules<Core>;
    nb::class_<Self>(m, name, docs::rules::self)
        .def("__init__",
             [](Self* self, nb::object options, nb::dict tables, nb::object refuse) {
                 new (self) Self{{}, options, refuse, 0};
                 Core::read(self->rules, tables);
                 self->observation = Core::observation(self->rules);
             },
             "options"_a, "tables"_a, "refuse"_a)
        .def_ro("options", &Self::options, docs::rules::options)
        .def_ro("observation", &Self::observation, docs::rules::observation)
        .def_prop_ro("players", [](const Self& self) { return self.rules.players; }, docs::rules::players)
        .def_prop_ro("actions", [](const Self& self) { return self.rules.actions(); }, docs::rules::actions);
}

}  // namespace baumeister::binding
