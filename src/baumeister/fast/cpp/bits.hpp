// Bit sets in one word. In an anonymous namespace: compiled once for each instruction set.
#pragma once

#include <bit>
#include <cstdint>
#if defined(__BMI2__)
#include <immintrin.h>
#endif

namespace {

inline int count(uint64_t set) { return std::popcount(set); }

inline int lowest(uint64_t set) { return std::countr_zero(set); }

#if !defined(__BMI2__)
// For each set of eight, its n-th member.
struct NthOfByte {
    uint8_t of[256][8]{};

    constexpr NthOfByte() {
        for (int set = 0; set < 256; ++set)
            for (int member = 0, n = 0; member < 8; ++member)
                if (set >> member & 1) of[set][n++] = static_cast<uint8_t>(member);
    }
};
inline constexpr NthOfByte NTH_OF_BYTE;
#endif

// The n-th member of a set, counted from 0; any number if the set has no more than n.
inline int nth(uint64_t set, uint32_t n) {
#if defined(__BMI2__)
    return std::countr_zero(_pdep_u64(1ull << n, set));
#else
    // the byte that contains it, by the members up to each byte; then a table
    constexpr uint64_t ones = 0x0101010101010101ull;
    uint64_t upto = set - (set >> 1 & 0x5555555555555555ull);
    upto = (upto & 0x3333333333333333ull) + (upto >> 2 & 0x3333333333333333ull);
    upto = ((upto + (upto >> 4)) & 0x0F0F0F0F0F0F0F0Full) * ones;
    const uint64_t above = ~((n | 0x80) * ones - upto) & (0x80 * ones);  // the bytes that reach beyond n
    const int shift = std::countr_zero(above) & 56;
    n -= static_cast<uint32_t>(upto << 8 >> shift & 0xFF);
    return shift + NTH_OF_BYTE.of[set >> shift & 0xFF][n & 7];
#endif
}

}  // namespace
