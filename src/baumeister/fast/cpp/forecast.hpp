// The expected result of a position, by simulations from the position as it is, hidden cards included.
// Nobody searches: players follow a policy, which uses only what they may know.
#pragma once

#include <algorithm>
#include <chrono>
#include <cmath>

#include "policy.hpp"
#include "search_settings.hpp"

namespace {

// Each simulation is played to the leaf and valued there; one in `every` is then played to the end of the game,
// for the points.
template <class Game, class Value>
void forecast_with(const typename Game::Rules& rules, const typename Game::Position& root, const baumeister::SearchSettings& settings,
                   int every, Value value_of, baumeister::Forecast& out) {
    using Clock = std::chrono::steady_clock;
    const auto end = Clock::now() + std::chrono::duration<double>(settings.seconds);
    const int players = Game::players(rules);
    const auto play = [&](typename Game::Position& p, baumeister::Random& random, bool round_only) {
        if (settings.policy)
            one_policy_playout<Game>(rules, p, settings.policy, random, round_only, settings.inverse_temperature);
        else
            Game::playout(rules, p, random, round_only);
    };
    double sums[4][8] = {};
    int64_t made = 0, to_the_end = 0;
    auto polled = Clock::now();
    for (; !settings.nodes || made < settings.nodes; ++made) {
        if (made % 32 == 31) {
            const auto now = Clock::now();
            if (settings.seconds > 0 && now >= end) break;
            if (settings.interrupted && now - polled > std::chrono::milliseconds(50)) {
                polled = now;
                if (settings.interrupted()) break;
            }
        }
        baumeister::Random random = baumeister::Random{settings.seed, 0}.split(static_cast<uint64_t>(made));
        typename Game::Position p = root;
        Game::settle(rules, p, random);  // chance first: it may begin the round that is played out
        if (settings.leaf != baumeister::Leaf::none) play(p, random, settings.leaf == baumeister::Leaf::round);
        float value[8];
        value_of(p, value);
        for (int player = 0; player < players; ++player) {
            sums[0][player] += value[player];
            sums[1][player] += static_cast<double>(value[player]) * value[player];
        }
        if (made % every) continue;
        play(p, random, false);
        int points[8];
        Game::standing(rules, p, points);
        ++to_the_end;
        for (int player = 0; player < players; ++player) {
            sums[2][player] += points[player];
            sums[3][player] += static_cast<double>(points[player]) * points[player];
        }
    }
    const auto report = [&](const double* sum, const double* squares, int64_t count, std::vector<double>& means,
                          std::vector<double>& errors) {
        const double n = static_cast<double>(count);
        for (int player = 0; player < players; ++player) {
            const double mean = sum[player] / n, variance = squares[player] / n - mean * mean;
            means.push_back(mean);
            errors.push_back(count > 1 ? std::sqrt((variance > 0 ? variance : 0) / (n - 1)) : 1);
        }
    };
    report(sums[0], sums[1], made, out.shares, out.share_errors);
    report(sums[2], sums[3], to_the_end, out.points, out.points_errors);
    out.simulations = made;
}

// The forecast, with the value of a leaf by the game or by a value network: the mean over what each seat sees.
template <class Game>
void forecast_by_playouts(const typename Game::Rules& rules, const typename Game::Position& root,
                          const baumeister::SearchSettings& settings, int every, baumeister::Forecast& out) {
    if constexpr (HasLeafEvaluator<Game>) {
        if (settings.value_network) {
            typename Game::LeafEvaluator evaluate(rules, settings);
            const int players = Game::players(rules);
            const auto value_of = [&](const typename Game::Position& p, float* value) {
                if (Game::actor(rules, p) < 0) return Game::value(rules, p, value);
                std::fill(value, value + players, 0.0f);
                for (int seat = 0; seat < players; ++seat) {
                    float seen[8];
                    evaluate(p, seat, seen);
                    for (int player = 0; player < players; ++player) value[player] += seen[player] / static_cast<float>(players);
                }
            };
            return forecast_with<Game>(rules, root, settings, every, value_of, out);
        }
    }
    forecast_with<Game>(rules, root, settings, every, [&](const auto& p, float* value) { Game::value(rules, p, value); }, out);
}

}  // namespace
