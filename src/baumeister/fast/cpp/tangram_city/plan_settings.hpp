// The settings and the result of a plan search. The search itself is `plan_search.hpp`.
#pragma once

#include <cstdint>
#include <vector>

#include "network_weights.hpp"

namespace baumeister::tangram_city {

inline constexpr int MOST_ORDERS = 64;

struct PlanSettings {
    uint64_t seed = 0;
    int64_t nodes = 0;    // plans to try at most; 0: no limit
    double seconds = 0;   // 0: no limit
    int orders = 32;      // orders of the cards to draw
    int candidates = 8;   // decisions that are evaluated closely
    int horizon = 13;     // plan all remaining cards once this many are left
    int depth = 0;        // of the plans that follow a rollout; 0: the network values its city
    const ValueNetwork* network = nullptr;  // plays until the horizon
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
