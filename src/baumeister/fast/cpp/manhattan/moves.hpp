// Legal actions by number, and applying them (M2.2–M2.8).
#pragma once

#include "flow.hpp"

namespace baumeister::manhattan::ISA {

// The places for each size of block, for the one or two colours of the player to build.
struct Builds {
    alignas(32) uint64_t places[2][SIZES];

    Builds(const Rules& rules, const Position& p) {
        const uint64_t marked = marked_places(p.hands[p.turn]) & p.open;
        for (int slot = 0; slot < rules.slots; ++slot)
            for (int size = 0; size < SIZES; ++size) places[slot][size] = of_block(p, p.turn + 2 * slot, size) & marked;
    }

    // Where a colour may build a block of its tray, whatever the cards; nowhere if there is none. Branchless: it
    // could not be predicted.
    static uint64_t of_block(const Position& p, int colour, int size) {
        return p.can[colour][size] & -static_cast<uint64_t>(of_size(p.trays[colour], size) != 0);
    }

    // Whether the player can build at all; otherwise they forfeit (M2.8).
    bool possible(const Rules& rules) const {
        uint64_t any = 0;
        for (int slot = 0; slot < rules.slots; ++slot)
            for (int size = 0; size < SIZES; ++size) any |= places[slot][size];
        return any;
    }
};

// The ways to choose blocks that a supply allows, as a set of three words.
struct Selections {
    uint64_t of[3];

    Selections(const Rules& rules, uint16_t supply) {
        const int ones = of_size(supply, 0);
        const int fewest = rules.blocks - ones - 1;  // this many large blocks are too few
        for (int word = 0; word < 3; ++word)
            of[word] = rules.most[1][of_size(supply, 1)][word] & rules.most[2][of_size(supply, 2)][word] &
                       rules.most[3][of_size(supply, 3)][word] & rules.large[rules.blocks + 1][word] &
                       ~rules.large[fewest < 0 ? 0 : fewest + 1][word];
    }

    int size() const { return count(of[0]) + count(of[1]) + count(of[2]); }

    int nth_of(uint32_t n) const {
        const uint32_t one = static_cast<uint32_t>(count(of[0])), two = one + static_cast<uint32_t>(count(of[1]));
        const int word = (n >= one) + (n >= two);
        n -= word == 2 ? two : word == 1 ? one : 0;
        return 64 * word + nth(of[word], n);
    }

