// Constants of tangram_city, generated from the Python tables by tools/docs.py; do not edit.
#pragma once

#include <cstddef>
#include <cstdint>

#include "../fields.hpp"

namespace baumeister::tangram_city {

// The boards, tiles and rounds; a lane is 4 × side + turns of a tile
inline constexpr int SIZE = 7;
inline constexpr int FIELDS = 49;
inline constexpr int PLANES = 4;
inline constexpr int LANES = 8;
inline constexpr int TILES = 23;
inline constexpr int CARDS = 4;
inline constexpr int LAST_CARDS = 3;
inline constexpr int ROUNDS = 6;
inline constexpr int MOST_PLAYERS = 5;
inline constexpr int BOARD_COUNT = 5;
inline constexpr int LEGEND = 200;

// Action numbers; `numbers.py` documents them
inline constexpr int SKIP = 392;
inline constexpr int CARD_NUMBERS = 393;
inline constexpr int SPOT = 1179;
inline constexpr int SPOTS = 196;
inline constexpr int NO_FOUNTAIN = 1375;
inline constexpr int SIDES = 1376;
inline constexpr int ACTIONS = 1378;

// Lengths of encodings
inline constexpr int OBSERVATION = 780;
inline constexpr int OBSERVATION_OF_PLAYER = 588;
inline constexpr int FEATURES = 8;
inline constexpr int BOARD_FEATURES = 14;

// The value network (`value_network.py`)
inline constexpr int VALUE_TILES = 196;
inline constexpr int VALUE_LEFT = 219;
inline constexpr int VALUE_FOUNTAIN = 243;
inline constexpr int VALUE_FEATURES = 244;
inline constexpr int VALUE_BIASES = 258;
inline constexpr int VALUE_FIRST = 128;
inline constexpr int VALUE_SECOND = 32;
inline constexpr int VALUE_WEIGHTS = 37571;

// The phases of a game
enum Phase : uint8_t {
    START, BOARDS, SIDE, DEAL, PLACE, OVER,
};

// How many phases there are
inline constexpr int PHASES = 6;

namespace option {
// Options that are on or off, for `Rules::has`
inline constexpr uint32_t PRINTED_FIELD = 1u << 0;
inline constexpr uint32_t SAME_BOARD = 1u << 1;
}  // namespace option

namespace feature {
// Features of a decision (`features.py`)
enum : int {
    AREA, COMPLETED, RECTANGLE, CONTACT, APART, BROKEN, DECLINED, SIDE_B,
};
}  // namespace feature

}  // namespace baumeister::tangram_city
