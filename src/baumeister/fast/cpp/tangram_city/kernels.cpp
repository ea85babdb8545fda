// All of Tangram City, compiled for the instruction set that ISA names.
#include "kernels.hpp"

#include "../search.hpp"
#include "game.hpp"

namespace baumeister::tangram_city::ISA {

static int64_t playouts(const Rules& rules, const Position* from, int step, int n, const Random& random, int first,
                        int16_t* points) {
    int64_t decisions = 0;
    for (int i = 0; i < n; ++i) {
        Position p = from[static_cast<ptrdiff_t>(i) * step];
        Random own = random.split(static_cast<uint64_t>(first + i));
        decisions += playout(rules, p, own);
        for (int player = 0; player < rules.players; ++player) *points++ = static_cast<int16_t>(p.points[player]);
    }
    return decisions;
}

extern const Kernels KERNELS;
const Kernels KERNELS = {first,    actor,  legal, outcomes, is_legal,    apply,    settle,               playout,          playouts, points,
                         standing, points, mask,  observe,  determinize, features, guided_playout<Game>, search_tree<Game>};

}  // namespace baumeister::tangram_city::ISA
