// Information-set MCTS with PUCT whose priors and leaf values come from outside, in batches.
//
// As in `tree.hpp`, there is one tree over the decisions of all players, every simulation determinizes
// the position, and chance is sampled, not branched on. A node keeps the priors of the positions that
// were evaluated there. Another determinization may allow actions that have no prior yet: it is
// evaluated too, as a leaf, and its priors are added. A simulation that waits for its evaluation
// counts as lost on its whole path (virtual loss), so that the next one goes elsewhere.
#pragma once

#include "leaf_tree.hpp"
#include "tree.hpp"

namespace {

// A number from the gamma distribution (Marsaglia and Tsang 2000).
inline double draw_gamma(double shape, baumeister::Random& random) {
    const auto uniform = [&] { return (static_cast<double>(random.next() >> 11) + 0.5) * 0x1p-53; };
    if (shape < 1) {
        const double boosted = draw_gamma(shape + 1, random);
        return boosted * std::pow(uniform(), 1 / shape);
    }
    const double d = shape - 1.0 / 3, c = 1 / std::sqrt(9 * d);
    for (;;) {
        const double normal = std::sqrt(-2 * std::log(uniform())) * std::cos(6.283185307179586 * uniform());
        const double cubed = (1 + c * normal) * (1 + c * normal) * (1 + c * normal);
        if (cubed > 0 && std::log(uniform()) < normal * normal / 2 + d - d * cubed + d * std::log(cubed)) return d * cubed;
    }
}

template <class Game>
class NeuralTree final : public baumeister::LeafTree {
   public:
    using Rules = typename Game::Rules;
    using Position = typename Game::Position;
    using Random = baumeister::Random;
    using Observe = void (*)(const Rules&, const Position&, int seat, float* out);
    using Mask = void (*)(const Rules&, const Position&, uint8_t* out);

    NeuralTree(const Rules& of, const Position& from, const baumeister::LeafSettings& given, const Random& own, Observe see, Mask allow)
        : rules(of), root(from), settings(given), random(own), observe(see), mask(allow), seat(Game::actor(of, from)), players(Game::players(of)) {
        nodes.emplace_back();
    }

    void gather(int most) override {
        pending.clear();
        if (!nodes[0].count) {  // every simulation begins with the priors of the root
            start(random.split(UINT64_MAX), false);
            pending.push_back(std::move(resumed.back()));
            resumed.pop_back();
            return;
        }
        while (static_cast<int>(pending.size()) < most) {
            if (!resumed.empty()) {
                Simulation next = std::move(resumed.back());
                resumed.pop_back();
                descend(std::move(next));
            } else if (started < settings.nodes) {
                start(random.split(static_cast<uint64_t>(started++)));
                ++nodes[0].pending;
            } else {
                return;
            }
        }
    }

    int waiting() const override { return static_cast<int>(pending.size()); }
    bool finished() const override { return nodes[0].count && started >= settings.nodes && resumed.empty(); }

    void write(int k, float* observation, uint8_t* legal) const override {
        const Position& p = pending[static_cast<size_t>(k)].p;
        observe(rules, p, Game::actor(rules, p), observation);
        mask(rules, p, legal);
    }

    const char* answer(int k, const float* priors, const float* values) override {
        Simulation& simulation = pending[static_cast<size_t>(k)];
        const int actor = Game::actor(rules, simulation.p);
        uint16_t numbers[Game::MOST_ACTIONS];
        float prior[Game::MOST_ACTIONS];
        const int found = Game::legal(rules, simulation.p, numbers);
        float total = 0;
        for (int i = 0; i < found; ++i) total += prior[i] = priors[numbers[i]];
        if (!std::isfinite(total)) return "is not a finite number";
        if (settings.logits) {
            total = softmax_numerators(prior, found, 1);
        } else {
            for (int i = 0; i < found; ++i)
                if (prior[i] < 0) return "is negative: pass logits=True if they are logits";
            if (!(total > 0)) return "is 0 for every legal action";
        }
        if (simulation.secret) {
            const int drawn = draw_index(prior, found, total, simulation.random);
            Game::step(rules, simulation.p, numbers[drawn], simulation.random);
            resumed.push_back(std::move(simulation));
            return nullptr;
        }
        for (int i = 0; i < found; ++i) prior[i] /= total;
        const bool at_root = simulation.path.size() == 1;
        if (!is_secret(simulation.p, actor)) {
            const int kept = at_root ? restrict_root(numbers, prior, found) : found;
            add_priors(simulation.path.back(), actor, numbers, prior, kept);
        }
        double by_player[8] = {};
        for (int step = 0; step < players; ++step) by_player[(actor + step) % players] = static_cast<double>(values[step]);
        if (at_root)
            add_value(nodes[0], by_player);
        else
            back_up(simulation, by_player);
        return nullptr;
    }

