// The value network: the points that planning will still get from a city when it begins, by a small network over the
// covered quarters, the tiles to come and the board features.
#pragma once

#include "placement_policy.hpp"
#include "plan_settings.hpp"

namespace baumeister::tangram_city::ISA {

inline float points_to_come(const ValueNetwork& network, const City& city, uint32_t tiles) {
    float first[VALUE_COLUMNS], second[VALUE_SECOND];
    const auto add = [&](int input, float value) {
        const float* row = network.row(input);
        for (int unit = 0; unit < VALUE_COLUMNS; ++unit) first[unit] += value * row[unit];
    };
    __builtin_memcpy(first, network.row(VALUE_BIASES), sizeof first);
    const Four cover = covered(city);
    for (int plane = 0; plane < PLANES; ++plane)
        for (uint64_t set = cover[plane]; set; set &= set - 1) add(plane * FIELDS + lowest(set), 1);
    for (uint32_t set = tiles; set; set &= set - 1) add(VALUE_TILES + lowest(set), 1);
    const BoardFeatures features = board_features_of(city);
    for (int i = 0; i < BOARD_FEATURES; ++i) add(VALUE_FEATURES + i, features.of[i]);
    __builtin_memcpy(second, network.second(), sizeof second);
    for (int unit = 0; unit < VALUE_FIRST; ++unit) {
        if (first[unit] <= 0) continue;
        const float* row = network.second() + (1 + unit) * VALUE_SECOND;
        for (int k = 0; k < VALUE_SECOND; ++k) second[k] += first[unit] * row[k];
    }
    float found = first[VALUE_FIRST];
    for (int k = 0; k < VALUE_SECOND; ++k) found += second[k] > 0 ? second[k] * network.last()[k] : 0;
    return found;
}

}  // namespace baumeister::tangram_city::ISA
