// Random playouts of fastcatan in C++, with the library's source: it offers none to Python.
#include <cstdint>

#include "mask.hpp"
#include "rules.hpp"

// Plays whole games; returns the number of decisions.
extern "C" uint64_t playouts(uint64_t games, uint64_t seed) {
    catan::GameState state;
    catan::BoardLayout board;
    catan::Xoshiro128 picker;
    catan::xoshiro_seed(picker, seed ^ 0x9E3779B97F4A7C15ull);
    uint64_t moves = 0;
    for (uint64_t game = 0; game < games; ++game) {
        catan::reset_one(state, board, seed + game);
        for (bool over = false; !over; ++moves) {
            uint32_t members = 0;
            for (uint64_t word : state.action_mask) members += __builtin_popcountll(word);
            uint32_t n = picker.bounded(members);
            uint32_t word = 0;
            for (uint32_t here; n >= (here = __builtin_popcountll(state.action_mask[word])); ++word)
                n -= here;
            uint64_t rest = state.action_mask[word];
            while (n--) rest &= rest - 1;
            over = catan::step_one(state, board, word * 64 + __builtin_ctzll(rest));
        }
    }
    return moves;
}
