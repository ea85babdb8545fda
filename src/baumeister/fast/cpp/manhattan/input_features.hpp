// Input features of the value network (`input_features.py`): sparse counts that describe a position as a seat
// sees it: with its own hand, and of the other hands only the cards that were played.
#pragma once

#include "features.hpp"

namespace baumeister::manhattan::ISA {

inline int at_most(int value, int most) { return value < most ? value : most; }
inline int bin_of(int ahead) {
    constexpr int MOST = input::SCORED.most(2) / 2;
    return ahead < -MOST ? 0 : ahead > MOST ? 2 * MOST : ahead + MOST;
}

template <class Emit>
inline void input_features(const Rules& rules, const Position& p, int seat, Emit emit) {
    const int colours = rules.colours, players = rules.players;
    const int stage = at_most(rules.rounds - p.round, STAGES - 1);  // rounds to come
    auto seen = [&](int player) { return (player - seat + players) % players; };
    int rel[COLOURS], now[COLOURS], ever[COLOURS], own_total[4] = {}, standings[4] = {};
    for (int colour = 0; colour < colours; ++colour) {
        const int owner = rules.owner_of(colour);
        rel[colour] = (colour - seat + colours) % colours;
        uint16_t tray = p.trays[colour], supply = p.supplies[colour];
        if (rules.has(option::CHOICE_SECRET) && p.phase == CHOOSE && owner != seat) supply = static_cast<uint16_t>(supply + tray), tray = 0;
        now[colour] = Scene::largest(tray);
        ever[colour] = p.phase == BUILD && p.round == rules.rounds ? now[colour] : Scene::largest(static_cast<uint16_t>(tray | supply));
        for (int size = 0; size < SIZES; ++size) {
            emit(input::TRAY(rel[colour], size, at_most(of_size(tray, size), input::TRAY.most(2))));
            emit(input::SUPPLY(rel[colour], size, at_most(of_size(supply, size), input::SUPPLY.most(2))));
        }
        own_total[owner] += p.scores[colour];
        standings[owner] += p.scores[colour] + count(p.own[colour]);
    }
    // by player and position: 0 if a card for it is likely, 1 if possible, 2 if missing
    uint8_t reach[4][CARDS];
    int held = 0;
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
            held += has;
        }
    }
    emit(input::HELD(held));
    // whether a colour can take a building with this lead: now, with a likely, possible or missing card; later; never
    constexpr int LATER = 3, NEVER = 4;
    static_assert(NEVER == input::BUILDING.most(2));
    auto capture_of = [&](int colour, int lead, int position) {
        const int need = lead > 1 ? lead : 1;
        return need <= now[colour] ? reach[rules.owner_of(colour)][position] : need <= ever[colour] ? LATER : NEVER;
    };

    int owned[DISTRICT_COUNT][COLOURS];
    uint8_t situation[DISTRICT_COUNT][COLOURS];
    for (int district = 0; district < DISTRICT_COUNT; ++district) {
        for (int colour = 0; colour < COLOURS; ++colour) owned[district][colour] = colour < colours ? count(p.own[colour] & (DISTRICT << district)) : 0;
        for (int colour = 0; colour < colours; ++colour) {
            int other_most = 0;
            for (int other = 0; other < colours; ++other)
                if (other != colour && owned[district][other] > other_most) other_most = owned[district][other];
            const int margin = owned[district][colour] - other_most;
            situation[district][colour] = margin > 1 ? 1 : margin == 1 ? 0 : margin == 0 ? 2 : 3;
            if (margin > 0) standings[rules.owner_of(colour)] += 2;
            emit(input::COUNTS(rel[colour], at_most(owned[district][colour], input::COUNTS.most(1)), at_most(other_most, input::COUNTS.most(2))));
        }
    }

    constexpr int MOST_LEAD = input::BUILDING.most(3);
    int highest = 0, next = 0, top = NOBODY, tallest[COLOURS] = {};
    uint64_t vacant = ALL_PLACES;
    for (int owner = 0; owner < colours; ++owner) {
        vacant &= ~p.own[owner];
        for (uint64_t left = p.own[owner]; left; left &= left - 1) {
            const int place = lowest(left), position = position_of(place), district = place - 6 * position;
            const uint32_t floors = p.floors[place];
            const int mine = floors_of(floors, owner), height = height_of(floors);
            if (height > highest)
                next = highest, highest = height, top = place;
            else if (height > next)
                next = height;
            tallest[owner] = height > tallest[owner] ? height : tallest[owner];
            int closest = MOST_LEAD;
            for (int rival = 0; rival < colours; ++rival) {
                if (rival == owner) continue;
                const int ahead = mine - floors_of(floors, rival);
                const int lead = ahead > 0 ? at_most(ahead, MOST_LEAD) : 0;
                closest = lead < closest ? lead : closest;
                const int capture = capture_of(rival, lead, position);
                emit(input::BUILDING(rel[owner], rel[rival], capture, lead));
                if (capture == NEVER) continue;
                int others = 0;
                for (int other = 0; other < colours; ++other) {
                    const int has = owned[district][other] - (other == owner);
                    if (other != rival && has > others) others = has;
                }
                const bool swing = owned[district][rival] + 1 > others && situation[district][rival] > 1;
                emit(input::SHARE(rel[owner], rel[rival], capture, situation[district][owner], swing));
            }
            emit(input::BUILDING(rel[owner], rel[owner], capture_of(owner, 1, position), closest));
        }
    }
    for (; vacant; vacant &= vacant - 1) {
        const int place = lowest(vacant), position = position_of(place), district = place - 6 * position;
        emit(input::VACANT(reach[seat][position], situation[district][seat]));
    }

    int owner = NOBODY;
    if (highest > next)
        for (int colour = 0; colour < colours; ++colour)
            if (p.own[colour] >> top & 1) owner = colour;
    emit(input::HIGH(owner == NOBODY ? COLOURS : rel[owner], at_most(highest - next, input::HIGH.most(1))));
    if (owner != NOBODY) {
        standings[rules.owner_of(owner)] += 3;
        const uint32_t floors = p.floors[top];
        for (int rival = 0; rival < colours; ++rival) {
            if (rival == owner) continue;
            const int lead = floors_of(floors, owner) - floors_of(floors, rival);
            emit(input::HIGH_TAKEN(rel[owner], rel[rival], capture_of(rival, lead, position_of(top))));
        }
    }
    for (int colour = 0; colour < colours; ++colour) emit(input::BELOW(rel[colour], at_most(highest - tallest[colour], input::BELOW.most(1))));

    for (int player = 0; player < players; ++player) {
        int best = -1000, best_now = -1000;
        for (int other = 0; other < players; ++other)
            if (other != player) {
                best = own_total[other] > best ? own_total[other] : best;
                best_now = standings[other] > best_now ? standings[other] : best_now;
            }
        emit(input::SCORED(stage, seen(player), bin_of(own_total[player] - best)));
        emit(input::STANDING(stage, seen(player), bin_of(standings[player] - best_now)));
        if (p.phase == CHOOSE && has_chosen(rules, p, player)) emit(input::CHOSEN(stage, seen(player)));
    }
    emit(input::TURNS(at_most(p.turns, input::TURNS.most(0))));
    if (!(rules.has(option::CHOICE_SECRET) && p.phase == CHOOSE) && p.turn >= 0) emit(input::TO_ACT(stage, seen(p.turn)));
    if (p.start >= 0) emit(input::FIRST(stage, seen(p.start)));
}

// Writes how often each feature occurs.
inline void count_input_features(const Rules& rules, const Position& p, int seat, uint8_t* row) {
    std::memset(row, 0, INPUT_FEATURES);
    input_features(rules, p, seat, [&](int sign) { ++row[sign]; });
}

}  // namespace baumeister::manhattan::ISA
