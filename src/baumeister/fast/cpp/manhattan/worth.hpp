// What a position between two rounds is worth: what each player has to show for it, as numbers,
// and the chances of winning that follow from their weights; `worth.py` has the same in words.
#pragma once

#include "net.hpp"

namespace baumeister::manhattan::ISA {

enum Worth { POINTS, BUILDINGS, AHEAD_BY, KEPT = AHEAD_BY + 5, MAJORITIES, MARGINS, CONTESTED, TALLEST, REACH, FOURS, ORDER = FOURS + 3 };
static_assert(ORDER + 1 == WORTHS);

// A row for each player.
inline void worths(const Rules& rules, const Position& p, float* out) {
    int rows[4][WORTHS] = {};
    Heights heights;
    measure(p, heights);
    const uint64_t high = heights.highest ? of_height(heights, heights.highest) : 0;
    int ever[COLOURS] = {}, tallest[4] = {};
    for (int colour = 0; colour < rules.colours; ++colour)
        ever[colour] = Scene::largest(static_cast<uint16_t>(p.trays[colour] | p.supplies[colour]));
    for (int colour = 0; colour < rules.colours; ++colour) {
        const int player = rules.owner_of(colour);
        int* row = rows[player];
        row[POINTS] += p.scores[colour];
        row[BUILDINGS] += count(p.own[colour]);
        row[TALLEST] += high && !(high & (high - 1)) && (high & p.own[colour]);
        for (int size = 1; size < SIZES; ++size)
            row[FOURS + 3 - size] += of_size(p.supplies[colour], size) + of_size(p.trays[colour], size);
        for (uint64_t left = p.own[colour]; left; left &= left - 1) {
            const int place = lowest(left);
            const uint32_t floors = p.floors[place];
            const int mine = floors_of(floors, colour);
            int lead = 5;
            bool kept = true;
            for (int other = 0; other < rules.colours; ++other) {
                if (rules.owner_of(other) == player) continue;
                const int ahead = mine - floors_of(floors, other);
                lead = ahead < lead ? ahead : lead;
                kept = kept && !(ever[other] && ever[other] >= ahead);
            }
            if (kept)
                ++row[KEPT];
            else
                ++row[AHEAD_BY + (lead < 0 ? 0 : lead < 4 ? lead : 4)];
            tallest[player] = heights.of[place] > tallest[player] ? heights.of[place] : tallest[player];
        }
    }
    for (int district = 0; district < DISTRICTS; ++district) {
        int owned[COLOURS];
        for (int colour = 0; colour < COLOURS; ++colour) owned[colour] = count(p.own[colour] & (DISTRICT << district));
        for (int colour = 0; colour < rules.colours; ++colour) {
            int most = 0;
            for (int other = 0; other < COLOURS; ++other)
                if (other != colour && owned[other] > most) most = owned[other];
            const int margin = owned[colour] - most;
            int* row = rows[rules.owner_of(colour)];
            row[MAJORITIES] += margin > 0;
            row[MARGINS] += margin > 3 ? 3 : margin > 1 ? margin - 1 : 0;
            row[CONTESTED] += most && (margin == 0 || margin == -1);
        }
    }
    for (int player = 0; player < rules.players; ++player) {
        const int behind = heights.highest - tallest[player];
        rows[player][REACH] = behind < 6 ? 6 - behind : 0;
        rows[player][ORDER] = (player - p.start + rules.players) % rules.players;
        for (int k = 0; k < WORTHS; ++k) out[player * WORTHS + k] = static_cast<float>(rows[player][k]);
        out[player * WORTHS + POINTS] /= 10;
    }
}

// The chances of winning: the weighted sums are odds, as powers of e. Weights go by how many rounds are to come.
inline void chances(const Rules& rules, const Position& p, const float* weights, float* out) {
    float rows[4 * WORTHS];
    worths(rules, p, rows);
    int stage = rules.rounds - p.round;
    stage = stage < STAGES ? stage : STAGES - 1;
    float highest = -1e30f, total = 0;
    for (int player = 0; player < rules.players; ++player) {
        float sum = 0;
        for (int k = 0; k < WORTHS; ++k) sum += weights[stage * WORTHS + k] * rows[player * WORTHS + k];
        out[player] = sum;
        highest = sum > highest ? sum : highest;
    }
    for (int player = 0; player < rules.players; ++player) total += out[player] = exp_of(out[player] - highest);
    for (int player = 0; player < rules.players; ++player) out[player] /= total;
}

}  // namespace baumeister::manhattan::ISA
