// A position of Manhattan as one flat struct, and its rules.
//
// A *place* is a site in the order of the cards: 6 × position + district, so that a card marks six
// consecutive places and a hand becomes a set of places by one multiplication. Cards, colours, players
// and sizes of blocks count from 0 (size 0 is a block of one floor).
#pragma once

#include <cstddef>
#include <cstdint>

#include "../outcome.hpp"
#include "constants.hpp"

namespace baumeister::manhattan {

inline constexpr int MOST_BLOCKS = COLOURS * BLOCKS_OF_COLOUR;
inline constexpr int NOBODY = -1;
inline constexpr uint64_t ALL_PLACES = (1ull << PLACES) - 1;
inline constexpr uint64_t DISTRICT = 0x41041041041041ull;  // the places of the first district
static_assert(URBAN_CARDS <= 16, "a pile of urban cards is a set of 16 bits");

// The game under fixed options, filled from the tables of `compiled.py`.
struct Rules {
    int players = 4;
    int colours = 4;
    int slots = 1;  // colours of a player
    int rounds = 4;
    int blocks = 6;
    int hand = 4;
    int districts = DISTRICT_COUNT;  // in play, the first of the opening order (M6)
    int cards = CARDS;               // kinds in play, the first ones (M6)
    int named_start = NOBODY;
    int named_monster = NOBODY;  // a place
    uint32_t options = 0;  // flags of `option`
    uint8_t marked[MOST_PLAYERS][CARDS]{};   // player, card: the position it marks
    uint8_t card_of[MOST_PLAYERS][CARDS]{};  // player, position: the card that marks it
    uint8_t step[PLACES][CARDS]{};  // place, position: where the monster goes
    uint64_t closed[PLACES]{};  // place of the monster: the places closed to all (M5.1)
    uint64_t neighbours[PLACES]{};
    // The ways to choose blocks, as sets of three words: those with at most n blocks of a size, and those with
    // at most n blocks of two floors and more
    uint64_t most[SIZES][MOST_OF_SIZE + 1][3]{};
    uint64_t large[BLOCKS_OF_COLOUR + 2][3]{};  // index: n + 1, so that -1 is possible
    uint16_t selection[SELECTIONS]{};  // its blocks of two, three and four floors
    uint8_t selection_count[SELECTIONS]{};

    bool has(uint32_t flags) const { return options & flags; }
    bool has_monster() const { return has(option::VARIANTS_GODZILLA | option::VARIANTS_BABY_GODZILLA); }
    int owner_of(int colour) const { return slots == 2 ? colour & 1 : colour; }
    int actions() const { return slots == 2 ? ACTIONS_TWO_COLOURS : ACTIONS_ONE_COLOUR; }
};

struct Position {
    uint64_t can[COLOURS][SIZES];  // places where the colour may build such a block (M2.4, M2.5)
    uint64_t own[COLOURS];         // places whose top block has the colour
    uint64_t open;                 // places where building is possible now (M5.1, M5.3)
    uint64_t hands[MOST_PLAYERS];             // six bits per position: the number of cards that mark it
    uint64_t pile;                 // eight bits per card for cards 1–8; the ninth is the rest
    uint64_t played;
    uint32_t floors[PLACES];       // eight bits per colour
    uint16_t supplies[COLOURS];    // four bits per size
    uint16_t trays[COLOURS];
    int16_t scores[COLOURS];
    uint16_t urban_pile;           // a bit for each card not yet revealed
    uint8_t blocks[MOST_BLOCKS];   // all blocks in the order they were built: place × 4 + size
    uint8_t block_colours[MOST_BLOCKS / 4];
    uint8_t built;                 // how many blocks were built
    uint8_t pile_size;
    uint8_t played_size;
    uint8_t phase;
    uint8_t round;
    uint8_t turns;
    uint8_t dealt;                 // cards of the present hand, or districts drawn
    int8_t start;
    int8_t turn;
    int8_t monster;                // a place
    int8_t urban;
    uint8_t opening[DISTRICT_COUNT];
};

inline constexpr uint8_t GONE = 0xFF;  // a destroyed block

static_assert(sizeof(Position) <= 640);

inline int tray_size(uint16_t tray) {
    uint32_t pairs = (tray & 0x0F0Fu) + (tray >> 4 & 0x0F0Fu);
    return (pairs & 0xFF) + (pairs >> 8);
}

inline int of_size(uint16_t blocks, int size) { return blocks >> (4 * size) & 15; }

inline int colour_of_block(const Position& p, int block) {
    return p.block_colours[block >> 2] >> (2 * (block & 3)) & 3;
}

}  // namespace baumeister::manhattan
