// The state of games in lockstep: one game per lane of a vector, colours counted from the player to move.
#pragma once

#include "../lanes.hpp"
#if defined(VECTOR_LANES)

#include "moves.hpp"

namespace baumeister::manhattan::ISA {

using namespace baumeister::ISA;

template <int SLOTS>
struct alignas(64) Group {
    V can[COLOURS][SIZES];
    V own[COLOURS];
    V hands[MOST_PLAYERS];
    V trays[COLOURS];
    V scores[COLOURS];
    V seats[MOST_PLAYERS];  // 9 × the player
    V open, pile, pile_size, played, played_size;
    V in_play;  // places that are open this round, or that only the monster closes
    alignas(64) uint64_t key[LANES];  // of `Random`, with the count so far in it
    // carried between the parts of a step
    Draw<SLOTS * SIZES> build;
    alignas(64) uint64_t size[LANES];
    alignas(64) uint64_t slot[LANES];  // which of the player's colours
    alignas(64) uint64_t bits[LANES];
    alignas(64) uint64_t place[LANES];
    alignas(64) uint64_t bit[LANES];  // the place as a set; empty if the player cannot build
    alignas(64) uint64_t after[LANES];  // the floors of the place, after building
    alignas(64) uint32_t floors[PLACES][LANES];
};

// The colour that is `by` players further around the table.
inline int turned(const Rules& rules, int colour, int by) {
    if (rules.slots == 2) return colour ^ (by & 1);
    return colour < rules.players ? (colour + by) % rules.players : colour;
}

inline uint32_t turned_floors(const Rules& rules, uint32_t floors, int by) {
    if (rules.slots == 2) return by & 1 ? (floors & 0x00FF00FFu) << 8 | (floors >> 8 & 0x00FF00FFu) : floors;
    const int bits = 8 * rules.players, up = 8 * by;
    const uint64_t wide = floors;
    return static_cast<uint32_t>((wide << up | wide >> (bits - up)) & ((1ull << bits) - 1));
}

// Puts a game into a lane.
template <int SLOTS>
void load(const Rules& rules, const Position& p, const Random& random, Group<SLOTS>& group, int lane) {
    for (int colour = 0; colour < COLOURS; ++colour) {
        const int from = turned(rules, colour, p.turn);
        for (int size = 0; size < SIZES; ++size) group.can[colour][size][lane] = p.can[from][size];
        group.own[colour][lane] = p.own[from];
        group.trays[colour][lane] = p.trays[from];
        group.scores[colour][lane] = static_cast<uint64_t>(p.scores[from]);
    }
    for (int player = 0; player < rules.players; ++player) {
        const int from = (player + p.turn) % rules.players;
        group.hands[player][lane] = p.hands[from];
        group.seats[player][lane] = static_cast<uint64_t>(9 * from);
    }
    for (int place = 0; place < PLACES; ++place)
        group.floors[place][lane] = turned_floors(rules, p.floors[place], rules.players - p.turn);
    group.open[lane] = p.open;
    group.in_play[lane] = places_in_play(rules, p);
    group.pile[lane] = p.pile;
    group.pile_size[lane] = p.pile_size;
    group.played[lane] = p.played;
    group.played_size[lane] = p.played_size;
    group.key[lane] = random.key + random.count * GOLDEN;
}

// Puts the board of a lane back; the player to move was `base` when it was loaded.
template <int SLOTS>
void unload_board(const Rules& rules, const Group<SLOTS>& group, int lane, int base, Position& p) {
    for (int colour = 0; colour < COLOURS; ++colour) p.own[turned(rules, colour, base)] = group.own[colour][lane];
    for (int place = 0; place < PLACES; ++place) p.floors[place] = turned_floors(rules, group.floors[place][lane], base);
}

}  // namespace baumeister::manhattan::ISA

#endif
