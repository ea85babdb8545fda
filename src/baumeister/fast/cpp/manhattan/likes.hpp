// The weighted sums of all legal decisions, as a policy needs them in every step of a playout: what
// `features` would give, multiplied out, but shared between builds on the same place and in the
// same district. The tests hold one against the other.
#pragma once

#include "features.hpp"

namespace baumeister::manhattan::ISA {

struct Likes {
    const Scene scene;
    const float* w;
    float leads[SIZES][6];   // block and lead
    float towers[9];         // how high it gets
    float threats[COLOURS];  // how many
    float heights[3];        // losses of rivals by the highest building: lower, as high, higher
    int height_gains[3];

    Likes(const Rules& rules, const Position& p, const float* weights)
        : scene(rules, p), w(weights + (p.round == rules.rounds ? LAST : 0)) {
        for (int size = 0; size < SIZES; ++size)
            for (int lead = 0; lead < 6; ++lead) leads[size][lead] = w[FLOORS] * static_cast<float>(size + 1) + w[LEAD + lead];
        for (int at = 0; at < 9; ++at) towers[at] = w[TOWER] * static_cast<float>(at) + (at > 4 ? w[HIGHEST] : 0);
        for (int many = 0; many < COLOURS; ++many) threats[many] = w[THREATS] * static_cast<float>(many);
    }

    // Of one colour of the player: the sums of all its builds, by size and place.
    void build_with(int colour, uint64_t places, const uint64_t* of_size, float (*sums)[PLACES]) {
        const Position& p = scene.p;
        const int was = scene.highest_colour;
        for (int at = 0; at < 3; ++at) {
            const int top = at == 2 ? colour : at == 1 ? NOBODY : was;
            height_gains[at] = scene.exact ? 0 : 3 * (scene.own(top) - scene.own(was));
            heights[at] = scene.exact ? 0
                                      : w[LOSS] * static_cast<float>(3 * (scene.rivals_is(was) - scene.rivals_is(top))) +
                                            w[LEADER] * static_cast<float>(3 * (scene.leads(was) - scene.leads(top)));
        }
        District known[DISTRICTS][COLOURS + 1];
        uint32_t seen = 0;
        for (uint64_t left = places; left; left &= left - 1) {
            const int place = lowest(left), position = position_of(place), district = place - 6 * position;
            const int owner = owner_at(p, place);
            District& here = known[district][owner + 1];
            const uint32_t bit = 1u << (5 * district + owner + 1);
            if (!(seen & bit)) seen |= bit, here = in_district(district, owner, colour);
            const uint32_t floors = p.floors[place];
            const int mine = floors_of(floors, colour);
            int ahead = mine;
            int now[COLOURS - 1], ever = 0;
            float unseen[COLOURS - 1];
            for (int other = 0; other < COLOURS; ++other)
                if (other != colour) {
                    const int by = mine - floors_of(floors, other);
                    ahead = by < ahead ? by : ahead;
                }
            for (int at = 0; at < scene.rivals; ++at) {
                const Scene::Rival& rival = scene.rival[at];
                const int by = mine - floors_of(floors, rival.colour);
                now[at] = rival.now ? rival.now - by : 0;
                unseen[at] = rival.unseen[position];
                const int until = rival.ever ? rival.ever - by : 0;
                ever = until > ever ? until : ever;
            }
            const float of_place = here.sum + (scene.p.hands[scene.player] >> (6 * position) & 62 ? w[SPARE] : 0) +
                                   (scene.rules.monster ? by_monster(place, position, colour) : 0);
            const int below = scene.heights.of[place] - scene.heights.highest;
            for (int size = 0; size < SIZES; ++size) {
                if (!(of_size[size] >> place & 1)) continue;
                const int block = size + 1, higher = below + block, lead = ahead + block;
                int many = 0;
                float exposure = 0;
                for (int at = 0; at < scene.rivals; ++at) {
                    const bool can = now[at] >= block;
                    many += can;
                    exposure += can ? unseen[at] : 0;
                }
                const int level = higher > 0 ? 2 : higher == 0;
                float gain = static_cast<float>(here.gain + height_gains[level]);
                float rest = heights[level];
                if (scene.exact) {
                    int points[3];
                    scene.change(place, colour, size, points);
                    gain = static_cast<float>(points[0]);
                    rest = w[LOSS] * static_cast<float>(points[1]) + w[LEADER] * static_cast<float>(points[2]);
                }
                sums[size][place] = (of_place + rest) + (leads[size][lead_class(lead)] + threats[many]) +
                                    (towers[higher < -4 ? 0 : higher > 4 ? 8 : higher + 4] + (ever >= block ? 0 : w[LASTING])) +
                                    (w[EXPOSURE] * exposure + (many ? w[OPEN_GAIN] : w[GAIN]) * gain);
            }
        }
    }

