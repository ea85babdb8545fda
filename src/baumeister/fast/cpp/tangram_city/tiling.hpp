// Filling the free fields with the remaining pieces: all placements of each piece, and a search that always
// fills the most enclosed spot first, in random order, and gives up early.
#pragma once

#include <vector>

#include "../random.hpp"
#include "city.hpp"

namespace baumeister::tangram_city::ISA {

inline constexpr int QUARTERS = PLANES * FIELDS;
inline constexpr int FOUNTAIN_PIECE = TILES;  // the fountain as a piece
inline constexpr int PIECES = TILES + 1;
inline constexpr int NO_WAY = -1;
// Over one quarter: of an outline w × h at most min(w h, (8 - w)(8 - h)) placements, so 16; two of fountains.
inline constexpr int MOST_FITS = 16 * LANES * TILES + 2;

// A placement of a tile or fountain; a symmetric tile may have either side up.
struct Way {
    alignas(32) uint64_t planes[PLANES];
    int16_t number[2];  // action numbers with the building side up and the green side up; NO_WAY if impossible
    uint8_t piece;
};

// All placements of the remaining pieces on the free fields.
class Atlas {
   public:
    std::vector<Way> ways;

    Atlas(const Rules& rules, const City& city, uint32_t tiles, bool fountains) : board(covered(city)) {
        const Free free = free_of(board);
        for (int tile = 0; tile < TILES; ++tile) {
            first[tile] = static_cast<int>(ways.size());
            if (tiles >> tile & 1) add_tile(rules, free, tile);
        }
        first[TILES] = static_cast<int>(ways.size());
        if (fountains) add_fountains(rules, free);
        first[PIECES] = static_cast<int>(ways.size());
        make_index();
    }

    // The placements of a piece over a quarter.
    struct List {
        const int16_t *from, *to;
    };
    List over(int piece, int quarter) const {
        const int at = piece * QUARTERS + quarter;
        return {&index[static_cast<size_t>(starts[static_cast<size_t>(at)])], &index[static_cast<size_t>(starts[static_cast<size_t>(at) + 1])]};
    }

    Four board;
    int first[PIECES + 1];

   private:
    void add_tile(const Rules& rules, const Free& free, int tile) {
        const Ways at = ways_of(rules, free, tile);
        const size_t from = ways.size();
        for (int lane = 0; lane < LANES; ++lane)
            for (uint64_t set = at.at[lane]; set; set &= set - 1) {
                Way way{};
                four(way.planes) = four(rules.tiles[tile].planes[lane]) << lowest(set);
                const int16_t number = static_cast<int16_t>(lane * FIELDS + lowest(set));
                size_t same = from;
                while (lane >= 4 && same < ways.size() && __builtin_memcmp(ways[same].planes, way.planes, sizeof way.planes)) ++same;
                if (lane >= 4 && same < ways.size()) {
                    ways[same].number[1] = number;
                    continue;
                }
                way.number[lane >> 2] = number;
                way.number[1 - (lane >> 2)] = NO_WAY;
                way.piece = static_cast<uint8_t>(tile);
                ways.push_back(way);
            }
    }

    void add_fountains(const Rules& rules, const Free& free) {
        for (int corner = 0; corner < 4; ++corner)
            for (uint64_t set = free.half[rules.spot_kind[corner]]; set; set &= set - 1) {
                Way way{};
                four(way.planes) = four(rules.spot[corner]) << lowest(set);
                way.number[0] = way.number[1] = static_cast<int16_t>(SPOT + 4 * lowest(set) + corner);
                way.piece = FOUNTAIN_PIECE;
                ways.push_back(way);
            }
    }

    void make_index() {
        starts.assign(PIECES * QUARTERS + 1, 0);
        for (const Way& way : ways)
            for_quarters(way, [&](int quarter) { ++starts[static_cast<size_t>(way.piece * QUARTERS + quarter + 1)]; });
        for (size_t i = 1; i < starts.size(); ++i) starts[i] += starts[i - 1];
        index.resize(static_cast<size_t>(starts.back()) + 1);
        std::vector<int> next(starts);
        for (size_t i = 0; i < ways.size(); ++i)
            for_quarters(ways[i], [&](int quarter) {
                index[static_cast<size_t>(next[static_cast<size_t>(ways[i].piece * QUARTERS + quarter)]++)] = static_cast<int16_t>(i);
            });
    }

    template <class Do>
    static void for_quarters(const Way& way, Do each) {
        for (int plane = 0; plane < PLANES; ++plane)
            for (uint64_t set = way.planes[plane]; set; set &= set - 1) each(plane * FIELDS + lowest(set));
    }

