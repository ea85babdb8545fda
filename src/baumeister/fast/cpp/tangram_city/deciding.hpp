// Deciding by plans. For each of many orders in which the cards may come, plans are improved step
// by step as if that order were known. A decision is worth what the best plans that begin with it
// score, on average over the orders: it leaves open the most of what may be wanted later.
#pragma once

#include <algorithm>
#include <chrono>
#include <cmath>

#include "habit.hpp"
#include "moves.hpp"
#include "plan.hpp"
#include "planning.hpp"

namespace baumeister::tangram_city::ISA {

// How much has been thought, by nodes or by the clock.
class Meter {
   public:
    explicit Meter(const Planning& wanted) : wanted(wanted), start(Clock::now()) {}

    int64_t nodes = 0;
    bool stopped = false;

    double spent() {  // 0 to 1
        if (wanted.interrupted && (nodes & 1023) == 1023 && wanted.interrupted()) stopped = true;
        if (stopped) return 1;
        double share = wanted.nodes ? static_cast<double>(nodes) / static_cast<double>(wanted.nodes) : 0;
        if (wanted.seconds > 0) {
            const double time = std::chrono::duration<double>(Clock::now() - start).count() / wanted.seconds;
            share = time > share ? time : share;
        }
        return share;
    }

   private:
    using Clock = std::chrono::steady_clock;
    const Planning& wanted;
    const Clock::time_point start;
};

// The board after a legal number of the player to act.
inline City city_after(const Rules& rules, const Position& p, City city, int number) {
    if (number == NO_FOUNTAIN) return city;
    if (number >= SPOT) {
        const Four piece = four(rules.spot[(number - SPOT) & 3]) << ((number - SPOT) >> 2);
        four(city.cover[0]) |= piece;
        four(city.cover[1]) |= piece;
        return city;
    }
    const int way = number % CARD_NUMBERS, lane = way / FIELDS;
    if (way != SKIP)
        four(city.cover[lane >> 2]) |= four(rules.tiles[tile_of(p, number / CARD_NUMBERS)].planes[lane]) << way % FIELDS;
    return city;
}

class Deciding {
   public:
    Deciding(const Rules& rules, const Position& p, const Planning& wanted)
        : rules(rules), p(p), wanted(wanted), seat(p.turn), outlook(outlook_of(rules, p, seat, seat)), meter(wanted), random{wanted.seed, 0} {
        orders = outlook.all_known() ? 1 : wanted.orders;
        for (int i = 0; i < orders; ++i) order[i] = draw(outlook, random);
    }

    void decide(Planned& found) { outlook.left() <= wanted.horizon ? plan(found) : roll_out(found); }

    void plan(Planned& found) {
        Planner planner(rules, outlook, order, orders, random.split(1));
        for (int i = 0; i < orders; ++i) explore(planner, i, 0.5 * (i + 1) / orders);
        const std::vector<int> best = foremost();
        const int chains = static_cast<int>(best.size()) * orders;
        int done = 0;
        const double before = meter.spent();
        for (int i = 0; i < orders; ++i)
            for (int which : best) {
                fix(planner, options[static_cast<size_t>(which)]);
                improve(planner, options[static_cast<size_t>(which)], i, before + (1 - before) * ++done / chains);
            }
        report(found);
    }

    // Far from the end nobody knows the order: what looks best by habit is played on by habit, and
    // planned to the end from the horizon on.
    void roll_out(Planned& found) {
        std::vector<Trial> trials = by_habit();
        std::stable_sort(trials.begin(), trials.end(), [](const Trial& a, const Trial& b) { return a.appeal > b.appeal; });
        if (static_cast<int>(trials.size()) > wanted.candidates) trials.resize(static_cast<size_t>(wanted.candidates));
        size_t among = trials.size();
        int done = 0;
        double until = 0.3;
        for (Random deals = random.split(3); meter.spent() < 1 || !done; ++done) {
            if (meter.spent() > until && among > 2) {
                std::stable_sort(trials.begin(), trials.begin() + static_cast<ptrdiff_t>(among), [](const Trial& a, const Trial& b) { return a.points / a.tries > b.points / b.tries; });
                among = (among + 1) / 2;
                until += (1 - until) / 2;
            }
            Random drawing = deals.split(static_cast<uint64_t>(done));
            const Order one = draw(outlook, drawing);
            for (size_t n = 0; n < among; ++n) {
                if (done && meter.spent() >= 1) break;
                play_on(trials[n], one, drawing);
            }
        }
        for (const Trial& trial : trials) {
            found.numbers.push_back(trial.number);
            found.points.push_back(outlook.points + trial.points / trial.tries);
            found.values.push_back((outlook.points + trial.points / trial.tries) / 200 - (trial.tries < done / 2 ? 1 : 0));
            found.complete.push_back(trial.complete / trial.tries);
        }
        found.simulations = meter.nodes;
    }

