// The network of policy and value of Manhattan, for Python.
#pragma once

#include <algorithm>

#include "../binding.hpp"
#include "network.hpp"

namespace baumeister::manhattan {

using namespace binding;

template <class Core>
void bind_network(nb::module_& m) {
    using Position = PyPosition<Core>;
    auto check = [](const Position& position) {
        if (Core::kernels->actor(position.rules(), position.p) < 0) throw ArgumentError("no player is to act here");
    };
    nb::class_<Network>(m, "ManhattanNetwork", "A network of policy and value, quantised.")
        .def("__init__",
             [](Network* self, nb::object object) {
                 const auto weights = array_of<float>(object, NETWORK_WEIGHTS, "the weights");
                 if (!std::all_of(weights.data, weights.data + NETWORK_WEIGHTS, [](float each) { return std::isfinite(each); }))
                     throw ArgumentError("the weights must be finite");
                 new (self) Network(weights.data);
             },
             "weights"_a)
        .def("evaluate",
             [check](const Network& self, const Position& position) {
                 check(position);
                 uint16_t numbers[Core::MOST_ACTIONS];
                 float logits[Core::MOST_ACTIONS], chances[MOST_PLAYERS];
                 const int found = Core::kernels->network(position.rules(), position.p, self, numbers, logits, chances);
                 return nb::make_tuple(list_of(numbers, found), std::vector<float>(logits, logits + found),
                                       std::vector<float>(chances, chances + position.rules().players));
             },
             "position"_a,
             "The legal numbers, their logits, and every player's chances of winning, as the player to act sees it.")
        .def("chances",
             [check](const Network& self, const Position& position, int seat) {
                 check(position);
                 float chances[MOST_PLAYERS];
                 Core::kernels->network_chances(position.rules(), position.p, self, seat_of(position, seat), chances);
                 return std::vector<float>(chances, chances + position.rules().players);
             },
             "position"_a, "seat"_a, "Every player's chances of winning, as a seat sees the position.")
        .def_static("inputs",
             [check](const Position& position, int seat) {
                 check(position);
                 std::vector<std::vector<uint16_t>> rows;
                 Core::kernels->network_rows(position.rules(), position.p, seat_of(position, seat), rows);
                 return rows;
             },
             "position"_a, "seat"_a,
             "The rows of active inputs of each place, each district, the whole, and, if the seat is to act, each legal number.");
}

}  // namespace baumeister::manhattan
