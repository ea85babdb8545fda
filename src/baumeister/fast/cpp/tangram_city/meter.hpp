// How much has been thought, by nodes or by the clock.
#pragma once

#include <chrono>

#include "planning.hpp"

namespace baumeister::tangram_city::ISA {

class Meter {
   public:
    explicit Meter(const Planning& wanted) : wanted(wanted), start(Clock::now()) {}

    int64_t nodes = 0;

    // The share of what may be thought, from 0; 1 and more: no longer.
    double spent() {
        if (wanted.interrupted && nodes > asked + 4096) {
            asked = nodes;
            stopped = stopped || wanted.interrupted();
        }
        if (stopped) return 1;
        double share = wanted.nodes ? static_cast<double>(nodes) / static_cast<double>(wanted.nodes) : 0;
        if (wanted.seconds > 0) {
            const double time = std::chrono::duration<double>(Clock::now() - start).count() / wanted.seconds;
            share = time > share ? time : share;
        }
        return share;
    }

   private:
    using Clock = std::chrono::steady_clock;
    const Planning& wanted;
    const Clock::time_point start;
    int64_t asked = 0;
    bool stopped = false;
};

}  // namespace baumeister::tangram_city::ISA