   private:
    struct Trial {
        int number;
        City city;
        float appeal;
        double points = 0, complete = 0;
        int tries = 0;
    };

    std::vector<Trial> by_habit() const {
        const Habit& habit = *reinterpret_cast<const Habit*>(wanted.habit);
        std::vector<Trial> found;
        uint16_t numbers[ACTIONS];
        const int n = legal(rules, p, numbers);
        for (int i = 0; i < n; ++i) {
            const City city = after(numbers[i]);
            found.push_back({numbers[i], city, appeal(habit, outlook.round, city)});
        }
        return found;
    }

    City after(int number) const { return city_after(rules, p, outlook.city, number); }

    void play_on(Trial& trial, Order one, Random& own) {
        const Habit& habit = *reinterpret_cast<const Habit*>(wanted.habit);
        City city = trial.city;
        int at = outlook.due, points = 0, round = outlook.round;
        bool fountain = outlook.due > 0;  // still to come in this round
        for (;;) {
            for (; at < one.from[round + 1] && one.tiles - at > wanted.horizon; ++at)
                place_by_habit(rules, habit, round, city, one.tile[at]), meter.nodes += 4;
            if (one.tiles - at <= wanted.horizon) break;
            if (fountain) fountain_by_habit(rules, habit, round, city);
            points += largest_rectangle(full(covered(city)));
            ++round;
            fountain = true;
        }
        Outlook rest{};
        rest.city = city;
        rest.round = round;
        rest.fountain = fountain;
        for (int i = at; i < one.from[round + 1]; ++i) rest.cards[rest.in_round++] = one.tile[i];
        for (int i = one.from[round + 1]; i < one.tiles; ++i) rest.unseen |= 1u << one.tile[i];
        one.from[round] = static_cast<uint8_t>(at);
        Planner planner(rules, rest, &one, 1, own.split(5));
        Plan now = planner.first(2000), next;
        int best = planner.judge(now, 0);
        bool complete = now.complete;
        const int tries = wanted.depth;
        meter.nodes += 40 + tries;
        for (int i = 0; i < tries; ++i) {
            if (!planner.change(now, next)) continue;
            const int score = planner.judge(next, 0);
            if (score + HEAT * (tries - i) / tries * (upper(planner.random.next()) * 0x1p-32) >= now.score[0]) now = next;
            if (score > best) best = score, complete = next.complete;
        }
        trial.points += points + best;
        trial.complete += complete;
        ++trial.tries;
    }

    // A number that may be chosen, and the best that is known to come of it in each order.
    struct Option {
        int number;
        uint8_t best[MOST_ORDERS];
        bool complete[MOST_ORDERS];
        Plan plan;
        int top;
    };

    Option& option(int number, const Plan& plan) {
        for (Option& each : options)
            if (each.number == number) return each;
        Option made{};
        made.number = number;
        made.plan = plan;
        options.push_back(made);
        return options.back();
    }

    void note(Planner& planner, Plan& plan, int i) {
        const int score = plan.score[i];
        const auto put = [&](int number) {
            Option& here = option(number, plan);
            if (score <= here.best[i]) return;
            here.best[i] = static_cast<uint8_t>(score);
            here.complete[i] = plan.complete;
            if (score >= here.top) here.top = score, here.plan = plan;
        };
        if (outlook.due) {
            for (int k = 0; k < outlook.due; ++k) put(number_of(planner, plan, k));
        } else {
            put(plan.fountains ? planner.way(plan.fountain[0]).number[0] : NO_FOUNTAIN);
        }
    }

    int number_of(const Planner& planner, const Plan& plan, int k) const {
        const int tile = outlook.cards[k];
        const int16_t way = plan.way[tile];
        return outlook.base[k] + (way == NO_WAY ? SKIP : planner.way(way).number[plan.green >> tile & 1]);
    }

    int judge(Planner& planner, Plan& plan, int i) {
        if (!outlook.due && plan.fountains > 1 && planner.fixed_fountain == NO_WAY) {
            const int which = static_cast<int>(below(upper(planner.random.next()), static_cast<uint32_t>(plan.fountains)));
            std::swap(plan.fountain[0], plan.fountain[which]);
        }
        return planner.judge(plan, i);
    }

