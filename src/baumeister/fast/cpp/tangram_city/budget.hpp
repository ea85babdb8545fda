// The budget of a plan search, in nodes or seconds.
#pragma once

#include <chrono>

#include "plan_settings.hpp"

namespace baumeister::tangram_city::ISA {

class BudgetMeter {
   public:
    explicit BudgetMeter(const PlanSettings& settings) : settings(settings), start(Clock::now()) {}

    int64_t nodes = 0;

    // The share of the budget that is spent; 1 and more: stop.
    double spent() {
        if (settings.interrupted && nodes > polled + 4096) {
            polled = nodes;
            stopped = stopped || settings.interrupted();
        }
        if (stopped) return 1;
        double share = settings.nodes ? static_cast<double>(nodes) / static_cast<double>(settings.nodes) : 0;
        if (settings.seconds > 0) {
            const double time = std::chrono::duration<double>(Clock::now() - start).count() / settings.seconds;
            share = time > share ? time : share;
        }
        return share;
    }

   private:
    using Clock = std::chrono::steady_clock;
    const PlanSettings& settings;
    const Clock::time_point start;
    int64_t polled = 0;
    bool stopped = false;
};

}  // namespace baumeister::tangram_city::ISA
