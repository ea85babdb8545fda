// Scoring a round, and the ranking at the end (M3, M4).
#pragma once

#include "board.hpp"
#if defined(__SSE2__)
#include <immintrin.h>
#endif

namespace baumeister::manhattan::ISA {

struct Heights {
    uint8_t of[64];  // padded to whole vectors
    int highest;
};

inline void measure(const Position& p, Heights& heights) {
    int highest = 0;
    for (int place = 0; place < PLACES; ++place) {
        const int height = height_of(p.floors[place]);
        heights.of[place] = static_cast<uint8_t>(height);
        highest = height > highest ? height : highest;
    }
    for (int place = PLACES; place < 64; ++place) heights.of[place] = 0;
    heights.highest = highest;
}

// The places with exactly this height.
inline uint64_t of_height(const Heights& heights, int height) {
#if defined(__AVX512BW__)
    return _mm512_cmpeq_epi8_mask(_mm512_loadu_si512(heights.of), _mm512_set1_epi8(static_cast<char>(height))) & ALL_PLACES;
#elif defined(__SSE2__)
    uint64_t found = 0;
    for (int part = 0; part < 4; ++part) {
        const __m128i here = _mm_loadu_si128(reinterpret_cast<const __m128i*>(heights.of + 16 * part));
        const __m128i same = _mm_cmpeq_epi8(here, _mm_set1_epi8(static_cast<char>(height)));
        found |= static_cast<uint64_t>(static_cast<uint32_t>(_mm_movemask_epi8(same))) << (16 * part);
    }
    return found & ALL_PLACES;
#else
    uint64_t found = 0;
    for (int place = 0; place < PLACES; ++place)
        found |= static_cast<uint64_t>(heights.of[place] == height) << place;
    return found;
#endif
}

inline uint64_t at_least(const Heights& heights, int height) {
    uint64_t found = 0;
    for (int place = 0; place < PLACES; ++place)
        found |= static_cast<uint64_t>(heights.of[place] >= height) << place;
    return found;
}

// The colour with more than every other, or NOBODY.
inline int most_of(const int* counts) {
    int most = -1, colour = NOBODY;
    for (int each = 0; each < COLOURS; ++each) {
        if (counts[each] > most) most = counts[each], colour = each;
        else if (counts[each] == most) colour = NOBODY;
    }
    return colour;
}

// The colour with most buildings in the district (M3.2).
inline int majority(const Position& p, int district) {
    int owned[COLOURS];
    for (int colour = 0; colour < COLOURS; ++colour) owned[colour] = count(p.own[colour] & (DISTRICT << district));
    return most_of(owned);
}

inline void award(const Position& p, uint64_t places, int points, int* to) {
    for (int colour = 0; colour < COLOURS; ++colour) to[colour] += points * count(places & p.own[colour]);
}

inline uint64_t built_places(const Position& p) { return p.own[0] | p.own[1] | p.own[2] | p.own[3]; }

inline uint64_t only(uint64_t places) { return places & (places - 1) ? 0 : places; }

inline uint64_t extreme(const Heights& heights, uint64_t places, bool high) {
    int best = high ? -1 : 256;
    uint64_t found = 0;
    for (uint64_t left = places; left; left &= left - 1) {
        const int place = lowest(left), height = heights.of[place];
        if (high ? height > best : height < best) best = height, found = 0;
        if (height == best) found |= 1ull << place;
    }
    return found;
}

// How many districts are open in this round (M5.3).
inline int open_count(const Rules& rules, const Position& p) {
    const int many = (p.round > 1 ? p.round : 1) + 2;
    return !rules.has(option::VARIANTS_PROGRESSIVE) || many > DISTRICT_COUNT ? DISTRICT_COUNT : many;
}

// --- urban cards (M4.2–M4.11): one function for each card of games/manhattan/urban.py, with its name ---

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

// The points of each colour if the round were scored now.
inline void score_now(const Rules& rules, const Position& p, int* to) {
    Heights heights;
    measure(p, heights);
    for (int colour = 0; colour < COLOURS; ++colour) to[colour] = count(p.own[colour]);  // M3.3
    if (heights.highest) {  // M3.1
        const uint64_t tops = of_height(heights, heights.highest);
        for (int colour = 0; colour < COLOURS; ++colour) {
            const bool alone = rules.has(option::SAME_OWNER_HIGHEST) ? !(tops & ~p.own[colour]) : tops == (tops & -tops) && (tops & p.own[colour]);
            if (alone) to[colour] += 3;
        }
    }
    for (int district = 0; district < DISTRICT_COUNT; ++district) {
        const int colour = majority(p, district);
        if (colour != NOBODY) to[colour] += 2;
    }
    if (rules.has(option::URBAN)) urban_points(rules, p, heights, p.urban, to);
}

inline void player_points(const Rules& rules, const int* colours, int* players) {
    for (int player = 0; player < rules.players; ++player)
        players[player] = colours[player] + (rules.slots == 2 ? colours[player + 2] : 0);
}

inline void points(const Rules& rules, const Position& p, int* players) {
    int colours[COLOURS] = {};
    for (int colour = 0; colour < COLOURS; ++colour) colours[colour] = p.scores[colour];
    player_points(rules, colours, players);
}

// The points if the round were scored now; at the end, the points.
inline void standing(const Rules& rules, const Position& p, int* players) {
    int colours[COLOURS] = {};
    if (p.phase != OVER && p.round) score_now(rules, p, colours);
    for (int colour = 0; colour < COLOURS; ++colour) colours[colour] += p.scores[colour];
    player_points(rules, colours, players);
}

// A sort key for each player: points, then the tie-breaks (M3.5).
inline void order(const Rules& rules, const Position& p, int* players) {
    points(rules, p, players);
    Heights heights;
    measure(p, heights);
    for (int player = 0; player < rules.players; ++player) {
        int height = 0, won = 0;
        if (rules.has(option::TIE_BREAK)) {
            uint64_t own = p.own[player] | (rules.slots == 2 ? p.own[player + 2] : 0);
            for (uint64_t left = own; left; left &= left - 1) {
                const int here = heights.of[lowest(left)];
                height = here > height ? here : height;
            }
            for (int district = 0; district < DISTRICT_COUNT; ++district) {
                const int colour = majority(p, district);
                won += colour != NOBODY && rules.owner_of(colour) == player;
            }
        }
        players[player] = (players[player] * 256 + height) * 16 + won;
    }
}

}  // namespace baumeister::manhattan::ISA
