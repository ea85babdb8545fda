// Training games of the value network: what a seat saw at sampled moments, what it found by searching, and who won.
#pragma once

#include "../value_tree.hpp"
#include "game.hpp"

namespace baumeister::manhattan::ISA {

// A decision by simulations in a tree; writes the mean value for each player.
template <class Tree>
inline int search_action(const Rules& rules, const Position& p, const Agent& agent, Random& random, float* searched) {
    SearchSettings settings;
    settings.nodes = agent.nodes;
    settings.leaf = agent.value_network ? Leaf::none : Leaf::game;
    settings.exploration = agent.exploration;
    settings.policy = agent.policy;
    settings.value_network = agent.value_network;
    Tree tree(rules, p, settings);
    const Random own{random.next(), 0};
    for (int made = 0; made < agent.nodes; ++made) tree.simulate(own.split(static_cast<uint64_t>(made)));
    uint16_t numbers[Game::MOST_ACTIONS];
    float logits[Game::MOST_ACTIONS];
    double sums[MOST_PLAYERS] = {};
    int found = 0;
    tree.for_each_at_root([&](const auto& action, const RootStatistics& statistics) {
        numbers[found] = action.number;
        logits[found++] = std::log(static_cast<float>(action.visits));
        for (int player = 0; player < rules.players; ++player) sums[player] += statistics.values[player];
    });
    for (int player = 0; player < rules.players; ++player) searched[player] = static_cast<float>(sums[player] / agent.nodes);
    return numbers[draw_softmax(logits, found, agent.inverse_temperature, random)];
}

// A decision of an agent. One that searches writes the value for each player, others nothing.
inline int choose_action(const Rules& rules, const Position& p, const Agent& agent, Random& random, float* searched) {
    if (!agent.nodes) return draw_action<Game>(rules, p, agent.policy, random, agent.inverse_temperature);
    uint16_t numbers[Game::MOST_ACTIONS];
    if (legal(rules, p, numbers) == 1) return numbers[0];
    return agent.value_network ? search_action<ValueTree<Game>>(rules, p, agent, random, searched)
                               : search_action<Tree<Game>>(rules, p, agent, random, searched);
}

// Plays one game: the first agent at a random seat; the opponents are drawn by their shares, three times in
// four all of one kind. A sample is a position as a seat with a value network sees it (any seat, if none has one), who
// won, and the values that this seat found in its next search, below 0 if there was none; players are counted from it.
// Returns the number of decisions.
inline int training_game(const Rules& rules, const Agent* agents, int count, Random random, int samples, uint8_t* rows, float* results, float* values) {
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
    uint8_t viewers[MOST_PLAYERS], found = 0;
    for (int player = 0; player < rules.players; ++player)
        if (of[player]->value_network || !agents->value_network) viewers[found++] = static_cast<uint8_t>(player);
    std::memset(rows, 0, static_cast<size_t>(samples) * INPUT_FEATURES);  // rows stay empty if the game has fewer decisions
    std::fill(values, values + samples * rules.players, -1.0f);
    uint8_t viewer_of[MOST_SAMPLES] = {};
    uint64_t waiting = 0;  // samples whose viewer has not searched since
    int decisions = 0;
    for (int player; (player = actor(rules, p)) >= 0; ++decisions) {
        const uint32_t slot = decisions < samples ? static_cast<uint32_t>(decisions)
                                                  : below(upper(random.next()), static_cast<uint32_t>(decisions + 1));
        if (slot < static_cast<uint32_t>(samples)) {
            viewer_of[slot] = viewers[below(upper(random.next()), found)];
            count_input_features(rules, p, viewer_of[slot], rows + static_cast<size_t>(slot) * INPUT_FEATURES);
            values[static_cast<int>(slot) * rules.players] = -1;
            waiting |= 1ull << slot;
        }
        float searched[MOST_PLAYERS] = {-1};
        const int number = choose_action(rules, p, *of[player], random, searched);
        for (uint64_t left = of[player]->value_network && searched[0] >= 0 ? waiting : 0; left; left &= left - 1) {
            const int sample = lowest(left);
            if (viewer_of[sample] != player) continue;
            waiting &= ~(1ull << sample);
            for (int each = 0; each < rules.players; ++each)
                values[sample * rules.players + each] = searched[(player + each) % rules.players];
        }
        Game::step(rules, p, number, random);
    }
    float shares[MOST_PLAYERS];
    Game::value(rules, p, shares);
    for (int k = 0; k < samples; ++k)
        for (int player = 0; player < rules.players; ++player)
            results[k * rules.players + player] = shares[(viewer_of[k] + player) % rules.players];
    return decisions;
}

}  // namespace baumeister::manhattan::ISA
