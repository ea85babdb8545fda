// A position of Tangram City as one flat struct, and its rules.
//
// A board is four planes of 49 bits, one for the north, east, south and west quarters of its fields
// (games/tangram_city/geometry.py). A half field is two neighbouring quarters, so a piece covers of each
// field nothing, one of four halves, or the whole: the *kind* of a cell. A *lane* is one of the eight ways
// to hold a tile: 4 × side + turns.
#pragma once

#include <cstddef>
#include <cstdint>

#include "../outcome.hpp"
#include "constants.hpp"

namespace baumeister::tangram_city {

inline constexpr uint64_t ALL_FIELDS = (1ull << FIELDS) - 1;
inline constexpr uint32_t ALL_TILES = (1u << TILES) - 1;
inline constexpr int NOBODY = -1;

// What a player still has to decide: up to three cards, the fountain, the side of the board.
inline constexpr uint8_t CARD_BITS = 7;
inline constexpr uint8_t FOUNTAIN_BIT = 8;
inline constexpr uint8_t SIDE_BIT = 16;

// The kinds of a cell: halves by the corner of their right angle, in clockwise order.
enum Kind : uint8_t { NE, SE, SW, NW, WHOLE, ANYTHING };
inline constexpr int KINDS = 5;
inline constexpr int STEPS_AT_ONCE = 4;  // unrolled: no branch to mispredict

struct Tile {
    alignas(64) uint64_t corners[LANES];             // where its top left corner may lie; empty for a repeated outline
    alignas(32) uint64_t planes[LANES + 1][PLANES];  // what it covers at the top left of the board; then nothing
    uint16_t first;                                  // its first step
    uint16_t steps;                                  // padded with steps that always fit
};

// One cell of a tile in all lanes: turning and flipping change its kind in the same way for all tiles, so
// the kind in the first lane suffices.
struct Step {
    alignas(64) uint64_t offset[LANES];
};

inline constexpr int MOST_STEPS = TILES * (FIELDS + STEPS_AT_ONCE - 1);

// The game under fixed options, filled from the tables of `compiled.py`.
struct Rules {
    Tile tiles[TILES];
    Step steps[MOST_STEPS];
    uint8_t kinds[MOST_STEPS];
    alignas(32) uint64_t printed[BOARD_COUNT][2][PLANES];
    uint8_t printed_colour[BOARD_COUNT][2];  // 0 building, 1 green
    uint8_t spot_kind[4];                     // of the k-th corner of a field
    alignas(32) uint64_t spot[5][PLANES];     // the k-th half of the first field; then nothing
    uint8_t harmony[FIELDS + 1];              // by the difference of the counts (T5.2)
    uint8_t planning;
    uint8_t audience[CARDS];                  // who sees a card early, as seats from the pillar on (T2.1)
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
    alignas(32) uint64_t fresh[MOST_PLAYERS][PLANES];     // the part of them that is not shown yet (T2.2)
    uint32_t pile;                  // a bit for each tile still to come
    uint16_t points[MOST_PLAYERS];
    uint8_t phase;
    uint8_t round;
    uint8_t slot;
    uint8_t dealt;                  // cards of the round; boards while they are assigned
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

// What every player has to decide in the present moment.
inline uint8_t due_decisions(const Position& p) {
    if (p.phase == SIDE) return SIDE_BIT;
    if (p.phase != PLACE) return 0;
    if (p.round == ROUNDS) return CARD_BITS | FOUNTAIN_BIT;  // T2.5: all at once
    return p.slot == CARDS ? FOUNTAIN_BIT : 1;
}

// The tile of the k-th card that is to be decided.
inline int tile_of(const Position& p, int k) { return p.cards[p.round == ROUNDS ? k : p.slot]; }

}  // namespace baumeister::tangram_city