    // A chain of plans for one order, from any plan.
    void explore(Planner& planner, int i, double until) {
        Plan now = i && best_plan.complete ? best_plan : planner.first(i ? 4000 : 40000);
        if (i && best_plan.complete && (i & 1)) {
            Plan fresh = planner.first(2000);
            planner.judge(fresh, i);
            if (fresh.complete) now = fresh;
        }
        judge(planner, now, i);
        note(planner, now, i);
        anneal(planner, now, i, until);
        if (!i || now.complete >= best_plan.complete) best_plan = now;
    }

    void anneal(Planner& planner, Plan& now, int i, double until) {
        const double from = meter.spent();
        Plan next, top = now;
        for (double at = from; at < until; at = meter.spent()) {
            ++meter.nodes;
            if (!planner.change(now, next)) continue;
            const int score = judge(planner, next, i);
            note(planner, next, i);
            const double slack = HEAT * (until - at) / (until - from) * (upper(planner.random.next()) * 0x1p-32);
            if (score + slack >= now.score[i]) now = next;
            if (now.score[i] > top.score[i]) top = now;
        }
        now = top;
    }

    // The options that look best so far, by all orders.
    std::vector<int> foremost() {
        std::vector<int> which(options.size());
        for (size_t n = 0; n < options.size(); ++n) which[n] = static_cast<int>(n);
        const size_t keep = std::min(which.size(), static_cast<size_t>(wanted.candidates));
        std::partial_sort(which.begin(), which.begin() + static_cast<ptrdiff_t>(keep), which.end(), [&](int a, int b) {
            const double x = mean(options[static_cast<size_t>(a)]), y = mean(options[static_cast<size_t>(b)]);
            return x != y ? x > y : a < b;
        });
        which.resize(keep);
        return which;
    }

    double mean(const Option& option) const {
        double sum = 0;
        for (int i = 0; i < orders; ++i) sum += option.best[i];
        return sum / orders;
    }

    void fix(Planner& planner, const Option& option) {
        planner.fixed = planner.fixed_green = 0;
        planner.fixed_fountain = NO_WAY;
        if (!outlook.due) {
            if (option.plan.fountains) planner.fixed_fountain = option.plan.fountain[0];
            return;
        }
        for (int k = 0; k < outlook.due; ++k)
            if (number_of(planner, option.plan, k) == option.number) planner.fixed = 1u << outlook.cards[k];
        planner.fixed_green = option.plan.green;
    }

    void improve(Planner& planner, Option& option, int i, double until) {
        Plan now = option.plan;
        judge(planner, now, i);
        note(planner, now, i);
        anneal(planner, now, i, until);
    }

    void report(Planned& found) {
        for (const Option& each : options) {
            if (!*std::min_element(each.best, each.best + orders)) continue;  // not looked at closely
            double points = 0, complete = 0;
            for (int i = 0; i < orders; ++i) points += each.best[i], complete += each.complete[i];
            found.numbers.push_back(each.number);
            found.points.push_back(outlook.points + points / orders);
            found.values.push_back((outlook.points + points / orders) / 200);
            found.complete.push_back(complete / orders);
        }
        found.simulations = meter.nodes;
    }

    static constexpr double HEAT = 4;

    const Rules& rules;
    const Position& p;
    const Planning& wanted;
    const int seat;
    const Outlook outlook;
    Meter meter;
    Random random;
    int orders;
    Order order[MOST_ORDERS];
    std::vector<Option> options;
    Plan best_plan;
};

inline void plan(const Rules& rules, const Position& p, const Planning& wanted, Planned& found) {
    Deciding deciding(rules, p, wanted);
    deciding.decide(found);
}

inline int looks(const Rules& rules, const Position& p, uint16_t* numbers, float* rows) {
    const int n = legal(rules, p, numbers);
    City city;
    for (int colour = 0; colour < 2; ++colour) four(city.cover[colour]) = four(p.cover[p.turn][colour]);
    for (int i = 0; i < n; ++i) {
        const Looks here = looks_of(city_after(rules, p, city, numbers[i]));
        std::copy(here.of, here.of + LOOKS, rows + static_cast<ptrdiff_t>(i) * LOOKS);
    }
    return n;
}

}  // namespace baumeister::tangram_city::ISA
