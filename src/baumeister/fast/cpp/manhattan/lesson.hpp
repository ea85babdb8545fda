// Games to learn from: what a seat saw at some moments, and who won in the end.
#pragma once

#include "../search.hpp"
#include "game.hpp"

namespace baumeister::manhattan::ISA {

// The decisions a policy likes most, to the front; how many are kept.
inline int best_of(int found, int among, uint16_t* numbers, float* likes) {
    if (among <= 0 || found <= among) return found;
    for (int i = 0; i < among; ++i) {
        int best = i;
        for (int k = i + 1; k < found; ++k) best = likes[k] > likes[best] ? k : best;
        std::swap(likes[i], likes[best]);
        std::swap(numbers[i], numbers[best]);
    }
    return among;
}

inline int decided(const Rules& rules, const Position& p, int player, const Learner& by, Random& random) {
    uint16_t numbers[Game::MOST_ACTIONS];
    float likes[Game::MOST_ACTIONS];
    if (!by.judge && by.policy) return drawn<Game>(rules, p, by.policy, random, by.sharp);
    if (by.nodes) {
        if (legal(rules, p, numbers) == 1) return numbers[0];
        Search wanted;
        wanted.nodes = by.nodes;
        wanted.leaf = by.judge ? Leaf::none : Leaf::game;
        wanted.exploration = by.exploration;
        wanted.policy = by.policy;
        wanted.judge = by.judge;
        Tree<Game> tree(rules, p, wanted);
        const Random own{random.next(), 0};
        for (int made = 0; made < by.nodes; ++made) tree.simulate(own.split(static_cast<uint64_t>(made)));
        int found = 0;
        tree.for_each_at_root([&](const Node& node, const Prospect&) {
            numbers[found] = node.number;
            likes[found++] = std::log(static_cast<float>(node.visits));
        });
        return numbers[one_of(likes, found, by.sharp, random)];
    }
    int found = by.policy ? Game::likes(rules, p, by.policy, numbers, likes) : legal(rules, p, numbers);
    if (by.policy) found = best_of(found, by.among, numbers, likes);
    Position known = p;
    Random deal{random.next(), 0};
    determinize(rules, known, player, deal);
    for (int i = 0; i < found; ++i) {
        Position after = known;
        Random same = deal;
        Game::step(rules, after, numbers[i], same);
        float worth[4];
        if (after.phase == OVER)
            Game::value(rules, after, nullptr, worth);
        else
            judge(rules, after, player, *by.judge, worth);
        likes[i] = worth[player];
    }
    return numbers[one_of(likes, found, by.sharp, random)];
}

// One game: the first learner at a seat drawn by lot among others, all drawn by their shares, three times of four of one kind.
inline int lesson(const Rules& rules, const Learner* learners, int many, Random random, int samples, uint8_t* rows, float* results) {
    Position p;
    first(rules, p);
    ISA::settle(rules, p, random);
    auto other = [&] {
        float left = static_cast<float>(upper(random.next()) >> 8) * (1.0f / (1 << 24));
        int at = 1;
        while (at + 1 < many && left >= learners[at].share) left -= learners[at++].share;
        return &learners[at];
    };
    const Learner* of[4];
    const int seat = static_cast<int>(below(upper(random.next()), static_cast<uint32_t>(rules.players)));
    const bool alike = random.next() & 3;
    const Learner* one = other();
    for (int player = 0; player < rules.players; ++player) of[player] = player == seat ? learners : alike ? one : other();
    std::memset(rows, 0, static_cast<size_t>(samples) * SIGNS);  // of a game with fewer decisions some stay empty
    int decisions = 0;
    for (int player; (player = actor(rules, p)) >= 0; ++decisions) {
        const uint32_t slot = decisions < samples ? static_cast<uint32_t>(decisions)
                                                  : below(upper(random.next()), static_cast<uint32_t>(decisions + 1));
        if (slot < static_cast<uint32_t>(samples)) {
            signs_of(rules, p, seat, rows + static_cast<size_t>(slot) * SIGNS);
        }
        Game::step(rules, p, decided(rules, p, player, *of[player], random), random);
    }
    float shares[4];
    Game::value(rules, p, nullptr, shares);
    for (int k = 0; k < samples; ++k)
        for (int player = 0; player < rules.players; ++player)
            results[k * rules.players + player] = shares[(seat + player) % rules.players];
    return decisions;
}

}  // namespace baumeister::manhattan::ISA
