// Features of each legal decision (`features.py`).
//
// Each feature is passed to `emit(feature, value)`. Rows are for training; `policy_network.hpp` computes the
// network's logits from them without rows.
#pragma once

#include "scene.hpp"

namespace baumeister::manhattan::ISA {

template <class Emit>
inline void features_by_monster(const Scene& scene, int place, int position, int colour, Emit emit) {
    const Rules& rules = scene.rules;
    const Position& p = scene.p;
    const int target = rules.step[p.monster][position];
    const int victim = target == p.monster && !rules.has(option::VARIANTS_BABY_GODZILLA) ? NOBODY : target == place ? colour : owner_at(p, target);
    int near = 0;
    for (int way = 0; way < CARDS; ++way) near |= target != place && rules.step[target][way] == place;
    emit(feature::NEAR, static_cast<float>(near));
    emit(feature::RAMPAGE, static_cast<float>(scene.is_rival(victim) - scene.own(victim)));
}

template <class Emit>
[[gnu::always_inline]] inline void features_of_build(const Scene& scene, int place, int colour, int size, Emit emit) {
    const Rules& rules = scene.rules;
    const Position& p = scene.p;
    const int position = position_of(place), district = place - 6 * position;
    const int owner = owner_at(p, place), block = size + 1;
    const uint32_t floors = p.floors[place];
    const int mine = floors_of(floors, colour) + block;
    int best_other = 0;
    for (int other = 0; other < COLOURS; ++other) {
        const int theirs = other == colour ? 0 : floors_of(floors, other);
        best_other = theirs > best_other ? theirs : best_other;
    }
    int threats = 0, ever = 0;
    float exposure = 0;
    for (int at = 0; at < scene.rivals; ++at) {
        const Scene::Rival& rival = scene.rival[at];
        const int needed = mine - floors_of(floors, rival.colour);
        ever += rival.ever && rival.ever >= needed;
        if (rival.now && rival.now >= needed) ++threats, exposure += rival.unseen[position];
    }
    const int higher = scene.heights.of[place] + block - scene.heights.highest;
    const Share share = share_of(scene, district, owner, colour);
    int points[3];
    if (scene.exact) {
        scene.change(place, colour, size, points);
    } else {
        const int top = higher > 0 ? colour : higher == 0 ? NOBODY : scene.highest_colour, was = scene.highest_colour;
        points[0] = 1 - scene.own(owner) + 2 * share.swing + 3 * (scene.own(top) - scene.own(was));
        points[1] = share.loss + 3 * (scene.is_rival(was) - scene.is_rival(top));
        points[2] = share.leader + 3 * (scene.leads(was) - scene.leads(top));
    }
    const int lead = mine - best_other;
    emit(threats ? feature::OPEN_GAIN : feature::GAIN, static_cast<float>(points[0]));
    emit(feature::LOSS, static_cast<float>(points[1]));
    emit(feature::LEADER, static_cast<float>(points[2]));
    emit(owner == NOBODY ? feature::EMPTY : scene.own(owner) ? feature::OWN : feature::TAKEOVER, 1.0f);
    emit(feature::FLOORS, static_cast<float>(block));
    emit(feature::AHEAD_BY_0 + lead_class(lead), 1.0f);
    emit(feature::THREATS, static_cast<float>(threats));
    emit(feature::EXPOSURE, exposure);
    emit(feature::LASTING, static_cast<float>(!ever));
    emit(feature::HIGHEST, static_cast<float>(higher > 0));
    emit(feature::TOWER, static_cast<float>(higher < -4 ? 0 : higher > 4 ? 8 : higher + 4));
    emit(feature::MARGIN, static_cast<float>(share.margin));
    emit(feature::MAJORITY, static_cast<float>(share.swing));
    emit(feature::SPARE, static_cast<float>((p.hands[scene.player] >> (6 * position) & 63) > 1));
    if (rules.has_monster()) features_by_monster(scene, place, position, colour, emit);
}

template <class Emit>
inline void features_of_choice(const Rules& rules, const Position& p, int number, Emit emit) {
    uint16_t tray;  // after the choice
    if (rules.has(option::CHOICE_ONE_BY_ONE)) {
        const bool second = number >= SECOND_SINGLE;
        const int size = 3 - (number - (second ? SECOND_SINGLE : SINGLE));
        tray = static_cast<uint16_t>(p.trays[p.turn + (second ? 2 : 0)] + (1u << (4 * size)));
    } else {
        tray = rules.selection[number - SELECTION];
    }
    const float early = static_cast<float>(rules.rounds - p.round) / static_cast<float>(rules.rounds);
    for (int size = 1; size < SIZES; ++size) {
        const float blocks = static_cast<float>(of_size(tray, size));
        const int feature = feature::FOURS + 3 - size;
        emit(feature, blocks);
        emit(feature + 3, blocks * blocks);
        emit(feature + 6, blocks * early);
        emit(feature + 9, blocks * blocks * early);
    }
}

// The floors of the block that a forfeit gives up.
inline float floors_given_up(int number) { return static_cast<float>(((number % SECOND_COLOUR - FORFEIT) & 3) + 1); }

// Calls `begin(i)`, then `emit(feature, value)` for each non-zero feature of the i-th legal number.
template <class Begin, class Emit>
[[gnu::always_inline]] inline int for_each_feature(const Rules& rules, const Position& p, uint16_t* numbers, Begin begin, Emit emit) {
    const int found = legal(rules, p, numbers);
    if (!found) return 0;
    if (p.phase == BUILD && (numbers[0] % SECOND_COLOUR) < FORFEIT) {
        const Scene scene(rules, p);
        const int stage = p.round == rules.rounds ? feature::GAIN_LAST : 0;
        for (int i = 0; i < found; ++i) {
            const int slot = numbers[i] >= SECOND_COLOUR, own = numbers[i] - slot * SECOND_COLOUR, size = own / PLACES;
            begin(i);
            features_of_build(scene, own - PLACES * size, p.turn + 2 * slot, size,
                              [&](int feature, float value) { emit(stage + feature, value); });
        }
        return found;
    }
    for (int i = 0; i < found; ++i) {
        begin(i);
        if (p.phase == BUILD)
            emit(feature::GIVEN_UP, floors_given_up(numbers[i]));
        else
            features_of_choice(rules, p, numbers[i], emit);
    }
    return found;
}

// Writes one row for each legal number, in the order of `legal`.
inline int features(const Rules& rules, const Position& p, uint16_t* numbers, float* out) {
    float* row = out;
    return for_each_feature(
        rules, p, numbers,
        [&](int i) {
            row = out + static_cast<ptrdiff_t>(i) * FEATURES;
            for (int k = 0; k < FEATURES; ++k) row[k] = 0;
        },
        [&](int feature, float value) { row[feature] = value; });
}

}  // namespace baumeister::manhattan::ISA
