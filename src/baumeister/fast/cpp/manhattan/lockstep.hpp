// Uniformly random games in lockstep, one per lane of a vector, several vectors in turn.
//
// Plays exactly the games of `playout`, for games at the same turn of the same round. Colours are counted
// from the player to move, so that one step builds in every game at once. Choosing blocks stays scalar,
// and so do games with a monster, urban rules or two colours per player.
#pragma once

#include "../lanes.hpp"
#if defined(VECTOR_LANES)

#include "moves.hpp"

namespace baumeister::manhattan::ISA {

using namespace baumeister::ISA;

inline constexpr int AT_ONCE = 32;
inline constexpr int GROUPS = AT_ONCE / LANES;

struct alignas(64) Group {
    V can[COLOURS][SIZES];
    V own[COLOURS];
    V hands[COLOURS];
    V trays[COLOURS];
    V scores[COLOURS];
    V seats[COLOURS];  // 9 × the player
    V open, pile, pile_size, played, played_size;
    alignas(64) uint64_t key[LANES];  // of `Random`, with the count so far in it
    // carried between the parts of a step
    Draw build;
    alignas(64) uint64_t size[LANES];
    alignas(64) uint64_t bits[LANES];
    alignas(64) uint64_t place[LANES];
    alignas(64) uint64_t bit[LANES];  // the place as a set; empty if the player cannot build
    alignas(64) uint64_t after[LANES];  // the floors of the place, after building
    alignas(64) uint32_t floors[PLACES][LANES];
};

class Lockstep {
   public:
    explicit Lockstep(const Rules& of) : rules(of), players(of.players) {
        for (int player = 0; player < players; ++player)
            for (int each = 0; each < CARDS; ++each) {
                hand_shift.of[9 * player + each] = static_cast<uint8_t>(6 * rules.marked[player][each]);
                card_shift.of[9 * player + each] = static_cast<uint8_t>(8 * rules.card_of[player][each]);
            }
    }

    // Plays 32 games to the end if they are at the same turn; returns false otherwise.
    bool play(Position* lanes, const Random* randoms, int64_t& decisions) {
        for (int lane = 0; lane < AT_ONCE; ++lane)
            if (lanes[lane].phase != BUILD || lanes[lane].turns != lanes[0].turns || lanes[lane].round != lanes[0].round)
                return false;
        load(lanes, randoms);
        for (;;) {
            const int turns = lanes[0].turns;
            int mover = (lanes[0].turn - base[0] + players) % players;
            for (int turn = 0; turn < turns; ++turn) {
                for (Group& group : groups) draw_bits(group);
                for (Group& group : groups) look(group, mover);
                for (Group& group : groups) pick(group, mover);
                for (Group& group : groups) build(group, mover);
                for (Group& group : groups) draw(group, mover);
                mover = mover + 1 == players ? 0 : mover + 1;
            }
            decisions += static_cast<int64_t>(turns) * AT_ONCE;
            for (Group& group : groups) score(group);
            if (lanes[0].round == rules.rounds) break;
            choose(lanes, decisions);
        }
        for (int lane = 0; lane < AT_ONCE; ++lane)
            for (int colour = 0; colour < players; ++colour)
                lanes[lane].scores[(colour + base[lane]) % players] =
                    static_cast<int16_t>(groups[lane / LANES].scores[colour][lane % LANES]);
        return true;
    }

