// The steps by which a tile's placements are tested, made from its outlines.
#pragma once

#include "position.hpp"

namespace baumeister::tangram_city {

// The kind of a cell by its covered quarters (n 1, e 2, s 4, w 8); ANYTHING if they are no piece.
inline int kind_of(int quarters) {
    switch (quarters) {
        case 1 | 2: return NE;
        case 2 | 4: return SE;
        case 4 | 8: return SW;
        case 8 | 1: return NW;
        case 15: return WHOLE;
    }
    return ANYTHING;
}

inline int quarters_of(const uint64_t* planes, int field) {
    int quarters = 0;
    for (int plane = 0; plane < PLANES; ++plane) quarters |= static_cast<int>(planes[plane] >> field & 1) << plane;
    return quarters;
}

// The kind in the first lane of a cell with this kind in another: turned and flipped back.
inline int first_kind(int kind, int lane) {
    if (kind == WHOLE) return WHOLE;
    const int unturned = (kind + 4 - (lane & 3)) & 3;
    return lane < 4 ? unturned : 3 - unturned;
}

// Writes the steps of a tile, after the `used` steps of the tiles before; false if the outlines are not turns
// of each other.
inline bool make_steps(Rules& rules, Tile& tile, int& used) {
    tile.first = static_cast<uint16_t>(used);
    tile.steps = 0;
    for (int lane = 0; lane < LANES; ++lane) {
        if (!tile.corners[lane]) continue;
        int at = 0;
        for (int kind = 0; kind < KINDS; ++kind)
            for (int field = 0; field < FIELDS; ++field) {
                const int quarters = quarters_of(tile.planes[lane], field);
                const int here = kind_of(quarters);
                if (quarters && here == ANYTHING) return false;
                if (!quarters || first_kind(here, lane) != kind) continue;
                if (lane == 0) rules.kinds[used + at] = static_cast<uint8_t>(kind), ++tile.steps;
                if (at >= tile.steps || rules.kinds[used + at] != kind) return false;
                rules.steps[used + at++].offset[lane] = static_cast<uint64_t>(field);
            }
        if (at != tile.steps) return false;
    }
    for (; tile.steps % STEPS_AT_ONCE; ++tile.steps) rules.kinds[used + tile.steps] = ANYTHING;
    used += tile.steps;
    return tile.steps > 0;
}

}  // namespace baumeister::tangram_city
