// The functions of the compiled core of Manhattan, once for each instruction set.
#pragma once

#include "../kernels.hpp"
#include "position.hpp"
#include "value_network.hpp"

namespace baumeister::manhattan {

struct Kernels : KernelsOf<Rules, Position> {
    void (*cover)(const Rules&, Position&, int place, int owner);
    void (*open_places)(const Rules&, Position&);
    void (*context)(const Rules&, const Position&, float* out);  // of the player to act
    void (*input_features)(const Rules&, const Position&, int seat, uint8_t* row);
    void (*value_network)(const Rules&, const Position&, int seat, const ValueNetwork&, float* win_probabilities);
    int (*training_game)(const Rules&, const Agent*, int many, Random, int samples, uint8_t* rows, float* results, float* values);
};

namespace v2 { extern const Kernels KERNELS; }
#if defined(__x86_64__)
namespace v3 { extern const Kernels KERNELS; }
namespace v4 { extern const Kernels KERNELS; }
#endif

}  // namespace baumeister::manhattan
