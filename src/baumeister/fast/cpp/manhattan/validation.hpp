// Validation of positions from outside: a position that passes must never make the core read or write out
// of bounds.
#pragma once

#include "kernels.hpp"

namespace baumeister::manhattan {

// How many turns a player has left in the round.
inline int turns_left(const Rules& rules, const Position& p, int player) {
    const int others = (player - p.turn + rules.players) % rules.players;
    const int left = p.turns - others;
    return left <= 0 ? 0 : (left + rules.players - 1) / rules.players;
}

inline const char* cards_problem(const Rules& rules, const Position& p) {
    int sum[CARDS] = {}, pile_rest = p.pile_size, played_rest = p.played_size;
    for (int card = 0; card < CARDS - 1; ++card) {
        const int in_pile = p.pile >> (8 * card) & 0xFF, in_played = p.played >> (8 * card) & 0xFF;
        sum[card] = in_pile + in_played;
        pile_rest -= in_pile;
        played_rest -= in_played;
    }
    if (pile_rest < 0 || played_rest < 0) return "the piles do not add up";
    sum[CARDS - 1] = pile_rest + played_rest;
    for (int player = 0; player < 4; ++player) {
        const uint64_t hand = p.hands[player];
        if (hand >> 54 || (player >= rules.players && hand)) return "a hand holds something that is not a card";
        int held = 0;
        for (int card = 0; card < CARDS; ++card) {
            const int copies = hand >> (6 * rules.marked[player][card]) & 63;
            held += copies;
            sum[card] += copies;
        }
        if (player >= rules.players) continue;
        int expected = rules.hand;
        if (p.phase == START) expected = 0;
        if (p.phase == DEAL) expected = player < p.turn ? rules.hand : player == p.turn ? p.dealt : 0;
        if (p.phase == DRAW && player == p.turn) expected = rules.hand - 1;
        if (held != expected) return "a hand has the wrong size";
    }
    for (int card = 0; card < CARDS; ++card)
        if (sum[card] != (card < rules.cards ? CARD_COPIES : 0)) return "the cards do not add up";
    return p.pile_size ? nullptr : "the pile is empty";
}

inline const char* blocks_problem(const Rules& rules, const Position& p) {
    int used[COLOURS][SIZES] = {};
    if (p.built > MOST_BLOCKS) return "too many blocks";
    for (int at = 0; at < p.built; ++at) {
        const int colour = colour_of_block(p, at);
        if (colour >= rules.colours) return "a block has a colour that no player has";
        if (p.blocks[at] == GONE) continue;
        if (p.blocks[at] >> 2 >= PLACES) return "a block is on no site";
        ++used[colour][p.blocks[at] & 3];
    }
    for (int colour = 0; colour < COLOURS; ++colour) {
        if (colour >= rules.colours) {
            if (p.supplies[colour] || p.trays[colour]) return "there are blocks of a colour that no player has";
            continue;
        }
        for (int size = 0; size < SIZES; ++size) {
            const int all = used[colour][size] + of_size(p.supplies[colour], size) + of_size(p.trays[colour], size);
            if (all > of_size(SUPPLY, size)) return "more blocks than a colour has";
        }
        // blocks not in the supply were chosen in this round or before
        const int rounds_chosen = p.phase > CHOOSE || p.phase == NEWS ? p.round : p.round ? p.round - 1 : 0;
        const int left = BLOCKS_OF_COLOUR - rounds_chosen * rules.blocks;
        const int tray = tray_size(p.trays[colour]), have = tray_size(p.supplies[colour]);
        if (p.phase == CHOOSE ? tray > rules.blocks || have + tray != left : have != left)
            return "the supplies do not match the round";
        if (p.phase < CHOOSE && tray) return "a tray is full too early";
        if ((p.phase == NEWS || p.phase == OVER) && tray) return "a tray is not empty at the end of a round";
    }
    int built = 0;
    for (int colour = 0; colour < rules.colours; ++colour)
        built += BLOCKS_OF_COLOUR - tray_size(p.supplies[colour]) - tray_size(p.trays[colour]);
    return p.built > built ? "more blocks stand than were built" : nullptr;
}

// How much each player has chosen: clockwise from the start player; in a secret choice, in any order.
inline const char* choice_problem(const Rules& rules, const Position& p) {
    const int all = rules.blocks * rules.slots;
    auto has = [&](int player) { return tray_size(p.trays[player]) + (rules.slots == 2 ? tray_size(p.trays[player + 2]) : 0); };
    auto nth = [&](int player) { return (player - p.start + rules.players) % rules.players; };
    bool waiting = false;
    for (int player = 0; player < rules.players; ++player) {
        const int chosen = has(player), first = tray_size(p.trays[player]);
        waiting = waiting || chosen < all;
        if (rules.has(option::CHOICE_ONE_BY_ONE)) {
            if (chosen != has(p.turn) + (nth(player) < nth(p.turn))) return "it is another player's turn to choose";
            continue;
        }
        if (chosen != 0 && chosen != all && (chosen != rules.blocks || first != rules.blocks)) return "a tray is half full";
        if (!rules.has(option::CHOICE_SECRET) && player != p.turn && chosen != (nth(player) < nth(p.turn) ? all : 0))
            return "it is another player's turn to choose";
    }
    if (!waiting) return "all players have chosen";
    return !rules.has(option::CHOICE_SECRET) && has(p.turn) >= all ? "the player to choose has already chosen" : nullptr;
}

inline const char* flow_problem(const Rules& rules, const Position& p) {
    const bool early = p.phase < URBAN;
    if (p.phase > OVER || p.phase == RESHUFFLE) return "no such phase";
    if ((p.phase == MONSTER && !rules.has_monster()) || (p.phase == DISTRICTS && !rules.has(option::VARIANTS_PROGRESSIVE))) return "the phase belongs to another variant";
    if ((p.phase == URBAN || p.phase == NEWS) && !rules.has(option::URBAN)) return "the phase belongs to the urban rules";
    if (early ? p.round != 0 : p.round < 1 || p.round > rules.rounds) return "no such round";
    if (p.phase == START ? p.start != NOBODY : p.start < 0 || p.start >= rules.players) return "no such start player";
    if (p.phase == START ? p.turn != NOBODY : p.turn < 0 || p.turn >= rules.players) return "no such player";
    if (p.dealt && !(p.phase == DEAL && p.dealt < rules.hand) && !(p.phase == DISTRICTS && p.dealt < DISTRICT_COUNT))
        return "too many cards or districts are dealt";
    const bool monster_there = rules.has_monster() && p.phase > MONSTER;
    if (monster_there ? p.monster < 0 || p.monster >= PLACES : p.monster != NOBODY) return "the monster is on no site";
    unsigned seen = 0;
    for (int k = 0; k < DISTRICT_COUNT; ++k) {
        if (p.opening[k] >= DISTRICT_COUNT) return "no such district";
        if (p.phase != DISTRICTS || k < p.dealt) seen += !(seen >> (8 + p.opening[k]) & 1), seen |= 1u << (8 + p.opening[k]);
    }
    if ((seen & 0xFF) != (p.phase == DISTRICTS ? p.dealt : DISTRICT_COUNT)) return "a district opens twice";
    if (!rules.has(option::VARIANTS_PROGRESSIVE))
        for (int k = 0; k < DISTRICT_COUNT; ++k)
            if (p.opening[k] != k) return "the districts are out of order";
    if (p.urban_pile >> URBAN_CARDS || (!rules.has(option::URBAN) && p.urban_pile)) return "no such urban cards";
    if (rules.has(option::URBAN) && p.round > 0) {
        const int spent = URBAN_CARDS - std::popcount(p.urban_pile);
        const int shown = p.phase == URBAN ? p.round - 1 : p.round;
        const bool news = !(p.urban_pile >> urban::fake_news & 1) && p.urban != urban::fake_news;  // one more card was revealed (M4.11)
        if (spent != shown + news) return "the urban cards do not match the round";
        const bool unknown = p.phase == URBAN;
        if (unknown ? p.urban != NOBODY : p.urban < 0 || p.urban >= URBAN_CARDS || p.urban_pile >> p.urban & 1)
            return "the urban card is wrong";
        if (p.phase == NEWS && p.urban != urban::fake_news) return "there is no card for fake news to reveal";
    } else if (p.urban != NOBODY || (rules.has(option::URBAN) && p.urban_pile != (1u << URBAN_CARDS) - 1)) {
        return "an urban card is revealed out of turn";
    }
    for (int colour = 0; colour < COLOURS; ++colour)
        if (p.scores[colour] < 0 || p.scores[colour] > 8000) return "points out of range";
    const bool building = p.phase == BUILD || p.phase == DRAW;
    if (building ? p.turns < 1 || p.turns > rules.blocks * rules.colours : p.turns != 0) return "the number of turns does not match the phase";
    if (building && (p.start + rules.blocks * rules.colours - p.turns) % rules.players != p.turn)
        return "the turns do not match the start player";
    if (building)
        for (int player = 0; player < rules.players; ++player) {
            int blocks = 0;
            for (int slot = 0; slot < rules.slots; ++slot) blocks += tray_size(p.trays[player + 2 * slot]);
            const int placed = p.phase == DRAW && player == p.turn;
            if (blocks + placed != turns_left(rules, p, player)) return "the trays do not match the turns";
        }
    return p.phase == CHOOSE ? choice_problem(rules, p) : nullptr;
}

// Recomputes everything that follows from the blocks and the phase.
inline void derive(const Kernels& core, const Rules& rules, Position& p) {
    for (auto& colour : p.can)
        for (uint64_t& places : colour) places = ALL_PLACES;
    for (uint64_t& places : p.own) places = 0;
    for (uint32_t& floors : p.floors) floors = 0;
    for (int at = 0; at < p.built; ++at) {
        if (p.blocks[at] == GONE) continue;
        const int place = p.blocks[at] >> 2, colour = colour_of_block(p, at);
        p.floors[place] += static_cast<uint32_t>((p.blocks[at] & 3) + 1) << (8 * colour);
        core.cover(rules, p, place, colour);
    }
    if (p.round)
        core.open_places(rules, p);
    else
        p.open = ALL_PLACES;
}

// The first problem found, or null.
inline const char* problem(const Kernels& core, const Rules& rules, const Position& p) {
    if (const char* found = flow_problem(rules, p)) return found;
    if (const char* found = cards_problem(rules, p)) return found;
    if (const char* found = blocks_problem(rules, p)) return found;
    Position derived = p;
    derive(core, rules, derived);
    const bool same = !std::memcmp(derived.can, p.can, sizeof p.can) && !std::memcmp(derived.own, p.own, sizeof p.own) &&
                      !std::memcmp(derived.floors, p.floors, sizeof p.floors) && derived.open == p.open;
    return same ? nullptr : "the board does not follow from its blocks";
}

}  // namespace baumeister::manhattan
