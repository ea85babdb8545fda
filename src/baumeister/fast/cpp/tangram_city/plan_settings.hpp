// The settings and the result of a plan search. The search itself is `plan_search.hpp`.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "constants.hpp"

namespace baumeister::tangram_city {

inline constexpr int MOST_ORDERS = 64;

inline constexpr int VALUE_COLUMNS = VALUE_FIRST + 8;  // a multiple of eight, for vectors; column VALUE_FIRST is the shortcut

// The weights of the value network.
class ValueNetwork {
   public:
    explicit ValueNetwork(const std::vector<float>& weights)
        : rows((VALUE_BIASES + 1) * VALUE_COLUMNS), rest(weights.begin() + (VALUE_BIASES + 1) * (VALUE_FIRST + 1), weights.end()) {
        for (int row = 0; row <= VALUE_BIASES; ++row)
            std::copy_n(weights.begin() + row * (VALUE_FIRST + 1), VALUE_FIRST + 1, rows.begin() + row * VALUE_COLUMNS);
    }

    const float* row(int input) const { return &rows[static_cast<size_t>(input * VALUE_COLUMNS)]; }
    const float* second() const { return rest.data(); }
    const float* last() const { return &rest[(1 + VALUE_FIRST) * VALUE_SECOND]; }

   private:
    std::vector<float> rows, rest;
};

struct PlanSettings {
    uint64_t seed = 0;
    int64_t nodes = 0;    // plans to try at most; 0: no limit
    double seconds = 0;   // 0: no limit
    int orders = 32;      // orders of the cards to draw
    int candidates = 8;   // decisions that are evaluated closely
    int horizon = 14;     // plan all remaining cards once this many are left
    int depth = 100;      // of the plans that follow a policy playout
    const float* policy = nullptr;  // placement policy until then
    const ValueNetwork* network = nullptr;  // values cities at the horizon, instead of planning them
    std::vector<int> consider;     // numbers to evaluate in any case
    std::vector<int> cards;        // the hidden cards in their order, if it is known
    bool (*interrupted)() = nullptr;
};

// Parallel lists over the evaluated numbers.
struct PlanResult {
    std::vector<int> numbers;
    std::vector<double> values;    // win probability; solo, expected points relative to a legend
    std::vector<double> points;    // expected at the end
    std::vector<double> complete;  // probability of a complete city
    int64_t simulations = 0;
};

}  // namespace baumeister::tangram_city
