// What all builds in a position have in common, for features and the policy network.
#pragma once

#include "moves.hpp"

namespace baumeister::manhattan::ISA {

inline int owner_at(const Position& p, int place) {
    const uint64_t bit = 1ull << place;
    return p.own[0] & bit ? 0 : p.own[1] & bit ? 1 : p.own[2] & bit ? 2 : p.own[3] & bit ? 3 : NOBODY;
}

// A lead as a class from 0 to 5; negative leads, which baby Godzilla can cause, count as 0.
inline int lead_class(int lead) { return lead < 0 ? 0 : lead < 5 ? lead : 5; }

// What all builds in a position have in common.
struct Scene {
    const Rules& rules;
    const Position& p;
    const int player;
    const bool exact;      // points need the full scoring: urban cards, or several highest buildings may score
    Heights heights;
    int highest_colour;    // who scores for the highest building, or NOBODY
    int leader = NOBODY;   // the opponent with most points, this round included
    int owned[DISTRICT_COUNT][COLOURS];
    int majority[DISTRICT_COUNT];
    int ahead;             // of the leader, in points
    int rivals = 0;
    struct Rival {
        int colour;
        int now, ever;     // largest block on the tray; on tray or in supply; 0 for none
        float unseen[CARDS];  // by position: the share of matching cards not seen yet
    } rival[COLOURS];
    mutable Position board;  // for trying out builds, where points are exact
    int before[4];

    Scene(const Rules& of, const Position& at) : rules(of), p(at), player(actor(of, at)), exact(of.has(option::URBAN) || of.has(option::SAME_OWNER_HIGHEST)) {
        measure(p, heights);
        const uint64_t high = heights.highest ? of_height(heights, heights.highest) : 0;
        highest_colour = high && !(high & (high - 1)) ? owner_at(p, lowest(high)) : NOBODY;
        int now[COLOURS];
        for (int colour = 0; colour < COLOURS; ++colour)
            now[colour] = count(p.own[colour]) + 3 * (colour == highest_colour);
        for (int district = 0; district < DISTRICT_COUNT; ++district) {
            for (int colour = 0; colour < COLOURS; ++colour)
                owned[district][colour] = count(p.own[colour] & (DISTRICT << district));
            majority[district] = most_of(owned[district]);
            if (majority[district] != NOBODY) now[majority[district]] += 2;
        }
        if (exact) {
            board = p;
            score_now(rules, board, now);
            player_points(rules, now, before);
        }
        for (int colour = 0; colour < COLOURS; ++colour) now[colour] += p.scores[colour];
        int have[4];
        player_points(rules, now, have);
        for (int each = 0; each < rules.players; ++each)
            if (each != player && (leader == NOBODY || have[each] > have[leader])) leader = each;
        ahead = have[player] - have[leader];
        for (int colour = 0; colour < rules.colours; ++colour)
            if (rules.owner_of(colour) != player) describe(rival[rivals++], colour);
    }

    void describe(Rival& found, int colour) const {
        found.colour = colour;
        found.now = largest(p.trays[colour]);
        found.ever = largest(static_cast<uint16_t>(p.trays[colour] | p.supplies[colour]));
        if (!found.now) {  // no threat; but the shares are multiplied, so they must be initialised
            for (float& share : found.unseen) share = 0;
            return;
        }
        const int theirs = rules.owner_of(colour);
        for (uint64_t held = p.hands[player], position = 0; held; held >>= 6, ++position) {
            if (!(held & 63)) continue;
            const int card = rules.card_of[theirs][position];
            const int played = card < 8 ? p.played >> (8 * card) & 0xFF : p.played_size - static_cast<int>(p.played * BYTES >> 56);
            const int mine = static_cast<int>(p.hands[player] >> (6 * rules.marked[player][card]) & 63);
            found.unseen[position] = static_cast<float>(CARD_COPIES - played - mine) / static_cast<float>(CARD_COPIES);
        }
    }

    // The largest size among packed counts, which may be combined by OR: only zero matters.
    static int largest(uint16_t blocks) { return blocks ? (15 - std::countl_zero(blocks)) / 4 + 1 : 0; }

    int own(int colour) const { return colour != NOBODY && rules.owner_of(colour) == player; }
    int is_rival(int colour) const { return colour != NOBODY && rules.owner_of(colour) != player; }
    int leads(int colour) const { return colour != NOBODY && rules.owner_of(colour) == leader; }

    // The points that a build changes by the full scoring: own, of all rivals, of the leader.
    void change(int place, int colour, int size, int* points) const {
        const uint64_t bit = 1ull << place;
        uint64_t kept[COLOURS];
        for (int each = 0; each < COLOURS; ++each) kept[each] = board.own[each], board.own[each] &= ~bit;
        board.own[colour] |= bit;
        board.floors[place] += static_cast<uint32_t>(size + 1) << (8 * colour);
        put_block(board, place, colour, size);
        int items[COLOURS], after[4];
        score_now(rules, board, items);
        player_points(rules, items, after);
        --board.built;
        board.floors[place] = p.floors[place];
        for (int each = 0; each < COLOURS; ++each) board.own[each] = kept[each];
        points[0] = after[player] - before[player];
        points[1] = 0;
        for (int each = 0; each < rules.players; ++each)
            if (each != player) points[1] += before[each] - after[each];
        points[2] = before[leader] - after[leader];
    }
};

// The effect of a build on its district.
struct Share {
    int margin, swing;  // buildings ahead of the next colour, -3 to 3; majorities gained
    int loss, leader;   // points that rivals and the leader lose
};

inline Share share_of(const Scene& scene, int district, int owner, int colour) {
    int counts[COLOURS], most_other = 0;
    for (int each = 0; each < COLOURS; ++each) {
        counts[each] = scene.owned[district][each] + (each == colour) - (each == owner);
        if (each != colour && counts[each] > most_other) most_other = counts[each];
    }
    const int before = scene.majority[district];
    int after = colour;
    if (counts[colour] <= most_other) {  // no other colour gained a building
        const bool same = owner == NOBODY || owner == colour;
        after = !same ? most_of(counts) : before != NOBODY && counts[before] > counts[colour] ? before : NOBODY;
    }
    const int margin = counts[colour] - most_other;
    return {margin < -3 ? -3 : margin > 3 ? 3 : margin, scene.own(after) - scene.own(before),
            scene.is_rival(owner) + 2 * (scene.is_rival(before) - scene.is_rival(after)),
            scene.leads(owner) + 2 * (scene.leads(before) - scene.leads(after))};
}

}  // namespace baumeister::manhattan::ISA
