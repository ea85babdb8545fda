// What a planner is required for, and what it finds. The planner itself is `deciding.hpp`.
#pragma once

#include <cstdint>
#include <vector>

namespace baumeister::tangram_city {

inline constexpr int MOST_ORDERS = 64;

struct PlanSettings {
    uint64_t seed = 0;
    int64_t nodes = 0;    // plans tried at most; 0: as many as time allows
    double seconds = 0;   // 0: no limit
    int orders = 32;      // in which the cards may come, drawn
    int candidates = 8;   // of the decision, looked at closely
    int horizon = 14;     // cards left from which on all of them are planned
    int depth = 100;      // of the plans that follow play by policy
    const float* policy = nullptr;  // how the rest is played until then
    std::vector<int> consider;     // numbers to value in any case
    std::vector<int> cards;        // the hidden ones in the order they come, if that is known
    bool (*interrupted)() = nullptr;
};

// By number, those that were looked at.
struct PlanResult {
    std::vector<int> numbers;
    std::vector<double> values;    // the chance to win; of one player alone the expected points / 200
    std::vector<double> points;    // expected at the end
    std::vector<double> complete;  // chance of a complete city
    int64_t simulations = 0;
};

}  // namespace baumeister::tangram_city
