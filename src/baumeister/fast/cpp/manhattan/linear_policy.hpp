// The logits of a linear policy, as playouts need them in every step: the weighted sums of `features`, with
// the parts shared by builds on the same place or in the same district computed once, and all four sizes of
// block at once. Tests compare them with rows of features.
#pragma once

#include "features.hpp"

namespace baumeister::manhattan::ISA {

// A number for each size of block.
typedef float Four __attribute__((vector_size(16)));

// The effect of a build on its district.
struct Share {
    int margin, swing;  // buildings ahead of the next colour, -3 to 3; majorities gained
    int loss, leader;   // points that rivals and the leader lose
};

inline Share share_of(const Scene& scene, int district, int owner, int colour) {
    int counts[COLOURS], most_other = 0;
    for (int each = 0; each < COLOURS; ++each) {
        counts[each] = scene.owned[district][each] + (each == colour) - (each == owner);
        if (each != colour && counts[each] > most_other) most_other = counts[each];
    }
    const int before = scene.majority[district];
    int after = colour;
    if (counts[colour] <= most_other) {  // no other colour gained a building
        const bool same = owner == NOBODY || owner == colour;
        after = !same ? most_of(counts) : before != NOBODY && counts[before] > counts[colour] ? before : NOBODY;
    }
    const int margin = counts[colour] - most_other;
    return {margin < -3 ? -3 : margin > 3 ? 3 : margin, scene.own(after) - scene.own(before),
            scene.is_rival(owner) + 2 * (scene.is_rival(before) - scene.is_rival(after)),
            scene.leads(owner) + 2 * (scene.leads(before) - scene.leads(after))};
}

class LinearPolicy {
   public:
    LinearPolicy(const Rules& rules, const Position& p, const float* weights)
        : scene(rules, p), w(weights + (p.round == rules.rounds ? feature::GAIN_LAST : 0)) {
        for (int ahead = LEAST; ahead <= 5; ++ahead)
            for (int size = 0; size < SIZES; ++size)
                leads[ahead - LEAST][size] = w[feature::FLOORS] * static_cast<float>(size + 1) + w[feature::AHEAD_BY_0 + lead_class(ahead + size + 1)];
        for (int largest = 0; largest <= SIZES; ++largest)
            for (int size = 0; size < SIZES; ++size) {
                enough[largest][size] = largest > size ? 1.0f : 0.0f;
                lasting[largest][size] = largest > size ? 0.0f : w[feature::LASTING];
            }
    }

    // Writes the logits of one colour's builds on these places, for each size.
    void build_with(int colour, uint64_t places, Four* logits) {
        look_up(colour);
        const Position& p = scene.p;
        District known[DISTRICT_COUNT][COLOURS + 1];
        uint32_t seen = 0;
        const uint64_t odd = p.own[1] | p.own[3], upper = p.own[2] | p.own[3], built = p.own[0] | odd | upper;
        for (uint64_t left = places; left; left &= left - 1) {
            const int place = lowest(left), position = position_of(place), district = place - 6 * position;
            const int owner = static_cast<int>(built >> place & 1) * (1 + static_cast<int>(odd >> place & 1) + 2 * static_cast<int>(upper >> place & 1)) - 1;
            District& here = known[district][owner + 1];
            const uint32_t bit = 1u << (5 * district + owner + 1);
            if (!(seen & bit)) seen |= bit, here = in_district(district, owner, colour);
            const uint32_t floors = p.floors[place];
            const int mine = floors_of(floors, colour);
            int ahead = 5, ever = 0;
            for (int other = 0; other < COLOURS; ++other) {
                const int by = other == colour ? mine : mine - floors_of(floors, other);
                ahead = by < ahead ? by : ahead;
            }
            Four able = {}, risk = {};
            for (int at = 0; at < scene.rivals; ++at) {
                const Scene::Rival& rival = scene.rival[at];
                const int by = mine - floors_of(floors, rival.colour);
                const Four can = enough[rival.now ? within(rival.now - by) : 0];
                able += can;
                risk += can * rival.unseen[position];
                const int until = rival.ever ? within(rival.ever - by) : 0;
                ever = until > ever ? until : ever;
            }
            const int below = scene.heights.of[place] - scene.heights.highest;
            const Tower& tower = towers[below < -8 ? 8 : -below];
            const Four gain = tower.gain + here.gain;
            const float of_place = here.sum + (p.hands[scene.player] >> (6 * position) & 62 ? w[feature::SPARE] : 0) +
                                   (scene.rules.has_monster() ? by_monster(place, position, colour) : 0);
            logits[place] = (leads[(ahead < LEAST ? LEAST : ahead) - LEAST] + of_place) + (tower.sum + lasting[ever]) +
                          (able * w[feature::THREATS] + risk * w[feature::EXPOSURE]) + (able > 0.0f ? gain * w[feature::OPEN_GAIN] : gain * w[feature::GAIN]);
            if (scene.exact) add_points(place, colour, able, logits[place]);
        }
    }

