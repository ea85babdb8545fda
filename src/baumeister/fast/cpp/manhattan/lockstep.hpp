// Uniformly random games in lockstep, one per lane of a vector, several vectors in turn.
//
// Plays exactly the games of `playout`, for games at the same turn of the same round. Colours are counted
// from the player to move, so that one step builds in every game at once. What differs from game to game stays
// scalar: choosing blocks, the monster's way and the points of urban cards.
#pragma once

#include "lockstep_monster.hpp"
#if defined(VECTOR_LANES)

namespace baumeister::manhattan::ISA {

inline constexpr int AT_ONCE = 32;
inline constexpr int GROUPS = AT_ONCE / LANES;

// For one or two colours per player, with or without a monster or urban cards.
template <int SLOTS, bool HAS_EXTRAS>
class Lockstep {
   public:
    explicit Lockstep(const Rules& of)
        : rules(of), players(of.players), colours(SLOTS == 2 ? COLOURS : of.players),
          monster(HAS_EXTRAS && of.has_monster()), urban_rules(HAS_EXTRAS && of.has(option::URBAN)),
          keeps_blocks(HAS_EXTRAS && of.has(option::URBAN | option::VARIANTS_BABY_GODZILLA)) {
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
        for (int lane = 0; lane < AT_ONCE; ++lane) {
            base[lane] = lanes[lane].turn;
            load(rules, lanes[lane], randoms[lane], groups[lane / LANES], lane % LANES);
        }
        const bool with_card = rules.has(option::MONSTER_MOVES_WITH_CARD);
        for (;;) {
            const int turns = lanes[0].turns;
            int mover = (lanes[0].turn - base[0] + players) % players;
            for (int turn = 0; turn < turns; ++turn) {
                for (Group<SLOTS>& group : groups) draw_bits(group);
                for (Group<SLOTS>& group : groups) look(group, mover);
                for (Group<SLOTS>& group : groups) pick(group, mover);
                if (monster && with_card) rampage(lanes);
                put(lanes, mover);
                for (Group<SLOTS>& group : groups) build(group, mover);
                if (monster && !with_card) rampage(lanes);
                for (Group<SLOTS>& group : groups) draw(group, mover);
                mover = mover + 1 == players ? 0 : mover + 1;
            }
            decisions += static_cast<int64_t>(turns) * AT_ONCE;
            if (!urban_rules)
                for (Group<SLOTS>& group : groups) score(group);
            const bool over = lanes[0].round == rules.rounds;
            for (int lane = 0; lane < AT_ONCE; ++lane) end_round(lanes[lane], lane, decisions);
            if (over) return true;
        }
    }

   private:
    // Scores the round where that is scalar, and chooses the blocks of the next; after the last, keeps the scores.
    void end_round(Position& p, int lane, int64_t& decisions) {
        Group<SLOTS>& group = groups[lane / LANES];
        const int at = lane % LANES;
        Random random{group.key[at], 0};
        for (uint16_t& tray : p.trays) tray = 0;
        if (urban_rules) {
            unload_board(rules, group, at, base[lane], p);
            p.turns = 1;
            end_turn(rules, p);
        } else if (p.round == rules.rounds) {
            for (int colour = 0; colour < colours; ++colour)
                p.scores[turned(rules, colour, base[lane])] = static_cast<int16_t>(group.scores[colour][at]);
            return;
        } else {
            p.start = static_cast<int8_t>(next_player(rules, p.start));
            begin_round(rules, p);
        }
        decisions += until_build(rules, p, random);
        group.key[at] += random.count * GOLDEN;
        group.open[at] = p.open;
        if (monster) group.in_play[at] = places_in_play(rules, p);
        for (int colour = 0; colour < colours; ++colour) group.trays[colour][at] = p.trays[turned(rules, colour, base[lane])];
    }

    void draw_bits(Group<SLOTS>& group) const {
        for (int lane = 0; lane < LANES; ++lane) group.bits[lane] = mix(group.key[lane] += GOLDEN);
    }

    // Finds the possible builds.
    void look(Group<SLOTS>& group, int mover) const {
        const V held = ((group.hands[mover] + all(31 * SIXES)) >> 5) & all(SIXES);
        const V marked = ((held << 6) - held) & group.open;
        V places[SLOTS * SIZES];
        for (int each = 0; each < SLOTS * SIZES; ++each) {
            const int colour = mover + 2 * (each / SIZES), size = each % SIZES;
            places[each] = select(zero(group.trays[colour] & all(15ull << (4 * size))), V{}, group.can[colour][size] & marked);
        }
        group.build.prepare(places, group.bits);
    }

    // Draws a build in each game.
    void pick(Group<SLOTS>& group, int mover) {
        const bool stuck = group.build.finish(group.bits);
        for (int lane = 0; lane < LANES; ++lane) {
            group.place[lane] = group.build.member[lane];
            group.size[lane] = group.build.set[lane] % SIZES;
            group.slot[lane] = group.build.set[lane] / SIZES;
            group.bit[lane] = 1ull << group.place[lane];
        }
        if (stuck) [[unlikely]] forfeit(group, mover);
    }

