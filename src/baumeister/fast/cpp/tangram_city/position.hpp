// A position of Tangram City as one flat struct, and the rules it is played by.
//
// A board is four planes of 49 bits, one for the north, east, south and west quarters of its
// fields (games/tangram_city/geometry.py). A half field is two neighbouring quarters, so a piece
// covers of each field either nothing, one of four halves, or the whole: the *kind* of a cell.
// A *lane* is one of the eight ways to hold a tile: 4 × side + turns.
#pragma once

#include <cstddef>
#include <cstdint>

#include "../outcome.hpp"
#include "constants.hpp"

namespace baumeister::tangram_city {

inline constexpr uint64_t ALL_FIELDS = (1ull << FIELDS) - 1;
inline constexpr uint32_t ALL_TILES = (1u << TILES) - 1;
inline constexpr int NOBODY = -1;

// What a player has still to decide: up to three cards, the fountain, the side of the board.
inline constexpr uint8_t CARD_BITS = 7;
inline constexpr uint8_t FOUNTAIN_BIT = 8;
inline constexpr uint8_t SIDE_BIT = 16;

// The kinds of a cell: halves by the corner of their right angle, each a turn after the one before.
enum Kind : uint8_t { NE, SE, SW, NW, WHOLE, ANYTHING };
inline constexpr int KINDS = 5;
inline constexpr int STEPS_AT_ONCE = 4;  // all tiles of the printed sets: no branch to expected_points

struct Tile {
    alignas(64) uint64_t corners[LANES];             // where its top left corner may lie; none: an outline met before
    alignas(32) uint64_t planes[LANES + 1][PLANES];  // what it covers at the top left of the board; behind them nothing
    uint16_t first;                                  // of its steps
    uint16_t steps;                                  // with some at the end that are always possible
};

// One cell of a tile in all lanes: turning and turning over change its kind in the same way for
// all tiles, so that the kind in the first lane is enough.
struct Step {
    alignas(64) uint64_t offset[LANES];
};

inline constexpr int MOST_STEPS = TILES * (FIELDS + STEPS_AT_ONCE - 1);

// What follows from the options; made from the tables of games/tangram_city (compiled.py).
struct Rules {
    Tile tiles[TILES];
    Step steps[MOST_STEPS];
    uint8_t kinds[MOST_STEPS];
    alignas(32) uint64_t printed[BOARD_COUNT][2][PLANES];
    uint8_t printed_colour[BOARD_COUNT][2];  // 0 building, 1 green
    uint8_t spot_kind[4];                     // of the k-th corner of a field
    alignas(32) uint64_t spot[5][PLANES];     // the k-th half of the first field; behind them nothing
    uint8_t harmony[FIELDS + 1];              // by the difference of the counts (T5.2)
    uint8_t planning;
    uint8_t audience[CARDS];                  // who sees a card early, seats from the pillar on (T2.1)
    int players;
    int start_points;
    int named_start;
    uint32_t options;  // flags of `option`

    bool has(uint32_t flags) const { return options & flags; }
    int actions() const { return ACTIONS; }
};

// The two covers of a board overlap where a fountain is: it counts for both colours (T4.2).
struct Position {
    alignas(32) uint64_t cover[MOST_PLAYERS][2][PLANES];  // buildings and fountains; green and fountains
    alignas(32) uint64_t fresh[MOST_PLAYERS][PLANES];     // of these, what is not shown yet (T2.2)
    uint32_t pile;                  // the tiles still to come, a bit each
    uint16_t points[MOST_PLAYERS];
    uint8_t phase;
    uint8_t round;
    uint8_t slot;
    uint8_t dealt;                  // cards of the round; boards while they are given out
    int8_t pillar;
    int8_t turn;                    // the actor
    uint8_t cards[CARDS];
    uint8_t todo[MOST_PLAYERS];
    uint8_t number[MOST_PLAYERS];   // of the board, 1–5
    uint8_t side[MOST_PLAYERS];     // 1 a, 2 b; 0 none
    uint8_t scores[ROUNDS][MOST_PLAYERS][3];  // rectangle, buildings, green
    uint8_t unused[31];             // zero
};

static_assert(sizeof(Position) == 640);

inline int cards_of_round(int round) { return round == ROUNDS ? LAST_CARDS : CARDS; }

// What every player is required for in the present moment.
inline uint8_t required(const Position& p) {
    if (p.phase == SIDE) return SIDE_BIT;
    if (p.phase != PLACE) return 0;
    if (p.round == ROUNDS) return CARD_BITS | FOUNTAIN_BIT;  // T2.5: all in one go
    return p.slot == CARDS ? FOUNTAIN_BIT : 1;
}

// The tile that the k-th card number of the moment stands for.
inline int tile_of(const Position& p, int k) { return p.cards[p.round == ROUNDS ? k : p.slot]; }

}  // namespace baumeister::tangram_city
