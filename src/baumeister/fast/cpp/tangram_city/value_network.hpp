// The value network: the points that a player may still expect from a city, by a small network over the covered
// quarters, the tiles to come, the stage of the game and the board features.
#pragma once

#include "board_features.hpp"
#include "network_weights.hpp"

namespace baumeister::tangram_city::ISA {

// Values cities that differ from one in a piece: what they share is added up once.
class CityValues {
   public:
    // `fountain`: it is the next piece.
    CityValues(const ValueNetwork& network, const City& city, uint32_t tiles, bool fountain) : network(network), cover(covered(city)) {
        __builtin_memcpy(shared, network.row(VALUE_BIASES), sizeof shared);
        add_quarters(shared, cover);
        for (uint32_t set = tiles; set; set &= set - 1) add(shared, VALUE_TILES + lowest(set), 1);
        add(shared, VALUE_LEFT + count(tiles), 1);
        if (fountain) add(shared, VALUE_FOUNTAIN, 1);
    }

    // The points to come with this city, in which a piece may have been added.
    float of(const City& city) const {
        float first[VALUE_COLUMNS], second[VALUE_SECOND];
        __builtin_memcpy(first, shared, sizeof first);
        add_quarters(first, covered(city) & ~cover);
        const BoardFeatures features = board_features_of(city);
        for (int i = 0; i < BOARD_FEATURES; ++i) add(first, VALUE_FEATURES + i, features.of[i]);
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

   private:
    void add(float* sums, int input, float value) const {
        const float* row = network.row(input);
        for (int unit = 0; unit < VALUE_COLUMNS; ++unit) sums[unit] += value * row[unit];
    }
    void add_quarters(float* sums, Four quarters) const {
        for (int plane = 0; plane < PLANES; ++plane)
            for (uint64_t set = quarters[plane]; set; set &= set - 1) add(sums, plane * FIELDS + lowest(set), 1);
    }

    const ValueNetwork& network;
    const Four cover;
    float shared[VALUE_COLUMNS];
};

}  // namespace baumeister::tangram_city::ISA
