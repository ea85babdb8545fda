// Heights, majorities and other parts of scoring.
#pragma once

#include "board.hpp"
#if defined(__SSE2__)
#include <immintrin.h>
#endif

namespace baumeister::manhattan::ISA {

struct Heights {
    uint8_t of[64];  // padded to whole vectors
    int highest;
};

inline void measure(const Position& p, Heights& heights) {
    int highest = 0;
    for (int place = 0; place < PLACES; ++place) {
        const int height = height_of(p.floors[place]);
        heights.of[place] = static_cast<uint8_t>(height);
        highest = height > highest ? height : highest;
    }
    for (int place = PLACES; place < 64; ++place) heights.of[place] = 0;
    heights.highest = highest;
}

// The places with exactly this height.
inline uint64_t of_height(const Heights& heights, int height) {
#if defined(__AVX512BW__)
    return _mm512_cmpeq_epi8_mask(_mm512_loadu_si512(heights.of), _mm512_set1_epi8(static_cast<char>(height))) & ALL_PLACES;
#elif defined(__SSE2__)
    uint64_t found = 0;
    for (int part = 0; part < 4; ++part) {
        const __m128i here = _mm_loadu_si128(reinterpret_cast<const __m128i*>(heights.of + 16 * part));
        const __m128i same = _mm_cmpeq_epi8(here, _mm_set1_epi8(static_cast<char>(height)));
        found |= static_cast<uint64_t>(static_cast<uint32_t>(_mm_movemask_epi8(same))) << (16 * part);
    }
    return found & ALL_PLACES;
#else
    uint64_t found = 0;
    for (int place = 0; place < PLACES; ++place)
        found |= static_cast<uint64_t>(heights.of[place] == height) << place;
    return found;
#endif
}

inline uint64_t at_least(const Heights& heights, int height) {
    uint64_t found = 0;
    for (int place = 0; place < PLACES; ++place)
        found |= static_cast<uint64_t>(heights.of[place] >= height) << place;
    return found;
}

// The colour with more than every other, or NOBODY.
inline int most_of(const int* counts) {
    int most = -1, colour = NOBODY;
    for (int each = 0; each < COLOURS; ++each) {
        if (counts[each] > most) most = counts[each], colour = each;
        else if (counts[each] == most) colour = NOBODY;
    }
    return colour;
}

// The colour with most buildings in the district (M3.2).
inline int majority(const Position& p, int district) {
    int owned[COLOURS];
    for (int colour = 0; colour < COLOURS; ++colour) owned[colour] = count(p.own[colour] & (DISTRICT << district));
    return most_of(owned);
}

inline void award(const Position& p, uint64_t places, int points, int* to) {
    for (int colour = 0; colour < COLOURS; ++colour) to[colour] += points * count(places & p.own[colour]);
}

inline uint64_t built_places(const Position& p) { return p.own[0] | p.own[1] | p.own[2] | p.own[3]; }

inline uint64_t only(uint64_t places) { return places & (places - 1) ? 0 : places; }

inline uint64_t extreme(const Heights& heights, uint64_t places, bool high) {
    int best = high ? -1 : 256;
    uint64_t found = 0;
    for (uint64_t left = places; left; left &= left - 1) {
        const int place = lowest(left), height = heights.of[place];
        if (high ? height > best : height < best) best = height, found = 0;
        if (height == best) found |= 1ull << place;
    }
    return found;
}

// How many districts are open in this round (M5.3, M6).
inline int open_count(const Rules& rules, const Position& p) {
    const int many = (p.round > 1 ? p.round : 1) + 2;
    return !rules.has(option::VARIANTS_PROGRESSIVE) || many > rules.districts ? rules.districts : many;
}

}  // namespace baumeister::manhattan::ISA
