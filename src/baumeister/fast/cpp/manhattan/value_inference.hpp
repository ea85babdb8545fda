// Evaluating positions with the value network: how likely each player is to win, from the input features
// that a seat sees. The first layer is integer and all sums go in a fixed order, so that the result is the
// same on every machine.
#pragma once

#include <vector>

#include "policy_network.hpp"
#include "input_features.hpp"
#include "value_network.hpp"

namespace baumeister::manhattan::ISA {

typedef int16_t Wide __attribute__((vector_size(32)));  // a slice of the first layer
typedef float Slice __attribute__((vector_size(32)));   // a slice of the second
inline constexpr int WIDES = VALUE_HIDDEN / 16, SLICES = VALUE_SECOND / 8, PAIRS = VALUE_SECOND / 16;

// Evaluates positions one after the other. The rows of features that occur together are added up once: positions of
// one search have most of their buildings, districts and blocks in common.
class ValueEvaluator {
   public:
    explicit ValueEvaluator(const ValueNetwork& of, int entries = 1 << 11) : network(of), mask(static_cast<size_t>(entries) - 1), keys(static_cast<size_t>(entries)), sums(keys.size()) {}

    // Writes how likely each player is to win, as a seat sees a position that is not over.
    void evaluate(const Rules& rules, const Position& p, int seat, float* out) {
        __builtin_memcpy(first, network.bias, sizeof first);
        input_features(rules, p, seat, *this);
        later_layers(rules, seat, out);
    }

    // The sink of the input features.
    void one(int feature) { add(first, row_of(feature)); }
    void times(int feature, int count) {
        const Wide* row = row_of(feature);
        for (int k = 0; k < WIDES; ++k) first[k] += row[k] * static_cast<int16_t>(count);
    }
    template <class Features>
    void group(uint64_t key, Features features) {
        const size_t at = (key * 0x9E3779B97F4A7C15ull >> 32) & mask;
        Sum& sum = sums[at];
        if (keys[at] != key) [[unlikely]] {
            keys[at] = key;
            sum = {};
            features([&](int feature) { add(sum.rows, row_of(feature)); });
        }
        add(first, sum.rows);
    }

   private:
    struct Sum {
        Wide rows[WIDES];
    };

    const ValueNetwork& network;
    const size_t mask;
    std::vector<uint64_t> keys;  // 0: empty
    std::vector<Sum> sums;
    Wide first[WIDES];

    const Wide* row_of(int feature) const { return reinterpret_cast<const Wide*>(network.rows[feature]); }
    static void add(Wide* to, const Wide* row) {
        for (int k = 0; k < WIDES; ++k) to[k] += row[k];
    }

    void later_layers(const Rules& rules, int seat, float* out) {
        alignas(64) int16_t flat[VALUE_HIDDEN];
        for (int k = 0; k < WIDES; ++k) first[k] = first[k] > 0 ? first[k] : first[k] - first[k];
        __builtin_memcpy(flat, first, sizeof flat);
        uint8_t active[VALUE_HIDDEN];
        int count = 0;
        for (int unit = 0; unit < VALUE_HIDDEN; ++unit) active[count] = static_cast<uint8_t>(unit), count += flat[unit] != 0;
        Slice second[SLICES];
        __builtin_memcpy(second, network.second_bias, sizeof second);
        for (int k = 0; k < count; ++k) {
            const float value = static_cast<float>(flat[active[k]]);
            const Slice* row = reinterpret_cast<const Slice*>(network.second[active[k]]);
            for (int part = 0; part < SLICES; ++part) second[part] += row[part] * value;
        }
        Units units[PAIRS];
        __builtin_memcpy(units, second, sizeof units);
        float sums[MOST_PLAYERS], highest = -1e30f, total = 0;
        for (int k = 0; k < rules.players; ++k) {
            sums[k] = network.output_bias[k];
            for (int part = 0; part < PAIRS; ++part) sums[k] += units[part].sum(network.output[k] + 16 * part);
            highest = sums[k] > highest ? sums[k] : highest;
        }
        for (int k = 0; k < rules.players; ++k) total += sums[k] = exp_of(sums[k] - highest);
        for (int k = 0; k < rules.players; ++k) out[(seat + k) % rules.players] = sums[k] / total;
    }
};

// One evaluation.
inline void evaluate(const Rules& rules, const Position& p, int seat, const ValueNetwork& network, float* out) {
    ValueEvaluator(network, 64).evaluate(rules, p, seat, out);
}

}  // namespace baumeister::manhattan::ISA
