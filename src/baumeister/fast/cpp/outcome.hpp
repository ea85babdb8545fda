// Actors that are not players, and the shares of a win.
#pragma once

namespace baumeister {

inline constexpr int CHANCE = -1;
inline constexpr int GAME_OVER = -2;

// Writes each player's share of the win by their sort keys; equal winners share it. Returns how many do.
inline int shares(int players, const int* keys, float* out) {
    int best = keys[0], winners = 0;
    for (int player = 1; player < players; ++player) best = keys[player] > best ? keys[player] : best;
    for (int player = 0; player < players; ++player) winners += keys[player] == best;
    for (int player = 0; player < players; ++player)
        out[player] = keys[player] == best ? 1.0f / static_cast<float>(winners) : 0;
    return winners;
}

}  // namespace baumeister
