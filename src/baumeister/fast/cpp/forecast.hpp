// The expected result of a position, by simulations from the position as it is, hidden cards included.
// Nobody searches: players follow a policy, which uses only what they may know.
#pragma once

#include <chrono>
#include <cmath>

#include "policy.hpp"
#include "search_settings.hpp"

namespace {

// Each simulation is played to the leaf and evaluated there; one in `every` is then played to the end of
// the game, for the points.
template <class Game>
void forecast_by_playouts(const typename Game::Rules& rules, const typename Game::Position& root,
                const baumeister::SearchSettings& settings, int every, baumeister::Forecast& out) {
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
        Game::value(rules, p, settings.value_weights, value);
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

}  // namespace
