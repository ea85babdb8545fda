// Evaluating a position with the network: every player's chances of winning as a seat sees it, and the logits of
// the legal actions if that seat is to act.
#pragma once

#include "../policy.hpp"
#include "network_cache.hpp"
#include "network_products.hpp"
#include "network_whole.hpp"

namespace baumeister::manhattan::ISA {

class Inference {
   public:
    Inference(const Rules& of, const Position& position, const Network& by, int seat)
        : rules(of), p(position), network(by), cache(NetworkCache::of(by)), view(of, position, seat), swings(view, 0) {
        for (int place = 0; place < PLACES; ++place) owner[place] = EMPTY;
        for (int colour = 0; colour < view.colours; ++colour)
            for (uint64_t left = view.own[colour]; left; left &= left - 1) owner[lowest(left)] = static_cast<uint8_t>(colour);
        collect_rows();
        places();
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
        if (!builds.possible(rules)) return choices(numbers, out);
        shared_of_districts();
        int found = 0;
        for (int slot = 0; slot < rules.slots; ++slot) found = builds_with(slot, builds.places[slot], found, numbers, out);
        return found;
    }

   private:
    const Rules& rules;
    const Position& p;
    const Network& network;
    NetworkCache& cache;
    const View view;
    const Swings swings;  // of the player's first colour
    uint8_t owner[PLACES];
    const int16_t* rows[96];  // of the whole position; fetched while the districts are computed
    int many_rows = 0;
    alignas(32) int16_t at_place[PLACES][ACTION_UNITS];
    alignas(32) float district[DISTRICT_COUNT][DISTRICT_UNITS];
    alignas(32) float last[LAST_UNITS];
    Quantised<PLACE_UNITS, 12> place_units[DISTRICT_COUNT];
    alignas(32) float places_sum[PLACE_UNITS] = {}, districts_sum[DISTRICT_UNITS] = {};
    alignas(32) float shared[DISTRICT_COUNT][ACTION_UNITS];

    using Both = ShortSums<BOTH_UNITS>;

    template <int UNITS>
    static void add(Network::Row<UNITS>& sums, const Network::Row<UNITS>& row) {
        for (int unit = 0; unit < UNITS; unit += 2 * LANES) *reinterpret_cast<Shorts*>(sums.of + unit) += *reinterpret_cast<const Shorts*>(row.of + unit);
    }

    void collect_rows() {
        state_rows(view, [&](int row) {
            const char* weights = reinterpret_cast<const char*>(rows[many_rows++] = network.whole[row].of);
            for (size_t line = 0; line < sizeof network.whole[row]; line += 64) __builtin_prefetch(weights + line);
        });
        for (int colour = 0; colour < view.colours; ++colour) {
            const uint64_t code = static_cast<uint64_t>(view.trays[colour]) << 16 | view.supplies[colour];
            rows[many_rows++] = cache.blocks[colour].at(code, [&](auto& sums) {
                sums = {};
                block_rows(view, colour, [&](int row) { add(sums, network.whole[row]); });
            }).of;
        }
        uint64_t code = rules.options;
        for (int each : {rules.players, rules.slots, rules.rounds, rules.blocks, rules.hand}) code = code << 6 | static_cast<uint64_t>(each);
        rows[many_rows++] = cache.rules.at(code, [&](auto& sums) {
            sums = {};
            rules_rows(rules, [&](int row) { add(sums, network.whole[row]); });
        }).of;
    }

