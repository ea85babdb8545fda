// Information-set tree search with a policy as prior and a value network at the leaves, for games that have one
// (`Game::LeafEvaluator`, `Game::widen`, `Game::legal_set`). Unlike in `tree.hpp`, a node keeps its actions with their
// priors and statistics side by side, instead of computing the policy at every visit.
//
// A new node is evaluated once, as the searching seat sees it: at its position, or at the end of a playout of the round.
// When it is reached again it gets the most promising of the actions that any hand could allow; every determinization
// then chooses among those that are legal in it.
#pragma once

#include "tree.hpp"

namespace {

// Games that this search needs.
template <class Game>
concept HasValueTree = HasLeafEvaluator<Game> && requires(const typename Game::Rules& rules, typename Game::Position& p, uint64_t* set) {
    Game::widen(rules, p);
    Game::legal_set(rules, p, set);
};

template <class Game>
class ValueTree {
   public:
    using Rules = typename Game::Rules;
    using Position = typename Game::Position;
    using Random = baumeister::Random;

    // What the root knows of a decision.
    struct AtRoot {
        uint16_t number;
        uint32_t visits;
        double sum;  // of the values for the player to act
    };

    ValueTree(const Rules& of, const Position& root, const baumeister::SearchSettings& given)
        : rules(of), root(root), settings(given), seat(Game::actor(of, root)), evaluate(of, given) {
        const auto asked = static_cast<size_t>(given.nodes);
        const size_t simulations = asked && asked < LARGE ? asked : LARGE;
        nodes.reserve(simulations / 2 + 1);
        edges.reserve(16 * simulations + Game::MOST_ACTIONS);
        expand_root();
        root_statistics.resize(edges.size());
    }

    bool simulate(Random random) {
        Position p = root;
        if (!settings.open_cards) {
            Game::determinize(rules, p, seat, random);
            if constexpr (HAS_SECRETS) Game::hide_choices(rules, p, seat);
        }
        int depth = 0, at = 0, player;
        while ((player = Game::actor(rules, p)) >= 0 && depth < settings.deepest()) {
            if (player != seat && !settings.open_cards && is_secret(p)) {  // see `tree.hpp`
                Game::step(rules, p, draw_action<Game>(rules, p, settings.policy, random, settings.inverse_temperature), random);
                continue;
            }
            if (at < 0) {
                const size_t last = static_cast<size_t>(path[depth - 1]);
                if (!edges[last].visits || edges.size() > MOST_EDGES) break;
                at = expand(p);
                edges[last].child = at;
            }
            const int edge = select(p, at);
            path[depth] = edge;
            movers[depth++] = player;
            at = edges[static_cast<size_t>(edge)].child;
            Game::step(rules, p, edges[static_cast<size_t>(edge)].number, random);
        }
        if (settings.leaf == baumeister::Leaf::round)
            one_policy_playout<Game>(rules, p, settings.policy, random, true, settings.inverse_temperature);
        float value[8];
        if (Game::actor(rules, p) >= 0)
            evaluate(p, seat, value);
        else
            Game::value(rules, p, value);
        back_up(p, value, depth);
        return true;
    }

    template <class Give>
    void for_each_at_root(Give give) const {
        for (size_t at = 0; at < root_statistics.size(); ++at)
            if (edges[at].visits) give(AtRoot{edges[at].number, edges[at].visits, root_statistics[at].values[seat]}, root_statistics[at]);
    }

   private:
    static constexpr int KEPT = 64;                 // actions of a node, the root has all of them
    static constexpr size_t MOST_EDGES = 1 << 22;   // 64 MiB; positions beyond are evaluated at every visit
    static constexpr size_t LARGE = 1 << 14;
    static constexpr int WORDS = 32;  // of a bit set of action numbers
    static constexpr bool HAS_SECRETS = requires(const Rules& r, Position& p) { Game::hide_choices(r, p, 0); };

    // An action and the simulations through it.
    struct Edge {
        float mean = 0;  // of the values for the player who acts
        uint32_t visits = 0;
        int32_t child = -1;
        uint16_t number;
        Numerator prior;

        Edge(uint16_t of, float numerator) : number(of), prior(numerator) {}
    };

    struct Edges {
        int32_t first, count;
    };

    bool is_secret(const Position& p) const {
        if constexpr (HAS_SECRETS) return Game::is_secret(rules, p);
        return false;
    }

    void expand_root() {
        uint16_t numbers[Game::MOST_ACTIONS];
        float prior[Game::MOST_ACTIONS];
        const int found = logits_of<Game>(rules, root, settings.policy, numbers, prior);
        softmax_numerators(prior, found, 1);
        for (int i = 0; i < found; ++i)
            if (settings.among.empty() || std::binary_search(settings.among.begin(), settings.among.end(), numbers[i]))
                edges.emplace_back(numbers[i], prior[i]);
        nodes.push_back({0, static_cast<int32_t>(edges.size())});
    }

