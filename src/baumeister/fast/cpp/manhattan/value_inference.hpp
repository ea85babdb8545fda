// Evaluating positions with the value network: how likely each player is to win, from the input features
// that a seat sees. The first layer is integer and all sums go in a fixed order, so that the result is the
// same on every machine.
#pragma once

#include "policy_network.hpp"
#include "input_features.hpp"
#include "value_network.hpp"

namespace baumeister::manhattan::ISA {

typedef int16_t Wide __attribute__((vector_size(64)));  // a slice of the first layer
inline constexpr int WIDES = VALUE_HIDDEN / 32, PAIRS = VALUE_SECOND / 16;

inline void evaluate(const Rules& rules, const Position& p, int seat, const ValueNetwork& network, float* out) {
    Wide first[WIDES];
    __builtin_memcpy(first, network.bias, sizeof first);
    input_features(rules, p, seat, [&](int feature) {
        const Wide* row = reinterpret_cast<const Wide*>(network.rows[feature]);
        for (int k = 0; k < WIDES; ++k) first[k] += row[k];
    });
    alignas(64) int16_t flat[VALUE_HIDDEN];
    for (int k = 0; k < WIDES; ++k) first[k] = first[k] > 0 ? first[k] : first[k] - first[k];
    __builtin_memcpy(flat, first, sizeof flat);
    Lanes second[PAIRS];
    __builtin_memcpy(second, network.second_bias, sizeof second);
    for (int unit = 0; unit < VALUE_HIDDEN; ++unit) {
        if (!flat[unit]) continue;
        const float value = static_cast<float>(flat[unit]);
        const Lanes* row = reinterpret_cast<const Lanes*>(network.second[unit]);
        for (int k = 0; k < PAIRS; ++k) second[k] += row[k] * value;
    }
    float sums[MOST_PLAYERS], highest = -1e30f, total = 0;
    for (int k = 0; k < rules.players; ++k) {
        sums[k] = network.output_bias[k];
        for (int part = 0; part < PAIRS; ++part) sums[k] += Units{second[part]}.sum(network.output[k] + 16 * part);
        highest = sums[k] > highest ? sums[k] : highest;
    }
    for (int k = 0; k < rules.players; ++k) total += sums[k] = exp_of(sums[k] - highest);
    for (int k = 0; k < rules.players; ++k) out[(seat + k) % rules.players] = sums[k] / total;
}

}  // namespace baumeister::manhattan::ISA
