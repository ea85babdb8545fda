// Uniformly random play.
//
// Placements are drawn without branches, and whole games are played without testing at every step what
// comes next: a mispredicted branch costs as much as a decision.
#pragma once

#include "flow.hpp"

namespace baumeister::tangram_city::ISA {

// Cumulative sizes of sets.
template <int SETS>
struct Cumulative {
    int of[SETS + 1];

    Cumulative() = default;
    explicit Cumulative(const uint64_t* sets) {
        of[0] = 0;
        for (int i = 0; i < SETS; ++i) of[i + 1] = of[i] + count(sets[i]);
    }
    int all() const { return of[SETS]; }
    // The set with the n-th member of all; SETS past the last.
    int set_of(int n) const {
        int found = 0;
        for (int i = 1; i <= SETS; ++i) found += n >= of[i];
        return found;
    }
};

#if defined(__AVX512VPOPCNTDQ__) && defined(__AVX512BW__) && defined(__AVX512VL__)
template <>
struct Cumulative<LANES> {
    __m128i up_to;  // eight numbers
    uint16_t of[LANES + 1];

    Cumulative() = default;
    explicit Cumulative(const uint64_t* sets) {
        up_to = _mm512_maskz_cvtepi64_epi16(0xFF, _mm512_popcnt_epi64(_mm512_load_si512(sets)));
        up_to = _mm_add_epi16(up_to, _mm_slli_si128(up_to, 2));
        up_to = _mm_add_epi16(up_to, _mm_slli_si128(up_to, 4));
        up_to = _mm_add_epi16(up_to, _mm_slli_si128(up_to, 8));
        of[0] = 0;
        _mm_storeu_si128(reinterpret_cast<__m128i*>(of + 1), up_to);
    }
    int all() const { return _mm_extract_epi16(up_to, LANES - 1); }
    int set_of(int n) const { return count(_mm_cmple_epi16_mask(up_to, _mm_set1_epi16(static_cast<int16_t>(n)))); }
};
#endif

// The n-th member of a set; anything if there is none.
inline int member(uint64_t set, int n) { return nth(set, static_cast<uint32_t>(n)) & 63; }

// Lays the n-th placement, or nothing.
inline void lay_nth(const Rules& rules, Position& p, int player, int tile, const Ways& ways,
                    const Cumulative<LANES>& before, int n) {
    const int lane = before.set_of(n);
    lay(p, player, lane >> 2 & 1, rules.tiles[tile].planes[lane], member(ways.at[lane], n - before.of[lane]));
}

inline void place_any(const Rules& rules, Position& p, int player, int tile, uint32_t bits) {
    const Ways ways = ways_of(rules, free_of(p, player), tile);
    const Cumulative<LANES> before(ways.at);
    const uint32_t n = below(bits, static_cast<uint32_t>(before.all() + 1));
    lay_nth(rules, p, player, tile, ways, before, static_cast<int>(n));
}

// Places one of several cards and removes it from `todo` (T2.5).
inline void place_any_card(const Rules& rules, Position& p, int player, unsigned& todo, uint32_t bits) {
    const Free free = free_of(p, player);
    Ways ways[LAST_CARDS];
    Cumulative<LANES> before[LAST_CARDS];
    int up_to[LAST_CARDS + 1] = {0};
    for (int k = 0; k < LAST_CARDS; ++k) {
        ways[k] = ways_of(rules, free, p.cards[k]);
        before[k] = Cumulative<LANES>(ways[k].at);
        up_to[k + 1] = up_to[k] + (todo >> k & 1 ? before[k].all() + 1 : 0);
    }
    const int n = static_cast<int>(below(bits, static_cast<uint32_t>(up_to[LAST_CARDS])));
    const int k = (n >= up_to[1]) + (n >= up_to[2]);
    todo &= ~(1u << k);
    lay_nth(rules, p, player, p.cards[k], ways[k], before[k], n - up_to[k]);
}

inline void place_any_fountain(const Rules& rules, Position& p, int player, uint32_t bits) {
    const Spots spots = spots_of(rules, free_of(p, player));
    const Cumulative<SPOT_WORDS> before(spots.at);
    const int n = static_cast<int>(below(bits, static_cast<uint32_t>(before.all() + 1)));
    const int word = before.set_of(n), spot = member(spots.at[word], n - before.of[word]);
    const int corner = word == SPOT_WORDS ? SPOT_WORDS : spot & 3;
    lay_fountain(p, player, rules.spot[corner], 16 * (word & 3) + (spot >> 2));
}

// A random decision of the actor.
inline void decide(const Rules& rules, Position& p, uint32_t bits) {
    const int player = p.turn;
    const uint8_t todo = p.todo[player];
    if (todo & SIDE_BIT) return choose_side(rules, p, static_cast<int>(below(bits, 2)));
    unsigned cards = todo & CARD_BITS;
    const Four before = four(p.cover[player][0]) | four(p.cover[player][1]);
    if (cards && p.round == ROUNDS)
        place_any_card(rules, p, player, cards, bits);
    else if (cards)
        place_any(rules, p, player, p.cards[p.slot], bits), cards = 0;
    else
        place_any_fountain(rules, p, player, bits);
    four(p.fresh[player]) |= (four(p.cover[player][0]) | four(p.cover[player][1])) & ~before;
    decided(rules, p, todo & CARD_BITS ? (todo & CARD_BITS) ^ cards : FOUNTAIN_BIT);
}

// --- whole games ---------------------------------------------------------------------------------

// Whether nobody has decided anything in the present moment: then the rest of the round is known.
inline bool is_even(const Rules& rules, const Position& p) {
    if (p.phase != PLACE) return p.phase == DEAL && !p.dealt;
    for (int player = 0; player < rules.players; ++player)
        if (p.todo[player] != due_decisions(p)) return false;
    return true;
}

// The decision of the same player in several games, interleaved so that their latencies overlap.
template <int GAMES>
void place_in_each(const Rules& rules, Position* p, Random* random, int player, int slot) {
    Ways ways[GAMES];
    Cumulative<LANES> before[GAMES];
    int n[GAMES];
    for (int game = 0; game < GAMES; ++game)
        ways[game] = ways_of(rules, free_of(p[game], player), p[game].cards[slot]);
    for (int game = 0; game < GAMES; ++game) {
        before[game] = Cumulative<LANES>(ways[game].at);
        n[game] = static_cast<int>(
            below(upper(random[game].next()), static_cast<uint32_t>(before[game].all() + 1)));
    }
    for (int game = 0; game < GAMES; ++game)
        lay_nth(rules, p[game], player, p[game].cards[slot], ways[game], before[game], n[game]);
}

// Plays games that are even and at the same moment to the end, or to the end of the round. Returns the
// decisions of each.
template <int GAMES>
int play_rounds(const Rules& rules, Position* p, Random* random, bool round_only) {
    int decisions = 0;
    for (;;) {
        if (p[0].phase == DEAL)
            for (int k = 0; k < cards_of_round(p[0].round); ++k)
                for (int game = 0; game < GAMES; ++game) draw(p[game], lower(random[game].next()));
        if (p[0].round == ROUNDS) break;
        for (int slot = p[0].slot; slot < CARDS; ++slot, decisions += rules.players)
            for (int player = 0; player < rules.players; ++player)
                place_in_each<GAMES>(rules, p, random, player, slot);
        for (int player = 0; player < rules.players; ++player, ++decisions)
            for (int game = 0; game < GAMES; ++game)
                place_any_fountain(rules, p[game], player, upper(random[game].next()));
        for (int game = 0; game < GAMES; ++game) end_round(rules, p[game]);
        if (round_only) return decisions;
    }
    for (int player = 0; player < rules.players; ++player) {
        unsigned todo[GAMES];
        for (unsigned& each : todo) each = CARD_BITS;
        for (int k = 0; k < LAST_CARDS; ++k)
            for (int game = 0; game < GAMES; ++game)
                place_any_card(rules, p[game], player, todo[game], upper(random[game].next()));
        for (int game = 0; game < GAMES; ++game)
            place_any_fountain(rules, p[game], player, upper(random[game].next()));
    }
    for (int game = 0; game < GAMES; ++game) end_round(rules, p[game]);
    return decisions + (LAST_CARDS + 1) * rules.players;
}

// Plays until the position is even.
inline int play_until_even(const Rules& rules, Position& p, Random& random) {
    int decisions = 0;
    for (settle(rules, p, random); p.turn >= 0 && !is_even(rules, p); ++decisions) {
        decide(rules, p, upper(random.next()));
        settle(rules, p, random);
    }
    return decisions;
}

// Plays to the end, or until the present round is scored and the next one dealt.
inline int playout(const Rules& rules, Position& p, Random& random, bool round_only = false) {
    settle(rules, p, random);
    const int round = p.round;
    int decisions = play_until_even(rules, p, random);
    if (p.turn >= 0 && !(round_only && p.round != round)) decisions += play_rounds<1>(rules, &p, &random, round_only);
    settle(rules, p, random);
    return decisions;
}

}  // namespace baumeister::tangram_city::ISA
