// Deciding far from the end, where no plan lasts: the candidates with the highest scores are played on by
// the placement policy and, from the horizon on, planned to the end or valued by a network.
#pragma once

#include <cmath>

#include "plan_search.hpp"
#include "value_network.hpp"
#include "moves.hpp"

namespace baumeister::tangram_city::ISA {

// Plays a player's city to the end in a given order of the cards: by the placement policy and, from the horizon on, by
// a plan or, if there is one, by what the value network expects of it.
class Rollout {
   public:
    struct Result {
        float points;
        bool complete;
    };

    Rollout(const Rules& rules, const PlanSettings& settings)
        : rules(rules), settings(settings), policy(*reinterpret_cast<const PlacementPolicy*>(settings.policy)) {}

    int64_t nodes = 0;  // the time spent, in plans

    // Plays on from an outlook at a card of the order.
    Result from(Outlook now, int at, Order order, const Random& own) {
        int points = 0;
        for (;;) {
            const int end = order.from[now.round + 1];
            for (; at < end && order.tiles - at > settings.horizon; ++at, nodes += 4)
                place_by_policy(rules, policy, now.round, now.city, order.tile[at]);
            if (order.tiles - at <= settings.horizon) break;
            if (now.fountain) place_fountain_by_policy(rules, policy, now.round, now.city);
            points += largest_rectangle(full(covered(now.city)));
            ++now.round;
            now.fountain = true;
        }
        now.in_round = 0;
        now.unseen = 0;
        for (int i = at; i < order.tiles; ++i)
            if (i < order.from[now.round + 1])
                now.cards[now.in_round++] = order.tile[i];
            else
                now.unseen |= 1u << order.tile[i];
        if (settings.network && order.tiles - at == VALUE_HORIZON) {
            ++nodes;
            return {static_cast<float>(points) + points_to_come(*settings.network, now.city, now.tiles()), false};
        }
        order.from[now.round] = static_cast<uint8_t>(at);
        const Atlas atlas(rules, now.city, now.tiles(), true);
        Planner planner(rules, atlas, now, own.split(1));
        Plan plan = planner.first(2000), next;
        planner.evaluate(plan, order);
        Plan top = plan;
        for (int i = 0; i < settings.depth; ++i) {
            if (!planner.change(plan, next)) continue;
            planner.evaluate(next, order);
            const double slack = TEMPERATURE * (settings.depth - i) / settings.depth * (upper(planner.random.next()) * 0x1p-32);
            if (next.score + slack >= plan.score) plan = next;
            if (plan.score > top.score) top = plan;
        }
        nodes += 40 + settings.depth;
        return {static_cast<float>(points + top.score), top.complete};
    }

   private:
    const Rules& rules;
    const PlanSettings& settings;
    const PlacementPolicy& policy;
};

class Rollouts {
   public:
    Rollouts(const Rules& rules, const Position& p, const PlanSettings& settings)
        : rules(rules), settings(settings), policy(*reinterpret_cast<const PlacementPolicy*>(settings.policy)),
          rollout(rules, settings),
          outlook(outlook_of(rules, p, p.turn, p.turn)), others(opponents_of(rules, p, p.turn)), budget(settings), random{settings.seed, 0} {
        uint16_t numbers[ACTIONS];
        const int n = legal(rules, p, numbers);
        for (int i = 0; i < n; ++i) {
            const Outlook then = after(rules, outlook, numbers[i]);
            const bool required = std::count(settings.consider.begin(), settings.consider.end(), numbers[i]) > 0;
            candidates.push_back({numbers[i], then, required, score_of(policy, outlook.round, then.city)});
        }
    }

    void decide(PlanResult& found) {
        keep(static_cast<size_t>(settings.candidates), [](const Candidate& a, const Candidate& b) { return a.score > b.score; });
        candidates.front().favourite = true;
        double next = 0.25;  // when the worse half is dropped
        // Where the network values the candidates themselves, all rollouts are alike.
        const bool alike = settings.network && outlook.left() - outlook.due <= VALUE_HORIZON;
        for (int done = 0; (budget.spent() < 1 && !(alike && done == 2)) || !done; ++done) {
            if (budget.spent() > next && candidates.size() > 2) {
                keep((candidates.size() + 1) / 2, [](const Candidate& a, const Candidate& b) { return a.value() > b.value(); });
                next += (1 - next) / 2;
            }
            Random own = random.split(static_cast<uint64_t>(done));
            const Order order = draw(outlook, own);
            std::vector<double> opponents;
            for (const Outlook& other : others) opponents.push_back(other.points + simulate(other, 0, order, own).points);
            for (Candidate& candidate : candidates) {
                if (done && budget.spent() >= 1) break;
                const Rollout::Result end = simulate(candidate.outlook, outlook.due, order, own);
                const double points = outlook.points + end.points;
                candidate.points += points;
                const double won = others.empty() ? points / LEGEND : win_probability(points, opponents, outlook.left());
                candidate.won += won;
                candidate.won_squared += won * won;
                candidate.complete += end.complete;
                ++candidate.tries;
            }
        }
        for (const Candidate& candidate : candidates) {
            found.numbers.push_back(candidate.number);
            found.points.push_back(candidate.points / candidate.tries);
            found.values.push_back(candidate.value());
            found.complete.push_back(candidate.complete / candidate.tries);
        }
        found.simulations = budget.nodes;
    }

