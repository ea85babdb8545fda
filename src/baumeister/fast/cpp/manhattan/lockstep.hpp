// Uniformly random games in lockstep: eight per AVX-512 vector, several vectors in turn.
//
// Plays exactly the games of `playout`, for games at the same turn of the same round. Colours are counted
// from the player to move, so that one step builds in every game at once. Choosing blocks stays scalar,
// and so do games with a monster, urban rules or two colours per player.
#pragma once

#if defined(__AVX512F__) && defined(__AVX512VPOPCNTDQ__) && defined(__AVX512VBMI__)
#define LOCKSTEP

#include <immintrin.h>

#include "moves.hpp"

namespace baumeister::manhattan::ISA {

using V = __m512i;

inline constexpr int LANES = 8;
inline constexpr int GROUPS = 4;

inline V all(uint64_t value) { return _mm512_set1_epi64(static_cast<int64_t>(value)); }

struct alignas(64) Group {
    V can[COLOURS][SIZES];
    V own[COLOURS];
    V hands[COLOURS];
    V trays[COLOURS];
    V scores[COLOURS];
    V seats[COLOURS];  // 9 × the player
    V open, pile, pile_size, played, played_size, key, count;
    // carried between the parts of a step
    V places, nth_of, size, bits;
    alignas(64) uint64_t place[LANES];
    alignas(64) uint64_t after[LANES];  // the floors of the place, after building
    alignas(64) uint32_t floors[PLACES][LANES];
    __mmask8 builds;
};

class Lockstep {
   public:
    explicit Lockstep(const Rules& of) : rules(of), players(of.players) {
        alignas(64) uint8_t shifts[64] = {}, cards[64] = {};
        for (int player = 0; player < players; ++player)
            for (int each = 0; each < CARDS; ++each) {
                shifts[9 * player + each] = static_cast<uint8_t>(6 * rules.marked[player][each]);
                cards[9 * player + each] = static_cast<uint8_t>(8 * rules.card_of[player][each]);
            }
        hand_shift = _mm512_load_si512(shifts);
        card_shift = _mm512_load_si512(cards);
        alignas(64) uint8_t first[64];
        for (int i = 0; i < 64; ++i) first[i] = static_cast<uint8_t>(i & 8);
        first_byte = _mm512_load_si512(first);
    }

    // Plays 32 games to the end if they are at the same turn; returns false otherwise.
    bool play(Position* lanes, Random* randoms, int64_t& decisions) {
        for (int lane = 0; lane < LANES * GROUPS; ++lane)
            if (lanes[lane].phase != BUILD || lanes[lane].turns != lanes[0].turns || lanes[lane].round != lanes[0].round)
                return false;
        load(lanes, randoms);
        for (;;) {
            const int turns = lanes[0].turns;
            int mover = (lanes[0].turn - base[0] + players) % players;
            for (int turn = 0; turn < turns; ++turn) {
                for (Group& group : groups) look(group, mover);
                for (Group& group : groups) pick(group, mover);
                for (Group& group : groups) build_and_draw(group, mover);
                mover = mover + 1 == players ? 0 : mover + 1;
            }
            decisions += static_cast<int64_t>(turns) * LANES * GROUPS;
            for (Group& group : groups) score(group);
            if (lanes[0].round == rules.rounds) break;
            choose(lanes, randoms, decisions);
        }
        for (int lane = 0; lane < LANES * GROUPS; ++lane)
            for (int colour = 0; colour < players; ++colour)
                lanes[lane].scores[(colour + base[lane]) % players] =
                    static_cast<int16_t>(at(groups[lane / LANES].scores[colour], lane));
        return true;
    }

   private:
    static uint64_t& at(V& vector, int lane) { return reinterpret_cast<uint64_t*>(&vector)[lane % LANES]; }

    void load(const Position* lanes, const Random* randoms) {
        for (int lane = 0; lane < LANES * GROUPS; ++lane) {
            const Position& p = lanes[lane];
            Group& group = groups[lane / LANES];
            base[lane] = p.turn;
            for (int colour = 0; colour < COLOURS; ++colour) {
                const bool real = colour < players;
                const int from = real ? (colour + p.turn) % players : colour;
                for (int size = 0; size < SIZES; ++size) at(group.can[colour][size], lane) = p.can[from][size];
                at(group.own[colour], lane) = p.own[from];
                at(group.hands[colour], lane) = p.hands[from];
                at(group.trays[colour], lane) = p.trays[from];
                at(group.scores[colour], lane) = static_cast<uint64_t>(p.scores[from]);
                at(group.seats[colour], lane) = static_cast<uint64_t>(real ? 9 * from : 0);
            }
            const int down = 8 * p.turn, up = 8 * (players - p.turn);
            for (int place = 0; place < PLACES; ++place) {
                const uint64_t floors = p.floors[place];
                const uint64_t turned = (floors >> down | floors << up) & ((1ull << (8 * players)) - 1);
                group.floors[place][lane % LANES] = static_cast<uint32_t>(turned);
            }
            at(group.open, lane) = p.open;
            at(group.pile, lane) = p.pile;
            at(group.pile_size, lane) = p.pile_size;
            at(group.played, lane) = p.played;
            at(group.played_size, lane) = p.played_size;
            at(group.key, lane) = randoms[lane].key;
            at(group.count, lane) = randoms[lane].count;
        }
    }

