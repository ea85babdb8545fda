// Tangram City as the tree search needs it (`tree.hpp`).
#pragma once

#include "features.hpp"
#include "observation.hpp"
#include "playouts.hpp"

namespace baumeister::tangram_city::ISA {

// Resamples hidden cards and undisclosed decisions of others.
inline void determinize(const Rules& rules, Position& p, int seat, Random& random) {
    uint32_t unseen = p.pile | hidden_tiles(rules, p, seat);
    for (int slot = 0; slot < p.dealt && p.phase >= DEAL; ++slot) {
        if (may_see(rules, p, slot, seat)) continue;
        const int tile = nth(unseen, below(lower(random.next()), static_cast<uint32_t>(count(unseen))));
        p.cards[slot] = static_cast<uint8_t>(tile);
        unseen &= ~(1u << tile);
    }
    p.pile = unseen;

    const uint8_t todo = due_decisions(p);
    if (!todo) return;
    const int8_t turn = p.turn;
    for (int player = 0; player < rules.players; ++player) {
        int decisions = count(todo) - count(p.todo[player]);
        if (player == seat || !decisions) continue;
        for (int plane = 0; plane < PLANES; ++plane) {
            p.cover[player][0][plane] &= ~p.fresh[player][plane];
            p.cover[player][1][plane] &= ~p.fresh[player][plane];
            p.fresh[player][plane] = 0;
        }
        if (p.phase == SIDE) p.side[player] = 0;
        p.todo[player] = todo;
        for (; decisions; --decisions) {
            p.turn = static_cast<int8_t>(player);
            decide(rules, p, upper(random.next()));
        }
    }
    p.turn = turn;
}

struct Game {
    using Rules = tangram_city::Rules;
    using Position = tangram_city::Position;
    static constexpr int MOST_ACTIONS = ACTIONS;
    static constexpr int FEATURES = tangram_city::FEATURES;

    static int players(const Rules& rules) { return rules.players; }
    static int actor(const Rules&, const Position& p) { return p.turn; }
    static int legal(const Rules& rules, const Position& p, uint16_t* out) { return ISA::legal(rules, p, out); }

    static int features(const Rules& rules, const Position& p, uint16_t* numbers, float* out) {
        return ISA::features(rules, p, numbers, out);
    }
    static void settle(const Rules& rules, Position& p, Random& random) { ISA::settle(rules, p, random); }

    // Applies a decision and the chance that follows.
    static void step(const Rules& rules, Position& p, int number, Random& random) {
        apply(rules, p, number);
        ISA::settle(rules, p, random);
    }

    static void determinize(const Rules& rules, Position& p, int seat, Random& random) {
        ISA::determinize(rules, p, seat, random);
    }

    static void playout(const Rules& rules, Position& p, Random& random, bool round_only) {
        ISA::playout(rules, p, random, round_only);
    }

    static void scored(const Rules& rules, const Position& p, int* players) { points(rules, p, players); }
    static void standing(const Rules& rules, const Position& p, int* players) { ISA::standing(rules, p, players); }

    // The value for each player, 0 to 1: at the end the share of the win; before, a share that falls with the
    // distance from the leader in points; solo, the points relative to a legend (T5.4).
    static void value(const Rules& rules, const Position& p, float* out) {
        int have[MOST_PLAYERS];
        ISA::standing(rules, p, have);
        if (rules.players == 1) {
            out[0] = static_cast<float>(have[0]) / LEGEND;
            return;
        }
        int best = have[0];
        for (int player = 1; player < rules.players; ++player) best = have[player] > best ? have[player] : best;
        float total = 0;
        for (int player = 0; player < rules.players; ++player) {
            const float behind = static_cast<float>(best - have[player]);
            total += out[player] = p.phase == OVER ? have[player] == best : 1 / (1 + behind * behind / 100);
        }
        for (int player = 0; player < rules.players; ++player) out[player] /= total;
    }
};

}  // namespace baumeister::tangram_city::ISA
