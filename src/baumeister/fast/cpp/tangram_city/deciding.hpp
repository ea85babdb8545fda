// Deciding by plans. For each of many orders in which the cards may come, plans are improved step
// by step as if that order were known. A decision is worth what the best plans that begin with it
// score, on average over the orders: it leaves open the most of what may be wanted later.
#pragma once

#include <algorithm>
#include <deque>

#include "meter.hpp"
#include "plan.hpp"
#include "rivals.hpp"

namespace baumeister::tangram_city::ISA {

inline constexpr double HEAT = 4;  // how much worse a plan may be to go on from, at first

// Goes on from a plan, again and again, to others that score about as much or more, ever more
// strictly; each is shown. Ends with the best.
template <class Show>
void anneal(Planner& planner, Plan& now, const Order& order, Meter& meter, double until, Show show) {
    const double from = meter.spent();
    Plan next, top = now;
    for (double at = from; at < until; at = meter.spent()) {
        ++meter.nodes;
        if (!planner.change(now, next)) continue;
        planner.judge(next, order);
        show(next);
        const double slack = HEAT * (until - at) / (until - from) * (upper(planner.random.next()) * 0x1p-32);
        if (next.score + slack >= now.score) now = next;
        if (now.score > top.score) top = now;
    }
    now = top;
}

class Deciding {
   public:
    Deciding(const Rules& rules, const Position& p, const Planning& wanted)
        : rules(rules), wanted(wanted), outlook(outlook_of(rules, p, p.turn, p.turn)), others(rivals_of(rules, p, p.turn)),
          meter(wanted), random{wanted.seed, 0} {
        orders = outlook.all_known() || !wanted.cards.empty() ? 1 : wanted.orders;
        for (int i = 0; i < orders; ++i) order[i] = wanted.cards.empty() ? draw(outlook, random) : known(outlook, wanted.cards);
    }

    void decide(Planned& found) {
        const Atlas atlas(rules, outlook.city, outlook.tiles(), outlook.fountains() > 0);
        Planner planner(rules, atlas, outlook, random.split(1));
        explore(planner, others.empty() ? 0.5 : 0.4);
        for (size_t n = 0; n < others.size(); ++n) guesses.push_back(guess(others[n], n + 1));
        if (!others.empty()) guessed = average(guess(outlook, 0));
        for (int number : wanted.consider) consider(atlas, number);
        calibrate();
        const std::vector<Option*> best = foremost();
        std::vector<Planner> planners;
        for (const Option* option : best) planners.emplace_back(rules, atlas, after(rules, outlook, option->number), random.split(static_cast<uint64_t>(2 + option->number)));
        const double before = meter.spent();
        const double chains = static_cast<double>(best.size()) * orders;
        int done = 0;
        for (int i = 0; i < orders; ++i)
            for (size_t n = 0; n < best.size(); ++n) improve(planners[n], *best[n], i, before + (1 - before) * ++done / chains);
        calibrate();
        report(best, found);
    }

   private:
    // A number that may be chosen; for each order the best known plan of what follows.
    struct Option {
        int number;
        bool wanted = false;  // to be looked at in any case
        int best[MOST_ORDERS] = {};
        Plan plan[MOST_ORDERS];
    };

    Option& option_of(int number) {
        for (Option& each : options)
            if (each.number == number) return each;
        options.emplace_back().number = number;
        return options.back();
    }

    // A plan made for one order may be good in others too.
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

    // Notes what a plan begins with.
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

    // Chains of plans, each from another first plan: one for each order, and where few are possible
    // several.
    void explore(Planner& planner, double until) {
        const int chains = std::max(orders, CHAINS);
        Plan kept;
        for (int chain = 0; chain < chains; ++chain) {
            const int i = chain % orders;
            if (chain >= orders && meter.spent() >= until) break;
            Plan now = planner.first(chain ? 8000 : 40000);
            planner.judge(now, order[i]);
            if (chain && kept.complete && !now.complete) planner.judge(now = kept, order[i]);
            enter(planner, now, i);
            anneal(planner, now, order[i], meter, until * (chain + 1) / chains, [&](Plan& plan) {
                if (outlook.pouring && plan.fountains > 1) {  // any of them may be the one that is due
                    std::swap(plan.fountain[0], plan.fountain[below(upper(planner.random.next()), static_cast<uint32_t>(plan.fountains))]);
                    planner.judge(plan, order[i]);
                }
                enter(planner, plan, i);
            });
            kept = now;
        }
    }

