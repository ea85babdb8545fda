// Deciding by plans. For each of many orders in which the cards may come, plans are improved step by step
// as if that order were known. The value of a decision is the score of the best plans that begin with it,
// averaged over the orders.
#pragma once

#include <algorithm>
#include <deque>

#include "budget.hpp"
#include "plan.hpp"
#include "opponents.hpp"

namespace baumeister::tangram_city::ISA {

inline constexpr double TEMPERATURE = 4;  // how much worse a plan may be to be accepted, initially

// Simulated annealing from a plan; `show` sees every plan on the way. Ends with the best.
template <class Show>
void anneal(Planner& planner, Plan& now, const Order& order, BudgetMeter& budget, double until, Show show) {
    const double from = budget.spent();
    Plan next, top = now;
    for (double at = from; at < until; at = budget.spent()) {
        ++budget.nodes;
        if (!planner.change(now, next)) continue;
        planner.evaluate(next, order);
        show(next);
        const double slack = TEMPERATURE * (until - at) / (until - from) * (upper(planner.random.next()) * 0x1p-32);
        if (next.score + slack >= now.score) now = next;
        if (now.score > top.score) top = now;
    }
    now = top;
}

class PlanSearch {
   public:
    PlanSearch(const Rules& rules, const Position& p, const PlanSettings& settings)
        : rules(rules), settings(settings), outlook(outlook_of(rules, p, p.turn, p.turn)), others(opponents_of(rules, p, p.turn)),
          budget(settings), random{settings.seed, 0} {
        orders = outlook.all_known() || !settings.cards.empty() ? 1 : settings.orders;
        for (int i = 0; i < orders; ++i) order[i] = settings.cards.empty() ? draw(outlook, random) : known(outlook, settings.cards);
    }

    void decide(PlanResult& found) {
        const Atlas atlas(rules, outlook.city, outlook.tiles(), outlook.fountains() > 0);
        Planner planner(rules, atlas, outlook, random.split(1));
        explore(planner, others.empty() ? 0.5 : 0.4);
        for (size_t n = 0; n < others.size(); ++n) opponent_points.push_back(expected_points(others[n], n + 1));
        if (!others.empty()) own_estimate = average(expected_points(outlook, 0));
        for (int number : settings.consider) consider(atlas, number);
        calibrate();
        const std::vector<Option*> best = best_options();
        std::vector<Planner> planners;
        for (const Option* option : best) planners.emplace_back(rules, atlas, after(rules, outlook, option->number), random.split(static_cast<uint64_t>(2 + option->number)));
        const double before = budget.spent();
        const double chains = static_cast<double>(best.size()) * orders;
        int done = 0;
        for (int i = 0; i < orders; ++i)
            for (size_t n = 0; n < best.size(); ++n) improve(planners[n], *best[n], i, before + (1 - before) * ++done / chains);
        calibrate();
        report(best, found);
    }

   private:
    // A legal number, with the best known plan after it for each order.
    struct Option {
        int number;
        bool required = false;  // evaluate it in any case
        int best[MOST_ORDERS] = {};
        Plan plan[MOST_ORDERS];
    };

    Option& option_of(int number) {
        for (Option& each : options)
            if (each.number == number) return each;
        options.emplace_back().number = number;
        return options.back();
    }

    // Enters a plan for all orders: one made for one order may be good in others too.
    void note(Option& option, const Planner& planner, const Plan& plan, int i, int piece = NOTHING) {
        Plan rest = plan;
        if (piece < TILES) rest.way[piece] = NO_WAY;
        if (piece == FOUNTAIN_PIECE && plan.fountains) rest.fountain[0] = plan.fountain[--rest.fountains];
        for (int j = 0; j < orders; ++j) {
            const int score = i == j ? plan.score : planner.score(plan, order[j]);
            if (score <= option.best[j]) continue;
            option.best[j] = score;
            option.plan[j] = rest;
        }
    }

    // Enters a plan under the numbers it may begin with.
    void enter(const Planner& planner, const Plan& plan, int i) {
        for (int k = 0; k < outlook.due; ++k) {
            const int tile = outlook.cards[k];
            const int16_t way = plan.way[tile];
            const int number = way == NO_WAY ? SKIP : planner.way(way).number[plan.green >> tile & 1];
            note(option_of(outlook.base[k] + number), planner, plan, i, tile);
        }
        if (outlook.due) return;
        const int number = plan.fountains ? planner.way(plan.fountain[0]).number[0] : NO_FOUNTAIN;
        note(option_of(number), planner, plan, i, FOUNTAIN_PIECE);
    }

