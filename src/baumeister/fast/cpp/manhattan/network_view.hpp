// What several groups of the network's inputs use: a position as the player to act sees it. Colours and
// players are counted from that player's.
#pragma once

#include "flow.hpp"

namespace baumeister::manhattan::ISA {

// Whether a colour can build somewhere: now, with a likely (0), possible (1) or missing (2) card.
inline constexpr int LATER = 3, NEVER = 4;
inline constexpr int EMPTY = COLOURS;  // as the owner of a place
inline constexpr int MOST_BEHIND = place_input::RIVAL.most(2);

inline int clipped(int value, int least, int most) { return value < least ? least : value > most ? most : value; }
inline int situation_of(int margin) { return clipped(2 - margin, 0, 4); }

struct View {
    const Rules& rules;
    const Position& p;
    const int seat, colours;
    uint64_t own[COLOURS] = {};
    uint64_t vacant = ALL_PLACES;
    uint16_t trays[COLOURS] = {}, supplies[COLOURS] = {};
    int now[COLOURS] = {}, ever[COLOURS] = {};  // floors of the largest block
    int player[COLOURS];
    uint8_t reach[COLOURS][16] = {};  // by position
    uint8_t can[COLOURS][MOST_BEHIND + 1][16];  // by floors needed and position: `LATER`, `NEVER`, or as `reach`
    uint8_t cards[CARDS];                // own cards, by position
    int held = 0;
    int owned[DISTRICT_COUNT][COLOURS] = {}, most[DISTRICT_COUNT][COLOURS];  // most: of another colour
    int opens[DISTRICT_COUNT] = {};
    uint8_t height[PLACES];
    uint8_t ground[PLACES], top_size[PLACES];  // of buildings: colour of the lowest block, size of the highest
    int highest = 0, tops = 0, top = 0, following = 0;  // `top` is a highest building

    View(const Rules& of, const Position& position, int by) : rules(of), p(position), seat(by), colours(of.colours) {
        see_blocks();
        see_cards();
        see_board();
        see_districts();
    }

    int absolute(int colour) const { return seat + colour < colours ? seat + colour : seat + colour - colours; }
    int relative(int colour) const { return colour >= seat ? colour - seat : colour - seat + colours; }

    // The floors of a place, eight bits for each colour.
    uint32_t floors(int place) const {
        const uint64_t all = p.floors[place];
        return static_cast<uint32_t>((all >> (8 * seat) | all << (8 * (colours - seat))) & mask);
    }

    int capture(int colour, int need, int position) const {
        return need <= now[colour] ? reach[colour][position] : need <= ever[colour] ? LATER : NEVER;
    }
    int tower_of(int tall) const { return tall < highest ? clipped(highest - tall, 1, 4) + 1 : tops > 1; }
    bool is_villa(int place) const { return height[place] == 1 && (rules.neighbours[place] & vacant); }

    // What `share` says of a building's owner.
    int kind_of(int district, int owner) const {
        const int theirs = 2 + situation_of(owned[district][owner] - most[district][owner]);
        return !owner ? 1 : theirs < 5 ? theirs : 5;
    }

    int cards_at(int position) const { return cards[position] > 1 ? 2 : cards[position]; }

   private:
    const uint64_t mask = colours == 4 ? 0xFFFFFFFFull : (1ull << (8 * colours)) - 1;

    static int largest(uint32_t blocks) { return blocks ? (35 - std::countl_zero(blocks)) / 4 : 0; }

    void see_blocks() {
        const bool hides = rules.has(option::CHOICE_SECRET) && p.phase == CHOOSE;
        const bool last = p.phase == BUILD && p.round == rules.rounds;
        for (int colour = 0; colour < COLOURS; ++colour) {
            player[colour] = -1;
            if (colour >= colours) continue;
            const int its = absolute(colour);
            player[colour] = (rules.owner_of(its) - seat + rules.players) % rules.players;
            trays[colour] = p.trays[its];
            supplies[colour] = p.supplies[its];
            if (hides && player[colour]) supplies[colour] = static_cast<uint16_t>(supplies[colour] + trays[colour]), trays[colour] = 0;
            now[colour] = largest(trays[colour]);
            ever[colour] = last ? now[colour] : largest(trays[colour] | supplies[colour]);
            own[colour] = p.own[its];
            vacant &= ~own[colour];
        }
    }

