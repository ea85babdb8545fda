// The functions of the compiled core of Tangram City, once for each instruction set.
#pragma once

#include "../kernels.hpp"
#include "plan_settings.hpp"
#include "position.hpp"

namespace baumeister::tangram_city {

using Kernels = KernelsOf<Rules, Position>;

// Functions that only this game has.
struct PlanKernels {
    void (*plan)(const Rules&, const Position&, const PlanSettings&, PlanResult&);
    // Whether these are exactly the cards that the player to act may not see.
    bool (*are_hidden_cards)(const Rules&, const Position&, const std::vector<int>& cards);
    // Writes the features of the board after each legal number; returns how many.
    int (*board_features)(const Rules&, const Position&, uint16_t* numbers, float* rows);
    // Writes what the network expects after each legal number; returns how many.
    int (*values)(const Rules&, const Position&, const ValueNetwork&, float* points);
    // Everybody plays to the end by the network; returns the number of decisions.
    int (*play_by_network)(const Rules&, Position&, const ValueNetwork&, Random&);
    // Writes the points of rollouts in several orders of the cards.
    void (*roll_out)(const Rules&, const Position&, const PlanSettings&, int orders, float* points);
    // The points to come for the player to act, by the network.
    float (*points_to_come)(const Rules&, const Position&, const ValueNetwork&);
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
