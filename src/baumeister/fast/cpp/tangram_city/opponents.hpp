// Only winning counts (T5.3): the value of points against the expected points of the opponents.
#pragma once

#include <cmath>
#include <vector>

#include "outlook.hpp"

namespace baumeister::tangram_city::ISA {

// The win probability from expected points, given the same order of the cards. The more cards are left,
// the less certain; equal points count half (T5.3).
inline double win_probability(double own, const std::vector<double>& opponents, int left) {
    double chance = 1;
    for (double rival : opponents) chance /= 1 + std::exp((rival - own) / (0.5 + 0.4 * left));
    return chance;
}

// The outlooks of the opponents, from what the seat knows.
inline std::vector<Outlook> opponents_of(const Rules& rules, const Position& p, int seat) {
    std::vector<Outlook> found;
    for (int player = 0; player < rules.players; ++player)
        if (player != seat) found.push_back(outlook_of(rules, p, seat, player));
    return found;
}

}  // namespace baumeister::tangram_city::ISA
