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

// The n-th member of a set, counted from 0; the set must have more than n.
inline int nth(uint64_t set, uint32_t n) {
#if defined(__BMI2__)
    return std::countr_zero(_pdep_u64(1ull << n, set));
#else
    // binary search by the number of members in the lower half
    int at = 0;
    uint64_t part = set;
    uint32_t low = std::popcount(part & 0xFFFFFFFFull);
    uint32_t up = n >= low;
    n -= low & -up, at += 32 & -up, part >>= 32 & -up;
    low = std::popcount(part & 0xFFFFull), up = n >= low;
    n -= low & -up, at += 16 & -up, part >>= 16 & -up;
    low = std::popcount(part & 0xFFull), up = n >= low;
    n -= low & -up, at += 8 & -up, part >>= 8 & -up;
    low = std::popcount(part & 0xFull), up = n >= low;
    n -= low & -up, at += 4 & -up, part >>= 4 & -up;
    low = std::popcount(part & 3ull), up = n >= low;
    n -= low & -up, at += 2 & -up, part >>= 2 & -up;
    return at + static_cast<int>(n >= (part & 1));
#endif
}

}  // namespace
