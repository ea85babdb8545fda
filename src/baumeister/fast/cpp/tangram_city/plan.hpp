// A plan: where every remaining piece will lie. It can be played in any order of the cards; the order
// determines how the largest rectangle grows.
#pragma once

#include <cstdlib>

#include "outlook.hpp"
#include "plan_settings.hpp"
#include "tiling.hpp"

namespace baumeister::tangram_city::ISA {

struct Plan {
    int16_t way[TILES];  // NO_WAY: declined
    int16_t fountain[ROUNDS];
    int fountains = 0;
    uint32_t green = 0;     // tiles with the green side up
    bool complete = false;
    int bonus = 0;          // planning and harmony
    int last = 0;           // the final rectangle
    int score = 0;          // in the evaluated order: rectangles to come and bonuses
};

// Makes and changes plans for one player's outlook.
class Planner {
   public:
    Planner(const Rules& rules, const Atlas& atlas, const Outlook& outlook, Random random)
        : rules(rules), atlas(atlas), outlook(outlook), tiles(outlook.tiles()), board(covered(outlook.city)),
          filler(rules, atlas), random(random) {}

    const Way& way(int number) const { return atlas.ways[static_cast<size_t>(number)]; }

    // A new plan, as complete as possible: many short attempts, each with a larger limit.
    Plan first(int effort) {
        Plan plan;
        for (int16_t& way : plan.way) way = NO_WAY;
        for (int& spare = fewest;; spare = spare < 4 ? spare + 1 : 2 * spare) {
            int limit = 200;
            for (int spent = 0; spent < effort; spent += filler.nodes, limit += limit / 8) {
                if (filler.fill(~board & ALL_FIELDS, tiles, outlook.fountains(), spare, limit, random)) {
                    take(plan);
                    return plan;
                }
                if (filler.nodes <= limit) break;  // the search was exhaustive: there is none
            }
        }
    }

    // Re-lays the pieces in a random part of the board; false if that failed.
    bool change(const Plan& from, Plan& to) {
        to = from;
        const uint64_t part = some_part();
        Four cover = board;
        uint32_t lifted = 0;
        for (uint32_t set = tiles; set; set &= set - 1) {
            const int tile = lowest(set);
            if (to.way[tile] != NO_WAY) {
                const Four planes = four(way(to.way[tile]).planes);
                if (!(any(planes) & part)) {
                    cover |= planes;
                    continue;
                }
                to.way[tile] = NO_WAY;
            }
            lifted |= 1u << tile;
        }
        to.fountains = 0;
        for (int i = 0; i < from.fountains; ++i) {
            const Four planes = four(way(from.fountain[i]).planes);
            if (any(planes) & part) continue;
            cover |= planes;
            to.fountain[to.fountains++] = from.fountain[i];
        }
        const int spare = from.complete ? 0 : holes(from);
        if (!filler.fill(~cover & ALL_FIELDS, lifted, outlook.fountains() - to.fountains, spare, TRIES, random)) return false;
        take(to);
        return true;
    }

    // Sets the score of the plan for this order of the cards.
    void evaluate(Plan& plan, const Order& order) {
        balance(plan);
        plan.score = score(plan, order);
    }

    // The points of the plan in this order of the cards. A fountain is placed where it helps at once; one that
    // is due now is the plan's first.
    int score(const Plan& plan, const Order& order) const {
        int total = plan.bonus + plan.last;
        Four cover = board;
        Four waiting[ROUNDS];
        int left = plan.fountains;
        for (int i = 0; i < left; ++i) waiting[i] = four(way(plan.fountain[i]).planes);
        for (int round = outlook.round; round < ROUNDS; ++round) {
            for (int i = order.from[round]; i < order.from[round + 1]; ++i) {
                const int number = plan.way[order.tile[i]];
                if (number != NO_WAY) cover |= four(way(number).planes);
            }
            const uint64_t done = full(cover);
            int best = largest_rectangle(done);
            if (left && (round > outlook.round || outlook.fountain)) {
                const bool now = round == outlook.round && outlook.fountain_due;
                int which = now ? 0 : left - 1;
                for (int i = 0; i < (now ? 1 : left); ++i) {
                    const uint64_t then = full(cover | waiting[i]);
                    if (then == done) continue;
                    const int here = largest_rectangle(then);
                    if (here > best) best = here, which = i;
                }
                cover |= waiting[which];
                waiting[which] = waiting[--left];
            }
            total += best;
        }
        return total;
    }