    // Sums the rows of all places, and those of each district's places.
    void places() {
        const MonsterPaths paths(view);
        const bool monster = rules.has_monster();
        Both empty_at[CARDS];
        for (int position = 0; position < CARDS; ++position) {
            uint64_t code = static_cast<uint64_t>(view.colours << 2 | view.cards_at(position));
            for (int colour = 0; colour < COLOURS; ++colour) code = code << 3 | view.can[colour][1][position];
            empty_at[position] = Both::at(cache.places.at(code, [&](auto& sums) { sums = of_empty(position); }).of);
        }
        for (int at = 0; at < DISTRICT_COUNT; ++at) {
            uint64_t shares[COLOURS];
            const int mine = situation_of(view.owned[at][0] - view.most[at][0]);
            for (int colour = 0; colour < COLOURS; ++colour)
                shares[colour] = static_cast<uint64_t>((((8 * mine + view.kind_of(at, colour)) * 2 + swings.gains[at][colour]) * 2 + swings.loses[at][colour]) * 4 + view.opens[at]);
            Both empty_in = Both::at(network.share[mine][0][swings.gains[at][EMPTY]][0].of);
            if (view.opens[at])
                for (int k = 0; k < Both::PARTS; ++k)
                    empty_in.of[k] += Both::at(network.rest[0][0][view.opens[at]].of).of[k] - Both::at(network.rest[0][0][0].of).of[k];
            Ints total[PLACE_UNITS / LANES] = {};
            for (int position = 0; position < CARDS; ++position) {
                const int place = 6 * position + at, colour = owner[place];
                Both sums = empty_at[position];
                if (colour == EMPTY) {
                    for (int k = 0; k < Both::PARTS; ++k) sums.of[k] += empty_in.of[k];
                    if (monster) sums.add(network.monster[paths.of[place]].of);
                } else {
                    const uint64_t code = code_of(place, position, colour) << 15 | shares[colour] << 4 | paths.of[place];
                    sums = Both::at(cache.places.at(code, [&](auto& row) { row = of_building(place_inputs(view, swings, paths, place, colour)); }).of);
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
            alignas(32) float units[PLACE_UNITS];
            for (int k = 0; k < PLACE_UNITS / LANES; ++k) {
                const Floats part = __builtin_convertvector(total[k], Floats) * floats_at(network.place_unit + LANES * k);
                reinterpret_cast<Floats*>(units)[k] = part;
                reinterpret_cast<Floats*>(places_sum)[k] += part;
            }
            place_units[at].set(units);
        }
    }

    // Everything that the rows of a building depend on, besides its district and the monster; never 0.
    [[gnu::always_inline]] uint64_t code_of(int place, int position, int colour) const {
        const uint32_t floors = view.floors(place);
        const int its = floors_of(floors, colour), tall = view.height[place];
        int code = view.colours - 1, colours = 0;
        for (int other = 0; other < COLOURS; ++other) {
            const int theirs = floors_of(floors, other), behind = clipped(its - theirs, 0, MOST_BEHIND);
            colours += theirs > 0;
            code = code << 6 | behind << 3 | view.can[other][behind][position];
        }
        const int rest = ((((colours * 8 + (tall < 7 ? tall : 7)) * 8 + view.tower_of(tall)) * 4 + view.ground[place]) * 4 + view.top_size[place]) * 4 + view.cards_at(position);
        return static_cast<uint64_t>((rest * 2 + view.is_villa(place)) * 4 + colour) << 26 | static_cast<uint64_t>(code);
    }

    Network::PlaceRow of_empty(int position) const {
        Network::PlaceRow sums = network.empty;
        for (int colour = 0; colour < view.colours; ++colour) add(sums, network.vacant[colour][view.can[colour][1][position]]);
        add(sums, network.rest[view.cards_at(position)][0][0]);
        return sums;
    }

    Network::PlaceRow of_building(const PlaceInputs& in) const {
        Network::PlaceRow sums = network.building[in.owner][in.height][in.ground];
        add(sums, network.shape[in.tower][in.top - 1][in.colours - 1]);
        add(sums, network.share[in.mine][in.kind][in.gains][in.loses]);
        add(sums, network.rest[in.cards][in.villa][in.opens]);
        add(sums, network.own[in.owner][in.can[in.owner]]);
        for (int colour = 0; colour < view.colours; ++colour)
            if (colour != in.owner) add(sums, network.rival[colour][in.can[colour]][in.behind[colour]]);
        if (in.monster) add(sums, network.monster[in.monster]);
        return sums;
    }

    void districts() {
        alignas(32) int32_t products[DISTRICT_COUNT][DISTRICT_UNITS];
        for (int at = 0; at < DISTRICT_COUNT; at += 2) multiply<2>(place_units + at, network.from_places, products + at);
        for (int at = 0; at < DISTRICT_COUNT; ++at) {
            uint64_t code = static_cast<uint64_t>(view.colours << 2 | view.opens[at]);
            for (int colour = 0; colour < COLOURS; ++colour) code = code << 8 | static_cast<uint64_t>(view.owned[at][colour] << 4 | view.most[at][colour]);
            const float* own = cache.districts.at(code, [&](auto& sums) { of_district(at, sums.of); }).of;
            for (int unit = 0; unit < DISTRICT_UNITS; unit += LANES) {
                const Floats product = __builtin_convertvector(*reinterpret_cast<const Ints*>(products[at] + unit), Floats);
                const Floats units = rectified(floats_at(own + unit) + product * (floats_at(network.from_places.step + unit) * place_units[at].step));
                *reinterpret_cast<Floats*>(district[at] + unit) = units;
                *reinterpret_cast<Floats*>(districts_sum + unit) += units;
            }
        }
    }

    // What a district's own inputs add to its units.
    void of_district(int at, float* out) const {
        Network::Row<DISTRICT_UNITS> sums;
        district_rows(view, at, [&](int row) { add(sums, network.district[row]); });
        for (int unit = 0; unit < DISTRICT_UNITS; ++unit) out[unit] = sums.of[unit] * network.district_unit[unit] + network.district_bias[unit];
    }

    void everything() {
        alignas(32) float whole[WHOLE_UNITS];
        alignas(32) int16_t sums[WHOLE_UNITS];
        constexpr int CHUNK = WHOLE_UNITS / 2;  // accumulators that fit in registers
        for (int first = 0; first < WHOLE_UNITS; first += CHUNK) {
            ShortSums<CHUNK> part = ShortSums<CHUNK>::at(rows[0] + first);
            for (int at = 1; at < many_rows; ++at) part.add(rows[at] + first);
            part.store(sums + first);
        }
        for (int unit = 0; unit < WHOLE_UNITS; unit += LANES)
            *reinterpret_cast<Floats*>(whole + unit) = floats_at(sums + unit) * floats_at(network.whole_unit + unit) + floats_at(network.whole_bias + unit);
        add_product(places_sum, network.whole_from_places, whole);
        add_product(districts_sum, network.whole_from_districts, whole);
        rectify<WHOLE_UNITS>(whole);
        __builtin_memcpy(last, network.last_bias, sizeof last);
        add_product(whole, network.last, last);
        rectify<LAST_UNITS>(last);
    }

    // What all builds of a district share.
    void shared_of_districts() {
        alignas(32) float base[ACTION_UNITS];
        __builtin_memcpy(base, network.build_bias, sizeof base);
        add_product(last, network.build_last, base);
        Quantised<DISTRICT_UNITS> units[DISTRICT_COUNT];
        for (int at = 0; at < DISTRICT_COUNT; ++at) units[at].set(district[at]);
        alignas(32) int32_t products[DISTRICT_COUNT][ACTION_UNITS];
        multiply<DISTRICT_COUNT / 2>(units, network.build_district, products);
        multiply<DISTRICT_COUNT / 2>(units + DISTRICT_COUNT / 2, network.build_district, products + DISTRICT_COUNT / 2);
        for (int at = 0; at < DISTRICT_COUNT; ++at) {
            __builtin_memcpy(shared[at], base, sizeof base);
            add_scaled(products[at], units[at].step, network.build_district, shared[at]);
        }
    }

    int builds_with(int slot, const uint64_t* places, int found, uint16_t* numbers, float* out) {
        const int builder = 2 * slot;
        const Swings own_swings = slot ? Swings(view, builder) : swings;
        int next[SIZES];  // numbers ascend by size, then by place
        for (int size = 0; size < SIZES; ++size) next[size] = found, found += count(places[size]);
        for (uint64_t left = places[0] | places[1] | places[2] | places[3]; left; left &= left - 1) {
            const int place = lowest(left), position = position_of(place), at = place - 6 * position;
            const BuildPlace here(view, own_swings, builder, owner[place], at);
            const uint32_t floors = view.floors(place);
            auto base = ShortSums<ACTION_UNITS>::at(at_place[place]);
            base.add(network.onto[slot][here.onto][here.gains][here.lost].of);
            for (int size = 0; size < SIZES; ++size) {
                if (!(places[size] >> place & 1)) continue;
                const BuildInputs in(view, builder, place, floors, size);
                auto sums = base;
                sums.add(network.size[in.tower][size].of);
                for (int rival = 0; rival < 3; ++rival)
                    if (in.lead[rival] >= 0) sums.add(network.threat[rival][in.can[rival]][in.lead[rival]].of);
                numbers[next[size]] = static_cast<uint16_t>(slot * SECOND_COLOUR + PLACES * size + place);
                out[next[size]++] = output(sums, shared[at], network.build_out);
            }
        }
        return found;
    }

    int choices(uint16_t* numbers, float* out) {
        alignas(32) float base[ACTION_UNITS];
        __builtin_memcpy(base, network.choice_bias, sizeof base);
        add_product(last, network.choice_last, base);
        const int found = legal(rules, p, numbers);
        for (int at = 0; at < found; ++at) {
            alignas(32) int16_t quantised[ACTION_UNITS] = {};
            auto sums = ShortSums<ACTION_UNITS>::at(quantised);
            choice_rows(view, numbers[at], [&](int row) { sums.add(network.choice[row].of); });
            out[at] = output(sums, base, network.choice_out);
        }
        return found;
    }
};

// Writes the legal numbers of the player to act with their logits, and every player's chances of winning.
inline int evaluate_network(const Rules& rules, const Position& p, const Network& network, uint16_t* numbers, float* logits, float* chances) {
    Inference inference(rules, p, network, actor(rules, p));
    inference.chances(chances);
    return inference.logits(numbers, logits);
}

// Writes every player's chances of winning, as a seat sees the position.
inline void network_chances(const Rules& rules, const Position& p, const Network& network, int seat, float* chances) {
    Inference(rules, p, network, seat).chances(chances);
}

}  // namespace baumeister::manhattan::ISA
