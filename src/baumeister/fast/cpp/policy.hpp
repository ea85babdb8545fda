// Choosing by a policy: the probability of a legal decision is the softmax of its logit, which is
// the weighted sum of its features or the output of a small network.
#pragma once

#include <cmath>
#include <cstddef>

#include "random.hpp"
#include "search_settings.hpp"

namespace {

// An approximation of e^x, the same on every machine; x is clamped to ±80, NaN counts as -80.
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

// Games with a network that values positions.
template <class Game>
concept HasLeafEvaluator = requires { typename Game::LeafEvaluator; };

// Writes the legal numbers and their logits: by the game's own fast path, or from feature rows.
template <class Game>
inline int logits_of(const typename Game::Rules& rules, const typename Game::Position& p, const baumeister::Policy& policy,
                     uint16_t* numbers, float* logits) {
    if constexpr (requires { Game::logits(rules, p, policy, numbers, logits); }) {
        return Game::logits(rules, p, policy, numbers, logits);
    } else {
        float rows[Game::MOST_ACTIONS * Game::FEATURES];
        const int found = Game::features(rules, p, numbers, rows);
        for (int i = 0; i < found; ++i) {
            const float* row = rows + static_cast<ptrdiff_t>(i) * Game::FEATURES;
            float sum = 0;
            for (int k = 0; k < Game::FEATURES; ++k) sum += policy.weights[k] * row[k];
            logits[i] = sum;
        }
        return found;
    }
}

// Replaces logits by softmax numerators, the largest being 1, and returns their sum. Sums go four at
// a time, in the same order on every machine.
inline float softmax_numerators(float* logits, int count, float inverse_temperature) {
    float highest[4] = {-1e38f, -1e38f, -1e38f, -1e38f}, total[4] = {};
    for (int i = 0; i < count; ++i) highest[i & 3] = logits[i] > highest[i & 3] ? logits[i] : highest[i & 3];
    const float a = highest[0] > highest[1] ? highest[0] : highest[1], b = highest[2] > highest[3] ? highest[2] : highest[3];
    const float top = a > b ? a : b;
    for (int i = 0; i < count; ++i) logits[i] = exp_of(inverse_temperature * (logits[i] - top));
    for (int i = 0; i < count; ++i) total[i & 3] += logits[i];
    return (total[0] + total[1]) + (total[2] + total[3]);
}

// A softmax numerator as the upper half of a float, which is precise enough for a prior.
class Numerator {
   public:
    explicit Numerator(float value) {
        uint32_t raw;
        __builtin_memcpy(&raw, &value, sizeof raw);
        bits = static_cast<uint16_t>(raw >> 16);
    }
    operator float() const {
        const uint32_t raw = static_cast<uint32_t>(bits) << 16;
        float found;
        __builtin_memcpy(&found, &raw, sizeof found);
        return found;
    }

   private:
    uint16_t bits;
};

// Writes the legal numbers and their probabilities under the policy.
template <class Game>
inline int probabilities_of(const typename Game::Rules& rules, const typename Game::Position& p, const baumeister::Policy& policy,
                            uint16_t* numbers, float* probabilities) {
    const int found = logits_of<Game>(rules, p, policy, numbers, probabilities);
    const float total = softmax_numerators(probabilities, found, 1);
    for (int i = 0; i < found; ++i) probabilities[i] /= total;
    return found;
}

// Draws an index in proportion to the weights, which add up to the total.
inline int draw_index(const float* weights, int count, float total, baumeister::Random& random) {
    float left = total * (static_cast<float>(baumeister::upper(random.next()) >> 8) * (1.0f / (1 << 24)));
    int at = 0;
    while (at + 1 < count && left >= weights[at]) left -= weights[at++];
    return at;
}

// Draws an index by the softmax of the logits, which are overwritten.
inline int draw_softmax(float* logits, int count, float inverse_temperature, baumeister::Random& random) {
    const float total = softmax_numerators(logits, count, inverse_temperature);
    return draw_index(logits, count, total, random);
}

// Draws a decision by a policy.
template <class Game>
inline int draw_action(const typename Game::Rules& rules, const typename Game::Position& p, const baumeister::Policy& policy,
                       baumeister::Random& random, float inverse_temperature) {
    uint16_t numbers[Game::MOST_ACTIONS];
    float logits[Game::MOST_ACTIONS];
    const int found = logits_of<Game>(rules, p, policy, numbers, logits);
    return numbers[draw_softmax(logits, found, inverse_temperature, random)];
}

// Plays to the end of the game or of the present round; `choose` gives the number of each decision. Returns how
// many there were.
template <class Game, class Choose>
inline int play_out(const typename Game::Rules& rules, typename Game::Position& p, baumeister::Random& random, bool round_only, Choose choose) {
    int decisions = 0;
    const int round = p.round;
    Game::settle(rules, p, random);
    for (int player; (player = Game::actor(rules, p)) >= 0 && !(round_only && p.round != round); ++decisions)
        Game::step(rules, p, choose(player), random);
    return decisions;
}

// The same by policies, one for each player.
template <class Game>
inline int policy_playout(const typename Game::Rules& rules, typename Game::Position& p, const baumeister::Policy* policies,
                          baumeister::Random& random, bool round_only, float inverse_temperature) {
    return play_out<Game>(rules, p, random, round_only, [&](int player) {
        return draw_action<Game>(rules, p, policies[player], random, inverse_temperature);
    });
}

// The same by one policy for all players.
template <class Game>
inline int one_policy_playout(const typename Game::Rules& rules, typename Game::Position& p, const baumeister::Policy& policy,
                              baumeister::Random& random, bool round_only, float inverse_temperature) {
    return play_out<Game>(rules, p, random, round_only, [&](int) {
        return draw_action<Game>(rules, p, policy, random, inverse_temperature);
    });
}

}  // namespace
