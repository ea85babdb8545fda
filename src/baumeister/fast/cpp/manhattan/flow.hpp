// The flow of a game: who acts, what follows a step, and chance (M1, M2).
#pragma once

#include "scoring.hpp"

namespace baumeister::manhattan::ISA {

inline void initial(const Rules& rules, Position& p) {
    std::memset(&p, 0, sizeof p);
    for (auto& colour : p.can)
        for (uint64_t& places : colour) places = ALL_PLACES;
    p.open = ALL_PLACES;
    for (int card = 0; card < rules.cards; ++card) p.pile += CARD[card] * CARD_COPIES;
    p.pile_size = static_cast<uint8_t>(rules.cards * CARD_COPIES);
    for (int colour = 0; colour < rules.colours; ++colour) p.supplies[colour] = SUPPLY;
    p.urban_pile = rules.has(option::URBAN) ? (1u << URBAN_CARDS) - 1 : 0;
    p.start = p.turn = p.monster = p.urban = NOBODY;
    for (int district = 0; district < DISTRICT_COUNT; ++district)
        p.opening[district] = static_cast<uint8_t>(district);
}

inline bool has_chosen(const Rules& rules, const Position& p, int player) {
    return tray_size(p.trays[player]) == rules.blocks &&
           (rules.slots == 1 || tray_size(p.trays[player + 2]) == rules.blocks);
}

inline int actor(const Rules& rules, const Position& p) {
    if (p.phase == BUILD) return p.turn;
    if (p.phase == CHOOSE) {
        if (!rules.has(option::CHOICE_SECRET)) return p.turn;
        int player = 0;
        while (has_chosen(rules, p, player)) ++player;
        return player;
    }
    return p.phase == OVER ? GAME_OVER : CHANCE;
}

inline int next_player(const Rules& rules, int player) {
    return player + 1 == rules.players ? 0 : player + 1;
}

inline void begin_round(const Rules& rules, Position& p) {
    ++p.round;
    p.turn = p.start;
    p.urban = NOBODY;
    p.phase = rules.has(option::URBAN) ? URBAN : CHOOSE;
    open_places(rules, p);
}

inline void score(const Rules& rules, Position& p) {
    int items[COLOURS];
    score_now(rules, p, items);
    for (int colour = 0; colour < rules.colours; ++colour)
        p.scores[colour] = static_cast<int16_t>(p.scores[colour] + items[colour]);
    if (p.round == rules.rounds) {
        p.phase = OVER;
        return;
    }
    p.start = static_cast<int8_t>(next_player(rules, p.start));
    begin_round(rules, p);
}

inline void end_turn(const Rules& rules, Position& p) {
    if (p.turns > 1) {
        --p.turns;
        p.turn = static_cast<int8_t>(next_player(rules, p.turn));
        p.phase = BUILD;
        return;
    }
    p.turns = 0;
    if (rules.has(option::URBAN) && p.urban == urban::fake_news)
        p.phase = NEWS;
    else
        score(rules, p);
}

// Moves a card from the pile to a hand; the pile is never left empty (M2.7).
inline void take_card(const Rules& rules, Position& p, int card) {
    p.hands[p.turn] += 1ull << (6 * rules.marked[p.turn][card]);
    p.pile -= CARD[card];
    if (--p.pile_size == 0) {
        p.pile = p.played;
        p.pile_size = p.played_size;
        p.played = 0;
        p.played_size = 0;
    }
}

inline void draw(const Rules& rules, Position& p, int card) {
    take_card(rules, p, card);
    end_turn(rules, p);
}

inline void set_up(const Rules& rules, Position& p, int done) {
    p.dealt = 0;
    if (done < MONSTER && rules.has_monster())
        p.phase = MONSTER;
    else if (done < DISTRICTS && rules.has(option::VARIANTS_PROGRESSIVE))
        p.phase = DISTRICTS;
    else
        begin_round(rules, p);
}

inline void chose(const Rules& rules, Position& p, int player) {
    bool all = true;
    for (int each = 0; each < rules.players; ++each) all = all && has_chosen(rules, p, each);
    if (all) {
        p.phase = BUILD;
        p.turn = p.start;
        p.turns = static_cast<uint8_t>(rules.blocks * rules.colours);
    } else if (!rules.has(option::CHOICE_SECRET) && (rules.has(option::CHOICE_ONE_BY_ONE) || has_chosen(rules, p, player))) {
        p.turn = static_cast<int8_t>(next_player(rules, p.turn));
    }
}

inline void choose_blocks(const Rules& rules, Position& p, int player, int colour, uint16_t blocks) {
    p.supplies[colour] -= blocks;
    p.trays[colour] += blocks;
    chose(rules, p, player);
}

// --- chance ---------------------------------------------------------------------------------

inline int cards_left(const Position& p, int card) {
    if (card < 8) return p.pile >> (8 * card) & 0xFF;
    return p.pile_size - static_cast<int>(p.pile * BYTES >> 56);
}

// The n-th card of the pile, sorted by card.
inline int nth_card(const Position& p, uint32_t n) {
    const uint64_t upto = p.pile * BYTES;  // prefix sums of the counts
    return count(((n | 0x80) * BYTES - upto) & (0x80 * BYTES));
}

// Writes the chance outcomes, ascending, and their weights; returns how many.
inline int outcomes(const Rules& rules, const Position& p, uint16_t* numbers, uint16_t* weights) {
    int found = 0;
    auto add = [&](int number, int weight) {
        numbers[found] = static_cast<uint16_t>(number);
        weights[found++] = static_cast<uint16_t>(weight);
    };
    switch (p.phase) {
        case START:
            for (int player = 0; player < rules.players; ++player)
                if (rules.named_start == NOBODY || rules.named_start == player) add(player, 1);
            break;
        case DEAL:
        case DRAW:
            for (int card = 0; card < CARDS; ++card)
                if (cards_left(p, card)) add(card, cards_left(p, card));
            break;
        case MONSTER:
            if (rules.named_monster != NOBODY)
                add(9 * (rules.named_monster % 6) + rules.named_monster / 6, 1);
            else
                for (int district = 0; district < DISTRICT_COUNT; ++district) add(9 * district + 4, 1);
            break;
        case DISTRICTS:
            for (int district = 0; district < DISTRICT_COUNT; ++district) {
                bool opened = false;
                for (int k = 0; k < p.dealt; ++k) opened = opened || p.opening[k] == district;
                if (!opened) add(district, 1);
            }
            break;
        case URBAN:
        case NEWS:
            for (int card = 0; card < URBAN_CARDS; ++card)
                if (p.urban_pile >> card & 1) add(card, 1);
            break;
        default:
            break;
    }
    return found;
}

inline void happen(const Rules& rules, Position& p, int number) {
    switch (p.phase) {
        case START:
            p.start = static_cast<int8_t>(number);
            p.phase = DEAL;
            p.turn = 0;
            p.dealt = 0;
            break;
        case DEAL:
            take_card(rules, p, number);
            if (++p.dealt == rules.hand) {
                p.dealt = 0;
                if (p.turn + 1 < rules.players)
                    ++p.turn;
                else
                    set_up(rules, p, DEAL);
            }
            break;
        case DRAW:
            draw(rules, p, number);
            break;
        case MONSTER:
            p.monster = static_cast<int8_t>(number % 9 * 6 + number / 9);
            set_up(rules, p, MONSTER);
            break;
        case DISTRICTS:
            p.opening[p.dealt] = static_cast<uint8_t>(number);
            if (++p.dealt == DISTRICT_COUNT) set_up(rules, p, DISTRICTS);
            break;
        case URBAN:
        case NEWS: {
            const bool scoring = p.phase == NEWS;
            p.urban = static_cast<int8_t>(number);
            p.urban_pile &= static_cast<uint16_t>(~(1u << number));
            if (scoring)
                score(rules, p);
            else
                p.phase = CHOOSE;
            break;
        }
        default:
            break;
    }
}

// Applies one chance outcome drawn from 32 random bits.
inline void chance_step(const Rules& rules, Position& p, uint32_t bits) {
    if (p.phase == DRAW || p.phase == DEAL) {
        happen(rules, p, nth_card(p, below(bits, p.pile_size)));
        return;
    }
    uint16_t numbers[PLACES], weights[PLACES];
    const int found = outcomes(rules, p, numbers, weights);
    happen(rules, p, numbers[below(bits, static_cast<uint32_t>(found))]);
}

inline bool is_chance(const Position& p) {
    return p.phase != BUILD && p.phase != CHOOSE && p.phase != OVER;
}

inline void settle(const Rules& rules, Position& p, Random& random) {
    while (is_chance(p)) chance_step(rules, p, lower(random.next()));
}

}  // namespace baumeister::manhattan::ISA