    const Rules& rules;
    const Atlas& atlas;
    const Outlook outlook;
    const uint32_t tiles;
    const Four board;
    Filler filler;
    Random random;

   private:
    int fewest = 0;  // halves that new plans leave empty, as far as is known
    static constexpr int TRIES = 60;  // most holes are filled at once or not at all

    uint64_t some_part() {
        const uint64_t bits = random.next();
        const auto share = [&](int at, int n) { return static_cast<int>(below(static_cast<uint32_t>(bits >> at & 0xFFFF) << 16, static_cast<uint32_t>(n))); };
        const int width = 1 + share(0, 4), height = 1 + share(16, 4);
        const int x = share(32, SIZE - width + 1), y = share(48, SIZE - height + 1);
        uint64_t part = 0;
        for (int row = y; row < y + height; ++row) part |= ((1ull << width) - 1) << (SIZE * row + x);
        return part;
    }

    int holes(const Plan& plan) const {
        Four cover = board;
        for (uint32_t set = tiles; set; set &= set - 1)
            if (plan.way[lowest(set)] != NO_WAY) cover |= four(way(plan.way[lowest(set)]).planes);
        for (int i = 0; i < plan.fountains; ++i) cover |= four(way(plan.fountain[i]).planes);
        return quarters_in(~cover & ALL_FIELDS) / 2;
    }

    void take(Plan& plan) {
        for (int i = 0; i < filler.found; ++i) {
            const int16_t number = filler.chosen[i];
            const int piece = way(number).piece;
            if (piece == FOUNTAIN_PIECE)
                plan.fountain[plan.fountains++] = number;
            else
                plan.way[piece] = number;
        }
    }

    // Chooses the sides that balance the colours, by flipping tiles greedily.
    void balance(Plan& plan) {
        City city = outlook.city;
        uint32_t either = 0;
        plan.green = 0;
        for (uint32_t set = tiles; set; set &= set - 1) {
            const int tile = lowest(set);
            if (plan.way[tile] == NO_WAY) continue;
            const Way& here = way(plan.way[tile]);
            int colour = here.number[0] == NO_WAY;
            if (here.number[0] != NO_WAY && here.number[1] != NO_WAY) {
                either |= 1u << tile;
                colour = static_cast<int>(random.next() & 1);
            }
            plan.green |= static_cast<uint32_t>(colour) << tile;
            four(city.cover[colour]) |= four(here.planes);
        }
        for (int i = 0; i < plan.fountains; ++i) {
            const Four planes = four(way(plan.fountain[i]).planes);
            four(city.cover[0]) |= planes;
            four(city.cover[1]) |= planes;
        }
        int difference = std::abs(colour_difference(city));
        for (int pass = 0; pass < 2 && difference; ++pass)
            for (uint32_t set = either; set && difference; set &= set - 1) {
                const int tile = lowest(set);
                const Four planes = four(way(plan.way[tile]).planes);
                City other = city;
                four(other.cover[0]) ^= planes;
                four(other.cover[1]) ^= planes;
                const int then = std::abs(colour_difference(other));
                if (then < difference) difference = then, city = other, plan.green ^= 1u << tile;
            }
        const uint64_t done = full(covered(city));
        plan.complete = done == ALL_FIELDS;
        plan.bonus = bonuses(rules, city);
        plan.last = largest_rectangle(done);
    }
};

}  // namespace baumeister::tangram_city::ISA
