// Training games of the value network: what a seat saw at sampled moments, and who won.
#pragma once

#include "../tree.hpp"
#include "game.hpp"

namespace baumeister::manhattan::ISA {

// Moves the candidates with the highest logits to the front; returns how many are kept.
inline int keep_best(int found, int candidates, uint16_t* numbers, float* logits) {
    if (candidates <= 0 || found <= candidates) return found;
    for (int i = 0; i < candidates; ++i) {
        int best = i;
        for (int k = i + 1; k < found; ++k) best = logits[k] > logits[best] ? k : best;
        std::swap(logits[i], logits[best]);
        std::swap(numbers[i], numbers[best]);
    }
    return candidates;
}

inline int choose_action(const Rules& rules, const Position& p, int player, const Agent& agent, Random& random) {
    uint16_t numbers[Game::MOST_ACTIONS];
    float logits[Game::MOST_ACTIONS];
    if (!agent.value_network && agent.policy) return draw_action<Game>(rules, p, agent.policy, random, agent.inverse_temperature);
    if (agent.nodes) {
        if (legal(rules, p, numbers) == 1) return numbers[0];
        SearchSettings settings;
        settings.nodes = agent.nodes;
        settings.leaf = agent.value_network ? Leaf::none : Leaf::game;
        settings.exploration = agent.exploration;
        settings.policy = agent.policy;
        settings.value_network = agent.value_network;
        Tree<Game> tree(rules, p, settings);
        const Random own{random.next(), 0};
        for (int made = 0; made < agent.nodes; ++made) tree.simulate(own.split(static_cast<uint64_t>(made)));
        int found = 0;
        tree.for_each_at_root([&](const Node& node, const RootStatistics&) {
            numbers[found] = node.number;
            logits[found++] = std::log(static_cast<float>(node.visits));
        });
        return numbers[draw_softmax(logits, found, agent.inverse_temperature, random)];
    }
    int found = agent.policy ? Game::logits(rules, p, agent.policy, numbers, logits) : legal(rules, p, numbers);
    if (agent.policy) found = keep_best(found, agent.candidates, numbers, logits);
    Position known = p;
    Random deal{random.next(), 0};
    determinize(rules, known, player, deal);
    for (int i = 0; i < found; ++i) {
        Position after = known;
        Random same = deal;
        Game::step(rules, after, numbers[i], same);
        float values[MOST_PLAYERS];
        if (after.phase == OVER)
            Game::value(rules, after, nullptr, values);
        else
            evaluate(rules, after, player, *agent.value_network, values);
        logits[i] = values[player];
    }
    return numbers[draw_softmax(logits, found, agent.inverse_temperature, random)];
}

// Plays one game: the first agent at a random seat; the opponents are drawn by their shares, three times in
// four all of one kind. Returns the number of decisions.
inline int training_game(const Rules& rules, const Agent* agents, int count, Random random, int samples, uint8_t* rows, float* results) {
    Position p;
    initial(rules, p);
    ISA::settle(rules, p, random);
    auto other = [&] {
        float left = static_cast<float>(upper(random.next()) >> 8) * (1.0f / (1 << 24));
        int at = 1;
        while (at + 1 < count && left >= agents[at].share) left -= agents[at++].share;
        return &agents[at];
    };
    const Agent* of[MOST_PLAYERS];
    const int seat = static_cast<int>(below(upper(random.next()), static_cast<uint32_t>(rules.players)));
    const bool alike = random.next() & 3;
    const Agent* one = other();
    for (int player = 0; player < rules.players; ++player) of[player] = player == seat ? agents : alike ? one : other();
    std::memset(rows, 0, static_cast<size_t>(samples) * INPUT_FEATURES);  // rows stay empty if the game has fewer decisions
    int decisions = 0;
    for (int player; (player = actor(rules, p)) >= 0; ++decisions) {
        const uint32_t slot = decisions < samples ? static_cast<uint32_t>(decisions)
                                                  : below(upper(random.next()), static_cast<uint32_t>(decisions + 1));
        if (slot < static_cast<uint32_t>(samples)) {
            count_input_features(rules, p, seat, rows + static_cast<size_t>(slot) * INPUT_FEATURES);
        }
        Game::step(rules, p, choose_action(rules, p, player, *of[player], random), random);
    }
    float shares[MOST_PLAYERS];
    Game::value(rules, p, nullptr, shares);
    for (int k = 0; k < samples; ++k)
        for (int player = 0; player < rules.players; ++player)
            results[k * rules.players + player] = shares[(seat + player) % rules.players];
    return decisions;
}

}  // namespace baumeister::manhattan::ISA
