// Constants of manhattan, generated from the Python tables by tools/docs.py; do not edit.
#pragma once

#include <cstddef>
#include <cstdint>

#include "../fields.hpp"

namespace baumeister::manhattan {

// The board and the material; a place is a site, in the order of the cards
inline constexpr int PLACES = 54;
inline constexpr int DISTRICT_COUNT = 6;
inline constexpr int CARDS = 9;
inline constexpr int CARD_COPIES = 5;
inline constexpr int COLOURS = 4;
inline constexpr int MOST_PLAYERS = 4;
inline constexpr int SIZES = 4;
inline constexpr int BLOCKS_OF_COLOUR = 24;
inline constexpr int MOST_OF_SIZE = 11;
inline constexpr int SUPPLY = 13419;

// Action numbers; `numbers.py` documents them
inline constexpr int FORFEIT = 216;
inline constexpr int SELECTION = 252;
inline constexpr int SELECTIONS = 140;
inline constexpr int SINGLE = 392;
inline constexpr int SECOND_COLOUR = 396;
inline constexpr int SECOND_SINGLE = 648;
inline constexpr int ACTIONS_ONE_COLOUR = 396;
inline constexpr int ACTIONS_TWO_COLOURS = 652;

// Lengths of encodings and shapes of networks
inline constexpr int OBSERVATION = 912;
inline constexpr int FEATURES = 61;
inline constexpr int CONTEXT = 27;
inline constexpr int INPUT_FEATURES = 3730;
inline constexpr int POLICY_UNITS = 16;
inline constexpr int VALUE_HIDDEN = 128;
inline constexpr int VALUE_SECOND = 32;
inline constexpr int QUANTISATION_SCALE = 512;

// Numbers of weights
inline constexpr size_t POLICY_WEIGHTS = 1440;
inline constexpr size_t VALUE_FIRST = 477568;
inline constexpr size_t VALUE_REST = 4260;

// The phases of a game
enum Phase : uint8_t {
    START, DEAL, MONSTER, DISTRICTS, URBAN, CHOOSE, BUILD, DRAW, RESHUFFLE, NEWS, OVER,
};

// How many phases there are
inline constexpr int PHASES = 11;

namespace option {
// Options that are on or off, for `Rules::has`
inline constexpr uint32_t CHOICE_OPEN = 1u << 0;
inline constexpr uint32_t CHOICE_SECRET = 1u << 1;
inline constexpr uint32_t CHOICE_ONE_BY_ONE = 1u << 2;
inline constexpr uint32_t SAME_OWNER_HIGHEST = 1u << 3;
inline constexpr uint32_t TIE_BREAK = 1u << 4;
inline constexpr uint32_t URBAN = 1u << 5;
inline constexpr uint32_t MEGACITY_ALL = 1u << 6;
inline constexpr uint32_t VARIANTS_GODZILLA = 1u << 7;
inline constexpr uint32_t VARIANTS_BABY_GODZILLA = 1u << 8;
inline constexpr uint32_t VARIANTS_PROGRESSIVE = 1u << 9;
inline constexpr uint32_t VARIANTS_ANTI_TRUST = 1u << 10;
inline constexpr uint32_t MONSTER_MOVES_WITH_CARD = 1u << 11;
inline constexpr uint32_t MONSTER_MOVES_AFTER_BLOCK = 1u << 12;
}  // namespace option

namespace urban {
// The urban cards; `urban.hpp` has a function of each name
enum Card : uint8_t {
    big_business, founder, megacity, fog_free_view, multiple_tower, villa, worldwide_expansion,
    hobbit_home, small_town, fake_news,
};
}  // namespace urban
inline constexpr int URBAN_CARDS = 10;
#define BAUMEISTER_URBAN_CARDS(CARD) CARD(big_business) CARD(founder) CARD(megacity) CARD(fog_free_view) CARD(multiple_tower) CARD(villa) CARD(worldwide_expansion) CARD(hobbit_home) CARD(small_town) CARD(fake_news)

namespace feature {
// Features of a decision (`features.py`)
enum : int {
    GAIN, OPEN_GAIN, LOSS, LEADER, EMPTY, TAKEOVER, OWN, FLOORS, AHEAD_BY_0, AHEAD_BY_1, AHEAD_BY_2,
    AHEAD_BY_3, AHEAD_BY_4, AHEAD_BY_5, THREATS, EXPOSURE, LASTING, HIGHEST, TOWER, MARGIN,
    MAJORITY, SPARE, NEAR, RAMPAGE, GAIN_LAST, OPEN_GAIN_LAST, LOSS_LAST, LEADER_LAST, EMPTY_LAST,
    TAKEOVER_LAST, OWN_LAST, FLOORS_LAST, AHEAD_BY_0_LAST, AHEAD_BY_1_LAST, AHEAD_BY_2_LAST,
    AHEAD_BY_3_LAST, AHEAD_BY_4_LAST, AHEAD_BY_5_LAST, THREATS_LAST, EXPOSURE_LAST, LASTING_LAST,
    HIGHEST_LAST, TOWER_LAST, MARGIN_LAST, MAJORITY_LAST, SPARE_LAST, NEAR_LAST, RAMPAGE_LAST,
    FOURS, THREES, TWOS, FOURS_SQUARED, THREES_SQUARED, TWOS_SQUARED, FOURS_EARLY, THREES_EARLY,
    TWOS_EARLY, FOURS_SQUARED_EARLY, THREES_SQUARED_EARLY, TWOS_SQUARED_EARLY, GIVEN_UP,
};
}  // namespace feature

namespace context {
// The context of a decision (`context.py`)
enum : int {
    EARLY, AHEAD, ORDER, POSITIONS, HIGHEST_OWN, HIGHEST_NOBODYS, FOURS_ON_THE_TRAY,
    THREES_ON_THE_TRAY, TWOS_ON_THE_TRAY, ONES_ON_THE_TRAY, RIVALS_FOURS, RIVALS_THREES,
    RIVALS_TWOS, RIVALS_ONES, FOURS_LEFT, THREES_LEFT, TWOS_LEFT, RIVALS_FOURS_LEFT,
    RIVALS_THREES_LEFT, RIVALS_TWOS_LEFT, TO_TAKE_BY_1, TO_TAKE_BY_2, TO_TAKE_BY_3, TO_TAKE_BY_4,
    AT_RISK_BY_1, AT_RISK_BY_2, AT_RISK_BY_3,
};
}  // namespace context

namespace input {
// Input features of the value network (`input_features.py`)
inline constexpr Field<4, 4, 5, 6> BUILDING{0};
inline constexpr Field<4, 4, 5, 4, 2> SHARE{480};
inline constexpr Field<2, 4> VACANT{1120};
inline constexpr Field<4, 8, 8> COUNTS{1128};
inline constexpr Field<5, 7> HIGH{1384};
inline constexpr Field<4, 4, 5> HIGH_TAKEN{1419};
inline constexpr Field<4, 10> BELOW{1499};
inline constexpr Field<6, 4, 31> SCORED{1539};
inline constexpr Field<6, 4, 31> STANDING{2283};
inline constexpr Field<49> TURNS{3027};
inline constexpr Field<6, 4> TO_ACT{3076};
inline constexpr Field<6, 4> FIRST{3100};
inline constexpr Field<6, 4> CHOSEN{3124};
inline constexpr Field<4, 4, 7> TRAY{3148};
inline constexpr Field<4, 4, 12> SUPPLY{3260};
inline constexpr Field<10> HELD{3452};
inline constexpr Field<10> ROUNDS{3462};
inline constexpr Field<10> BLOCKS{3472};
inline constexpr Field<7> HAND{3482};
inline constexpr Field<5> COLOURS{3489};
inline constexpr Field<11> RULES{3494};
inline constexpr Field<7> OPEN{3505};
inline constexpr Field<4, 6> PREY{3512};
inline constexpr Field<6, 10> URBAN{3536};
inline constexpr Field<10> URBAN_PILE{3596};
inline constexpr Field<4, 31> EXTRA{3606};
}  // namespace input

}  // namespace baumeister::manhattan