    // Where a player cannot build: draws a card and a block to forfeit (M2.8).
    void forfeit(Group<SLOTS>& group, int mover) {
        for (int lane = 0; lane < LANES; ++lane) {
            if (!group.build.empty[lane]) continue;
            const uint64_t player = group.seats[mover][lane] / 9, hand = group.hands[mover][lane];
            uint8_t found[SLOTS * CARDS * SIZES];
            uint32_t options = 0;
            for (int slot = 0; slot < SLOTS; ++slot)
                for (int card = 0; card < CARDS; ++card)
                    for (int size = 0; size < SIZES; ++size)
                        if ((hand >> (6 * rules.marked[player][card]) & 63) && (group.trays[mover + 2 * slot][lane] >> (4 * size) & 15))
                            found[options++] = static_cast<uint8_t>(CARDS * SIZES * slot + SIZES * card + size);
            const int which = found[below(upper(group.bits[lane]), options)];
            group.size[lane] = static_cast<uint64_t>(which % SIZES);
            group.slot[lane] = static_cast<uint64_t>(which / (CARDS * SIZES));
            group.place[lane] = 6ull * rules.marked[player][which / SIZES % CARDS];  // any place that the card marks
            group.bit[lane] = 0;
        }
    }

    void rampage(Position* lanes) {
        for (int first = 0; first < AT_ONCE; first += LANES)
            manhattan::ISA::rampage(rules, groups[first / LANES], lanes + first, base + first);
    }

    // Adds the floors, lane by lane: the places differ.
    void put(Position* lanes, int mover) {
        for (Group<SLOTS>& group : groups)
            for (int lane = 0; lane < LANES; ++lane) {
                const uint64_t colour = static_cast<uint64_t>(mover) + 2 * (SLOTS == 2 ? group.slot[lane] : 0);
                uint32_t& floors = group.floors[group.place[lane]][lane];
                floors += static_cast<uint32_t>((group.size[lane] + 1) * (group.bit[lane] != 0)) << (8 * colour);
                group.after[lane] = floors;
            }
        if (!keeps_blocks) return;
        for (int lane = 0; lane < AT_ONCE; ++lane) {
            const Group<SLOTS>& group = groups[lane / LANES];
            const int at = lane % LANES;
            if (!group.bit[at]) continue;
            const int colour = mover + 2 * static_cast<int>(group.slot[at]);
            put_block(lanes[lane], static_cast<int>(group.place[at]), turned(rules, colour, base[lane]), static_cast<int>(group.size[at]));
        }
    }

    void build(Group<SLOTS>& group, int mover) const {
        const V byte = all(0xFF), floors = loaded(group.after);
        for (int slot = 0; slot < SLOTS; ++slot) {
            const int owner = mover + 2 * slot;
            const V bit = SLOTS == 1 ? loaded(group.bit) : only_if(is_slot(group, slot), loaded(group.bit));
            const V top = (floors >> static_cast<uint64_t>(8 * owner)) & byte;
            for (int colour = 0; colour < colours; ++colour) {
                const bool own = SLOTS == 2 ? colour % 2 == mover : colour == mover;
                group.own[colour] &= ~bit;
                if (own && rules.has(option::VARIANTS_ANTI_TRUST)) {  // M5.4
                    for (int size = 0; size < SIZES; ++size) group.can[colour][size] &= ~bit;
                } else if (colour == owner) {
                    for (int size = 0; size < SIZES; ++size) group.can[colour][size] |= bit;
                } else {
                    const V lead = top - ((floors >> static_cast<uint64_t>(8 * colour)) & byte);
                    for (int size = 0; size < SIZES; ++size) {
                        const Mask enough = less(lead, all(static_cast<uint64_t>(size + 2)));  // M2.5
                        group.can[colour][size] = replace(bit, (V)enough, group.can[colour][size]);
                    }
                }
            }
            group.own[owner] |= bit;
        }
    }

    Mask is_slot(const Group<SLOTS>& group, int slot) const { return zero(loaded(group.slot) ^ all(static_cast<uint64_t>(slot))); }

    // Plays the card and draws another.
    void draw(Group<SLOTS>& group, int mover) const {
        const V one = all(1), place = loaded(group.place);
        const V position = product(place, all(43)) >> 8;
        const V seat = group.seats[mover];
        const V hand = group.hands[mover] - (one << product(position, all(6)));
        const V block = one << (loaded(group.size) << 2);
        for (int slot = 0; slot < SLOTS; ++slot)
            group.trays[mover + 2 * slot] -= SLOTS == 1 ? block : only_if(is_slot(group, slot), block);
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

    void score(Group<SLOTS>& group) const {
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
        for (int colour = 0; colour < colours; ++colour) points[colour] = counts(group.own[colour]);  // M3.3
        for (int player = 0; player < players; ++player) {
            const V own = SLOTS == 2 ? group.own[player] | group.own[player + 2] : group.own[player];
            Mask scores = zero(tops & ~own) & ~zero(highest);
            if (!rules.has(option::SAME_OWNER_HIGHEST)) scores &= single;
            points[player] += only_if(scores, all(3));
        }
        for (int district = 0; district < DISTRICT_COUNT; ++district) {  // M3.2
            V owned[COLOURS];
            for (int colour = 0; colour < colours; ++colour) owned[colour] = counts(group.own[colour] & all(DISTRICT << district));
            for (int colour = 0; colour < colours; ++colour) {
                Mask most = ~Mask{};
                for (int other = 0; other < colours; ++other)
                    if (other != colour) most &= less(owned[other], owned[colour]);
                points[colour] += only_if(most, all(2));
            }
        }
        for (int colour = 0; colour < colours; ++colour) group.scores[colour] += points[colour];
    }

    const Rules& rules;
    const int players, colours;
    const bool monster, urban_rules, keeps_blocks;
    Table hand_shift, card_shift;
    int base[AT_ONCE];  // who was to move
    Group<SLOTS> groups[GROUPS];
};

}  // namespace baumeister::manhattan::ISA

#endif
