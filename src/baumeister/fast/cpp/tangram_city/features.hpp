// Features of each legal decision (`features.py`).
#pragma once

#include "city.hpp"
#include "moves.hpp"

namespace baumeister::tangram_city::ISA {

// Covered quarters that touch the piece along an edge, plus its edges at the rim.
inline int contact(const uint64_t* piece, const uint64_t* covered) {
    const uint64_t n = piece[0], e = piece[1], s = piece[2], w = piece[3];
    return count((e | w | (s << SIZE & ALL_FIELDS)) & covered[0]) + count((n | s | (w & ~LEFT_RIM) >> 1) & covered[1]) +
           count((e | w | n >> SIZE) & covered[2]) + count((n | s | (e & ~RIGHT_RIM) << 1) & covered[3]) +
           count(n & TOP_RIM) + count(e & RIGHT_RIM) + count(s & BOTTOM_RIM) + count(w & LEFT_RIM);
}

struct Measures {
    uint64_t covered[PLANES];
    uint64_t full_fields;
    int partly, rectangle, difference;

    Measures(const Position& p, int player) {
        uint64_t touched = 0;
        full_fields = ALL_FIELDS;
        for (int plane = 0; plane < PLANES; ++plane) {
            covered[plane] = p.cover[player][0][plane] | p.cover[player][1][plane];
            full_fields &= covered[plane];
            touched |= covered[plane];
        }
        partly = count(touched & ~full_fields);
        rectangle = largest_rectangle(full_fields);
        const int more = count_colour(p, player, 0) - count_colour(p, player, 1);
        difference = more < 0 ? -more : more;
    }
};

// Writes one row for each legal number, in the order of `legal`.
inline int features(const Rules& rules, const Position& p, uint16_t* numbers, float* out) {
    const int found = legal(rules, p, numbers);
    if (!found) return 0;
    const int player = p.turn;
    const Measures before(p, player);
    Position after;
    for (int i = 0; i < found; ++i) {
        float* row = out + static_cast<ptrdiff_t>(i) * FEATURES;
        for (int k = 0; k < FEATURES; ++k) row[k] = 0;
        const int number = numbers[i], way = number % CARD_NUMBERS;
        if (number >= SIDES) {
            row[feature::SIDE_B] = static_cast<float>(number - SIDES);
            continue;
        }
        if (number == NO_FOUNTAIN || (number < SPOT && way == SKIP)) {
            row[feature::DECLINED] = 1;
            continue;
        }
        std::memcpy(after.cover[player], p.cover[player], sizeof p.cover[player]);
        if (number >= SPOT)
            lay_fountain(after, player, rules.spot[(number - SPOT) & 3], (number - SPOT) >> 2);
        else
            lay(after, player, way / FIELDS >= 4, rules.tiles[tile_of(p, number / CARD_NUMBERS)].planes[way / FIELDS], way % FIELDS);
        const Measures then(after, player);
        uint64_t piece[PLANES];
        int quarters = 0;
        for (int plane = 0; plane < PLANES; ++plane) {
            piece[plane] = then.covered[plane] & ~before.covered[plane];
            quarters += count(piece[plane]);
        }
        row[feature::AREA] = static_cast<float>(quarters) / 4;
        row[feature::COMPLETED] = static_cast<float>(count(then.full_fields & ~before.full_fields));
        row[feature::RECTANGLE] = static_cast<float>(then.rectangle - before.rectangle);
        row[feature::CONTACT] = static_cast<float>(contact(piece, before.covered));
        row[feature::APART] = static_cast<float>(then.difference - before.difference);
        row[feature::BROKEN] = static_cast<float>(then.partly - before.partly);
    }
    return found;
}

}  // namespace baumeister::tangram_city::ISA
