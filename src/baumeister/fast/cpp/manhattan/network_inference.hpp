// Evaluating a position with the network: the logits of the legal actions of the player to act, and every
// player's chances of winning.
#pragma once

#include "../policy.hpp"
#include "network_whole.hpp"
#include "vectors.hpp"

namespace baumeister::manhattan::ISA {

class Inference {
   public:
    Inference(const Rules& of, const Position& position, const Network& by)
        : rules(of), p(position), network(by), view(of, position, actor(of, position)), swings(view, 0) {
        for (int place = 0; place < PLACES; ++place) owner[place] = EMPTY;
        for (int colour = 0; colour < view.colours; ++colour)
            for (uint64_t left = view.own[colour]; left; left &= left - 1) owner[lowest(left)] = static_cast<uint8_t>(colour);
        whole_rows(view, [&](int row) {
            rows[many_rows++] = static_cast<uint16_t>(row);
            const char* weights = reinterpret_cast<const char*>(network.whole[row].of);
            for (size_t line = 0; line < sizeof network.whole[row]; line += 64) __builtin_prefetch(weights + line);
        });
        districts();
        everything();
    }

    void chances(float* out) const {
        float odds[MOST_PLAYERS], highest = -1e30f, total = 0;
        Quad sums = *reinterpret_cast<const Quad*>(network.value_bias);
        for (int unit = 0; unit < LAST_UNITS; ++unit) sums += *reinterpret_cast<const Quad*>(network.value[unit]) * last[unit];
        for (int k = 0; k < rules.players; ++k) highest = sums[k] > highest ? sums[k] : highest;
        for (int k = 0; k < rules.players; ++k) total += odds[k] = exp_of(sums[k] - highest);
        for (int k = 0; k < rules.players; ++k) out[(view.seat + k) % rules.players] = odds[k] / total;
    }

    // Writes the legal numbers, ascending, and their logits.
    int logits(uint16_t* numbers, float* out) {
        if (p.phase != BUILD) return choices(numbers, out);
        const Builds builds(rules, p);
        uint64_t any = 0;
        for (int slot = 0; slot < rules.slots; ++slot)
            for (int size = 0; size < SIZES; ++size) any |= builds.places[slot][size];
        if (!any) return choices(numbers, out);
        shared_of_districts();
        int found = 0;
        for (int slot = 0; slot < rules.slots; ++slot) found = builds_with(slot, builds.places[slot], found, numbers, out);
        return found;
    }

   private:
    const Rules& rules;
    const Position& p;
    const Network& network;
    const View view;
    const Swings swings;  // of the player's first colour
    uint8_t owner[PLACES];
    uint16_t rows[128];  // of the whole position; fetched while the districts are computed
    int many_rows = 0;
    alignas(32) int16_t at_place[PLACES][ACTION_UNITS];
    alignas(32) float district[DISTRICT_COUNT][DISTRICT_UNITS];
    alignas(32) float last[LAST_UNITS];
    uint16_t active[DISTRICT_COUNT][DISTRICT_UNITS], last_active[LAST_UNITS];
    int many_active[DISTRICT_COUNT], many_last;
    alignas(32) float places_sum[PLACE_UNITS] = {}, districts_sum[DISTRICT_UNITS] = {};
    alignas(32) float shared[DISTRICT_COUNT][ACTION_UNITS];

    using Both = ShortSums<BOTH_UNITS>;

    static const uint16_t* all() {
        static constexpr auto INDEX = [] {
            struct { uint16_t of[64]; } made{};
            for (uint16_t at = 0; at < 64; ++at) made.of[at] = at;
            return made;
        }();
        return INDEX.of;
    }