   private:
    void load(const Position* lanes, const Random* randoms) {
        for (int lane = 0; lane < AT_ONCE; ++lane) {
            const Position& p = lanes[lane];
            Group& group = groups[lane / LANES];
            base[lane] = p.turn;
            for (int colour = 0; colour < COLOURS; ++colour) {
                const bool real = colour < players;
                const int from = real ? (colour + p.turn) % players : colour;
                for (int size = 0; size < SIZES; ++size) group.can[colour][size][lane % LANES] = p.can[from][size];
                group.own[colour][lane % LANES] = p.own[from];
                group.hands[colour][lane % LANES] = p.hands[from];
                group.trays[colour][lane % LANES] = p.trays[from];
                group.scores[colour][lane % LANES] = static_cast<uint64_t>(p.scores[from]);
                group.seats[colour][lane % LANES] = static_cast<uint64_t>(real ? 9 * from : 0);
            }
            const int down = 8 * p.turn, up = 8 * (players - p.turn);
            for (int place = 0; place < PLACES; ++place) {
                const uint64_t floors = p.floors[place];
                const uint64_t turned = (floors >> down | floors << up) & ((1ull << (8 * players)) - 1);
                group.floors[place][lane % LANES] = static_cast<uint32_t>(turned);
            }
            group.open[lane % LANES] = p.open;
            group.pile[lane % LANES] = p.pile;
            group.pile_size[lane % LANES] = p.pile_size;
            group.played[lane % LANES] = p.played;
            group.played_size[lane % LANES] = p.played_size;
            group.key[lane % LANES] = randoms[lane].key + randoms[lane].count * GOLDEN;
        }
    }

    // Chooses the blocks of the next round; the board stays in the vectors.
    void choose(Position* lanes, int64_t& decisions) {
        for (int lane = 0; lane < AT_ONCE; ++lane) {
            Position& p = lanes[lane];
            Group& group = groups[lane / LANES];
            Random random{group.key[lane % LANES], 0};
            for (int player = 0; player < players; ++player) p.trays[player] = 0;
            p.start = static_cast<int8_t>(next_player(rules, p.start));
            begin_round(rules, p);
            for (; p.phase == CHOOSE; ++decisions) random_choice(rules, p, random.next());
            group.key[lane % LANES] += random.count * GOLDEN;
            group.open[lane % LANES] = p.open;
            for (int colour = 0; colour < players; ++colour)
                group.trays[colour][lane % LANES] = p.trays[(colour + base[lane]) % players];
        }
    }

    void draw_bits(Group& group) const {
        for (int lane = 0; lane < LANES; ++lane) group.bits[lane] = mix(group.key[lane] += GOLDEN);
    }

    // Finds the possible builds.
    void look(Group& group, int mover) const {
        const V held = ((group.hands[mover] + all(31 * SIXES)) >> 5) & all(SIXES);
        const V marked = ((held << 6) - held) & group.open;
        const V tray = group.trays[mover];
        V places[SIZES];
        for (int size = 0; size < SIZES; ++size)
            places[size] = select(zero(tray & all(15ull << (4 * size))), V{}, group.can[mover][size] & marked);
        group.build.prepare(places, group.bits);
    }

    // Draws a build in each game: the floors differ in place, so that lane by lane is best.
    void pick(Group& group, int mover) {
        const bool stuck = group.build.finish(group.bits);
        for (int lane = 0; lane < LANES; ++lane) {
            group.place[lane] = group.build.member[lane];
            group.size[lane] = group.build.set[lane];
            group.bit[lane] = 1ull << group.place[lane];
        }
        if (stuck) [[unlikely]] forfeit(group, mover);
        for (int lane = 0; lane < LANES; ++lane) {
            uint32_t& floors = group.floors[group.place[lane]][lane];
            floors += static_cast<uint32_t>((group.size[lane] + 1) * (group.bit[lane] != 0)) << (8 * mover);
            group.after[lane] = floors;
        }
    }

    // Where a player cannot build: draws a card and a block to forfeit (M2.8).
    void forfeit(Group& group, int mover) {
        for (int lane = 0; lane < LANES; ++lane) {
            if (!group.build.empty[lane]) continue;
            const uint64_t player = group.seats[mover][lane] / 9;
            const uint64_t hand = group.hands[mover][lane], tray = group.trays[mover][lane];
            uint8_t found[CARDS * SIZES];
            uint32_t options = 0;
            for (int card = 0; card < CARDS; ++card)
                for (int size = 0; size < SIZES; ++size)
                    if ((hand >> (6 * rules.marked[player][card]) & 63) && (tray >> (4 * size) & 15))
                        found[options++] = static_cast<uint8_t>(4 * card + size);
            const int which = found[below(upper(group.bits[lane]), options)];
            group.size[lane] = static_cast<uint64_t>(which & 3);
            group.place[lane] = 6ull * rules.marked[player][which >> 2];  // any place that the card marks
            group.bit[lane] = 0;
        }
    }

