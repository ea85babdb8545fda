// Who acts when no player does, and who shares a win.
#pragma once

namespace baumeister {

inline constexpr int CHANCE = -1;
inline constexpr int ENDED = -2;  // nobody: the game is over

// Each player's share of the win by these orders; those who are equal share. How many do.
inline int shares(int players, const int* order, float* out) {
    int best = order[0], winners = 0;
    for (int player = 1; player < players; ++player) best = order[player] > best ? order[player] : best;
    for (int player = 0; player < players; ++player) winners += order[player] == best;
    for (int player = 0; player < players; ++player)
        out[player] = order[player] == best ? 1.0f / static_cast<float>(winners) : 0;
    return winners;
}

}  // namespace baumeister
