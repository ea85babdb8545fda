// Information-set tree search with a network of policy and value, for games that have one (`Game::Network`,
// `Game::evaluate`). As in `tree.hpp`, every simulation determinizes the position and follows the actions legal
// in it. Nodes are selected by PUCT. A node is evaluated when it is first reached: the winning chances are the
// value of the simulation, and the logits are kept as priors by action number. Another determinization, in which
// other actions are legal, normalises over those; actions not seen before are evaluated when they appear.
#pragma once

#include "tree.hpp"

namespace {

template <class Game>
class NetworkTree {
   public:
    using Rules = typename Game::Rules;
    using Position = typename Game::Position;
    using Random = baumeister::Random;

    NetworkTree(const Rules& of, const Position& root, const baumeister::SearchSettings& given)
        : rules(of), root(root), settings(given), network(*static_cast<const typename Game::Network*>(given.network)), seat(Game::actor(of, root)) {
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
        int depth = 0, at = 0, player;
        path[depth++] = 0;
        float value[8];
        bool evaluated = false;
        while ((player = Game::actor(rules, p)) >= 0 && depth < MOST_DEPTH) {
            if (player != seat && !settings.open_cards && is_secret(p)) {  // see `tree.hpp`
                Game::step(rules, p, sample(p, random), random);
                continue;
            }
            uint16_t numbers[Game::MOST_ACTIONS];
            float prior[Game::MOST_ACTIONS];
            const bool known = nodes[static_cast<size_t>(at)].priors >= 0;
            const int found = known ? known_priors(p, at, numbers, prior) : first_priors(p, at, player, numbers, prior, value);
            if (!known && at) {
                evaluated = true;
                break;
            }
            at = select(at, player, restricted(at, found, numbers, prior), numbers, prior);
            path[depth++] = at;
            Game::step(rules, p, nodes[static_cast<size_t>(at)].number, random);
        }
        if (!evaluated) leaf_value(p, player, value);
        back_up(p, depth, value);
        return true;
    }

    template <class Give>
    void for_each_at_root(Give give) const {
        for (int at = nodes[0].child; at >= 0; at = nodes[static_cast<size_t>(at)].sibling) {
            const NetworkNode& node = nodes[static_cast<size_t>(at)];
            give(node, root_statistics[static_cast<size_t>(node.root_index)]);
        }
    }

   private:
    static constexpr int MOST_DEPTH = 512;
    static constexpr size_t MOST_PRIORS = 1 << 26;  // nodes beyond are evaluated at every visit
    static constexpr bool HAS_SECRETS = requires(const Rules& r, Position& p) { Game::hide_choices(r, p, 0); };

    struct NetworkNode : Node {
        int32_t priors = -1;     // the first of its priors; -1 if it was not evaluated
        int32_t many_priors = 0;
        float value = 0;         // the network's, for the player to act
    };

    // A softmax numerator by action number, both in 16 bits: the upper half of a float is precise enough.
    struct Prior {
        uint16_t number, bits;
        Prior(uint16_t of, float numerator) : number(of) {
            uint32_t raw;
            __builtin_memcpy(&raw, &numerator, sizeof raw);
            bits = static_cast<uint16_t>(raw >> 16);
        }
        float numerator() const {
            const uint32_t raw = static_cast<uint32_t>(bits) << 16;
            float found;
            __builtin_memcpy(&found, &raw, sizeof found);
            return found;
        }
    };

    bool is_secret(const Position& p) const {
        if constexpr (HAS_SECRETS) return Game::is_secret(rules, p);
        return false;
    }

    int sample(const Position& p, Random& random) const {
        uint16_t numbers[Game::MOST_ACTIONS];
        float logits[Game::MOST_ACTIONS], chances[8];
        const int found = Game::evaluate(rules, p, network, numbers, logits, chances);
        return numbers[draw_softmax(logits, found, 1, random)];
    }

    // Evaluates a node reached for the first time; writes softmax numerators.
    int first_priors(const Position& p, int at, int player, uint16_t* numbers, float* prior, float* value) {
        const int found = Game::evaluate(rules, p, network, numbers, prior, value);
        softmax_numerators(prior, found, 1);
        nodes[static_cast<size_t>(at)].value = value[player];
        if (priors.size() < MOST_PRIORS) keep(at, numbers, prior, found);
        return found;
    }

    // The priors of the actions legal in this determinization.
    int known_priors(const Position& p, int at, uint16_t* numbers, float* prior) {
        const int found = Game::legal(rules, p, numbers);
        const NetworkNode& node = nodes[static_cast<size_t>(at)];
        const Prior* known = priors.data() + node.priors;
        const Prior* const end = known + node.many_priors;
        int missing = 0;
        for (int i = 0; i < found; ++i) {
            while (known < end && known->number < numbers[i]) ++known;
            const bool there = known < end && known->number == numbers[i];
            prior[i] = there ? known->numerator() : -1;
            missing += !there;
        }
        if (missing) add_priors(p, at, numbers, prior, found);
        return found;
    }

