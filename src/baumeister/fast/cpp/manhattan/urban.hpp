// The urban cards (M4.2–M4.11): one function for each card of games/manhattan/urban.py, with its name.
#pragma once

#include "heights.hpp"

namespace baumeister::manhattan::ISA {

struct UrbanBoard {
    const Rules& rules;
    const Position& p;
    const Heights& heights;
    uint64_t built;  // places with a building
    int open;        // how many districts are open

    uint64_t district(int k) const { return built & (DISTRICT << p.opening[k]); }
};

inline void big_business(const UrbanBoard& board, int* to) {
    for (int k = 0; k < board.open; ++k) award(board.p, only(extreme(board.heights, board.district(k), true)), 2, to);
}

inline void founder(const UrbanBoard& board, int* to) {
    const Position& p = board.p;
    uint64_t seen = 0;
    for (int at = 0; at < p.built; ++at) {
        if (p.blocks[at] == GONE) continue;
        const uint64_t bit = 1ull << (p.blocks[at] >> 2);
        const int colour = colour_of_block(p, at);
        if (!(seen & bit) && !(p.own[colour] & bit)) ++to[colour];
        seen |= bit;
    }
}

inline void megacity(const UrbanBoard& board, int* to) {
    uint64_t complete = 0, fullest = 0;
    int completed = 0, most = -1, with_most = 0;
    for (int k = 0; k < board.open; ++k) {
        const uint64_t here = board.district(k);
        const int buildings = count(here);
        if (buildings == PLACES / DISTRICT_COUNT) complete |= here, ++completed;
        if (buildings > most) most = buildings, with_most = 0;
        if (buildings == most) fullest = here, ++with_most;
    }
    if (completed)
        award(board.p, completed == 1 || board.rules.has(option::MEGACITY_ALL) ? complete : 0, 1, to);
    else
        award(board.p, with_most == 1 ? fullest : 0, 1, to);
}

inline void fog_free_view(const UrbanBoard& board, int* to) { award(board.p, at_least(board.heights, 5), 1, to); }

inline void multiple_tower(const UrbanBoard& board, int* to) {
    uint64_t towers = 0;
    for (int place = 0; place < PLACES; ++place) {
        const int colours = count(((board.p.floors[place] & 0x7F7F7F7Fu) + 0x7F7F7F7Fu) & 0x80808080u);
        towers |= static_cast<uint64_t>(colours >= 3) << place;
    }
    award(board.p, towers, 2, to);
}

inline void villa(const UrbanBoard& board, int* to) {
    uint64_t villas = 0;
    for (uint64_t left = of_height(board.heights, 1); left; left &= left - 1) {
        const int place = lowest(left);
        if (board.rules.neighbours[place] & ~board.built) villas |= 1ull << place;
    }
    award(board.p, villas, 2, to);
}

inline void worldwide_expansion(const UrbanBoard& board, int* to) {
    for (int k = 0; k < board.open; ++k)
        for (int colour = 0; colour < COLOURS; ++colour) to[colour] += (board.p.own[colour] & board.district(k)) != 0;
}

inline void hobbit_home(const UrbanBoard& board, int* to) {
    const uint64_t tops = board.built & of_height(board.heights, board.heights.highest);
    uint64_t towering = 0;
    int districts = 0;
    for (int k = 0; k < board.open; ++k)
        if (tops & board.district(k)) towering = board.district(k), ++districts;
    if (districts == 1) award(board.p, only(extreme(board.heights, towering, false)), 2, to);
}

inline void small_town(const UrbanBoard& board, int* to) {
    int fewest = PLACES, with_fewest = 0;
    uint64_t places = 0;
    for (int k = 0; k < board.open; ++k) {
        const uint64_t here = board.district(k);
        const int buildings = count(here);
        if (buildings < fewest) fewest = buildings, with_fewest = 0;
        if (buildings == fewest) places = here, ++with_fewest;
    }
    award(board.p, with_fewest == 1 ? places : 0, 1, to);
}

inline void fake_news(const UrbanBoard&, int*) {}  // another card is revealed in its place at scoring

// Adds the points of the urban card in force.
inline void urban_points(const Rules& rules, const Position& p, const Heights& heights, int card, int* to) {
    const UrbanBoard board{rules, p, heights, built_places(p), open_count(rules, p)};
    switch (card) {
#define BAUMEISTER_CASE(name) \
    case urban::name:         \
        return name(board, to);
        BAUMEISTER_URBAN_CARDS(BAUMEISTER_CASE)
#undef BAUMEISTER_CASE
    }
}

}  // namespace baumeister::manhattan::ISA
