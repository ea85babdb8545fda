// Choosing by a policy: each legal decision is as likely as e to the power of how much it is liked,
// which is the weighted sum of its features, or what a small net makes of them.
#pragma once

#include <cmath>

#include "random.hpp"
#include "searching.hpp"

namespace {

// e to the power of x, near enough to choose by; x from -80 to 80, and what is no number is -80.
inline float exp_of(float x) {
    x = x > -80 ? x < 80 ? x : 80 : -80;
    const float t = x * 1.44269504f;
    const float whole = std::floor(t), part = t - whole;
    const float bits = 1.0f + part * (0.69583282f + part * (0.22606716f + part * 0.07810040f));
    int32_t power = static_cast<int32_t>(whole) + 127;
    float scale;
    const uint32_t raw = static_cast<uint32_t>(power) << 23;
    __builtin_memcpy(&scale, &raw, sizeof scale);
    return bits * scale;
}

// The legal numbers, and how much each is liked: the game's own quick way, or by rows of features.
template <class Game>
inline int weighed(const typename Game::Rules& rules, const typename Game::Position& p, const baumeister::Policy& policy,
                   uint16_t* numbers, float* sums) {
    if constexpr (requires { Game::likes(rules, p, policy, numbers, sums); }) {
        return Game::likes(rules, p, policy, numbers, sums);
    } else {
        float rows[Game::MOST_ACTIONS * Game::FEATURES];
        const int found = Game::features(rules, p, numbers, rows);
        for (int i = 0; i < found; ++i) {
            const float* row = rows + static_cast<ptrdiff_t>(i) * Game::FEATURES;
            float sum = 0;
            for (int k = 0; k < Game::FEATURES; ++k) sum += policy.weights[k] * row[k];
            sums[i] = sum;
        }
        return found;
    }
}

// Powers of e of the sums, the largest being 1; their total. Four at a time, in the same order everywhere.
inline float powers(float* sums, int many, float sharp) {
    float highest[4] = {-1e38f, -1e38f, -1e38f, -1e38f}, total[4] = {};
    for (int i = 0; i < many; ++i) highest[i & 3] = sums[i] > highest[i & 3] ? sums[i] : highest[i & 3];
    const float a = highest[0] > highest[1] ? highest[0] : highest[1], b = highest[2] > highest[3] ? highest[2] : highest[3];
    const float top = a > b ? a : b;
    for (int i = 0; i < many; ++i) sums[i] = exp_of(sharp * (sums[i] - top));
    for (int i = 0; i < many; ++i) total[i & 3] += sums[i];
    return (total[0] + total[1]) + (total[2] + total[3]);
}

// The legal numbers, and how likely the policy makes each.
template <class Game>
inline int likely(const typename Game::Rules& rules, const typename Game::Position& p, const baumeister::Policy& policy,
                  uint16_t* numbers, float* chances) {
    const int found = weighed<Game>(rules, p, policy, numbers, chances);
    const float total = powers(chances, found, 1);
    for (int i = 0; i < found; ++i) chances[i] /= total;
    return found;
}

// One drawn by shares, which make this total.
inline int drawn_by(const float* shares, int many, float total, baumeister::Random& random) {
    float left = total * (static_cast<float>(baumeister::upper(random.next()) >> 8) * (1.0f / (1 << 24)));
    int at = 0;
    while (at + 1 < many && left >= shares[at]) left -= shares[at++];
    return at;
}

// One of them drawn, the sharper, the likelier what is liked best; the sums become powers.
inline int one_of(float* sums, int many, float sharp, baumeister::Random& random) {
    const float total = powers(sums, many, sharp);
    return drawn_by(sums, many, total, random);
}

// A decision drawn by a policy.
template <class Game>
inline int drawn(const typename Game::Rules& rules, const typename Game::Position& p, const baumeister::Policy& policy,
                 baumeister::Random& random, float sharp) {
    uint16_t numbers[Game::MOST_ACTIONS];
    float likes[Game::MOST_ACTIONS];
    const int found = weighed<Game>(rules, p, policy, numbers, likes);
    return numbers[one_of(likes, found, sharp, random)];
}

// Plays by policies, one for each player, to the end of the game or of the present round; how many decisions.
template <class Game>
inline int guided_playout(const typename Game::Rules& rules, typename Game::Position& p, const baumeister::Policy* policies,
                          baumeister::Random& random, bool round_only, float sharp) {
    int decisions = 0;
    const int round = p.round;
    Game::settle(rules, p, random);
    for (int player; (player = Game::actor(rules, p)) >= 0 && !(round_only && p.round != round);) {
        Game::step(rules, p, drawn<Game>(rules, p, policies[player], random, sharp), random);
        ++decisions;
    }
    return decisions;
}

}  // namespace
