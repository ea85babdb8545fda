// Features of each legal decision (`features.py`).
//
// Each feature is passed to `emit(feature, value)`. Rows are for training; `policy_network.hpp` computes the
// network's logits from them without rows.
#pragma once

#include "moves.hpp"

namespace baumeister::manhattan::ISA {

inline int owner_at(const Position& p, int place) {
    const uint64_t bit = 1ull << place;
    return p.own[0] & bit ? 0 : p.own[1] & bit ? 1 : p.own[2] & bit ? 2 : p.own[3] & bit ? 3 : NOBODY;
}

// A lead as a class from 0 to 5; negative leads, which baby Godzilla can cause, count as 0.
inline int lead_class(int lead) { return lead < 0 ? 0 : lead < 5 ? lead : 5; }

// What all builds in a position have in common.
struct Scene {
    const Rules& rules;
    const Position& p;
    const int player;
    const bool exact;      // points need the full scoring: urban cards, or several highest buildings may score
    Heights heights;
    int highest_colour;    // who scores for the highest building, or NOBODY
    int leader = NOBODY;   // the opponent with most points, this round included
    int owned[DISTRICT_COUNT][COLOURS];
    int majority[DISTRICT_COUNT];
    int ahead;             // of the leader, in points
    int rivals = 0;
    struct Rival {
        int colour;
        int now, ever;     // largest block on the tray; on tray or in supply; 0 for none
        float unseen[CARDS];  // by position: the share of matching cards not seen yet
    } rival[COLOURS];
    mutable Position board;  // for trying out builds, where points are exact
    int before[4];

    Scene(const Rules& of, const Position& at) : rules(of), p(at), player(actor(of, at)), exact(of.has(option::URBAN) || of.has(option::SAME_OWNER_HIGHEST)) {
        measure(p, heights);
        const uint64_t high = heights.highest ? of_height(heights, heights.highest) : 0;
        highest_colour = high && !(high & (high - 1)) ? owner_at(p, lowest(high)) : NOBODY;
        int now[COLOURS];
        for (int colour = 0; colour < COLOURS; ++colour)
            now[colour] = count(p.own[colour]) + 3 * (colour == highest_colour);
        for (int district = 0; district < DISTRICT_COUNT; ++district) {
            for (int colour = 0; colour < COLOURS; ++colour)
                owned[district][colour] = count(p.own[colour] & (DISTRICT << district));
            majority[district] = most_of(owned[district]);
            if (majority[district] != NOBODY) now[majority[district]] += 2;
        }
        if (exact) {
            board = p;
            score_now(rules, board, now);
            player_points(rules, now, before);
        }
        for (int colour = 0; colour < COLOURS; ++colour) now[colour] += p.scores[colour];
        int have[4];
        player_points(rules, now, have);
        for (int each = 0; each < rules.players; ++each)
            if (each != player && (leader == NOBODY || have[each] > have[leader])) leader = each;
        ahead = have[player] - have[leader];
        for (int colour = 0; colour < rules.colours; ++colour)
            if (rules.owner_of(colour) != player) describe(rival[rivals++], colour);
    }

    void describe(Rival& found, int colour) const {
        found.colour = colour;
        found.now = largest(p.trays[colour]);
        found.ever = largest(static_cast<uint16_t>(p.trays[colour] | p.supplies[colour]));
        if (!found.now) {  // no threat; but the shares are multiplied, so they must be initialised
            for (float& share : found.unseen) share = 0;
            return;
        }
        const int theirs = rules.owner_of(colour);
        for (uint64_t held = p.hands[player], position = 0; held; held >>= 6, ++position) {
            if (!(held & 63)) continue;
            const int card = rules.card_of[theirs][position];
            const int played = card < 8 ? p.played >> (8 * card) & 0xFF : p.played_size - static_cast<int>(p.played * BYTES >> 56);
            const int mine = static_cast<int>(p.hands[player] >> (6 * rules.marked[player][card]) & 63);
            found.unseen[position] = static_cast<float>(CARD_COPIES - played - mine) / static_cast<float>(CARD_COPIES);
        }
    }

    // The largest size among packed counts, which may be combined by OR: only zero matters.
    static int largest(uint16_t blocks) { return blocks ? (15 - std::countl_zero(blocks)) / 4 + 1 : 0; }

    int own(int colour) const { return colour != NOBODY && rules.owner_of(colour) == player; }
    int is_rival(int colour) const { return colour != NOBODY && rules.owner_of(colour) != player; }
    int leads(int colour) const { return colour != NOBODY && rules.owner_of(colour) == leader; }

    // The points that a build changes by the full scoring: own, of all rivals, of the leader.
    void change(int place, int colour, int size, int* points) const {
        const uint64_t bit = 1ull << place;
        uint64_t kept[COLOURS];
        for (int each = 0; each < COLOURS; ++each) kept[each] = board.own[each], board.own[each] &= ~bit;
        board.own[colour] |= bit;
        board.floors[place] += static_cast<uint32_t>(size + 1) << (8 * colour);
        put_block(board, place, colour, size);
        int items[COLOURS], after[4];
        score_now(rules, board, items);
        player_points(rules, items, after);
        --board.built;
        board.floors[place] = p.floors[place];
        for (int each = 0; each < COLOURS; ++each) board.own[each] = kept[each];
        points[0] = after[player] - before[player];
        points[1] = 0;
        for (int each = 0; each < rules.players; ++each)
            if (each != player) points[1] += before[each] - after[each];
        points[2] = before[leader] - after[leader];
    }
};

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