    void districts() {
        const MonsterPaths paths(view);
        const bool monster = rules.has_monster();
        Both empty_at[CARDS];
        for (int position = 0; position < CARDS; ++position) {
            Both& sums = empty_at[position] = Both::at(network.empty.of);
            for (int colour = 0; colour < view.colours; ++colour) sums.add(network.vacant[colour][view.capture(colour, 1, position)].of);
            sums.add(network.rest[view.cards[position] > 1 ? 2 : view.cards[position]][0][0].of);
        }
        for (int at = 0; at < DISTRICT_COUNT; ++at) {
            Both empty_in = Both::at(network.share[situation_of(view.owned[at][0] - view.most[at][0])][0][swings.gains[at][EMPTY]][0].of);
            if (view.opens[at])
                for (int k = 0; k < Both::PARTS; ++k)
                    empty_in.of[k] += Both::at(network.rest[0][0][view.opens[at]].of).of[k] - Both::at(network.rest[0][0][0].of).of[k];
            Ints total[PLACE_UNITS / LANES] = {};
            for (int position = 0; position < CARDS; ++position) {
                const int place = 6 * position + at;
                Both sums = empty_at[position];
                if (owner[place] == EMPTY) {
                    for (int k = 0; k < Both::PARTS; ++k) sums.of[k] += empty_in.of[k];
                    if (monster) sums.add(network.monster[paths.of[place]].of);
                } else {
                    sums = of_building(place_inputs(view, swings, paths, place, owner[place]));
                }
                constexpr int PARTS = Both::PARTS * PLACE_UNITS / BOTH_UNITS;
                for (int k = 0; k < PARTS; ++k) {
                    const Shorts above = sums.of[k] > 0 ? sums.of[k] : Shorts{};
                    HalfShorts half[2];
                    __builtin_memcpy(half, &above, sizeof above);
                    total[2 * k] += __builtin_convertvector(half[0], Ints);
                    total[2 * k + 1] += __builtin_convertvector(half[1], Ints);
                }
                for (int k = PARTS; k < Both::PARTS; ++k) reinterpret_cast<Shorts*>(at_place[place])[k - PARTS] = sums.of[k];
            }
            of_district(at, total);
        }
    }

    [[gnu::always_inline]] Both of_building(const PlaceInputs& in) const {
        Both sums = Both::at(network.building[in.owner][in.height][in.ground].of);
        sums.add(network.shape[in.tower][in.top - 1][in.colours - 1].of);
        sums.add(network.share[in.mine][in.kind][in.gains][in.loses].of);
        sums.add(network.rest[in.cards][in.villa][in.opens].of);
        sums.add(network.own[in.owner][in.can[in.owner]].of);
        for (int colour = 0; colour < view.colours; ++colour)
            if (colour != in.owner) sums.add(network.rival[colour][in.can[colour]][in.behind[colour]].of);
        if (in.monster) sums.add(network.monster[in.monster].of);
        return sums;
    }

    void of_district(int at, const Ints* total) {
        alignas(32) float places[PLACE_UNITS];
        for (int k = 0; k < PLACE_UNITS / LANES; ++k) {
            const Floats part = __builtin_convertvector(total[k], Floats);
            reinterpret_cast<Floats*>(places)[k] = part;
            reinterpret_cast<Floats*>(places_sum)[k] += part;
        }
        alignas(32) int16_t rows[DISTRICT_UNITS] = {};
        ShortSums<DISTRICT_UNITS> sums = ShortSums<DISTRICT_UNITS>::at(rows);
        district_rows(view, at, [&](int row) { sums.add(network.district[row].of); });
        sums.store(rows);
        for (int unit = 0; unit < DISTRICT_UNITS; unit += LANES)
            *reinterpret_cast<Floats*>(district[at] + unit) = floats_at(rows + unit) * floats_at(network.district_unit + unit) + floats_at(network.district_bias + unit);
        add_product(places, all(), PLACE_UNITS, network.from_places, district[at]);
        many_active[at] = rectify<DISTRICT_UNITS>(district[at], active[at]);
        for (int unit = 0; unit < DISTRICT_UNITS; unit += LANES) *reinterpret_cast<Floats*>(districts_sum + unit) += floats_at(district[at] + unit);
    }

