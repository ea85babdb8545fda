// The monsters of games in lockstep: each goes its own way, and destroys what stands there (M5.1, M5.2).
#pragma once

#include "lockstep_group.hpp"
#if defined(VECTOR_LANES)

namespace baumeister::manhattan::ISA {

// Takes the top block off a building of one game.
template <int SLOTS>
void lose_top(const Rules& rules, Group<SLOTS>& group, int lane, Position& p, int base, int place) {
    const auto colour_of = [&](int block) { return turned(rules, colour_of_block(p, block), rules.players - base); };
    const int block = top_block(p, place);
    uint32_t& floors = group.floors[place][lane];
    floors -= static_cast<uint32_t>((p.blocks[block] & 3) + 1) << (8 * colour_of(block));
    p.blocks[block] = GONE;
    if (!floors) return;
    const uint64_t bit = 1ull << place;
    const int owner = colour_of(top_block(p, place));
    for (int colour = 0; colour < COLOURS; ++colour) {
        const uint64_t* sizes = enough(rules, floors, owner, colour);
        for (int size = 0; size < SIZES; ++size)
            group.can[colour][size][lane] = (group.can[colour][size][lane] & ~bit) | (sizes[size] & bit);
        group.own[colour][lane] &= ~bit;
    }
    group.own[owner][lane] |= bit;
}

// Moves the monsters of a group, by the cards just played.
template <int SLOTS>
void rampage(const Rules& rules, Group<SLOTS>& group, Position* lanes, const int* base) {
    const bool baby = rules.has(option::VARIANTS_BABY_GODZILLA), keeps_blocks = rules.has(option::URBAN);
    alignas(64) uint64_t empty[LANES] = {};
    for (int lane = 0; lane < LANES; ++lane) {
        if (!group.bit[lane]) continue;
        Position& p = lanes[lane];
        const int from = p.monster, to = rules.step[from][position_of(static_cast<int>(group.place[lane]))];
        p.monster = static_cast<int8_t>(to);
        group.open[lane] = group.in_play[lane] & ~rules.closed[to];
        uint32_t& floors = group.floors[to][lane];
        if (!floors || (to == from && !baby)) continue;
        if (baby) {
            lose_top(rules, group, lane, p, base[lane], to);
        } else {
            floors = 0;
            if (keeps_blocks) lose_all(p, to);
        }
        empty[lane] = static_cast<uint64_t>(floors == 0) << to;
    }
    const V places = loaded(empty);
    for (int colour = 0; colour < COLOURS; ++colour) {
        for (int size = 0; size < SIZES; ++size) group.can[colour][size] |= places;
        group.own[colour] &= ~places;
    }
}

}  // namespace baumeister::manhattan::ISA

#endif
