# What pure-Python syntax cannot say: constants and tables that the compiler knows, and the bit operations of
# the shipped core (popcount, and pdep where the instruction set has it).
from libc.stdint cimport uint32_t, uint64_t

cdef extern from "bits.hpp" nogil:
    int count(uint64_t set) noexcept
    int nth(uint64_t set, uint32_t n) noexcept

cdef enum:
    PLACES = 54
    DISTRICTS = 6
    CARDS = 9
    COLOURS = 4
    SIZES = 4
    SELECTIONS = 140
    NOBODY = -1
    START = 0
    DEAL = 1
    CHOOSE = 5
    BUILD = 6
    DRAW = 7
    OVER = 10

cdef extern from *:
    """
    #define WORD(x) x##ull
    static const uint64_t GOLDEN = WORD(0x9E3779B97F4A7C15), MIX1 = WORD(0xBF58476D1CE4E5B9),
        MIX2 = WORD(0x94D049BB133111EB), BYTES = WORD(0x0101010101010101),
        HIGHS = WORD(0x8080808080808080), SIXES = WORD(0x41041041041041),
        ALL_PLACES = (WORD(1) << 54) - 1;
    alignas(32) static const uint64_t ENOUGH[24] = {
        ~0ull, ~0ull, ~0ull, ~0ull, ~0ull, ~0ull, ~0ull, ~0ull, 0, ~0ull, ~0ull, ~0ull,
        0, 0, ~0ull, ~0ull, 0, 0, 0, ~0ull, 0, 0, 0, 0};
    static const uint64_t CARD[9] = {
        WORD(1), WORD(1) << 8, WORD(1) << 16, WORD(1) << 24, WORD(1) << 32, WORD(1) << 40,
        WORD(1) << 48, WORD(1) << 56, 0};
    """
    const uint64_t GOLDEN, MIX1, MIX2, BYTES, HIGHS, SIXES, ALL_PLACES
    const uint64_t[24] ENOUGH  # lead × 4 + size
    const uint64_t[9] CARD
