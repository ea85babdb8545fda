// Uniformly random games from given positions, in lockstep.
#pragma once

#include "lockstep.hpp"
#if defined(VECTOR_LANES)

namespace baumeister::manhattan::ISA {

// Plays as many of the n games as fill whole vectors; `done` returns how many.
template <class Games>
int64_t lockstep_playouts_of(const Rules& rules, const Position* from, int step, int n, const Random& random,
                             int first, int16_t* points_out, int& done) {
    int64_t decisions = 0;
    Games games(rules);
    Position lanes[AT_ONCE];
    Random randoms[AT_ONCE];
    for (; done + AT_ONCE <= n; done += AT_ONCE) {
        for (int lane = 0; lane < AT_ONCE; ++lane) {
            Position& p = lanes[lane] = from[static_cast<ptrdiff_t>(done + lane) * step];
            Random& own = randoms[lane] = random.split(static_cast<uint64_t>(first + done + lane));
            decisions += until_build(rules, p, own);
        }
        if (!games.play(lanes, randoms, decisions))
            for (int lane = 0; lane < AT_ONCE; ++lane) decisions += playout(rules, lanes[lane], randoms[lane]);
        for (int lane = 0; lane < AT_ONCE; ++lane) {
            int players[COLOURS];
            points(rules, lanes[lane], players);
            for (int player = 0; player < rules.players; ++player)
                points_out[static_cast<ptrdiff_t>(done + lane) * rules.players + player] = static_cast<int16_t>(players[player]);
        }
    }
    return decisions;
}

inline int64_t lockstep_playouts(const Rules& rules, const Position* from, int step, int n, const Random& random,
                                 int first, int16_t* points_out, int& done) {
    const bool extras = rules.has_monster() || rules.has(option::URBAN);
    const auto games = rules.slots == 2 ? extras ? lockstep_playouts_of<Lockstep<2, true>> : lockstep_playouts_of<Lockstep<2, false>>
                                        : extras ? lockstep_playouts_of<Lockstep<1, true>> : lockstep_playouts_of<Lockstep<1, false>>;
    return games(rules, from, step, n, random, first, points_out, done);
}

}  // namespace baumeister::manhattan::ISA

#endif
