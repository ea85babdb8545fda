// The observation of a seat (`observation.py`).
#pragma once

#include "flow.hpp"

namespace baumeister::manhattan::ISA {

inline constexpr int PHASES = 11;

// The k-th colour, counted from the seat.
inline int colour_seen(const Rules& rules, int seat, int k) {
    return k < rules.colours ? (seat + k) % rules.colours : NOBODY;
}

class Writer {
   public:
    explicit Writer(float* out) : at(out) {}

    void number(int value) { *at++ = static_cast<float>(value); }

    void one_hot(int index, int length) {
        zeros(length);
        if (index >= 0) at[index - length] = 1;
    }

    void zeros(int length) {
        for (int i = 0; i < length; ++i) at[i] = 0;
        at += length;
    }

    void bits(uint64_t set, int length) {
        for (int i = 0; i < length; ++i) at[i] = static_cast<float>(set >> i & 1);
        at += length;
    }

    // A set of places, in two halves that fit the lanes of a vector.
    void places(uint64_t set) {
        constexpr int HALF = PLACES / 2;
        const uint32_t low = static_cast<uint32_t>(set), high = static_cast<uint32_t>(set >> HALF);
        for (int i = 0; i < HALF; ++i) at[i] = static_cast<float>(static_cast<int32_t>(low >> i & 1));
        for (int i = 0; i < HALF; ++i) at[HALF + i] = static_cast<float>(static_cast<int32_t>(high >> i & 1));
        at += PLACES;
    }

    float* room(int length) {
        float* here = at;
        at += length;
        return here;
    }

   private:
    float* at;
};

inline void observe(const Rules& rules, const Position& p, int seat, float* out) {
    Writer to(out);
    auto seen = [&](int player) { return player < 0 ? -1 : (player - seat + rules.players) % rules.players; };
    auto player_seen = [&](int k) { return (seat + k) % rules.players; };
    auto hidden = [&](int colour) { return rules.has(option::CHOICE_SECRET) && p.phase == CHOOSE && rules.owner_of(colour) != seat; };

    to.one_hot(p.phase, PHASES);
    to.number(p.round);
    to.number(rules.rounds);
    to.number(p.turns);
    to.one_hot(seen(p.start), 4);
    to.one_hot(rules.has(option::CHOICE_SECRET) && p.phase == CHOOSE ? -1 : seen(p.turn), 4);
    for (int position = 0; position < CARDS; ++position)
        to.number(static_cast<int>(p.hands[seat] >> (6 * position) & 63));
    for (int card = 0; card < CARDS; ++card) {
        int unseen = cards_left(p, card);
        for (int player = 0; player < rules.players; ++player)
            if (player != seat) unseen += static_cast<int>(p.hands[player] >> (6 * rules.marked[player][card]) & 63);
        to.number(unseen);
    }
    for (int card = 0; card < CARDS - 1; ++card) to.number(static_cast<int>(p.played >> (8 * card) & 0xFF));
    to.number(p.played_size - static_cast<int>(p.played * BYTES >> 56));
    for (int k = 0; k < 4; ++k) {
        int cards = 0;
        if (k < rules.players)
            for (int position = 0; position < CARDS; ++position)
                cards += static_cast<int>(p.hands[player_seen(k)] >> (6 * position) & 63);
        to.number(cards);
    }
    to.number(p.pile_size);
    for (int k = 0; k < COLOURS; ++k) {
        const int colour = colour_seen(rules, seat, k);
        for (int size = 0; size < SIZES; ++size) {
            if (colour == NOBODY) to.number(0);
            else to.number(of_size(p.supplies[colour], size) + (hidden(colour) ? of_size(p.trays[colour], size) : 0));
        }
    }
    for (int k = 0; k < COLOURS; ++k) {
        const int colour = colour_seen(rules, seat, k);
        for (int size = 0; size < SIZES; ++size)
            to.number(colour == NOBODY || hidden(colour) ? 0 : of_size(p.trays[colour], size));
    }
    for (int k = 0; k < 4; ++k)
        to.number(k < rules.players && p.phase == CHOOSE && has_chosen(rules, p, player_seen(k)));
    for (int k = 0; k < COLOURS; ++k) {
        const int colour = colour_seen(rules, seat, k);
        to.number(colour == NOBODY ? 0 : p.scores[colour]);
    }
    to.one_hot(p.monster, PLACES);
    const int drawn = !rules.has(option::VARIANTS_PROGRESSIVE) || p.phase > DISTRICTS ? DISTRICT_COUNT : p.phase == DISTRICTS ? p.dealt : 0;
    uint64_t open = 0;
    for (int k = 0; drawn == DISTRICT_COUNT && k < open_count(rules, p); ++k) open |= 1ull << p.opening[k];
    to.bits(open, DISTRICT_COUNT);
    for (int k = 0; k < DISTRICT_COUNT; ++k) to.one_hot(k < drawn ? p.opening[k] : -1, DISTRICT_COUNT);
    to.one_hot(p.urban, URBAN_CARDS);
    to.bits(p.urban_pile, URBAN_CARDS);
    for (int k = 0; k < COLOURS; ++k) {
        const int colour = colour_seen(rules, seat, k);
        float* row = to.room(PLACES);
        const int shift = 8 * (colour == NOBODY ? 0 : colour);
        const uint32_t part = colour == NOBODY ? 0 : 0xFF;
        for (int place = 0; place < PLACES; ++place) row[place] = static_cast<float>(static_cast<int32_t>(p.floors[place] >> shift & part));
    }
    for (int k = 0; k < COLOURS; ++k) {
        const int colour = colour_seen(rules, seat, k);
        to.places(colour == NOBODY ? 0 : p.own[colour]);
    }
    uint64_t ground[COLOURS] = {}, seen_places = 0;
    uint8_t top[64] = {};
    for (int at = 0; at < p.built; ++at) {
        if (p.blocks[at] == GONE) continue;
        const int place = p.blocks[at] >> 2;
        const uint64_t bit = 1ull << place;
        ground[colour_of_block(p, at)] |= bit & ~seen_places;
        seen_places |= bit;
        top[place] = static_cast<uint8_t>((p.blocks[at] & 3) + 1);
    }
    for (int k = 0; k < COLOURS; ++k) {
        const int colour = colour_seen(rules, seat, k);
        to.places(colour == NOBODY ? 0 : ground[colour]);
    }
    float* row = to.room(PLACES);
    for (int place = 0; place < PLACES; ++place) row[place] = top[place];
}

}  // namespace baumeister::manhattan::ISA
