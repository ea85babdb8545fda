// The network's inputs of the whole position: scores, blocks, cards and rules.
#pragma once

#include "network_inputs.hpp"

namespace baumeister::manhattan::ISA {

// Points ahead of the best other, as an index.
inline int ahead_of(const int* points, int players, int player) {
    constexpr int MOST = whole_input::SCORED.most(2) / 2;
    int best = -1000;
    for (int other = 0; other < players; ++other)
        if (other != player && points[other] > best) best = points[other];
    return clipped(points[player] - best, -MOST, MOST) + MOST;
}

// Calls `emit` with the rows that describe the options.
template <class Emit>
inline void rules_rows(const Rules& rules, Emit emit) {
    using namespace whole_input;
    emit(PLAYERS(rules.players - 2)), emit(TWO_COLOURS(rules.slots - 1));
    emit(ROUNDS(rules.rounds < 9 ? rules.rounds : 9)), emit(BLOCKS(rules.blocks < 9 ? rules.blocks : 9));
    if (rules.hand >= 4 && rules.hand - 4 <= HAND.most(0)) emit(HAND(rules.hand - 4));
    emit(CHOICE(rules.has(option::CHOICE_SECRET) ? 1 : rules.has(option::CHOICE_ONE_BY_ONE) ? 2 : 0));
    constexpr uint32_t flags[] = {
        option::SAME_OWNER_HIGHEST, option::TIE_BREAK, option::URBAN, option::MEGACITY_ALL, option::VARIANTS_GODZILLA,
        option::VARIANTS_BABY_GODZILLA, option::MONSTER_MOVES_WITH_CARD, option::VARIANTS_PROGRESSIVE, option::VARIANTS_ANTI_TRUST,
    };
    for (int at = 0; at <= RULES.most(0); ++at)
        if (rules.has(flags[at])) emit(RULES(at));
}

// Calls `emit` with the rows of a colour's blocks.
template <class Emit>
inline void block_rows(const View& view, int colour, Emit emit) {
    using namespace whole_input;
    for (int size = 0; size < SIZES; ++size) {
        const int tray = of_size(view.trays[colour], size), supply = of_size(view.supplies[colour], size);
        emit(TRAY(colour, size, tray < 6 ? tray : 6)), emit(whole_input::SUPPLY(colour, size, supply < 11 ? supply : 11));
    }
}

// Calls `emit` with the other rows.
template <class Emit>
inline void state_rows(const View& view, Emit emit) {
    using namespace whole_input;
    const Rules& rules = view.rules;
    const Position& p = view.p;
    const bool alone = view.highest > 0 && view.tops == 1, choosing = p.phase == CHOOSE;
    int owner = EMPTY;
    for (int colour = 0; alone && colour < view.colours; ++colour)
        if (view.own[colour] >> view.top & 1) owner = colour;
    emit(HIGH(owner, alone ? (view.highest - view.following < 6 ? view.highest - view.following : 6) : 0));
    const uint32_t floors = view.floors(view.top);
    int scored[MOST_PLAYERS] = {}, standing[MOST_PLAYERS] = {};
    for (int colour = 0; colour < view.colours; ++colour) {
        if (alone && colour != owner) {
            const int lead = floors_of(floors, owner) - floors_of(floors, colour);
            emit(HIGH_TAKEN(owner, colour, view.capture(colour, lead > 1 ? lead : 1, position_of(view.top))));
        }
        int tallest = 0, points = 3 * (colour == owner);
        for (uint64_t left = view.own[colour]; left; left &= left - 1) {
            const int height = view.height[lowest(left)];
            tallest = height > tallest ? height : tallest;
        }
        emit(BELOW(colour, view.highest - tallest < 9 ? view.highest - tallest : 9));
        for (int district = 0; district < DISTRICT_COUNT; ++district)
            points += view.owned[district][colour] + 2 * (view.owned[district][colour] > view.most[district][colour]);
        const int score = p.scores[view.absolute(colour)];
        scored[view.player[colour]] += score;
        standing[view.player[colour]] += score + points;
    }
    const int stage = clipped(rules.rounds - p.round, 0, 5);
    for (int player = 0; player < rules.players; ++player) {
        emit(SCORED(stage, player, ahead_of(scored, rules.players, player)));
        emit(STANDING(stage, player, ahead_of(standing, rules.players, player)));
        if (choosing && has_chosen(rules, p, (view.seat + player) % rules.players)) emit(CHOSEN(player));
    }
    emit(TURNS(p.turns < 48 ? p.turns : 48));
    emit(FIRST(stage, p.start >= 0 ? (p.start - view.seat + rules.players) % rules.players : 0));
    emit(HELD(view.held)), emit(CHOOSING(choosing)), emit(whole_input::URBAN(p.urban + 1));
    for (uint32_t left = p.urban_pile; left; left &= left - 1) emit(URBAN_PILE(std::countr_zero(left)));
    emit(ACTS((actor(rules, p) - view.seat + rules.players) % rules.players));
}

template <class Emit>
inline void whole_rows(const View& view, Emit emit) {
    state_rows(view, emit);
    for (int colour = 0; colour < view.colours; ++colour) block_rows(view, colour, emit);
    rules_rows(view.rules, emit);
}

}  // namespace baumeister::manhattan::ISA