    // Annealing chains from different first plans: one for each order, or several if there are few orders.
    void explore(Planner& planner, double until) {
        const int chains = std::max(orders, CHAINS);
        Plan kept;
        for (int chain = 0; chain < chains; ++chain) {
            const int i = chain % orders;
            if (chain >= orders && budget.spent() >= until) break;
            Plan now = planner.first(chain ? 8000 : 40000);
            planner.evaluate(now, order[i]);
            if (chain && kept.complete && !now.complete) planner.evaluate(now = kept, order[i]);
            enter(planner, now, i);
            anneal(planner, now, order[i], budget, until * (chain + 1) / chains, [&](Plan& plan) {
                if (outlook.fountain_due && plan.fountains > 1) {  // any of them may be the one that is due
                    std::swap(plan.fountain[0], plan.fountain[below(upper(planner.random.next()), static_cast<uint32_t>(plan.fountains))]);
                    planner.evaluate(plan, order[i]);
                }
                enter(planner, plan, i);
            });
            kept = now;
        }
    }

    // A player's expected points in each order; n is 0 for the searching seat, then the opponents.
    std::vector<double> expected_points(const Outlook& other, size_t n) {
        const Atlas atlas(rules, other.city, other.tiles(), other.fountains() > 0);
        Planner planner(rules, atlas, other, random.split(ACTIONS + n));
        const double from = budget.spent(), until = from + 0.2 / static_cast<double>(others.size() + 1);
        Plan now = planner.first(10000);
        std::vector<double> points;
        for (int i = 0; i < orders; ++i) {
            planner.evaluate(now, order[i]);
            anneal(planner, now, order[i], budget, from + (until - from) * (i + 1) / orders, [](const Plan&) {});
            points.push_back(other.points + now.score);
        }
        return points;
    }

    static double average(const std::vector<double>& points) {
        double sum = 0;
        for (double each : points) sum += each;
        return sum / static_cast<double>(points.size());
    }

    // The own plans gain from deeper search, not from a better board: that gain is not counted against the
    // opponents.
    void calibrate() {
        double best = 0;
        for (const Option& option : options) best = std::max(best, outlook.points + mean(option));
        search_gain = best - own_estimate;
    }

    // Adds a number that no plan begins with.
    void consider(const Atlas& atlas, int number) {
        Option& option = option_of(number);
        option.required = true;
        Planner planner(rules, atlas, after(rules, outlook, number), random.split(1));
        Plan plan = planner.first(10000);
        for (int i = 0; i < orders; ++i) {
            planner.evaluate(plan, order[i]);
            note(option, planner, plan, i);
        }
    }

    double value(const Option& option) const {
        if (others.empty()) return (outlook.points + mean(option)) / LEGEND;
        double sum = 0;
        for (int i = 0; i < orders; ++i) {
            std::vector<double> opponents;
            for (const std::vector<double>& each : opponent_points) opponents.push_back(each[static_cast<size_t>(i)]);
            sum += win_probability(outlook.points + option.best[i] - search_gain, opponents, outlook.left());
        }
        return sum / orders;
    }

    double mean(const Option& option) const {
        double sum = 0;
        for (int i = 0; i < orders; ++i) sum += option.best[i];
        return sum / orders;
    }

    // The options with the highest values so far.
    std::vector<Option*> best_options() {
        std::vector<Option*> found;
        for (Option& each : options) found.push_back(&each);
        std::stable_sort(found.begin(), found.end(), [&](const Option* a, const Option* b) { return value(*a) > value(*b); });
        size_t kept = 0;
        for (size_t n = 0; n < found.size(); ++n)
            if (n < static_cast<size_t>(settings.candidates) || found[n]->required) found[kept++] = found[n];
        found.resize(kept);
        return found;
    }

    void improve(Planner& planner, Option& option, int i, double until) {
        Plan now = option.plan[i];
        planner.evaluate(now, order[i]);
        anneal(planner, now, order[i], budget, until, [&](const Plan& plan) { note(option, planner, plan, i); });
    }

    void report(const std::vector<Option*>& best, PlanResult& found) {
        for (const Option* each : best) {
            double complete = 0;
            for (int i = 0; i < orders; ++i) complete += each->plan[i].complete;
            found.numbers.push_back(each->number);
            found.points.push_back(outlook.points + mean(*each));
            found.values.push_back(value(*each));
            found.complete.push_back(complete / orders);
        }
        found.simulations = budget.nodes;
    }

    static constexpr int CHAINS = 32;
    static constexpr int NOTHING = PIECES;  // the decision places no piece

    const Rules& rules;
    const PlanSettings& settings;
    const Outlook outlook;
    const std::vector<Outlook> others;
    BudgetMeter budget;
    Random random;
    int orders;
    Order order[MOST_ORDERS];
    std::deque<Option> options;  // a deque: references stay valid
    std::vector<std::vector<double>> opponent_points;  // by opponent and order
    double own_estimate = 0, search_gain = 0;           // own points by an equally shallow search; gain by the deeper one
};

}  // namespace baumeister::tangram_city::ISA