    void report(baumeister::SearchResult& result) const override {
        uint16_t numbers[Game::MOST_ACTIONS];
        const int legal = Game::legal(rules, root, numbers);
        result.simulations = finished_simulations;
        for (int i = 0; i < legal; ++i) {
            const Edge* edge = edge_of(nodes[0], seat, numbers[i]);
            const Node* node = edge && edge->node >= 0 ? &nodes[static_cast<size_t>(edge->node)] : nullptr;
            const double visits = node ? static_cast<double>(node->visits) : 0;
            const RootStatistics* statistics = node && node->visits ? &root_statistics.at(static_cast<size_t>(node->root_index)) : nullptr;
            result.numbers.push_back(numbers[i]);
            result.visits.push_back(node ? node->visits : 0);
            std::vector<double> shares, points;
            for (int player = 0; player < players; ++player) {
                shares.push_back(statistics ? node->sums[player] / visits : 0);
                points.push_back(statistics ? statistics->points[player] / visits : 0);
            }
            const double value = shares[static_cast<size_t>(seat)];
            const double variance = statistics ? statistics->square / visits - value * value : 0;
            result.values.push_back(value);
            result.errors.push_back(!statistics ? 0 : visits > 1 ? std::sqrt(std::max(variance, 0.0) / (visits - 1)) : 1);
            result.shares.push_back(std::move(shares));
            result.points.push_back(std::move(points));
        }
    }

   private:
    static constexpr size_t MOST_DEPTH = 512;
    static constexpr bool HAS_SECRETS = requires(const Rules& r, Position& p) { Game::hide_choices(r, p, 0); };

    struct Edge {
        float prior = 0;  // the mean of its evaluations
        int32_t node = -1;
        uint16_t number = 0;
        uint16_t evaluations = 0;
        int8_t player = 0;
    };

    struct Node {
        int32_t first = 0, count = 0;  // its edges, ascending by player and number
        uint32_t visits = 0;
        uint32_t pending = 0;  // simulations that wait for an evaluation
        int32_t root_index = -1;
        double sums[8] = {};  // of the values, by player
    };

    struct Simulation {
        Position p;
        Random random;
        std::vector<int32_t> path;  // nodes from the root on
        bool secret;                // waits for the priors of a secret choice, not at a leaf
    };

    void start(Random own, bool hide = true) {
        resumed.push_back({root, own, {0}, false});
        Simulation& simulation = resumed.back();
        if (settings.open_cards) return;
        Game::determinize(rules, simulation.p, seat, simulation.random);
        if constexpr (HAS_SECRETS)
            if (hide) Game::hide_choices(rules, simulation.p, seat);
    }

    // Opponents who choose secretly have no nodes: a tree would let them learn what they cannot know.
    bool is_secret(const Position& p, int player) const {
        if constexpr (HAS_SECRETS) return player != seat && !settings.open_cards && Game::is_secret(rules, p);
        return false;
    }

    const Edge* edge_of(const Node& node, int player, int number) const {
        const Edge* begin = edges.data() + node.first;
        const Edge* end = begin + node.count;
        const Edge* found = std::lower_bound(begin, end, std::pair(player, number), [](const Edge& edge, const std::pair<int, int>& key) {
            return std::pair<int, int>(edge.player, edge.number) < key;
        });
        return found != end && found->player == player && found->number == number ? found : nullptr;
    }

