// Legal actions as a list, a mask or a test; and applying them.
#pragma once

#include <cstring>

#include "flow.hpp"

namespace baumeister::tangram_city::ISA {

inline int write(uint64_t set, int base, uint16_t* numbers) {
    int found = 0;
    for (; set; set &= set - 1) numbers[found++] = static_cast<uint16_t>(base + lowest(set));
    return found;
}

// The same, where there is room for 64 numbers.
inline int write_wide(uint64_t set, int base, uint16_t* numbers) {
#if defined(__AVX512VBMI2__)
    alignas(64) static constexpr uint8_t MEMBERS[64] = {
        0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21,
        22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43,
        44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63};
    const __m512i members = _mm512_maskz_compress_epi8(set, _mm512_load_si512(MEMBERS));
    const __m512i from = _mm512_set1_epi16(static_cast<int16_t>(base));
    const __m512i low = _mm512_maskz_cvtepu8_epi16(~0u, _mm512_maskz_extracti64x4_epi64(0xF, members, 0));
    const __m512i high = _mm512_maskz_cvtepu8_epi16(~0u, _mm512_maskz_extracti64x4_epi64(0xF, members, 1));
    _mm512_storeu_si512(numbers, _mm512_add_epi16(low, from));
    _mm512_storeu_si512(numbers + 32, _mm512_add_epi16(high, from));
    return count(set);
#else
    return write(set, base, numbers);
#endif
}

// Writes the chance outcomes, ascending, all equally likely; none if chance is not to act.
inline int outcomes(const Rules& rules, const Position& p, uint16_t* numbers, uint16_t* weights) {
    if (p.turn != CHANCE) return 0;
    const int found = write(outcomes_of(rules, p), 0, numbers);
    for (int i = 0; i < found; ++i) weights[i] = 1;
    return found;
}

// Writes the legal numbers of the player to act, ascending; none if no player is. Needs room for ACTIONS.
inline int legal(const Rules& rules, const Position& p, uint16_t* numbers) {
    static_assert(LAST_CARDS * CARD_NUMBERS + 64 <= ACTIONS);
    int found = 0;
    if (p.turn < 0) return 0;
    const uint8_t todo = p.todo[p.turn];
    if (todo & SIDE_BIT) return write(3, SIDES, numbers);
    const Free free = free_of(p, p.turn);
    if (todo & CARD_BITS) {
        for (int k = 0; k < LAST_CARDS; ++k) {
            if (!(todo >> k & 1)) continue;
            const Ways ways = ways_of(rules, free, tile_of(p, k));
            for (int lane = 0; lane < LANES; ++lane)
                found += write_wide(ways.at[lane], k * CARD_NUMBERS + lane * FIELDS, numbers + found);
            numbers[found++] = static_cast<uint16_t>(k * CARD_NUMBERS + SKIP);
        }
        return found;
    }
    const Spots spots = spots_of(rules, free);
    for (int word = 0; word < SPOT_WORDS; ++word) found += write_wide(spots.at[word], SPOT + 64 * word, numbers + found);
    numbers[found++] = NO_FOUNTAIN;
    return found;
}

inline bool is_legal(const Rules& rules, const Position& p, int number) {
    if (number < 0 || number >= ACTIONS || p.turn < 0) return false;
    const uint8_t todo = p.todo[p.turn];
    if (number >= SIDES) return todo & SIDE_BIT;
    const Free free = free_of(p, p.turn);
    if (number >= SPOT) {
        if ((todo & CARD_BITS) || !(todo & FOUNTAIN_BIT)) return false;
        const int spot = number - SPOT;
        return number == NO_FOUNTAIN || free.half[rules.spot_kind[spot & 3]] >> (spot >> 2) & 1;
    }
    const int k = number / CARD_NUMBERS, way = number % CARD_NUMBERS;
    if (!(todo >> k & 1)) return false;
    return way == SKIP || ways_of(rules, free, tile_of(p, k)).at[way / FIELDS] >> way % FIELDS & 1;
}

// Applies a legal step.
inline void apply(const Rules& rules, Position& p, int number) {
    if (p.turn == CHANCE) return apply_chance(rules, p, number);
    if (number >= SIDES) return choose_side(rules, p, number - SIDES);
    if (number == NO_FOUNTAIN) return decided(rules, p, FOUNTAIN_BIT);
    if (number >= SPOT) return place_fountain(rules, p, number - SPOT);
    const int k = number / CARD_NUMBERS, way = number % CARD_NUMBERS;
    if (way == SKIP) return decided(rules, p, 1 << k);
    place(rules, p, k, way / FIELDS, way % FIELDS);
}

inline void mask(const Rules& rules, const Position& p, uint8_t* out) {
    zero_bytes(out, ACTIONS);
    if (p.turn < 0) return;
    const uint8_t todo = p.todo[p.turn];
    if (todo & SIDE_BIT) return unfold(3, 2, out + SIDES);
    const Free free = free_of(p, p.turn);
    if (todo & CARD_BITS) {
        for (int k = 0; k < LAST_CARDS; ++k) {
            if (!(todo >> k & 1)) continue;
            const Ways ways = ways_of(rules, free, tile_of(p, k));
            uint8_t* card = out + k * CARD_NUMBERS;
            for (int lane = 0; lane < LANES; ++lane) unfold(ways.at[lane], FIELDS, card + lane * FIELDS);
            card[SKIP] = 1;
        }
        return;
    }
    const Spots spots = spots_of(rules, free);
    for (int part = 0; part < 3; ++part) unfold(spots.at[part], 64, out + SPOT + 64 * part);
    unfold(spots.at[3], SPOTS - 192, out + SPOT + 192);
    out[NO_FOUNTAIN] = 1;
}

}  // namespace baumeister::tangram_city::ISA
