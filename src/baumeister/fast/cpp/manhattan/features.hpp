// What speaks for each legal decision, as numbers; `features.py` has the same in words.
#pragma once

#include "moves.hpp"

namespace baumeister::manhattan::ISA {

// What all candidates of a position share.
struct Scene {
    Heights heights;
    int tops;              // how many buildings are as high as the highest
    int highest_colour;    // who scores for it, or NOBODY
    int owned[DISTRICTS][COLOURS];
    int majority[DISTRICTS];
    int largest[COLOURS];  // the largest block on the tray, 0 for none

    Scene(const Rules& rules, const Position& p) {
        measure(p, heights);
        const uint64_t high = heights.highest ? of_height(heights, heights.highest) : 0;
        tops = count(high);
        highest_colour = tops == 1 ? owner_at(p, lowest(high)) : NOBODY;
        for (int district = 0; district < DISTRICTS; ++district) {
            for (int colour = 0; colour < COLOURS; ++colour)
                owned[district][colour] = count(p.own[colour] & (DISTRICT << district));
            majority[district] = most_of(owned[district]);
        }
        for (int colour = 0; colour < COLOURS; ++colour) {
            largest[colour] = 0;
            for (int size = 0; colour < rules.colours && size < SIZES; ++size)
                if (of_size(p.trays[colour], size)) largest[colour] = size + 1;
        }
    }

    static int owner_at(const Position& p, int place) {
        for (int colour = 0; colour < COLOURS; ++colour)
            if (p.own[colour] >> place & 1) return colour;
        return NOBODY;
    }
};

inline void features_of_build(const Rules& rules, const Position& p, const Scene& scene, int place, int colour, int size,
                              float* out) {
    const int player = rules.owner_of(colour), district = place - 6 * position_of(place);
    const int owner = Scene::owner_at(p, place), block = size + 1;
    const uint32_t floors = p.floors[place];
    const int mine = floors_of(floors, colour) + block;
    int best_other = 0, threats = 0;
    for (int other = 0; other < COLOURS; ++other) {
        if (other == colour) continue;
        const int theirs = floors_of(floors, other);
        best_other = theirs > best_other ? theirs : best_other;
        threats += other < rules.colours && rules.owner_of(other) != player && scene.largest[other] &&
                   scene.largest[other] >= mine - theirs;
    }
    const int height = scene.heights.of[place] + block;
    const int highest_after = height > scene.heights.highest ? colour : height == scene.heights.highest ? NOBODY : scene.highest_colour;
    int counts[COLOURS];
    for (int each = 0; each < COLOURS; ++each) counts[each] = scene.owned[district][each];
    if (owner != NOBODY) --counts[owner];
    ++counts[colour];
    const int before = scene.majority[district], after = most_of(counts);
    auto own = [&](int which) { return which != NOBODY && rules.owner_of(which) == player; };
    auto rival = [&](int which) { return which != NOBODY && rules.owner_of(which) != player; };
    const int lead = mine - best_other;
    out[0] = static_cast<float>(1 - own(owner) + 2 * (own(after) - own(before)) + 3 * (own(highest_after) - own(scene.highest_colour)));
    out[1] = static_cast<float>(rival(owner) + 2 * (rival(before) - rival(after)) + 3 * (rival(scene.highest_colour) - rival(highest_after)));
    out[2] = static_cast<float>(block);
    out[3] = owner == NOBODY;
    out[4] = rival(owner);
    out[5] = own(owner);
    out[6] = static_cast<float>(lead < 5 ? lead : 5);
    out[7] = lead >= 5;
    out[8] = static_cast<float>(threats);
    out[9] = height > scene.heights.highest;
    out[10] = after == colour && before != colour;
    out[11] = static_cast<float>(counts[colour]);
}

// One row for each legal number, ascending, as `legal` gives them.
inline int features(const Rules& rules, const Position& p, uint16_t* numbers, float* out) {
    const int found = legal(rules, p, numbers);
    if (!found) return 0;
    if (p.phase == BUILD && (numbers[0] % SECOND_COLOUR) < FORFEIT) {
        const Scene scene(rules, p);
        for (int i = 0; i < found; ++i) {
            const int slot = numbers[i] >= SECOND_COLOUR, own = numbers[i] - slot * SECOND_COLOUR, size = own / PLACES;
            float* row = out + static_cast<ptrdiff_t>(i) * FEATURES;
            features_of_build(rules, p, scene, own - PLACES * size, p.turn + 2 * slot, size, row);
            for (int k = 12; k < FEATURES; ++k) row[k] = 0;
        }
        return found;
    }
    for (int i = 0; i < found; ++i) {
        float* row = out + static_cast<ptrdiff_t>(i) * FEATURES;
        for (int k = 0; k < FEATURES; ++k) row[k] = 0;
        if (p.phase == BUILD) {  // a block is given up
            row[15] = static_cast<float>(((numbers[i] % SECOND_COLOUR - FORFEIT) & 3) + 1);
        } else if (rules.one_by_one) {
            const int size = 3 - (numbers[i] - (numbers[i] >= SECOND_SINGLE ? SECOND_SINGLE : SINGLE));
            if (size) row[15 - size] = 1;
        } else {
            for (int size = 1; size < SIZES; ++size)
                row[15 - size] = static_cast<float>(of_size(rules.selection[numbers[i] - SELECTION], size));
        }
    }
    return found;
}

}  // namespace baumeister::manhattan::ISA
