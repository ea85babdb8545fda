// Manhattan for Python.
#include <bit>

#include "batch.hpp"
#include "bind_leaves.hpp"
#include "isa.hpp"
#include "manhattan/validation.hpp"
#include "manhattan/bind_training.hpp"

using namespace baumeister;
using namespace baumeister::manhattan;
using namespace baumeister::binding;

namespace {

struct ManhattanCore {
    using Rules = manhattan::Rules;
    using Position = manhattan::Position;
    using ValueNetwork = manhattan::ValueNetwork;
    static constexpr int MOST_ACTIONS = ACTIONS_TWO_COLOURS;
    static constexpr int MOST_OUTCOMES = PLACES;
    static constexpr int FEATURES = manhattan::FEATURES;
    static constexpr int POLICY_UNITS = manhattan::POLICY_UNITS;
    static constexpr size_t POLICY_WEIGHTS = manhattan::POLICY_WEIGHTS;
    static inline const Kernels* kernels = nullptr;

    static int observation(const Rules&) { return OBSERVATION; }

    static void read(Rules& rules, const nb::dict& tables) {
        rules.players = field<int>(tables, "players");
        rules.colours = field<int>(tables, "colours");
        rules.slots = field<int>(tables, "slots");
        rules.rounds = field<int>(tables, "rounds");
        rules.blocks = field<int>(tables, "blocks");
        rules.hand = field<int>(tables, "hand");
        rules.districts = field<int>(tables, "districts");
        rules.cards = field<int>(tables, "cards");
        rules.named_start = field<int>(tables, "start");
        rules.named_monster = field<int>(tables, "named_monster");
        rules.options = field<uint32_t>(tables, "options");
        nb::list marked = field<nb::list>(tables, "marked");
        for (size_t player = 0; player < nb::len(marked); ++player) {
            row(marked[player], rules.marked[player], CARDS);
            for (uint8_t card = 0; card < CARDS; ++card) rules.card_of[player][rules.marked[player][card]] = card;
        }
        nb::list step = field<nb::list>(tables, "step");
        for (size_t place = 0; place < PLACES; ++place) row(step[place], rules.step[place], CARDS);
        row(field<nb::list>(tables, "closed"), rules.closed, PLACES);
        row(field<nb::list>(tables, "neighbours"), rules.neighbours, PLACES);
        nb::list selections = field<nb::list>(tables, "selections");  // blocks by size, in the order of their numbers
        if (nb::len(selections) != SELECTIONS) throw ArgumentError("a table has the wrong length");
        for (int at = 0; at < SELECTIONS; ++at) {
            uint8_t blocks[SIZES];
            row(selections[static_cast<size_t>(at)], blocks, SIZES);
            const int large = blocks[1] + blocks[2] + blocks[3];
            const uint64_t bit = 1ull << (at & 63);
            rules.selection[at] = static_cast<uint16_t>(blocks[1] << 4 | blocks[2] << 8 | blocks[3] << 12);
            rules.selection_count[at] = static_cast<uint8_t>(large);
            for (int size = 1; size < SIZES; ++size)
                for (int most = blocks[size]; most <= MOST_OF_SIZE; ++most) rules.most[size][most][at >> 6] |= bit;
            for (int most = large; most <= BLOCKS_OF_COLOUR; ++most) rules.large[most + 1][at >> 6] |= bit;
        }
    }

    static const char* problem(const Rules& rules, const Position& p) {
        return manhattan::problem(*kernels, rules, p);
    }

