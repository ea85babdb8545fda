// The logits of the policy network: a hidden layer over the features of a decision and the context. What builds on
// the same place or in the same district share is computed once. Tests compare the logits with those in Python
// (`policy_network.py`).
#pragma once

#include "context.hpp"
#include "features.hpp"

namespace baumeister::manhattan::ISA {

typedef float Four __attribute__((vector_size(16)));

// A number for each unit.
typedef float Lanes __attribute__((vector_size(4 * POLICY_UNITS)));
typedef float Row __attribute__((vector_size(4 * POLICY_UNITS), aligned(4), may_alias));  // a row of weights, unaligned

struct Units {
    Lanes all;

    [[gnu::always_inline]] static const Row& at(const float* weights) { return *reinterpret_cast<const Row*>(weights); }
    [[gnu::always_inline]] void add(const float* weights) { all += at(weights); }
    [[gnu::always_inline]] void add(const float* weights, float times) { all += at(weights) * times; }
    [[gnu::always_inline]] void add(const Units& other) { all += other.all; }

    // The output: rectified units times weights, summed in the same order on every machine.
    [[gnu::always_inline]] float sum(const float* weights) const {
        const Lanes above = (all > 0.0f ? all : 0.0f) * at(weights);
        Four part[POLICY_UNITS / 4], total = {};
        __builtin_memcpy(part, &above, sizeof part);
        for (const Four& four : part) total += four;
        return (total[0] + total[2]) + (total[1] + total[3]);
    }
};

// The weights in their given order: biases, a row for each feature, a row for each number of the context, output.
struct NetworkWeights {
    const float* weights;
    const float* own() const { return weights; }
    const float* feature(int k) const { return weights + (1 + k) * POLICY_UNITS; }
    const float* context(int k) const { return weights + (1 + FEATURES + k) * POLICY_UNITS; }
    const float* result() const { return weights + (1 + FEATURES + CONTEXT) * POLICY_UNITS; }
};

class PolicyNetwork {
   public:
    PolicyNetwork(const Rules& rules, const Position& p, const NetworkWeights& of)
        : scene(rules, p), network(of), result(of.result()), last(p.round == rules.rounds ? feature::GAIN_LAST : 0), base{Units::at(of.own())} {
        float numbers[CONTEXT];
        context(scene, numbers);
        for (int k = 0; k < CONTEXT; ++k)
            if (numbers[k] != 0) base.add(network.context(k), numbers[k]);
    }

    // The logit of a decision with these features.
    template <class Each>
    float of(Each each_feature) const {
        Units units = base;
        each_feature([&](int feature, float value) { units.add(network.feature(feature), value); });
        return units.sum(result);
    }

    // Writes the logits of one colour's builds; `places` by size.
    void build_with(int colour, const uint64_t* places, float (*logits)[SIZES]) {
        look_up(colour);
        const Position& p = scene.p;
        District known[DISTRICT_COUNT][COLOURS + 1];
        uint32_t seen = 0;
        for (uint64_t left = places[0] | places[1] | places[2] | places[3]; left; left &= left - 1) {
            const int place = lowest(left), position = position_of(place), district = place - 6 * position;
            const int owner = owner_at(p, place);
            District& here = known[district][owner + 1];
            const uint32_t bit = 1u << (5 * district + owner + 1);
            if (!(seen & bit)) seen |= bit, in_district(district, owner, colour, here);
            const uint32_t floors = p.floors[place];
            const int mine = floors_of(floors, colour);
            int most = 0;
            for (int other = 0; other < COLOURS; ++other)
                if (other != colour) most = floors_of(floors, other) > most ? floors_of(floors, other) : most;
            Units of_place = here.sum;
            if (p.hands[scene.player] >> (6 * position) & 62) of_place.add(row(feature::SPARE));
            if (scene.rules.has_monster())
                features_by_monster(scene, place, position, colour, [&](int feature, float value) { of_place.add(row(feature), value); });
            const int below = scene.heights.highest - scene.heights.of[place];
            for (int size = 0; size < SIZES; ++size) {
                if (!(places[size] >> place & 1)) continue;
                Units units = of_place;
                int threats = 0, ever = 0;
                float exposure = 0;
                for (int at = 0; at < scene.rivals; ++at) {
                    const Scene::Rival& rival = scene.rival[at];
                    const int by = mine + size + 1 - floors_of(floors, rival.colour);
                    ever += rival.ever && rival.ever >= by;
                    if (rival.now && rival.now >= by) ++threats, exposure += rival.unseen[position];
                }
                units.add(floors_by[size]);
                units.add(row(feature::AHEAD_BY_0 + lead_class(mine + size + 1 - most)));
                if (threats) units.add(row(feature::THREATS), static_cast<float>(threats)), units.add(row(feature::EXPOSURE), exposure);
                if (!ever) units.add(row(feature::LASTING));
                const int higher = size + 1 - below, level = higher > 0 ? 2 : higher == 0;
                units.add(tower[level].sum);
                units.add(row(feature::TOWER), static_cast<float>(higher < -4 ? 0 : higher > 4 ? 8 : higher + 4));
                float gain = here.gain + tower[level].gain;
                if (scene.exact) gain = add_points(place, colour, size, units);
                units.add(row(threats ? feature::OPEN_GAIN : feature::GAIN), gain);
                logits[place][size] = units.sum(result);
            }
        }
    }

