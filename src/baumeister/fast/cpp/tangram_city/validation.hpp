// Validation of positions from outside: a position that passes must never make the core read or write out
// of bounds.
#pragma once

#include <bit>

#include "kernels.hpp"

namespace baumeister::tangram_city {

// The actor, from what is still to be decided.
inline int actor_of(const Rules& rules, const Position& p) {
    if (p.phase == OVER) return GAME_OVER;
    if (p.phase != SIDE && p.phase != PLACE) return CHANCE;
    for (int player = 0; player < rules.players; ++player)
        if (p.todo[player]) return player;
    return CHANCE;
}

inline const char* flow_problem(const Rules& rules, const Position& p) {
    const bool early = p.phase < DEAL, last = p.round == ROUNDS;
    if (p.phase > OVER) return "no such phase";
    if ((p.phase == BOARDS || p.phase == SIDE) && !rules.has(option::PRINTED_FIELD)) return "these boards have no printed field";
    if (early ? p.round != 0 : p.round < 1 || p.round > ROUNDS) return "no such round";
    if (p.phase == OVER && !last) return "the game is over too early";
    if (p.slot > (p.phase == PLACE && !last ? CARDS : 0)) return "no such slot";
    if (p.phase == START ? p.pillar != NOBODY : p.pillar < 0 || p.pillar >= rules.players) return "no player holds the pillar";
    const uint8_t ask = due_decisions(p);
    bool waiting = !ask;
    for (int player = 0; player < MOST_PLAYERS; ++player) {
        if (p.todo[player] & ~(player < rules.players ? ask : 0)) return "a decision is pending that is not due";
        if ((p.todo[player] & CARD_BITS) && last && !(p.todo[player] & FOUNTAIN_BIT)) return "the fountain is decided before the cards";
        waiting = waiting || p.todo[player];
    }
    if (!waiting) return "all players have decided";
    return p.turn == actor_of(rules, p) ? nullptr : "it is another player's turn";
}

inline const char* cards_problem(const Rules& rules, const Position& p) {
    const int cards = cards_of_round(p.round);
    uint32_t seen = 0;
    if (p.pile & ~ALL_TILES) return "no such tiles";
    if (p.phase < DEAL) {
        const int most = p.phase == START ? 0 : p.phase == SIDE ? rules.players : rules.has(option::SAME_BOARD) ? 0 : rules.players - 1;
        if (p.dealt > most || (p.phase == SIDE && p.dealt != most)) return "the boards do not match the options";
        for (uint8_t card : p.cards)
            if (card) return "a card is dealt too early";
        return p.pile == ALL_TILES ? nullptr : "a tile is missing";
    }
    if (p.phase == DEAL ? p.dealt >= cards : p.dealt != cards) return "the number of cards does not match the round";
    for (int slot = 0; slot < CARDS; ++slot) {
        if (slot >= p.dealt) {
            if (p.cards[slot]) return "a card has not been dealt";
            continue;
        }
        if (p.cards[slot] >= TILES || (p.pile | seen) >> p.cards[slot] & 1) return "a card appears twice";
        seen |= 1u << p.cards[slot];
    }
    return std::popcount(p.pile) == TILES - CARDS * (p.round - 1) - p.dealt ? nullptr : "the cards do not add up";
}

inline const char* number_problem(const Rules& rules, const Position& p, int player) {
    const bool given = rules.has(option::PRINTED_FIELD) && (p.phase > BOARDS || (p.phase == BOARDS && player < p.dealt));
    const bool turned = given && (p.phase > SIDE || (p.phase == SIDE && !p.todo[player]));
    if (given ? p.number[player] < 1 || p.number[player] > BOARD_COUNT : p.number[player] != 0) return "no such board";
    if (turned ? p.side[player] < 1 || p.side[player] > 2 : p.side[player] != 0) return "no such side";
    for (int other = 0; other < player && given; ++other)
        if ((p.number[other] == p.number[player]) != rules.has(option::SAME_BOARD)) return "the boards do not match the options";
    if (!turned) return nullptr;
    const int board = p.number[player] - 1, side = p.side[player] - 1;
    for (int plane = 0; plane < PLANES; ++plane)
        if (rules.printed[board][side][plane] & ~p.cover[player][rules.printed_colour[board][side]][plane])
            return "the printed field is missing";
    return nullptr;
}

inline const char* board_problem(const Rules& rules, const Position& p, int player) {
    if (const char* found = number_problem(rules, p, player)) return found;
    const bool empty = p.phase < SIDE || (p.phase == SIDE && p.todo[player]);
    const bool secret = due_decisions(p) != p.todo[player];
    for (int plane = 0; plane < PLANES; ++plane) {
        const uint64_t covered = p.cover[player][0][plane] | p.cover[player][1][plane];
        if (covered & (empty ? ~0ull : ~ALL_FIELDS)) return "a piece lies outside the board";
        if (p.fresh[player][plane] & ~(secret ? covered : 0)) return "a hidden piece is not on the board";
    }
    const int scored = p.phase == OVER ? ROUNDS : p.round ? p.round - 1 : 0;
    for (int round = 0; round < ROUNDS; ++round)
        for (uint8_t score : p.scores[round][player])
            if (score > (round < scored ? FIELDS : 0)) return "a score is out of range";
    return p.points[player] > 1000 ? "points out of range" : nullptr;
}

inline bool is_nobody(const Position& p, int player) {
    uint64_t found = p.points[player] | p.number[player] | p.side[player];
    for (int plane = 0; plane < PLANES; ++plane)
        found |= p.cover[player][0][plane] | p.cover[player][1][plane] | p.fresh[player][plane];
    for (const auto& round : p.scores)
        for (uint8_t score : round[player]) found |= score;
    return !found;
}

// The first problem found, or null.
inline const char* problem(const Rules& rules, const Position& p) {
    if (const char* found = flow_problem(rules, p)) return found;
    if (const char* found = cards_problem(rules, p)) return found;
    for (int player = 0; player < rules.players; ++player)
        if (const char* found = board_problem(rules, p, player)) return found;
    for (int player = rules.players; player < MOST_PLAYERS; ++player)
        if (!is_nobody(p, player)) return "there is a board without a player";
    for (uint8_t unused : p.unused)
        if (unused) return "unused bytes are not zero";
    return nullptr;
}

}  // namespace baumeister::tangram_city