    // Chooses the blocks of the next round; the board stays in the vectors.
    void choose(Position* lanes, Random* randoms, int64_t& decisions) {
        for (int lane = 0; lane < LANES * GROUPS; ++lane) {
            Position& p = lanes[lane];
            Group& group = groups[lane / LANES];
            Random random{randoms[lane].key, at(group.count, lane)};
            for (int player = 0; player < players; ++player) p.trays[player] = 0;
            p.start = static_cast<int8_t>(next_player(rules, p.start));
            begin_round(rules, p);
            for (; p.phase == CHOOSE; ++decisions) random_choice(rules, p, random.next());
            at(group.count, lane) = random.count;
            at(group.open, lane) = p.open;
            for (int colour = 0; colour < players; ++colour)
                at(group.trays[colour], lane) = p.trays[(colour + base[lane]) % players];
        }
    }

    static V mixed(V x) {
        x = _mm512_mullo_epi64(_mm512_xor_si512(x, _mm512_srli_epi64(x, 30)), all(0xBF58476D1CE4E5B9ull));
        x = _mm512_mullo_epi64(_mm512_xor_si512(x, _mm512_srli_epi64(x, 27)), all(0x94D049BB133111EBull));
        return _mm512_xor_si512(x, _mm512_srli_epi64(x, 31));
    }

    // Finds the possible builds and draws one: a set of places, and which of them.
    void look(Group& group, int mover) const {
        const V one = all(1);
        group.count = _mm512_add_epi64(group.count, one);
        const V bits = mixed(_mm512_add_epi64(group.key, _mm512_mullo_epi64(group.count, all(GOLDEN))));
        const V held = _mm512_and_si512(_mm512_srli_epi64(_mm512_add_epi64(group.hands[mover], all(31 * SIXES)), 5), all(SIXES));
        const V marked = _mm512_and_si512(_mm512_sub_epi64(_mm512_slli_epi64(held, 6), held), group.open);
        const V tray = group.trays[mover];
        V places[SIZES], upto[SIZES], total = _mm512_setzero_si512();
        for (int size = 0; size < SIZES; ++size) {
            const __mmask8 some = _mm512_test_epi64_mask(tray, all(15ull << (4 * size)));
            places[size] = _mm512_maskz_and_epi64(some, group.can[mover][size], marked);
            total = _mm512_add_epi64(total, _mm512_popcnt_epi64(places[size]));
            upto[size] = total;
        }
        V n = _mm512_srli_epi64(_mm512_mul_epu32(_mm512_srli_epi64(bits, 32), total), 32);
        V chosen = places[0], before = _mm512_setzero_si512(), size = _mm512_setzero_si512();
        for (int each = 1; each < SIZES; ++each) {
            const __mmask8 later = _mm512_cmpge_epu64_mask(n, upto[each - 1]);
            chosen = _mm512_mask_mov_epi64(chosen, later, places[each]);
            before = _mm512_mask_mov_epi64(before, later, upto[each - 1]);
            size = _mm512_mask_mov_epi64(size, later, all(static_cast<uint64_t>(each)));
        }
        group.places = chosen;
        group.nth_of = _mm512_sllv_epi64(one, _mm512_sub_epi64(n, before));
        group.size = size;
        group.bits = bits;
        group.builds = _mm512_test_epi64_mask(total, total);
    }

    // Extracts the place, game by game: vectors have no instruction for it.
    void pick(Group& group, int mover) {
        const uint64_t* sets = reinterpret_cast<const uint64_t*>(&group.places);
        const uint64_t* bits = reinterpret_cast<const uint64_t*>(&group.nth_of);
        const uint64_t* sizes = reinterpret_cast<const uint64_t*>(&group.size);
        if (group.builds != 0xFF) [[unlikely]] return pick_some(group, mover);
        for (int lane = 0; lane < LANES; ++lane) {
            const uint64_t place = _tzcnt_u64(_pdep_u64(bits[lane], sets[lane]));
            uint32_t& floors = group.floors[place][lane];
            floors += static_cast<uint32_t>(sizes[lane] + 1) << (8 * mover);
            group.place[lane] = place;
            group.after[lane] = floors;
        }
    }

