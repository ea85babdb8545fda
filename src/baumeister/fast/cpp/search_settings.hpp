// The settings and the result of a tree search. The search itself is `search.hpp`.
#pragma once

#include <cstdint>
#include <vector>

#include "random.hpp"

namespace baumeister {

// A linear policy has a weight for each feature; a policy network, where a game has one, has hidden units.
struct Policy {
    const float* weights = nullptr;  // null: no policy
    int units = 0;                   // 0: linear
    explicit operator bool() const { return weights; }
};

inline constexpr int MOST_DEPTH = 512;  // of any tree, in decisions

enum class Leaf : uint8_t { game, round, none };  // play out the game, the round, or nothing

struct SearchSettings {
    uint64_t seed = 0;
    int64_t nodes = 1000;  // simulations at most, over all threads; 0: no limit
    double seconds = 0;    // 0: no limit
    int threads = 1;
    Leaf leaf = Leaf::game;
    float exploration = 0.5f;
    Policy policy;                           // prior of the tree and policy of the playouts
    float inverse_temperature = 1;           // of the playouts; the priors are at 1
    const void* value_network = nullptr;     // a network of the game that evaluates leaves
    std::vector<int> among;                  // root decisions to search, ascending; empty: all
    bool open_cards = false;                 // do not resample hidden cards
    bool paranoid = false;                   // every opponent minimises the value of the searching player
    int depth = 0;                           // of the tree, in decisions; 0: no limit
    // Evaluates leaves instead of the game: writes a value for each player; the generator is the
    // simulation's. Returning false ends the search.
    bool (*evaluate)(void* context, const void* position, const Random& random, float* out) = nullptr;
    void* context = nullptr;
    bool (*interrupted)() = nullptr;  // polled by the first thread; true ends the search

    int deepest() const { return depth > 0 && depth < MOST_DEPTH ? depth : MOST_DEPTH; }

    // The value that this player maximises, of the values for all players.
    float value_for(int player, int seat, const float* values) const {
        return paranoid && player != seat ? 1 - values[seat] : values[player];
    }
};

struct SearchResult {
    std::vector<int> numbers;  // the legal numbers, ascending
    std::vector<int64_t> visits;
    std::vector<double> values;  // mean value for the player to act
    std::vector<double> errors;  // their standard errors
    std::vector<std::vector<double>> shares;  // by number: mean value for every player
    std::vector<std::vector<double>> points;  // by number: mean points of every player at the leaf
    int64_t simulations = 0;
};

// The expected result by playouts: means and standard errors, by player.
struct Forecast {
    std::vector<double> shares, points, share_errors, points_errors;
    int64_t simulations = 0;
};

}  // namespace baumeister