   private:
    const Scene scene;
    const NetworkWeights network;
    const float* const result;
    const int last;
    Units base;
    Units floors_by[SIZES];
    struct Tower {
        Units sum;
        float gain;
    } tower[3];  // below the highest building, level with it, above it
    struct District {
        Units sum;
        float gain;
    };

    const float* row(int feature) const { return network.feature(last + feature); }

    void look_up(int colour) {
        const int was = scene.highest_colour;
        for (int size = 0; size < SIZES; ++size) floors_by[size] = Units{}, floors_by[size].add(row(feature::FLOORS), static_cast<float>(size + 1));
        for (int level = 0; level < 3; ++level) {
            const int top = level == 2 ? colour : level == 1 ? NOBODY : was;
            tower[level].sum = Units{};
            if (level == 2) tower[level].sum.add(row(feature::HIGHEST));
            tower[level].gain = static_cast<float>(3 * (scene.own(top) - scene.own(was)));
            if (scene.exact) continue;
            tower[level].sum.add(row(feature::LOSS), static_cast<float>(3 * (scene.is_rival(was) - scene.is_rival(top))));
            tower[level].sum.add(row(feature::LEADER), static_cast<float>(3 * (scene.leads(was) - scene.leads(top))));
        }
    }

    void in_district(int district, int owner, int colour, District& found) const {
        const Share share = share_of(scene, district, owner, colour);
        found.sum = base;
        found.sum.add(row(owner == NOBODY ? feature::EMPTY : scene.own(owner) ? feature::OWN : feature::TAKEOVER));
        found.sum.add(row(feature::MARGIN), static_cast<float>(share.margin));
        found.sum.add(row(feature::MAJORITY), static_cast<float>(share.swing));
        found.gain = static_cast<float>(1 - scene.own(owner) + 2 * share.swing);
        if (scene.exact) return;
        found.sum.add(row(feature::LOSS), static_cast<float>(share.loss));
        found.sum.add(row(feature::LEADER), static_cast<float>(share.leader));
    }

    float add_points(int place, int colour, int size, Units& units) const {
        int points[3];
        scene.change(place, colour, size, points);
        units.add(row(feature::LOSS), static_cast<float>(points[1]));
        units.add(row(feature::LEADER), static_cast<float>(points[2]));
        return static_cast<float>(points[0]);
    }
};

// Lists the builds of one colour, smallest blocks first, with their logits; returns the new count.
inline int listed(const uint64_t* of_size, int slot, const float (*by_place)[SIZES], uint16_t* numbers, float* logits, int count) {
    for (int size = 0; size < SIZES; ++size)
        for (uint64_t left = of_size[size]; left; left &= left - 1) {
            const int place = lowest(left);
            numbers[count] = static_cast<uint16_t>(slot * SECOND_COLOUR + PLACES * size + place);
            logits[count++] = by_place[place][size];
        }
    return count;
}

// Writes the legal numbers and the logits of the policy network.
inline int network_logits(const Rules& rules, const Position& p, const float* weights, uint16_t* numbers, float* logits) {
    PolicyNetwork policy(rules, p, NetworkWeights{weights});
    int count = 0;
    if (p.phase == BUILD) {
        const Builds builds(rules, p);
        for (int slot = 0; slot < rules.slots; ++slot) {
            float by_place[PLACES][SIZES];
            policy.build_with(p.turn + 2 * slot, builds.places[slot], by_place);
            count = listed(builds.places[slot], slot, by_place, numbers, logits, count);
        }
        if (count) return count;
    }
    count = legal(rules, p, numbers);
    for (int i = 0; i < count; ++i)
        logits[i] = policy.of([&](auto emit) {
            if (p.phase == BUILD)
                emit(feature::GIVEN_UP, floors_given_up(numbers[i]));
            else
                features_of_choice(rules, p, numbers[i], emit);
        });
    return count;
}

}  // namespace baumeister::manhattan::ISA
