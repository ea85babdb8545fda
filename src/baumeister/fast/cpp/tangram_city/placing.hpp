// Placing pieces where the value network expects most.
#pragma once

#include <vector>

#include "moves.hpp"
#include "outlook.hpp"
#include "value_network.hpp"

namespace baumeister::tangram_city::ISA {

// The points to come after the next piece, a tile or fountain, by the city that follows.
class AfterPiece {
   public:
    // `tiles` are those to come after the piece, `fountain`: it comes next.
    static AfterPiece tile(const Rules& rules, const ValueNetwork& network, const City& city, uint32_t tiles, bool fountain) {
        return {rules, CityValues(network, city, tiles, fountain), false, false};
    }
    // The round is scored after the fountain (T2.4), and the bonuses follow after the last one (T5).
    static AfterPiece fountain(const Rules& rules, const ValueNetwork& network, const City& city, uint32_t tiles) {
        return {rules, CityValues(network, city, tiles, false), true, !tiles};
    }

    float points(const City& city) const {
        if (!scored) return values.of(city);
        return static_cast<float>(largest_rectangle(full(covered(city)))) + (ended ? static_cast<float>(bonuses(rules, city)) : values.of(city));
    }

   private:
    AfterPiece(const Rules& rules, CityValues values, bool scored, bool ended) : rules(rules), values(values), scored(scored), ended(ended) {}

    const Rules& rules;
    const CityValues values;
    const bool scored, ended;
};

// The best of the cities that are tried; the first of equals.
class BestCity {
   public:
    BestCity(const AfterPiece& after, const City& city) : city(city), after(after), points(after.points(city)) {}

    void try_out(const City& other) {
        const float here = after.points(other);
        if (here > points) points = here, city = other;
    }

    City city;

   private:
    const AfterPiece& after;
    float points;
};

// Places the tile or declines it.
inline void place_tile(const Rules& rules, const AfterPiece& after, City& city, int tile) {
    const Ways ways = ways_of(rules, free_of(covered(city)), tile);
    BestCity best(after, city);
    for (int lane = 0; lane < LANES; ++lane)
        for (uint64_t set = ways.at[lane]; set; set &= set - 1) {
            City tried = city;
            four(tried.cover[lane >> 2]) |= four(rules.tiles[tile].planes[lane]) << lowest(set);
            best.try_out(tried);
        }
    city = best.city;
}

inline void place_fountain(const Rules& rules, const AfterPiece& after, City& city) {
    const Free free = free_of(covered(city));
    BestCity best(after, city);
    for (int corner = 0; corner < 4; ++corner)
        for (uint64_t set = free.half[rules.spot_kind[corner]]; set; set &= set - 1) {
            City tried = city;
            const Four piece = four(rules.spot[corner]) << lowest(set);
            four(tried.cover[0]) |= piece;
            four(tried.cover[1]) |= piece;
            best.try_out(tried);
        }
    city = best.city;
}

// A legal number, the player's outlook after it and the points that the network expects then.
struct Choice {
    int number;
    Outlook outlook;
    float points;
};

inline std::vector<Choice> choices_of(const Rules& rules, const Position& p, const ValueNetwork& network) {
    uint16_t numbers[ACTIONS];
    const int n = legal(rules, p, numbers);
    const Outlook outlook = outlook_of(rules, p, p.turn, p.turn);
    std::vector<Choice> found;
    std::vector<AfterPiece> after_piece;  // one, or one for each of the last cards
    int card = -1;
    for (int i = 0; i < n; ++i) {
        const int number = numbers[i];
        const Outlook next = after(rules, outlook, number);
        if (number >= SPOT && card != SPOT)
            card = SPOT, after_piece.push_back(AfterPiece::fountain(rules, network, outlook.city, next.tiles()));
        else if (number < SPOT && card != number / CARD_NUMBERS)
            card = number / CARD_NUMBERS, after_piece.push_back(AfterPiece::tile(rules, network, outlook.city, next.tiles(), !next.in_round));
        found.push_back({number, next, after_piece.back().points(next.city)});
    }
    return found;
}

// The number after which the network expects most; the first of equals.
inline int best_number(const Rules& rules, const Position& p, const ValueNetwork& network) {
    if (p.phase == SIDE) {  // the sides mirror each other (T7.3)
        uint16_t numbers[ACTIONS];
        legal(rules, p, numbers);
        return numbers[0];
    }
    const std::vector<Choice> choices = choices_of(rules, p, network);
    return std::max_element(choices.begin(), choices.end(), [](const Choice& a, const Choice& b) { return a.points < b.points; })->number;
}

// Everybody plays to the end by the network; returns the number of decisions.
inline int play_by_network(const Rules& rules, Position& p, const ValueNetwork& network, Random& random) {
    int decisions = 0;
    for (settle(rules, p, random); p.turn >= 0; ++decisions) {
        apply(rules, p, best_number(rules, p, network));
        settle(rules, p, random);
    }
    return decisions;
}

// Writes what the network expects after each legal number; returns how many.
inline int values(const Rules& rules, const Position& p, const ValueNetwork& network, float* points) {
    int n = 0;
    for (const Choice& choice : choices_of(rules, p, network)) points[n++] = choice.points;
    return n;
}

inline float points_to_come(const Rules& rules, const Position& p, const ValueNetwork& network) {
    const Outlook outlook = outlook_of(rules, p, p.turn, p.turn);
    return CityValues(network, outlook.city, outlook.tiles(), outlook.fountain_due).of(outlook.city);
}

}  // namespace baumeister::tangram_city::ISA