    // What a player may end with, in each order; 0 is the own seat, the rivals follow.
    std::vector<double> guess(const Outlook& other, size_t n) {
        const Atlas atlas(rules, other.city, other.tiles(), other.fountains() > 0);
        Planner planner(rules, atlas, other, random.split(ACTIONS + n));
        const double from = meter.spent(), until = from + 0.2 / static_cast<double>(others.size() + 1);
        Plan now = planner.first(10000);
        std::vector<double> points;
        for (int i = 0; i < orders; ++i) {
            planner.judge(now, order[i]);
            anneal(planner, now, order[i], meter, from + (until - from) * (i + 1) / orders, [](const Plan&) {});
            points.push_back(other.points + now.score);
        }
        return points;
    }

    static double average(const std::vector<double>& points) {
        double sum = 0;
        for (double each : points) sum += each;
        return sum / static_cast<double>(points.size());
    }

    // The own plans are better by more thought, not by a better board: that much is not counted
    // against the rivals.
    void calibrate() {
        double best = 0;
        for (const Option& option : options) best = std::max(best, outlook.points + mean(option));
        thought = best - guessed;
    }

    // A number that no plan came to.
    void consider(const Atlas& atlas, int number) {
        Option& option = option_of(number);
        option.wanted = true;
        Planner planner(rules, atlas, after(rules, outlook, number), random.split(1));
        Plan plan = planner.first(10000);
        for (int i = 0; i < orders; ++i) {
            planner.judge(plan, order[i]);
            note(option, planner, plan, i);
        }
    }

    double value(const Option& option) const {
        if (others.empty()) return (outlook.points + mean(option)) / ALONE;
        double sum = 0;
        for (int i = 0; i < orders; ++i) {
            std::vector<double> rivals;
            for (const std::vector<double>& each : guesses) rivals.push_back(each[static_cast<size_t>(i)]);
            sum += chance_to_win(outlook.points + option.best[i] - thought, rivals, outlook.left());
        }
        return sum / orders;
    }

    double mean(const Option& option) const {
        double sum = 0;
        for (int i = 0; i < orders; ++i) sum += option.best[i];
        return sum / orders;
    }

    // The options that look best so far.
    std::vector<Option*> foremost() {
        std::vector<Option*> found;
        for (Option& each : options) found.push_back(&each);
        std::stable_sort(found.begin(), found.end(), [&](const Option* a, const Option* b) { return value(*a) > value(*b); });
        size_t kept = 0;
        for (size_t n = 0; n < found.size(); ++n)
            if (n < static_cast<size_t>(wanted.candidates) || found[n]->wanted) found[kept++] = found[n];
        found.resize(kept);
        return found;
    }

    void improve(Planner& planner, Option& option, int i, double until) {
        Plan now = option.plan[i];
        planner.judge(now, order[i]);
        anneal(planner, now, order[i], meter, until, [&](const Plan& plan) { note(option, planner, plan, i); });
    }

    void report(const std::vector<Option*>& best, Planned& found) {
        for (const Option* each : best) {
            double complete = 0;
            for (int i = 0; i < orders; ++i) complete += each->plan[i].complete;
            found.numbers.push_back(each->number);
            found.points.push_back(outlook.points + mean(*each));
            found.values.push_back(value(*each));
            found.complete.push_back(complete / orders);
        }
        found.simulations = meter.nodes;
    }

    static constexpr int CHAINS = 32;
    static constexpr int NOTHING = PIECES;  // no piece is laid by the decision

    const Rules& rules;
    const Planning& wanted;
    const Outlook outlook;
    const std::vector<Outlook> others;
    Meter meter;
    Random random;
    int orders;
    Order order[MOST_ORDERS];
    std::deque<Option> options;  // they stay where they are
    std::vector<std::vector<double>> guesses;  // by rival and order
    double guessed = 0, thought = 0;           // the own end by as little thought; what more thought brings
};

}  // namespace baumeister::tangram_city::ISA