    bool has(int selection) const { return of[selection >> 6] >> (selection & 63) & 1; }
};

// The colour whose tray a player fills next.
inline int colour_to_choose(const Rules& rules, const Position& p, int player) {
    return rules.slots == 2 && tray_size(p.trays[player]) == rules.blocks ? player + 2 : player;
}

inline uint16_t blocks_of_selection(const Rules& rules, int selection) {
    const int ones = rules.blocks - rules.selection_count[selection];
    return static_cast<uint16_t>(rules.selection[selection] + ones);
}

inline bool may_take_one(const Rules& rules, const Position& p, int colour, int size) {
    return tray_size(p.trays[colour]) < rules.blocks && of_size(p.supplies[colour], size);
}

// Calls `give(number)` for each legal number, ascending.
template <class Give>
inline void for_each_legal(const Rules& rules, const Position& p, Give give) {
    if (p.phase == CHOOSE) {
        const int player = actor(rules, p);
        if (rules.has(option::CHOICE_ONE_BY_ONE)) {
            for (int slot = 0; slot < rules.slots; ++slot)
                for (int size = SIZES - 1; size >= 0; --size)
                    if (may_take_one(rules, p, player + 2 * slot, size))
                        give((slot ? SECOND_SINGLE : SINGLE) + 3 - size);
            return;
        }
        const Selections selections(rules, p.supplies[colour_to_choose(rules, p, player)]);
        for (int word = 0; word < 3; ++word)
            for (uint64_t left = selections.of[word]; left; left &= left - 1)
                give(SELECTION + 64 * word + lowest(left));
        return;
    }
    if (p.phase != BUILD) return;
    const Builds builds(rules, p);
    const bool possible = builds.possible(rules);
    for (int slot = 0; slot < rules.slots; ++slot) {
        const int base = slot * SECOND_COLOUR;
        if (possible) {
            for (int size = 0; size < SIZES; ++size)
                for (uint64_t left = builds.places[slot][size]; left; left &= left - 1)
                    give(base + PLACES * size + lowest(left));
            continue;
        }
        for (int card = 0; card < CARDS; ++card) {  // M2.8
            if (!(p.hands[p.turn] >> (6 * rules.marked[p.turn][card]) & 63)) continue;
            for (int size = 0; size < SIZES; ++size)
                if (of_size(p.trays[p.turn + 2 * slot], size)) give(base + FORFEIT + 4 * card + size);
        }
    }
}

inline int legal(const Rules& rules, const Position& p, uint16_t* numbers) {
    int found = 0;
    for_each_legal(rules, p, [&](int number) { numbers[found++] = static_cast<uint16_t>(number); });
    return found;
}

// Writes the legal numbers as a set.
inline void legal_set(const Rules& rules, const Position& p, uint64_t* out) {
    std::memset(out, 0, sizeof(uint64_t) * (ACTIONS_TWO_COLOURS / 64 + 1));
    if (p.phase == BUILD && rules.slots == 1) {
        const Builds builds(rules, p);
        for (int size = 0; size < SIZES; ++size) {
            const int word = PLACES * size / 64, bit = PLACES * size % 64;
            out[word] |= builds.places[0][size] << bit;
            if (bit + PLACES > 64) out[word + 1] |= builds.places[0][size] >> (64 - bit);
        }
        if (builds.possible(rules)) return;
    }
    for_each_legal(rules, p, [&](int number) { out[number >> 6] |= 1ull << (number & 63); });
}

inline bool is_legal(const Rules& rules, const Position& p, int number) {
    if (number < 0 || number >= rules.actions()) return false;
    if (p.phase == CHOOSE) {
        const int player = actor(rules, p);
        if (rules.has(option::CHOICE_ONE_BY_ONE)) {
            const bool second = number >= SECOND_SINGLE;
            const int size = 3 - (number - (second ? SECOND_SINGLE : SINGLE));
            return size >= 0 && size < SIZES && may_take_one(rules, p, player + (second ? 2 : 0), size);
        }
        if (number < SELECTION || number >= SINGLE) return false;
        return Selections(rules, p.supplies[colour_to_choose(rules, p, player)]).has(number - SELECTION);
    }
    if (p.phase != BUILD || number >= SECOND_SINGLE || (number >= SELECTION && number < SECOND_COLOUR)) return false;
    const int slot = number >= SECOND_COLOUR;
    const int own = number - slot * SECOND_COLOUR;
    if (own < FORFEIT) {
        const uint64_t places = Builds::of_block(p, p.turn + 2 * slot, own / PLACES) & p.open & marked_places(p.hands[p.turn]);
        return places >> (own % PLACES) & 1;
    }
    const Builds builds(rules, p);
    const int card = (own - FORFEIT) >> 2, size = (own - FORFEIT) & 3;
    return !builds.possible(rules) && (p.hands[p.turn] >> (6 * rules.marked[p.turn][card]) & 63) &&
           of_size(p.trays[p.turn + 2 * slot], size);
}

// Applies a legal number of a player.
inline void act(const Rules& rules, Position& p, int number) {
    if (p.phase == BUILD) {
        const int slot = number >= SECOND_COLOUR;
        const int own = number - slot * SECOND_COLOUR, colour = p.turn + 2 * slot;
        if (own < FORFEIT) {
            const int size = own / PLACES;
            build(rules, p, own - PLACES * size, colour, size);
        } else {
            const int card = (own - FORFEIT) >> 2;
            forfeit(rules, p, card, rules.marked[p.turn][card], colour, (own - FORFEIT) & 3);
        }
        return;
    }
    const int player = actor(rules, p);
    if (rules.has(option::CHOICE_ONE_BY_ONE)) {
        const bool second = number >= SECOND_SINGLE;
        const int size = 3 - (number - (second ? SECOND_SINGLE : SINGLE));
        choose_blocks(rules, p, player, player + (second ? 2 : 0), static_cast<uint16_t>(1u << (4 * size)));
    } else {
        choose_blocks(rules, p, player, colour_to_choose(rules, p, player),
                      blocks_of_selection(rules, number - SELECTION));
    }
}

inline void apply(const Rules& rules, Position& p, int number) {
    if (is_chance(p))
        happen(rules, p, number);
    else
        act(rules, p, number);
}

inline void mask(const Rules& rules, const Position& p, uint8_t* out) {
    zero_bytes(out, static_cast<size_t>(rules.actions()));
    if (p.phase == BUILD) {
        const Builds builds(rules, p);
        for (int slot = 0; slot < rules.slots; ++slot)
            for (int size = 0; size < SIZES; ++size)
                unfold(builds.places[slot][size], PLACES, out + slot * SECOND_COLOUR + PLACES * size);
        if (builds.possible(rules)) return;
    }
    for_each_legal(rules, p, [&](int number) { out[number] = 1; });
}

// --- uniformly random play --------------------------------------------------------------------

template <int SLOTS>
inline void random_build(const Rules& rules, Position& p, uint64_t bits) {
    const uint64_t marked = marked_places(p.hands[p.turn]) & p.open;
    uint64_t places[SLOTS * SIZES];
    uint32_t upto[SLOTS * SIZES];
    uint32_t total = 0;
    for (int each = 0; each < SLOTS * SIZES; ++each) {
        places[each] = Builds::of_block(p, p.turn + 2 * (each / SIZES), each % SIZES) & marked;
        upto[each] = total += static_cast<uint32_t>(count(places[each]));
    }
    if (total) [[likely]] {
        const uint32_t n = below(upper(bits), total);
        uint64_t chosen = places[0];
        uint32_t before = 0;
        int at = 0;
        for (int each = 1; each < SLOTS * SIZES; ++each) {  // branchless: it could not be predicted
            const bool later = n >= upto[each - 1];
            chosen = later ? places[each] : chosen;
            before = later ? upto[each - 1] : before;
            at += later;
        }
        build(rules, p, nth(chosen, n - before), p.turn + 2 * (at / SIZES), at % SIZES);
    } else {
        uint16_t numbers[CARDS * SIZES * 2];
        const int found = legal(rules, p, numbers);
        act(rules, p, numbers[below(upper(bits), static_cast<uint32_t>(found))]);
    }
    draw(rules, p, nth_card(p, below(lower(bits), p.pile_size)));
}

inline void random_choice(const Rules& rules, Position& p, uint64_t bits) {
    const int player = actor(rules, p);
    if (rules.has(option::CHOICE_ONE_BY_ONE)) {
        uint16_t numbers[2 * SIZES];
        const int found = legal(rules, p, numbers);
        act(rules, p, numbers[below(upper(bits), static_cast<uint32_t>(found))]);
        return;
    }
    const int colour = colour_to_choose(rules, p, player);
    const Selections selections(rules, p.supplies[colour]);
    const int chosen = selections.nth_of(below(upper(bits), static_cast<uint32_t>(selections.size())));
    choose_blocks(rules, p, player, colour, blocks_of_selection(rules, chosen));
}

// Chooses blocks and settles chance at random until somebody builds or the game is over; returns the number of decisions.
inline int until_build(const Rules& rules, Position& p, Random& random) {
    int decisions = 0;
    while (p.phase != BUILD && p.phase != OVER) {
        if (p.phase == CHOOSE)
            random_choice(rules, p, random.next()), ++decisions;
        else
            chance_step(rules, p, lower(random.next()));
    }
    return decisions;
}

// Plays to the end of the game, or of the present round; returns the number of decisions.
template <int SLOTS>
inline int playout_of(const Rules& rules, Position& p, Random& random, bool round_only) {
    int decisions = 0;
    const int round = p.round;
    for (;;) {
        if (p.phase == BUILD) {
            random_build<SLOTS>(rules, p, random.next());
            ++decisions;
            if (round_only && p.round != round) return decisions;
        } else if (p.phase == CHOOSE) {
            random_choice(rules, p, random.next());
            ++decisions;
        } else if (p.phase == OVER) {
            return decisions;
        } else {
            chance_step(rules, p, lower(random.next()));
            if (round_only && p.round != round && round) return decisions;
        }
    }
}

inline int playout(const Rules& rules, Position& p, Random& random, bool round_only = false) {
    return rules.slots == 2 ? playout_of<2>(rules, p, random, round_only)
                            : playout_of<1>(rules, p, random, round_only);
}

}  // namespace baumeister::manhattan::ISA
