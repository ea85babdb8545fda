// Deciding far from the end, where no plan lasts: the decisions that the value network likes best are played on by it
// and, from the horizon on, valued by it or planned to the end.
#pragma once

#include <cmath>

#include "placing.hpp"
#include "plan_search.hpp"

namespace baumeister::tangram_city::ISA {

// Plays a player's city to the end in a given order of the cards: by the network until the horizon, and what follows
// by a plan of this depth; without depth the network values it.
class Rollout {
   public:
    struct Result {
        float points;
        bool complete;
    };

    Rollout(const Rules& rules, const PlanSettings& settings) : rules(rules), settings(settings), network(*settings.network) {}

    int64_t nodes = 0;  // the time spent, in plans

    // Plays on from an outlook at a card of the order.
    Result from(Outlook now, int at, Order order, const Random& own) {
        int points = 0;
        uint32_t tiles = 0;
        for (int i = at; i < order.tiles; ++i) tiles |= 1u << order.tile[i];
        for (;;) {
            const int end = order.from[now.round + 1];
            for (; at < end && order.tiles - at > settings.horizon; ++at, nodes += TILE_NODES) {
                tiles &= ~(1u << order.tile[at]);
                place_tile(rules, AfterPiece::tile(rules, network, now.city, tiles, at + 1 == end), now.city, order.tile[at]);
            }
            if (order.tiles - at <= settings.horizon) break;
            if (now.fountain) place_fountain(rules, AfterPiece::fountain(rules, network, now.city, tiles), now.city);
            points += largest_rectangle(full(covered(now.city)));
            ++now.round;
            now.fountain = true;
        }
        const int end = order.from[now.round + 1];
        if (!settings.depth) {
            ++nodes;
            return {static_cast<float>(points) + CityValues(network, now.city, tiles, at == end && now.fountain).of(now.city), false};
        }
        now.in_round = 0;
        now.unseen = 0;
        for (int i = at; i < order.tiles; ++i)
            if (i < end)
                now.cards[now.in_round++] = order.tile[i];
            else
                now.unseen |= 1u << order.tile[i];
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
    static constexpr int TILE_NODES = 16;

    const Rules& rules;
    const PlanSettings& settings;
    const ValueNetwork& network;
};

class Rollouts {
   public:
    Rollouts(const Rules& rules, const Position& p, const PlanSettings& settings)
        : settings(settings), rollout(rules, settings), outlook(outlook_of(rules, p, p.turn, p.turn)),
          others(opponents_of(rules, p, p.turn)), budget(settings), random{settings.seed, 0} {
        for (const Choice& choice : choices_of(rules, p, *settings.network)) {
            const bool required = std::count(settings.consider.begin(), settings.consider.end(), choice.number) > 0;
            candidates.push_back({choice, required});
        }
    }

    void decide(PlanResult& found) {
        keep(static_cast<size_t>(settings.candidates), [](const Candidate& a, const Candidate& b) { return a.choice.points > b.choice.points; });
        candidates.front().favourite = true;
        double next = 0.25;  // when the worse half is dropped
        const bool alike = are_alike();
        for (int done = 0; !done || (budget.spent() < 1 && !(alike && done == 2)); ++done) {
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
                const Rollout::Result end = simulate(candidate.choice.outlook, outlook.due, order, own);
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
            found.numbers.push_back(candidate.choice.number);
            found.points.push_back(candidate.points / candidate.tries);
            found.values.push_back(candidate.value());
            found.complete.push_back(candidate.complete / candidate.tries);
        }
        found.simulations = budget.nodes;
    }

   private:
    struct Candidate {
        Choice choice;
        bool required;           // keep it in any case
        bool favourite = false;  // the network's first choice
        double points = 0, won = 0, won_squared = 0, complete = 0;
        int tries = 0;

        // The best of many means is biased upwards: others than the favourite must be better by a margin.
        double value() const {
            const double mean = won / tries, spread = won_squared / tries - mean * mean;
            if (favourite) return mean;
            return std::max(0.0, mean - ERRORS * std::sqrt(tries > 1 ? std::max(0.0, spread) / (tries - 1) : 1));
        }
    };

    // Whether all rollouts of a candidate are alike: the cards until the network values the city are known.
    bool are_alike() const {
        const int until = outlook.left() - settings.horizon;
        if (settings.depth || until > outlook.in_round) return false;
        return std::count(outlook.cards, outlook.cards + std::max(until, 0), UNKNOWN) == 0;
    }

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
            return better(a, b) || (!better(b, a) && a.choice.number < b.choice.number);
        });
        size_t kept = 0;
        for (size_t n = 0; n < candidates.size(); ++n)
            if (n < most || candidates[n].required) candidates[kept++] = candidates[n];
        candidates.resize(kept);
    }

    const PlanSettings& settings;
    Rollout rollout;
    const Outlook outlook;
    const std::vector<Outlook> others;
    BudgetMeter budget;
    const Random random;
    std::vector<Candidate> candidates;
};

inline void plan(const Rules& rules, const Position& p, const PlanSettings& settings, PlanResult& found) {
    if (p.round == ROUNDS || outlook_of(rules, p, p.turn, p.turn).left() <= settings.horizon || !settings.cards.empty())
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

// The points of the player to act in each of several orders of the cards.
inline void roll_out(const Rules& rules, const Position& p, const PlanSettings& settings, int orders, float* points) {
    const Outlook outlook = outlook_of(rules, p, p.turn, p.turn);
    Rollout rollout(rules, settings);
    for (int i = 0; i < orders; ++i) {
        Random own = Random{settings.seed, 0}.split(static_cast<uint64_t>(i));
        const Order order = draw(outlook, own);
        points[i] = static_cast<float>(outlook.points) + rollout.from(outlook, 0, order, own).points;
    }
}

}  // namespace baumeister::tangram_city::ISA