    void everything() {
        alignas(32) float whole[WHOLE_UNITS];
        alignas(32) int16_t sums[WHOLE_UNITS];
        constexpr int CHUNK = WHOLE_UNITS / 2;  // accumulators that fit in registers
        for (int first = 0; first < WHOLE_UNITS; first += CHUNK) {
            ShortSums<CHUNK> part = ShortSums<CHUNK>::at(network.whole[rows[0]].of + first);
            for (int at = 1; at < many_rows; ++at) part.add(network.whole[rows[at]].of + first);
            part.store(sums + first);
        }
        for (int unit = 0; unit < WHOLE_UNITS; unit += LANES)
            *reinterpret_cast<Floats*>(whole + unit) = floats_at(sums + unit) * floats_at(network.whole_unit + unit) + floats_at(network.whole_bias + unit);
        add_product(places_sum, all(), PLACE_UNITS, network.whole_from_places, whole);
        add_product(districts_sum, all(), DISTRICT_UNITS, network.whole_from_districts, whole);
        uint16_t whole_active[WHOLE_UNITS];
        const int active_units = rectify<WHOLE_UNITS>(whole, whole_active);
        __builtin_memcpy(last, network.last_bias, sizeof last);
        add_product(whole, whole_active, active_units, network.last, last);
        many_last = rectify<LAST_UNITS>(last, last_active);
    }

    // What all builds of a district share.
    void shared_of_districts() {
        alignas(32) float base[ACTION_UNITS];
        __builtin_memcpy(base, network.build_bias, sizeof base);
        add_product(last, last_active, many_last, network.build_last, base);
        for (int at = 0; at < DISTRICT_COUNT; ++at) {
            __builtin_memcpy(shared[at], base, sizeof base);
            add_product(district[at], active[at], many_active[at], network.build_district, shared[at]);
        }
    }

    int builds_with(int slot, const uint64_t* places, int found, uint16_t* numbers, float* out) {
        const int builder = 2 * slot;
        const Swings own_swings = slot ? Swings(view, builder) : swings;
        alignas(32) int16_t base[PLACES][ACTION_UNITS];
        uint32_t floors[PLACES];
        for (uint64_t left = places[0] | places[1] | places[2] | places[3]; left; left &= left - 1) {
            const int place = lowest(left), district_at = place - 6 * position_of(place);
            const BuildPlace in(view, own_swings, builder, owner[place], district_at);
            auto sums = ShortSums<ACTION_UNITS>::at(at_place[place]);
            sums.add(network.onto[slot][in.onto][in.gains][in.lost].of);
            sums.store(base[place]);
            floors[place] = view.floors(place);
        }
        for (int size = 0; size < SIZES; ++size)
            for (uint64_t left = places[size]; left; left &= left - 1) {
                const int place = lowest(left), district_at = place - 6 * position_of(place);
                const BuildInputs in(view, builder, place, floors[place], size);
                auto sums = ShortSums<ACTION_UNITS>::at(base[place]);
                sums.add(network.size[in.tower][size].of);
                for (int rival = 0; rival < 3; ++rival)
                    if (in.lead[rival] >= 0) sums.add(network.threat[rival][in.can[rival]][in.lead[rival]].of);
                alignas(32) int16_t quantised[ACTION_UNITS];
                sums.store(quantised);
                numbers[found] = static_cast<uint16_t>(slot * SECOND_COLOUR + PLACES * size + place);
                out[found++] = output<ACTION_UNITS>(quantised, shared[district_at], network.build_out);
            }
        return found;
    }

    int choices(uint16_t* numbers, float* out) {
        alignas(32) float base[ACTION_UNITS];
        __builtin_memcpy(base, network.choice_bias, sizeof base);
        add_product(last, last_active, many_last, network.choice_last, base);
        const int found = legal(rules, p, numbers);
        for (int at = 0; at < found; ++at) {
            alignas(32) int16_t quantised[ACTION_UNITS] = {};
            auto sums = ShortSums<ACTION_UNITS>::at(quantised);
            choice_rows(view, numbers[at], [&](int row) { sums.add(network.choice[row].of); });
            sums.store(quantised);
            out[at] = output<ACTION_UNITS>(quantised, base, network.choice_out);
        }
        return found;
    }
};

// Writes the legal numbers of the player to act with their logits, and every player's chances of winning.
inline int evaluate_network(const Rules& rules, const Position& p, const Network& network, uint16_t* numbers, float* logits, float* chances) {
    Inference inference(rules, p, network);
    inference.chances(chances);
    return inference.logits(numbers, logits);
}

}  // namespace baumeister::manhattan::ISA
