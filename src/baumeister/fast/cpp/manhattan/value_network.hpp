// The weights of the value network, quantised as it computes with them, and the agents of training games.
#pragma once

#include <cstring>

#include "../search_settings.hpp"
#include "position.hpp"

namespace baumeister::manhattan {

struct ValueNetwork {
    alignas(64) int16_t bias[VALUE_HIDDEN];
    alignas(64) int16_t rows[INPUT_FEATURES][VALUE_HIDDEN];
    alignas(64) float second_bias[VALUE_SECOND];
    alignas(64) float second[VALUE_HIDDEN][VALUE_SECOND];
    alignas(64) float output[MOST_PLAYERS][VALUE_SECOND];
    float output_bias[MOST_PLAYERS];

    // From biases and rows of the first layer, quantised, and the rest: biases and rows of the second layer and
    // of the output.
    ValueNetwork(const int16_t* first, const float* rest) {
        std::memcpy(bias, first, sizeof bias);
        std::memcpy(rows, first + VALUE_HIDDEN, sizeof rows);
        for (float& each : second_bias) each = *rest++;
        for (auto& row : second)
            for (float& each : row) each = *rest++ / static_cast<float>(QUANTISATION_SCALE);
        for (float& each : output_bias) each = *rest++;
        for (int unit = 0; unit < VALUE_SECOND; ++unit)
            for (auto& row : output) row[unit] = *rest++;
    }
};

inline constexpr int MOST_SAMPLES = 64;  // of a training game

// A player of training games: by a policy, or by a search.
struct Agent {
    float share = 1;  // of the opponents drawn
    const ValueNetwork* value_network = nullptr;
    Policy policy;
    float inverse_temperature = 1;  // of logits or of log visits
    int nodes = 0;
    float exploration = 0.5f;
};

}  // namespace baumeister::manhattan
