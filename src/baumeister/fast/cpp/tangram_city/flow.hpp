// State transitions: decisions, rounds and chance (T1.5, T2).
#pragma once

#include <cstring>

#include "../random.hpp"
#include "board.hpp"
#include "scoring.hpp"

namespace baumeister::tangram_city::ISA {

inline void initial(const Rules& rules, Position& p) {
    std::memset(&p, 0, sizeof p);
    p.pile = ALL_TILES;
    p.pillar = NOBODY;
    p.turn = CHANCE;
    for (int player = 0; player < rules.players; ++player) p.points[player] = static_cast<uint16_t>(rules.start_points);
}

inline int actor(const Rules&, const Position& p) { return p.turn; }

// Makes every player decide what is due in this phase, starting with player 0.
inline void begin_decisions(const Rules& rules, Position& p, Phase phase) {
    p.phase = phase;
    p.turn = 0;
    const uint8_t todo = due_decisions(p);
    for (int player = 0; player < rules.players; ++player) p.todo[player] = todo;
}

inline void begin_round(Position& p) {
    p.phase = DEAL;
    p.turn = CHANCE;
    ++p.round;
    p.slot = p.dealt = 0;
    std::memset(p.cards, 0, sizeof p.cards);
    std::memset(p.todo, 0, sizeof p.todo);
}

// Scores the round and passes the pillar; after the last round the game is over (T2.4).
inline void end_round(const Rules& rules, Position& p) {
    score(rules, p);
    if (p.round == ROUNDS) {
        p.phase = OVER;
        p.turn = GAME_OVER;
        std::memset(p.todo, 0, sizeof p.todo);
    } else {
        p.pillar = static_cast<int8_t>(next_holder(rules, p));
        begin_round(p);
    }
}

// Reveals the simultaneous decisions (T2.2) and continues with the next ones.
inline void reveal_decisions(const Rules& rules, Position& p) {
    for (int player = 0; player < rules.players; ++player) four(p.fresh[player]) = Four{};
    if (p.phase == SIDE) return begin_round(p);
    if (p.round == ROUNDS || p.slot == CARDS) return end_round(rules, p);
    ++p.slot;
    begin_decisions(rules, p, PLACE);
}

// Ends a decision of the player to act and passes to the next player with one pending.
inline void decided(const Rules& rules, Position& p, int todo) {
    p.todo[p.turn] = static_cast<uint8_t>(p.todo[p.turn] & ~todo);
    if (p.todo[p.turn]) return;
    for (p.turn = 0; p.turn < rules.players; ++p.turn)
        if (p.todo[p.turn]) return;
    reveal_decisions(rules, p);
}

inline void place(const Rules& rules, Position& p, int k, int lane, int field) {
    const uint64_t* planes = rules.tiles[tile_of(p, k)].planes[lane];
    lay(p, p.turn, lane >> 2, planes, field);
    hide(p, p.turn, planes, field);
    decided(rules, p, 1 << k);
}

inline void choose_side(const Rules& rules, Position& p, int side) {
    const int board = p.number[p.turn] - 1;
    p.side[p.turn] = static_cast<uint8_t>(side + 1);
    lay(p, p.turn, rules.printed_colour[board][side], rules.printed[board][side], 0);
    hide(p, p.turn, rules.printed[board][side], 0);
    decided(rules, p, SIDE_BIT);
}

inline void place_fountain(const Rules& rules, Position& p, int spot) {
    lay_fountain(p, p.turn, rules.spot[spot & 3], spot >> 2);
    hide(p, p.turn, rules.spot[spot & 3], spot >> 2);
    decided(rules, p, FOUNTAIN_BIT);
}

// The chance outcomes as a bit set; all are equally likely.
inline uint32_t outcomes_of(const Rules& rules, const Position& p) {
    if (p.phase == DEAL) return p.pile;
    if (p.phase == START) return rules.named_start >= 0 ? 1u << rules.named_start : (1u << rules.players) - 1;
    uint32_t boards = (1u << BOARD_COUNT) - 1;
    for (int player = 0; player < p.dealt; ++player) boards &= ~(1u << (p.number[player] - 1));
    return boards;
}

inline void deal(Position& p, int tile) {
    p.pile &= ~(1u << tile);
    p.cards[p.dealt++] = static_cast<uint8_t>(tile);
}

inline void draw(Position& p, uint32_t bits) {
    deal(p, nth(p.pile, below(bits, static_cast<uint32_t>(count(p.pile)))));
}

inline void apply_chance(const Rules& rules, Position& p, int outcome) {
    if (p.phase == DEAL) {
        deal(p, outcome);
        if (p.dealt == cards_of_round(p.round)) begin_decisions(rules, p, PLACE);
        return;
    }
    if (p.phase == START) {
        p.pillar = static_cast<int8_t>(outcome);
        if (rules.has(option::PRINTED_FIELD))
            p.phase = BOARDS;
        else
            begin_round(p);
        return;
    }
    do p.number[p.dealt++] = static_cast<uint8_t>(outcome + 1);
    while (rules.has(option::SAME_BOARD) && p.dealt < rules.players);
    if (p.dealt == rules.players) begin_decisions(rules, p, SIDE);
}

inline void settle(const Rules& rules, Position& p, Random& random) {
    while (p.turn == CHANCE) {
        const uint32_t outcomes = outcomes_of(rules, p);
        apply_chance(rules, p, nth(outcomes, below(lower(random.next()), static_cast<uint32_t>(count(outcomes)))));
    }
}

}  // namespace baumeister::tangram_city::ISA
