// Where a piece fits: all placements at once, by planes of bits (T3.1, T3.2).
#pragma once

#include "../bits.hpp"
#include "position.hpp"

namespace baumeister::tangram_city::ISA {

// Four planes or half-fields; eight lanes. GCC vectors, available on every machine.
typedef uint64_t Four __attribute__((vector_size(32), may_alias));
typedef uint64_t Eight __attribute__((vector_size(64), may_alias));

inline Four& four(uint64_t* words) { return *reinterpret_cast<Four*>(words); }
inline const Four& four(const uint64_t* words) { return *reinterpret_cast<const Four*>(words); }

// Faster than the copy that compilers generate for a struct of this size.
inline void copy(Position& to, const Position& from) {
    static_assert(sizeof(Position) % sizeof(Eight) == 0);
    for (size_t i = 0; i < sizeof(Position) / sizeof(Eight); ++i)
        __builtin_memcpy(reinterpret_cast<char*>(&to) + i * sizeof(Eight),
                         reinterpret_cast<const char*>(&from) + i * sizeof(Eight), sizeof(Eight));
}

// For functions with vector arguments: calling conventions differ between instruction sets.
#define ALWAYS_INLINE inline __attribute__((always_inline))

// The words rotated by this many places.
template <int BY>
ALWAYS_INLINE Four rotated(Four words) {
#if defined(__clang__)
    return __builtin_shufflevector(words, words, BY & 3, (1 + BY) & 3, (2 + BY) & 3, (3 + BY) & 3);
#else  // g++ has the other name only from version 12
    return __builtin_shuffle(words, Four{BY & 3, (1 + BY) & 3, (2 + BY) & 3, (3 + BY) & 3});
#endif
}

// The free parts of a board: the halves NE, SE, SW, NW, and four times the whole fields.
struct Free {
    Four half;
    Four whole;
};

inline Free free_of(const Position& p, int player) {
    const Four quarters = ~(four(p.cover[player][0]) | four(p.cover[player][1])) & ALL_FIELDS;
    const Four half = quarters & rotated<1>(quarters);
    return {half, half & rotated<2>(half)};
}

// The fields where the top left corner of a tile may lie, for each lane; after the lanes an empty set, for
// declining the tile.
struct Ways {
    alignas(64) uint64_t at[LANES + 1];
};

#if defined(__AVX512F__)
// The kind of a cell in each lane, by its kind in the first: turning adds to it, flipping mirrors it.
alignas(64) inline constexpr uint64_t KIND_IN_LANE[KINDS + 1][LANES] = {
    {NE, SE, SW, NW, NW, NE, SE, SW},
    {SE, SW, NW, NE, SW, NW, NE, SE},
    {SW, NW, NE, SE, SE, SW, NW, NE},
    {NW, NE, SE, SW, NE, SE, SW, NW},
    {WHOLE, WHOLE, WHOLE, WHOLE, WHOLE, WHOLE, WHOLE, WHOLE},
    {ANYTHING, ANYTHING, ANYTHING, ANYTHING, ANYTHING, ANYTHING, ANYTHING, ANYTHING}};
#endif

inline Ways ways_of(const Rules& rules, const Free& free, int number) {
    const Tile& tile = rules.tiles[number];
    const Step* const step = rules.steps + tile.first;
    const uint8_t* const kind = rules.kinds + tile.first;
    Ways ways;
#if defined(__AVX512F__)
    const Four rest = {free.whole[0], ~0ull, ~0ull, ~0ull};
    const __m512i there = _mm512_inserti64x4(_mm512_castsi256_si512(reinterpret_cast<__m256i>(free.half)),
                                             reinterpret_cast<__m256i>(rest), 1);
    Eight at = *reinterpret_cast<const Eight*>(tile.corners);
    for (int i = 0; i < tile.steps; i += STEPS_AT_ONCE)
        for (int j = i; j < i + STEPS_AT_ONCE; ++j) {
            const __m512i kinds = _mm512_load_si512(KIND_IN_LANE[kind[j]]);
            at &= reinterpret_cast<Eight>(_mm512_permutexvar_epi64(kinds, there)) >>
                  *reinterpret_cast<const Eight*>(step[j].offset);
        }
    *reinterpret_cast<Eight*>(ways.at) = at;
#else
    const Four turned[KINDS + 1] = {free.half,
                                    rotated<1>(free.half),
                                    rotated<2>(free.half),
                                    rotated<3>(free.half),
                                    free.whole,
                                    Four{~0ull, ~0ull, ~0ull, ~0ull}};
    static constexpr uint8_t MIRRORED[KINDS + 1] = {NW, SW, SE, NE, WHOLE, ANYTHING};
#if defined(__AVX2__) || defined(__aarch64__)
    Four front = four(tile.corners), back = four(tile.corners + 4);
    for (int i = 0; i < tile.steps; i += STEPS_AT_ONCE)
        for (int j = i; j < i + STEPS_AT_ONCE; ++j) {
            front &= turned[kind[j]] >> four(step[j].offset);
            back &= turned[MIRRORED[kind[j]]] >> four(step[j].offset + 4);
        }
    four(ways.at) = front;
    four(ways.at + 4) = back;
#else  // no per-lane shifts
    for (int lane = 0; lane < LANES; ++lane) ways.at[lane] = tile.corners[lane];
    for (int i = 0; i < tile.steps; ++i) {
        const auto* front = reinterpret_cast<const uint64_t*>(turned + kind[i]);
        const auto* back = reinterpret_cast<const uint64_t*>(turned + MIRRORED[kind[i]]);
        for (int lane = 0; lane < 4; ++lane) {
            ways.at[lane] &= front[lane] >> step[i].offset[lane];
            ways.at[lane + 4] &= back[lane] >> step[i].offset[lane + 4];
        }
    }
#endif
#endif
    ways.at[LANES] = 0;
    return ways;
}

// Spreads sixteen fields, each to the lowest of four bits.
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

// The halves where a fountain fits, in the order of their numbers (T2.3); then an empty word.
inline constexpr int SPOT_WORDS = 4;

struct Spots {
    uint64_t at[SPOT_WORDS + 1];
};

inline Spots spots_of(const Rules& rules, const Free& free) {
    Spots spots{};
    for (int corner = 0; corner < 4; ++corner) {
        const uint64_t half = free.half[rules.spot_kind[corner]];
        for (int word = 0; word < SPOT_WORDS; ++word)
            spots.at[word] |= spread(half >> 16 * word & 0xFFFF) << corner;
    }
    return spots;
}

// Lays a piece: a tile or a printed field into the cover of its colour, a fountain into both.
inline void lay(Position& p, int player, int colour, const uint64_t* planes, int field) {
    four(p.cover[player][colour]) |= four(planes) << field;
}

inline void lay_fountain(Position& p, int player, const uint64_t* planes, int field) {
    const Four piece = four(planes) << field;
    four(p.cover[player][0]) |= piece;
    four(p.cover[player][1]) |= piece;
}

// Hides a piece from the others until all have decided (T2.2).
inline void hide(Position& p, int player, const uint64_t* planes, int field) {
    four(p.fresh[player]) |= four(planes) << field;
}

}  // namespace baumeister::tangram_city::ISA
