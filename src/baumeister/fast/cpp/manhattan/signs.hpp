// What a net looks at to judge a position at any moment, as a list of signs: each is there or not, some
// several times. A seat looks: it knows its own hand, and of the others' what has been played.
#pragma once

#include "features.hpp"

namespace baumeister::manhattan::ISA {

// Where the kinds of signs begin; colours and players are counted from the seat.
namespace sign {
inline constexpr int STANCES = 5;     // may take it with a block of the tray: likely, perhaps, hardly; later; never
inline constexpr int LEADS = 6;       // floors ahead, five and more are as good
inline constexpr int SITUATIONS = 4;  // in a district: ahead by one, by more, level, behind
inline constexpr int BINS = 31;       // of points ahead of the best other, 15 and more are as good
inline constexpr int BUILDING = 0;                                              // owner, rival, stance, lead
inline constexpr int SHARE = BUILDING + 16 * STANCES * LEADS;                   // owner, rival, stance, situation, swing
inline constexpr int VACANT = SHARE + 16 * STANCES * SITUATIONS * 2;            // a card for it, situation
inline constexpr int COUNTS = VACANT + 2 * SITUATIONS;                          // colour, owned, most of another
inline constexpr int HIGH = COUNTS + 4 * 64;                                    // owner or nobody, ahead of the next
inline constexpr int HIGH_STANCE = HIGH + 5 * 7;                                // owner, rival, stance
inline constexpr int BELOW = HIGH_STANCE + 16 * STANCES;                        // colour, floors below the highest
inline constexpr int SCORED = BELOW + 4 * 10;                                   // stage, player, ahead by
inline constexpr int STANDING = SCORED + STAGES * 4 * BINS;                     // the same, this round's included
inline constexpr int TURNS = STANDING + STAGES * 4 * BINS;                      // left in the round
inline constexpr int TO_ACT = TURNS + 49;                                       // stage, player
inline constexpr int FIRST = TO_ACT + STAGES * 4;                               // stage, player with the marker
inline constexpr int CHOSEN = FIRST + STAGES * 4;                               // stage, player
inline constexpr int TRAY_OF = CHOSEN + STAGES * 4;                             // colour, size, how many
inline constexpr int SUPPLY_OF = TRAY_OF + 16 * 7;                              // colour, size, how many
inline constexpr int HELD = SUPPLY_OF + 16 * 12;                                // positions with a card
static_assert(HELD + 10 == SIGNS);
}  // namespace sign

inline int at_most(int value, int most) { return value < most ? value : most; }
inline int bin_of(int ahead) { return ahead < -15 ? 0 : ahead > 15 ? 30 : ahead + 15; }

template <class Emit>
inline void signs(const Rules& rules, const Position& p, int seat, Emit emit) {
    using namespace sign;
    const int colours = rules.colours, players = rules.players;
    const int stage = at_most(rules.rounds - p.round, STAGES - 1);  // rounds to come
    auto seen = [&](int player) { return (player - seat + players) % players; };
    int rel[COLOURS], now[COLOURS], ever[COLOURS], own_total[4] = {}, standings[4] = {};
    for (int colour = 0; colour < colours; ++colour) {
        const int owner = rules.owner_of(colour);
        rel[colour] = (colour - seat + colours) % colours;
        uint16_t tray = p.trays[colour], supply = p.supplies[colour];
        if (rules.secret && p.phase == CHOOSE && owner != seat) supply = static_cast<uint16_t>(supply + tray), tray = 0;
        now[colour] = Scene::largest(tray);
        ever[colour] = p.phase == BUILD && p.round == rules.rounds ? now[colour] : Scene::largest(static_cast<uint16_t>(tray | supply));
        for (int size = 0; size < SIZES; ++size) {
            emit(TRAY_OF + (rel[colour] * 4 + size) * 7 + at_most(of_size(tray, size), 6));
            emit(SUPPLY_OF + (rel[colour] * 4 + size) * 12 + at_most(of_size(supply, size), 11));
        }
        own_total[owner] += p.scores[colour];
        standings[owner] += p.scores[colour] + count(p.own[colour]);
    }
    // how likely a card for a position is, by player
    uint8_t reach[4][CARDS];
    int held = 0;
    {
        int unseen[CARDS], played = 0;
        for (int card = 0; card < CARDS; ++card) {
            const int gone = card < 8 ? static_cast<int>(p.played >> (8 * card) & 0xFF) : p.played_size - played;
            played += gone;
            unseen[card] = rules.card_copies - gone - static_cast<int>(p.hands[seat] >> (6 * rules.marked[seat][card]) & 63);
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
    emit(HELD + held);
    // what a colour can do about a building on a position that it needs so many floors for
    auto stance_of = [&](int colour, int lead, int position) {
        const int need = lead > 1 ? lead : 1;
        return need <= now[colour] ? reach[rules.owner_of(colour)][position] : need <= ever[colour] ? 3 : 4;
    };

    int owned[DISTRICTS][COLOURS], most[DISTRICTS][COLOURS];
    uint8_t situation[DISTRICTS][COLOURS];
    for (int district = 0; district < DISTRICTS; ++district) {
        for (int colour = 0; colour < COLOURS; ++colour) owned[district][colour] = colour < colours ? count(p.own[colour] & (DISTRICT << district)) : 0;
        for (int colour = 0; colour < colours; ++colour) {
            int other_most = 0;
            for (int other = 0; other < colours; ++other)
                if (other != colour && owned[district][other] > other_most) other_most = owned[district][other];
            most[district][colour] = other_most;
            const int margin = owned[district][colour] - other_most;
            situation[district][colour] = margin > 1 ? 1 : margin == 1 ? 0 : margin == 0 ? 2 : 3;
            if (margin > 0) standings[rules.owner_of(colour)] += 2;
            emit(COUNTS + rel[colour] * 64 + at_most(owned[district][colour], 7) * 8 + at_most(other_most, 7));
        }
    }

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
            int closest = LEADS - 1;
            for (int rival = 0; rival < colours; ++rival) {
                if (rival == owner) continue;
                const int ahead = mine - floors_of(floors, rival);
                const int lead = ahead > 0 ? at_most(ahead, LEADS - 1) : 0;
                closest = lead < closest ? lead : closest;
                const int stance = stance_of(rival, lead, position);
                const int pair = (rel[owner] * 4 + rel[rival]) * STANCES + stance;
                emit(BUILDING + pair * LEADS + lead);
                if (stance == 4) continue;
                int others = 0;
                for (int other = 0; other < colours; ++other) {
                    const int has = owned[district][other] - (other == owner);
                    if (other != rival && has > others) others = has;
                }
                const bool swing = owned[district][rival] + 1 > others && situation[district][rival] > 1;
                emit(SHARE + (pair * SITUATIONS + situation[district][owner]) * 2 + swing);
            }
            const int stance = stance_of(owner, 1, position);
            emit(BUILDING + ((rel[owner] * 4 + rel[owner]) * STANCES + stance) * LEADS + closest);
        }
    }
    for (; vacant; vacant &= vacant - 1) {
        const int place = lowest(vacant), position = position_of(place), district = place - 6 * position;
        emit(VACANT + reach[seat][position] * SITUATIONS + situation[district][seat]);
    }

    int owner = NOBODY;
    if (highest > next)
        for (int colour = 0; colour < colours; ++colour)
            if (p.own[colour] >> top & 1) owner = colour;
    emit(HIGH + (owner == NOBODY ? 4 : rel[owner]) * 7 + at_most(highest - next, 6));
    if (owner != NOBODY) {
        standings[rules.owner_of(owner)] += 3;
        const uint32_t floors = p.floors[top];
        for (int rival = 0; rival < colours; ++rival) {
            if (rival == owner) continue;
            const int stance = stance_of(rival, floors_of(floors, owner) - floors_of(floors, rival), position_of(top));
            emit(HIGH_STANCE + (rel[owner] * 4 + rel[rival]) * STANCES + stance);
        }
    }
    for (int colour = 0; colour < colours; ++colour) emit(BELOW + rel[colour] * 10 + at_most(highest - tallest[colour], 9));

    for (int player = 0; player < players; ++player) {
        int best = -1000, best_now = -1000;
        for (int other = 0; other < players; ++other)
            if (other != player) {
                best = own_total[other] > best ? own_total[other] : best;
                best_now = standings[other] > best_now ? standings[other] : best_now;
            }
        const int row = (stage * 4 + seen(player)) * BINS;
        emit(SCORED + row + bin_of(own_total[player] - best));
        emit(STANDING + row + bin_of(standings[player] - best_now));
        if (p.phase == CHOOSE && has_chosen(rules, p, player)) emit(CHOSEN + stage * 4 + seen(player));
    }
    emit(TURNS + at_most(p.turns, 48));
    if (!(rules.secret && p.phase == CHOOSE) && p.turn >= 0) emit(TO_ACT + stage * 4 + seen(p.turn));
    if (p.start >= 0) emit(FIRST + stage * 4 + seen(p.start));
}

// How often each is there.
inline void signs_of(const Rules& rules, const Position& p, int seat, uint8_t* row) {
    std::memset(row, 0, SIGNS);
    signs(rules, p, seat, [&](int sign) { ++row[sign]; });
}

}  // namespace baumeister::manhattan::ISA
