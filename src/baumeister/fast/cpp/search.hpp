// Information-set tree search over positions, for any game with these static functions:
//
//   players, actor, legal, step (a decision and the chance after it), determinize (deal anew what
//   a seat cannot know), playout (to the end of the game or the round), value (to each player);
//   where players decide in secret: in_secret, take_back (what the others decided already)
//
// One tree for the information sets of the player to act: every simulation deals the hidden anew
// and walks the actions legal in that deal (Cowling, Powley and Whitehouse 2012). Chance is not
// branched on: a node is what the decisions before it led to. Every player maximises their own
// share. Threads grow trees of
// their own, summed at the root, so that seed, nodes and threads decide what is found. With a
// policy the bound of a decision is its prior's (PUCT), and playouts follow it; without, it is
// the one of UCB1, and playouts are uniformly random. Where it is known of which kinds the others may be, each
// simulation meets others: who follow the policy of a kind drawn for it.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <exception>
#include <thread>

#include "bits.hpp"
#include "policy.hpp"
#include "random.hpp"
#include "searching.hpp"

namespace {

struct Node {
    int32_t child = -1;    // the first
    int32_t sibling = -1;  // the next
    uint32_t visits = 0;
    uint32_t met = 0;  // how often it could have been chosen
    double sum = 0;    // of the worth to the player who chose it
    uint16_t number = 0;
    int16_t player = -1;
    int16_t rooted = -1;  // of a decision at the root: its place among them
};

// What becomes of everybody after a decision at the root, summed.
struct Prospect {
    double worth[8] = {}, points[8] = {};
    double square = 0;  // of the worth to the player to act
};

template <class Game>
class Tree {
   public:
    using Rules = typename Game::Rules;
    using Position = typename Game::Position;
    using Random = baumeister::Random;

    Tree(const Rules& of, const Position& root, const baumeister::Search& search)
        : rules(of), root(root), wanted(search), seat(Game::actor(of, root)) {
        for (auto& policy : policies) policy = search.policy;
        const int64_t share = search.nodes / search.threads + 2;
        nodes.reserve(static_cast<size_t>(search.nodes > 0 && share < (1 << 22) ? share : 1 << 16));
        nodes.emplace_back();
    }

    bool simulate(Random random) {
        Position p = root;
        if (!wanted.open) {
            Game::determinize(rules, p, seat, random);
            if constexpr (SECRETS) Game::take_back(rules, p, seat);
        }
        for (int player = 0; player < Game::players(rules); ++player) meet(player, random);
        int depth = 0, at = 0;
        path[depth++] = 0;
        while (depth < DEEPEST) {
            const int player = Game::actor(rules, p);
            if (player < 0) break;
            if (player != seat && !wanted.open && in_secret(p)) {
                Game::step(rules, p, any(p, player, random), random);
                continue;
            }
            bool grown = false;
            at = wanted.policy ? follow(p, at, player, grown) : choose(p, at, player, random, grown);
            path[depth++] = at;
            Game::step(rules, p, nodes[static_cast<size_t>(at)].number, random);
            if (grown) break;
        }
        const bool round_only = wanted.leaf == baumeister::Leaf::round;
        if (wanted.leaf != baumeister::Leaf::none && wanted.policy)
            guided_playout<Game>(rules, p, policies, random, round_only, wanted.sharp);
        else if (wanted.leaf != baumeister::Leaf::none)
            Game::playout(rules, p, random, round_only);
        if (wanted.evaluate) Game::settle(rules, p, random);  // it is asked where a player is to decide
        float worth[8];
        if (wanted.evaluate && Game::actor(rules, p) >= 0) {
            if (!wanted.evaluate(wanted.context, &p, random, worth)) return false;
        } else if (!judged(p, worth)) {
            Game::value(rules, p, wanted.worth, worth);
        }
        ++nodes[0].visits;
        if (depth > 1) {
            int points[8];
            Game::standing(rules, p, points);
            Prospect& prospect = prospects[static_cast<size_t>(nodes[static_cast<size_t>(path[1])].rooted)];
            prospect.square += static_cast<double>(worth[seat]) * worth[seat];
            for (int player = 0; player < Game::players(rules); ++player)
                prospect.worth[player] += worth[player], prospect.points[player] += points[player];
        }
        for (int step = 1; step < depth; ++step) {
            Node& node = nodes[static_cast<size_t>(path[step])];
            ++node.visits;
            node.sum += worth[node.player];
        }
        return true;
    }