   private:
    struct District {
        float sum;
        int gain;
    };

    // What follows from the district and whose building it was.
    District in_district(int district, int owner, int colour) const {
        int counts[COLOURS], most_other = 0;
        for (int each = 0; each < COLOURS; ++each) {
            counts[each] = scene.owned[district][each] + (each == colour) - (each == owner);
            if (each != colour && counts[each] > most_other) most_other = counts[each];
        }
        const int before = scene.majority[district];
        const int after = counts[colour] > most_other ? colour : most_of(counts);
        const int swing = scene.own(after) - scene.own(before);
        const int margin = counts[colour] - most_other;
        float sum = (owner == NOBODY ? w[EMPTY] : scene.own(owner) ? w[OWN] : w[TAKEOVER]) +
                    w[MARGIN] * static_cast<float>(margin < -3 ? -3 : margin > 3 ? 3 : margin) + w[MAJORITY] * static_cast<float>(swing);
        if (!scene.exact)
            sum += w[LOSS] * static_cast<float>(scene.rivals_is(owner) + 2 * (scene.rivals_is(before) - scene.rivals_is(after))) +
                   w[LEADER] * static_cast<float>(scene.leads(owner) + 2 * (scene.leads(before) - scene.leads(after)));
        return {sum, 1 - scene.own(owner) + 2 * swing};
    }

    float by_monster(int place, int position, int colour) const {
        float sum = 0;
        features_by_monster(scene, place, position, colour, [&](int feature, float value) { sum += w[feature] * value; });
        return sum;
    }
};

// The weighted sum of each legal number's features.
inline int likes(const Rules& rules, const Position& p, const float* weights, uint16_t* numbers, float* sums) {
    if (p.phase != BUILD) {
        float* sum = sums;
        return for_each_feature(
            rules, p, numbers, [&](int i) { sum = sums + i, *sum = 0; },
            [&](int feature, float value) { *sum += weights[feature] * value; });
    }
    const Builds builds(rules, p);
    Likes found(rules, p, weights);
    int many = 0;
    for (int slot = 0; slot < rules.slots; ++slot) {
        const uint64_t* of_size = builds.places[slot];
        const uint64_t places = of_size[0] | of_size[1] | of_size[2] | of_size[3];
        float by_place[SIZES][PLACES];
        found.build_with(p.turn + 2 * slot, places, of_size, by_place);
        for (int size = 0; size < SIZES; ++size)
            for (uint64_t left = of_size[size]; left; left &= left - 1) {
                const int place = lowest(left);
                numbers[many] = static_cast<uint16_t>(slot * SECOND_COLOUR + PLACES * size + place);
                sums[many++] = by_place[size][place];
            }
    }
    if (many) return many;
    many = legal(rules, p, numbers);
    for (int i = 0; i < many; ++i)
        sums[i] = weights[GIVEN_UP] * static_cast<float>(((numbers[i] % SECOND_COLOUR - FORFEIT) & 3) + 1);
    return many;
}

}  // namespace baumeister::manhattan::ISA
