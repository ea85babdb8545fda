// Vectors of 64-bit lanes, one game in each: the vector extensions of GCC and Clang, with the few
// operations that these cannot express. AVX-512 has eight lanes, AVX2 four, NEON two.
#pragma once

#include <cstdint>

#include "bits.hpp"

#if defined(__AVX512F__) && defined(__AVX512VPOPCNTDQ__) && defined(__AVX512VBMI__)
#include <immintrin.h>
#define VECTOR_LANES 8
#elif defined(__AVX2__)
#include <immintrin.h>
#define VECTOR_LANES 4
#elif defined(__ARM_NEON) && defined(__aarch64__)
#include <arm_neon.h>
#define VECTOR_LANES 2
#endif

#if defined(VECTOR_LANES)

namespace baumeister::ISA {

inline constexpr int LANES = VECTOR_LANES;

using V = uint64_t __attribute__((vector_size(8 * LANES)));
using Mask = int64_t __attribute__((vector_size(8 * LANES)));  // each lane all ones or all zeros

// Numbers below 2^63 only: AVX2 compares signed numbers.
inline Mask less(V a, V b) { return (Mask)a < (Mask)b; }
inline Mask zero(V a) { return (Mask)a == Mask{}; }
inline V only_if(Mask mask, V a) { return a & (V)mask; }
inline V select(Mask mask, V a, V b) { return mask ? a : b; }

inline V all(uint64_t value) { return V{} + value; }

inline V loaded(const uint64_t* from) { return *reinterpret_cast<const V*>(from); }

inline bool anywhere(Mask mask) {
#if VECTOR_LANES == 8
    return _mm512_movepi64_mask((__m512i)mask);
#elif VECTOR_LANES == 4
    return _mm256_movemask_pd((__m256d)mask);
#else
    return mask[0] | mask[1];
#endif
}

// How many members a set has.
inline V counts(V sets) {
#if VECTOR_LANES == 8
    return (V)_mm512_popcnt_epi64((__m512i)sets);
#elif VECTOR_LANES == 4
    const __m256i nibble = _mm256_set1_epi8(15);
    const __m256i members = _mm256_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, 0, 1, 1, 2, 1, 2, 2, 3, 1,
                                             2, 2, 3, 2, 3, 3, 4);
    const __m256i low = _mm256_and_si256((__m256i)sets, nibble);
    const __m256i high = _mm256_and_si256(_mm256_srli_epi16((__m256i)sets, 4), nibble);
    const __m256i bytes = _mm256_add_epi8(_mm256_shuffle_epi8(members, low), _mm256_shuffle_epi8(members, high));
    return (V)_mm256_sad_epu8(bytes, _mm256_setzero_si256());
#else
    return (V)vpaddlq_u32(vpaddlq_u16(vpaddlq_u8(vcntq_u8((uint8x16_t)sets))));
#endif
}

// The product of the lower halves.
inline V product(V a, V b) {
#if VECTOR_LANES == 8
    return (V)_mm512_mul_epu32((__m512i)a, (__m512i)b);
#elif VECTOR_LANES == 4
    return (V)_mm256_mul_epu32((__m256i)a, (__m256i)b);
#else
    return (V)vmull_u32(vmovn_u64((uint64x2_t)a), vmovn_u64((uint64x2_t)b));
#endif
}

// A table of 64 bytes, and its entries by index.
struct Table {
    alignas(64) uint8_t of[64] = {};

    V operator[](V index) const {
#if VECTOR_LANES == 8
        return (V)_mm512_permutexvar_epi8((__m512i)index, _mm512_load_si512(of)) & all(0xFF);
#elif VECTOR_LANES == 2
        return (V)vqtbl4q_u8(vld1q_u8_x4(of), (uint8x16_t)index) & all(0xFF);
#else
        V found;
        for (int lane = 0; lane < LANES; ++lane) found[lane] = of[index[lane]];
        return found;
#endif
    }
};

