// Manhattan as the tree search needs it (`tree.hpp`).
#pragma once

#include "value_inference.hpp"

namespace baumeister::manhattan::ISA {

// Resamples what the seat cannot know: the others' hands, and choices made secretly.
inline void determinize(const Rules& rules, Position& p, int seat, Random& random) {
    int sizes[4] = {};
    for (int player = 0; player < rules.players; ++player) {
        if (player == seat) continue;
        for (int card = 0; card < CARDS; ++card) {
            const int held = static_cast<int>(p.hands[player] >> (6 * rules.marked[player][card]) & 63);
            p.pile += CARD[card] * static_cast<uint64_t>(held);
            p.pile_size = static_cast<uint8_t>(p.pile_size + held);
            sizes[player] += held;
        }
        p.hands[player] = 0;
    }
    for (int player = 0; player < rules.players; ++player)
        for (int k = 0; k < sizes[player]; ++k) {
            const int card = nth_card(p, below(lower(random.next()), p.pile_size));
            p.hands[player] += 1ull << (6 * rules.marked[player][card]);
            p.pile -= CARD[card];
            --p.pile_size;
        }
    if (!rules.has(option::CHOICE_SECRET) || p.phase != CHOOSE) return;
    for (int colour = 0; colour < rules.colours; ++colour) {
        if (rules.owner_of(colour) == seat || !p.trays[colour]) continue;
        p.supplies[colour] += p.trays[colour];
        const Selections selections(rules, p.supplies[colour]);
        const int chosen =
            selections.nth_of(below(lower(random.next()), static_cast<uint32_t>(selections.size())));
        p.trays[colour] = blocks_of_selection(rules, chosen);
        p.supplies[colour] -= p.trays[colour];
    }
}

struct Game {
    using Rules = manhattan::Rules;
    using Position = manhattan::Position;
    static constexpr int MOST_ACTIONS = SELECTIONS + 300;
    static constexpr int FEATURES = manhattan::FEATURES;

    static int players(const Rules& rules) { return rules.players; }
    static int actor(const Rules& rules, const Position& p) { return ISA::actor(rules, p); }
    static int legal(const Rules& rules, const Position& p, uint16_t* out) { return ISA::legal(rules, p, out); }

    static int features(const Rules& rules, const Position& p, uint16_t* numbers, float* out) {
        return ISA::features(rules, p, numbers, out);
    }
    static int logits(const Rules& rules, const Position& p, const Policy& policy, uint16_t* numbers, float* logits) {
        if (policy.units) return ISA::network_logits(rules, p, policy.weights, numbers, logits);
        float* sum = logits;
        return for_each_feature(
            rules, p, numbers, [&](int i) { sum = logits + i, *sum = 0; },
            [&](int feature, float value) { *sum += policy.weights[feature] * value; });
    }
    static void settle(const Rules& rules, Position& p, Random& random) { ISA::settle(rules, p, random); }

    // Gives the player to act every card, so that every build that some hand allows is legal.
    static void widen(const Rules&, Position& p) {
        if (p.phase == BUILD) p.hands[p.turn] = SIXES & ALL_PLACES;
    }

    static void legal_set(const Rules& rules, const Position& p, uint64_t* out) { ISA::legal_set(rules, p, out); }

    static bool is_secret(const Rules& rules, const Position& p) { return rules.has(option::CHOICE_SECRET) && p.phase == CHOOSE; }
    static void hide_choices(const Rules& rules, Position& p, int seat) {
        if (!is_secret(rules, p)) return;
        for (int colour = 0; colour < rules.colours; ++colour) {
            if (rules.owner_of(colour) == seat) continue;
            p.supplies[colour] += p.trays[colour];
            p.trays[colour] = 0;
        }
    }

    // Applies a decision and the chance that follows.
    static void step(const Rules& rules, Position& p, int number, Random& random) {
        act(rules, p, number);
        ISA::settle(rules, p, random);
    }

    static void determinize(const Rules& rules, Position& p, int seat, Random& random) {
        ISA::determinize(rules, p, seat, random);
    }

    static void playout(const Rules& rules, Position& p, Random& random, bool round_only) {
        ISA::playout(rules, p, random, round_only);
    }

    // Evaluates positions that are not over by a value network, as a seat sees them.
    class LeafEvaluator {
       public:
        LeafEvaluator(const Rules& of, const SearchSettings& settings)
            : rules(of), evaluator(*static_cast<const ValueNetwork*>(settings.value_network), settings.nodes && settings.nodes < 1000 ? 1 << 9 : 1 << 11) {}
        void operator()(const Position& p, int seat, float* out) { evaluator.evaluate(rules, p, seat, out); }

       private:
        const Rules& rules;
        ValueEvaluator evaluator;
    };

    static void scored(const Rules& rules, const Position& p, int* players) { points(rules, p, players); }
    static void standing(const Rules& rules, const Position& p, int* players) { ISA::standing(rules, p, players); }

    // The value for each player, 0 to 1: the share of the win at the end; before, a share that falls with the distance
    // from the leader in points.
    static void value(const Rules& rules, const Position& p, float* out) {
        int keys[MOST_PLAYERS];
        if (p.phase == OVER) {
            points(rules, p, keys);
            if (shares(rules.players, keys, out) > 1) {  // tie-breaks matter only then (M3.5)
                order(rules, p, keys);
                shares(rules.players, keys, out);
            }
            return;
        }
        ISA::standing(rules, p, keys);
        int best = keys[0];
        for (int player = 1; player < rules.players; ++player) best = keys[player] > best ? keys[player] : best;
        float total = 0;
        for (int player = 0; player < rules.players; ++player) {
            const float behind = static_cast<float>(best - keys[player]);
            total += out[player] = 1 / (1 + behind * behind / 9);
        }
        for (int player = 0; player < rules.players; ++player) out[player] /= total;
    }
};

}  // namespace baumeister::manhattan::ISA
