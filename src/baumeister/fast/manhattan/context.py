"""The context of a decision in Manhattan: numbers that describe the position for the player to act.

They describe the position, not an action: they are the same for every legal action and would cancel
in the softmax of a linear policy, so only the policy network uses them. They follow from what the
player knows: blocks that rivals chose secretly count as not chosen yet.
"""

from __future__ import annotations

from typing import Final

from baumeister.fast.layout import Field
from baumeister.fast.manhattan.features import points_now
from baumeister.games.manhattan.scoring import player_scores
from baumeister.games.manhattan.state import Phase, State

_SIZES: Final = (("fours", 4), ("threes", 3), ("twos", 2), ("ones", 1))
_LARGE: Final = _SIZES[:3]
FIELDS: Final = (
    Field("early", (), "the share of rounds to come"),
    Field("ahead", (), "points ahead of the leader, this round included: −20 to 20, in tens"),
    Field("order", (), "players who come earlier in the round / 4"),
    Field("positions", (), "different positions that the hand marks / 4"),
    Field("highest own", (), "the player owns the only highest building"),
    Field("highest nobody's", (), "no building is higher than all others"),
    *(Field(f"{name} on the tray", (), "the player's blocks / 6") for name, _ in _SIZES),
    *(Field(f"rivals' {name}", (), "the mean of rivals' trays / 6") for name, _ in _SIZES),
    *(Field(f"{name} left", (), "in the player's supply / 6") for name, _ in _LARGE),
    *(Field(f"rivals' {name} left", (), "the mean of rivals' supplies / 6") for name, _ in _LARGE),
    *(
        Field(
            f"to take by {size}",
            (),
            "choose: rivals' buildings that this size takes / 5",
        )
        for size in range(1, 5)
    ),
    *(
        Field(
            f"at risk by {size}",
            (),
            "choose: own buildings that this size takes / 5",
        )
        for size in range(1, 4)
    ),
)
NAMES: Final = tuple(field.name for field in FIELDS)


def context(state: State, player: int) -> list[float]:
    """The context of this player's decision."""
    options, own = state.options, state.setup.colours[player]
    rivals = [each for each in range(len(options.colours)) if each not in own]
    now = points_now(state, state.buildings)
    have = [a + b for a, b in zip(player_scores(options, state.scores), now, strict=True)]
    leader = max(points for each, points in enumerate(have) if each != player)
    heights = [building.height for building in state.buildings]
    top = heights.index(max(heights)) if heights.count(max(heights)) == 1 else None
    choosing = state.phase is Phase.CHOOSE
    hidden = choosing and options.choice == "secret"

    def blocks(colours: list[int], size: int, *, tray: bool, supply: bool) -> int:
        return sum(
            tray * state.trays[each][size - 1] + supply * state.supplies[each][size - 1]
            for each in colours
        )

    return [
        1 - state.round / options.rounds,
        min(max(have[player] - leader, -20), 20) / 10,
        (player - state.start) % options.players / 4,
        len(set(state.hands[player])) / 4,
        float(top is not None and state.buildings[top].owner in own),
        float(top is None),
        *(blocks([*own], size, tray=True, supply=False) / 6 for _, size in _SIZES),
        *(
            blocks(rivals, size, tray=not hidden, supply=False) / 6 / len(rivals)
            for _, size in _SIZES
        ),
        *(blocks([*own], size, tray=False, supply=True) / 6 for _, size in _LARGE),
        *(blocks(rivals, size, tray=hidden, supply=True) / 6 / len(rivals) for _, size in _LARGE),
        *_targets(state, own, rivals, choosing),
    ]


def _targets(state: State, own: tuple[int, ...], rivals: list[int], choosing: bool) -> list[float]:
    """While blocks are chosen: how many buildings each size could take, of rivals and own."""
    take, risk = [0.0] * 5, [0.0] * 5
    for building in state.buildings if choosing else ():
        floors, owner = building.floors, building.owner
        if owner < 0:
            continue
        others = rivals if owner in own else own
        needed = min(max(floors[owner] - max(floors[each] for each in others), 1), 5)
        (risk if owner in own else take)[needed - 1] += 1 / 5
    return [*take[:4], *risk[:3]]