    // Where a player cannot build: draws a card and a block to forfeit (M2.8).
    void pick_some(Group& group, int mover) {
        for (int lane = 0; lane < LANES; ++lane) {
            if (group.builds >> lane & 1) {
                const uint64_t place = _tzcnt_u64(_pdep_u64(at(group.nth_of, lane), at(group.places, lane)));
                uint32_t& floors = group.floors[place][lane];
                floors += static_cast<uint32_t>(at(group.size, lane) + 1) << (8 * mover);
                group.place[lane] = place;
                group.after[lane] = floors;
                continue;
            }
            const uint64_t player = at(group.seats[mover], lane) / 9;
            const uint64_t hand = at(group.hands[mover], lane), tray = at(group.trays[mover], lane);
            uint8_t found[CARDS * SIZES];
            uint32_t options = 0;
            for (int card = 0; card < CARDS; ++card)
                for (int size = 0; size < SIZES; ++size)
                    if ((hand >> (6 * rules.marked[player][card]) & 63) && (tray >> (4 * size) & 15))
                        found[options++] = static_cast<uint8_t>(4 * card + size);
            const int which = found[below(upper(at(group.bits, lane)), options)];
            at(group.size, lane) = static_cast<uint64_t>(which & 3);
            group.place[lane] = 6ull * rules.marked[player][which >> 2];  // any place that the card marks
            group.after[lane] = 0;
        }
    }

    void build_and_draw(Group& group, int mover) const {
        const V one = all(1), place = _mm512_load_si512(group.place), floors = _mm512_load_si512(group.after);
        const V bit = _mm512_maskz_sllv_epi64(group.builds, one, place);
        const V byte = all(0xFF);
        const V top = _mm512_and_si512(_mm512_srli_epi64(floors, static_cast<unsigned>(8 * mover)), byte);
        for (int colour = 0; colour < players; ++colour) {
            if (colour == mover) continue;
            const V lead = _mm512_sub_epi64(top, _mm512_and_si512(_mm512_srli_epi64(floors, static_cast<unsigned>(8 * colour)), byte));
            for (int size = 0; size < SIZES; ++size) {
                const __mmask8 enough = _mm512_cmple_epi64_mask(lead, all(static_cast<uint64_t>(size + 1)));
                const V rest = _mm512_andnot_si512(bit, group.can[colour][size]);
                group.can[colour][size] = _mm512_mask_or_epi64(rest, enough, rest, bit);
            }
            group.own[colour] = _mm512_andnot_si512(bit, group.own[colour]);
        }
        for (int size = 0; size < SIZES; ++size)
            group.can[mover][size] = rules.has(option::VARIANTS_ANTI_TRUST) ? _mm512_andnot_si512(bit, group.can[mover][size])
                                                      : _mm512_or_si512(bit, group.can[mover][size]);
        group.own[mover] = _mm512_or_si512(bit, group.own[mover]);

        const V position = _mm512_srli_epi64(_mm512_mul_epu32(place, all(43)), 8);
        const V seat = group.seats[mover];
        const V played = shifted(card_shift, _mm512_add_epi64(seat, position));
        V hand = _mm512_sub_epi64(group.hands[mover], _mm512_sllv_epi64(one, _mm512_mul_epu32(position, all(6))));
        group.trays[mover] = _mm512_sub_epi64(group.trays[mover], _mm512_sllv_epi64(one, _mm512_slli_epi64(group.size, 2)));
        V now_played = _mm512_add_epi64(group.played, _mm512_sllv_epi64(one, played));
        V played_size = _mm512_add_epi64(group.played_size, one);

        const V n = _mm512_srli_epi64(_mm512_mul_epu32(group.bits, group.pile_size), 32);
        const V upto = _mm512_mullo_epi64(group.pile, all(BYTES));
        const V spread = _mm512_shuffle_epi8(_mm512_or_si512(n, all(0x80)), first_byte);
        const V card = _mm512_popcnt_epi64(_mm512_and_si512(_mm512_sub_epi64(spread, upto), all(0x80 * BYTES)));
        hand = _mm512_add_epi64(hand, _mm512_sllv_epi64(one, shifted(hand_shift, _mm512_add_epi64(seat, card))));
        group.hands[mover] = hand;
        V pile = _mm512_sub_epi64(group.pile, _mm512_sllv_epi64(one, _mm512_slli_epi64(card, 3)));
        V pile_size = _mm512_sub_epi64(group.pile_size, one);
        const __mmask8 empty = _mm512_testn_epi64_mask(pile_size, pile_size);  // M2.7
        group.pile = _mm512_mask_mov_epi64(pile, empty, now_played);
        group.pile_size = _mm512_mask_mov_epi64(pile_size, empty, played_size);
        group.played = _mm512_mask_mov_epi64(now_played, empty, _mm512_setzero_si512());
        group.played_size = _mm512_mask_mov_epi64(played_size, empty, _mm512_setzero_si512());
    }

