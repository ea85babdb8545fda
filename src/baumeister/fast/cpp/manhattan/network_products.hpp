// Products of quantised vectors and matrices, by the dot products that a machine has.
#pragma once

#include "vectors.hpp"

namespace baumeister::manhattan::ISA {

// A vector of numbers from 0 on, quantised: integers, and what one step of them stands for.
template <int UNITS, int BITS = 8>
struct Quantised {
#if defined(__aarch64__)
    alignas(16) int8_t lower[UNITS], upper[BITS > 8 ? UNITS : 1];  // lower: less 128
#else
    alignas(32) int16_t of[UNITS];
#endif
    float step;

    void set(const float* units) {
        constexpr float MOST = (1 << BITS) - 1;
        Floats most[2] = {};  // two, so that they do not wait for each other
        for (int unit = 0; unit < UNITS; unit += 2 * LANES)
            for (int k = 0; k < 2; ++k) most[k] = larger(most[k], floats_at(units + unit + LANES * k));
        most[0] = larger(most[0], most[1]);
        float highest = 1e-30f;
        for (int lane = 0; lane < LANES; ++lane) highest = most[0][lane] > highest ? most[0][lane] : highest;
        step = highest / MOST;
        const float scale = MOST / highest;
#if defined(__aarch64__)
        for (int unit = 0; unit < UNITS; unit += 16) {
            uint16x8_t four[4];
            for (int k = 0; k < 4; ++k) four[k] = reinterpret_cast<uint16x8_t>(rounded(floats_at(units + unit + 4 * k) * scale));
            const uint16x8_t low = vuzp1q_u16(four[0], four[1]), high = vuzp1q_u16(four[2], four[3]);
            const uint8x16_t bytes = vuzp1q_u8(vreinterpretq_u8_u16(low), vreinterpretq_u8_u16(high));
            vst1q_s8(lower + unit, vreinterpretq_s8_u8(veorq_u8(bytes, vdupq_n_u8(128))));
            if constexpr (BITS > 8) vst1q_u8(reinterpret_cast<uint8_t*>(upper) + unit, vuzp2q_u8(vreinterpretq_u8_u16(low), vreinterpretq_u8_u16(high)));
        }
#else
        for (int unit = 0; unit < UNITS; unit += LANES)
            *reinterpret_cast<HalfShorts*>(of + unit) = __builtin_convertvector(rounded(floats_at(units + unit) * scale), HalfShorts);
#endif
    }
};

#if defined(__aarch64__)

// Adds to each of four sums the dot product of its four bytes and four bytes of the inputs.
template <int LANE>
[[gnu::always_inline]] inline int32x4_t add_dot(int32x4_t sums, int8x16_t weights, int8x16_t inputs) {
#if defined(__ARM_FEATURE_DOTPROD)
    return vdotq_laneq_s32(sums, weights, inputs, LANE);
#else
    const int8x8_t four = vreinterpret_s8_s32(vdup_laneq_s32(vreinterpretq_s32_s8(inputs), LANE));
    const int16x8_t low = vmull_s8(vget_low_s8(weights), four), high = vmull_s8(vget_high_s8(weights), four);
    return vaddq_s32(sums, vpaddq_s32(vpaddlq_s16(low), vpaddlq_s16(high)));
#endif
}

// The products of several vectors with a matrix.
template <int MANY, int INPUTS, int OUTPUTS, int BITS>
inline void multiply(const Quantised<INPUTS, BITS>* inputs, const Matrix<INPUTS, OUTPUTS, BITS>& matrix, int32_t (*products)[OUTPUTS]) {
    constexpr int PARTS = BITS > 8 ? 3 : 2;  // by weight of the bytes, the lowest first
    for (int block = 0; block < OUTPUTS / 16; ++block) {
        int32x4_t sums[MANY][4][PARTS];
        for (int k = 0; k < 4; ++k)
            for (int each = 0; each < MANY; ++each) {
                sums[each][k][0] = vld1q_s32(matrix.start[1] + 16 * block + 4 * k);
                sums[each][k][1] = vld1q_s32(matrix.start[0] + 16 * block + 4 * k);
                if constexpr (BITS > 8) sums[each][k][2] = vdupq_n_s32(0);
            }
        const int8_t* weights = &matrix.of[block][0][0][0][0][0];
        for (size_t in = 0; in < INPUTS; in += 16) {
            int8x16_t lower[MANY], upper[MANY];
            for (int each = 0; each < MANY; ++each) {
                lower[each] = vld1q_s8(inputs[each].lower + in);
                if constexpr (BITS > 8) upper[each] = vld1q_s8(inputs[each].upper + in);
            }
            auto add = [&]<int LANE>() __attribute__((always_inline)) {
                for (int k = 0; k < 4; ++k, weights += 32) {
                    const int8x16_t high = vld1q_s8(weights), low = vld1q_s8(weights + 16);
                    for (int each = 0; each < MANY; ++each) {
                        int32x4_t* sum = sums[each][k];
                        sum[1] = add_dot<LANE>(sum[1], high, lower[each]);
                        sum[0] = add_dot<LANE>(sum[0], low, lower[each]);
                        if constexpr (BITS > 8) sum[2] = add_dot<LANE>(sum[2], high, upper[each]), sum[1] = add_dot<LANE>(sum[1], low, upper[each]);
                    }
                }
            };
            add.template operator()<0>(), add.template operator()<1>(), add.template operator()<2>(), add.template operator()<3>();
        }
        for (int each = 0; each < MANY; ++each)
            for (int k = 0; k < 4; ++k) {
                int32x4_t sum = vaddq_s32(sums[each][k][0], vshlq_n_s32(sums[each][k][1], 8));
                if constexpr (BITS > 8) sum = vaddq_s32(sum, vshlq_n_s32(sums[each][k][2], 16));
                vst1q_s32(products[each] + 16 * block + 4 * k, sum);
            }
    }
}

#else

// For each output, the product of a pair of inputs with its pair of weights.
[[gnu::always_inline]] inline Ints pair_product(const int16_t (*weights)[2], const int16_t* inputs) {
    int32_t pair;
    __builtin_memcpy(&pair, inputs, sizeof pair);
#if defined(__AVX2__)
    return reinterpret_cast<Ints>(_mm256_madd_epi16(*reinterpret_cast<const __m256i*>(weights), _mm256_set1_epi32(pair)));
#elif defined(__x86_64__)
    return reinterpret_cast<Ints>(_mm_madd_epi16(*reinterpret_cast<const __m128i*>(weights), _mm_set1_epi32(pair)));
#else
    Ints found;
    for (int lane = 0; lane < LANES; ++lane) found[lane] = weights[lane][0] * inputs[0] + weights[lane][1] * inputs[1];
    return found;
#endif
}

template <int MANY, int INPUTS, int OUTPUTS, int BITS>
inline void multiply(const Quantised<INPUTS, BITS>* inputs, const Matrix<INPUTS, OUTPUTS, BITS>& matrix, int32_t (*products)[OUTPUTS]) {
    constexpr int BLOCK = 16;  // sums that fit in registers
    for (int each = 0; each < MANY; ++each)
        for (int block = 0; block < OUTPUTS; block += BLOCK) {
            Ints sums[BLOCK / LANES] = {};
            for (int in = 0; in < INPUTS / 2; ++in)
                for (int k = 0; k < BLOCK / LANES; ++k) sums[k] += pair_product(matrix.of[in] + block + LANES * k, inputs[each].of + 2 * in);
            for (int k = 0; k < BLOCK / LANES; ++k) *reinterpret_cast<Ints*>(products[each] + block + LANES * k) = sums[k];
        }
}

#endif

// Adds the product of a vector and a matrix to sums.
template <int INPUTS, int OUTPUTS, int BITS>
[[gnu::always_inline]] inline void add_scaled(const int32_t* products, float step, const Matrix<INPUTS, OUTPUTS, BITS>& matrix, float* sums) {
    for (int unit = 0; unit < OUTPUTS; unit += LANES)
        *reinterpret_cast<Floats*>(sums + unit) +=
            __builtin_convertvector(*reinterpret_cast<const Ints*>(products + unit), Floats) * (floats_at(matrix.step + unit) * step);
}

template <int INPUTS, int OUTPUTS, int BITS>
inline void add_product(const float* units, const Matrix<INPUTS, OUTPUTS, BITS>& matrix, float* sums) {
    Quantised<INPUTS, BITS> quantised;
    alignas(32) int32_t products[1][OUTPUTS];
    quantised.set(units);
    multiply<1>(&quantised, matrix, products);
    add_scaled(products[0], quantised.step, matrix, sums);
}

}  // namespace baumeister::manhattan::ISA