    // Follows the tree to a leaf, or to a choice that needs priors.
    void descend(Simulation simulation) {
        Position& p = simulation.p;
        simulation.secret = false;
        for (;;) {
            const int actor = Game::actor(rules, p);
            if (actor < 0) {
                float value[8];
                double by_player[8] = {};
                Game::value(rules, p, value);
                std::copy(value, value + players, by_player);
                back_up(simulation, by_player);
                return;
            }
            const int32_t at = simulation.path.back();
            const bool leaf = !nodes[static_cast<size_t>(at)].visits || simulation.path.size() >= MOST_DEPTH;
            if (!leaf && is_secret(p, actor)) {
                simulation.secret = true;
                pending.push_back(std::move(simulation));
                return;
            }
            const int32_t next = leaf ? -1 : select(p, at, actor);
            if (next < 0) {
                pending.push_back(std::move(simulation));
                return;
            }
            Edge& edge = edges[static_cast<size_t>(next)];
            if (edge.node < 0) {
                edge.node = static_cast<int32_t>(nodes.size());
                nodes.emplace_back();
                if (!at) {
                    nodes.back().root_index = static_cast<int32_t>(root_statistics.size());
                    root_statistics.emplace_back();
                }
            }
            simulation.path.push_back(edge.node);
            ++nodes[static_cast<size_t>(edge.node)].pending;
            Game::step(rules, p, edge.number, simulation.random);
        }
    }

    // The edge with the highest PUCT bound; -1 if a legal action has no prior yet.
    int32_t select(const Position& p, int32_t at, int actor) const {
        const Node& node = nodes[static_cast<size_t>(at)];
        uint16_t numbers[Game::MOST_ACTIONS];
        int32_t legal[Game::MOST_ACTIONS];
        int found = 0, wanted = node.count;
        const Edge* begin = edges.data() + node.first;
        if (at) {
            wanted = Game::legal(rules, p, numbers);
            int k = 0;
            for (int i = 0; i < wanted; ++i, ++k) {
                while (k < node.count && (begin[k].player < actor || (begin[k].player == actor && begin[k].number < numbers[i]))) ++k;
                if (k == node.count || begin[k].player != actor || begin[k].number != numbers[i]) return -1;
                legal[found++] = k;
            }
        } else {  // the same in every determinization
            for (; found < wanted; ++found) legal[found] = found;
        }
        float total = 0;
        uint32_t tried = 0;
        for (int i = 0; i < found; ++i) {
            const Edge& edge = begin[legal[i]];
            total += edge.prior;
            if (edge.node >= 0) tried += nodes[static_cast<size_t>(edge.node)].visits + nodes[static_cast<size_t>(edge.node)].pending;
        }
        const float unvisited = static_cast<float>(node.sums[actor] / node.visits);
        const float exploration = settings.exploration * std::sqrt(static_cast<float>(tried) + 1);
        const float scale = total > 0 ? exploration / total : 0, even = total > 0 ? 0 : exploration / static_cast<float>(found);
        int32_t best = -1;
        float highest = 0;
        for (int i = 0; i < found; ++i) {
            const Edge& edge = begin[legal[i]];
            float mean = unvisited, visits = 0;
            if (edge.node >= 0) {
                const Node& child = nodes[static_cast<size_t>(edge.node)];
                visits = static_cast<float>(child.visits + child.pending);
                if (visits > 0) mean = static_cast<float>(child.sums[actor]) / visits;
            }
            const float bound = mean + (scale * edge.prior + even) / (1 + visits);
            if (best < 0 || bound > highest) highest = bound, best = node.first + legal[i];
        }
        return best;
    }

