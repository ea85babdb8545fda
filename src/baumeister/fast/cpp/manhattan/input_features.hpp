// Input features of the value network (`input_features.py`): sparse counts that describe a position as a seat
// sees it: with its own hand, and of the other hands only the cards that were played.
#pragma once

#include "features.hpp"
#include "scoring.hpp"

namespace baumeister::manhattan::ISA {

inline int at_most(int value, int most) { return value < most ? value : most; }
inline int bin_of(int ahead) {
    constexpr int MOST = input::SCORED.most(2) / 2;
    return ahead < -MOST ? 0 : ahead > MOST ? 2 * MOST : ahead + MOST;
}

// Points ahead of the best other player, binned.
inline int lead_bin(const int* points, int players, int player) {
    int best = -1000;
    for (int other = 0; other < players; ++other)
        if (other != player && points[other] > best) best = points[other];
    return bin_of(points[player] - best);
}

template <class Emit>
inline void option_features(const Rules& rules, Emit emit) {
    emit(input::ROUNDS(at_most(rules.rounds, input::ROUNDS.most(0)))), emit(input::BLOCKS(at_most(rules.blocks, input::BLOCKS.most(0))));
    emit(input::HAND(at_most(rules.hand, input::HAND.most(0)))), emit(input::COLOURS(rules.colours));
    constexpr uint32_t flags[] = {
        option::CHOICE_SECRET, option::CHOICE_ONE_BY_ONE, option::SAME_OWNER_HIGHEST, option::TIE_BREAK, option::URBAN, option::MEGACITY_ALL,
        option::VARIANTS_GODZILLA, option::VARIANTS_BABY_GODZILLA, option::MONSTER_MOVES_WITH_CARD, option::VARIANTS_PROGRESSIVE, option::VARIANTS_ANTI_TRUST,
    };
    for (int at = 0; at <= input::RULES.most(0); ++at)
        if (rules.has(flags[at]) && (flags[at] != option::MONSTER_MOVES_WITH_CARD || rules.has_monster())) emit(input::RULES(at));
}

template <class Sink>
inline void urban_features(const Rules& rules, const Position& p, int seat, int stage, Sink& sink) {
    for (uint32_t left = p.urban_pile; left; left &= left - 1) sink.one(input::URBAN_PILE(std::countr_zero(left)));
    if (p.urban < 0) return;
    sink.one(input::URBAN(stage, p.urban));
    Heights heights;
    measure(p, heights);
    int extra[COLOURS] = {}, points[MOST_PLAYERS];
    urban_points(rules, p, heights, p.urban, extra);
    player_points(rules, extra, points);
    for (int player = 0; player < rules.players; ++player)
        sink.one(input::EXTRA((player - seat + rules.players) % rules.players, lead_bin(points, rules.players, player)));
}

// Gives the features to a sink: `one(feature)`, `times(feature, count)`, and `group(key, features)` for features that
// occur together: `features(emit)` emits them, and whoever has seen the key knows them.
template <class Sink>
inline void input_features(const Rules& rules, const Position& p, int seat, Sink&& sink) {
    constexpr uint64_t BLOCKS = 1ull << 60, COUNTS = 2ull << 60, BUILDING = 3ull << 60, OPTIONS = 4ull << 60;  // kinds of groups, in their keys
    const int colours = rules.colours, players = rules.players;
    const int stage = at_most(rules.rounds - p.round, input::SCORED.most(0));  // rounds to come
    auto seen = [&](int player) { return player - seat + (player < seat ? players : 0); };
    // whether a colour can take a building with this lead: now (if it has a card), later, never
    constexpr int LATER = 3, NEVER = 4, MOST_LEAD = input::BUILDING.most(3);
    static_assert(NEVER == input::BUILDING.most(2));
    uint8_t can[COLOURS][MOST_LEAD + 1];
    int rel[COLOURS], own_total[4] = {}, standings[4] = {};
    for (int colour = 0; colour < colours; ++colour) {
        const int owner = rules.owner_of(colour);
        const int from_seat = rel[colour] = colour - seat + (colour < seat ? colours : 0);
        uint16_t tray = p.trays[colour], supply = p.supplies[colour];
        if (rules.has(option::CHOICE_SECRET) && p.phase == CHOOSE && owner != seat) supply = static_cast<uint16_t>(supply + tray), tray = 0;
        const int now = Scene::largest(tray);
        const int ever = p.phase == BUILD && p.round == rules.rounds ? now : Scene::largest(static_cast<uint16_t>(tray | supply));
        for (int lead = 0; lead <= MOST_LEAD; ++lead) {
            const int need = lead > 1 ? lead : 1;
            can[colour][lead] = static_cast<uint8_t>(need <= now ? 0 : need <= ever ? LATER : NEVER);
        }
        sink.group(BLOCKS | static_cast<uint64_t>(from_seat) << 32 | static_cast<uint64_t>(tray) << 16 | supply, [=](auto emit) {
            for (int size = 0; size < SIZES; ++size) {
                emit(input::TRAY(from_seat, size, at_most(of_size(tray, size), input::TRAY.most(2))));
                emit(input::SUPPLY(from_seat, size, at_most(of_size(supply, size), input::SUPPLY.most(2))));
            }
        });
        own_total[owner] += p.scores[colour];
        standings[owner] += p.scores[colour] + count(p.own[colour]);
    }
    // by player and position: 0 if a card for it is likely, 1 if possible, 2 if missing
    uint8_t reach[4][CARDS];
    int held = 0;
    uint64_t marked = 0;  // the places that the seat has a card for
    {
        int unseen[CARDS], played = 0;
        for (int card = 0; card < CARDS; ++card) {
            const int gone = card < 8 ? static_cast<int>(p.played >> (8 * card) & 0xFF) : p.played_size - played;
            played += gone;
            unseen[card] = CARD_COPIES - gone - static_cast<int>(p.hands[seat] >> (6 * rules.marked[seat][card]) & 63);
        }
        for (int player = 0; player < players; ++player)
            for (int position = 0; position < CARDS; ++position) {
                const int left = unseen[rules.card_of[player][position]];
                reach[player][position] = left >= 3 ? 0 : left >= 1 ? 1 : 2;
            }
        for (int position = 0; position < CARDS; ++position) {
            const bool has = p.hands[seat] >> (6 * position) & 63;
            reach[seat][position] = has ? 0 : 1;
            if (has) ++held, marked |= 63ull << (6 * position);
        }
    }
    sink.one(input::HELD(held));
    auto capture_of = [&](int colour, int lead, int position) {
        const int found = can[colour][at_most(lead, MOST_LEAD)];
        return found ? found : static_cast<int>(reach[rules.owner_of(colour)][position]);
    };

    uint64_t vacant = p.open & ALL_PLACES;
    for (int colour = 0; colour < colours; ++colour) vacant &= ~p.own[colour];
    int owned[DISTRICT_COUNT][COLOURS] = {}, sites[2][4] = {};
    uint8_t situation[DISTRICT_COUNT][COLOURS];
    for (int district = 0; district < DISTRICT_COUNT; ++district) {
        uint64_t key = COUNTS;
        for (int colour = 0; colour < colours; ++colour) {
            owned[district][colour] = count(p.own[colour] & (DISTRICT << district));
            key |= static_cast<uint64_t>(owned[district][colour]) << (4 * rel[colour]);
        }
        int other_most[COLOURS];
        for (int colour = 0; colour < colours; ++colour) {
            int most = 0;
            for (int other = 0; other < colours; ++other)
                if (other != colour && owned[district][other] > most) most = owned[district][other];
            const int margin = owned[district][colour] - (other_most[colour] = most);
            situation[district][colour] = margin > 1 ? 1 : margin == 1 ? 0 : margin == 0 ? 2 : 3;
            if (margin > 0) standings[rules.owner_of(colour)] += 2;
        }
        sink.group(key, [&](auto emit) {
            for (int colour = 0; colour < colours; ++colour)
                emit(input::COUNTS(rel[colour], at_most(owned[district][colour], input::COUNTS.most(1)), at_most(other_most[colour], input::COUNTS.most(2))));
        });
        const uint64_t here = vacant & (DISTRICT << district);
        sites[0][situation[district][seat]] += count(here & marked);
        sites[1][situation[district][seat]] += count(here & ~marked);
    }
    for (int missing = 0; missing < 2; ++missing)
        for (int own = 0; own < 4; ++own)
            if (sites[missing][own]) sink.times(input::VACANT(missing, own), sites[missing][own]);

    int highest = 0, next = 0, top = NOBODY, tallest[COLOURS] = {};
    for (int owner = 0; owner < colours; ++owner) {
        for (uint64_t left = p.own[owner]; left; left &= left - 1) {
            const int place = lowest(left), position = position_of(place), district = place - 6 * position;
            const uint32_t floors = p.floors[place];
            const int mine = floors_of(floors, owner), height = height_of(floors);
            if (height > highest)
                next = highest, highest = height, top = place;
            else if (height > next)
                next = height;
            tallest[owner] = height > tallest[owner] ? height : tallest[owner];
            const int own_capture = capture_of(owner, 1, position), own = situation[district][owner];
            struct Rival {
                int rel, capture, lead, swing;
            } rivals[COLOURS - 1];
            int found = 0, closest = MOST_LEAD;
            uint64_t key = static_cast<uint64_t>(rel[owner] << 5 | own << 3 | own_capture);
            for (int rival = 0; rival < colours; ++rival) {
                if (rival == owner) continue;
                const int ahead = mine - floors_of(floors, rival);
                const int lead = ahead > 0 ? at_most(ahead, MOST_LEAD) : 0;
                closest = lead < closest ? lead : closest;
                const int capture = capture_of(rival, lead, position);
                int others = 0;
                for (int other = 0; other < colours; ++other) {
                    const int has = owned[district][other] - (other == owner);
                    if (other != rival && has > others) others = has;
                }
                const int swing = capture != NEVER && owned[district][rival] + 1 > others && situation[district][rival] > 1;
                rivals[found++] = {rel[rival], capture, lead, swing};
                key |= static_cast<uint64_t>(capture << 4 | lead << 1 | swing) << (8 + 8 * rel[rival]);
            }
            sink.group(BUILDING | key, [&, found, closest](auto emit) {
                const int from_seat = rel[owner];
                for (int k = 0; k < found; ++k) {
                    const Rival& each = rivals[k];
                    emit(input::BUILDING(from_seat, each.rel, each.capture, each.lead));
                    if (each.capture != NEVER) emit(input::SHARE(from_seat, each.rel, each.capture, own, each.swing));
                }
                emit(input::BUILDING(from_seat, from_seat, own_capture, closest));
            });
        }
    }

    int owner = NOBODY;
    if (highest > next)
        for (int colour = 0; colour < colours; ++colour)
            if (p.own[colour] >> top & 1) owner = colour;
    sink.one(input::HIGH(owner == NOBODY ? COLOURS : rel[owner], at_most(highest - next, input::HIGH.most(1))));
    if (owner != NOBODY) {
        standings[rules.owner_of(owner)] += 3;
        const uint32_t floors = p.floors[top];
        for (int rival = 0; rival < colours; ++rival) {
            if (rival == owner) continue;
            const int lead = floors_of(floors, owner) - floors_of(floors, rival);
            sink.one(input::HIGH_TAKEN(rel[owner], rel[rival], capture_of(rival, lead > 0 ? lead : 0, position_of(top))));
        }
    }
    for (int colour = 0; colour < colours; ++colour) sink.one(input::BELOW(rel[colour], at_most(highest - tallest[colour], input::BELOW.most(1))));

    for (int player = 0; player < players; ++player) {
        sink.one(input::SCORED(stage, seen(player), lead_bin(own_total, players, player)));
        sink.one(input::STANDING(stage, seen(player), lead_bin(standings, players, player)));
        if (p.phase == CHOOSE && has_chosen(rules, p, player)) sink.one(input::CHOSEN(stage, seen(player)));
    }
    sink.one(input::TURNS(at_most(p.turns, input::TURNS.most(0))));
    if (!(rules.has(option::CHOICE_SECRET) && p.phase == CHOOSE) && p.turn >= 0) sink.one(input::TO_ACT(stage, seen(p.turn)));
    if (p.start >= 0) sink.one(input::FIRST(stage, seen(p.start)));
    sink.group(OPTIONS, [&](auto emit) { option_features(rules, emit); });
    sink.one(input::OPEN(open_count(rules, p)));
    if (p.monster >= 0)
        for (int position = 0; position < CARDS; ++position) {
            const int place = rules.step[p.monster][position], prey = owner_at(p, place);
            if (prey != NOBODY) sink.one(input::PREY(rel[prey], at_most(height_of(p.floors[place]), input::PREY.most(1))));
        }
    if (rules.has(option::URBAN)) urban_features(rules, p, seat, stage, sink);
}

// Counts how often each feature occurs.
struct FeatureCounts {
    uint8_t* row;
    void one(int feature) { ++row[feature]; }
    void times(int feature, int count) { row[feature] = static_cast<uint8_t>(row[feature] + count); }
    template <class Features>
    void group(uint64_t, Features features) {
        features([&](int feature) { one(feature); });
    }
};

// Writes how often each feature occurs.
inline void count_input_features(const Rules& rules, const Position& p, int seat, uint8_t* row) {
    std::memset(row, 0, INPUT_FEATURES);
    input_features(rules, p, seat, FeatureCounts{row});
}

}  // namespace baumeister::manhattan::ISA
