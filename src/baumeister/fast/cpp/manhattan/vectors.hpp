// Vectors for the layers of the network, by the compiler's vector types: 32 bytes where the machine has them,
// else 16. Every unit is summed in the same order whatever the width.
#pragma once

#include <cmath>

#if defined(__aarch64__)
#include <arm_neon.h>
#elif defined(__x86_64__)
#include <immintrin.h>
#endif

#include "network.hpp"

namespace baumeister::manhattan::ISA {

#if defined(__AVX2__)
inline constexpr int VECTOR = 32;
#else
inline constexpr int VECTOR = 16;
#endif
typedef int16_t Shorts __attribute__((vector_size(VECTOR)));
typedef int16_t HalfShorts __attribute__((vector_size(VECTOR / 2)));
typedef int32_t Ints __attribute__((vector_size(VECTOR)));
typedef float Floats __attribute__((vector_size(VECTOR)));
typedef float Quad __attribute__((vector_size(16)));
inline constexpr int LANES = VECTOR / 4;  // of floats

// 16-bit sums of a layer.
template <int UNITS>
struct ShortSums {
    static constexpr int PARTS = 2 * UNITS / VECTOR;
    Shorts of[PARTS];

    [[gnu::always_inline]] static ShortSums at(const int16_t* row) {
        ShortSums found;
        for (int k = 0; k < PARTS; ++k) found.of[k] = reinterpret_cast<const Shorts*>(row)[k];
        return found;
    }
    [[gnu::always_inline]] void add(const int16_t* row) {
        for (int k = 0; k < PARTS; ++k) of[k] += reinterpret_cast<const Shorts*>(row)[k];
    }
    [[gnu::always_inline]] void store(int16_t* row) const {
        for (int k = 0; k < PARTS; ++k) reinterpret_cast<Shorts*>(row)[k] = of[k];
    }
};

[[gnu::always_inline]] inline Floats floats_at(const int16_t* row) { return __builtin_convertvector(*reinterpret_cast<const HalfShorts*>(row), Floats); }
[[gnu::always_inline]] inline const Floats& floats_at(const float* row) { return *reinterpret_cast<const Floats*>(row); }

#if defined(__aarch64__)
[[gnu::always_inline]] inline Floats larger(Floats a, Floats b) { return reinterpret_cast<Floats>(vmaxq_f32(reinterpret_cast<float32x4_t>(a), reinterpret_cast<float32x4_t>(b))); }
[[gnu::always_inline]] inline Ints rounded(Floats x) { return reinterpret_cast<Ints>(vcvtnq_s32_f32(reinterpret_cast<float32x4_t>(x))); }
#elif defined(__AVX2__)
[[gnu::always_inline]] inline Floats larger(Floats a, Floats b) { return reinterpret_cast<Floats>(_mm256_max_ps(reinterpret_cast<__m256>(a), reinterpret_cast<__m256>(b))); }
[[gnu::always_inline]] inline Ints rounded(Floats x) { return reinterpret_cast<Ints>(_mm256_cvtps_epi32(reinterpret_cast<__m256>(x))); }
#elif defined(__x86_64__)
[[gnu::always_inline]] inline Floats larger(Floats a, Floats b) { return reinterpret_cast<Floats>(_mm_max_ps(reinterpret_cast<__m128>(a), reinterpret_cast<__m128>(b))); }
[[gnu::always_inline]] inline Ints rounded(Floats x) { return reinterpret_cast<Ints>(_mm_cvtps_epi32(reinterpret_cast<__m128>(x))); }
#else
inline Floats larger(Floats a, Floats b) { return a > b ? a : b; }
inline Ints rounded(Floats x) {
    Ints found;
    for (int lane = 0; lane < LANES; ++lane) found[lane] = static_cast<int32_t>(std::nearbyint(x[lane]));
    return found;
}
#endif

[[gnu::always_inline]] inline Floats rectified(Floats x) { return larger(x, Floats{}); }

template <int UNITS>
[[gnu::always_inline]] inline void rectify(float* units) {
    for (int unit = 0; unit < UNITS; unit += LANES) *reinterpret_cast<Floats*>(units + unit) = rectified(floats_at(units + unit));
}

// The sum of rectified units (quantised part and the rest) times weights.
template <int UNITS>
[[gnu::always_inline]] inline float output(const ShortSums<UNITS>& quantised, const float* rest, const float* weights) {
    Quad total = {};
    for (int k = 0; k < ShortSums<UNITS>::PARTS; ++k) {
        HalfShorts half[2];
        __builtin_memcpy(half, &quantised.of[k], sizeof half);
        for (int side = 0; side < 2; ++side) {
            const int unit = (2 * k + side) * LANES;
            const Floats part = rectified(__builtin_convertvector(half[side], Floats) + floats_at(rest + unit)) * floats_at(weights + unit);
            Quad four[LANES / 4];
            __builtin_memcpy(four, &part, sizeof part);
            for (const Quad& each : four) total += each;
        }
    }
    return (total[0] + total[2]) + (total[1] + total[3]);
}

}  // namespace baumeister::manhattan::ISA