    // Makes a node of the actions with the highest priors; returns its index.
    int expand(const Position& p) {
        Position wide = p;
        Game::widen(rules, wide);
        uint16_t numbers[Game::MOST_ACTIONS];
        float prior[Game::MOST_ACTIONS];
        const int found = logits_of<Game>(rules, wide, settings.policy, numbers, prior);
        softmax_numerators(prior, found, 1);
        float least = 0;
        if (found > KEPT) {
            float sorted[Game::MOST_ACTIONS];
            std::copy(prior, prior + found, sorted);
            std::nth_element(sorted, sorted + (found - KEPT), sorted + found);
            least = sorted[found - KEPT];
        }
        const int32_t first = static_cast<int32_t>(edges.size());
        for (int i = 0; i < found; ++i)
            if (prior[i] >= least) edges.emplace_back(numbers[i], prior[i]);
        nodes.push_back({first, static_cast<int32_t>(edges.size()) - first});
        return static_cast<int>(nodes.size()) - 1;
    }

    // The edge with the highest PUCT bound among those that are legal in this determinization.
    int select(const Position& p, int at) {
        const Edges of = nodes[static_cast<size_t>(at)];
        const Edge* edge = &edges[static_cast<size_t>(of.first)];
        uint64_t legal[WORDS];
        if (at) Game::legal_set(rules, p, legal);
        int16_t usable[Game::MOST_ACTIONS];
        int found = 0;
        float total = 0, sum = 0;
        uint32_t visits = 0;
        for (int i = 0; i < of.count; ++i) {
            if (at && !(legal[edge[i].number >> 6] >> (edge[i].number & 63) & 1)) continue;
            usable[found++] = static_cast<int16_t>(i);
            total += edge[i].prior;
            sum += edge[i].mean * static_cast<float>(edge[i].visits);
            visits += edge[i].visits;
        }
        if (!found) [[unlikely]] return add_legal(p, at), select(p, at);
        const float unvisited = visits ? sum / static_cast<float>(visits) : 0;
        const float exploration = settings.exploration * std::sqrt(static_cast<float>(visits) + 1) / (total > 0 ? total : 1);
        int best = usable[0];
        float highest = -1e30f;
        for (int k = 0; k < found; ++k) {
            const Edge& each = edge[usable[k]];
            const float bound = (each.visits ? each.mean : unvisited) + exploration * each.prior / (1 + static_cast<float>(each.visits));
            if (bound > highest) highest = bound, best = usable[k];
        }
        return of.first + best;
    }

    // Adds the legal actions of a determinization in which none of a node's is legal.
    void add_legal(const Position& p, int at) {
        uint16_t numbers[Game::MOST_ACTIONS];
        float prior[Game::MOST_ACTIONS];
        const int found = logits_of<Game>(rules, p, settings.policy, numbers, prior);
        softmax_numerators(prior, found, 1);
        Edges& of = nodes[static_cast<size_t>(at)];
        const int32_t first = static_cast<int32_t>(edges.size());
        for (int i = 0; i < of.count; ++i) edges.push_back(Edge(edges[static_cast<size_t>(of.first + i)]));
        for (int i = 0; i < found; ++i) edges.emplace_back(numbers[i], prior[i]);
        of = {first, static_cast<int32_t>(edges.size()) - first};
    }

    void back_up(const Position& p, const float* value, int depth) {
        int points[8];
        points_at_leaf<Game>(rules, p, settings.leaf, points);
        RootStatistics& statistics = root_statistics[static_cast<size_t>(path[0])];
        statistics.square += static_cast<double>(value[seat]) * value[seat];
        for (int player = 0; player < Game::players(rules); ++player)
            statistics.values[player] += value[player], statistics.points[player] += points[player];
        for (int step = 0; step < depth; ++step) {
            Edge& edge = edges[static_cast<size_t>(path[step])];
            ++edge.visits;
            edge.mean += (settings.value_for(movers[step], seat, value) - edge.mean) / static_cast<float>(edge.visits);
        }
    }

    const Rules& rules;
    const Position& root;
    const baumeister::SearchSettings& settings;
    const int seat;
    typename Game::LeafEvaluator evaluate;
    std::vector<Edges> nodes;  // the edges of each
    std::vector<Edge> edges;
    std::vector<RootStatistics> root_statistics;
    int path[baumeister::MOST_DEPTH], movers[baumeister::MOST_DEPTH];
};

}  // namespace
