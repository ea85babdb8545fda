// Manhattan, compiled for the instruction set that ISA names.
#include "kernels.hpp"

#include "lockstep_playouts.hpp"
#include "moves.hpp"
#include "observation.hpp"
#include "../forecast.hpp"
#include "../neural_tree.hpp"
#include "../search.hpp"
#include "training_game.hpp"

namespace baumeister::manhattan::ISA {

static int64_t playouts(const Rules& rules, const Position* from, int step, int n, const Random& random, int first,
                        [[maybe_unused]] bool lockstep, int16_t* points_out) {
    int64_t decisions = 0;
    int done = 0;
#if defined(VECTOR_LANES)
    if (lockstep) decisions += lockstep_playouts(rules, from, step, n, random, first, points_out, done);
#endif
    for (; done < n; ++done) {
        Position p = from[static_cast<ptrdiff_t>(done) * step];
        Random own = random.split(static_cast<uint64_t>(first + done));
        decisions += playout(rules, p, own);
        int players[4];
        points(rules, p, players);
        for (int player = 0; player < rules.players; ++player)
            points_out[static_cast<ptrdiff_t>(done) * rules.players + player] = static_cast<int16_t>(players[player]);
    }
    return decisions;
}

static std::unique_ptr<LeafTree> leaf_tree(const Rules& rules, const Position& root, const LeafSettings& settings, const Random& random) {
    return std::make_unique<NeuralTree<Game>>(rules, root, settings, random, observe, mask);
}

extern const Kernels KERNELS;
const Kernels KERNELS = {
    {initial, actor, legal, outcomes, is_legal, apply, settle, playout, playouts, points, standing, order, mask, observe,
     determinize, features, logits_of<Game>, policy_playout<Game>, search_tree<Game>, forecast_by_playouts<Game>, leaf_tree},
    cover,
    open_places,
    context_of,
    count_input_features,
    evaluate,
    training_game};

}  // namespace baumeister::manhattan::ISA