// The lowest byte of each lane, in all its bytes.
inline V in_every_byte(V a) {
#if VECTOR_LANES == 2
    const uint8x16_t lowest = {0, 0, 0, 0, 0, 0, 0, 0, 8, 8, 8, 8, 8, 8, 8, 8};
    return (V)vqtbl1q_u8((uint8x16_t)a, lowest);
#elif VECTOR_LANES == 4
    return (V)_mm256_shuffle_epi8((__m256i)a, _mm256_set_epi64x(0x0808080808080808, 0, 0x0808080808080808, 0));
#else
    return (V)_mm512_shuffle_epi8((__m512i)a, _mm512_set4_epi64(0x0808080808080808, 0, 0x0808080808080808, 0));
#endif
}

// For each byte, the sum of it and of the bytes below.
inline V sums_of_bytes(V a) {
    for (int bits = 8; bits < 64; bits *= 2) a += a << static_cast<uint64_t>(bits);
    return a;
}

// `by` where `where` has bits, `in` elsewhere.
inline V replace(V where, V by, V in) { return in ^ ((in ^ by) & where); }

// Draws one member of several sets in each lane, by 64 random bits of which the upper half counts. In two
// steps, so that the second, which is scalar, does not wait for the first.
template <int SETS>
class Draw {
   public:
    uint64_t set[LANES];  // which set; the member of it; neither means anything if all are empty
    uint64_t member[LANES];
    bool empty[LANES];

    void prepare(const V (&sets)[SETS], const uint64_t* bits) {
        V upto[SETS], total{};
        for (int each = 0; each < SETS; ++each) upto[each] = total += counts(sets[each]);
        const V n = product(loaded(bits) >> 32, total) >> 32;
        V before{}, which{};
        chosen = sets[0];
        for (int each = 1; each < SETS; ++each) {
            const Mask earlier = less(n, upto[each - 1]);
            chosen = select(earlier, chosen, sets[each]);
            before = select(earlier, before, upto[each - 1]);
            which = select(earlier, which, all(static_cast<uint64_t>(each)));
        }
        within = n - before;
        for (int lane = 0; lane < LANES; ++lane) set[lane] = which[lane];
        none = zero(total);
    }

    bool finish(const uint64_t*) {
        for (int lane = 0; lane < LANES; ++lane) {
            member[lane] = static_cast<uint64_t>(nth(chosen[lane], static_cast<uint32_t>(within[lane]))) & 63;
            empty[lane] = none[lane];
        }
        return anywhere(none);
    }

   private:
    V chosen, within;
    Mask none;
};

#if VECTOR_LANES == 2  // few lanes, and no instruction for the n-th member: vectors only count; for one colour per player
template <>
class Draw<4> {
   public:
    uint64_t set[LANES];
    uint64_t member[LANES];
    bool empty[LANES];

    void prepare(const V (&sets)[4], const uint64_t*) {
        uint8x16_t members[4];
        for (int each = 0; each < 4; ++each) {
            kept[each] = sets[each];
            members[each] = vcntq_u8((uint8x16_t)sets[each]);
        }
        const uint8x16_t pairs = vpaddq_u8(vpaddq_u8(members[0], members[1]), vpaddq_u8(members[2], members[3]));
        V upto = (V)vpaddq_u8(pairs, pairs);  // a byte for each set and lane, the lanes alternating
        upto += upto << 16;
        members_upto = (upto + (upto << 32))[0];
    }

    bool finish(const uint64_t* bits) {
        uint64_t upto = members_upto;
        for (int lane = 0; lane < LANES; ++lane, upto >>= 8) {
            const uint64_t total = upto >> 48 & 0xFF, n = (bits[lane] >> 32) * total >> 32;
            const uint64_t which = (n >= (upto & 0xFF)) + (n >= (upto >> 16 & 0xFF)) + (n >= (upto >> 32 & 0xFF));
            const uint64_t before = upto << 16 >> 16 * which & 0xFF;
            set[lane] = which;
            member[lane] = static_cast<uint64_t>(
                nth(reinterpret_cast<const uint64_t*>(&kept[which])[lane], static_cast<uint32_t>(n - before)));
            empty[lane] = total == 0;
        }
        return empty[0] | empty[1];
    }

   private:
    V kept[4];
    uint64_t members_upto;
};
#endif

}  // namespace baumeister::ISA

#endif
