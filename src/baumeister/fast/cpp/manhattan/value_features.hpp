// Features of each player between two rounds, and the win probabilities that follow from their weights
// (`value_features.py`).
#pragma once

#include "policy_network.hpp"

namespace baumeister::manhattan::ISA {

// Writes a row for each player.
inline void value_features(const Rules& rules, const Position& p, float* out) {
    int rows[4][VALUE_FEATURES] = {};
    Heights heights;
    measure(p, heights);
    const uint64_t high = heights.highest ? of_height(heights, heights.highest) : 0;
    int ever[COLOURS] = {}, tallest[4] = {};
    for (int colour = 0; colour < rules.colours; ++colour)
        ever[colour] = Scene::largest(static_cast<uint16_t>(p.trays[colour] | p.supplies[colour]));
    for (int colour = 0; colour < rules.colours; ++colour) {
        const int player = rules.owner_of(colour);
        int* row = rows[player];
        row[value_feature::POINTS] += p.scores[colour];
        row[value_feature::BUILDINGS] += count(p.own[colour]);
        row[value_feature::HIGHEST] += high && !(high & (high - 1)) && (high & p.own[colour]);
        for (int size = 1; size < SIZES; ++size)
            row[value_feature::FOURS + 3 - size] += of_size(p.supplies[colour], size) + of_size(p.trays[colour], size);
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
                ++row[value_feature::KEPT];
            else
                ++row[value_feature::AHEAD_BY_0 + (lead < 0 ? 0 : lead < 4 ? lead : 4)];
            tallest[player] = heights.of[place] > tallest[player] ? heights.of[place] : tallest[player];
        }
    }
    for (int district = 0; district < DISTRICT_COUNT; ++district) {
        int owned[COLOURS];
        for (int colour = 0; colour < COLOURS; ++colour) owned[colour] = count(p.own[colour] & (DISTRICT << district));
        for (int colour = 0; colour < rules.colours; ++colour) {
            int most = 0;
            for (int other = 0; other < COLOURS; ++other)
                if (other != colour && owned[other] > most) most = owned[other];
            const int margin = owned[colour] - most;
            int* row = rows[rules.owner_of(colour)];
            row[value_feature::MAJORITIES] += margin > 0;
            row[value_feature::MARGINS] += margin > 3 ? 3 : margin > 1 ? margin - 1 : 0;
            row[value_feature::CONTESTED] += most && (margin == 0 || margin == -1);
        }
    }
    for (int player = 0; player < rules.players; ++player) {
        const int behind = heights.highest - tallest[player];
        rows[player][value_feature::REACH] = behind < 6 ? 6 - behind : 0;
        rows[player][value_feature::ORDER] = (player - p.start + rules.players) % rules.players;
        for (int k = 0; k < VALUE_FEATURES; ++k) out[player * VALUE_FEATURES + k] = static_cast<float>(rows[player][k]);
        out[player * VALUE_FEATURES + value_feature::POINTS] /= 10;
    }
}

// Win probabilities: the softmax of the players' weighted sums, with the weights of the stage.
inline void win_probabilities(const Rules& rules, const Position& p, const float* weights, float* out) {
    float rows[4 * VALUE_FEATURES];
    value_features(rules, p, rows);
    int stage = rules.rounds - p.round;
    stage = stage < STAGES ? stage : STAGES - 1;
    float highest = -1e30f, total = 0;
    for (int player = 0; player < rules.players; ++player) {
        float sum = 0;
        for (int k = 0; k < VALUE_FEATURES; ++k) sum += weights[stage * VALUE_FEATURES + k] * rows[player * VALUE_FEATURES + k];
        out[player] = sum;
        highest = sum > highest ? sum : highest;
    }
    for (int player = 0; player < rules.players; ++player) total += out[player] = exp_of(out[player] - highest);
    for (int player = 0; player < rules.players; ++player) out[player] /= total;
}

}  // namespace baumeister::manhattan::ISA
