// One player's board by itself, for policies and plans.
#pragma once

#include "scoring.hpp"

namespace baumeister::tangram_city::ISA {

// The two covers as in a position: a fountain is in both.
struct City {
    alignas(32) uint64_t cover[2][PLANES];
};

ALWAYS_INLINE Four covered(const City& city) { return four(city.cover[0]) | four(city.cover[1]); }

ALWAYS_INLINE Free free_of(Four cover) {
    const Four quarters = ~cover & ALL_FIELDS;
    const Four half = quarters & rotated<1>(quarters);
    return {half, half & rotated<2>(half)};
}

inline constexpr uint64_t LEFT_RIM = 0x40810204081ull;
inline constexpr uint64_t RIGHT_RIM = LEFT_RIM << (SIZE - 1);
inline constexpr uint64_t TOP_RIM = (1ull << SIZE) - 1;
inline constexpr uint64_t BOTTOM_RIM = TOP_RIM << (FIELDS - SIZE);

// The quarters with something beyond their outer edge: a cover or the rim.
ALWAYS_INLINE Four walls_of(Four cover) {
    return Four{cover[2] << SIZE | TOP_RIM, (cover[3] >> 1 & ~RIGHT_RIM) | RIGHT_RIM, cover[0] >> SIZE | BOTTOM_RIM,
                (cover[1] << 1 & ~LEFT_RIM) | LEFT_RIM} &
           ALL_FIELDS;
}

// By how many fields the buildings outnumber the green (T4.2).
inline int colour_difference(const City& city) {
    const Four building = four(city.cover[0]), green = four(city.cover[1]);
    return count(full(building) & any(building & ~green)) - count(full(green) & any(green & ~building));
}

inline int bonuses(const Rules& rules, const City& city) {
    const int difference = colour_difference(city);
    return rules.harmony[difference < 0 ? -difference : difference] + (full(covered(city)) == ALL_FIELDS ? rules.planning : 0);
}

}  // namespace baumeister::tangram_city::ISA
