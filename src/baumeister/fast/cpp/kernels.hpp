// What a compiled core can do, once for each instruction set.
#pragma once

#include "random.hpp"
#include "searching.hpp"

namespace baumeister {

template <class Rules, class Position>
struct KernelsOf {
    void (*first)(const Rules&, Position&);
    int (*actor)(const Rules&, const Position&);
    int (*legal)(const Rules&, const Position&, uint16_t* numbers);
    int (*outcomes)(const Rules&, const Position&, uint16_t* numbers, uint16_t* weights);
    bool (*is_legal)(const Rules&, const Position&, int number);
    void (*apply)(const Rules&, Position&, int number);
    void (*settle)(const Rules&, Position&, Random&);
    int (*playout)(const Rules&, Position&, Random&, bool round_only);
    // plays the game of each position at random to its end, several in lock-step or one by one; the points of
    // each player; returns decisions
    int64_t (*playouts)(const Rules&, const Position* from, int step, int n, const Random& random, int first,
                        bool together, int16_t* points);
    void (*points)(const Rules&, const Position&, int* players);
    void (*standing)(const Rules&, const Position&, int* players);
    void (*order)(const Rules&, const Position&, int* players);  // greater is better, equal shares a rank
    void (*mask)(const Rules&, const Position&, uint8_t* out);
    void (*observe)(const Rules&, const Position&, int seat, float* out);
    void (*determinize)(const Rules&, Position&, int seat, Random&);
    int (*features)(const Rules&, const Position&, uint16_t* numbers, float* rows);
    int (*weighed)(const Rules&, const Position&, const Policy&, uint16_t* numbers, float* sums);
    int (*guided)(const Rules&, Position&, const Policy* policies, Random&, bool round_only, float sharp);
    void (*search)(const Rules&, const Position&, const Search&, Found&);
    void (*look)(const Rules&, const Position&, const Search&, int every, Forecast&);
};

}  // namespace baumeister
