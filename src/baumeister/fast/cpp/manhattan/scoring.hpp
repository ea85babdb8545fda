// Scoring a round, and the ranks at the end (M3, M4).
#pragma once

#include "board.hpp"
#if defined(__SSE2__)
#include <immintrin.h>
#endif

namespace baumeister::manhattan::ISA {

struct Heights {
    uint8_t of[64];  // ten more than places: whole vectors
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

// The places of just this height.
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

// The colour that has more than every other, or NOBODY.
inline int most_of(const int* counts) {
    int most = -1, colour = NOBODY;
    for (int each = 0; each < COLOURS; ++each) {
        if (counts[each] > most) most = counts[each], colour = each;
        else if (counts[each] == most) colour = NOBODY;
    }
    return colour;
}

// The colour that owns most buildings of the district (M3.2).
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

// Districts open in this round: all, or by M5.3.
inline int open_count(const Rules& rules, const Position& p) {
    const int many = (p.round > 1 ? p.round : 1) + 2;
    return !rules.progressive || many > DISTRICTS ? DISTRICTS : many;
}

// The fourth item: this round's urban card (M4.2–M4.10).
inline void urban_points(const Rules& rules, const Position& p, const Heights& heights, int card, int* to) {
    const uint64_t built = built_places(p);
    const int open = open_count(rules, p);
    switch (card) {
        case 0:  // big business
            for (int k = 0; k < open; ++k)
                award(p, only(extreme(heights, built & (DISTRICT << p.opening[k]), true)), 2, to);
            break;
        case 1: {  // founder
            uint64_t seen = 0;
            for (int at = 0; at < p.built; ++at) {
                if (p.blocks[at] == GONE) continue;
                const uint64_t bit = 1ull << (p.blocks[at] >> 2);
                const int colour = colour_of_block(p, at);
                if (!(seen & bit) && !(p.own[colour] & bit)) ++to[colour];
                seen |= bit;
            }
            break;
        }
        case 2: {  // megacity
            uint64_t whole = 0, most_places = 0;
            int wholes = 0, most = -1, with_most = 0;
            for (int k = 0; k < open; ++k) {
                const uint64_t here = built & (DISTRICT << p.opening[k]);
                const int many = count(here);
                if (many == 9) whole |= here, ++wholes;
                if (many > most) most = many, with_most = 0;
                if (many == most) most_places = here, ++with_most;
            }
            if (wholes)
                award(p, wholes == 1 || rules.megacity_all ? whole : 0, 1, to);
            else
                award(p, with_most == 1 ? most_places : 0, 1, to);
            break;
        }
        case 3:  // fog-free view
            award(p, at_least(heights, 5), 1, to);
            break;
        case 4: {  // multiple tower
            uint64_t many = 0;
            for (int place = 0; place < PLACES; ++place) {
                const uint32_t floors = p.floors[place];
                const int kinds = count(((floors & 0x7F7F7F7Fu) + 0x7F7F7F7Fu) & 0x80808080u);
                many |= static_cast<uint64_t>(kinds >= 3) << place;
            }
            award(p, many, 2, to);
            break;
        }
        case 5: {  // villa
            uint64_t villas = 0;
            for (uint64_t left = of_height(heights, 1); left; left &= left - 1) {
                const int place = lowest(left);
                if (rules.neighbours[place] & ~built) villas |= 1ull << place;
            }
            award(p, villas, 2, to);
            break;
        }
        case 6:  // worldwide expansion
            for (int k = 0; k < open; ++k)
                for (int colour = 0; colour < COLOURS; ++colour)
                    to[colour] += (p.own[colour] & (DISTRICT << p.opening[k])) != 0;
            break;
        case 7: {  // hobbit home
            const uint64_t tops = built & of_height(heights, heights.highest);
            int towering = NOBODY, districts = 0;
            for (int k = 0; k < open; ++k)
                if (tops & (DISTRICT << p.opening[k])) towering = p.opening[k], ++districts;
            if (districts == 1)
                award(p, only(extreme(heights, built & (DISTRICT << towering), false)), 2, to);
            break;
        }
        case 8: {  // small town
            int fewest = 10, with_fewest = 0;
            uint64_t places = 0;
            for (int k = 0; k < open; ++k) {
                const uint64_t here = built & (DISTRICT << p.opening[k]);
                const int many = count(here);
                if (many < fewest) fewest = many, with_fewest = 0;
                if (many == fewest) places = here, ++with_fewest;
            }
            award(p, with_fewest == 1 ? places : 0, 1, to);
            break;
        }
        default:  // none, or fake news
            break;
    }
}

// What each colour would get if the round were scored now.
inline void score_now(const Rules& rules, const Position& p, int* to) {
    Heights heights;
    measure(p, heights);
    for (int colour = 0; colour < COLOURS; ++colour) to[colour] = count(p.own[colour]);  // M3.3
    if (heights.highest) {  // M3.1
        const uint64_t tops = of_height(heights, heights.highest);
        for (int colour = 0; colour < COLOURS; ++colour) {
            const bool alone = rules.same_owner_highest ? !(tops & ~p.own[colour]) : tops == (tops & -tops) && (tops & p.own[colour]);
            if (alone) to[colour] += 3;
        }
    }
    for (int district = 0; district < DISTRICTS; ++district) {
        const int colour = majority(p, district);
        if (colour != NOBODY) to[colour] += 2;
    }
    if (rules.urban) urban_points(rules, p, heights, p.urban, to);
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

// Points with the round scored now; at the end, the points.
inline void standing(const Rules& rules, const Position& p, int* players) {
    int colours[COLOURS] = {};
    if (p.phase != OVER && p.round) score_now(rules, p, colours);
    for (int colour = 0; colour < COLOURS; ++colour) colours[colour] += p.scores[colour];
    player_points(rules, colours, players);
}

// M3.5: one number a player that orders them, points first.
inline void order(const Rules& rules, const Position& p, int* players) {
    points(rules, p, players);
    Heights heights;
    measure(p, heights);
    for (int player = 0; player < rules.players; ++player) {
        int height = 0, won = 0;
        if (rules.tie_break) {
            uint64_t own = p.own[player] | (rules.slots == 2 ? p.own[player + 2] : 0);
            for (uint64_t left = own; left; left &= left - 1) {
                const int here = heights.of[lowest(left)];
                height = here > height ? here : height;
            }
            for (int district = 0; district < DISTRICTS; ++district) {
                const int colour = majority(p, district);
                won += colour != NOBODY && rules.owner_of(colour) == player;
            }
        }
        players[player] = (players[player] * 256 + height) * 16 + won;
    }
}

}  // namespace baumeister::manhattan::ISA