   private:
    static constexpr int LEAST = -8;  // from this far behind no block gives a lead
    const Scene scene;
    const float* w;
    Four leads[6 - LEAST];      // by the lead before the build
    Four enough[SIZES + 1];     // by the largest block that can be captured: 1 for sizes up to it
    Four lasting[SIZES + 1];
    struct Tower {
        Four sum, gain;
    } towers[9];  // by how far below the highest building

    struct District {
        float sum, gain;
    };

    static int within(int size) { return size < 0 ? 0 : size > SIZES ? SIZES : size; }

    // The effect of a build on the highest building.
    void look_up(int colour) {
        const int was = scene.highest_colour;
        float gains[3], losses[3];
        for (int at = 0; at < 3; ++at) {
            const int top = at == 2 ? colour : at == 1 ? NOBODY : was;
            gains[at] = scene.exact ? 0 : static_cast<float>(3 * (scene.own(top) - scene.own(was)));
            losses[at] = scene.exact ? 0
                                     : w[feature::LOSS] * static_cast<float>(3 * (scene.is_rival(was) - scene.is_rival(top))) +
                                           w[feature::LEADER] * static_cast<float>(3 * (scene.leads(was) - scene.leads(top)));
        }
        for (int below = 0; below < 9; ++below)
            for (int size = 0; size < SIZES; ++size) {
                const int higher = size + 1 - below, level = higher > 0 ? 2 : higher == 0;
                towers[below].gain[size] = gains[level];
                towers[below].sum[size] = losses[level] + w[feature::TOWER] * static_cast<float>(higher < -4 ? 0 : higher + 4) + (higher > 0 ? w[feature::HIGHEST] : 0);
            }
    }

    // The part that depends on the district and the previous owner.
    District in_district(int district, int owner, int colour) const {
        const Share share = share_of(scene, district, owner, colour);
        const float sum = (owner == NOBODY ? w[feature::EMPTY] : scene.own(owner) ? w[feature::OWN] : w[feature::TAKEOVER]) +
                          w[feature::MARGIN] * static_cast<float>(share.margin) + w[feature::MAJORITY] * static_cast<float>(share.swing);
        if (scene.exact) return {sum, 0};
        return {sum + w[feature::LOSS] * static_cast<float>(share.loss) + w[feature::LEADER] * static_cast<float>(share.leader),
                static_cast<float>(1 - scene.own(owner) + 2 * share.swing)};
    }

    void add_points(int place, int colour, const Four& able, Four& logits) const {
        for (int size = 0; size < SIZES; ++size) {
            if (!of_size(scene.p.trays[colour], size)) continue;
            int points[3];
            scene.change(place, colour, size, points);
            logits[size] += (able[size] > 0 ? w[feature::OPEN_GAIN] : w[feature::GAIN]) * static_cast<float>(points[0]) +
                          w[feature::LOSS] * static_cast<float>(points[1]) + w[feature::LEADER] * static_cast<float>(points[2]);
        }
    }

    float by_monster(int place, int position, int colour) const {
        float sum = 0;
        features_by_monster(scene, place, position, colour, [&](int feature, float value) { sum += w[feature] * value; });
        return sum;
    }
};

// Lists the builds of one colour, smallest blocks first, with their logits; returns the new count.
template <class ByPlace>
inline int listed(const uint64_t* of_size, int slot, const ByPlace& by_place, uint16_t* numbers, float* logits, int count) {
    for (int size = 0; size < SIZES; ++size)
        for (uint64_t left = of_size[size]; left; left &= left - 1) {
            const int place = lowest(left);
            numbers[count] = static_cast<uint16_t>(slot * SECOND_COLOUR + PLACES * size + place);
            logits[count++] = by_place[place][size];
        }
    return count;
}

// Writes the legal numbers and the logits of a linear policy.
inline int linear_logits(const Rules& rules, const Position& p, const float* weights, uint16_t* numbers, float* logits) {
    if (p.phase != BUILD) {
        float* sum = logits;
        return for_each_feature(
            rules, p, numbers, [&](int i) { sum = logits + i, *sum = 0; },
            [&](int feature, float value) { *sum += weights[feature] * value; });
    }
    const Builds builds(rules, p);
    LinearPolicy policy(rules, p, weights);
    int count = 0;
    for (int slot = 0; slot < rules.slots; ++slot) {
        const uint64_t* of_size = builds.places[slot];
        const uint64_t places = of_size[0] | of_size[1] | of_size[2] | of_size[3];
        Four by_place[PLACES];
        policy.build_with(p.turn + 2 * slot, places, by_place);
        count = listed(of_size, slot, by_place, numbers, logits, count);
    }
    if (count) return count;
    count = legal(rules, p, numbers);
    for (int i = 0; i < count; ++i)
        logits[i] = weights[feature::GIVEN_UP] * floors_given_up(numbers[i]);
    return count;
}

}  // namespace baumeister::manhattan::ISA
