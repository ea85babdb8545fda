// Vectors for the layers of the network, by the compiler's vector types: 32 bytes where the machine has them,
// else 16. Every unit is summed in the same order whatever the width.
#pragma once

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
[[gnu::always_inline]] inline Floats rectified(Floats x) { return x > 0.0f ? x : Floats{}; }

// Adds a vector times a matrix to the sums; only the inputs listed.
template <int INPUTS, int OUTPUTS>
inline void add_product(const float* input, const uint16_t* inputs, int many, const Dense<INPUTS, OUTPUTS>& matrix, float* sums) {
    constexpr int BLOCK = Dense<INPUTS, OUTPUTS>::BLOCK;
    for (const auto& block : matrix.of) {
        Floats total[BLOCK / LANES];
        for (int k = 0; k < BLOCK / LANES; ++k) total[k] = floats_at(sums + LANES * k);
        for (int at = 0; at < many; ++at) {
            const float times = input[inputs[at]];
            const float* row = block[inputs[at]];
            for (int k = 0; k < BLOCK / LANES; ++k) total[k] += floats_at(row + LANES * k) * times;
        }
        for (int k = 0; k < BLOCK / LANES; ++k) reinterpret_cast<Floats*>(sums)[k] = total[k];
        sums += BLOCK;
    }
}

// Rectifies in place, and lists what is above 0.
template <int UNITS>
inline int rectify(float* units, uint16_t* active) {
    int many = 0;
    for (int unit = 0; unit < UNITS; unit += LANES) *reinterpret_cast<Floats*>(units + unit) = rectified(floats_at(units + unit));
    for (int unit = 0; unit < UNITS; ++unit) {
        active[many] = static_cast<uint16_t>(unit);
        many += units[unit] > 0;
    }
    return many;
}

// The sum of rectified units (quantised part and the rest) times weights.
template <int UNITS>
[[gnu::always_inline]] inline float output(const int16_t* quantised, const float* rest, const float* weights) {
    Quad total = {};
    for (int unit = 0; unit < UNITS; unit += LANES) {
        const Floats part = rectified(floats_at(quantised + unit) + floats_at(rest + unit)) * floats_at(weights + unit);
        Quad four[LANES / 4];
        __builtin_memcpy(four, &part, sizeof part);
        for (const Quad& each : four) total += each;
    }
    return (total[0] + total[2]) + (total[1] + total[3]);
}

}  // namespace baumeister::manhattan::ISA
