// The inputs of the network (`network_inputs.py`): rows of weights, by number, for each place, each district,
// the whole position and each action.
#pragma once

#include "moves.hpp"
#include "network_view.hpp"

namespace baumeister::manhattan::ISA {

// The fields of a place.
struct PlaceInputs {
    int owner = EMPTY, height = 0, tower = place_input::TOWER.most(0), cards, mine, kind = 0, colours = 0;
    bool gains, loses = false, villa = false;
    int ground = EMPTY, top = 0, monster = 0, opens;
    int can[COLOURS], behind[COLOURS];  // by colour; of the owner, `behind` is 0

    template <class Emit>
    void rows(int all_colours, Emit emit) const {
        using namespace place_input;
        emit(OWNER(owner)), emit(HEIGHT(height)), emit(TOWER(tower));
        for (int colour = 0; colour < all_colours; ++colour)
            emit(owner == EMPTY ? VACANT(colour, can[colour]) : owner == colour ? OWN(colour, can[colour]) : RIVAL(colour, can[colour], behind[colour]));
        emit(place_input::CARDS(cards)), emit(SHARE(mine, kind)), emit(TAKEN(gains, loses)), emit(place_input::COLOURS(colours));
        emit(GROUND(ground)), emit(TOP(top)), emit(place_input::MONSTER(monster)), emit(OPENS(opens)), emit(VILLA(villa));
    }
};

// Where the monster goes: by place, 1 + the position whose card leads it there; 0 if none does.
struct MonsterPaths {
    uint8_t of[PLACES] = {};

    explicit MonsterPaths(const View& view) {
        if (!view.rules.has_monster()) return;
        const uint8_t* step = view.rules.step[view.p.monster < 0 ? 0 : view.p.monster];
        for (int position = CARDS - 1; position >= 0; --position) of[step[position]] = static_cast<uint8_t>(position + 1);
    }
};

[[gnu::always_inline]] inline PlaceInputs place_inputs(const View& view, const Swings& swings, const MonsterPaths& paths, int place, int owner) {
    const int position = position_of(place), district = place - 6 * position;
    PlaceInputs found;
    found.owner = owner;
    found.cards = view.cards_at(position);
    found.mine = situation_of(view.owned[district][0] - view.most[district][0]);
    found.gains = swings.gains[district][owner];
    found.loses = swings.loses[district][owner];
    found.monster = paths.of[place];
    found.opens = view.opens[district];
    if (owner == EMPTY) {
        for (int colour = 0; colour < view.colours; ++colour) found.can[colour] = view.can[colour][1][position];
        return found;
    }
    const int tall = view.height[place];
    const uint32_t floors = view.floors(place);
    const int its = floors_of(floors, owner);
    for (int colour = 0; colour < view.colours; ++colour) {
        found.behind[colour] = clipped(its - floors_of(floors, colour), 0, MOST_BEHIND);
        found.can[colour] = view.can[colour][found.behind[colour]][position];
        found.colours += floors_of(floors, colour) > 0;
    }
    found.height = tall < 7 ? tall : 7;
    found.tower = view.tower_of(tall);
    found.kind = view.kind_of(district, owner);
    found.ground = view.ground[place];
    found.top = view.top_size[place] + 1;
    found.villa = view.is_villa(place);
    return found;
}

template <class Emit>
inline void district_rows(const View& view, int district, Emit emit) {
    using namespace district_input;
    int empty = 9;
    for (int colour = 0; colour < view.colours; ++colour) {
        const int has = view.owned[district][colour], most = view.most[district][colour];
        empty -= has;
        emit(COUNTS(colour, has < 7 ? has : 7, most < 7 ? most : 7));
    }
    emit(district_input::EMPTY(empty)), emit(OPENS(view.opens[district]));
}

// The fields of a build that depend on its place only.
struct BuildPlace {
    int onto, lost;
    bool gains;

    BuildPlace(const View& view, const Swings& swings, int builder, int owner, int district) {
        const bool partner = view.rules.slots == 2 && owner == (builder + 2) % 4;
        onto = owner == EMPTY ? 0 : owner == builder ? 1 : partner ? 2 : 3;
        gains = swings.gains[district][owner];
        lost = !swings.loses[district][owner] ? 0 : partner ? 1 : 2;
    }
};

// Those that depend on the size of the block too.
struct BuildInputs {
    int can[3], lead[3];  // by rival; -1 if there is no such colour
    int tower;

    [[gnu::always_inline]] BuildInputs(const View& view, int builder, int place, uint32_t floors, int size) {
        const int position = position_of(place), after = floors_of(floors, builder) + size + 1;
        for (int at = 0; at < 3; ++at) {
            const int rival = (builder + 1 + at) & 3, ahead = clipped(after - floors_of(floors, rival), 0, MOST_BEHIND);
            lead[at] = rival < view.colours ? ahead : -1;
            can[at] = view.can[rival][ahead][position];
        }
        tower = clipped(view.height[place] + size + 1 - view.highest, -3, 3) + 3;
    }
};

// Calls `emit` with the rows of an action of the player to act: of a build (in BUILD) or of a choice (in CHOICE).
template <class Emit>
inline void choice_rows(const View& view, int number, Emit emit) {
    using namespace choice_input;
    const Rules& rules = view.rules;
    if (number >= SELECTION && number < SINGLE) {
        const uint16_t blocks = blocks_of_selection(rules, number - SELECTION);
        for (int size = 0; size < SIZES; ++size) {
            const int many = size ? of_size(blocks, size) : clipped(rules.blocks - rules.selection_count[number - SELECTION], 0, 6);
            emit(BLOCKS(size, many));
        }
        emit(SECOND(colour_to_choose(rules, view.p, view.seat) != view.seat));
        return;
    }
    const bool one = number >= SECOND_SINGLE || (number >= SINGLE && number < SECOND_COLOUR), second = number >= SECOND_COLOUR;
    if (one)
        emit(ONE(3 - (number - (second ? SECOND_SINGLE : SINGLE))));
    else
        emit(choice_input::FORFEIT((number - (second ? SECOND_COLOUR : 0) - manhattan::FORFEIT) & 3));
    emit(SECOND(second));
}

}  // namespace baumeister::manhattan::ISA
