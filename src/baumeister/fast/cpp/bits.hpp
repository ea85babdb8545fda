// Bit sets in one word. In an anonymous namespace: compiled once for each instruction set.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#if defined(__BMI2__) || defined(__AVX2__)
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

#if defined(__AVX2__)
// The same as `unfold` for 32 numbers: each byte takes the byte of the set with its bit, and tests the bit.
inline void unfold_half(uint32_t set, uint8_t* out) {
    const __m256i of_byte = _mm256_set_epi64x(0x0303030303030303, 0x0202020202020202, 0x0101010101010101, 0);
    const __m256i bit = _mm256_set1_epi64x(static_cast<int64_t>(0x8040201008040201ull));
    const __m256i bytes = _mm256_shuffle_epi8(_mm256_set1_epi32(static_cast<int>(set)), of_byte);
    const __m256i found = _mm256_cmpeq_epi8(_mm256_and_si256(bytes, bit), bit);
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(out), _mm256_and_si256(found, _mm256_set1_epi8(1)));
}
#endif

// Writes a byte for each of the first `length` numbers, at most 64: 1 for members, 0 for others.
inline void unfold(uint64_t set, int length, uint8_t* out) {
#if defined(__AVX512BW__)
    const __mmask64 wanted = ~0ull >> (64 - length);
    _mm512_mask_storeu_epi8(out, wanted, _mm512_maskz_set1_epi8(set, 1));
#else
#if defined(__AVX2__)
    if (length >= 32) {  // the second half may overlap the first
        unfold_half(static_cast<uint32_t>(set), out);
        unfold_half(static_cast<uint32_t>(set >> (length - 32)), out + length - 32);
        return;
    }
#endif
    for (int at = 0; at < length; at += 8, set >>= 8) {
        uint64_t eight = (set & 0xFF) * 0x0101010101010101ull & 0x8040201008040201ull;
        eight = (eight + 0x7F7F7F7F7F7F7F7Full) >> 7 & 0x0101010101010101ull;
        std::memcpy(out + at, &eight, static_cast<size_t>(length - at < 8 ? length - at : 8));
    }
#endif
}

// Zeroes bytes. The compiler must not know how many: for a short constant length GCC writes a string instruction, which
// is slow to start.
inline void zero_bytes(uint8_t* out, size_t length) {
    asm("" : "+r"(length));
    std::memset(out, 0, length);
}

}  // namespace
