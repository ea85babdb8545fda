// A search tree whose leaves the caller evaluates, many at a time. The tree itself is `neural_tree.hpp`.
#pragma once

#include <memory>

#include "search_settings.hpp"

namespace baumeister {

struct LeafSettings {
    int64_t nodes = 0;  // simulations
    float exploration = 0.5f;
    std::vector<int> among;  // root decisions to search, ascending; empty: all
    bool open_cards = false;
    float noise = 0;  // the share of Dirichlet noise in the priors of the root
    float alpha = 0;  // its concentration
    bool logits = false;  // priors are logits: take their softmax over the legal actions
};

class LeafTree {
   public:
    virtual ~LeafTree() = default;
    // Runs simulations until this many positions wait for their evaluation, or none is left to start.
    virtual void gather(int most) = 0;
    virtual int waiting() const = 0;
    virtual bool finished() const = 0;
    // Writes what the network sees of the k-th waiting position: the observation and mask of its actor.
    virtual void write(int k, float* observation, uint8_t* mask) const = 0;
    // Takes the evaluation: priors by action number, and values counted from the actor. Returns what is
    // wrong with the priors, and then nothing has changed; null if all is well.
    virtual const char* answer(int k, const float* priors, const float* values) = 0;
    virtual void report(SearchResult& result) const = 0;
};

}  // namespace baumeister
