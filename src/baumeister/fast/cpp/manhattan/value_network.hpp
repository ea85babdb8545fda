// The weights of the value network, quantised as it computes with them, and the agents of training games.
#pragma once

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

    // From float weights: biases and rows of the first layer, of the second layer, and of the output.
    explicit ValueNetwork(const float* weights) {
        auto quantised = [](float weight) {
            const float scaled = weight * static_cast<float>(QUANTISATION_SCALE);
            return static_cast<int16_t>(scaled < -32000 ? -32000 : scaled > 32000 ? 32000 : scaled < 0 ? scaled - 0.5f : scaled + 0.5f);
        };
        for (int16_t& each : bias) each = quantised(*weights++);
        for (auto& row : rows)
            for (int16_t& each : row) each = quantised(*weights++);
        for (float& each : second_bias) each = *weights++;
        for (auto& row : second)
            for (float& each : row) each = *weights++ / static_cast<float>(QUANTISATION_SCALE);
        for (float& each : output_bias) each = *weights++;
        for (int unit = 0; unit < VALUE_SECOND; ++unit)
            for (auto& row : output) row[unit] = *weights++;
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
