// A net that says at any moment how likely each player is to win, from the signs that a seat sees. Its first
// layer is of whole numbers, and all sums go the same way, so that it says the same on every machine.
#pragma once

#include "net.hpp"
#include "signs.hpp"
#include "judging.hpp"

namespace baumeister::manhattan::ISA {

typedef int16_t Wide __attribute__((vector_size(64)));  // a part of the first layer
inline constexpr int WIDES = HIDDEN / 32, PAIRS = SECOND / 16;

inline void judge(const Rules& rules, const Position& p, int seat, const Judge& by, float* out) {
    Wide first[WIDES];
    __builtin_memcpy(first, by.own, sizeof first);
    signs(rules, p, seat, [&](int sign) {
        const Wide* row = reinterpret_cast<const Wide*>(by.rows[sign]);
        for (int k = 0; k < WIDES; ++k) first[k] += row[k];
    });
    alignas(64) int16_t flat[HIDDEN];
    for (int k = 0; k < WIDES; ++k) first[k] = first[k] > 0 ? first[k] : first[k] - first[k];
    __builtin_memcpy(flat, first, sizeof flat);
    Lanes second[PAIRS];
    __builtin_memcpy(second, by.second_own, sizeof second);
    for (int unit = 0; unit < HIDDEN; ++unit) {
        if (!flat[unit]) continue;
        const float value = static_cast<float>(flat[unit]);
        const Lanes* row = reinterpret_cast<const Lanes*>(by.second[unit]);
        for (int k = 0; k < PAIRS; ++k) second[k] += row[k] * value;
    }
    float sums[4], highest = -1e30f, total = 0;
    for (int k = 0; k < rules.players; ++k) {
        sums[k] = by.result_own[k];
        for (int part = 0; part < PAIRS; ++part) sums[k] += Units{second[part]}.sum(by.result[k] + 16 * part);
        highest = sums[k] > highest ? sums[k] : highest;
    }
    for (int k = 0; k < rules.players; ++k) total += sums[k] = exp_of(sums[k] - highest);
    for (int k = 0; k < rules.players; ++k) out[(seat + k) % rules.players] = sums[k] / total;
}

}  // namespace baumeister::manhattan::ISA
