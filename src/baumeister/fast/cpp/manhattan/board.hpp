// The board: what stands where, and who may build what on it (M2.3–M2.5, M5).
#pragma once

#include <cstring>

#include "../bits.hpp"
#include "../random.hpp"
#include "position.hpp"

namespace baumeister::manhattan::ISA {

// By lead of the owner, 0 to 5 floors: the sizes of block that suffice, as masks (M2.5).
alignas(32) inline constexpr uint64_t ENOUGH[6][SIZES] = {
    {~0ull, ~0ull, ~0ull, ~0ull}, {~0ull, ~0ull, ~0ull, ~0ull}, {0, ~0ull, ~0ull, ~0ull},
    {0, 0, ~0ull, ~0ull},         {0, 0, 0, ~0ull},             {0, 0, 0, 0},
};
// One card, in a count of eight bits for each of eight cards; the ninth is the rest of the total.
inline constexpr uint64_t CARD[CARDS] = {
    1ull, 1ull << 8, 1ull << 16, 1ull << 24, 1ull << 32, 1ull << 40, 1ull << 48, 1ull << 56, 0};
inline constexpr uint64_t BYTES = 0x0101010101010101ull;
inline constexpr uint64_t SIXES = 0x41041041041041ull;  // the lowest of every six bits

inline int position_of(int place) { return (place * 43) >> 8; }

inline int floors_of(uint32_t floors, int colour) { return floors >> (8 * colour) & 0xFF; }

inline int height_of(uint32_t floors) { return static_cast<int>((floors * 0x01010101u) >> 24); }

// The places marked by the cards of a hand.
inline uint64_t marked_places(uint64_t hand) {
    uint64_t held = ((hand + 31 * SIXES) >> 5) & SIXES;
    return (held << 6) - held;
}

// The sizes of block that suffice for a colour on a building with this owner, as masks.
inline const uint64_t* enough(const Rules& rules, uint32_t floors, int owner, int colour) {
    int lead = floors_of(floors, owner) - floors_of(floors, colour);
    lead = lead < 0 ? 0 : lead > 5 ? 5 : lead;
    if (colour == owner) lead = 0;
    if (rules.has(option::VARIANTS_ANTI_TRUST) && rules.owner_of(colour) == rules.owner_of(owner)) lead = 5;  // M5.4
    return ENOUGH[lead];
}

// Updates who may build on a place with this owner.
inline void cover(const Rules& rules, Position& p, int place, int owner) {
    const uint64_t bit = 1ull << place, rest = ~bit;
    for (int colour = 0; colour < COLOURS; ++colour) {
        const uint64_t* sizes = enough(rules, p.floors[place], owner, colour);
        for (int size = 0; size < SIZES; ++size)
            p.can[colour][size] = (p.can[colour][size] & rest) | (sizes[size] & bit);
        p.own[colour] &= rest;
    }
    p.own[owner] |= bit;
}

// Makes a place empty: anybody may build anything there.
inline void clear(Position& p, int place) {
    const uint64_t bit = 1ull << place;
    p.floors[place] = 0;
    for (int colour = 0; colour < COLOURS; ++colour) {
        for (int size = 0; size < SIZES; ++size) p.can[colour][size] |= bit;
        p.own[colour] &= ~bit;
    }
}

inline void put_block(Position& p, int place, int colour, int size) {
    const int at = p.built++;
    p.blocks[at] = static_cast<uint8_t>(place << 2 | size);
    uint8_t& four = p.block_colours[at >> 2];
    four = static_cast<uint8_t>((four & ~(3 << (2 * (at & 3)))) | colour << (2 * (at & 3)));
}

// The top block of a building that exists.
inline int top_block(const Position& p, int place) {
    int at = p.built - 1;
    while (p.blocks[at] >> 2 != place) --at;
    return at;
}

// Removes the blocks of a building.
inline void lose_all(Position& p, int place) {
    for (int at = 0; at < MOST_BLOCKS; ++at)  // past the last block too: a fixed length vectorises
        p.blocks[at] = p.blocks[at] >> 2 == place ? GONE : p.blocks[at];
}

// Moves the monster one step; it destroys what stands there (M5.1, M5.2).
inline void rampage(const Rules& rules, Position& p, int position) {
    const int from = p.monster, to = rules.step[from][position];
    if (p.floors[to] && (to != from || rules.has(option::VARIANTS_BABY_GODZILLA))) {
        if (rules.has(option::VARIANTS_BABY_GODZILLA)) {
            const int at = top_block(p, to);
            p.floors[to] -= static_cast<uint32_t>((p.blocks[at] & 3) + 1) << (8 * colour_of_block(p, at));
            p.blocks[at] = GONE;
            if (p.floors[to])
                cover(rules, p, to, colour_of_block(p, top_block(p, to)));
            else
                clear(p, to);
        } else {
            lose_all(p, to);
            clear(p, to);
        }
    }
    p.monster = static_cast<int8_t>(to);
}

// The places of the districts in play this round.
inline uint64_t places_in_play(const Rules& rules, const Position& p) {
    if (!rules.has(option::VARIANTS_PROGRESSIVE) && rules.districts == DISTRICT_COUNT) return ALL_PLACES;
    uint64_t places = 0;
    int districts = rules.districts;
    if (rules.has(option::VARIANTS_PROGRESSIVE) && p.round + 2 < districts) districts = p.round + 2;
    for (int k = 0; k < districts; ++k) places |= DISTRICT << p.opening[k];
    return places;
}

// Updates the places that are open: those in play, except those that the monster closes.
inline void open_places(const Rules& rules, Position& p) {
    p.open = places_in_play(rules, p) & (p.monster < 0 ? ALL_PLACES : ~rules.closed[p.monster]);
}

[[gnu::always_inline]] inline void build(const Rules& rules, Position& p, int place, int colour, int size) {
    const int position = position_of(place), player = p.turn;
    const int card = rules.card_of[player][position];
    p.hands[player] -= 1ull << (6 * position);
    p.played += CARD[card];
    ++p.played_size;
    p.trays[colour] -= static_cast<uint16_t>(1u << (4 * size));
    const bool with_card = rules.has(option::MONSTER_MOVES_WITH_CARD);
    if (rules.has_monster() && with_card) rampage(rules, p, position);
    p.floors[place] += static_cast<uint32_t>(size + 1) << (8 * colour);
    cover(rules, p, place, colour);
    put_block(p, place, colour, size);
    if (rules.has_monster()) {
        if (!with_card) rampage(rules, p, position);
        open_places(rules, p);
    }
    p.phase = DRAW;
}

inline void forfeit(const Rules&, Position& p, int card, int position, int colour, int size) {
    p.hands[p.turn] -= 1ull << (6 * position);
    p.played += CARD[card];
    ++p.played_size;
    p.trays[colour] -= static_cast<uint16_t>(1u << (4 * size));
    p.phase = DRAW;
}

}  // namespace baumeister::manhattan::ISA
