// The observation of a seat (`observation.py`; T2.1, T2.2).
#pragma once

#include <cstring>

#include "flow.hpp"

namespace baumeister::tangram_city::ISA {

// Whether the seat may look at the card of a slot (T2.1, T2.5).
inline bool may_see(const Rules& rules, const Position& p, int slot, int seat) {
    if (p.round == ROUNDS || slot <= p.slot) return true;
    const int from_pillar = seat < p.pillar ? seat - p.pillar + rules.players : seat - p.pillar;
    return rules.audience[slot] >> from_pillar & 1;
}

// The tiles of dealt cards that the seat may not look at.
inline uint32_t hidden_tiles(const Rules& rules, const Position& p, int seat) {
    uint32_t hidden = 0;
    for (int slot = 0; slot < p.dealt && p.phase >= DEAL; ++slot)
        if (!may_see(rules, p, slot, seat)) hidden |= 1u << p.cards[slot];
    return hidden;
}

struct Writer {
    float* at;

    void number(int value) { *at++ = static_cast<float>(value); }
    void one_hot(int value, int length) {  // all 0 for an invalid index
        for (int i = 0; i < length; ++i) *at++ = i == value ? 1.0f : 0.0f;
    }
    void flags(uint32_t set, int length) {
        for (int i = 0; i < length; ++i) *at++ = set & 1u << i ? 1.0f : 0.0f;
    }
    void plane(uint64_t set) {
        flags(static_cast<uint32_t>(set), 32);
        flags(static_cast<uint32_t>(set >> 32), FIELDS - 32);
    }
};

inline void observe(const Rules& rules, const Position& p, int seat, float* out) {
    const int players = rules.players;
    const auto seat_at = [&](int k) { return seat + k < players ? seat + k : seat + k - players; };
    Writer to{out};
    to.one_hot(p.phase, PHASES);
    to.number(p.round);
    to.number(p.slot);
    to.one_hot(p.pillar < 0 ? -1 : p.pillar < seat ? p.pillar - seat + players : p.pillar - seat, MOST_PLAYERS);

    const uint32_t hidden = hidden_tiles(rules, p, seat);
    const int cards = p.phase >= DEAL ? p.dealt : 0;
    uint32_t hidden_slots = 0;
    for (int slot = 0; slot < CARDS; ++slot) {
        const bool there = slot < cards, seen = there && !(hidden >> p.cards[slot] & 1);
        to.one_hot(seen ? p.cards[slot] : -1, TILES);
        hidden_slots |= static_cast<uint32_t>(there && !seen) << slot;
    }
    to.flags(hidden_slots, CARDS);
    to.flags(p.pile | hidden, TILES);

    const uint8_t todo = p.todo[seat];
    uint32_t settings = (todo & FOUNTAIN_BIT ? 1u << TILES : 0) | (todo & SIDE_BIT ? 2u << TILES : 0);
    for (int k = 0; k < LAST_CARDS; ++k)
        if (todo >> k & 1) settings |= 1u << tile_of(p, k);
    to.flags(settings, TILES + 2);
    const int ask_count = count(due_decisions(p));
    for (int k = 0; k < MOST_PLAYERS; ++k) to.number(k < players ? ask_count - count(p.todo[seat_at(k)]) : 0);
    for (int k = 0; k < MOST_PLAYERS; ++k) to.number(k < players ? p.points[seat_at(k)] : 0);
    for (int k = 0; k < MOST_PLAYERS; ++k) to.one_hot(k < players ? p.number[seat_at(k)] - 1 : -1, BOARD_COUNT);

    for (int k = 0; k < LAST_CARDS; ++k)
        for (int plane = 0; plane < PLANES; ++plane)
            to.plane(todo >> k & 1 ? rules.tiles[tile_of(p, k)].planes[0][plane] : 0);
    for (int k = 0; k < players; ++k) {
        const int player = seat_at(k);
        const auto& cover = p.cover[player];
        const auto shown = [&](int plane) { return k ? ~p.fresh[player][plane] : ~0ull; };
        for (int colour = 0; colour < 2; ++colour)
            for (int plane = 0; plane < PLANES; ++plane)
                to.plane(cover[colour][plane] & ~cover[1 - colour][plane] & shown(plane));
        for (int plane = 0; plane < PLANES; ++plane) to.plane(cover[0][plane] & cover[1][plane] & shown(plane));
    }
}

}  // namespace baumeister::tangram_city::ISA