    // Evaluates the position for the actions that have no prior yet. They get the share that they have in this
    // determinization, relative to those known.
    void add_priors(const Position& p, int at, uint16_t* numbers, float* prior, int found) {
        float fresh[Game::MOST_ACTIONS], chances[8], known = 0, known_fresh = 0, highest = 0;
        Game::evaluate(rules, p, network, numbers, fresh, chances);
        softmax_numerators(fresh, found, 1);
        for (int i = 0; i < found; ++i)
            if (prior[i] >= 0) known += prior[i], known_fresh += fresh[i];
        const float scale = known_fresh > 1e-6f && known > 1e-6f ? known / known_fresh : 1;
        uint16_t all[Game::MOST_ACTIONS];
        float merged[Game::MOST_ACTIONS];
        const NetworkNode& node = nodes[static_cast<size_t>(at)];
        const Prior* old = priors.data() + node.priors;
        const Prior* const end = old + node.many_priors;
        int many = 0;
        for (int i = 0; i < found; ++i) {
            for (; old < end && old->number < numbers[i]; ++old) all[many] = old->number, merged[many++] = old->numerator();
            if (old < end && old->number == numbers[i]) ++old;
            if (prior[i] < 0) prior[i] = fresh[i] * scale;
            all[many] = numbers[i], merged[many++] = prior[i];
        }
        for (; old < end; ++old) all[many] = old->number, merged[many++] = old->numerator();
        for (int i = 0; i < many; ++i) highest = merged[i] > highest ? merged[i] : highest;
        if (priors.size() < MOST_PRIORS && highest < 1e20f) keep(at, all, merged, many);
    }

    void keep(int at, const uint16_t* numbers, const float* prior, int many) {
        nodes[static_cast<size_t>(at)].priors = static_cast<int32_t>(priors.size());
        nodes[static_cast<size_t>(at)].many_priors = many;
        for (int i = 0; i < many; ++i) priors.emplace_back(numbers[i], prior[i]);
    }

    // Keeps only the decisions of `among` at the root.
    int restricted(int at, int found, uint16_t* numbers, float* prior) const {
        if (at || settings.among.empty()) return found;
        int kept = 0;
        for (int i = 0; i < found; ++i)
            if (std::binary_search(settings.among.begin(), settings.among.end(), numbers[i])) numbers[kept] = numbers[i], prior[kept++] = prior[i];
        return kept;
    }

    // The child with the highest PUCT bound, made if it is new.
    int select(int parent, int player, int found, const uint16_t* numbers, const float* prior) {
        int32_t child_of[Game::MOST_ACTIONS];
        float total = 0;
        for (int i = 0; i < found; ++i) child_of[i] = -1, total += prior[i];
        double sum = nodes[static_cast<size_t>(parent)].value;
        uint32_t visits = 0;
        for (int at = nodes[static_cast<size_t>(parent)].child; at >= 0; at = nodes[static_cast<size_t>(at)].sibling) {
            const NetworkNode& node = nodes[static_cast<size_t>(at)];
            const uint16_t* here = std::lower_bound(numbers, numbers + found, node.number);
            if (here == numbers + found || *here != node.number) continue;
            child_of[here - numbers] = at;
            sum += node.sum;
            visits += node.visits;
        }
        const float unvisited = static_cast<float>(sum / (visits + 1));  // the mean, with the network's value
        const float exploration = settings.exploration * std::sqrt(static_cast<float>(visits) + 1) / (total > 0 ? total : 1);
        int best = 0;
        float highest = -1e30f;
        for (int i = 0; i < found; ++i) {
            const NetworkNode* node = child_of[i] >= 0 ? &nodes[static_cast<size_t>(child_of[i])] : nullptr;
            const float tried = node ? static_cast<float>(node->visits) : 0;
            const float bound = (tried > 0 ? static_cast<float>(node->sum) / tried : unvisited) + exploration * prior[i] / (1 + tried);
            if (bound > highest) highest = bound, best = i;
        }
        return child_of[best] >= 0 ? child_of[best] : expand(parent, numbers[best], player);
    }

    int expand(int parent, int number, int player) {
        NetworkNode node;
        node.number = static_cast<uint16_t>(number);
        node.player = static_cast<int16_t>(player);
        node.sibling = nodes[static_cast<size_t>(parent)].child;
        if (!parent) {
            node.root_index = static_cast<int16_t>(root_statistics.size());
            root_statistics.emplace_back();
        }
        const int added = static_cast<int>(nodes.size());
        nodes[static_cast<size_t>(parent)].child = added;
        nodes.push_back(node);
        return added;
    }

    // The value of a simulation that ended without a new node: the shares of the win, or at the greatest depth
    // the network's chances.
    void leaf_value(const Position& p, int player, float* value) const {
        uint16_t numbers[Game::MOST_ACTIONS];
        float logits[Game::MOST_ACTIONS];
        if (player < 0)
            Game::value(rules, p, nullptr, value);
        else
            Game::evaluate(rules, p, network, numbers, logits, value);
    }

    void back_up(const Position& p, int depth, const float* value) {
        ++nodes[0].visits;
        if (depth > 1) {
            int points[8];
            Game::standing(rules, p, points);
            RootStatistics& statistics = root_statistics[static_cast<size_t>(nodes[static_cast<size_t>(path[1])].root_index)];
            statistics.square += static_cast<double>(value[seat]) * value[seat];
            for (int player = 0; player < Game::players(rules); ++player)
                statistics.values[player] += value[player], statistics.points[player] += points[player];
        }
        for (int step = 1; step < depth; ++step) {
            NetworkNode& node = nodes[static_cast<size_t>(path[step])];
            ++node.visits;
            node.sum += value[node.player];
        }
    }

    const Rules& rules;
    const Position& root;
    const baumeister::SearchSettings& settings;
    const typename Game::Network& network;
    const int seat;
    std::vector<NetworkNode> nodes;
    std::vector<Prior> priors;
    std::vector<RootStatistics> root_statistics;
    int path[MOST_DEPTH];
};

}  // namespace