    template <class Give>
    void for_each_at_root(Give give) const {
        for (int at = nodes[0].child; at >= 0; at = nodes[static_cast<size_t>(at)].sibling) {
            const Node& node = nodes[static_cast<size_t>(at)];
            give(node, prospects[static_cast<size_t>(node.rooted)]);
        }
    }

   private:
    static constexpr int DEEPEST = 512;
    static constexpr int WORDS = 32;  // of a set of action numbers

    // Where players decide without knowing of each other the others have no nodes, which would come to know what
    // they cannot: each decides anew in every simulation, whether before or after the searching player.
    static constexpr bool SECRETS = requires(const Rules& r, Position& p) { Game::take_back(r, p, 0); };

    bool in_secret(const Position& p) const {
        if constexpr (SECRETS) return Game::in_secret(rules, p);
        return false;
    }

    // By the game's net, if there is one, and it is not over.
    bool judged(const Position& p, float* worth) const {
        if constexpr (requires { Game::judged(rules, p, 0, wanted.judge, worth); }) {
            if (wanted.judge && Game::actor(rules, p) >= 0) return Game::judged(rules, p, seat, wanted.judge, worth), true;
        }
        return false;
    }

    // Of which kind a player is in this simulation.
    void meet(int player, Random& random) {
        const std::vector<float>& shares = wanted.rivals[player];
        if (shares.empty()) return;
        const int kind = drawn_by(shares.data(), static_cast<int>(shares.size()), 1, random);
        policies[player] = wanted.kinds[static_cast<size_t>(kind)];
    }

    int any(const Position& p, int player, Random& random) const {
        if (wanted.policy) return drawn<Game>(rules, p, policies[player], random, wanted.sharp);
        uint16_t numbers[Game::MOST_ACTIONS];
        const int found = Game::legal(rules, p, numbers);
        return numbers[baumeister::below(baumeister::upper(random.next()), static_cast<uint32_t>(found))];
    }

    // A child to go on with: one not tried yet, else the one with the best bound.
    int choose(const Position& p, int parent, int player, Random& random, bool& grown) {
        uint16_t numbers[Game::MOST_ACTIONS];
        const int found = asked(parent, Game::legal(rules, p, numbers), numbers);
        uint64_t fresh[WORDS];
        const int first = numbers[0] >> 6, last = numbers[found - 1] >> 6;
        for (int word = first; word <= last; ++word) fresh[word] = 0;
        for (int i = 0; i < found; ++i) fresh[numbers[i] >> 6] |= 1ull << (numbers[i] & 63);
        int best = -1, untried = found;
        float highest = 0;
        for (int at = nodes[static_cast<size_t>(parent)].child; at >= 0;) {
            Node& node = nodes[static_cast<size_t>(at)];
            const int word = node.number >> 6;
            const uint64_t bit = 1ull << (node.number & 63);
            if (word >= first && word <= last && (fresh[word] & bit)) {
                fresh[word] &= ~bit;
                --untried;
                ++node.met;
                const float visits = static_cast<float>(node.visits);
                const float bound = static_cast<float>(node.sum) / visits + wanted.exploration * std::sqrt(log_of(node.met) / visits);
                if (best < 0 || bound > highest) highest = bound, best = at;
            }
            at = node.sibling;
        }
        if (!untried) return best;
        grown = true;
        uint32_t n = baumeister::below(baumeister::upper(random.next()), static_cast<uint32_t>(untried));
        int word = first;
        for (;; ++word) {
            const uint32_t here = static_cast<uint32_t>(count(fresh[word]));
            if (n < here) break;
            n -= here;
        }
        return grow(parent, 64 * word + nth(fresh[word], n), player);
    }

