// Who acts when no player does.
#pragma once

namespace baumeister {

inline constexpr int CHANCE = -1;
inline constexpr int ENDED = -2;  // nobody: the game is over

}  // namespace baumeister
