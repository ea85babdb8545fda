// A matrix of quantised weights: 16-bit integers with a scale for each output. Inputs are quantised to 8 or 12
// bits, and no sum of products exceeds 32 bits. So products are exact integers, the same on every machine,
// whichever instructions compute them (`network_products.hpp`).
#pragma once

#include <cmath>
#include <cstdint>

namespace baumeister::manhattan {

template <int INPUTS, int OUTPUTS, int INPUT_BITS = 8>
struct Matrix {
    static_assert(INPUTS % 16 == 0 && OUTPUTS % 16 == 0);
    static constexpr int BITS = INPUT_BITS;
    static constexpr float MOST = 32000, MOST_TOGETHER = 2.1e9f / ((1 << BITS) - 1);
    alignas(32) float step[OUTPUTS];  // what a product of 1 stands for
#if defined(__aarch64__)
    // For dot products of four bytes, in the order of use: the upper and the lower bytes of weights
    alignas(64) int8_t of[OUTPUTS / 16][INPUTS / 4][4][2][4][4];
    alignas(32) int32_t start[2][OUTPUTS];  // because bytes of inputs are taken less 128
#else
    alignas(32) int16_t of[INPUTS / 2][OUTPUTS][2];  // pairs of inputs
#endif

    // From a row of weights for each input.
    void set(const float* weights, float factor) {
        for (int out = 0; out < OUTPUTS; ++out) {
            float most = 1e-30f, together = 0;
            for (int in = 0; in < INPUTS; ++in) {
                const float weight = std::fabs(weights[in * OUTPUTS + out]);
                most = std::fmax(most, weight), together += weight;
            }
            const float scale = std::fmin(MOST / most, MOST_TOGETHER / (together + most));
            step[out] = factor / scale;
#if defined(__aarch64__)
            start[0][out] = start[1][out] = 0;
#endif
            for (int in = 0; in < INPUTS; ++in) put(in, out, static_cast<int>(std::floor(weights[in * OUTPUTS + out] * scale + 0.5f)));
        }
    }

   private:
    void put(int in, int out, int weight) {
#if defined(__aarch64__)
        const int8_t lower = static_cast<int8_t>(weight & 0xFF);
        const int8_t parts[2] = {static_cast<int8_t>((weight - lower) / 256), lower};
        for (int part = 0; part < 2; ++part) {
            of[out / 16][in / 4][out / 4 % 4][part][out % 4][in % 4] = parts[part];
            start[part][out] += 128 * parts[part];
        }
#else
        of[in / 2][out][in % 2] = static_cast<int16_t>(weight);
#endif
    }
};

}  // namespace baumeister::manhattan
