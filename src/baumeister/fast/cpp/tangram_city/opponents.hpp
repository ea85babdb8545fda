// Only winning counts (T5.3): what points are worth against what the others may end with.
#pragma once

#include <cmath>
#include <vector>

#include "outlook.hpp"

namespace baumeister::tangram_city::ISA {

// What a player may end with, and the opponents in the same order of the cards: the chance to win. The
// more cards are left, the less is known; who has the same has half of it (T5.3).
inline double win_probability(double own, const std::vector<double>& opponents, int left) {
    double chance = 1;
    for (double rival : opponents) chance /= 1 + std::exp((rival - own) / (0.5 + 0.4 * left));
    return chance;
}

// The outlooks of the others, from what the seat knows.
inline std::vector<Outlook> opponents_of(const Rules& rules, const Position& p, int seat) {
    std::vector<Outlook> found;
    for (int player = 0; player < rules.players; ++player)
        if (player != seat) found.push_back(outlook_of(rules, p, seat, player));
    return found;
}

}  // namespace baumeister::tangram_city::ISA