   private:
    struct Candidate {
        int number;
        Outlook outlook;
        bool required;  // keep it in any case
        float score;
        bool favourite = false;  // the policy's first choice
        double points = 0, won = 0, won_squared = 0, complete = 0;
        int tries = 0;

        // The best of many means is biased upwards: others than the favourite must be better by a margin.
        double value() const {
            const double mean = won / tries, spread = won_squared / tries - mean * mean;
            if (favourite) return mean;
            return std::max(0.0, mean - ERRORS * std::sqrt(tries > 1 ? std::max(0.0, spread) / (tries - 1) : 1));
        }
    };

    Rollout::Result simulate(const Outlook& now, int at, const Order& order, const Random& own) {
        const Rollout::Result end = rollout.from(now, at, order, own);
        budget.nodes = rollout.nodes;
        return end;
    }

    static constexpr double ERRORS = 1.5;  // standard errors

    // Keeps this many candidates, the best, and those to keep in any case.
    template <class Better>
    void keep(size_t most, Better better) {
        std::sort(candidates.begin(), candidates.end(), [&](const Candidate& a, const Candidate& b) {
            return better(a, b) || (!better(b, a) && a.number < b.number);
        });
        size_t kept = 0;
        for (size_t n = 0; n < candidates.size(); ++n)
            if (n < most || candidates[n].required) candidates[kept++] = candidates[n];
        candidates.resize(kept);
    }

    const Rules& rules;
    const PlanSettings& settings;
    const PlacementPolicy& policy;
    Rollout rollout;
    const Outlook outlook;
    const std::vector<Outlook> others;
    BudgetMeter budget;
    const Random random;
    std::vector<Candidate> candidates;
};

inline void plan(const Rules& rules, const Position& p, const PlanSettings& settings, PlanResult& found) {
    if (outlook_of(rules, p, p.turn, p.turn).left() <= settings.horizon || !settings.cards.empty())
        PlanSearch(rules, p, settings).decide(found);
    else
        Rollouts(rules, p, settings).decide(found);
}

inline bool are_hidden_cards(const Rules& rules, const Position& p, const std::vector<int>& cards) {
    uint32_t unseen = outlook_of(rules, p, p.turn, p.turn).unseen;
    for (int card : cards) {
        if (card < 0 || card >= TILES || !(unseen >> card & 1)) return false;
        unseen &= ~(1u << card);
    }
    return !unseen;
}

inline int board_features(const Rules& rules, const Position& p, uint16_t* numbers, float* rows) {
    const int n = legal(rules, p, numbers);
    const Outlook outlook = outlook_of(rules, p, p.turn, p.turn);
    for (int i = 0; i < n; ++i) {
        const BoardFeatures here = board_features_of(after(rules, outlook, numbers[i]).city);
        std::copy(here.of, here.of + BOARD_FEATURES, rows + static_cast<ptrdiff_t>(i) * BOARD_FEATURES);
    }
    return n;
}

// The placement with the highest score for the player to act; the first of equals.
inline int best_placement(const Rules& rules, const Position& p, const PlacementPolicy& policy) {
    uint16_t numbers[ACTIONS];
    const int n = legal(rules, p, numbers);
    if (p.phase == SIDE) return numbers[0];  // the sides mirror each other (T7.3)
    const Outlook outlook = outlook_of(rules, p, p.turn, p.turn);
    int best = 0;
    float highest = 0;
    for (int i = 0; i < n; ++i) {
        const float here = score_of(policy, p.round, after(rules, outlook, numbers[i]).city);
        if (!i || here > highest) highest = here, best = i;
    }
    return numbers[best];
}

inline float points_to_come(const Rules& rules, const Position& p, const ValueNetwork& network) {
    const Outlook outlook = outlook_of(rules, p, p.turn, p.turn);
    return points_to_come(network, outlook.city, outlook.tiles());
}

// The points of the player to act in each of several orders of the cards.
inline void roll_out(const Rules& rules, const Position& p, const PlanSettings& settings, int orders, int* points) {
    const Outlook outlook = outlook_of(rules, p, p.turn, p.turn);
    Rollout rollout(rules, settings);
    for (int i = 0; i < orders; ++i) {
        Random own = Random{settings.seed, 0}.split(static_cast<uint64_t>(i));
        const Order order = draw(outlook, own);
        points[i] = outlook.points + static_cast<int>(rollout.from(outlook, 0, order, own).points);
    }
}

inline int play_by_policy(const Rules& rules, Position& p, const float* weights, Random& random) {
    const PlacementPolicy& policy = *reinterpret_cast<const PlacementPolicy*>(weights);
    int decisions = 0;
    for (settle(rules, p, random); p.turn >= 0; ++decisions) {
        apply(rules, p, best_placement(rules, p, policy));
        settle(rules, p, random);
    }
    return decisions;
}

}  // namespace baumeister::tangram_city::ISA
