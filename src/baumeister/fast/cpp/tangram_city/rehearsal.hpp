// Deciding far from the end, where all orders are possible and no plan lasts: what looks best by
// habit is played on by habit and, from the horizon on, planned to the end.
#pragma once

#include <cmath>

#include "deciding.hpp"
#include "habit.hpp"
#include "moves.hpp"

namespace baumeister::tangram_city::ISA {

class Rehearsal {
   public:
    Rehearsal(const Rules& rules, const Position& p, const Planning& wanted)
        : rules(rules), wanted(wanted), habit(*reinterpret_cast<const Habit*>(wanted.habit)),
          outlook(outlook_of(rules, p, p.turn, p.turn)), others(rivals_of(rules, p, p.turn)), meter(wanted), random{wanted.seed, 0} {
        uint16_t numbers[ACTIONS];
        const int n = legal(rules, p, numbers);
        for (int i = 0; i < n; ++i) {
            const Outlook then = after(rules, outlook, numbers[i]);
            const bool asked = std::count(wanted.consider.begin(), wanted.consider.end(), numbers[i]) > 0;
            trials.push_back({numbers[i], then, asked, appeal(habit, outlook.round, then.city)});
        }
    }

    void decide(Planned& found) {
        keep(static_cast<size_t>(wanted.candidates), [](const Trial& a, const Trial& b) { return a.appeal > b.appeal; });
        trials.front().favourite = true;
        double next = 0.25;  // when the worse half is let go
        for (int done = 0; meter.spent() < 1 || !done; ++done) {
            if (meter.spent() > next && trials.size() > 2) {
                keep((trials.size() + 1) / 2, [](const Trial& a, const Trial& b) { return a.value() > b.value(); });
                next += (1 - next) / 2;
            }
            Random own = random.split(static_cast<uint64_t>(done));
            const Order order = draw(outlook, own);
            std::vector<double> rivals;
            for (const Outlook& other : others) rivals.push_back(other.points + play_on(other, 0, order, own).points);
            for (Trial& trial : trials) {
                if (done && meter.spent() >= 1) break;
                const End end = play_on(trial.outlook, outlook.due, order, own);
                const double points = outlook.points + end.points;
                trial.points += points;
                const double won = others.empty() ? points / ALONE : chance_to_win(points, rivals, outlook.left());
                trial.won += won;
                trial.won_squared += won * won;
                trial.complete += end.complete;
                ++trial.tries;
            }
        }
        for (const Trial& trial : trials) {
            found.numbers.push_back(trial.number);
            found.points.push_back(trial.points / trial.tries);
            found.values.push_back(trial.value());
            found.complete.push_back(trial.complete / trial.tries);
        }
        found.simulations = meter.nodes;
    }

   private:
    struct Trial {
        int number;
        Outlook outlook;
        bool wanted;  // to be kept in any case
        float appeal;
        bool favourite = false;  // of habit
        double points = 0, won = 0, won_squared = 0, complete = 0;
        int tries = 0;

        // Luck makes one of many look good: what habit would not do must be better beyond doubt.
        double value() const {
            const double mean = won / tries, spread = won_squared / tries - mean * mean;
            if (favourite) return mean;
            return std::max(0.0, mean - DOUBT * std::sqrt(spread > 0 && tries > 1 ? spread / (tries - 1) : 1));
        }
    };

    static constexpr double DOUBT = 1.5;  // standard errors

    struct End {
        int points;
        bool complete;
    };

    // So many trials, the best, and those that are wanted.
    template <class Better>
    void keep(size_t most, Better better) {
        std::sort(trials.begin(), trials.end(), [&](const Trial& a, const Trial& b) {
            return better(a, b) || (!better(b, a) && a.number < b.number);
        });
        size_t kept = 0;
        for (size_t n = 0; n < trials.size(); ++n)
            if (n < most || trials[n].wanted) trials[kept++] = trials[n];
        trials.resize(kept);
    }

    // Plays on from an outlook at a card of the order.
    End play_on(Outlook now, int at, Order order, const Random& own) {
        int points = 0;
        for (;;) {
            const int end = order.from[now.round + 1];
            for (; at < end && order.tiles - at > wanted.horizon; ++at, meter.nodes += 4)
                place_by_habit(rules, habit, now.round, now.city, order.tile[at]);
            if (order.tiles - at <= wanted.horizon) break;
            if (now.fountain) fountain_by_habit(rules, habit, now.round, now.city);
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
        order.from[now.round] = static_cast<uint8_t>(at);
        const Atlas atlas(rules, now.city, now.tiles(), true);
        Planner planner(rules, atlas, now, own.split(1));
        Plan plan = planner.first(2000), next;
        planner.judge(plan, order);
        Plan top = plan;
        for (int i = 0; i < wanted.depth; ++i) {
            if (!planner.change(plan, next)) continue;
            planner.judge(next, order);
            const double slack = HEAT * (wanted.depth - i) / wanted.depth * (upper(planner.random.next()) * 0x1p-32);
            if (next.score + slack >= plan.score) plan = next;
            if (plan.score > top.score) top = plan;
        }
        meter.nodes += 40 + wanted.depth;
        return {points + top.score, top.complete};
    }

    const Rules& rules;
    const Planning& wanted;
    const Habit& habit;
    const Outlook outlook;
    const std::vector<Outlook> others;
    Meter meter;
    const Random random;
    std::vector<Trial> trials;
};

inline void plan(const Rules& rules, const Position& p, const Planning& wanted, Planned& found) {
    if (outlook_of(rules, p, p.turn, p.turn).left() <= wanted.horizon || !wanted.cards.empty())
        Deciding(rules, p, wanted).decide(found);
    else
        Rehearsal(rules, p, wanted).decide(found);
}

inline bool fits(const Rules& rules, const Position& p, const std::vector<int>& cards) {
    uint32_t unseen = outlook_of(rules, p, p.turn, p.turn).unseen;
    for (int card : cards) {
        if (card < 0 || card >= TILES || !(unseen >> card & 1)) return false;
        unseen &= ~(1u << card);
    }
    return !unseen;
}

inline int looks(const Rules& rules, const Position& p, uint16_t* numbers, float* rows) {
    const int n = legal(rules, p, numbers);
    const Outlook outlook = outlook_of(rules, p, p.turn, p.turn);
    for (int i = 0; i < n; ++i) {
        const Looks here = looks_of(after(rules, outlook, numbers[i]).city);
        std::copy(here.of, here.of + LOOKS, rows + static_cast<ptrdiff_t>(i) * LOOKS);
    }
    return n;
}

// What looks best to the player to act; the first of equals.
inline int by_habit(const Rules& rules, const Position& p, const Habit& habit) {
    uint16_t numbers[ACTIONS];
    const int n = legal(rules, p, numbers);
    if (p.phase == SIDE) return numbers[0];  // the sides mirror each other (T7.3)
    const Outlook outlook = outlook_of(rules, p, p.turn, p.turn);
    int best = 0;
    float highest = 0;
    for (int i = 0; i < n; ++i) {
        const float here = appeal(habit, p.round, after(rules, outlook, numbers[i]).city);
        if (!i || here > highest) highest = here, best = i;
    }
    return numbers[best];
}

inline int play_by_habit(const Rules& rules, Position& p, const float* weights, Random& random) {
    const Habit& habit = *reinterpret_cast<const Habit*>(weights);
    int decisions = 0;
    for (settle(rules, p, random); p.turn >= 0; ++decisions) {
        apply(rules, p, by_habit(rules, p, habit));
        settle(rules, p, random);
    }
    return decisions;
}

}  // namespace baumeister::tangram_city::ISA
