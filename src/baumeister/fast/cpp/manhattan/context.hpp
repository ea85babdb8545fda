// The context of a decision: numbers that describe the position for the player to act (`context.py`).
// They are the same for all decisions, so only the policy network uses them.
#pragma once

#include "scene.hpp"

namespace baumeister::manhattan::ISA {

// The size index of the block that takes a building with this lead; SIZES if none does.
inline int needed(int ahead) { return ahead < 1 ? 0 : ahead > SIZES ? SIZES : ahead - 1; }

// While blocks are chosen: how many buildings each size of block could take or protect.
inline void targets(const Rules& rules, const Position& p, int player, float* out) {
    for (int colour = 0; colour < rules.colours; ++colour) {
        const bool own = rules.owner_of(colour) == player;
        for (uint64_t left = p.own[colour]; left; left &= left - 1) {
            const uint32_t floors = p.floors[lowest(left)];
            int ahead = SIZES + 1;
            for (int other = 0; other < rules.colours; ++other) {
                if ((rules.owner_of(other) == player) == own) continue;
                const int by = floors_of(floors, colour) - floors_of(floors, other);
                ahead = by < ahead ? by : ahead;
            }
            const int size = needed(ahead);
            if (size == SIZES) continue;
            if (!own)
                out[context::TO_TAKE_BY_1 + size] += 0.2f;
            else if (size < 3)
                out[context::AT_RISK_BY_1 + size] += 0.2f;
        }
    }
}

inline void context(const Scene& scene, float* out) {
    const Rules& rules = scene.rules;
    const Position& p = scene.p;
    const int player = scene.player;
    for (int k = 0; k < CONTEXT; ++k) out[k] = 0;
    const int ahead = scene.ahead < -20 ? -20 : scene.ahead > 20 ? 20 : scene.ahead;
    out[context::EARLY] = static_cast<float>(rules.rounds - p.round) / static_cast<float>(rules.rounds);
    out[context::AHEAD] = static_cast<float>(ahead) * 0.1f;
    out[context::ORDER] = static_cast<float>((player - p.start + rules.players) % rules.players) * 0.25f;
    int positions = 0;
    for (uint64_t held = p.hands[player]; held; held >>= 6) positions += (held & 63) != 0;
    positions = positions < rules.hand ? positions : rules.hand;  // a hand may be widened (`value_tree.hpp`)
    out[context::POSITIONS] = static_cast<float>(positions) * 0.25f;
    out[context::HIGHEST_OWN] = static_cast<float>(scene.own(scene.highest_colour));
    out[context::HIGHEST_NOBODYS] = static_cast<float>(scene.highest_colour == NOBODY);
    const bool choosing = p.phase == CHOOSE, hidden = choosing && rules.has(option::CHOICE_SECRET);
    for (int size = 0; size < SIZES; ++size) {
        int tray = 0, supply = 0, rivals_tray = 0, rivals_supply = 0;
        for (int colour = 0; colour < rules.colours; ++colour) {
            const int here = of_size(p.trays[colour], size), there = of_size(p.supplies[colour], size);
            if (rules.owner_of(colour) == player)
                tray += here, supply += there;
            else  // secretly chosen blocks count as not chosen yet
                rivals_tray += hidden ? 0 : here, rivals_supply += hidden ? there + here : there;
        }
        const int at = 3 - size;  // fours first
        out[context::FOURS_ON_THE_TRAY + at] = static_cast<float>(tray) / 6;
        out[context::RIVALS_FOURS + at] = static_cast<float>(rivals_tray) / static_cast<float>(6 * scene.rivals);
        if (!size) continue;
        out[context::FOURS_LEFT + at] = static_cast<float>(supply) / 6;
        out[context::RIVALS_FOURS_LEFT + at] = static_cast<float>(rivals_supply) / static_cast<float>(6 * scene.rivals);
    }
    if (choosing) targets(rules, p, player, out);
}

inline void context_of(const Rules& rules, const Position& p, float* out) { context(Scene(rules, p), out); }

}  // namespace baumeister::manhattan::ISA
