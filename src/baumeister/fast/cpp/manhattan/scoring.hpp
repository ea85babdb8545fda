// Scoring a round, and the ranking at the end (M3, M4).
#pragma once

#include "urban.hpp"

namespace baumeister::manhattan::ISA {

// The points of each colour if the round were scored now.
inline void score_now(const Rules& rules, const Position& p, int* to) {
    Heights heights;
    measure(p, heights);
    for (int colour = 0; colour < COLOURS; ++colour) to[colour] = count(p.own[colour]);  // M3.3
    if (heights.highest) {  // M3.1
        const uint64_t tops = of_height(heights, heights.highest);
        int colour = 0;
        while (!(tops & p.own[colour])) ++colour;
        const uint64_t own = p.own[colour] | (rules.slots == 2 ? p.own[colour ^ 2] : 0);  // of the player
        if (rules.has(option::SAME_OWNER_HIGHEST) ? !(tops & ~own) : tops == (tops & -tops)) to[colour] += 3;
    }
    for (int district = 0; district < DISTRICT_COUNT; ++district) {
        const int colour = majority(p, district);
        if (colour != NOBODY) to[colour] += 2;
    }
    if (rules.has(option::URBAN)) urban_points(rules, p, heights, p.urban, to);
}

inline void player_points(const Rules& rules, const int* colours, int* players) {
    for (int player = 0; player < rules.players; ++player)
        players[player] = colours[player] + (rules.slots == 2 ? colours[player + 2] : 0);
}

inline void points(const Rules& rules, const Position& p, int* players) {
    int colours[COLOURS] = {};
    for (int colour = 0; colour < COLOURS; ++colour) colours[colour] = p.scores[colour];
    player_points(rules, colours, players);
}

// The points if the round were scored now; at the end, the points.
inline void standing(const Rules& rules, const Position& p, int* players) {
    int colours[COLOURS] = {};
    if (p.phase != OVER && p.round) score_now(rules, p, colours);
    for (int colour = 0; colour < COLOURS; ++colour) colours[colour] += p.scores[colour];
    player_points(rules, colours, players);
}

// A sort key for each player: points, then the tie-breaks (M3.5).
inline void order(const Rules& rules, const Position& p, int* players) {
    points(rules, p, players);
    Heights heights;
    measure(p, heights);
    for (int player = 0; player < rules.players; ++player) {
        int height = 0, won = 0;
        if (rules.has(option::TIE_BREAK)) {
            uint64_t own = p.own[player] | (rules.slots == 2 ? p.own[player + 2] : 0);
            for (uint64_t left = own; left; left &= left - 1) {
                const int here = heights.of[lowest(left)];
                height = here > height ? here : height;
            }
            for (int district = 0; district < DISTRICT_COUNT; ++district) {
                const int colour = majority(p, district);
                won += colour != NOBODY && rules.owner_of(colour) == player;
            }
        }
        players[player] = (players[player] * 256 + height) * 16 + won;
    }
}

}  // namespace baumeister::manhattan::ISA