    std::vector<int> starts;
    std::vector<int16_t> index;
};

ALWAYS_INLINE bool within(const Way& way, Four free) {
    const Four outside = four(way.planes) & ~free;
    return !(outside[0] | outside[1] | outside[2] | outside[3]);
}

ALWAYS_INLINE int quarters_in(Four planes) { return count(planes[0]) + count(planes[1]) + count(planes[2]) + count(planes[3]); }

// Fills the free fields; may leave a number of halves empty.
class Filler {
   public:
    Filler(const Rules& rules, const Atlas& atlas) : atlas(atlas) {
        for (int tile = 0; tile < TILES; ++tile) area[tile] = quarters_in(four(rules.tiles[tile].planes[0]));
        area[FOUNTAIN_PIECE] = 2;
    }

    int16_t chosen[QUARTERS];  // placements, as many as `found`
    int found = 0;
    int holes = 0;   // halves left empty
    int nodes = 0;

    bool fill(Four free, uint32_t tiles, int fountains, int spare, int limit, Random& random) {
        found = holes = 0;
        most = limit;
        nodes = 0;
        may_spare = spare;
        int have = 2 * (fountains + spare);
        for (uint32_t set = tiles; set; set &= set - 1) have += area[lowest(set)];
        return go(free, quarters_in(free), have, tiles, fountains, random);
    }

   private:
    // The most enclosed quarter: a half between walls, a field between four walls, three, ...
    static int target(Four free) {
        const Four wall = walls_of(~free & ALL_FIELDS);
        const uint64_t some = any(free), empty = full(free), part = some & ~empty;
        if (part) {
            const Four half = free & rotated<1>(free) & part;
            const Four both = half & wall & rotated<1>(wall);
            for (int plane = 0; plane < PLANES; ++plane)
                if (both[plane]) return plane * FIELDS + lowest(both[plane]);
        }
        const uint64_t a = wall[0] & wall[1], b = wall[2] & wall[3];
        const uint64_t either = wall[0] ^ wall[1], other = wall[2] ^ wall[3];
        if (const uint64_t shut = a & b & empty) return lowest(shut);
        if (const uint64_t dents = ((a & other) | (either & b)) & empty) return lowest(dents);
        if (part) {
            const Four half = free & rotated<1>(free) & part;
            const Four one = half & (wall | rotated<1>(wall));
            for (int plane = 0; plane < PLANES; ++plane)
                if (one[plane]) return plane * FIELDS + lowest(one[plane]);
            for (int plane = 0; plane < PLANES; ++plane)
                if (half[plane]) return plane * FIELDS + lowest(half[plane]);
        }
        if (const uint64_t corners = (a | b | (either & other)) & empty) return lowest(corners);
        return lowest(empty);
    }

    bool go(Four free, int left, int have, uint32_t tiles, int fountains, Random& random) {
        if (!left) return true;
        if (have < left || ++nodes > most) return false;
        const int quarter = target(free);
        int16_t fits[MOST_FITS];
        int n = 0;
        for (uint32_t set = tiles; set; set &= set - 1) {
            const Atlas::List list = atlas.over(lowest(set), quarter);
            for (const int16_t* at = list.from; at < list.to; ++at) {
                fits[n] = *at;
                n += within(atlas.ways[static_cast<size_t>(*at)], free);
            }
        }
        if (fountains) {
            const Atlas::List list = atlas.over(FOUNTAIN_PIECE, quarter);
            for (const int16_t* at = list.from; at < list.to; ++at) {
                fits[n] = *at;
                n += within(atlas.ways[static_cast<size_t>(*at)], free);
            }
        }
        while (n) {
            const int pick = static_cast<int>(below(upper(random.next()), static_cast<uint32_t>(n)));
            const int16_t number = fits[pick];
            fits[pick] = fits[--n];
            const Way& way = atlas.ways[static_cast<size_t>(number)];
            chosen[found++] = number;
            const int size = area[way.piece];
            const bool is_fountain = way.piece == FOUNTAIN_PIECE;
            if (go(free & ~four(way.planes), left - size, have - size, is_fountain ? tiles : tiles & ~(1u << way.piece), fountains - is_fountain, random))
                return true;
            if (nodes > most) return false;
            --found;
        }
        if (holes == may_spare) return false;
        ++holes;  // the half with this quarter stays empty
        const int plane = quarter / FIELDS, next = (plane + 1) & 3, field = quarter % FIELDS;
        Four hole{};
        hole[plane] = hole[free[next] >> field & 1 ? next : (plane + 3) & 3] = 1ull << field;
        if (go(free & ~hole, left - 2, have - 2, tiles, fountains, random)) return true;
        --holes;
        return false;
    }

    const Atlas& atlas;
    int area[PIECES];
    int most = 0, may_spare = 0;
};

}  // namespace baumeister::tangram_city::ISA
