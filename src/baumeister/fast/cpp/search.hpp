// Root-parallel tree search: each thread grows its own tree and the root statistics are summed. Without a
// time limit the result depends only on the seed, nodes and threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <exception>
#include <thread>

#include "value_tree.hpp"

namespace {

template <class Game, class Tree>
void search_with(const typename Game::Rules& rules, const typename Game::Position& root,
                 const baumeister::SearchSettings& settings, baumeister::SearchResult& result) {
    uint16_t numbers[Game::MOST_ACTIONS];
    const int legal = Game::legal(rules, root, numbers);
    result.numbers.assign(numbers, numbers + legal);
    result.visits.assign(static_cast<size_t>(legal), 0);
    result.values.assign(static_cast<size_t>(legal), 0);
    result.errors = result.values;
    const size_t players = static_cast<size_t>(Game::players(rules));
    result.shares.assign(static_cast<size_t>(legal), std::vector<double>(players, 0));
    result.points = result.shares;
    const int threads = settings.threads;
    const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(settings.seconds);
    std::vector<Tree> trees;
    trees.reserve(static_cast<size_t>(threads));
    for (int thread = 0; thread < threads; ++thread) trees.emplace_back(rules, root, settings);
    std::vector<int64_t> done(static_cast<size_t>(threads), 0);
    std::vector<std::exception_ptr> failures(static_cast<size_t>(threads));
    std::atomic<bool> stop = false;
    auto run = [&](int thread) {
        using Clock = std::chrono::steady_clock;
        auto polled = Clock::now();
        Tree& tree = trees[static_cast<size_t>(thread)];
        const baumeister::Random random = baumeister::Random{settings.seed, 0}.split(static_cast<uint64_t>(thread));
        const int64_t share = settings.nodes / threads + (thread < settings.nodes % threads);
        int64_t made = 0;
        for (; !settings.nodes || made < share; ++made) {
            if (stop.load(std::memory_order_relaxed)) break;
            if (settings.evaluate || made % 32 == 31) {
                const auto now = Clock::now();
                if (settings.seconds > 0 && now >= end) break;
                if (!thread && settings.interrupted && now - polled > std::chrono::milliseconds(50)) {
                    polled = now;
                    if (settings.interrupted()) {
                        stop = true;
                        break;
                    }
                }
            }
            if (!tree.simulate(random.split(static_cast<uint64_t>(made)))) stop = true;
        }
        done[static_cast<size_t>(thread)] = made;
    };
    auto run_or_fail = [&](int thread) {
        try {
            run(thread);
        } catch (...) {  // usually out of memory: stop the other threads
            failures[static_cast<size_t>(thread)] = std::current_exception();
            stop = true;
        }
    };
    std::vector<std::thread> helpers;
    try {
        for (int thread = 1; thread < threads; ++thread) helpers.emplace_back(run_or_fail, thread);
        run_or_fail(0);
    } catch (...) {  // a thread could not be started
        failures[0] = std::current_exception();
        stop = true;
    }
    for (std::thread& helper : helpers) helper.join();
    for (const std::exception_ptr& failure : failures)
        if (failure) std::rethrow_exception(failure);
    for (int thread = 0; thread < threads; ++thread) {
        result.simulations += done[static_cast<size_t>(thread)];
        trees[static_cast<size_t>(thread)].for_each_at_root([&](const auto& node, const RootStatistics& statistics) {
            size_t at = 0;
            while (result.numbers[at] != node.number) ++at;
            result.visits[at] += node.visits;
            result.values[at] += node.sum;
            result.errors[at] += statistics.square;
            for (size_t player = 0; player < players; ++player) {
                result.shares[at][player] += statistics.values[player];
                result.points[at][player] += statistics.points[player];
            }
        });
    }
    for (size_t at = 0; at < result.numbers.size(); ++at) {
        const double visits = static_cast<double>(result.visits[at]);
        if (!result.visits[at]) continue;
        result.values[at] /= visits;
        const double variance = result.errors[at] / visits - result.values[at] * result.values[at];
        result.errors[at] = visits > 1 ? std::sqrt(std::max(variance, 0.0) / (visits - 1)) : 1;
        for (size_t player = 0; player < players; ++player) result.shares[at][player] /= visits, result.points[at][player] /= visits;
    }
}

template <class Game>
void search_tree(const typename Game::Rules& rules, const typename Game::Position& root,
                 const baumeister::SearchSettings& settings, baumeister::SearchResult& result) {
    if constexpr (HasValueTree<Game>) {
        if (settings.value_network) return search_with<Game, ValueTree<Game>>(rules, root, settings, result);
    }
    search_with<Game, Tree<Game>>(rules, root, settings, result);
}

}  // namespace
