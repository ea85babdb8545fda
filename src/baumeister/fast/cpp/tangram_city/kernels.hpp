// The compiled cores of Tangram City.
#pragma once

#include "../kernels.hpp"
#include "planning.hpp"
#include "position.hpp"

namespace baumeister::tangram_city {

using Kernels = KernelsOf<Rules, Position>;

// What only this game has.
struct PlanKernels {
    void (*plan)(const Rules&, const Position&, const Planning&, Planned&);
    // whether these are the cards that the player to act may not see
    bool (*fits)(const Rules&, const Position&, const std::vector<int>& cards);
    // how the board of the player to act would look, for each legal number; returns how many
    int (*looks)(const Rules&, const Position&, uint16_t* numbers, float* rows);
    // everybody plays on to the end by this habit; returns decisions
    int (*play_by_habit)(const Rules&, Position&, const float* habit, Random&);
};

namespace v2 {
extern const Kernels KERNELS;
extern const PlanKernels PLANS;
}  // namespace v2
#if defined(__x86_64__)
namespace v3 {
extern const Kernels KERNELS;
extern const PlanKernels PLANS;
}  // namespace v3
namespace v4 {
extern const Kernels KERNELS;
extern const PlanKernels PLANS;
}  // namespace v4
#endif

}  // namespace baumeister::tangram_city
