// The weights of the value network (`value_network.hpp`).
#pragma once

#include <algorithm>
#include <vector>

#include "constants.hpp"

namespace baumeister::tangram_city {

inline constexpr int VALUE_COLUMNS = VALUE_FIRST + 8;  // a multiple of eight, for vectors; column VALUE_FIRST is the shortcut

class ValueNetwork {
   public:
    explicit ValueNetwork(const std::vector<float>& weights)
        : rows((VALUE_BIASES + 1) * VALUE_COLUMNS), rest(weights.begin() + (VALUE_BIASES + 1) * (VALUE_FIRST + 1), weights.end()) {
        for (int row = 0; row <= VALUE_BIASES; ++row)
            std::copy_n(weights.begin() + row * (VALUE_FIRST + 1), VALUE_FIRST + 1, rows.begin() + row * VALUE_COLUMNS);
    }

    const float* row(int input) const { return &rows[static_cast<size_t>(input * VALUE_COLUMNS)]; }
    const float* second() const { return rest.data(); }
    const float* last() const { return &rest[(1 + VALUE_FIRST) * VALUE_SECOND]; }

   private:
    std::vector<float> rows, rest;
};

}  // namespace baumeister::tangram_city