    // Adds priors to a node; those that it has become the mean of all evaluations.
    void add_priors(int32_t at, int actor, const uint16_t* numbers, const float* prior, int found) {
        Node& node = nodes[static_cast<size_t>(at)];
        if (!node.count) {  // nearly always: a leaf that is evaluated for the first time
            node.first = static_cast<int32_t>(edges.size());
            node.count = found;
            edges.resize(edges.size() + static_cast<size_t>(found));
            Edge* to = edges.data() + node.first;
            for (int i = 0; i < found; ++i) to[i] = Edge{prior[i], -1, numbers[i], 1, static_cast<int8_t>(actor)};
            return;
        }
        merged.clear();
        int i = 0;
        for (int k = 0; k < node.count || i < found;) {
            const Edge* edge = k < node.count ? &edges[static_cast<size_t>(node.first + k)] : nullptr;
            const auto mine = i < found ? std::pair(actor, static_cast<int>(numbers[i])) : std::pair(INT32_MAX, 0);
            const auto there = edge ? std::pair<int, int>(edge->player, edge->number) : std::pair(INT32_MAX, 0);
            Edge next = edge && there <= mine ? *edge : Edge{0, -1, numbers[i], 0, static_cast<int8_t>(actor)};
            if (mine <= there) {
                if (next.evaluations < UINT16_MAX) ++next.evaluations;
                next.prior += (prior[i] - next.prior) / next.evaluations;
                ++i;
            }
            if (edge && there <= mine) ++k;
            merged.push_back(next);
        }
        const int32_t size = static_cast<int32_t>(merged.size());
        if (size != node.count) {
            node.first = static_cast<int32_t>(edges.size());
            node.count = size;
            edges.resize(edges.size() + merged.size());
        }
        std::copy(merged.begin(), merged.end(), edges.begin() + node.first);
    }

    // Keeps the root decisions of `among` and mixes Dirichlet noise into their priors.
    int restrict_root(uint16_t* numbers, float* prior, int found) {
        int kept = 0;
        for (int i = 0; i < found; ++i) {
            if (!settings.among.empty() && !std::binary_search(settings.among.begin(), settings.among.end(), numbers[i])) continue;
            numbers[kept] = numbers[i];
            prior[kept++] = prior[i];
        }
        if (!(settings.noise > 0)) return kept;
        Random own = random.split(UINT64_MAX - 1);
        std::vector<double> gammas;
        double total = 0, priors = 0;
        for (int i = 0; i < kept; ++i) {
            gammas.push_back(draw_gamma(static_cast<double>(settings.alpha), own));
            total += gammas.back();
            priors += static_cast<double>(prior[i]);
        }
        for (int i = 0; i < kept; ++i) {
            const double noise = total > 0 ? gammas[static_cast<size_t>(i)] / total : 1.0 / kept;
            const double share = priors > 0 ? static_cast<double>(prior[i]) / priors : 1.0 / kept;
            prior[i] = static_cast<float>((1 - static_cast<double>(settings.noise)) * share + static_cast<double>(settings.noise) * noise);
        }
        return kept;
    }

    void add_value(Node& node, const double* value) {
        ++node.visits;
        for (int player = 0; player < players; ++player) node.sums[player] += value[player];
    }

    void back_up(const Simulation& simulation, const double* value) {
        for (int32_t at : simulation.path) {
            Node& node = nodes[static_cast<size_t>(at)];
            --node.pending;
            add_value(node, value);
        }
        ++finished_simulations;
        int points[8] = {};
        Game::standing(rules, simulation.p, points);
        RootStatistics& statistics = root_statistics[static_cast<size_t>(nodes[static_cast<size_t>(simulation.path[1])].root_index)];
        statistics.square += value[seat] * value[seat];
        for (int player = 0; player < players; ++player) statistics.points[player] += points[player];
    }

    const Rules& rules;
    const Position root;
    const baumeister::LeafSettings settings;
    const Random random;
    const Observe observe;
    const Mask mask;
    const int seat, players;
    std::vector<Node> nodes;
    std::vector<Edge> edges, merged;
    std::vector<RootStatistics> root_statistics;
    std::vector<Simulation> pending, resumed;
    int64_t started = 0, finished_simulations = 0;
};

}  // namespace
