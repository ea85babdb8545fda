// How everybody stands: the mean of simulations from a position as it is, cards and all, wherever it is
// in the game. Nobody searches: players follow a policy, which looks at nothing that they may not know.
#pragma once

#include <chrono>
#include <cmath>

#include "policy.hpp"
#include "searching.hpp"

namespace {

// A simulation is played to the end of the round, or to the leaf asked for, and judged there; every so many are
// played on to the end of the game, for the points.
template <class Game>
void look_ahead(const typename Game::Rules& rules, const typename Game::Position& root,
                const baumeister::Search& wanted, int every, baumeister::Forecast& out) {
    using Clock = std::chrono::steady_clock;
    const auto end = Clock::now() + std::chrono::duration<double>(wanted.seconds);
    const int players = Game::players(rules);
    baumeister::Policy policies[8];
    for (auto& policy : policies) policy = wanted.policy;
    const auto play = [&](typename Game::Position& p, baumeister::Random& random, bool round_only) {
        if (wanted.policy)
            guided_playout<Game>(rules, p, policies, random, round_only, wanted.sharp);
        else
            Game::playout(rules, p, random, round_only);
    };
    double sums[4][8] = {};
    int64_t made = 0, ended = 0;
    auto asked = Clock::now();
    for (; !wanted.nodes || made < wanted.nodes; ++made) {
        if (made % 32 == 31) {
            const auto now = Clock::now();
            if (wanted.seconds > 0 && now >= end) break;
            if (wanted.interrupted && now - asked > std::chrono::milliseconds(50)) {
                asked = now;
                if (wanted.interrupted()) break;
            }
        }
        baumeister::Random random = baumeister::Random{wanted.seed, 0}.split(static_cast<uint64_t>(made));
        typename Game::Position p = root;
        Game::settle(rules, p, random);  // the round that is played out is the one after this chance
        if (wanted.leaf != baumeister::Leaf::none) play(p, random, wanted.leaf == baumeister::Leaf::round);
        float worth[8];
        Game::value(rules, p, wanted.worth, worth);
        for (int player = 0; player < players; ++player) {
            sums[0][player] += worth[player];
            sums[1][player] += static_cast<double>(worth[player]) * worth[player];
        }
        if (made % every) continue;
        play(p, random, false);
        int points[8];
        Game::standing(rules, p, points);
        ++ended;
        for (int player = 0; player < players; ++player) {
            sums[2][player] += points[player];
            sums[3][player] += static_cast<double>(points[player]) * points[player];
        }
    }
    const auto give = [&](const double* sum, const double* squares, int64_t count, std::vector<double>& means,
                          std::vector<double>& errors) {
        const double n = static_cast<double>(count);
        for (int player = 0; player < players; ++player) {
            const double mean = sum[player] / n, apart = squares[player] / n - mean * mean;
            means.push_back(mean);
            errors.push_back(count > 1 ? std::sqrt((apart > 0 ? apart : 0) / (n - 1)) : 1);
        }
    };
    give(sums[0], sums[1], made, out.shares, out.share_errors);
    give(sums[2], sums[3], ended, out.points, out.points_errors);
    out.simulations = made;
}

}  // namespace
