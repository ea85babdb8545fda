// Where a piece can lie: all of its ways at once, by planes of bits (T3.1, T3.2).
#pragma once

#include "../bits.hpp"
#include "position.hpp"
#if defined(__AVX2__)
#include <immintrin.h>
#endif

namespace baumeister::tangram_city::ISA {

// The free halves of a board by kind (NE, SE, SW, NW), and the fields that are wholly free.
struct Free {
    alignas(32) uint64_t half[4];
    alignas(32) uint64_t whole[4];  // four times the same
};

inline Free free_of(const Position& p, int player) {
    Free free;
#if defined(__AVX2__)
    const __m256i* cover = reinterpret_cast<const __m256i*>(p.cover[player]);
    const __m256i quarters = _mm256_andnot_si256(_mm256_or_si256(cover[0], cover[1]), _mm256_set1_epi64x(ALL_FIELDS));
    const __m256i half = _mm256_and_si256(quarters, _mm256_permute4x64_epi64(quarters, 0x39));
    _mm256_store_si256(reinterpret_cast<__m256i*>(free.half), half);
    _mm256_store_si256(reinterpret_cast<__m256i*>(free.whole),
                       _mm256_and_si256(half, _mm256_permute4x64_epi64(half, 0x4E)));
#else
    uint64_t quarters[PLANES];
    for (int plane = 0; plane < PLANES; ++plane)
        quarters[plane] = ~(p.cover[player][0][plane] | p.cover[player][1][plane]) & ALL_FIELDS;
    for (int kind = 0; kind < 4; ++kind) free.half[kind] = quarters[kind] & quarters[(kind + 1) & 3];
    for (uint64_t& whole : free.whole) whole = free.half[NE] & free.half[SW];
#endif
    return free;
}

// The fields where the tile's top left corner can lie, for each lane.
struct Ways {
    alignas(64) uint64_t at[LANES];
};

#if defined(__AVX512F__)
// Turning adds to the kind, turning over mirrors it; WHOLE stands behind the four halves.
alignas(64) inline constexpr uint64_t KIND_IN_LANE[KINDS][LANES] = {
    {NE, SE, SW, NW, NW, NE, SE, SW}, {SE, SW, NW, NE, SW, NW, NE, SE}, {SW, NW, NE, SE, SE, SW, NW, NE},
    {NW, NE, SE, SW, NE, SE, SW, NW}, {4, 4, 4, 4, 4, 4, 4, 4}};
#endif

inline Ways ways_of(const Rules& rules, const Free& free, int number) {
    const Tile& tile = rules.tiles[number];
    const Step* step = rules.steps + tile.first;
    const uint8_t* kind = rules.kinds + tile.first;
    Ways ways;
#if defined(__AVX512F__)
    const __m512i halves = _mm512_inserti64x4(
        _mm512_castsi256_si512(_mm256_load_si256(reinterpret_cast<const __m256i*>(free.half))),
        _mm256_load_si256(reinterpret_cast<const __m256i*>(free.whole)), 1);
    __m512i at = _mm512_load_si512(tile.corners);
    for (const Step* const end = step + tile.steps; step != end; ++step, ++kind) {
        const __m512i there = _mm512_permutexvar_epi64(_mm512_load_si512(KIND_IN_LANE[*kind]), halves);
        at = _mm512_and_si512(at, _mm512_srlv_epi64(there, _mm512_load_si512(step->offset)));
    }
    _mm512_store_si512(ways.at, at);
#elif defined(__AVX2__)
    const __m256i* corners = reinterpret_cast<const __m256i*>(tile.corners);
    const __m256i half = _mm256_load_si256(reinterpret_cast<const __m256i*>(free.half));
    const __m256i turned[KINDS] = {
        half, _mm256_permute4x64_epi64(half, 0x39), _mm256_permute4x64_epi64(half, 0x4E),
        _mm256_permute4x64_epi64(half, 0x93), _mm256_load_si256(reinterpret_cast<const __m256i*>(free.whole))};
    static constexpr uint8_t MIRRORED[KINDS] = {NW, SW, SE, NE, WHOLE};
    __m256i front = corners[0], back = corners[1];
    for (const Step* const end = step + tile.steps; step != end; ++step, ++kind) {
        const __m256i* offset = reinterpret_cast<const __m256i*>(step->offset);
        front = _mm256_and_si256(front, _mm256_srlv_epi64(turned[*kind], offset[0]));
        back = _mm256_and_si256(back, _mm256_srlv_epi64(turned[MIRRORED[*kind]], offset[1]));
    }
    _mm256_store_si256(reinterpret_cast<__m256i*>(ways.at), front);
    _mm256_store_si256(reinterpret_cast<__m256i*>(ways.at) + 1, back);
#else
    uint64_t halves[12];  // three times around, so that no kind has to be brought back into it
    for (int kind_at = 0; kind_at < 12; ++kind_at) halves[kind_at] = free.half[kind_at & 3];
    for (int lane = 0; lane < LANES; ++lane) {
        uint64_t at = tile.corners[lane];
        if (at) {
            const int turns = lane & 3;
            for (int i = 0; i < tile.steps; ++i) {
                const int first = lane < 4 ? kind[i] : 3 - kind[i];
                at &= (kind[i] == WHOLE ? free.whole[0] : halves[first + turns]) >> step[i].offset[lane];
            }
        }
        ways.at[lane] = at;
    }
#endif
    return ways;
}

inline int how_many(const Ways& ways) {
    int total = 0;
    for (uint64_t at : ways.at) total += count(at);
    return total;
}

// Sixteen fields, each in the lowest of four bits.
inline uint64_t spread(uint64_t fields) {
#if defined(__BMI2__)
    return _pdep_u64(fields, 0x1111111111111111ull);
#else
    fields = (fields | fields << 24) & 0x000000FF000000FFull;
    fields = (fields | fields << 12) & 0x000F000F000F000Full;
    fields = (fields | fields << 6) & 0x0303030303030303ull;
    return (fields | fields << 3) & 0x1111111111111111ull;
#endif
}

// The halves where a fountain can lie, in the order of their numbers (T2.3).
struct Spots {
    uint64_t at[4];
};

inline Spots spots_of(const Rules& rules, const Free& free) {
    Spots spots{};
    for (int corner = 0; corner < 4; ++corner) {
        const uint64_t half = free.half[rules.spot_kind[corner]];
        for (int part = 0; part < 4; ++part) spots.at[part] |= spread(half >> 16 * part & 0xFFFF) << corner;
    }
    return spots;
}

// A tile, a fountain or a printed field comes onto a board; a fountain into both covers.
inline void lay(Position& p, int player, int colour, const uint64_t* planes, int field) {
    for (int plane = 0; plane < PLANES; ++plane) {
        p.cover[player][colour][plane] |= planes[plane] << field;
        p.fresh[player][plane] |= planes[plane] << field;
    }
}

inline void lay_fountain(Position& p, int player, int kind, int field) {
    const uint64_t there = 1ull << field;
    for (int quarter = kind; quarter < kind + 2; ++quarter) {
        p.cover[player][0][quarter & 3] |= there;
        p.cover[player][1][quarter & 3] |= there;
        p.fresh[player][quarter & 3] |= there;
    }
}

}  // namespace baumeister::tangram_city::ISA
