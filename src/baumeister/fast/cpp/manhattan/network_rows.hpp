// The network's inputs as lists of rows, for tests: of each place, each district, the whole,
// and each legal action of the seat.
#pragma once

#include <vector>

#include "network_whole.hpp"

namespace baumeister::manhattan::ISA {

inline void build_rows(const View& view, int number, std::vector<uint16_t>& rows) {
    using namespace build_input;
    auto emit = [&](int row) { rows.push_back(static_cast<uint16_t>(row)); };
    const int slot = number >= SECOND_COLOUR, own = number - slot * SECOND_COLOUR;
    const int block = own / PLACES, place = own % PLACES, builder = 2 * slot;
    int owner = manhattan::COLOURS;
    for (int colour = 0; colour < view.colours; ++colour)
        if (view.own[colour] >> place & 1) owner = colour;
    const BuildPlace here(view, Swings(view, builder), builder, owner, place % DISTRICT_COUNT);
    const BuildInputs in(view, builder, place, view.floors(place), block);
    for (int rival = 0; rival < 3; ++rival)
        if (in.lead[rival] >= 0) emit(CAPTURE(rival, in.can[rival])), emit(LEAD(rival, in.lead[rival]));
    emit(TOWER(in.tower)), emit(SIZE(block)), emit(SECOND(slot)), emit(build_input::ONTO(here.onto)), emit(MAJORITY(here.gains, here.lost));
}

inline void network_rows(const Rules& rules, const Position& p, int seat, std::vector<std::vector<uint16_t>>& found) {
    const View view(rules, p, seat);
    const Swings swings(view, 0);
    const MonsterPaths paths(view);
    auto emit = [&](int row) { found.back().push_back(static_cast<uint16_t>(row)); };
    for (int place = 0; place < PLACES; ++place) {
        int owner = EMPTY;
        for (int colour = 0; colour < view.colours; ++colour)
            if (view.own[colour] >> place & 1) owner = colour;
        found.emplace_back();
        place_inputs(view, swings, paths, place, owner).rows(view.colours, emit);
    }
    for (int district = 0; district < DISTRICT_COUNT; ++district) found.emplace_back(), district_rows(view, district, emit);
    found.emplace_back();
    whole_rows(view, emit);
    if (seat != actor(rules, p)) return;
    for_each_legal(rules, p, [&](int number) {
        found.emplace_back();
        const int own = number >= SECOND_COLOUR ? number - SECOND_COLOUR : number;
        if (own < FORFEIT)
            build_rows(view, number, found.back());
        else
            choice_rows(view, number, emit);
    });
}

}  // namespace baumeister::manhattan::ISA
