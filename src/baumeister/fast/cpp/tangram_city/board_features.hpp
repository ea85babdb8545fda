// Features of a board, inputs of the value network (`board_features.py`).
#pragma once

#include "city.hpp"

namespace baumeister::tangram_city::ISA {

struct BoardFeatures {
    float of[BOARD_FEATURES];
};

inline BoardFeatures board_features_of(const City& city) {
    const Four cover = covered(city);
    const uint64_t done = full(cover), begun = any(cover);
    const Four open = ~cover & ALL_FIELDS;
    const Four wall = walls_of(cover);
    const uint64_t empty = ALL_FIELDS & ~begun, part = begun & ~done;
    const uint64_t a = wall[0] & wall[1], b = wall[2] & wall[3];
    const uint64_t either = wall[0] ^ wall[1], other = wall[2] ^ wall[3];
    const uint64_t four_walls = a & b & empty;
    const uint64_t three_walls = ((a & other) | (either & b)) & empty;
    const uint64_t two_walls = ((a & ~(wall[2] | wall[3])) | (b & ~(wall[0] | wall[1])) | (either & other)) & empty;
    // the open half of a partly covered field: with both outer edges walled, one, or none
    const Four half = open & rotated<1>(open) & part;
    const Four both = half & wall & rotated<1>(wall), one = half & (wall ^ rotated<1>(wall));
    const Four edges = open & wall;
    const uint64_t rims[4] = {TOP_RIM, RIGHT_RIM, BOTTOM_RIM, LEFT_RIM};
    int all_edges = 0, rim_edges = 0, shut = 0, narrow = 0;
    for (int plane = 0; plane < PLANES; ++plane) {
        all_edges += count(edges[plane]);
        rim_edges += count(edges[plane] & rims[plane]);
        shut += count(both[plane]);
        narrow += count(one[plane]);
    }
    const int difference = colour_difference(city);
    const int rectangle = largest_rectangle(done);
    return {{static_cast<float>(rectangle),
             static_cast<float>(largest_rectangle(begun)),
             static_cast<float>(largest_rectangle(begun | four_walls | three_walls)),
             static_cast<float>(count(part)),
             static_cast<float>(count(empty)),
             static_cast<float>(all_edges - rim_edges),
             static_cast<float>(rim_edges),
             static_cast<float>(shut),
             static_cast<float>(narrow),
             static_cast<float>(count(four_walls)),
             static_cast<float>(count(three_walls)),
             static_cast<float>(count(two_walls)),
             static_cast<float>(difference < 0 ? -difference : difference),
             static_cast<float>(done == ALL_FIELDS)}};
}

}  // namespace baumeister::tangram_city::ISA
