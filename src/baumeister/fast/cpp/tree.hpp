// Information-set Monte Carlo tree search (Cowling, Powley and Whitehouse 2012) for any game with
// these static functions:
//
//   players, actor, legal, step (a decision and the chance after it), settle, determinize (resample
//   what a seat cannot know), playout (to the end of the game or the round), value (for each player);
//   where players choose secretly: is_secret, hide_choices (undo what the others have chosen)
//
// There is one tree over the information sets of the player to act: every simulation determinizes the
// position and follows the actions legal in it. Chance nodes are not branched on: a node stands for
// the decisions that led to it. Every player maximises their own value; in a paranoid search the
// opponents minimise that of the searching player. With a policy, nodes are selected by PUCT with the
// policy as prior, and playouts follow it; without, by UCB1, and playouts are uniformly random.
#pragma once

#include <algorithm>
#include <cmath>

#include "bits.hpp"
#include "policy.hpp"
#include "random.hpp"
#include "search_settings.hpp"

namespace {

struct Node {
    int32_t child = -1;    // the first child
    int32_t sibling = -1;  // the next sibling
    uint32_t visits = 0;
    uint32_t availability = 0;  // how often it was legal when its parent was visited
    double sum = 0;             // of the values for the player who chose it
    uint16_t number = 0;
    int16_t player = -1;
    int16_t root_index = -1;  // its index among the children of the root
};

// Sums over the simulations through a child of the root.
struct RootStatistics {
    double values[8] = {}, points[8] = {};
    double square = 0;  // of the values for the player to act
};

// Writes each player's points at a leaf: as scored where the round was played out, elsewhere as if it were scored now.
template <class Game>
inline void points_at_leaf(const typename Game::Rules& rules, const typename Game::Position& p, baumeister::Leaf leaf, int* points) {
    leaf == baumeister::Leaf::round ? Game::scored(rules, p, points) : Game::standing(rules, p, points);
}

template <class Game>
class Tree {
   public:
    using Rules = typename Game::Rules;
    using Position = typename Game::Position;
    using Random = baumeister::Random;

    Tree(const Rules& of, const Position& root, const baumeister::SearchSettings& given)
        : rules(of), root(root), settings(given), seat(Game::actor(of, root)) {
        const int64_t share = given.nodes / given.threads + 2;
        nodes.reserve(static_cast<size_t>(given.nodes > 0 && share < (1 << 22) ? share : 1 << 16));
        nodes.emplace_back();
    }

    bool simulate(Random random) {
        Position p = root;
        if (!settings.open_cards) {
            Game::determinize(rules, p, seat, random);
            if constexpr (HAS_SECRETS) Game::hide_choices(rules, p, seat);
        }
        int depth = 0, at = 0;
        path[depth++] = 0;
        while (depth <= settings.deepest()) {
            const int player = Game::actor(rules, p);
            if (player < 0) break;
            if (player != seat && !settings.open_cards && is_secret(p)) {
                Game::step(rules, p, sample_action(p, random), random);
                continue;
            }
            bool expanded = false;
            at = settings.policy ? select_puct(p, at, player, expanded) : select_ucb1(p, at, player, random, expanded);
            path[depth++] = at;
            Game::step(rules, p, nodes[static_cast<size_t>(at)].number, random);
            if (expanded) break;
        }
        const bool round_only = settings.leaf == baumeister::Leaf::round;
        if (settings.leaf != baumeister::Leaf::none && settings.policy)
            one_policy_playout<Game>(rules, p, settings.policy, random, round_only, settings.inverse_temperature);
        else if (settings.leaf != baumeister::Leaf::none)
            Game::playout(rules, p, random, round_only);
        if (settings.evaluate) Game::settle(rules, p, random);  // `evaluate` gets positions where a player is to act
        float value[8];
        if (settings.evaluate && Game::actor(rules, p) >= 0) {
            if (!settings.evaluate(settings.context, &p, random, value)) return false;
        } else {
            Game::value(rules, p, value);
        }
        back_up(p, value, depth);
        return true;
    }

    template <class Give>
    void for_each_at_root(Give give) const {
        for (int at = nodes[0].child; at >= 0; at = nodes[static_cast<size_t>(at)].sibling) {
            const Node& node = nodes[static_cast<size_t>(at)];
            give(node, root_statistics[static_cast<size_t>(node.root_index)]);
        }
    }

   private:
    static constexpr int WORDS = 32;  // of a bit set of action numbers

    // Opponents who choose secretly have no nodes: a tree would let them learn what they cannot know.
    // Their choices are sampled in every simulation, whether they come before or after the searching player.
    static constexpr bool HAS_SECRETS = requires(const Rules& r, Position& p) { Game::hide_choices(r, p, 0); };

    bool is_secret(const Position& p) const {
        if constexpr (HAS_SECRETS) return Game::is_secret(rules, p);
        return false;
    }

    // Adds the values of a simulation that ended at a position to the nodes of its path, and to the statistics of the root.
    void back_up(const Position& p, const float* value, int depth) {
        ++nodes[0].visits;
        if (depth > 1) {
            int points[8];
            points_at_leaf<Game>(rules, p, settings.leaf, points);
            RootStatistics& statistics = root_statistics[static_cast<size_t>(nodes[static_cast<size_t>(path[1])].root_index)];
            statistics.square += static_cast<double>(value[seat]) * value[seat];
            for (int player = 0; player < Game::players(rules); ++player)
                statistics.values[player] += value[player], statistics.points[player] += points[player];
        }
        for (int step = 1; step < depth; ++step) {
            Node& node = nodes[static_cast<size_t>(path[step])];
            ++node.visits;
            node.sum += settings.value_for(node.player, seat, value);
        }
    }

