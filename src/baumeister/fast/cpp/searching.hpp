// What a tree search is asked for, and what it finds. The search itself is `search.hpp`.
#pragma once

#include <cstdint>
#include <vector>

#include "random.hpp"

namespace baumeister {

// How decisions are liked: by a weight for each feature, or, where a game has one, by a net of so many units.
struct Policy {
    const float* weights = nullptr;  // none: there is no policy
    int units = 0;
    explicit operator bool() const { return weights; }
};

enum class Leaf : uint8_t { game, round, none };  // play out the game, the round, or nothing

struct Search {
    uint64_t seed = 0;
    int64_t nodes = 1000;  // simulations at most, all threads together; 0: as many as time allows
    double seconds = 0;    // 0: no limit
    int threads = 1;
    Leaf leaf = Leaf::game;
    float exploration = 0.5f;
    Policy policy;                  // the prior of the tree, and how playouts go
    float sharp = 1;                // how far playouts prefer what the policy likes; the prior is as it is
    const float* worth = nullptr;   // weights of the game's own evaluation of leaves
    const void* judge = nullptr;    // a net of the game's own that says what leaves are worth, instead
    std::vector<Policy> kinds;      // of players there are
    std::vector<float> rivals[8];   // how likely each player is of each kind; empty: who follows the policy
    std::vector<int> among;         // the decisions asked about, ascending; empty: all that are legal
    bool open = false;              // all cards are open: nothing is dealt anew
    // another evaluation of leaves than the game's own: what the position is worth to each player; the
    // generator is for it to go on with. False ends the search.
    bool (*evaluate)(void* context, const void* position, const Random& random, float* out) = nullptr;
    void* context = nullptr;
    bool (*interrupted)() = nullptr;  // asked now and then by the first thread: whether to end the search
};

struct Found {
    std::vector<int> numbers;  // the legal ones, ascending
    std::vector<int64_t> visits;
    std::vector<double> values;  // mean worth to the player to act
    std::vector<double> errors;  // their standard errors
    std::vector<std::vector<double>> shares;  // of each number: mean worth to every player
    std::vector<std::vector<double>> points;  // of each number: mean points of every player at the leaf
    int64_t simulations = 0;
};

// How everybody stands, by simulations without a tree: means and their standard errors, by player.
struct Forecast {
    std::vector<double> shares, points, share_errors, points_errors;
    int64_t simulations = 0;
};

}  // namespace baumeister
