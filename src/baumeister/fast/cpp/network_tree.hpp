// Information-set tree search with a network of policy and value, for games that have one (`Game::Network`,
// `Game::evaluate`, `Game::chances`). As in `tree.hpp`, every simulation determinizes the position and follows the
// actions legal in it. Nodes are selected by PUCT. When a node is first reached, the winning chances as the
// searching seat sees them, with its true hand, are the value of the simulation, at once or at the end of the
// round, which the network or a quicker policy plays out. When it is reached again, the logits as the player to
// act sees them are kept as priors by action number. Another determinization, in which other actions are legal,
// normalises over those; actions not seen before are evaluated when they appear.
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
            NetworkNode& node = nodes[static_cast<size_t>(at)];
            if (node.edges < 0) {
                if (at && (!node.visits || edges.size() > MOST_EDGES)) {
                    evaluate_leaf(p, random, value);
                    nodes[static_cast<size_t>(at)].value = value[player];
                    evaluated = true;
                    break;
                }
                make_edges(p, at, player);
            }
            int32_t legal[Game::MOST_ACTIONS];
            at = select(at, player, legal, legal_edges(p, at, legal));
            path[depth++] = at;
            Game::step(rules, p, nodes[static_cast<size_t>(at)].number, random);
        }
        if (!evaluated) leaf_value(p, player, value);
        back_up<Game>(rules, p, seat, value, path, depth, nodes, root_statistics);
        return true;
    }

    template <class Give>
    void for_each_at_root(Give give) const {
        for (int32_t at = 0; at < nodes[0].many_edges; ++at) {
            const int32_t child = edges[static_cast<size_t>(nodes[0].edges + at)].child;
            if (child < 0) continue;
            const NetworkNode& node = nodes[static_cast<size_t>(child)];
            give(node, root_statistics[static_cast<size_t>(node.root_index)]);
        }
    }

   private:
    static constexpr int MOST_DEPTH = 512;
    static constexpr size_t MOST_EDGES = 1 << 25;  // nodes beyond are evaluated at every visit
    static constexpr bool HAS_SECRETS = requires(const Rules& r, Position& p) { Game::hide_choices(r, p, 0); };

    struct NetworkNode : Node {
        int32_t edges = -1;  // the first of its edges, by number; -1 if it has none yet
        int32_t many_edges = 0;
        float value = 0;     // the network's, for the player to act
    };

    struct Edge {
        uint16_t number;
        Numerator numerator;
        int32_t child;
        Edge(uint16_t of, float prior, int32_t to = -1) : number(of), numerator(prior), child(to) {}
    };

    bool is_secret(const Position& p) const {
        if constexpr (HAS_SECRETS) return Game::is_secret(rules, p);
        return false;
    }

    // The value of a new node: of the position itself, or of the end of its round, played out.
    void evaluate_leaf(Position& p, Random& random, float* value) const {
        if (settings.leaf == baumeister::Leaf::round)
            play_out<Game>(rules, p, random, true, [&](int) {
                return settings.policy ? draw_action<Game>(rules, p, settings.policy, random, settings.inverse_temperature) : sample(p, random);
            });
        leaf_value(p, Game::actor(rules, p), value);
    }

    int sample(const Position& p, Random& random) const {
        uint16_t numbers[Game::MOST_ACTIONS];
        float logits[Game::MOST_ACTIONS], chances[8];
        const int found = Game::evaluate(rules, p, network, numbers, logits, chances);
        return numbers[draw_softmax(logits, found, settings.inverse_temperature, random)];
    }

    // Gives a node its actions, with their priors.
    void make_edges(const Position& p, int at, int player) {
        uint16_t numbers[Game::MOST_ACTIONS];
        float prior[Game::MOST_ACTIONS], chances[8];
        const int found = Game::evaluate(rules, p, network, numbers, prior, chances);
        NetworkNode& node = nodes[static_cast<size_t>(at)];
        if (!at) node.value = chances[player];
        softmax_numerators(prior, found, settings.policy ? 1 : settings.inverse_temperature);
        node.edges = static_cast<int32_t>(edges.size());
        node.many_edges = found;
        for (int i = 0; i < found; ++i) edges.emplace_back(numbers[i], prior[i]);
    }

    // Writes the edges of the actions that are legal in this determinization.
    int legal_edges(const Position& p, int at, int32_t* legal) {
        uint16_t numbers[Game::MOST_ACTIONS];
        const int found = Game::legal(rules, p, numbers);
        if (match(at, numbers, found, legal)) {
            add_edges(p, at, numbers, legal, found);
            match(at, numbers, found, legal);
        }
        if (at || settings.among.empty()) return found;
        int kept = 0;
        for (int i = 0; i < found; ++i)
            if (std::binary_search(settings.among.begin(), settings.among.end(), numbers[i])) legal[kept++] = legal[i];
        return kept;
    }

    // Finds the edges of the numbers; returns how many are missing.
    int match(int at, const uint16_t* numbers, int found, int32_t* legal) const {
        const NetworkNode& node = nodes[static_cast<size_t>(at)];
        int32_t edge = node.edges;
        const int32_t end = edge + node.many_edges;
        int missing = 0;
        for (int i = 0; i < found; ++i) {
            while (edge < end && edges[static_cast<size_t>(edge)].number < numbers[i]) ++edge;
            const bool there = edge < end && edges[static_cast<size_t>(edge)].number == numbers[i];
            legal[i] = there ? edge : -1;
            missing += !there;
        }
        return missing;
    }

    // Adds edges for actions not seen before. They get the share that they have in this determinization, relative
    // to those known.
    void add_edges(const Position& p, int at, uint16_t* numbers, const int32_t* legal, int found) {
        float fresh[Game::MOST_ACTIONS], chances[8], known = 0, known_fresh = 0;
        Game::evaluate(rules, p, network, numbers, fresh, chances);
        softmax_numerators(fresh, found, settings.policy ? 1 : settings.inverse_temperature);
        for (int i = 0; i < found; ++i)
            if (legal[i] >= 0) known += edges[static_cast<size_t>(legal[i])].numerator, known_fresh += fresh[i];
        float scale = known_fresh > 1e-6f && known > 1e-6f ? known / known_fresh : 1;
        scale = scale < 1e6f ? scale : 1e6f;
        NetworkNode& node = nodes[static_cast<size_t>(at)];
        size_t old = static_cast<size_t>(node.edges);
        const size_t end = old + static_cast<size_t>(node.many_edges), first = edges.size();
        for (int i = 0; i < found; ++i) {
            while (old < end && edges[old].number < numbers[i]) edges.push_back(Edge(edges[old++]));
            if (legal[i] < 0) edges.emplace_back(numbers[i], fresh[i] * scale);
        }
        while (old < end) edges.push_back(Edge(edges[old++]));
        node.edges = static_cast<int32_t>(first);
        node.many_edges = static_cast<int32_t>(edges.size() - first);
    }

    // The child with the highest PUCT bound, made if it is new.
    int select(int parent, int player, const int32_t* legal, int found) {
        double sum = nodes[static_cast<size_t>(parent)].value;
        uint32_t visits = 0;
        float total = 0;
        for (int i = 0; i < found; ++i) {
            const Edge& edge = edges[static_cast<size_t>(legal[i])];
            total += edge.numerator;
            if (edge.child < 0) continue;
            sum += nodes[static_cast<size_t>(edge.child)].sum;
            visits += nodes[static_cast<size_t>(edge.child)].visits;
        }
        const float unvisited = static_cast<float>(sum / (visits + 1));  // the mean, with the network's value
        const float exploration = settings.exploration * std::sqrt(static_cast<float>(visits) + 1) / (total > 0 ? total : 1);
        int32_t best = legal[0];
        float highest = -1e30f;
        for (int i = 0; i < found; ++i) {
            const Edge& edge = edges[static_cast<size_t>(legal[i])];
            float bound = exploration * edge.numerator;
            if (edge.child < 0) {
                bound += unvisited;
            } else {
                const NetworkNode& node = nodes[static_cast<size_t>(edge.child)];
                const float tried = static_cast<float>(node.visits);
                bound = (tried > 0 ? static_cast<float>(node.sum) / tried : unvisited) + bound / (1 + tried);
            }
            if (bound > highest) highest = bound, best = legal[i];
        }
        Edge& edge = edges[static_cast<size_t>(best)];
        if (edge.child < 0) edge.child = expand(parent, edge.number, player);
        return edge.child;
    }

    int expand(int parent, int number, int player) {
        NetworkNode node;
        node.number = static_cast<uint16_t>(number);
        node.player = static_cast<int16_t>(player);
        if (!parent) {
            node.root_index = static_cast<int16_t>(root_statistics.size());
            root_statistics.emplace_back();
        }
        nodes.push_back(node);
        return static_cast<int>(nodes.size()) - 1;
    }

    // The value of a simulation that ended without a new node: the shares of the win, or at the greatest depth
    // the network's chances.
    void leaf_value(const Position& p, int player, float* value) const {
        if (player < 0)
            Game::value(rules, p, nullptr, value);
        else
            Game::chances(rules, p, network, seat, value);
    }

    const Rules& rules;
    const Position& root;
    const baumeister::SearchSettings& settings;
    const typename Game::Network& network;
    const int seat;
    std::vector<NetworkNode> nodes;
    std::vector<Edge> edges;
    std::vector<RootStatistics> root_statistics;
    int path[MOST_DEPTH];
};

}  // namespace
