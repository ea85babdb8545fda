// What a player may still place, and the order of the cards as far as it is known; unknown orders are
// drawn.
#pragma once

#include <vector>

#include "../random.hpp"
#include "city.hpp"
#include "observation.hpp"

namespace baumeister::tangram_city::ISA {

inline constexpr int UNKNOWN = -1;

// A board, the cards that the player may see, and the set of hidden ones.
struct Outlook {
    City city;
    int round;         // from 1
    int due;           // how many of the cards are to be decided now: the first ones
    int cards[CARDS];  // cards of the round not yet decided, in order; UNKNOWN if hidden
    int base[CARDS];   // the first action number of the card
    int in_round;      // how many cards
    bool fountain;     // this round's fountain is still to come
    bool fountain_due;      // it is to be decided now
    uint32_t unseen;   // the tiles of hidden cards, of this round and later
    int points;

    uint32_t tiles() const {
        uint32_t found = unseen;
        for (int i = 0; i < in_round; ++i)
            if (cards[i] != UNKNOWN) found |= 1u << cards[i];
        return found;
    }
    int left() const { return in_round + (round < ROUNDS ? (ROUNDS - 1 - round) * CARDS + LAST_CARDS : 0); }
    int fountains() const { return ROUNDS - round + fountain; }
    bool all_known() const { return round == ROUNDS || (round == ROUNDS - 1 && count(unseen) <= LAST_CARDS); }
};

// What a seat knows of a player, itself or another: of others only what is shown (T2.1, T2.2).
inline Outlook outlook_of(const Rules& rules, const Position& p, int seat, int player) {
    Outlook found{};
    const Four fresh = player == seat ? Four{} : four(p.fresh[player]);
    for (int colour = 0; colour < 2; ++colour) four(found.city.cover[colour]) = four(p.cover[player][colour]) & ~fresh;
    const uint8_t todo = player == seat ? p.todo[player] : due_decisions(p);
    found.round = p.round;
    found.points = p.points[player];
    found.unseen = p.pile | hidden_tiles(rules, p, seat);
    found.fountain = p.round < ROUNDS || (todo & FOUNTAIN_BIT);
    for (int slot = p.round == ROUNDS ? 0 : p.slot; slot < p.dealt; ++slot) {
        if (p.round == ROUNDS && !(todo >> slot & 1)) continue;
        found.base[found.in_round] = p.round == ROUNDS ? slot * CARD_NUMBERS : 0;
        found.cards[found.in_round++] = may_see(rules, p, slot, seat) ? p.cards[slot] : UNKNOWN;
    }
    found.fountain_due = !found.in_round;
    found.due = p.round == ROUNDS ? found.in_round : found.in_round > 0;
    return found;
}

// One order in which the cards may come; `from[r]` is where those of round r begin.
struct Order {
    uint8_t tile[TILES];
    uint8_t from[ROUNDS + 2];
    int tiles;
};

inline Order draw(const Outlook& outlook, Random& random) {
    Order order{};
    uint32_t unseen = outlook.unseen;
    const auto drawn = [&] {
        const int tile = nth(unseen, below(upper(random.next()), static_cast<uint32_t>(count(unseen))));
        unseen &= ~(1u << tile);
        return static_cast<uint8_t>(tile);
    };
    for (int round = outlook.round; round <= ROUNDS; ++round) {
        order.from[round] = static_cast<uint8_t>(order.tiles);
        const int cards = round == outlook.round ? outlook.in_round : cards_of_round(round);
        for (int i = 0; i < cards; ++i) {
            const int known = round == outlook.round ? outlook.cards[i] : UNKNOWN;
            order.tile[order.tiles++] = known == UNKNOWN ? drawn() : static_cast<uint8_t>(known);
        }
    }
    order.from[ROUNDS + 1] = static_cast<uint8_t>(order.tiles);
    return order;
}

// The known order of the hidden cards.
inline Order known(Outlook outlook, const std::vector<int>& cards) {
    size_t next = 0;
    for (int i = 0; i < outlook.in_round; ++i)
        if (outlook.cards[i] == UNKNOWN) outlook.cards[i] = cards[next++];
    Random unused{};
    outlook.unseen = 0;
    for (size_t i = next; i < cards.size(); ++i) outlook.unseen |= 1u << cards[i];
    Order order = draw(outlook, unused);
    for (int at = outlook.in_round; next < cards.size(); ++at) order.tile[at] = static_cast<uint8_t>(cards[next++]);
    return order;
}

// The player's outlook after a legal number.
inline Outlook after(const Rules& rules, Outlook outlook, int number) {
    outlook.fountain_due = false;
    if (number >= SPOT) {
        outlook.fountain = false;
        if (number == NO_FOUNTAIN) return outlook;
        const Four piece = four(rules.spot[(number - SPOT) & 3]) << ((number - SPOT) >> 2);
        four(outlook.city.cover[0]) |= piece;
        four(outlook.city.cover[1]) |= piece;
        return outlook;
    }
    int card = 0;
    while (outlook.base[card] != number - number % CARD_NUMBERS) ++card;
    const int tile = outlook.cards[card], way = number % CARD_NUMBERS, lane = way / FIELDS;
    if (way != SKIP) four(outlook.city.cover[lane >> 2]) |= four(rules.tiles[tile].planes[lane]) << way % FIELDS;
    --outlook.in_round;
    --outlook.due;
    for (int i = card; i < outlook.in_round; ++i) {
        outlook.cards[i] = outlook.cards[i + 1];
        outlook.base[i] = outlook.base[i + 1];
    }
    return outlook;
}

}  // namespace baumeister::tangram_city::ISA
