// The functions of a compiled core, once for each instruction set.
#pragma once

#include "leaf_tree.hpp"
#include "random.hpp"
#include "search_settings.hpp"

namespace baumeister {

template <class Rules, class Position>
struct KernelsOf {
    void (*initial)(const Rules&, Position&);
    int (*actor)(const Rules&, const Position&);
    int (*legal)(const Rules&, const Position&, uint16_t* numbers);
    int (*outcomes)(const Rules&, const Position&, uint16_t* numbers, uint16_t* weights);
    bool (*is_legal)(const Rules&, const Position&, int number);
    void (*apply)(const Rules&, Position&, int number);
    void (*settle)(const Rules&, Position&, Random&);
    int (*playout)(const Rules&, Position&, Random&, bool round_only);
    // Plays each position at random to the end, in lockstep where possible; writes the points of each player and
    // returns the number of decisions.
    int64_t (*playouts)(const Rules&, const Position* from, int step, int n, const Random& random, int first,
                        bool lockstep, int16_t* points);
    void (*points)(const Rules&, const Position&, int* players);
    void (*standing)(const Rules&, const Position&, int* players);
    void (*order)(const Rules&, const Position&, int* players);  // sort keys: greater is better, equal keys share a rank
    void (*mask)(const Rules&, const Position&, uint8_t* out);
    void (*observe)(const Rules&, const Position&, int seat, float* out);
    void (*determinize)(const Rules&, Position&, int seat, Random&);
    int (*features)(const Rules&, const Position&, uint16_t* numbers, float* rows);
    int (*logits)(const Rules&, const Position&, const Policy&, uint16_t* numbers, float* logits);
    int (*policy_playout)(const Rules&, Position&, const Policy* policies, Random&, bool round_only, float inverse_temperature);
    void (*search)(const Rules&, const Position&, const SearchSettings&, SearchResult&);
    void (*forecast)(const Rules&, const Position&, const SearchSettings&, int every, Forecast&);
    std::unique_ptr<LeafTree> (*leaf_tree)(const Rules&, const Position&, const LeafSettings&, const Random&);
};

}  // namespace baumeister