    static V shifted(V table, V index) { return _mm512_and_si512(_mm512_permutexvar_epi8(index, table), all(0xFF)); }

    void score(Group& group) const {
        __m256i highest = _mm256_setzero_si256();
        V tops = _mm512_setzero_si512();
        for (int place = 0; place < PLACES; ++place) {  // M3.1
            const __m256i floors = _mm256_load_si256(reinterpret_cast<const __m256i*>(group.floors[place]));
            const __m256i height = _mm256_srli_epi32(_mm256_mullo_epi32(floors, _mm256_set1_epi32(0x01010101)), 24);
            const __mmask8 higher = _mm256_cmpgt_epi32_mask(height, highest);
            const __mmask8 as_high = _mm256_cmpeq_epi32_mask(height, highest);
            const V bit = all(1ull << place);
            tops = _mm512_mask_or_epi64(tops, as_high, tops, bit);
            tops = _mm512_mask_mov_epi64(tops, higher, bit);
            highest = _mm256_max_epi32(highest, height);
        }
        const __mmask8 any = _mm256_test_epi32_mask(highest, highest);
        const __mmask8 single = _mm512_testn_epi64_mask(tops, _mm512_sub_epi64(tops, all(1)));
        V points[COLOURS];
        for (int colour = 0; colour < players; ++colour) {
            points[colour] = _mm512_popcnt_epi64(group.own[colour]);  // M3.3
            const V others = _mm512_andnot_si512(group.own[colour], tops);
            const __mmask8 own_all = _mm512_testn_epi64_mask(others, others);
            const __mmask8 scores = any & own_all & (rules.has(option::SAME_OWNER_HIGHEST) ? 0xFF : single);
            points[colour] = _mm512_mask_add_epi64(points[colour], scores, points[colour], all(3));
        }
        for (int district = 0; district < DISTRICT_COUNT; ++district) {  // M3.2
            V owned[COLOURS];
            for (int colour = 0; colour < players; ++colour)
                owned[colour] = _mm512_popcnt_epi64(_mm512_and_si512(group.own[colour], all(DISTRICT << district)));
            for (int colour = 0; colour < players; ++colour) {
                __mmask8 most = 0xFF;
                for (int other = 0; other < players; ++other)
                    if (other != colour) most &= _mm512_cmpgt_epi64_mask(owned[colour], owned[other]);
                points[colour] = _mm512_mask_add_epi64(points[colour], most, points[colour], all(2));
            }
        }
        for (int colour = 0; colour < players; ++colour)
            group.scores[colour] = _mm512_add_epi64(group.scores[colour], points[colour]);
    }

    const Rules& rules;
    const int players;
    V hand_shift, card_shift, first_byte;
    int base[LANES * GROUPS];
    Group groups[GROUPS];
};

// Plays as options of the n games as fill whole vectors; `done` returns how options.
inline int64_t lockstep_playouts(const Rules& rules, const Position* from, int step, int n, const Random& random,
                                 int first, int16_t* points_out, int& done) {
    if (rules.slots != 1 || rules.has_monster() || rules.has(option::URBAN)) return 0;
    constexpr int AT_ONCE = LANES * GROUPS;
    int64_t decisions = 0;
    Lockstep games(rules);
    Position lanes[AT_ONCE];
    Random randoms[AT_ONCE];
    for (; done + AT_ONCE <= n; done += AT_ONCE) {
        for (int lane = 0; lane < AT_ONCE; ++lane) {
            Position& p = lanes[lane] = from[static_cast<ptrdiff_t>(done + lane) * step];
            Random& own = randoms[lane] = random.split(static_cast<uint64_t>(first + done + lane));
            while (p.phase != BUILD && p.phase != OVER) {
                if (p.phase == CHOOSE)
                    random_choice(rules, p, own.next()), ++decisions;
                else
                    chance_step(rules, p, lower(own.next()));
            }
        }
        if (!games.play(lanes, randoms, decisions))
            for (int lane = 0; lane < AT_ONCE; ++lane) decisions += playout(rules, lanes[lane], randoms[lane]);
        for (int lane = 0; lane < AT_ONCE; ++lane)
            for (int player = 0; player < rules.players; ++player)
                points_out[static_cast<ptrdiff_t>(done + lane) * rules.players + player] = lanes[lane].scores[player];
    }
    return decisions;
}

}  // namespace baumeister::manhattan::ISA

#endif