    // The same by a policy: what is likely is tried first and most.
    int follow(const Position& p, int parent, int player, bool& grown) {
        uint16_t numbers[Game::MOST_ACTIONS];
        float chances[Game::MOST_ACTIONS];
        int32_t child_of[Game::MOST_ACTIONS];
        const int found = parent ? likely<Game>(rules, p, policies[player], numbers, chances) : at_root(p, numbers, chances);
        for (int i = 0; i < found; ++i) child_of[i] = -1;
        double sum = 0;
        uint32_t visits = 0;
        for (int at = nodes[static_cast<size_t>(parent)].child; at >= 0; at = nodes[static_cast<size_t>(at)].sibling) {
            const Node& node = nodes[static_cast<size_t>(at)];
            const uint16_t* here = std::lower_bound(numbers, numbers + found, node.number);
            if (here == numbers + found || *here != node.number) continue;
            child_of[here - numbers] = at;
            sum += node.sum;
            visits += node.visits;
        }
        const float usual = visits ? static_cast<float>(sum / visits) : 0;
        const float often = wanted.exploration * std::sqrt(static_cast<float>(visits) + 1);
        int best = 0;
        float highest = -1e30f;
        for (int i = 0; i < found; ++i) {
            const bool there = child_of[i] >= 0;
            const Node* node = there ? &nodes[static_cast<size_t>(child_of[i])] : nullptr;
            const float tried = there ? static_cast<float>(node->visits) : 0;
            const float bound = (there && tried > 0 ? static_cast<float>(node->sum) / tried : usual) + often * chances[i] / (1 + tried);
            if (bound > highest) highest = bound, best = i;
        }
        if (child_of[best] >= 0) return child_of[best];
        grown = true;
        return grow(parent, numbers[best], player);
    }

    // The prior of the root: the player to act sees the same in every deal.
    int at_root(const Position& p, uint16_t* numbers, float* chances) {
        if (first_numbers.empty()) {
            const int found = asked(0, likely<Game>(rules, p, wanted.policy, numbers, chances), numbers, chances);
            first_numbers.assign(numbers, numbers + found);
            first_chances.assign(chances, chances + found);
        }
        std::copy(first_numbers.begin(), first_numbers.end(), numbers);
        std::copy(first_chances.begin(), first_chances.end(), chances);
        return static_cast<int>(first_numbers.size());
    }

    // Of the decisions at the root only those asked about; their chances make 1 again.
    int asked(int parent, int found, uint16_t* numbers, float* chances = nullptr) const {
        if (parent || wanted.among.empty()) return found;
        int kept = 0;
        float total = 0;
        for (int i = 0; i < found; ++i) {
            if (!std::binary_search(wanted.among.begin(), wanted.among.end(), numbers[i])) continue;
            numbers[kept] = numbers[i];
            if (chances) total += chances[kept] = chances[i];
            ++kept;
        }
        for (int i = 0; chances && total > 0 && i < kept; ++i) chances[i] /= total;
        return kept;
    }

    int grow(int parent, int number, int player) {
        Node node;
        node.number = static_cast<uint16_t>(number);
        node.player = static_cast<int16_t>(player);
        node.met = 1;
        node.sibling = nodes[static_cast<size_t>(parent)].child;
        const int made = static_cast<int>(nodes.size());
        if (!parent) {
            node.rooted = static_cast<int16_t>(prospects.size());
            prospects.emplace_back();
        }
        nodes[static_cast<size_t>(parent)].child = made;
        nodes.push_back(node);
        return made;
    }

    // The natural logarithm, near enough for a bound.
    static float log_of(uint32_t n) {
        const int high = 31 - std::countl_zero(n);
        const float rest = static_cast<float>(n) / static_cast<float>(1u << high) - 1;
        return 0.69314718f * (static_cast<float>(high) + rest * (1.3465553f - 0.3465553f * rest));
    }

