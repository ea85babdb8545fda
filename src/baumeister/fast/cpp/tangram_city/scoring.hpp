// Scoring: the largest rectangle, the counts of both colours, the bonuses (T4, T5).
#pragma once

#include <array>

#include "board.hpp"

namespace baumeister::tangram_city::ISA {

// The fields with all four quarters.
ALWAYS_INLINE uint64_t full(Four planes) {
    planes &= rotated<2>(planes);
    return planes[0] & planes[1];
}

ALWAYS_INLINE uint64_t any(Four planes) {
    planes |= rotated<2>(planes);
    return planes[0] | planes[1];
}

inline uint64_t full_fields(const Position& p, int player) {
    return full(four(p.cover[player][0]) | four(p.cover[player][1]));
}

// The fields with at least this many others to the right of them in their row.
inline constexpr std::array<uint64_t, SIZE> ROOM = [] {
    std::array<uint64_t, SIZE> found{};
    for (int right = 0; right < SIZE; ++right)
        for (int y = 0; y < SIZE; ++y) found[right] |= ((1ull << (SIZE - right)) - 1) << SIZE * y;
    return found;
}();

// The area of the largest rectangle within these fields (T4.1), without branches: for each width the fields
// where a run begins, and step by step those of them that continue below.
inline int largest_rectangle(uint64_t fields) {
    uint64_t runs[LANES] = {fields};
    for (int width = 1; width < SIZE; ++width) runs[width] = runs[width - 1] & fields >> width & ROOM[width];
    Four narrow = {runs[0], runs[1], runs[2], runs[3]}, wide = {runs[4], runs[5], runs[6], 0};
    Four narrow_height{}, wide_height{};
    for (int height = 1; height <= SIZE; ++height) {
        narrow_height -= reinterpret_cast<Four>(narrow != 0);
        wide_height -= reinterpret_cast<Four>(wide != 0);
        narrow &= narrow >> SIZE;
        wide &= wide >> SIZE;
    }
    int best = 0;
    for (int lane = 0; lane < 4; ++lane) {
        const int one = static_cast<int>(narrow_height[lane]) * (lane + 1);
        const int other = static_cast<int>(wide_height[lane]) * (lane + 5);
        best = one > best ? one : best;
        best = other > best ? other : best;
    }
    return best;
}

inline int rectangle_of(const Position& p, int player) { return largest_rectangle(full_fields(p, player)); }

// Fields entirely of a colour, or half of it and half fountain (T4.2).
inline int count_colour(const Position& p, int player, int colour) {
    const Four own = four(p.cover[player][colour]);
    return count(full(own) & any(own & ~four(p.cover[player][1 - colour])));
}

inline int bonuses(const Rules& rules, const Position& p, int player) {
    const uint8_t* score = p.scores[ROUNDS - 1][player];
    const int difference = score[1] > score[2] ? score[1] - score[2] : score[2] - score[1];
    return rules.harmony[difference] + (full_fields(p, player) == ALL_FIELDS ? rules.planning : 0);
}

// Scores the round for all players; after the last round, the bonuses (T2.4, T5).
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

// The next holder of the pillar: most points, the first clockwise after the holder (T2.4).
inline int next_holder(const Rules& rules, const Position& p) {
    int best = p.pillar, seat = p.pillar;
    for (int k = 1; k <= rules.players; ++k) {
        seat = seat + 1 == rules.players ? 0 : seat + 1;
        if (k == 1 || p.points[seat] > p.points[best]) best = seat;
    }
    return best;
}

// Also the ranking: most points win, ties are shared (T5.3).
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
