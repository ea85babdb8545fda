// The random generator of the core: counter-based and splittable (SplitMix64).
//
// The n-th number of a stream is a function of its key and n, so that a stream can be copied, stored
// in two numbers, and advanced for many games in one vector.
#pragma once

#include <cstdint>

namespace baumeister {

inline constexpr uint64_t GOLDEN = 0x9E3779B97F4A7C15ull;

inline uint64_t mix(uint64_t x) {
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ull;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBull;
    return x ^ (x >> 31);
}

struct Random {
    uint64_t key = 0;
    uint64_t count = 0;

    // The next 64 bits.
    uint64_t next() { return mix(key + ++count * GOLDEN); }

    // An independent stream for the n-th game, thread or simulation.
    Random split(uint64_t n) const { return {mix(mix(key ^ 0x5851F42D4C957F2Dull) + n * GOLDEN), 0}; }
};

// A number from 0 to n - 1, from 32 random bits; for n < 2^16 the bias is below 2^-16.
inline uint32_t below(uint32_t bits, uint32_t n) {
    return static_cast<uint32_t>((static_cast<uint64_t>(bits) * n) >> 32);
}

inline uint32_t upper(uint64_t bits) { return static_cast<uint32_t>(bits >> 32); }
inline uint32_t lower(uint64_t bits) { return static_cast<uint32_t>(bits); }

}  // namespace baumeister