    // The contents of a position as plain values; `compiled.py` turns them into a readable state.
    static nb::dict fields(const Rules& rules, const Position& p) {
        nb::dict found;
        found["phase"] = p.phase;
        found["round"] = p.round;
        found["start"] = p.start;
        found["turn"] = p.turn;
        found["turns"] = p.turns;
        found["dealt"] = p.dealt;
        found["monster"] = p.monster;
        found["urban"] = p.urban;
        found["urban_pile"] = p.urban_pile;
        nb::list hands, pile, played, opening, buildings;
        for (int player = 0; player < rules.players; ++player) {
            nb::list hand;  // ascending
            for (int card = 0; card < CARDS; ++card)
                for (uint64_t k = p.hands[player] >> (6 * rules.marked[player][card]) & 63; k; --k) hand.append(card + 1);
            hands.append(nb::tuple(hand));
        }
        int pile_rest = p.pile_size, played_rest = p.played_size;
        for (int card = 0; card < CARDS; ++card) {
            const int in_pile = card < 8 ? p.pile >> (8 * card) & 0xFF : pile_rest;
            const int in_played = card < 8 ? p.played >> (8 * card) & 0xFF : played_rest;
            pile.append(in_pile);
            played.append(in_played);
            pile_rest -= in_pile;
            played_rest -= in_played;
        }
        for (uint8_t district : p.opening) opening.append(district);
        std::vector<nb::object> of_place[PLACES];  // (colour, floors) of each block, from the ground up
        for (int at = 0; at < p.built; ++at)
            if (p.blocks[at] != GONE)
                of_place[p.blocks[at] >> 2].push_back(
                    nb::make_tuple(colour_of_block(p, at), (p.blocks[at] & 3) + 1));
        for (int site = 0; site < PLACES; ++site) {
            const auto& stack = of_place[site % 9 * 6 + site / 9];
            PyObject* building = PyTuple_New(static_cast<Py_ssize_t>(stack.size()));
            for (size_t at = 0; at < stack.size(); ++at)
                NB_TUPLE_SET_ITEM(building, static_cast<Py_ssize_t>(at), nb::object(stack[at]).release().ptr());
            buildings.append(nb::steal(building));
        }
        nb::list supplies, trays, scores;
        for (int colour = 0; colour < rules.colours; ++colour) {
            nb::list supply, tray;
            for (int size = 0; size < SIZES; ++size) {
                supply.append(of_size(p.supplies[colour], size));
                tray.append(of_size(p.trays[colour], size));
            }
            supplies.append(supply);
            trays.append(tray);
            scores.append(p.scores[colour]);
        }
        found["hands"] = hands;
        found["pile"] = pile;
        found["played"] = played;
        found["opening"] = opening;
        found["buildings"] = buildings;  // by site
        found["supplies"] = supplies;
        found["trays"] = trays;
        found["scores"] = scores;
        return found;
    }

