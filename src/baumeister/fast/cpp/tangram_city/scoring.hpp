// Scoring: the largest rectangle, the counts of both colours, the bonuses (T4, T5).
#pragma once

#include <array>

#include "../bits.hpp"
#include "position.hpp"

namespace baumeister::tangram_city::ISA {

inline uint64_t full(const uint64_t* planes) { return planes[0] & planes[1] & planes[2] & planes[3]; }

// The fields that have at least so many others to the right of them in their row.
inline constexpr std::array<uint64_t, SIZE> ROOM = [] {
    std::array<uint64_t, SIZE> found{};
    for (int right = 0; right < SIZE; ++right)
        for (int y = 0; y < SIZE; ++y) found[right] |= ((1ull << (SIZE - right)) - 1) << SIZE * y;
    return found;
}();

// How many fields the largest rectangle of these fields has (T4.1): for each width the fields
// where so many in a row begin, for each height those that go on below.
inline int largest_rectangle(uint64_t fields) {
    int best = 0;
    uint64_t runs = fields;
    for (int width = 1; runs; ++width) {
        int height = 0;
        for (uint64_t left = runs; left; left &= left >> SIZE) ++height;
        if (width * height > best) best = width * height;
        if (width == SIZE) break;
        runs &= fields >> width & ROOM[width];
    }
    return best;
}

inline int rectangle_of(const Position& p, int player) {
    uint64_t covered[PLANES];
    for (int plane = 0; plane < PLANES; ++plane)
        covered[plane] = p.cover[player][0][plane] | p.cover[player][1][plane];
    return largest_rectangle(full(covered));
}

// Fields wholly of a colour, or half of it and half fountain (T4.2).
inline int count_colour(const Position& p, int player, int colour) {
    const uint64_t *own = p.cover[player][colour], *other = p.cover[player][1 - colour];
    uint64_t touched = 0;
    for (int plane = 0; plane < PLANES; ++plane) touched |= own[plane] & ~other[plane];
    return count(full(own) & touched);
}

inline int bonuses(const Rules& rules, const Position& p, int player) {
    const uint8_t* score = p.scores[ROUNDS - 1][player];
    const int apart = score[1] > score[2] ? score[1] - score[2] : score[2] - score[1];
    uint64_t covered = ALL_FIELDS;
    for (int plane = 0; plane < PLANES; ++plane) covered &= p.cover[player][0][plane] | p.cover[player][1][plane];
    return rules.harmony[apart] + (covered == ALL_FIELDS ? rules.planning : 0);
}

// T2.4: all score the round; after the last the bonuses are added (T5).
inline void score(const Rules& rules, Position& p) {
    for (int player = 0; player < rules.players; ++player) {
        uint8_t* score = p.scores[p.round - 1][player];
        score[0] = static_cast<uint8_t>(rectangle_of(p, player));
        score[1] = static_cast<uint8_t>(count_colour(p, player, 0));
        score[2] = static_cast<uint8_t>(count_colour(p, player, 1));
        p.points[player] = static_cast<uint16_t>(p.points[player] + score[0]);
        if (p.round == ROUNDS)
            p.points[player] = static_cast<uint16_t>(p.points[player] + bonuses(rules, p, player));
    }
}

// Who gets the pillar: most points, the first clockwise after its holder (T2.4).
inline int next_holder(const Rules& rules, const Position& p) {
    int best = p.pillar, seat = p.pillar;
    for (int k = 1; k <= rules.players; ++k) {
        seat = seat + 1 == rules.players ? 0 : seat + 1;
        if (k == 1 || p.points[seat] > p.points[best]) best = seat;
    }
    return best;
}

// Also what decides who has won: the most of them, a tie is shared (T5.3).
inline void points(const Rules& rules, const Position& p, int* players) {
    for (int player = 0; player < rules.players; ++player) players[player] = p.points[player];
}

// The points if the round were scored now.
inline void standing(const Rules& rules, const Position& p, int* players) {
    const bool counts = p.phase != OVER && p.round;
    for (int player = 0; player < rules.players; ++player)
        players[player] = p.points[player] + (counts ? rectangle_of(p, player) : 0);
}

}  // namespace baumeister::tangram_city::ISA
