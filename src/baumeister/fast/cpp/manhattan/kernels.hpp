// The compiled cores of Manhattan.
#pragma once

#include "../kernels.hpp"
#include "position.hpp"
#include "judging.hpp"

namespace baumeister::manhattan {

struct Kernels : KernelsOf<Rules, Position> {
    void (*cover)(const Rules&, Position&, int place, int owner);
    void (*open_places)(const Rules&, Position&);
    void (*context)(const Rules&, const Position&, float* out);  // of the player to decide
    void (*worths)(const Rules&, const Position&, float* rows);  // of each player
    void (*signs)(const Rules&, const Position&, int seat, uint8_t* row);
    void (*judge)(const Rules&, const Position&, int seat, const Judge&, float* chances);
    int (*lesson)(const Rules&, const Learner*, int many, Random, int samples, uint8_t* rows, float* results);
};

namespace v2 { extern const Kernels KERNELS; }
#if defined(__x86_64__)
namespace v3 { extern const Kernels KERNELS; }
namespace v4 { extern const Kernels KERNELS; }
#endif

}  // namespace baumeister::manhattan