    static void from_fields(const Rules& rules, Position& p, const nb::dict& fields) {
        kernels->initial(rules, p);
        p.phase = field<uint8_t>(fields, "phase");
        p.round = field<uint8_t>(fields, "round");
        p.start = field<int8_t>(fields, "start");
        p.turn = field<int8_t>(fields, "turn");
        p.turns = field<uint8_t>(fields, "turns");
        p.dealt = field<uint8_t>(fields, "dealt");
        p.monster = field<int8_t>(fields, "monster");
        p.urban = field<int8_t>(fields, "urban");
        p.urban_pile = field<uint16_t>(fields, "urban_pile");
        row(field<nb::list>(fields, "opening"), p.opening, DISTRICT_COUNT);
        nb::list hands = field<nb::list>(fields, "hands");
        for (int player = 0; player < rules.players; ++player) {
            nb::object hand = hands[static_cast<size_t>(player)];
            if (nb::len(hand) > 60) throw ArgumentError("a hand has the wrong size");
            for (nb::handle each : hand) {
                const int card = value_of<int>(each) - 1;
                if (card < 0 || card >= CARDS) throw ArgumentError("no such card");
                p.hands[player] += 1ull << (6 * rules.marked[player][card]);
            }
        }
        uint8_t pile[CARDS], played[CARDS];
        row(field<nb::list>(fields, "pile"), pile, CARDS);
        row(field<nb::list>(fields, "played"), played, CARDS);
        p.pile = p.played = 0;
        p.pile_size = p.played_size = 0;
        for (int card = 0; card < CARDS; ++card) {
            if (card < 8) p.pile |= static_cast<uint64_t>(pile[card]) << (8 * card);
            if (card < 8) p.played |= static_cast<uint64_t>(played[card]) << (8 * card);
            p.pile_size = static_cast<uint8_t>(p.pile_size + pile[card]);
            p.played_size = static_cast<uint8_t>(p.played_size + played[card]);
        }
        nb::list supplies = field<nb::list>(fields, "supplies"), trays = field<nb::list>(fields, "trays");
        row(field<nb::list>(fields, "scores"), p.scores, static_cast<size_t>(rules.colours));
        for (int colour = 0; colour < rules.colours; ++colour) {
            uint8_t supply[SIZES], tray[SIZES];
            row(supplies[static_cast<size_t>(colour)], supply, SIZES);
            row(trays[static_cast<size_t>(colour)], tray, SIZES);
            p.supplies[colour] = p.trays[colour] = 0;
            for (int size = 0; size < SIZES; ++size) {
                p.supplies[colour] |= static_cast<uint16_t>((supply[size] & 15) << (4 * size));
                p.trays[colour] |= static_cast<uint16_t>((tray[size] & 15) << (4 * size));
            }
        }
        nb::list buildings = field<nb::list>(fields, "buildings");
        if (nb::len(buildings) != PLACES) throw ArgumentError("a table has the wrong length");
        for (int site = 0; site < PLACES; ++site)
            for (nb::handle block : buildings[static_cast<size_t>(site)]) {
                int of[2];
                row(block, of, 2);
                const int colour = of[0], size = of[1] - 1;
                if (colour < 0 || colour >= rules.colours || size < 0 || size >= SIZES)
                    throw ArgumentError("no such block");
                if (p.built == MOST_BLOCKS) throw ArgumentError("too many blocks");
                const int at = p.built++;
                p.blocks[at] = static_cast<uint8_t>((site % 9 * 6 + site / 9) << 2 | size);
                p.block_colours[at >> 2] |= static_cast<uint8_t>(colour << (2 * (at & 3)));
            }
        if (p.monster >= PLACES) throw ArgumentError("the monster is on no site");
        if (const char* wrong = flow_problem(rules, p)) throw ArgumentError(wrong);
        derive(*kernels, rules, p);
    }
};

}  // namespace

void bind_manhattan(nb::module_& m, Isa isa) {
    ManhattanCore::kernels = &v2::KERNELS;
#if defined(__x86_64__)
    if (isa == Isa::v3) ManhattanCore::kernels = &v3::KERNELS;
    if (isa == Isa::v4) ManhattanCore::kernels = &v4::KERNELS;
#endif
    bind_rules<ManhattanCore>(m, "ManhattanRules");
    bind_position<ManhattanCore>(m, "ManhattanPosition")
        .def("context",
             [](const PyPosition<ManhattanCore>& self, nb::object object) {
                 const auto out = array_of<float>(object, CONTEXT, "the context");
                 if (ManhattanCore::kernels->actor(self.rules(), self.p) < 0)
                     throw ArgumentError("no player is to act here");
                 ManhattanCore::kernels->context(self.rules(), self.p, out.data);
             },
             "out"_a)
        .def("input_features",
             [](const PyPosition<ManhattanCore>& self, int seat, nb::object object) {
                 const auto out = array_of<uint8_t>(object, INPUT_FEATURES, "the input features");
                 ManhattanCore::kernels->input_features(self.rules(), self.p, seat_of(self, seat), out.data);
             },
             "seat"_a, "out"_a);
    bind_batch<ManhattanCore>(m, "ManhattanBatch");
    bind_leaf_search<ManhattanCore>(m, "ManhattanLeafSearch");
    bind_training<ManhattanCore>(m);
}