    const Rules& rules;
    const Position& root;
    const baumeister::Search& wanted;
    const int seat;
    baumeister::Policy policies[8];
    std::vector<Node> nodes;
    std::vector<Prospect> prospects;
    std::vector<uint16_t> first_numbers;
    std::vector<float> first_chances;
    int path[DEEPEST];
};

template <class Game>
void search_tree(const typename Game::Rules& rules, const typename Game::Position& root,
                 const baumeister::Search& wanted, baumeister::Found& found) {
    uint16_t numbers[Game::MOST_ACTIONS];
    const int legal = Game::legal(rules, root, numbers);
    found.numbers.assign(numbers, numbers + legal);
    found.visits.assign(static_cast<size_t>(legal), 0);
    found.values.assign(static_cast<size_t>(legal), 0);
    found.errors = found.values;
    const size_t players = static_cast<size_t>(Game::players(rules));
    found.shares.assign(static_cast<size_t>(legal), std::vector<double>(players, 0));
    found.points = found.shares;
    const int threads = wanted.threads;
    const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(wanted.seconds);
    std::vector<Tree<Game>> trees;
    trees.reserve(static_cast<size_t>(threads));
    for (int thread = 0; thread < threads; ++thread) trees.emplace_back(rules, root, wanted);
    std::vector<int64_t> done(static_cast<size_t>(threads), 0);
    std::vector<std::exception_ptr> failures(static_cast<size_t>(threads));
    std::atomic<bool> stop = false;
    auto grow = [&](int thread) {
        using Clock = std::chrono::steady_clock;
        auto asked = Clock::now();
        Tree<Game>& tree = trees[static_cast<size_t>(thread)];
        const baumeister::Random random = baumeister::Random{wanted.seed, 0}.split(static_cast<uint64_t>(thread));
        const int64_t share = wanted.nodes / threads + (thread < wanted.nodes % threads);
        int64_t made = 0;
        for (; !wanted.nodes || made < share; ++made) {
            if (stop.load(std::memory_order_relaxed)) break;
            if (wanted.evaluate || made % 32 == 31) {
                const auto now = Clock::now();
                if (wanted.seconds > 0 && now >= end) break;
                if (!thread && wanted.interrupted && now - asked > std::chrono::milliseconds(50)) {
                    asked = now;
                    if (wanted.interrupted()) {
                        stop = true;
                        break;
                    }
                }
            }
            if (!tree.simulate(random.split(static_cast<uint64_t>(made)))) stop = true;
        }
        done[static_cast<size_t>(thread)] = made;
    };
    auto grow_or_fail = [&](int thread) {
        try {
            grow(thread);
        } catch (...) {  // no memory: the others need not go on
            failures[static_cast<size_t>(thread)] = std::current_exception();
            stop = true;
        }
    };
    std::vector<std::thread> helpers;
    try {
        for (int thread = 1; thread < threads; ++thread) helpers.emplace_back(grow_or_fail, thread);
        grow_or_fail(0);
    } catch (...) {  // no more threads
        failures[0] = std::current_exception();
        stop = true;
    }
    for (std::thread& helper : helpers) helper.join();
    for (const std::exception_ptr& failure : failures)
        if (failure) std::rethrow_exception(failure);
    for (int thread = 0; thread < threads; ++thread) {
        found.simulations += done[static_cast<size_t>(thread)];
        trees[static_cast<size_t>(thread)].for_each_at_root([&](const Node& node, const Prospect& prospect) {
            size_t at = 0;
            while (found.numbers[at] != node.number) ++at;
            found.visits[at] += node.visits;
            found.values[at] += node.sum;
            found.errors[at] += prospect.square;
            for (size_t player = 0; player < players; ++player) {
                found.shares[at][player] += prospect.worth[player];
                found.points[at][player] += prospect.points[player];
            }
        });
    }
    for (size_t at = 0; at < found.numbers.size(); ++at) {
        const double visits = static_cast<double>(found.visits[at]);
        if (!found.visits[at]) continue;
        found.values[at] /= visits;
        const double apart = found.errors[at] / visits - found.values[at] * found.values[at];
        found.errors[at] = visits > 1 ? std::sqrt(std::max(apart, 0.0) / (visits - 1)) : 1;
        for (size_t player = 0; player < players; ++player) found.shares[at][player] /= visits, found.points[at][player] /= visits;
    }
}

}  // namespace
