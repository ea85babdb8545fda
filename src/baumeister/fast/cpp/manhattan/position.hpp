// A position of Manhattan as one flat struct, and the rules it is played by.
//
// A *place* is a site in the order of the cards: 6 × position + district, so that a card marks
// six places in a row and a hand turns into a set of places by one multiplication. Cards,
// colours, players and floors count from 0 here (floors 0 is a block of one floor).
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

// What follows from the options; made from the tables of games/manhattan (compiled.py).
struct Rules {
    int players = 4;
    int colours = 4;
    int slots = 1;  // colours of a player
    int rounds = 4;
    int blocks = 6;
    int hand = 4;
    int named_start = NOBODY;
    int named_monster = NOBODY;  // a place
    uint32_t options = 0;  // flags of `option`
    uint8_t marked[MOST_PLAYERS][CARDS]{};   // player, card: the position it marks
    uint8_t card_of[MOST_PLAYERS][CARDS]{};  // player, position: the card that marks it
    uint8_t step[PLACES][CARDS]{};  // place, position: where the monster goes
    uint64_t neighbours[PLACES]{};
    // 140 ways to choose blocks, three words a set: by how many of a size at most, by how many
    // blocks of two floors and more at most
    uint64_t most[SIZES][MOST_OF_SIZE + 1][3]{};
    uint64_t large[BLOCKS_OF_COLOUR + 2][3]{};  // index: that number + 1, so that -1 is there
    uint16_t selection[SELECTIONS]{};  // the blocks of two, three and four floors
    uint8_t selection_count[SELECTIONS]{};

    bool has(uint32_t flags) const { return options & flags; }
    bool has_monster() const { return has(option::VARIANTS_GODZILLA | option::VARIANTS_BABY_GODZILLA); }
    int owner_of(int colour) const { return slots == 2 ? colour & 1 : colour; }
    int actions() const { return slots == 2 ? ACTIONS_TWO_COLOURS : ACTIONS_ONE_COLOUR; }
};

struct Position {
    uint64_t can[COLOURS][SIZES];  // the places where the colour may build such a block (M2.4, M2.5)
    uint64_t own[COLOURS];         // the places whose top the colour is
    uint64_t open;                 // the places where anybody may build now (M5.1, M5.3)
    uint64_t hands[MOST_PLAYERS];             // six bits a position: how many cards mark it
    uint64_t pile;                 // eight bits a card for cards 1–8; the ninth is the rest
    uint64_t played;
    uint32_t floors[PLACES];       // eight bits a colour
    uint16_t supplies[COLOURS];    // four bits a size
    uint16_t trays[COLOURS];
    int16_t scores[COLOURS];
    uint16_t urban_pile;           // the cards not yet revealed, a bit each
    uint8_t blocks[MOST_BLOCKS];   // all blocks in the order they were built: place × 4 + floors
    uint8_t block_colours[MOST_BLOCKS / 4];
    uint8_t built;                 // how many blocks stand there
    uint8_t pile_size;
    uint8_t played_size;
    uint8_t phase;
    uint8_t round;
    uint8_t turns;
    uint8_t dealt;                 // cards of the present hand, districts of the opening
    int8_t start;
    int8_t turn;
    int8_t monster;                // a place
    int8_t urban;
    uint8_t opening[DISTRICT_COUNT];
};

inline constexpr uint8_t GONE = 0xFF;  // a block that was destroyed

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