    void see_cards() {
        int unseen[CARDS], before = 0;
        for (int card = 0; card < CARDS; ++card) {
            const int gone = card < 8 ? static_cast<int>(p.played >> (8 * card) & 0xFF) : p.played_size - before;
            before += gone;
            unseen[card] = CARD_COPIES - gone - static_cast<int>(p.hands[seat] >> (6 * rules.marked[seat][card]) & 63);
        }
        for (int position = 0; position < CARDS; ++position) {
            cards[position] = static_cast<uint8_t>(p.hands[seat] >> (6 * position) & 63);
            held += cards[position] > 0;
        }
        for (int colour = 0; colour < colours; ++colour) {
            const uint8_t* card_of = rules.card_of[rules.owner_of(absolute(colour))];
            for (int position = 0; position < CARDS; ++position) {
                const int left = unseen[card_of[position]];
                reach[colour][position] = player[colour] ? (left >= 3 ? 0 : left >= 1 ? 1 : 2) : !cards[position];
            }
        }
        for (int colour = 0; colour < COLOURS; ++colour)
            for (int behind = 0; behind <= MOST_BEHIND; ++behind) {
                const int need = behind > 1 ? behind : 1;
                if (need <= now[colour])
                    std::memcpy(can[colour][behind], reach[colour], 16);
                else
                    std::memset(can[colour][behind], need <= ever[colour] ? LATER : NEVER, 16);
            }
    }

    void see_board() {
        for (int place = 0; place < PLACES; ++place) {
            const int tall = height_of(p.floors[place]);
            height[place] = static_cast<uint8_t>(tall);
            if (tall > highest)
                following = highest, highest = tall, top = place, tops = 1;
            else if (tall == highest)
                ++tops;
            else if (tall > following)
                following = tall;
        }
        for (int at = p.built - 1; at >= 0; --at)
            if (p.blocks[at] != GONE) ground[p.blocks[at] >> 2] = static_cast<uint8_t>(relative(colour_of_block(p, at)));
        for (int at = 0; at < p.built; ++at)
            if (p.blocks[at] != GONE) top_size[p.blocks[at] >> 2] = p.blocks[at] & 3;
    }

    void see_districts() {
        for (int district = 0; district < DISTRICT_COUNT; ++district) {
            int* has = owned[district];
            for (int colour = 0; colour < colours; ++colour) has[colour] = count(own[colour] & (DISTRICT << district));
            const int low = has[0] > has[1] ? has[0] : has[1], high = has[2] > has[3] ? has[2] : has[3];
            most[district][0] = has[1] > high ? has[1] : high;
            most[district][1] = has[0] > high ? has[0] : high;
            most[district][2] = has[3] > low ? has[3] : low;
            most[district][3] = has[2] > low ? has[2] : low;
        }
        if (!rules.has(option::VARIANTS_PROGRESSIVE)) return;
        for (int rank = 0; rank < DISTRICT_COUNT; ++rank) opens[p.opening[rank]] = clipped(rank - open_count(rules, p) + 1, 0, 3);
    }
};

// By district and owner of a place: whether a colour that builds there gains the majority, and whether the
// owner, if it is another colour, loses it.
struct Swings {
    bool gains[DISTRICT_COUNT][COLOURS + 1] = {}, loses[DISTRICT_COUNT][COLOURS + 1] = {};

    Swings(const View& view, int builder) {
        for (int district = 0; district < DISTRICT_COUNT; ++district) {
            const int* has = view.owned[district];
            const int* most = view.most[district];
            for (int owner = 0; owner <= EMPTY; ++owner) {
                if (owner == builder) continue;
                int others = 0, rest = has[builder] + 1;  // the most besides the builder, and besides the owner
                for (int colour = 0; colour < COLOURS; ++colour) {
                    const int after = has[colour] - (colour == owner);
                    if (colour == builder) continue;
                    others = after > others ? after : others;
                    if (colour != owner) rest = after > rest ? after : rest;
                }
                gains[district][owner] = has[builder] <= most[builder] && has[builder] + 1 > others;
                if (owner != EMPTY) loses[district][owner] = has[owner] > most[owner] && has[owner] - 1 <= rest;
            }
        }
    }
};

}  // namespace baumeister::manhattan::ISA
