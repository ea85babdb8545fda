// The weights of the net that judges positions, as it calculates with them.
#pragma once

#include "../searching.hpp"
#include "position.hpp"

namespace baumeister::manhattan {

inline constexpr size_t JUDGE = static_cast<size_t>(1 + SIGNS) * HIDDEN + static_cast<size_t>(1 + HIDDEN) * SECOND + static_cast<size_t>(1 + SECOND) * 4;
inline constexpr float FINENESS = 512;  // of the first layer's whole numbers

struct Judge {
    alignas(64) int16_t own[HIDDEN];
    alignas(64) int16_t rows[SIGNS][HIDDEN];
    alignas(64) float second_own[SECOND];
    alignas(64) float second[HIDDEN][SECOND];
    alignas(64) float result[4][SECOND];
    float result_own[4];

    // From weights in the order: own and rows of the first layer, own and rows of the second, own and rows of the result.
    explicit Judge(const float* weights) {
        auto whole = [](float weight) {
            const float scaled = weight * FINENESS;
            return static_cast<int16_t>(scaled < -32000 ? -32000 : scaled > 32000 ? 32000 : scaled < 0 ? scaled - 0.5f : scaled + 0.5f);
        };
        for (int16_t& each : own) each = whole(*weights++);
        for (auto& row : rows)
            for (int16_t& each : row) each = whole(*weights++);
        for (float& each : second_own) each = *weights++;
        for (auto& row : second)
            for (float& each : row) each = *weights++ / FINENESS;
        for (float& each : result_own) each = *weights++;
        for (int unit = 0; unit < SECOND; ++unit)
            for (auto& row : result) row[unit] = *weights++;
    }
};

// Who plays to learn: by a policy; by what a judge makes of what follows; or by a search with both.
struct Learner {
    float share = 1;  // of all players
    const Judge* judge = nullptr;
    Policy policy;
    int among = 0;    // judged are only so many that the policy likes most; 0: all
    float sharp = 1;  // of likes, of chances of winning, or of the logarithm of visits
    int nodes = 0;
    float exploration = 0.5f;
};

}  // namespace baumeister::manhattan