    int sample_action(const Position& p, Random& random) const {
        if (settings.policy) return draw_action<Game>(rules, p, settings.policy, random, settings.inverse_temperature);
        uint16_t numbers[Game::MOST_ACTIONS];
        const int found = Game::legal(rules, p, numbers);
        return numbers[baumeister::below(baumeister::upper(random.next()), static_cast<uint32_t>(found))];
    }

    // A random child that was never visited; without one, the child with the highest UCB1 bound.
    int select_ucb1(const Position& p, int parent, int player, Random& random, bool& expanded) {
        uint16_t numbers[Game::MOST_ACTIONS];
        const int found = restricted(parent, Game::legal(rules, p, numbers), numbers);
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
                ++node.availability;
                const float visits = static_cast<float>(node.visits);
                const float bound = static_cast<float>(node.sum) / visits + settings.exploration * std::sqrt(log_of(node.availability) / visits);
                if (best < 0 || bound > highest) highest = bound, best = at;
            }
            at = node.sibling;
        }
        if (!untried) return best;
        expanded = true;
        uint32_t n = baumeister::below(baumeister::upper(random.next()), static_cast<uint32_t>(untried));
        int word = first;
        for (;; ++word) {
            const uint32_t here = static_cast<uint32_t>(count(fresh[word]));
            if (n < here) break;
            n -= here;
        }
        return expand(parent, 64 * word + nth(fresh[word], n), player);
    }

    // The child with the highest PUCT bound.
    int select_puct(const Position& p, int parent, int player, bool& expanded) {
        uint16_t numbers[Game::MOST_ACTIONS];
        float prior[Game::MOST_ACTIONS];
        int32_t child_of[Game::MOST_ACTIONS];
        const int found = parent ? probabilities_of<Game>(rules, p, settings.policy, numbers, prior) : root_prior(p, numbers, prior);
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
        const float unvisited = visits ? static_cast<float>(sum / visits) : 0;
        const float exploration = settings.exploration * std::sqrt(static_cast<float>(visits) + 1);
        int best = 0;
        float highest = -1e30f;
        for (int i = 0; i < found; ++i) {
            const bool there = child_of[i] >= 0;
            const Node* node = there ? &nodes[static_cast<size_t>(child_of[i])] : nullptr;
            const float tried = there ? static_cast<float>(node->visits) : 0;
            const float bound = (there && tried > 0 ? static_cast<float>(node->sum) / tried : unvisited) + exploration * prior[i] / (1 + tried);
            if (bound > highest) highest = bound, best = i;
        }
        if (child_of[best] >= 0) return child_of[best];
        expanded = true;
        return expand(parent, numbers[best], player);
    }

    // The prior of the root, computed once: it is the same in every determinization.
    int root_prior(const Position& p, uint16_t* numbers, float* prior) {
        if (root_numbers.empty()) {
            const int found = restricted(0, probabilities_of<Game>(rules, p, settings.policy, numbers, prior), numbers, prior);
            root_numbers.assign(numbers, numbers + found);
            root_priors.assign(prior, prior + found);
        }
        std::copy(root_numbers.begin(), root_numbers.end(), numbers);
        std::copy(root_priors.begin(), root_priors.end(), prior);
        return static_cast<int>(root_numbers.size());
    }

    // Keeps only the decisions of `among` at the root, with their priors renormalised.
    int restricted(int parent, int found, uint16_t* numbers, float* prior = nullptr) const {
        if (parent || settings.among.empty()) return found;
        int kept = 0;
        float total = 0;
        for (int i = 0; i < found; ++i) {
            if (!std::binary_search(settings.among.begin(), settings.among.end(), numbers[i])) continue;
            numbers[kept] = numbers[i];
            if (prior) total += prior[kept] = prior[i];
            ++kept;
        }
        for (int i = 0; prior && total > 0 && i < kept; ++i) prior[i] /= total;
        return kept;
    }

    int expand(int parent, int number, int player) {
        Node node;
        node.number = static_cast<uint16_t>(number);
        node.player = static_cast<int16_t>(player);
        node.availability = 1;
        node.sibling = nodes[static_cast<size_t>(parent)].child;
        const int added = static_cast<int>(nodes.size());
        if (!parent) {
            node.root_index = static_cast<int16_t>(root_statistics.size());
            root_statistics.emplace_back();
        }
        nodes[static_cast<size_t>(parent)].child = added;
        nodes.push_back(node);
        return added;
    }

    // An approximation of the natural logarithm.
    static float log_of(uint32_t n) {
        const int high = 31 - std::countl_zero(n);
        const float rest = static_cast<float>(n) / static_cast<float>(1u << high) - 1;
        return 0.69314718f * (static_cast<float>(high) + rest * (1.3465553f - 0.3465553f * rest));
    }

    const Rules& rules;
    const Position& root;
    const baumeister::SearchSettings& settings;
    const int seat;
    std::vector<Node> nodes;
    std::vector<RootStatistics> root_statistics;
    std::vector<uint16_t> root_numbers;
    std::vector<float> root_priors;
    int path[baumeister::MOST_DEPTH + 1];
};

}  // namespace
