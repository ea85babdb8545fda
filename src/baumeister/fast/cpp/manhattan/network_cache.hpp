// Sums of rows that many positions share, by a code of the inputs that they come from. Sums are exact, so it makes
// no difference to a result whether they were kept.
#pragma once

#include <memory>

#include "network.hpp"

namespace baumeister::manhattan::ISA {

// Keeps one entry for each slot; a code selects its slot.
template <class Entry, int LOG_SIZE>
class Kept {
   public:
    // The entry of a code below 2⁶³, filled if it is not there. Valid until the next call.
    template <class Fill>
    [[gnu::always_inline]] const Entry& at(uint64_t code, Fill fill) {
        code |= 1ull << 63;
        const size_t slot = code * 0x9E3779B97F4A7C15ull >> (64 - LOG_SIZE);
        if (codes[slot] != code) [[unlikely]] {
            codes[slot] = code;
            fill(entries[slot]);
        }
        return entries[slot];
    }

   private:
    uint64_t codes[1 << LOG_SIZE] = {};
    Entry entries[1 << LOG_SIZE];
};

struct alignas(32) DistrictSums {
    float of[DISTRICT_UNITS];
};

struct NetworkCache {
    const uint64_t network;
    Kept<Network::PlaceRow, 11> places;
    Kept<DistrictSums, 10> districts;
    Kept<Network::Row<WHOLE_UNITS>, 7> blocks[COLOURS];
    Kept<Network::Row<WHOLE_UNITS>, 2> rules;

    explicit NetworkCache(const Network& of) : network(of.id) {}

    // This thread's, for a network.
    static NetworkCache& of(const Network& network) {
        static thread_local std::unique_ptr<NetworkCache> mine;
        if (!mine || mine->network != network.id) [[unlikely]] mine = std::make_unique<NetworkCache>(network);
        return *mine;
    }
};

}  // namespace baumeister::manhattan::ISA
