// Tangram City, compiled for the instruction set that ISA names.
#include "kernels.hpp"

#include "../forecast.hpp"
#include "../neural_tree.hpp"
#include "../search.hpp"
#include "game.hpp"
#include "rollouts.hpp"

namespace baumeister::tangram_city::ISA {

inline constexpr int AT_ONCE = 4;

static int64_t playouts(const Rules& rules, const Position* from, int step, int n, const Random& random, int first,
                        bool wanted_together, int16_t* points) {
    int64_t decisions = 0;
    Position p[AT_ONCE];
    Random own[AT_ONCE];
    for (int done = 0; done < n; done += AT_ONCE) {
        const int games = n - done < AT_ONCE ? n - done : AT_ONCE;
        bool together = wanted_together && games == AT_ONCE;
        for (int game = 0; game < games; ++game) {
            copy(p[game], from[static_cast<ptrdiff_t>(done + game) * step]);
            own[game] = random.split(static_cast<uint64_t>(first + done + game));
            decisions += play_until_even(rules, p[game], own[game]);
            together = together && p[game].phase == PLACE && p[game].round == p[0].round && p[game].slot == p[0].slot;
        }
        if (together) decisions += AT_ONCE * play_rounds<AT_ONCE>(rules, p, own, false);
        for (int game = 0; game < games; ++game) {
            if (!together) decisions += playout(rules, p[game], own[game]);
            for (int player = 0; player < rules.players; ++player)
                *points++ = static_cast<int16_t>(p[game].points[player]);
        }
    }
    return decisions;
}

static std::unique_ptr<LeafTree> leaf_tree(const Rules& rules, const Position& root, const LeafSettings& settings, const Random& random) {
    return std::make_unique<NeuralTree<Game>>(rules, root, settings, random, observe, mask);
}

extern const Kernels KERNELS;
const Kernels KERNELS = {initial,    actor,  legal, outcomes, is_legal,    apply,    settle,               playout,          playouts, points,
                         standing, points, mask,  observe,  determinize, features, logits_of<Game>, policy_playout<Game>, search_tree<Game>, forecast_by_playouts<Game>, leaf_tree};

extern const PlanKernels PLANS;
const PlanKernels PLANS = {plan, are_hidden_cards, board_features, values, play_by_network, roll_out, points_to_come};

}  // namespace baumeister::tangram_city::ISA