    void build(Group& group, int mover) const {
        const V byte = all(0xFF), floors = loaded(group.after), bit = loaded(group.bit);
        const V top = (floors >> static_cast<uint64_t>(8 * mover)) & byte;
        for (int colour = 0; colour < players; ++colour) {
            if (colour == mover) continue;
            const V lead = top - ((floors >> static_cast<uint64_t>(8 * colour)) & byte);
            for (int size = 0; size < SIZES; ++size) {
                const Mask enough = less(lead, all(static_cast<uint64_t>(size + 2)));  // M2.5
                group.can[colour][size] = replace(bit, (V)enough, group.can[colour][size]);
            }
            group.own[colour] &= ~bit;
        }
        for (int size = 0; size < SIZES; ++size)
            if (rules.has(option::VARIANTS_ANTI_TRUST))
                group.can[mover][size] &= ~bit;
            else
                group.can[mover][size] |= bit;
        group.own[mover] |= bit;
    }

    // Plays the card and draws another.
    void draw(Group& group, int mover) const {
        const V one = all(1), place = loaded(group.place);
        const V position = product(place, all(43)) >> 8;
        const V seat = group.seats[mover];
        const V hand = group.hands[mover] - (one << product(position, all(6)));
        group.trays[mover] -= one << (loaded(group.size) << 2);
        const V played = group.played + (one << card_shift[seat + position]);
        const V played_size = group.played_size + one;

        const V n = product(loaded(group.bits), group.pile_size) >> 32;
        const V upto = sums_of_bytes(group.pile), spread = in_every_byte(n | all(0x80));
        const V card = counts((spread - upto) & all(0x80 * BYTES));
        group.hands[mover] = hand + (one << hand_shift[seat + card]);
        const V pile = group.pile - (one << (card << 3));
        const V pile_size = group.pile_size - one;
        const Mask empty = zero(pile_size);  // M2.7
        group.pile = select(empty, played, pile);
        group.pile_size = select(empty, played_size, pile_size);
        group.played = select(empty, V{}, played);
        group.played_size = select(empty, V{}, played_size);
    }

    void score(Group& group) const {
        V highest{}, tops{};
        for (int place = 0; place < PLACES; ++place) {  // M3.1
            V height;
            for (int lane = 0; lane < LANES; ++lane) height[lane] = static_cast<uint64_t>(height_of(group.floors[place][lane]));
            const V bit = all(1ull << place);
            tops = select(less(highest, height), bit, select(less(height, highest), tops, tops | bit));
            highest = select(less(highest, height), height, highest);
        }
        const Mask single = zero(tops & (tops - all(1)));
        V points[COLOURS];
        for (int colour = 0; colour < players; ++colour) {
            points[colour] = counts(group.own[colour]);  // M3.3
            Mask scores = zero(tops & ~group.own[colour]) & ~zero(highest);
            if (!rules.has(option::SAME_OWNER_HIGHEST)) scores &= single;
            points[colour] += only_if(scores, all(3));
        }
        for (int district = 0; district < DISTRICT_COUNT; ++district) {  // M3.2
            V owned[COLOURS];
            for (int colour = 0; colour < players; ++colour) owned[colour] = counts(group.own[colour] & all(DISTRICT << district));
            for (int colour = 0; colour < players; ++colour) {
                Mask most = ~Mask{};
                for (int other = 0; other < players; ++other)
                    if (other != colour) most &= less(owned[other], owned[colour]);
                points[colour] += only_if(most, all(2));
            }
        }
        for (int colour = 0; colour < players; ++colour) group.scores[colour] += points[colour];
    }

    const Rules& rules;
    const int players;
    Table hand_shift, card_shift;
    int base[AT_ONCE];
    Group groups[GROUPS];
};

// Plays as many of the n games as fill whole vectors; `done` returns how many.
inline int64_t lockstep_playouts(const Rules& rules, const Position* from, int step, int n, const Random& random,
                                 int first, int16_t* points_out, int& done) {
    if (rules.slots != 1 || rules.has_monster() || rules.has(option::URBAN)) return 0;
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
