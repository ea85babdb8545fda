// A plan: where every piece still to come will lie. It can be played in any order of the cards;
// the order decides how the largest rectangle grows.
#pragma once

#include "outlook.hpp"
#include "planning.hpp"
#include "tiling.hpp"

namespace baumeister::tangram_city::ISA {

struct Plan {
    int16_t way[TILES];       // NO_WAY: declined
    int16_t fountain[ROUNDS];
    int fountains = 0;
    uint32_t green = 0;       // tiles with the green side up
    int bonus = 0;            // planning and harmony
    bool complete = false;
    uint8_t score[MOST_ORDERS];  // of the rounds to come and the bonuses
    int last = 0;             // the rectangle in the end
};

class Planner {
   public:
    Planner(const Rules& rules, const Outlook& outlook, const Order* orders, int n, Random random)
        : rules(rules), outlook(outlook), atlas(rules, outlook.city, outlook.tiles(), outlook.fountains() > 0),
          filler(rules, atlas), random(random), order(orders), orders(n) {}

    // A plan from nothing, as complete as may be: many short tries, longer and longer.
    Plan first(int effort = 40000) {
        const Four free = ~atlas.board & ALL_FIELDS;
        Plan plan;
        for (int16_t& way : plan.way) way = NO_WAY;
        for (int spare = 0;; spare = spare < 4 ? spare + 1 : 2 * spare) {
            int limit = 200;
            for (int spent = 0; spent < effort; spent += filler.nodes, limit += limit / 8) {
                if (filler.fill(free, outlook.tiles(), outlook.fountains(), spare, limit, random)) {
                    take(plan);
                    return plan;
                }
                if (filler.nodes <= limit) break;  // there is none
            }
        }
    }

    // The plan with some neighbouring pieces laid another way; false if none was found.
    bool change(const Plan& from, Plan& to, int limit = 60) {
        uint64_t window = 0;
        const uint64_t bits = random.next();
        const int width = 1 + static_cast<int>(below(static_cast<uint32_t>(bits & 0xFFFF) << 16, 4)), height = 1 + static_cast<int>(below(static_cast<uint32_t>(bits >> 16 & 0xFFFF) << 16, 4));
        const int x = static_cast<int>(below(static_cast<uint32_t>(bits >> 32 & 0xFFFF) << 16, static_cast<uint32_t>(SIZE - width + 1)));
        const int y = static_cast<int>(below(static_cast<uint32_t>(bits >> 48) << 16, static_cast<uint32_t>(SIZE - height + 1)));
        for (int row = y; row < y + height; ++row) window |= ((1ull << width) - 1) << (SIZE * row + x);
        to = from;
        Four cover = atlas.board;
        uint32_t tiles = 0;
        for (uint32_t set = outlook.tiles(); set; set &= set - 1) {
            const int tile = lowest(set);
            if (to.way[tile] != NO_WAY) {
                const Four planes = four(way(to.way[tile]).planes);
                if (!(any(planes) & window) || fixed >> tile & 1) {
                    cover |= planes;
                    continue;
                }
                to.way[tile] = NO_WAY;
            }
            if (!(fixed >> tile & 1)) tiles |= 1u << tile;  // what is declined stays so
        }
        int kept = 0;
        for (int i = 0; i < to.fountains; ++i) {
            const Four planes = four(way(to.fountain[i]).planes);
            if ((any(planes) & window) && to.fountain[i] != fixed_fountain) continue;
            cover |= planes;
            to.fountain[kept++] = to.fountain[i];
        }
        to.fountains = kept;
        const Four free = ~cover & ALL_FIELDS;
        const int holes = from_holes(from);
        if (!filler.fill(free, tiles, outlook.fountains() - kept, holes, limit, random)) return false;
        take(to);
        return true;
    }

    // What the plan scores if the cards come in the n-th order.
    int judge(Plan& plan, int n) {
        balance(plan);
        return plan.score[n] = static_cast<uint8_t>(score(plan, order[n]));
    }

    // The scores of a plan that was judged, in all orders; a fountain due now is the first.
    void weigh(Plan& plan) {
        for (int i = 0; i < orders; ++i) plan.score[i] = static_cast<uint8_t>(score(plan, order[i]));
    }

    const Way& way(int number) const { return atlas.ways[static_cast<size_t>(number)]; }

    const Rules& rules;
    const Outlook& outlook;
    const Atlas atlas;
    Filler filler;
    Random random;
    const Order* const order;
    const int orders;
    uint32_t fixed = 0;  // tiles that stay where they are
    uint32_t fixed_green = 0;  // of these, those with green up
    int16_t fixed_fountain = NO_WAY;

   private:
    int from_holes(const Plan& plan) const {
        if (plan.complete) return 0;
        Four cover = atlas.board;
        for (uint32_t set = outlook.tiles(); set; set &= set - 1)
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

    // Sides that balance the colours: turn over whichever tile brings them closest.
    void balance(Plan& plan) {
        City city = outlook.city;
        uint32_t either = 0;
        plan.green = 0;
        for (uint32_t set = outlook.tiles(); set; set &= set - 1) {
            const int tile = lowest(set);
            if (plan.way[tile] == NO_WAY) continue;
            const Way& here = way(plan.way[tile]);
            int colour = here.number[0] == NO_WAY;
            if (here.number[0] != NO_WAY && here.number[1] != NO_WAY) {
                if (fixed >> tile & 1)
                    colour = fixed_green >> tile & 1;
                else
                    either |= 1u << tile, colour = static_cast<int>(random.next() & 1);
            }
            plan.green |= static_cast<uint32_t>(colour) << tile;
            four(city.cover[colour]) |= four(here.planes);
        }
        for (int i = 0; i < plan.fountains; ++i) {
            const Four planes = four(way(plan.fountain[i]).planes);
            four(city.cover[0]) |= planes;
            four(city.cover[1]) |= planes;
        }
        int apart = std::abs(tilt(city));
        for (int pass = 0; pass < 2 && apart; ++pass)
            for (uint32_t set = either; set && apart; set &= set - 1) {
                const int tile = lowest(set);
                const Four planes = four(way(plan.way[tile]).planes);
                City other = city;
                four(other.cover[0]) ^= planes;
                four(other.cover[1]) ^= planes;
                const int then = std::abs(tilt(other));
                if (then < apart) apart = then, city = other, plan.green ^= 1u << tile;
            }
        plan.complete = full(covered(city)) == ALL_FIELDS;
        plan.bonus = bonuses(rules, city);
        plan.last = largest_rectangle(full(covered(city)));
    }

    // What the plan brings if the cards come in this order: rectangles and bonuses.
    int score(const Plan& plan, const Order& order) const {
        int total = plan.bonus + plan.last;  // of the last round
        Four cover = atlas.board;
        Four waiting[ROUNDS];
        int left = plan.fountains;
        for (int i = 0; i < left; ++i) waiting[i] = four(way(plan.fountain[i]).planes);
        for (int round = outlook.round; round < ROUNDS; ++round) {
            for (int i = order.from[round]; i < order.from[round + 1]; ++i) {
                const int number = plan.way[order.tile[i]];
                if (number != NO_WAY) cover |= four(way(number).planes);
            }
            int best = largest_rectangle(full(cover));
            if (left && (round > outlook.round || outlook.fountain)) {
                const bool now = round == outlook.round && !outlook.in_round;
                int which = now ? 0 : left - 1;
                for (int i = 0; i < (now ? 1 : left); ++i) {
                    const uint64_t then = full(cover | waiting[i]);
                    if (then == full(cover)) continue;
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
};

}  // namespace baumeister::tangram_city::ISA
